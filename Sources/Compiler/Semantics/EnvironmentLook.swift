import CSSValues
import HTML
import Layout

/// What the checks of one environment ask of its styles, found once for each distinct style.
struct EnvironmentLook {
  /// What a style says.
  struct Facts {
    var isInline = false
    var isFlex = false
    /// `row-reverse` or `column-reverse` of a flex container.
    var isReversed = false
    var isGrid = false
    var hasOrder = false
    var hasGridLines = false
    var isRightToLeft = false
    /// `absolute` or `fixed`.
    var isPositioned = false
    /// `fixed`.
    var isFixed = false
    var isFloated = false
    /// So transparent that readers do not see it.
    var isTransparent = false
    /// `flex-wrap: wrap-reverse`.
    var isWrapReversed = false
    /// `grid-auto-flow: dense`.
    var isDense = false
    /// `visibility` hides it.
    var isInvisible = false
    /// `reading-flow` reads its items as they are seen.
    var readsAsSeen = false

    init(_ style: ComputedStyle) {
      switch style.box.display {
      case .box(_, let inside, _):
        isInline = style.box.display == .inline
        isFlex = inside == .flex
        isGrid = inside == .grid
      default: break
      }
      if isFlex {
        switch style.flex.direction {
        case .rowReverse, .columnReverse: isReversed = true
        case .row, .column: break
        }
        isWrapReversed = style.flex.wrap == .wrapReverse
      }
      isDense = isGrid && style.grid.autoFlow.isDense
      hasOrder = style.flex.order != 0
      hasGridLines =
        style.grid.rowStart != .auto || style.grid.rowEnd != .auto || style.grid.columnStart != .auto
        || style.grid.columnEnd != .auto
      isRightToLeft = style.text.direction == .rtl
      switch style.box.position {
      case .absolute, .fixed: isPositioned = true
      default: break
      }
      isFixed = style.box.position == .fixed
      isFloated = style.box.float != .none && !isPositioned
      isTransparent = style.visual.opacity < 0.05
      isInvisible = style.text.visibility != .visible
      readsAsSeen =
        style.other[.readingFlow].map { ![.keyword("normal"), .keyword("source-order")].contains($0) } ?? false
    }
  }

  private let layout: ViewportLayout
  private let facts: [Facts]

  init(_ layout: ViewportLayout) {
    self.layout = layout
    facts = layout.tree.styles.map { Facts($0) }
  }

  /// Whether some style takes boxes out of the flow.
  var movesBoxes: Bool { facts.contains { $0.isPositioned || $0.isFloated } }

  /// The facts of a node of the styled tree.
  func facts(ofNode index: Int) -> Facts { facts[Int(layout.tree.nodes[index].style)] }

  /// By node of the document: the place of its element in the styled tree where that has a box, or -1.
  func places(in document: Document) -> [Int32] {
    var places = [Int32](repeating: -1, count: document.nodeCount)
    for (index, origin) in layout.origins.enumerated() {
      guard case .node(let node) = origin, index < layout.result.frames.count, layout.result.frames[index].hasBox,
        layout.tree.nodes[index].kind == .element
      else { continue }
      places[node.index] = Int32(index)
    }
    return places
  }

  /// Whether two environments show the same boxes at the same places in the same colours.
  static func areAlike(_ left: ViewportLayout, _ right: ViewportLayout) -> Bool {
    guard left.tree.nodes.count == right.tree.nodes.count, left.result.frames == right.result.frames,
      left.tree.nodes == right.tree.nodes, left.origins == right.origins, left.tree.styles == right.tree.styles,
      left.result.lines.count == right.result.lines.count
    else { return false }
    return isDark(left) == isDark(right)
  }

  /// Whether the canvas is that of the dark scheme.
  static func isDark(_ layout: ViewportLayout) -> Bool {
    guard let root = layout.tree.nodes.first else { return false }
    return layout.tree.styles[Int(root.style)].usesDarkScheme(prefersDark: layout.viewport.colorScheme == .dark)
  }
}
