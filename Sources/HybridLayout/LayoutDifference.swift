import PageFormat

/// How a layout differs from the one before. Both are in the 1/64 px that files hold.
struct LayoutDifference {
  /// The nodes whose frames, fragments or scroll areas differ, ascending.
  private(set) var frames: [Int] = []
  /// The nodes whose lines differ, ascending.
  private(set) var lines: [Int] = []

  init(from old: LayoutModel?, to new: LayoutModel) {
    let old = old ?? LayoutModel(source: new.source, viewport: new.viewport)
    var changed = Set<Int>()
    for node in new.frames.indices {
      let before = node < old.frames.count ? old.frames[node] : .noBox
      if !Self.isSame(before, new.frames[node]) { changed.insert(node) }
    }
    changed.formUnion(
      Self.difference(old.fragments, new.fragments, node: \.node, isSame: ==))
    changed.formUnion(Self.difference(old.scrollAreas, new.scrollAreas, node: \.node, isSame: ==))
    frames = changed.sorted()
    lines =
      Self.difference(
        old.lines, new.lines, node: \.node,
        isSame: {
          $0.start == $1.start && $0.length == $1.length && $0.rect == $1.rect && $0.baseline == $1.baseline
            && $0.level == $1.level && old.strings[$0.text] == new.strings[$1.text] && $0.text.exists == $1.text.exists
        }
      ).sorted()
  }

  /// The nodes whose rows, which are in the order of their nodes, are not the same in both.
  private static func difference<Row>(
    _ old: [Row], _ new: [Row], node: (Row) -> Int, isSame: (Row, Row) -> Bool
  ) -> Set<Int> {
    var changed = Set<Int>()
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      let first = left < old.count ? node(old[left]) : .max
      let second = right < new.count ? node(new[right]) : .max
      if first == second {
        if !isSame(old[left], new[right]) { changed.insert(first) }
        left += 1
        right += 1
      } else if first < second {
        changed.insert(first)
        left += 1
      } else {
        changed.insert(second)
        right += 1
      }
    }
    return changed
  }

  static func isSame(_ left: LayoutFrame, _ right: LayoutFrame) -> Bool {
    left.flags == right.flags && (left.flags.contains(.noBox) || left.rect == right.rect)
  }
}
