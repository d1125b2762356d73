import CSSValues
import Layout
import Page

/// The elements inside of `<svg>` as a page has them.
struct PageGraphicSource<Environment: PageEnvironment>: GraphicSource {
  var environment: Environment
  /// The first node with each id, found when a `<use>` first asks.
  private var elementsByID: [String: Int32]?

  init(_ environment: Environment) { self.environment = environment }

  func tag(of node: Int32) -> String? {
    environment.page.nodes[Int(node)].kind == .svgElement ? environment.tag(of: node) : nil
  }

  func attribute(_ name: String, of node: Int32) -> String? { environment.attribute(name, of: node) }

  func children(of node: Int32) -> [GraphicChild<Int32>] {
    var children: [GraphicChild<Int32>] = []
    let record = environment.page.nodes[Int(node)]
    var child = record.firstChild
    while child >= 0 {
      let sibling = environment.page.nodes[Int(child)]
      if sibling.space.contains(.before) { children.append(space(sibling.space.contains(.lineFeedBefore))) }
      switch sibling.kind {
      case .text: children.append(.text(environment.characters(of: child), child))
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
    var node: Int32 = environment.page.nodes.isEmpty ? -1 : 0
    while node >= 0 {
      let kind = environment.page.nodes[Int(node)].kind
      if kind != .text, !kind.isGenerated, let id = environment.attribute("id", of: node), found[id] == nil {
        found[id] = node
      }
      node = environment.page.next(after: node)
    }
    elementsByID = found
    return found[id]
  }

  mutating func style(of node: Int32, inside parent: Int32, isCopy: Bool) -> Int32? {
    guard let style = environment.style(of: node, inside: parent) else { return isCopy ? parent : nil }
    return environment.styles[Int(style)].box.display == .none ? nil : style
  }
}
