import CSSValues

@testable import Layout

/// A tree of boxes written down, and what layout makes of it as text.
struct BoxFixture {
  var change: (inout ComputedStyle) -> Void
  var children: [BoxFixture]
  var text: String?

  /// An element.
  static func box(
    _ display: Display, _ change: @escaping (inout ComputedStyle) -> Void = { _ in }, _ children: [BoxFixture] = []
  ) -> BoxFixture {
    BoxFixture(
      change: {
        $0.box.display = display
        $0.box.originalDisplay = display
        change(&$0)
      }, children: children)
  }

  static func flex(
    _ change: @escaping (inout ComputedStyle) -> Void = { _ in }, _ children: [BoxFixture] = []
  ) -> BoxFixture { box(.flex, change, children) }

  static func grid(
    _ change: @escaping (inout ComputedStyle) -> Void = { _ in }, _ children: [BoxFixture] = []
  ) -> BoxFixture { box(.grid, change, children) }

  static func block(
    _ change: @escaping (inout ComputedStyle) -> Void = { _ in }, _ children: [BoxFixture] = []
  ) -> BoxFixture { box(.block, change, children) }

  /// A text of 10 px squares.
  static func text(_ text: String) -> BoxFixture { BoxFixture(change: { _ in }, children: [], text: text) }

  /// Lays the tree out in 1000 × 1000 px: a line for each element, `x y w h` from the parent's border box.
  func dump() -> String {
    let tree = tree
    let result = layout(tree, in: Viewport(width: 1000, height: 1000), measuredBy: SquareMeasurer())
    var lines: [String] = []
    func visit(_ node: StyledTree.Index, _ depth: Int, _ parent: LayoutRect) {
      guard tree.nodes[Int(node)].kind == .element else { return }
      let rect = result.frames[Int(node)].rect
      let values = [rect.x - parent.x, rect.y - parent.y, rect.width, rect.height].map(Self.number)
      lines.append(String(repeating: "  ", count: depth) + values.joined(separator: " "))
      var child = tree.nodes[Int(node)].firstChild
      while child >= 0 {
        visit(child, depth + 1, rect)
        child = tree.nodes[Int(child)].nextSibling
      }
    }
    visit(0, 0, .zero)
    return lines.joined(separator: "\n")
  }

  /// How many layouts of each element were asked for and kept, in document order.
  func answerCounts() -> [Int] {
    let tree = tree
    let engine = LayoutEngine(
      tree, viewport: Viewport(width: 1000, height: 1000), scrollbars: Scrollbars(), measurer: SquareMeasurer(),
      keepsCommits: true)
    _ = engine.run()
    let boxes = EngineAdoption.boxes(of: engine)
    return tree.nodes.indices.filter { tree.nodes[$0].kind == .element }.map {
      engine.cache.pointee.takeAnswers(of: boxes[$0]).count
    }
  }

  /// How many columns each grid has, in document order.
  func columnCounts() -> [Int] {
    let result = layout(tree, in: Viewport(width: 1000, height: 1000), measuredBy: SquareMeasurer())
    return result.grids.sorted { $0.key < $1.key }.map(\.value.columns.sizes.count)
  }

  private var tree: StyledTree {
    var tree = StyledTree()
    var style = ComputedStyle()
    style.font.size = 10
    style.font.lineHeight = .number(1)
    append(to: &tree, -1, style)
    return tree
  }

  private func append(to tree: inout StyledTree, _ parent: StyledTree.Index, _ inherited: ComputedStyle) {
    if let text {
      tree.appendText(text.utf16, to: parent)
      return
    }
    var style = inherited.inheritedOnly()
    change(&style)
    tree.styles.append(style)
    let node = tree.appendElement(to: parent, style: Int32(tree.styles.count - 1))
    for child in children { child.append(to: &tree, node, style) }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 64).rounded() / 64)"
  }
}

/// A length in px as a size.
func px(_ value: Double) -> SizeValue { .value(.length(value)) }

/// A percentage as a size.
func percent(_ value: Double) -> SizeValue { .value(.percentage(value)) }

extension ComputedStyle {
  /// Sets `width` and `height` in px.
  mutating func size(_ width: Double?, _ height: Double?) {
    if let width { box.width = px(width) }
    if let height { box.height = px(height) }
  }
}
