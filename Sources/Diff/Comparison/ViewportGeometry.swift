import PageFormat

/// The boxes of a page's two versions in one viewport, and which cause moved each of them.
///
/// A box has a size and a place in its parent. What changed its size is looked for in its own style, in its parent's width,
/// then in what is in it; what changed its place in its own style, in the siblings before it, then in its parent. A box whose
/// place in its parent is the same has moved with it.
struct ViewportGeometry {
  private let old: PageTree
  private let new: PageTree
  private let matching: TreeMatching
  private let oldLayout: LayoutReader
  private let newLayout: LayoutReader
  private let oldOrigins: [(x: Int32, y: Int32)]
  private let newOrigins: [(x: Int32, y: Int32)]

  /// How a node's box differs.
  struct Change: OptionSet {
    let rawValue: UInt8
    static let width = Change(rawValue: 1)
    static let height = Change(rawValue: 2)
    /// The place in the parent.
    static let place = Change(rawValue: 4)
    /// The place in the page.
    static let position = Change(rawValue: 8)
    static let appeared = Change(rawValue: 16)
    static let vanished = Change(rawValue: 32)
    static let size: Change = [.width, .height]
  }

  /// How each new node's box differs.
  private(set) var changes: [Change]
  /// The cause behind each new node's box; `nil` where it did not change or nothing explains it.
  private(set) var causes: [Int?]
  /// The cause behind each new node's size.
  private var sizeCauses: [Int?]
  /// What is behind changes within each new node.
  private var innerCauses: [Int?]
  /// The first cause of each new node and what is in it, whether their boxes changed or not: a margin that collapses through a
  /// box moves other boxes and not this one (CSS 2, 8.3.1).
  private var containedCauses: [Int?]
  /// The cause of all changes, where the page has one that moves boxes.
  private(set) var onlyCause: Int?

  /// Boxes that differ by less are the same: layout rounds to 1/64 px at each level.
  private static let rounding: Int32 = 6

  /// Whether any box differs.
  var hasChanges: Bool { changes.contains { !$0.isEmpty } }

  /// Compares the boxes of two layouts.
  init(_ comparison: PageComparison, _ oldLayout: LayoutReader, _ newLayout: LayoutReader, _ styled: StyledNodes) {
    (old, new, matching) = (comparison.old, comparison.new, comparison.matching)
    (self.oldLayout, self.newLayout) = (oldLayout, newLayout)
    oldOrigins = oldLayout.origins(in: old.page)
    newOrigins = newLayout.origins(in: new.page)
    changes = Array(repeating: [], count: new.count)
    causes = Array(repeating: nil, count: new.count)
    sizeCauses = causes
    innerCauses = causes
    containedCauses = causes
    for node in 0..<new.count { changes[node] = change(of: node) }
    let own = ownCauses(comparison, styled)
    findInnerCauses(comparison, own)
    let distinct = Set(own.compactMap { $0 })
    onlyCause = distinct.count == 1 ? distinct.first : nil
    assignCauses(comparison, own)
  }

  // MARK: Differences

  /// The border box of an old node in page coordinates; `nil` for none.
  func oldBox(_ node: Int) -> UnitRect? { Self.box(node, oldLayout, oldOrigins) }
  /// The border box of a new node in page coordinates; `nil` for none.
  func newBox(_ node: Int) -> UnitRect? { Self.box(node, newLayout, newOrigins) }

  private static func box(_ node: Int, _ layout: LayoutReader, _ origins: [(x: Int32, y: Int32)]) -> UnitRect? {
    guard !layout.flags(node).contains(.noBox) else { return nil }
    let size = layout.size(node)
    return UnitRect(x: origins[node].x, y: origins[node].y, width: size.width, height: size.height)
  }

  private func change(of node: Int) -> Change {
    guard let oldNode = matching.oldNodes[node] else { return newBox(node) == nil ? [] : .appeared }
    switch (oldBox(oldNode), newBox(node)) {
    case (nil, nil): return []
    case (nil, _): return .appeared
    case (_, nil): return .vanished
    case (let before?, let after?):
      var change: Change = []
      if Self.differ(before.width, after.width) { change.insert(.width) }
      if Self.differ(before.height, after.height) { change.insert(.height) }
      if Self.differ(before.x, after.x) || Self.differ(before.y, after.y) { change.insert(.position) }
      let (oldParent, newParent) = (old.page.parent(oldNode), new.page.parent(node))
      let isSameParent = newParent.flatMap { matching.oldNodes[$0] } == oldParent
      if !isSameParent {
        if change.contains(.position) { change.insert(.place) }
      } else if let oldParent, let newParent {
        let (from, to) = (oldOrigins[oldParent], newOrigins[newParent])
        let isElsewhere =
          Self.differ(before.x &- from.x, after.x &- to.x) || Self.differ(before.y &- from.y, after.y &- to.y)
        if isElsewhere { change.insert(.place) }
      } else if change.contains(.position) {
        change.insert(.place)
      }
      return change
    }
  }

  private static func differ(_ old: Int32, _ new: Int32) -> Bool {
    (Int64(old) - Int64(new)).magnitude > UInt64(rounding)
  }

  // MARK: Causes

