import CSSValues
import Layout
import PageFormat

/// Computes a page's styles in one environment: each pair of a style and its parent's once.
struct StyleComputation {
  private struct Key: Hashable {
    var style: Int32
    var parent: Int32
  }

  /// A style under what a node has on top of it.
  private struct DeclaredKey: Hashable {
    var key: Key
    var declarations: [LocalDeclaration]
  }

  private struct DerivedKey: Hashable {
    var derivation: DerivedStyle
    var parent: Int32
  }

  private let page: PageReader
  private let viewport: Viewport
  private let measurer: any TextMeasurer
  private let isQuirky: Bool
  /// Whether the values in the file are those of the environment.
  private let usesFileValues: Bool
  /// The portable styles that were read, by number in the file: the same in each environment.
  private(set) var portable: [Int32: PortableStyle]
  private(set) var styles: [ComputedStyle] = []
  private var known: [Key: Int32] = [:]
  /// By number in the file, under which parent a style was asked for last, and its index then; -2 for none.
  ///
  /// OPTIMIZATION: most styles are always asked for under the same parent's.
  private var last: [(parent: Int32, index: Int32)] = []
  private var declared: [DeclaredKey: Int32] = [:]
  private var derived: [DerivedKey: Int32] = [:]
  /// The styles that are others than those of the file: they have declarations of their own, or inherit from such.
  private var isChanged: Set<Int32> = []
  private var rootFont = FontStyle()

  /// - Parameter portable: the styles of the page that were read before.
  init(
    _ page: PageReader, viewport: Viewport, measurer: any TextMeasurer, isQuirky: Bool,
    usesFileValues: Bool, portable: [Int32: PortableStyle]
  ) {
    self.page = page
    self.portable = portable
    self.viewport = viewport
    self.measurer = measurer
    self.isQuirky = isQuirky
    self.usesFileValues = usesFileValues
  }

  /// The index in ``styles`` of a style of the file under a parent's, -1 for the root.
  ///
  /// - Parameter declarations: what the node has on top of the style.
  mutating func index(
    of style: Int32, parent: Int32, declarations: [LocalDeclaration] = []
  ) throws(PageFormatError) -> Int32 {
    if !declarations.isEmpty || !isChanged.isEmpty && isChanged.contains(parent) {
      return try changedIndex(of: style, parent: parent, declarations)
    }
    let key = Key(style: style, parent: usesFileValues ? -1 : parent)
    if last.indices.contains(Int(style)), last[Int(style)].parent == key.parent { return last[Int(style)].index }
    if let index = known[key] {
      remember(index, key)
      return index
    }
    let rule = try rule(style)
    let computed = usesFileValues ? rule.computed() : compute(rule, parent: parent)
    if usesFileValues, parent < 0 { rootFont = computed.font }
    let index = Int32(styles.count)
    styles.append(computed)
    known[key] = index
    remember(index, key)
    return index
  }

  private mutating func remember(_ index: Int32, _ key: Key) {
    guard key.style >= 0 else { return }
    while last.count <= Int(key.style) { last.append((-2, -1)) }
    last[Int(key.style)] = (key.parent, index)
  }

  /// The same where the values of the file do not count.
  private mutating func changedIndex(
    of style: Int32, parent: Int32, _ declarations: [LocalDeclaration]
  ) throws(PageFormatError) -> Int32 {
    let key = DeclaredKey(key: Key(style: style, parent: parent), declarations: declarations)
    if let index = declared[key] { return index }
    let index = Int32(styles.count)
    styles.append(compute(try rule(style), parent: parent, declarations))
    declared[key] = index
    isChanged.insert(index)
    return index
  }

  private mutating func rule(_ style: Int32) throws(PageFormatError) -> PortableStyle {
    if let read = portable[style] { return read }
    let rule = try page.portableStyle(Int(style))
    portable[style] = rule
    return rule
  }

  /// A style that no node has, made from a box's own.
  mutating func derived(_ derivation: DerivedStyle, inside parent: Int32) -> Int32 {
    let key = DerivedKey(derivation: derivation, parent: parent)
    if let index = derived[key] { return index }
    let index = Int32(styles.count)
    styles.append(derivation.style(inside: styles[Int(parent)]))
    derived[key] = index
    return index
  }

  private mutating func compute(
    _ rule: PortableStyle, parent: Int32, _ declarations: [LocalDeclaration] = []
  ) -> ComputedStyle {
    let isRoot = parent < 0
    var parentStyle = ComputedStyle()
    if isRoot {
      if viewport.fontScale != 1 { parentStyle.font.size = 16 * viewport.fontScale }
    } else {
      parentStyle = styles[Int(parent)]
    }
    var context = ComputationContext(
      parent: parentStyle, rootFont: isRoot ? parentStyle.font : rootFont, viewport: viewport)
    context.isRoot = isRoot
    context.isQuirks = isQuirky
    context.fontMetrics = measurer
    let style = rule.computed(
      with: declarations, in: &context, fontScale: viewport.fontScale, prefersDark: viewport.colorScheme == .dark)
    if isRoot { rootFont = style.font }
    return style
  }
}
