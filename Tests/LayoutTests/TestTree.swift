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

  mutating func replaced(width: Double?, height: Double?) -> Int32 {
    tree.replaced.append(.init(naturalWidth: width, naturalHeight: height))
    return Int32(tree.replaced.count - 1)
  }

  /// Every named node's frame and every line, one a row.
  func dump(width: Double = 200, height: Double = 400) -> String {
    let result = layout(tree, in: InitialViewport(width: width, height: height), measuredBy: SquareMeasurer())
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

  private func describe(_ rect: Rect) -> String {
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
