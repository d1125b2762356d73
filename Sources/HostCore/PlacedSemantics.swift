import CSSValues
import HybridClient
import PageFormat

/// The things of a painted page that assistive technology presents, each with its place: what a host makes elements of.
public struct PlacedSemantics: Sendable {
  /// A thing with its place.
  public struct Element: Sendable {
    /// The page's node.
    public var node: Int
    /// What is said of it.
    public var summary: AccessibilitySummary
    /// In CSS px of the page.
    public var frame: LayoutRect
    /// Where it leads, as the page writes it; `nil` for anything but a link.
    public var link: String?
  }

  /// The elements in the order of reading.
  public let elements: [Element]
  /// The most elements: those of a first screen are few.
  private static let most = 2_000

  /// The elements of a page that touch an area.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - area: in CSS px of the page.
  public init(_ page: OpenedPage, in area: LayoutRect) {
    var elements: [Element] = []
    let reader = page.page
    let tree = PageAccessibility(reader, layout: page.layout)
    let placed = page.nodes
    var read: Set<Int> = []
    for node in tree.nodes {
      guard elements.count < Self.most else { break }
      // What a control or a heading is named by is read with it.
      if let parent = node.parent, read.contains(parent) {
        read.insert(tree.nodes.firstIndex(ofNode: node.node) ?? -1)
        continue
      }
      let summary = AccessibilitySummary(node)
      guard summary.isElement, let frame = Self.frame(of: placed[node.node]), frame.touches(area) else { continue }
      if node.states.contains(.namedByContent) || node.states.contains(.presentsChildren) {
        read.insert(tree.nodes.firstIndex(ofNode: node.node) ?? -1)
      }
      let isLink = reader.kind(node.node) == .element && reader.tag(node.node) == "a"
      elements.append(
        Element(
          node: node.node, summary: summary, frame: frame,
          link: isLink ? reader.attribute(node.node, "href") : nil))
    }
    self.elements = elements
  }

  /// A node's box, or that of its lines.
  private static func frame(of placed: PlacedNode) -> LayoutRect? {
    if let frame = placed.frame, frame.width > 0, frame.height > 0 { return frame }
    return placed.lines.map(\.frame.rect).reduce(nil) { whole, line in whole?.united(line) ?? line }
  }
}

extension [PageAccessibility.Node] {
  /// The place of a node: they are in pre-order, so that numbers ascend.
  fileprivate func firstIndex(ofNode node: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].node == node ? low : nil
  }
}
