/// The floats of the open block formatting contexts (CSS 2.2, 9.5), in the coordinates of each context's root.
///
/// The contexts come after one another in one array: the innermost's begin at `base`. A layout that is begun again takes
/// back the floats that it had placed.
struct FloatContext {
  /// A float's margin box.
  struct Entry {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var isLeft: Bool
    /// The lowest edges of this and the earlier floats of the context, by side.
    var leftBottom: Double
    var rightBottom: Double
  }

  /// A place beside floats: its upper edge and its sides.
  struct Opportunity {
    var top: Double
    var left: Double
    var right: Double
  }

  private(set) var entries: [Entry] = []
  private(set) var base = 0

  /// Opens a context; the answer closes it.
  mutating func open() -> Int {
    let outer = base
    base = entries.count
    return outer
  }

  /// Closes the innermost context.
  mutating func close(_ outer: Int) {
    entries.removeLast(entries.count - base)
    base = outer
  }

  @inline(__always) var count: Int { entries.count }
  @inline(__always) var isEmpty: Bool { entries.count == base }

  /// Takes back floats that were placed since there were `count`.
  mutating func rollBack(to count: Int) {
    if entries.count > count { entries.removeLast(entries.count - count) }
  }

  /// The lowest edge of the floats on some sides; -infinity where there are none.
  func clearance(_ sides: LayoutStyle.ClearSide) -> Double {
    guard !isEmpty, !sides.isEmpty else { return -.infinity }
    let last = entries[entries.count - 1]
    var result = -Double.infinity
    if sides.contains(.left) { result = max(result, last.leftBottom) }
    if sides.contains(.right) { result = max(result, last.rightBottom) }
    return result
  }

  /// The upper edge that no later float may be above (9.5.1, rule 5).
  var lastTop: Double { isEmpty ? -.infinity : entries[entries.count - 1].top }

  mutating func add(left: Double, top: Double, right: Double, bottom: Double, isLeft: Bool) {
    var leftBottom = -Double.infinity
    var rightBottom = -Double.infinity
    if !isEmpty {
      leftBottom = entries[entries.count - 1].leftBottom
      rightBottom = entries[entries.count - 1].rightBottom
    }
    if isLeft { leftBottom = max(leftBottom, bottom) } else { rightBottom = max(rightBottom, bottom) }
    entries.append(
      Entry(
        left: left, top: top, right: right, bottom: bottom, isLeft: isLeft, leftBottom: leftBottom,
        rightBottom: rightBottom))
  }

  /// The highest place at or below `top`, between `left` and `right`, that is `width` wide for `height`.
  ///
  /// Where floats leave no such place it is below them all, as wide as the container.
  func opportunity(top: Double, left: Double, right: Double, width: Double, height: Double) -> Opportunity {
    var y = top
    while true {
      var result = Opportunity(top: y, left: left, right: right)
      var next = Double.infinity
      var index = entries.count - 1
      while index >= base {
        let entry = entries[index]
        // Earlier floats all end above: none of them matters.
        if entry.leftBottom <= y && entry.rightBottom <= y { break }
        index -= 1
        if entry.bottom <= y || entry.bottom <= entry.top { continue }
        if entry.top > y && entry.top >= y + height { continue }
        if entry.isLeft {
          if entry.right > left && entry.right > result.left { result.left = entry.right }
          if entry.right <= left { continue }
        } else {
          if entry.left >= right { continue }
          if entry.left < result.right { result.right = entry.left }
        }
        if entry.bottom < next { next = entry.bottom }
      }
      if next == .infinity || result.right - result.left >= width - 0.002 { return result }
      y = next
    }
  }

  /// Where the next float below `top` reaches into a room that no float reaches into at its upper edge; infinity where
  /// none does.
  func narrowing(of room: Opportunity, left: Double, right: Double, top: Double) -> Double {
    var end = Double.infinity
    for entry in entries[base...] where entry.top > top && entry.bottom > entry.top && entry.top < end {
      let reachesIn =
        entry.isLeft ? entry.right > max(left, room.left) : entry.left < min(right, room.right)
      if reachesIn { end = entry.top }
    }
    return end
  }

  /// The nearest lower edge of a float below `y`; `y` itself where there is none.
  func nextBottom(below y: Double) -> Double {
    var next = Double.infinity
    for entry in entries[base...] where entry.bottom > y && entry.bottom < next && entry.bottom > entry.top {
      next = entry.bottom
    }
    return next == .infinity ? y : next
  }
}
