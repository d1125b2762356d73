import Compiler
import HTML
import Layout
import PageFormat

/// What `inspect layout` says about painting: stacking contexts, clips, transforms, corners and sticky places.
struct PaintListing {
  private let page: PageInspection
  private let facts: PaintFactsByNode
  private let sticky: [StyledTree.Index: StickyConstraint]
  private let scrollAreas: [StyledTree.Index: LayoutResult.ScrollArea]
  private let skipped: [Bool]

  init(_ page: PageInspection) {
    self.page = page
    let paint = page.result.paint
    facts = PaintFactsByNode(paint)
    sticky = Dictionary(paint.sticky.map { ($0.node, $0) }) { first, _ in first }
    scrollAreas = Dictionary(page.result.scrollAreas.map { ($0.node, $0) }) { first, _ in first }
    skipped = page.skippedContents
  }

  /// The members of an element's object, those that say nothing left out.
  func members(of element: NodeID, _ paths: inout ElementPaths) -> [(key: String, value: JSONText)] {
    guard let node = page.treeNode(of: element) else { return [] }
    var members: [(key: String, value: JSONText)] = []
    if facts.contexts.contains(node) { members.append(("stackingContext", .bool(true))) }
    let opacity = page.style(of: element)?.visual.opacity ?? 1
    if opacity < 1 { members.append(("opacity", .number(opacity))) }
    if isHidden(node) { members.append(("hidden", .bool(true))) }
    if let rect = facts.clips[node] { members.append(("clip", .object(LayoutListing.members(rect)))) }
    if let rect = facts.clipPaths[node] { members.append(("clipPath", .object(LayoutListing.members(rect)))) }
    if let container = facts.containers[node] {
      let path = container >= 0 ? page.element(of: container).map { paths.path(of: $0) } : nil
      members.append(("containedBy", path.map { .string($0) } ?? .null))
    }
    if let matrix = matrix(of: node) {
      members.append(("transform", .array(matrix.map { .number(LayoutListing.rounded($0)) })))
    }
    if let corners = facts.corners[node] {
      let radii = corners.horizontal + corners.vertical
      members.append(("radii", .array(radii.map { .number(LayoutUnit.rounded($0)) })))
    }
    if let area = scrollAreas[node] {
      let size: [(key: String, value: JSONText)] = [
        ("w", .number(LayoutUnit.rounded(area.contentWidth))),
        ("h", .number(LayoutUnit.rounded(area.contentHeight))),
      ]
      members.append(("scrolls", .object(size)))
    }
    if let constraint = sticky[node] { members.append(("sticky", self.sticky(constraint, &paths))) }
    return members
  }

  private func sticky(_ constraint: StickyConstraint, _ paths: inout ElementPaths) -> JSONText {
    let scroller = constraint.scroller >= 0 ? page.element(of: constraint.scroller).map { paths.path(of: $0) } : nil
    var members: [(key: String, value: JSONText)] = [("scroller", scroller.map { .string($0) } ?? .null)]
    for (name, inset) in insets(constraint) { members.append((name, .number(LayoutUnit.rounded(inset)))) }
    members.append(("bounds", .object(LayoutListing.members(constraint.bounds))))
    return .object(members)
  }

  private func insets(_ constraint: StickyConstraint) -> [(String, Double)] {
    [
      ("top", constraint.top), ("right", constraint.right), ("bottom", constraint.bottom), ("left", constraint.left),
    ].compactMap { name, inset in inset.map { (name, $0) } }
  }

  /// The same in words, with a space before.
  func words(of element: NodeID) -> String {
    guard let node = page.treeNode(of: element) else { return "" }
    var text = ""
    if facts.contexts.contains(node) { text += " stacking context" }
    if isHidden(node) { text += " hidden" }
    if let rect = facts.clips[node] { text += " clip \(LayoutListing.words(rect))" }
    if let rect = facts.clipPaths[node] { text += " clip path \(LayoutListing.words(rect))" }
    if let matrix = matrix(of: node) {
      text += " matrix(\(matrix.map { LayoutListing.number($0) }.joined(separator: " ")))"
    }
    if let constraint = sticky[node] {
      text += " sticky" + insets(constraint).map { " \($0.0) \(LayoutListing.number($0.1))" }.joined()
    }
    return text
  }

  private func isHidden(_ node: StyledTree.Index) -> Bool {
    skipped[Int(node)] || page.tree.styles[Int(page.tree.nodes[Int(node)].style)].text.visibility != .visible
  }

  /// The transform about the border box's left upper corner.
  private func matrix(of node: StyledTree.Index) -> [Double]? {
    page.result.transforms[node]?.matrix(about: page.result.frames[Int(node)].rect)
  }
}
