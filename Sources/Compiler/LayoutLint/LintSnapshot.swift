import CSSValues
import HTML
import Layout
import Page

/// What is arranged how on a page at one width: what the search for faults compares between widths.
struct LintSnapshot: Sendable {
  /// Something that is wrong where it does not hold at all widths.
  enum Fact: Hashable, Sendable {
    /// The page scrolls sideways, as far as the element reaches.
    case overflow(NodeID)
    /// What an element shows is beyond the border box of another one that it is in.
    case protrusion(NodeID, of: NodeID)
    /// What two elements show covers each other.
    case collision(NodeID, NodeID)
  }

  /// The children of an element in rows.
  struct Arrangement: Hashable, Sendable {
    /// The children that are displayed, in the order of the document.
    var members: [NodeID]
    /// The row of each of them, from 0.
    var rows: [Int]
    /// Whether the children are as items of a bar are: low, and of about one height.
    var isBar = false
    /// Whether the last child takes most of its row.
    var isLastWide = false

    /// How many children each row has.
    var counts: [Int] {
      var counts: [Int] = []
      for row in rows { if row < counts.count { counts[row] += 1 } else { counts.append(1) } }
      return counts
    }
  }

  /// The width of the screen in CSS px.
  let width: Int
  /// What holds at the width, with how far it goes in px.
  private(set) var facts: [Fact: Double] = [:]
  /// The arrangements by element.
  private(set) var arrangements: [NodeID: Arrangement] = [:]
  /// The elements that show something.
  private(set) var shown: Set<NodeID> = []

  /// Nearer edges touch.
  private static let tolerance = 3.0
  /// Lines reach this far below boxes whose lines are closer than their font is high.
  private static let lineTolerance = 8.0
  private static let mostComparisons = 200_000
  private static let mostChildren = 40
  /// The most things that stick out at one width.
  private static let mostOverflows = 8

  /// Whether two widths have the same arrangement.
  func isLike(_ other: LintSnapshot) -> Bool {
    facts.count == other.facts.count && facts.keys.allSatisfy { other.facts[$0] != nil }
      && arrangements.count == other.arrangements.count
      && arrangements.allSatisfy { element, arrangement in
        other.arrangements[element].map { $0.members == arrangement.members && $0.rows == arrangement.rows } ?? false
      }
  }

  init(_ layout: ViewportLayout, _ document: Document, width: Int) {
    self.width = width
    let boxes = LintBoxes(layout, document)
    shown = boxes.shown
    findOverflow(layout, boxes)
    findProtrusions(boxes)
    findCollisions(boxes)
    findRows(boxes, document)
  }

  private static func isInNavigation(_ element: NodeID, _ document: Document) -> Bool {
    var node = element
    while node.exists, document.isElement(node) {
      if document.isElement(node, .nav) || document.value(node, .role)?.lowercased() == "navigation" { return true }
      node = document.parent(node)
    }
    return false
  }

  // MARK: Facts

  private mutating func findOverflow(_ layout: ViewportLayout, _ boxes: LintBoxes) {
    let edge = layout.viewport.width
    let reach = layout.result.contentWidth
    guard reach > edge + 1 else { return }
    // What sticks out by itself: not because something in it does.
    var found: NodeID?
    for item in boxes.items where item.rect.right >= reach - 1 && !item.isFixed {
      found = item.element
      break
    }
    if found == nil {
      for index in boxes.tree.nodes.indices {
        guard let element = boxes.element(index), let rect = boxes.visible(index), rect.right >= reach - 1,
          !boxes.isFixed[index], index > 0, boxes.tree.nodes[index].role != .body
        else { continue }
        found = element
      }
    }
    guard let found else { return }
    facts[.overflow(found)] = reach
    findFurtherOverflows(edge, boxes)
  }

  /// What else sticks out by itself, in other rows of the page: one fault does not hide the others.
  private mutating func findFurtherOverflows(_ edge: Double, _ boxes: LintBoxes) {
    let nodes = boxes.tree.nodes
    func isWide(_ index: Int) -> Bool { boxes.visible(index).map { $0.right > edge + 1 } ?? false }
    // In a page that is too wide as a whole, everything is.
    guard !nodes.indices.contains(where: { ($0 == 0 || nodes[$0].role == .body) && boxes.frame($0).right > edge + 1 })
    else { return }
    /// The outermost box around a node that is too wide, or the node.
    func outermost(_ index: Int) -> Int {
      var (current, found) = (index, index)
      while current > 0, nodes[current].role != .body {
        if isWide(current) { found = current }
        current = Int(nodes[current].parent)
      }
      return found
    }
    var groups: [(outer: Int, rows: LayoutRect, element: NodeID, reach: Double)] = []
    for item in boxes.items where item.rect.right > edge + 1 && !item.isFixed {
      let outer = outermost(item.isText ? Int(nodes[item.index].parent) : item.index)
      let rows = item.rect
      // Neighbours in a row, and parts of one box, have one cause.
      if let known = groups.firstIndex(where: { group in
        group.outer == outer
          || nodes[group.outer].parent == nodes[outer].parent
            && min(group.rows.bottom, rows.bottom) > max(group.rows.y, rows.y)
      }) {
        if rows.right > groups[known].reach {
          (groups[known].element, groups[known].reach) = (item.element, rows.right)
        }
        let (top, bottom) = (min(groups[known].rows.y, rows.y), max(groups[known].rows.bottom, rows.bottom))
        groups[known].rows = LayoutRect(x: 0, y: top, width: 0, height: bottom - top)
      } else if groups.count < Self.mostOverflows {
        groups.append((outer, rows, item.element, rows.right))
      }
    }
    let farthest = groups.map(\.reach).max() ?? 0
    for group in groups where group.reach < farthest { facts[.overflow(group.element)] = group.reach }
  }

