import Page
import PageFormat

/// Finds what covers something else: lines of text, images and controls, by a sweep from the top of the page.
struct OverlapSearch {
  /// Two nodes, the smaller number first.
  struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// Pairs of rectangles that are looked at in one viewport of a page; beyond, the search ends and says so.
  private static let mostComparisons = 250_000
  /// Nearer rectangles touch: lines are as high as their fonts, which may be more than the distance of lines. In 1/64 px.
  private static let tolerance: Int32 = 3 * 64

  /// The pairs with what both cover, at most once each.
  private(set) var pairs: [Pair: UnitRect] = [:]
  /// Whether the search ended before its time.
  private(set) var isCut = false

  /// Looks for overlaps.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - layout: its layout.
  ///   - lines: the lines of text with their nodes.
  ///   - box: the border box of a node.
  ///   - wanted: pairs of which neither is wanted are passed over.
  init(
    _ page: PageReader, _ layout: LayoutReader, lines: [(node: Int, frame: UnitRect)],
    box: (Int) -> UnitRect?, wanted: (Int) -> Bool
  ) {
    var items: [(node: Int, frame: UnitRect)] = lines
    for node in 0..<page.nodeCount where Self.isContent(node, page) {
      if let frame = box(node) { items.append((node, frame)) }
    }
    items = items.filter { item in
      item.frame.width > Self.tolerance && item.frame.height > Self.tolerance
        && layout.flags(item.node).isDisjoint(with: [.invisible])
    }
    items.sort { ($0.frame.y, $0.frame.x, $0.node) < ($1.frame.y, $1.frame.x, $1.node) }
    let bars = Self.fixedBoxes(page, layout)
    var active: [(node: Int, frame: UnitRect)] = []
    var comparisons = 0
    for item in items {
      active.removeAll { $0.frame.bottom - Self.tolerance <= item.frame.y }
      comparisons += active.count
      guard comparisons <= Self.mostComparisons else {
        isCut = true
        return
      }
      for other in active where other.node != item.node && (wanted(item.node) || wanted(other.node)) {
        guard let area = Self.common(other.frame, item.frame), !Self.isAround(other.node, item.node, page),
          bars.isEmpty || bars[item.node] == bars[other.node]
        else { continue }
        let pair = Pair(first: min(other.node, item.node), second: max(other.node, item.node))
        if pairs[pair] == nil { pairs[pair] = Self.clipped(area, pair, page, layout) }
      }
      active.append(item)
    }
  }

  /// The fixed box that each node is in, -1 for none, on a page that scrolls: there everything goes below a fixed bar at some
  /// moment, so that only what is in one of them is compared. Empty where nothing scrolls.
  private static func fixedBoxes(_ page: PageReader, _ layout: LayoutReader) -> [Int] {
    guard Double(layout.contentHeight) / 64 > layout.viewport.height / layout.pageScale else { return [] }
    var boxes: [Int] = []
    boxes.reserveCapacity(page.nodeCount)
    for node in 0..<page.nodeCount {
      boxes.append(layout.flags(node).contains(.fixed) ? node : page.parent(node).map { boxes[$0] } ?? -1)
    }
    return boxes
  }

  private static func isContent(_ node: Int, _ page: PageReader) -> Bool {
    if page.flags(node).contains(.replaced) { return true }
    guard page.kind(node) == .element, let tag = page.tag(node) else { return false }
    return ["button", "input", "select", "textarea"].contains(tag)
  }

  private static func common(_ left: UnitRect, _ right: UnitRect) -> UnitRect? {
    let (x, y) = (max(left.x, right.x), max(left.y, right.y))
    let width = min(left.right, right.right) &- x
    let height = min(left.bottom, right.bottom) &- y
    guard width > tolerance, height > tolerance else { return nil }
    return UnitRect(x: x, y: y, width: width, height: height)
  }

  /// Whether one node is in the other.
  private static func isAround(_ left: Int, _ right: Int, _ page: PageReader) -> Bool {
    let (outer, inner) = (min(left, right), max(left, right))
    return inner < page.subtreeEnd(outer)
  }

  /// What of an overlap shows within the boxes that clip both nodes; `nil` for nothing.
  private static func clipped(
    _ area: UnitRect, _ pair: Pair, _ page: PageReader, _ layout: LayoutReader
  ) -> UnitRect? {
    var area = area
    for node in [pair.first, pair.second] {
      for clipper in layout.clippingNodes(of: node, in: page) {
        guard let clip = layout.clip(clipper, in: page), let rest = common(area, UnitRect(clip)) else { return nil }
        area = rest
      }
    }
    return area
  }
}
