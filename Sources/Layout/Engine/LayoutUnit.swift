/// The unit of lengths in layout: 1/64 of a device pixel, in which Chromium counts.
///
/// At scales that are powers of two, sums of such lengths are exact in `Double` within ±2^46 px, so equality and fitting decide
/// as they do in fixed point.
struct LayoutUnits {
  /// Units to the px.
  private let perPixel: Double
  /// px to the unit.
  private let size: Double
  /// What a whole number of units may lack in binary, in units: at other scales a px has no power of two of them.
  private let slack: Double

  /// - Parameter scale: device pixels per px.
  init(scale: Double = 1) {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    perPixel = 64 * scale
    size = 1 / perPixel
    slack = scale.significand == 1 ? 0 : 0.0001
  }

  /// A unit, and what sums of lengths may be off in binary; px.
  var fitTolerance: Double { size * 1.25 }

  /// Rounds towards zero, as every resolved length is.
  @inline(__always)
  func truncated(_ value: Double) -> Double {
    (clampedLength(value) * perPixel + (value < 0 ? -slack : slack)).rounded(.towardZero) * size
  }

  /// Cuts a length to whole device pixels.
  func wholePixels(_ value: Double) -> Double {
    let pixels = clampedLength(value) * perPixel / 64
    return (pixels + (value < 0 ? -0.0001 : 0.0001)).rounded(.towardZero) * 64 * size
  }

  /// Rounds up: the widths of texts, which must never be narrower than their glyphs.
  @inline(__always)
  func ceiling(_ value: Double) -> Double {
    (clampedLength(value) * perPixel - slack).rounded(.up) * size
  }

  /// Rounds to the nearest unit.
  @inline(__always)
  func nearest(_ value: Double) -> Double {
    (clampedLength(value) * perPixel).rounded(.toNearestOrAwayFromZero) * size
  }
}

extension LayoutEngine {
  /// Rounds a length in px towards zero to layout units.
  @inline(__always)
  func layoutUnit(_ value: Double) -> Double { units.truncated(value) }

  /// Rounds a length in px up to layout units.
  @inline(__always)
  func layoutUnitCeiling(_ value: Double) -> Double { units.ceiling(value) }
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