  private mutating func findProtrusions(_ boxes: LintBoxes) {
    for item in boxes.items where !item.isFixed && !item.isMoved {
      var inner = item.index
      var current = item.isText ? Int(boxes.tree.nodes[item.index].parent) : item.index
      if !item.isText { current = Int(boxes.tree.nodes[current].parent) }
      while current > 0 {
        let style = boxes.style(current)
        // Who is placed by hand, drawn out or scrolled is meant to be there.
        if boxes.isPlaced(inner) || style.box.overflowX != .visible { break }
        if boxes.isDecorated[current], !boxes.isInline(current), boxes.tree.nodes[current].role != .body {
          let frame = boxes.frame(current)
          let over = max(item.rect.right - frame.right, frame.x - item.rect.x)
          let below = item.rect.bottom - frame.bottom - Self.lineTolerance
          if max(over, below) > Self.tolerance, let parent = boxes.element(current) {
            let child = boxes.element(inner) ?? item.element
            let fact = Fact.protrusion(child == parent ? item.element : child, of: parent)
            facts[fact] = max(facts[fact] ?? 0, max(over, below))
          }
          break
        }
        if boxes.isPlaced(current) { break }
        inner = current
        current = Int(boxes.tree.nodes[current].parent)
      }
    }
  }

  private mutating func findCollisions(_ boxes: LintBoxes) {
    let items = boxes.items.filter { !$0.isFixed && !$0.isMoved && $0.isContent }.sorted {
      ($0.rect.y, $0.rect.x, $0.index) < ($1.rect.y, $1.rect.x, $1.index)
    }
    var active: [LintBoxes.Item] = []
    var comparisons = 0
    for item in items {
      active.removeAll { $0.rect.bottom - Self.tolerance <= item.rect.y }
      comparisons += active.count
      guard comparisons <= Self.mostComparisons else { return }
      for other in active {
        let width = min(item.rect.right, other.rect.right) - max(item.rect.x, other.rect.x)
        let height = min(item.rect.bottom, other.rect.bottom) - max(item.rect.y, other.rect.y)
        // Letters do not fill the height of their line.
        let isOfLines = item.isText && other.isText
        let least = isOfLines ? max(Self.tolerance, 0.3 * min(item.rect.height, other.rect.height)) : Self.tolerance
        guard width > Self.tolerance, height > least else { continue }
        // A sign in a field is meant.
        if item.isControl && other.isOut || other.isControl && item.isOut { continue }
        // Lines of one block, however tall their fonts are, belong together.
        if item.block == other.block, item.isText, other.isText { continue }
        // A text on a picture is meant; a picture on a text is not.
        if item.isText != other.isText, item.isPicture || other.isPicture {
          let (text, picture) = item.isText ? (item, other) : (other, item)
          if text.order > picture.order { continue }
        }
        guard let (first, second) = boxes.siblings(item.index, other.index) else { continue }
        let fact = Fact.collision(first, second)
        facts[fact] = max(facts[fact] ?? 0, min(width, height))
      }
      active.append(item)
    }
  }

  private mutating func findRows(_ boxes: LintBoxes, _ document: Document) {
    var children: [Int: [Int]] = [:]
    var order: [Int] = []
    var hasText: Set<Int> = []
    for item in boxes.items where item.isText { hasText.insert(Int(boxes.tree.nodes[item.index].parent)) }
    for index in boxes.tree.nodes.indices where index > 0 && boxes.tree.nodes[index].kind == .element {
      guard boxes.element(index) != nil, boxes.visible(index) != nil, !boxes.isFixed[index] else { continue }
      let parent = Int(boxes.tree.nodes[index].parent)
      if children[parent] == nil { order.append(parent) }
      children[parent, default: []].append(index)
    }
    for parent in order {
      guard let members = children[parent], (2...Self.mostChildren).contains(members.count), !hasText.contains(parent),
        let container = boxes.element(parent), !boxes.isTablePart(parent),
        members.allSatisfy({ !boxes.isPlaced($0) })
      else { continue }
      // Links in a line are a bar where they navigate; elsewhere they are text.
      let inlineCount = members.count(where: boxes.isInline)
      guard inlineCount == 0 || inlineCount == members.count && Self.isInNavigation(container, document) else {
        continue
      }
      var arrangement = Arrangement(members: members.compactMap(boxes.element), rows: [])
      var (top, bottom) = (-Double.infinity, -Double.infinity)
      var row = -1
      for member in members {
        let frame = boxes.frame(member)
        // The padding of what is in lines reaches into the lines above and below.
        let isBelow = inlineCount > 0 ? frame.y > top + Self.lineTolerance : frame.y >= bottom - 1
        if isBelow {
          top = frame.y
          row += 1
          bottom = frame.bottom
        } else {
          bottom = max(bottom, frame.bottom)
        }
        arrangement.rows.append(row)
      }
      let heights = members.map { boxes.frame($0).height }
      arrangement.isBar =
        (heights.max() ?? 0) <= 72 && (heights.max() ?? 0) <= 1.9 * max(1, heights.min() ?? 0) && !boxes.isGrid(parent)
      if let last = members.last {
        arrangement.isLastWide = boxes.frame(last).width >= 0.85 * boxes.frame(parent).width
      }
      arrangements[container] = arrangement
    }
  }
}

extension LayoutRect {
  /// What two rectangles share; `nil` for nothing.
  func common(_ other: LayoutRect) -> LayoutRect? {
    let shared = intersection(other)
    return shared.isEmpty ? nil : shared
  }
}
