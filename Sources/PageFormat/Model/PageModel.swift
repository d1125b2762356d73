import CSSValues

/// The rules that a page was read by. The raw values are stored.
public enum PageDialect: UInt8, Sendable, CaseIterable {
  /// HTML and CSS as browsers read them.
  case web = 1
  /// Native components.
  case token = 2
}

/// One property of a style with its computed value: as bytes (see ``PageModel/internStyle(_:)-(PortableStyle)``), or as
/// text in CSS's syntax.
public struct StyleDeclaration: Sendable, Hashable {
  /// The property's name, such as `margin-left` or `--accent`.
  public var property: StringIndex
  /// The computed value as CSS serialises it, where it is kept as text.
  public var value: StringIndex
  /// The computed value and, where it depends on the environment, the specified one, as `docs/reference/format.md` says.
  public var bytes: [UInt8] = []

  /// A declaration from its property and value.
  public init(property: StringIndex, value: StringIndex) {
    self.property = property
    self.value = value
  }

  /// A declaration of a value as bytes.
  public init(property: StringIndex, bytes: [UInt8]) {
    self.property = property
    value = .none
    self.bytes = bytes
  }

  /// Hashes the bytes as one block.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(property)
    hasher.combine(value)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A script of a page, in the order of the document.
public struct PageScript: Sendable, Hashable {
  /// How the script runs. The raw values are stored.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// A classic script.
    case classic = 1
    /// A module.
    case module = 2
    /// A data block or import map: not run.
    case data = 3
  }

  /// When the script runs. The raw value is stored.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The stored value.
    public let rawValue: UInt8
    /// Flags from their stored value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `defer`.
    public static let deferred = Flags(rawValue: 1)
    /// `async`.
    public static let asynchronous = Flags(rawValue: 2)
  }

  /// How the script runs.
  public var kind: Kind
  /// When the script runs.
  public var flags: Flags = []
  /// The script's path in the package, or none for an inline script.
  public var source: StringIndex = .none
  /// The text of an inline script.
  public var text: StringIndex = .none
  /// The type as written, where it is not a classic script's or a module's.
  public var type: StringIndex = .none
  /// The node of the `<script>` element, or `nil`.
  public var node: Int?
  /// The line of the page's source at which an inline script begins, counted from 1, where it is known.
  public var line: Int?

  /// A script with nothing but its kind.
  public init(kind: Kind) { self.kind = kind }
}

/// Something that a page's head says.
public struct PageFact: Sendable, Hashable {
  /// Where a fact was written. The raw values are stored.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// `<meta>`: its `name`, `property` or `http-equiv`, and its content.
    case meta = 1
    /// `<link>`: its `rel` and its target (a path in the package, or a URL).
    case link = 2
    /// `<base>`: the name is `href` or `target`.
    case base = 3
    /// A property of a Token page's `navigationBar`.
    case navigationBar = 4
    /// An attribute of `<html>` or of the page as a whole: `lang`, and `first-screen`, which is `none` where hosts do not paint it.
    case page = 5
    /// A default of a property of an app's own component that the page has: `rating.stars`.
    case componentDefault = 6
    /// An app's own component of the page that makes rows from data: its name.
    case componentRows = 7
  }

  /// Where the fact was written.
  public var kind: Kind
  /// The fact's name.
  public var name: StringIndex
  /// The fact's value.
  public var value: StringIndex

  /// A fact from its parts.
  public init(kind: Kind, name: StringIndex, value: StringIndex) {
    self.kind = kind
    self.name = name
    self.value = value
  }
}

/// A page as the compiler hands it to ``encode()``: what is the same for every viewport.
public struct PageModel: Sendable {
  /// The page's path in the site, such as `pages/index.html`.
  public var source: String
  /// The rules that the page was read by.
  public var dialect: PageDialect
  /// The page's title.
  public var title = ""
  /// Every string of the page.
  public var strings = StringTable()
  /// The nodes in pre-order.
  public var nodes: [PageNode] = []
  /// The attributes of all nodes.
  public var attributes: [PageAttribute] = []
  /// The handlers of all nodes.
  public var handlers: [PageHandler] = []
  /// The bindings of all nodes.
  public var bindings: [PageBinding] = []
  /// The distinct programs of bindings and handlers; see ``internProgram(_:)``.
  public private(set) var programs: [[ProgramStep]] = []
  /// The distinct styles, in the order of their first use; see `internStyle`.
  public var styles: [[StyleDeclaration]] { styleRows.map { row in row.map { declarations[Int($0)] } } }
  /// The scripts in the order of the document.
  public var scripts: [PageScript] = []
  /// What the head says, in the order of the document.
  public var facts: [PageFact] = []
  /// The styles of nodes in states such as `:hover`, by node.
  public var states: [PageNodeStates] = []
  /// The styles of pseudo-elements without nodes, by node and pseudo-element.
  public var pseudoStyles: [PagePseudoStyle] = []
  /// What nodes look like with classes that data gives them.
  public var classStates: [PageClassState] = []
  /// What the values stand for that bindings give properties in `style` attributes: each property and shape once.
  public var valueShapes: [PageValueShape] = []
  /// The `@keyframes` rules that hosts play.
  public var keyframes: [PageKeyframes] = []
  /// What nodes mean to assistive technology, by node.
  public var semantics: [PageSemantics] = []
  /// What layout must know beyond the nodes' styles.
  public var layoutInput = PageLayoutInput()

