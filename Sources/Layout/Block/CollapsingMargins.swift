/// Adjoining margins (CSS 2.2, 8.3.1): the largest positive and the most negative.
struct CollapsingMargins: Equatable {
  var positive: Double = 0
  var negative: Double = 0
  /// The largest of the user agent's default margins, in quirks mode.
  var quirky: Double = 0
  /// At the start of a cell or the body in quirks mode: default margins do not count (HTML, 15.3.9).
  var ignoresQuirky = false
  /// At the start of a box with `margin-trim`: margins of what is in it do not count.
  var isTrimmed = false

  @inline(__always) init() {}

  @inline(__always) var sum: Double { (quirky > positive ? quirky : positive) + negative }
  /// The sum without the user agent's default margins.
  @inline(__always) var sumWithoutQuirky: Double { positive + negative }
  @inline(__always) var isEmpty: Bool { positive == 0 && negative == 0 && quirky == 0 }

  @inline(__always)
  mutating func append(_ margin: Double, isQuirky: Bool = false) {
    if isTrimmed { return }
    if margin < 0 {
      if margin < negative { negative = margin }
    } else if isQuirky {
      if margin > quirky, !ignoresQuirky { quirky = margin }
    } else if margin > positive {
      positive = margin
    }
  }

  @inline(__always)
  func appending(_ margin: Double, isQuirky: Bool = false) -> CollapsingMargins {
    var result = self
    result.append(margin, isQuirky: isQuirky)
    return result
  }
}
