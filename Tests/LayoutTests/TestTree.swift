import CSSValues
import Layout

/// Builds small styled trees and dumps what layout makes of them.
struct TestTree {
  private(set) var tree = StyledTree()
  private var names: [Int32: String] = [:]

  /// A tree whose root is a block in a font of 10 px squares.
  init() {
    var style = ComputedStyle()
    style.box.display = .block
    style.box.originalDisplay = .block
    style.font.size = 10
    style.font.lineHeight = .number(1)
    tree.styles.append(style)
    tree.appendElement(to: -1, style: 0)
  }

  /// Appends an element; its style starts from what it inherits.
  @discardableResult
  mutating func add(
    _ name: String, to parent: Int32 = 0, role: StyledTree.Role = .generic, display: Display = .block,
    detail: Int32 = -1,
    _ change: (inout ComputedStyle) -> Void = { _ in }
  ) -> Int32 {
    var style = tree.styles[Int(tree.nodes[Int(parent)].style)].inheritedOnly()
    style.box.display = display
    style.box.originalDisplay = display
    change(&style)
    tree.styles.append(style)
    let index = tree.appendElement(to: parent, style: Int32(tree.styles.count - 1), role: role, detail: detail)
    names[index] = name
    return index
  }

  mutating func text(_ text: String, to parent: Int32) {
    tree.appendText(text.utf16, to: parent)
  }

  /// Adds a span of a table cell and answers its index.
  mutating func span(columns: Int32, rows: Int32) -> Int32 {
    tree.tableSpans.append(.init(columns: columns, rows: rows))
    return Int32(tree.tableSpans.count - 1)
  }

  mutating func textField(columns: Int32) -> Int32 {
    tree.textControls.append(.init(columns: columns, rows: 1))
    return Int32(tree.textControls.count - 1)
  }

  mutating func replaced(width: Double?, height: Double?) -> Int32 {
    tree.replaced.append(.init(naturalWidth: width, naturalHeight: height))
    return Int32(tree.replaced.count - 1)
  }

  /// Every named node's frame and every line, one a row.
  func dump(width: Double = 200, height: Double = 400, measuredBy measurer: SquareMeasurer = SquareMeasurer()) -> String
  {
    let result = layout(tree, in: Viewport(width: width, height: height), measuredBy: measurer)
    var rows: [String] = []
    for index in tree.nodes.indices {
      guard let name = names[Int32(index)] else { continue }
      let frame = result.frames[index]
      rows.append(frame.hasBox ? "\(name) \(describe(frame.rect))" : "\(name) none")
    }
    for line in result.lines {
      let text = String(decoding: line.text, as: UTF16.self)
      rows.append("\"\(text)\" \(describe(line.rect)) of \(line.range)")
    }
    return rows.joined(separator: "\n")
  }

  /// What lines show that `text-overflow` cuts off.
  func shownTexts() -> String {
    let result = layout(tree, in: Viewport(width: 200, height: 400), measuredBy: SquareMeasurer())
    return result.lines.compactMap { line in
      line.shown.map { "\(String(decoding: $0.text, as: UTF16.self)) \(describe($0.rect)) of \($0.range)" }
    }.joined(separator: "\n")
  }

  private func name(_ node: Int32) -> String {
    if let name = names[node] { return name }
    let source = tree.nodes[Int(node)]
    guard source.kind == .text else { return "" }
    let units = tree.text[Int(source.textStart)..<Int(source.textStart + source.textLength)]
    return "“\(String(decoding: units, as: UTF16.self))”"
  }

  /// The names of nodes and texts in the order of painting, then the stacking contexts.
  func paintOrder() -> String {
    let paint = layout(tree, in: Viewport(width: 200, height: 400), measuredBy: SquareMeasurer()).paint
    guard !paint.order.isEmpty else { return "tree order" }
    let order = paint.order.map(name).filter { !$0.isEmpty }.joined(separator: " ")
    let contexts = paint.stackingContexts.map(name).joined(separator: " ")
    return order + (contexts.isEmpty ? "" : "; contexts \(contexts)")
  }

  /// Clips, corners and sticky places, one a row.
  func painting() -> String {
    let paint = layout(tree, in: Viewport(width: 200, height: 400), measuredBy: SquareMeasurer()).paint
    var rows = paint.clips.map { "\(name($0.node)) clip \(describe($0.rect))" }
    rows += paint.clipPaths.map { "\(name($0.node)) clip path \(describe($0.rect))" }
    rows += paint.containers.map {
      "\(name($0.node)) contained by \($0.container >= 0 ? name($0.container) : "the page")"
    }
    rows += paint.corners.map { corners in
      let radii = [corners.horizontal, corners.vertical].map { $0.map(describe).joined(separator: " ") }
      return "\(name(corners.node)) corners \(radii[0]) / \(radii[1])"
    }
    rows += paint.sticky.map { sticky in
      var row = "\(name(sticky.node)) sticks to \(sticky.scroller >= 0 ? name(sticky.scroller) : "the page")"
      let insets = [("top", sticky.top), ("right", sticky.right), ("bottom", sticky.bottom), ("left", sticky.left)]
      for (edge, inset) in insets { if let inset { row += " \(edge) \(describe(inset))" } }
      return row + " within \(describe(sticky.bounds))"
    }
    return rows.joined(separator: "\n")
  }

  private func describe(_ rect: LayoutRect) -> String {
    [rect.x, rect.y, rect.width, rect.height].map(describe).joined(separator: " ")
  }

  private func describe(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension BoxStyle {
  mutating func setWidth(_ value: Double) { width = .value(.length(value)) }
  mutating func setHeight(_ value: Double) { height = .value(.length(value)) }
}
