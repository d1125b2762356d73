import PageFormat

/// How a layout differs from the one before. Both are in the 1/64 px that files hold.
struct LayoutDifference {
  /// The nodes whose frames, fragments or scroll areas differ, ascending.
  private(set) var frames: [Int] = []
  /// The nodes whose lines differ, ascending.
  private(set) var lines: [Int] = []

  init(from old: LayoutModel?, to new: LayoutModel) {
    guard let old else {
      // OPTIMIZATION: all that there is differs from nothing.
      var changed = new.frames.map { !Self.isSame(.noBox, $0) }
      for fragment in new.fragments { changed[fragment.node] = true }
      for area in new.scrollAreas { changed[area.node] = true }
      frames = changed.indices.filter { changed[$0] }
      // Lines are in the order of their nodes.
      for line in new.lines where lines.last != line.node { lines.append(line.node) }
      return
    }
    var changed = [Bool](repeating: false, count: max(old.frames.count, new.frames.count))
    for node in new.frames.indices {
      let before = node < old.frames.count ? old.frames[node] : .noBox
      changed[node] = !Self.isSame(before, new.frames[node])
    }
    for node in Self.difference(old.fragments, new.fragments, node: \.node, isSame: ==) { changed[node] = true }
    for node in Self.difference(old.scrollAreas, new.scrollAreas, node: \.node, isSame: ==) { changed[node] = true }
    frames = changed.indices.filter { changed[$0] }
    lines = Self.difference(
      old.lines, new.lines, node: \.node,
      isSame: {
        $0.start == $1.start && $0.length == $1.length && $0.rect == $1.rect && $0.baseline == $1.baseline
          && $0.level == $1.level && old.strings[$0.text] == new.strings[$1.text] && $0.text.exists == $1.text.exists
      })
  }

  /// The nodes whose rows, which are in the order of their nodes, are not the same in both; ascending, each once.
  private static func difference<Row>(
    _ old: [Row], _ new: [Row], node: (Row) -> Int, isSame: (Row, Row) -> Bool
  ) -> [Int] {
    var changed: [Int] = []
    func insert(_ node: Int) { if changed.last != node { changed.append(node) } }
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      let first = left < old.count ? node(old[left]) : .max
      let second = right < new.count ? node(new[right]) : .max
      if first == second {
        if !isSame(old[left], new[right]) { insert(first) }
        left += 1
        right += 1
      } else if first < second {
        insert(first)
        left += 1
      } else {
        insert(second)
        right += 1
      }
    }
    return changed
  }

  static func isSame(_ left: LayoutFrame, _ right: LayoutFrame) -> Bool {
    left.flags == right.flags && (left.flags.contains(.noBox) || left.rect == right.rect)
  }
}
