import HTML
import Layout
import Page
import Semantics

/// Finds controls that `position` or `float` shows before the control that takes the focus first.
///
/// It compares two controls that follow each other, where both are in boxes that their common parent positions, or floats.
/// Where only one of them left the flow, readers know the pattern: a button in the corner that closes a dialog. Items of flex
/// and grid containers are for ``ReadingOrderCheck``.
struct FocusOrderCheck {
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
    guard look.movesBoxes else { return [] }
    let places = look.places(in: document)
    let isShown = shown
    var findings: [OrderFinding] = []
    var containers: Set<Int> = []
    var previous: (place: Int, node: SemanticNode)?
    for node in tree.nodes where node.states.contains(.focusable) && !node.states.contains(.disabled) {
      let index = node[.tabIndex].flatMap { Int($0) } ?? 0
      // The numbers make another order, which HYB6107 reports.
      if index > 0 { return [] }
      let place = Int(places[node.source.index])
      guard index == 0, place >= 0, isShown[place], isOnPage(place) else { continue }
      if let (first, before) = previous, !areOneStop(before, node), let (container, cause) = mover(of: first, place),
        case .node(let other) = layout.origins[first], containers.insert(container).inserted
      {
        findings.append(OrderFinding(element: node.source, other: other, cause: cause))
      }
      previous = (place, node)
    }
    return findings
  }

  /// Whether two radio buttons are of one group, which the tab key reaches once (HTML, 6.6.3).
  private func areOneStop(_ one: SemanticNode, _ other: SemanticNode) -> Bool {
    guard one.role == .radio, other.role == .radio else { return false }
    let name = document.value(one.source, .name)
    return name != nil && name == document.value(other.source, .name)
  }

  /// By node of the styled tree whether it is seen where its frame is: nothing around it is transparent or transformed.
  private var shown: [Bool] {
    var shown = [Bool](repeating: true, count: layout.tree.nodes.count)
    for (index, node) in layout.tree.nodes.enumerated() {
      let isParentShown = node.parent < 0 || shown[Int(node.parent)]
      shown[index] =
        isParentShown && !look.facts(ofNode: index).isTransparent
        && layout.result.transforms[StyledTree.Index(index)] == nil
    }
    return shown
  }

  /// Links that skip to the contents are often left of the page until they take the focus.
  private func isOnPage(_ index: Int) -> Bool {
    let rect = layout.result.frames[index].rect
    return rect.width > 2 && rect.height > 2 && rect.x + rect.width > 0 && rect.y + rect.height > 0
  }

  /// The container of two controls and the property that shows the second one first; `nil` where none does.
  private func mover(of first: Int, _ second: Int) -> (container: Int, cause: String)? {
    // Parents have lower numbers than what is in them. All steps together are as many as the tree has nodes.
    var (left, right) = (first, second)
    var (leftBranch, rightBranch) = (first, second)
    while left != right {
      if left > right {
        leftBranch = left
        left = Int(layout.tree.nodes[left].parent)
      } else {
        rightBranch = right
        right = Int(layout.tree.nodes[right].parent)
      }
      guard left >= 0, right >= 0 else { return nil }
    }
    // One is in the other.
    guard left != first, left != second else { return nil }
    let (one, other) = (look.facts(ofNode: leftBranch), look.facts(ofNode: rightBranch))
    let cause: String
    if one.isPositioned, other.isPositioned, one.isFixed == other.isFixed {
      cause = "position"
    } else if one.isFloated, other.isFloated {
      cause = "float"
    } else {
      return nil
    }
    let isRightToLeft = look.facts(ofNode: left).isRightToLeft
    let frames = layout.result.frames
    guard
      ReadingOrderCheck.isBefore(frames[rightBranch].rect, frames[leftBranch].rect, isRightToLeft: isRightToLeft),
      ReadingOrderCheck.isBefore(frames[second].rect, frames[first].rect, isRightToLeft: isRightToLeft)
    else { return nil }
    return (left, cause)
  }
}
