/// CSS Flexbox 1, 9.7: resolving the flexible lengths of one line.
struct FlexibleLengths {
  let items: UnsafeMutableBufferPointer<FlexItem>
  let line: Range<Int>
  /// The container's inner main size less the line's gaps.
  let available: Double
  /// Whether items grow (step 1: the hypothetical sizes leave room); otherwise they shrink.
  let isGrowing: Bool
  let units: LayoutUnits

  private var freeSpace = 0.0
  private var initialFreeSpace = 0.0
  private var totalGrow = 0.0
  private var totalShrink = 0.0
  private var totalScaledShrink = 0.0
  private var unfrozen = 0

  /// - Parameters:
  ///   - innerMain: the container's inner main size.
  ///   - gaps: the gaps between the line's items.
  init(
    _ items: UnsafeMutableBufferPointer<FlexItem>, _ line: Range<Int>, innerMain: Double, gaps: Double,
    hypotheticalSum: Double, units: LayoutUnits
  ) {
    self.items = items
    self.units = units
    self.line = line
    available = innerMain - gaps
    isGrowing = hypotheticalSum < innerMain
  }

  mutating func resolve() {
    sizeInflexibleItems()
    while unfrozen > 0 {
      if distribute() { break }
    }
  }

  /// Steps 2 and 3: items that cannot flex are frozen at their hypothetical size; the rest makes up the free space.
  private mutating func sizeInflexibleItems() {
    var used = 0.0
    for index in line {
      let item = items.baseAddress! + index  // A line is inside of the items, which are not empty.
      let style = item.pointee.style
      let base = item.pointee.flexBase
      let hypothetical = item.pointee.hypotheticalMain
      let factor = isGrowing ? style.pointee.flexGrow : style.pointee.flexShrink
      let margins = item.pointee.mainMargins
      if factor == 0 || (isGrowing ? base > hypothetical : base < hypothetical) {
        item.pointee.main = hypothetical
        item.pointee.isFrozen = true
        used += hypothetical + margins
      } else {
        item.pointee.isFrozen = false
        used += base + margins
        totalGrow += style.pointee.flexGrow
        totalShrink += style.pointee.flexShrink
        totalScaledShrink += item.pointee.scaledShrink
        unfrozen += 1
      }
    }
    freeSpace = available - used
    initialFreeSpace = freeSpace
  }

  /// Step 4; returns whether all items are frozen.
  private mutating func distribute() -> Bool {
    // 4.2: factors that sum up to less than one take only that part of the initial free space.
    let factors = isGrowing ? totalGrow : totalShrink
    if factors > 0 && factors < 1 {
      let fraction = units.truncated(initialFreeSpace * factors)
      if abs(fraction) < abs(freeSpace) { freeSpace = fraction }
    }
    // 4.3 and 4.4: distribute, then clamp.
    var violation = 0.0
    for index in line {
      let item = items.baseAddress! + index
      if item.pointee.isFrozen { continue }
      let base = item.pointee.flexBase
      var extra = 0.0
      if isGrowing {
        if freeSpace > 0 && totalGrow > 0 { extra = freeSpace * item.pointee.style.pointee.flexGrow / totalGrow }
      } else if freeSpace < 0 && totalScaledShrink > 0 {
        extra = freeSpace * item.pointee.scaledShrink / totalScaledShrink
      }
      let size = base + units.nearest(extra)
      let clamped = max(item.pointee.clampedMain(size), item.pointee.mainBorderPadding)
      item.pointee.main = clamped
      // Until it is frozen the item remembers its violation here.
      item.pointee.mainOffset = clamped - size
      violation += clamped - size
    }
    // 4.5: freeze over-flexed items.
    if violation == 0 { return true }
    let before = unfrozen
    for index in line {
      let item = items.baseAddress! + index
      if item.pointee.isFrozen { continue }
      let own = item.pointee.mainOffset
      if violation > 0 ? own > 0 : own < 0 {
        item.pointee.isFrozen = true
        let style = item.pointee.style
        freeSpace -= item.pointee.main - item.pointee.flexBase
        totalGrow -= style.pointee.flexGrow
        totalShrink -= style.pointee.flexShrink
        totalScaledShrink -= item.pointee.scaledShrink
        unfrozen -= 1
      }
    }
    // Each round freezes an item, or is the last: a sum that is NaN is never too large.
    guard unfrozen < before else { return true }
    // What subtraction leaves of sums of fractions must not count as a factor.
    if unfrozen > 0 {
      totalGrow = max(0, totalGrow)
      totalShrink = max(0, totalShrink)
      totalScaledShrink = max(0, totalScaledShrink)
    }
    return false
  }
}