  /// The distinct declarations of styles, in the order of their first use.
  private(set) var declarations: [StyleDeclaration] = []
  /// The styles as places in ``declarations``.
  private(set) var styleRows: [[Int32]] = []
  private var declarationNumbers: [StyleDeclaration: Int32] = [:]
  private var styleNumbers: [StyleRow: Int] = [:]
  /// The numbers of rules in the pool, by style; -1 for a style of declarations.
  private var styleRules: [Int32] = []
  private let pool: StylePool
  /// By number of an entry in the pool: its declaration, or -1.
  private var pooledDeclarations: [Int32] = []
  /// By number of a style in the pool: the style's number here.
  private var pooledStyles: [Int32: Int] = [:]
  private var programIndices: [[ProgramStep]: Int] = [:]

  /// A page with nothing in it.
  ///
  /// - Parameters:
  ///   - source: the page's site path.
  ///   - dialect: what the page is written in.
  ///   - styles: what is known of the styles that other pages have too.
  public init(source: String, dialect: PageDialect, styles: StylePool = StylePool()) {
    self.source = source
    self.dialect = dialect
    pool = styles
    // OPTIMIZATION: what most pages need, so that the tables are not made again as they grow.
    declarationNumbers.reserveCapacity(192)
    styleNumbers.reserveCapacity(48)
  }

  /// A style's declarations by their numbers, which are hashed as one block.
  private struct StyleRow: Hashable {
    let declarations: [Int32]

    func hash(into hasher: inout Hasher) { declarations.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// The style's number, which is new when no equal style was interned before.
  ///
  /// - Parameter declarations: the properties that are not at their initial value, in the order that every style of the
  ///   page uses (sorted by name, or by the property table).
  public mutating func internStyle(_ declarations: [StyleDeclaration]) -> Int {
    internStyle(of: declarations.map { number(of: $0) })
  }

  private mutating func internStyle(of row: [Int32]) -> Int {
    let key = StyleRow(declarations: row)
    if let known = styleNumbers[key] { return known }
    styleNumbers[key] = styleRows.count
    styleRows.append(row)
    styleRules.append(-1)
    return styleRows.count - 1
  }

  private mutating func number(of declaration: StyleDeclaration) -> Int32 {
    if let known = declarationNumbers[declaration] { return known }
    let number = Int32(declarations.count)
    declarationNumbers[declaration] = number
    declarations.append(declaration)
    return number
  }

  /// The program's number, which is new when no equal program was interned before.
  public mutating func internProgram(_ steps: [ProgramStep]) -> Int {
    if let index = programIndices[steps] { return index }
    programIndices[steps] = programs.count
    programs.append(steps)
    return programs.count - 1
  }

  /// The number of a computed style, which is new when no equal one was interned before.
  public mutating func internStyle(_ style: PortableStyle) -> Int {
    let pooled = pool.row(of: style)
    if let known = pooledStyles[pooled.number] { return known }
    var row: [Int32] = []
    row.reserveCapacity(style.entries.count)
    for (index, number) in pooled.entries.enumerated() {
      // OPTIMIZATION: an entry is copied only where its declaration is new.
      let number = Int(number)
      let known = number < pooledDeclarations.count ? pooledDeclarations[number] : -1
      row.append(known >= 0 ? known : self.number(of: style.entries[index], pooled: number))
    }
    let number = internStyle(of: row)
    pooledStyles[pooled.number] = number
    styleRules[number] = pooled.rule
    return number
  }

  /// The number of an entry's declaration, which is made of the page's own entry: equal ones may be written in other ways.
  private mutating func number(of entry: PortableStyle.Entry, pooled number: Int) -> Int32 {
    let declaration = StyleDeclaration(property: strings.intern(entry.field.name), bytes: entry.encoded(&strings))
    if number >= pooledDeclarations.count {
      pooledDeclarations += repeatElement(-1, count: max(number + 1, number * 2) - pooledDeclarations.count)
    }
    pooledDeclarations[number] = self.number(of: declaration)
    return pooledDeclarations[number]
  }

  /// A number that styles share which differ only by their environments, as far as `internStyle` was given them as computed
  /// styles.
  public func rule(ofStyle number: Int) -> Int {
    Int(styleRules[number] < 0 ? StylePool.emptyRule : styleRules[number])
  }

  /// Sets every node's ``PageNode/subtreeEnd`` from the parents.
  public mutating func closeSubtrees() {
    for index in nodes.indices { nodes[index].subtreeEnd = index + 1 }
    for index in nodes.indices.reversed() {
      guard let parent = nodes[index].parent, parent >= 0, parent < index else { continue }
      nodes[parent].subtreeEnd = max(nodes[parent].subtreeEnd, nodes[index].subtreeEnd)
    }
  }
}
