import HTML
import Page
import PageFormat
import Semantics

extension PageEncoder {
  /// What nodes mean: of each the semantics in the first environment that shows it. Call it after ``encodePage(title:)``.
  ///
  /// - Parameters:
  ///   - layouts: what was laid out.
  ///   - known: their semantics, where these were computed before; or none.
  mutating func encodeSemantics(_ layouts: [ViewportLayout], known: [SemanticTree]) {
    var isKnown = [Bool](repeating: false, count: page.nodes.count)
    var rows: [PageSemantics] = []
    var shown = [Bool](repeating: false, count: document.nodeCount)
    for (index, layout) in layouts.enumerated() {
      guard showsMore(layout, than: &shown) else { continue }
      // OPTIMIZATION: checking the page has made the trees already.
      let tree =
        known.indices.contains(index)
        ? known[index] : SemanticTree(document, styles: LayoutStyles(layout), isToken: page.dialect == .token)
      for node in tree.nodes where node.role != .text {
        let number = Int(nodeIndices[node.source.index])
        guard number >= 0, !isKnown[number] else { continue }
        isKnown[number] = true
        rows.append(
          PageSemantics(
            node: number, role: node.role, states: node.states, name: node.name, description: node.description,
            properties: node.orderedProperties.map { .init($0.property, $0.value) }))
      }
      for element in tree.hidden {
        let number = Int(nodeIndices[element.index])
        guard number >= 0, !isKnown[number] else { continue }
        isKnown[number] = true
        let isInert = document.hasAttribute(element, .inert)
        rows.append(PageSemantics(node: number, role: .generic, states: isInert ? [.hidden, .inert] : .hidden))
      }
    }
    page.semantics = rows.sorted { $0.node < $1.node }
  }

  /// Whether a layout displays an element that none before it does.
  private func showsMore(_ layout: ViewportLayout, than shown: inout [Bool]) -> Bool {
    var isMore = false
    for (index, origin) in layout.origins.enumerated() where layout.tree.nodes[index].kind == .element {
      guard case .node(let node) = origin, !shown[node.index] else { continue }
      shown[node.index] = true
      isMore = true
    }
    return isMore
  }
}
