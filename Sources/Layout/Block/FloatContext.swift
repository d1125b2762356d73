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

  /// What two sums of the same lengths may differ by in binary. px.
  private static let slack = ColumnFlow.slack

  private(set) var entries: [Entry] = []
  private(set) var base = 0
  /// Whether no float of any context is above an earlier one of its own, which rule 5 of 9.5.1 says.
  private var isAscending = true

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
    if !(top >= lastTop) { isAscending = false }
    if isLeft { leftBottom = max(leftBottom, bottom) } else { rightBottom = max(rightBottom, bottom) }
    entries.append(
      Entry(
        left: left, top: top, right: right, bottom: bottom, isLeft: isLeft, leftBottom: leftBottom,
        rightBottom: rightBottom))
  }

  /// The first float of a range for which something holds that holds for all behind it, too.
  private static func first(_ range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The floats of the context that may reach into a strip of a height below `y`: those before have all ended above it, those
  /// behind begin below it.
  ///
  /// OPTIMIZATION: of very many floats, only those around a place are asked.
  func floats(near y: Double, height: Double) -> Range<Int> {
    let all = base..<entries.count
    let start = Self.first(all) { entries[$0].leftBottom > y || entries[$0].rightBottom > y }
    guard isAscending, !height.isNaN else { return start..<entries.count }
    return start..<Self.first(start..<entries.count) { entries[$0].top > y && entries[$0].top >= y + height }
  }

  /// The highest place at or below `top`, between `left` and `right`, that is `width` wide for `height`.
  ///
  /// Where floats leave no such place it is below them all, as wide as the container.
  func opportunity(top: Double, left: Double, right: Double, width: Double, height: Double) -> Opportunity {
    var y = top
    while true {
      var result = Opportunity(top: y, left: left, right: right)
      // Until the floats that leave the least room have ended there is no more of it.
      var (leftEnd, rightEnd) = (Double.infinity, Double.infinity)
      for index in floats(near: y, height: height) {
        let entry = entries[index]
        if entry.bottom <= y + Self.slack || entry.bottom <= entry.top { continue }
        if entry.top > y && entry.top >= y + height - Self.slack { continue }
        if entry.isLeft {
          if entry.right <= left { continue }
          if entry.right > result.left {
            result.left = entry.right
            leftEnd = entry.bottom
          } else if entry.right == result.left {
            leftEnd = max(leftEnd, entry.bottom)
          }
        } else {
          if entry.left >= right { continue }
          if entry.left < result.right {
            result.right = entry.left
            rightEnd = entry.bottom
          } else if entry.left == result.right {
            rightEnd = max(rightEnd, entry.bottom)
          }
        }
      }
      let next = min(leftEnd, rightEnd)
      if next == .infinity || result.right - result.left >= width - 0.002 { return result }
      y = next
    }
  }

  /// Whether a float reaches in between `left` and `right` anywhere below `y`.
  func narrow(left: Double, right: Double, below y: Double) -> Bool {
    floats(near: y, height: .infinity).contains { index in
      let entry = entries[index]
      guard entry.bottom > y, entry.bottom > entry.top else { return false }
      return entry.isLeft ? entry.right > left : entry.left < right
    }
  }

  /// Where the next float below `top` reaches into a room that no float reaches into at its upper edge; infinity where
  /// none does.
  func narrowing(of room: Opportunity, left: Double, right: Double, top: Double) -> Double {
    var end = Double.infinity
    let start = isAscending ? Self.first(base..<entries.count) { entries[$0].top > top } : base
    for entry in entries[start...] where entry.top > top && entry.bottom > entry.top && entry.top < end {
      let reachesIn =
        entry.isLeft ? entry.right > max(left, room.left) : entry.left < min(right, room.right)
      guard reachesIn else { continue }
      end = entry.top
      if isAscending { break }
    }
    return end
  }

  /// The nearest lower edge of a float below `y`; `y` itself where there is none.
  func nextBottom(below y: Double) -> Double {
    var next = Double.infinity
    for entry in entries[floats(near: y, height: .infinity)] {
      // A float that begins below the nearest edge ends below it.
      if isAscending, entry.top >= next { break }
      if entry.bottom > y, entry.bottom < next, entry.bottom > entry.top { next = entry.bottom }
    }
    return next == .infinity ? y : next
  }
}
