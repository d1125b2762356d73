/// Rounds towards zero to a multiple of 1/64 px, as Chromium's `LayoutUnit` does with every resolved length.
///
/// Sums of such values are exact in `Double` within ±2^46 px, so equality and fitting decide as they do in fixed point.
@inline(__always)
func layoutUnit(_ value: Double) -> Double {
  (clampedLength(value) * 64).rounded(.towardZero) * 0.015625
}

/// Rounds up to a multiple of 1/64 px: the widths of texts, which must never be narrower than their glyphs.
@inline(__always)
func layoutUnitCeiling(_ value: Double) -> Double {
  (clampedLength(value) * 64).rounded(.up) * 0.015625
}

/// Keeps a length within ±2^25 px (Chromium's range) and turns NaN into 0, so that no sum overflows.
@inline(__always)
func clampedLength(_ value: Double) -> Double {
  if value > -33_554_432 && value < 33_554_432 { return value }
  return value.isNaN ? 0 : (value < 0 ? -33_554_432 : 33_554_432)
}

extension Double {
  /// The mark of a length that is not known, and of a baseline that is missing: NaN.
  ///
  /// OPTIMIZATION: an optional takes 16 bytes instead of 8, in each constraint space and answer that the cache keeps.
  @inline(__always)
  static var indefinite: Double { .nan }

  /// Whether the length is known.
  @inline(__always)
  var isDefinite: Bool { self == self }
}

/// CSS 2.2, 10.4: the smaller limit wins over the larger one.
@inline(__always)
func clampSize(_ value: Double, _ minimum: Double, _ maximum: Double) -> Double {
  let upper = value < maximum ? value : maximum
  return upper > minimum ? upper : minimum
}
