import CSSValues
import Layout
import PageFormat

/// The elements inside of `<svg>` as a page file has them.
struct PageGraphicSource: GraphicSource {
  private let page: PageReader
  private let source: PageTree
  private let overrides: [Int32: Int32]
  var styles: StyleComputation
  /// The first node with each id, found when a `<use>` first asks.
  private(set) var elementsByID: [String: Int32]?
  /// The first style that could not be read.
  private(set) var error: PageFormatError?

  init(
    _ page: PageReader, _ source: PageTree, overrides: [Int32: Int32], styles: StyleComputation,
    elementsByID: [String: Int32]?
  ) {
    self.page = page
    self.source = source
    self.overrides = overrides
    self.styles = styles
    self.elementsByID = elementsByID
  }

  func tag(of node: Int32) -> String? {
    let record = source.nodes[Int(node)]
    return record.kind == .svgElement ? page.tag(Int(record.source)) : nil
  }

  func attribute(_ name: String, of node: Int32) -> String? {
    let record = Int(source.nodes[Int(node)].source)
    return page.attribute(record, name) ?? (name == "href" ? page.attribute(record, "xlink:href") : nil)
  }

  func children(of node: Int32) -> [GraphicChild<Int32>] {
    var children: [GraphicChild<Int32>] = []
    let record = source.nodes[Int(node)]
    var child = record.firstChild
    while child >= 0 {
      let sibling = source.nodes[Int(child)]
      if sibling.space.contains(.before) { children.append(space(sibling.space.contains(.lineFeedBefore))) }
      switch sibling.kind {
      case .text: children.append(.text(Array((sibling.text ?? page.text(Int(sibling.source)) ?? "").utf16), child))
      case .element, .svgElement, .mathMLElement: children.append(.element(child))
      case .marker, .before, .after: break
      }
      child = sibling.nextSibling
    }
    if record.space.contains(.atEnd) { children.append(space(record.space.contains(.lineFeedAtEnd))) }
    return children
  }

  private func space(_ hasLineFeed: Bool) -> GraphicChild<Int32> { .text([hasLineFeed ? 0x0A : 0x20], nil) }

  mutating func element(withID id: String) -> Int32? {
    if let elementsByID { return elementsByID[id] }
    var found: [String: Int32] = [:]
    for (node, record) in source.nodes.enumerated() where record.kind != .text {
      if let id = page.attribute(Int(record.source), "id"), found[id] == nil { found[id] = Int32(node) }
    }
    elementsByID = found
    return found[id]
  }

  mutating func style(of node: Int32, inside parent: Int32, isCopy: Bool) -> Int32? {
    let record = source.nodes[Int(node)]
    let style = record.hasOwnStyle ? record.style : overrides[record.source] ?? record.style
    guard style >= 0 else { return isCopy ? parent : nil }
    do throws(PageFormatError) {
      let index = try styles.index(of: style, parent: parent)
      return styles.styles[Int(index)].box.display == .none ? nil : index
    } catch {
      self.error = self.error ?? error
      return nil
    }
  }
}
