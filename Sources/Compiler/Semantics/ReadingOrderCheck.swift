import CSSValues
import HTML
import Layout
import Page
import Semantics

/// An element that is shown before another one, which is read or takes the focus first.
struct OrderFinding {
  /// The element that comes later.
  var element: NodeID
  /// The element that comes first.
  var other: NodeID
  /// What moved it.
  var cause: String
}

/// Finds what is seen before what is read before it: by `order`, a reversed direction, or the
/// grid.
struct ReadingOrderCheck {
  private let layout: ViewportLayout
  private let document: Document
  private let tree: SemanticTree
  private let look: EnvironmentLook

  init(_ layout: ViewportLayout, _ document: Document, _ tree: SemanticTree, _ look: EnvironmentLook) {
    self.layout = layout
    self.document = document
    self.tree = tree
    self.look = look
  }

  /// The first pair of each container, in the order of the document.
  func findings() -> [OrderFinding] {
    let containers = layout.tree.nodes.indices.compactMap { index -> (index: Int, cause: String)? in
      guard layout.tree.nodes[index].kind == .element, let cause = cause(of: index) else { return nil }
      return (index, cause)
    }
    guard !containers.isEmpty else { return [] }
    let speaking = speakingElements
    return containers.compactMap { index, cause -> OrderFinding? in
      let items = items(of: index, speaking)
      let isRightToLeft = look.facts(ofNode: index).isRightToLeft
      for (first, second) in zip(items, items.dropFirst())
      where Self.isBefore(second.rect, first.rect, isRightToLeft: isRightToLeft) {
        return OrderFinding(element: second.element, other: first.element, cause: cause)
      }
      return nil
    }
  }

  /// The elements that have something to say, or hold it.
  private var speakingElements: Set<NodeID> {
    var speaking: Set<NodeID> = []
    for node in tree.nodes where node.role == .text || !node.name.isEmpty || node.states.contains(.focusable) {
      var element = document.isElement(node.source) ? node.source : document.parentElement(node.source)
      while element.exists, speaking.insert(element).inserted { element = document.parentElement(element) }
    }
    return speaking
  }

  /// What can move the items of a container; `nil` where nothing does.
  private func cause(of index: Int) -> String? {
    let facts = look.facts(ofNode: index)
    guard facts.isFlex || facts.isGrid, !facts.readsAsSeen else { return nil }
    if facts.isReversed { return "flex-direction" }
    if facts.isWrapReversed { return "flex-wrap" }
    var cause: String? = facts.isDense ? "grid-auto-flow" : nil
    var child = layout.tree.nodes[index].firstChild
    while child >= 0 {
      let item = look.facts(ofNode: Int(child))
      if item.hasOrder { return "order" }
      if facts.isGrid, item.hasGridLines, cause == nil { cause = "its place in the grid" }
      child = layout.tree.nodes[Int(child)].nextSibling
    }
    return cause
  }

  /// The items in flow that have something to say, in the order of reading.
  private func items(of index: Int, _ speaking: Set<NodeID>) -> [(element: NodeID, rect: LayoutRect)] {
    var items: [(element: NodeID, rect: LayoutRect)] = []
    var child = layout.tree.nodes[index].firstChild
    while child >= 0 {
      let number = Int(child)
      child = layout.tree.nodes[number].nextSibling
      guard case .node(let element) = layout.origins[number], speaking.contains(element),
        layout.tree.nodes[number].kind == .element, number < layout.result.frames.count,
        layout.result.frames[number].hasBox
      else { continue }
      if look.facts(ofNode: number).isPositioned { continue }
      items.append((element, layout.result.frames[number].rect))
    }
    return items
  }

  /// Whether a box is wholly above another one, or beside it where lines begin.
  static func isBefore(_ box: LayoutRect, _ other: LayoutRect, isRightToLeft: Bool) -> Bool {
    let across = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
    let down = min(box.y + box.height, other.y + other.height) - max(box.y, other.y)
    if down > 1 {
      guard across <= 1 else { return false }
      return isRightToLeft ? box.x > other.x : box.x < other.x
    }
    return across > 1 && box.y < other.y
  }
}