  /// What may move each node by itself: its style, then an edit of its attributes or text, then a style that it follows.
  private func ownCauses(_ comparison: PageComparison, _ styled: StyledNodes) -> [Int?] {
    (0..<new.count).map { node in
      if let cause = styled.own[node] { return cause }
      if let edit = comparison.edits[node], comparison.movingEdits.contains(edit) { return edit }
      return styled.follows[node] ? styled.source[node] : nil
    }
  }

  /// What is behind changes within each node: its own cause, or that of the first child that changed.
  private mutating func findInnerCauses(_ comparison: PageComparison, _ own: [Int?]) {
    // Backwards: what a parent has in the end is of its first child.
    var ofChildren = [Int?](repeating: nil, count: new.count)
    var inChildren = ofChildren
    for node in stride(from: new.count - 1, through: 0, by: -1) {
      let within = ofChildren[node] ?? comparison.vanishedAtEnd[node]
      let isBoxless = newLayout.flags(node).contains(.noBox)
      innerCauses[node] = own[node] ?? within
      containedCauses[node] = own[node] ?? inChildren[node] ?? comparison.vanishedAtEnd[node]
      guard let parent = new.page.parent(node) else { continue }
      if let cause = innerCauses[node], own[node] != nil || isBoxless || !changes[node].isEmpty {
        ofChildren[parent] = cause
      }
      if let cause = containedCauses[node] { inChildren[parent] = cause }
      if let cause = comparison.vanishedBefore[node] { (ofChildren[parent], inChildren[parent]) = (cause, cause) }
    }
  }

  private mutating func assignCauses(_ comparison: PageComparison, _ own: [Int?]) {
    // Of each node, what moved its children so far.
    var earlier = [Int?](repeating: nil, count: new.count)
    // Of each node, the cause in its children so far that the nearest before has.
    var collapsing = earlier
    for node in 0..<new.count {
      let parent = new.page.parent(node)
      if let parent, let cause = comparison.vanishedBefore[node] { earlier[parent] = cause }
      let change = changes[node]
      let ofParent = parent.flatMap { causes[$0] }
      let parentSize = parent.flatMap { sizeCauses[$0] }
      let ofSiblings = parent.flatMap { earlier[$0] }
      let around = parent.flatMap { innerCauses[$0] }
      // Margins of what is in boxes that did not change themselves: in this one, in one before it, in one behind it.
      let collapsed = { [containedCauses] in
        containedCauses[node] ?? parent.flatMap { collapsing[$0] ?? containedCauses[$0] }
      }
      if !change.isDisjoint(with: .size) {
        let isWidthOfParent = change.contains(.width) && parent.map { changes[$0].contains(.width) } == true
        sizeCauses[node] =
          own[node] ?? (isWidthOfParent ? parentSize : nil) ?? innerCauses[node] ?? ofSiblings ?? parentSize ?? around
          ?? ofParent ?? collapsed()
      }
      if change.contains(.appeared) || change.contains(.vanished) {
        causes[node] = own[node] ?? ofParent ?? around ?? collapsed()
      } else if change.contains(.place) {
        causes[node] = own[node] ?? ofSiblings ?? sizeCauses[node] ?? parentSize ?? around ?? ofParent ?? collapsed()
      } else {
        causes[node] = sizeCauses[node] ?? (change.contains(.position) ? ofParent : own[node])
      }
      if let parent, own[node] != nil || !change.isDisjoint(with: [.width, .height, .place, .appeared, .vanished]),
        let cause = causes[node]
      {
        earlier[parent] = cause
      }
      if let parent, let cause = containedCauses[node] { collapsing[parent] = cause }
    }
  }

  /// The cause behind what a text or another node shows otherwise: that of the nearest node around it that has one.
  func cause(around node: Int) -> Int? {
    var next: Int? = node
    while let node = next {
      if let cause = sizeCauses[node] ?? causes[node] ?? innerCauses[node] { return cause }
      next = new.page.parent(node)
    }
    return nil
  }

  // MARK: Lines

  /// The new texts whose characters are the same and whose lines break elsewhere.
  func rebrokenTexts() -> [Int] {
    let (before, after) = (Self.breaks(oldLayout, oldOrigins), Self.breaks(newLayout, newOrigins))
    return after.keys.sorted().filter { node in
      guard let oldNode = matching.oldNodes[node], let known = before[oldNode], known != after[node] else {
        return false
      }
      return old.page.text(oldNode) == new.page.text(node)
    }
  }

  /// Where the lines of each text begin.
  private static func breaks(_ layout: LayoutReader, _ origins: [(x: Int32, y: Int32)]) -> [Int: [Int]] {
    var breaks: [Int: [Int]] = [:]
    var last: (node: Int, baseline: Int32)?
    for row in 0..<layout.lineCount {
      let line = layout.line(row, at: origins)
      // Parts of one line in several fonts or directions.
      if let last, last.node == line.node, last.baseline == line.baseline { continue }
      breaks[line.node, default: []].append(line.range.lowerBound)
      last = (line.node, line.baseline)
    }
    return breaks
  }

  /// Where lines of text are, with the node of each.
  func lines(ofNew isNew: Bool) -> [(node: Int, frame: UnitRect)] {
    let (layout, origins) = isNew ? (newLayout, newOrigins) : (oldLayout, oldOrigins)
    return (0..<layout.lineCount).map { row in
      let line = layout.line(row, at: origins)
      return (line.node, UnitRect(line.frame))
    }
  }
}
