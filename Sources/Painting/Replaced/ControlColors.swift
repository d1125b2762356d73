import CSSValues
import PageFormat

/// The colours of Chromium's controls at rest, in a light or a dark scheme (CSS Color Adjustment 1, 2).
struct ControlColors {
  /// The line around fields, boxes and discs.
  let outline: PaintColor
  let disabledOutline: PaintColor
  /// What a control is filled with that is on, without `accent-color`.
  let accent: PaintColor
  let disabledAccent: PaintColor
  /// Of fields, boxes and discs, and of the mark on what is on.
  let field: PaintColor
  let disabledField: PaintColor
  let disabledMark: PaintColor
  let button: PaintColor
  let buttonOutline: PaintColor
  let disabledButton: PaintColor
  let track: PaintColor
  let disabledTrack: PaintColor
  /// Over whatever fills a track.
  let trackOutline: PaintColor
  let meterOutline: PaintColor
  /// Of a list without the focus.
  let selectedOption: PaintColor
  /// By what a meter's value is: good, fair, poor.
  let meter: (good: PaintColor, fair: PaintColor, poor: PaintColor)

  static let light = ControlColors(
    outline: grey(118), disabledOutline: grey(118, alpha: 0.3), accent: bytes(0, 117, 255), disabledAccent: grey(203),
    field: .white, disabledField: grey(239, alpha: 0.44), disabledMark: grey(239), button: grey(239),
    buttonOutline: grey(118), disabledButton: grey(238), track: grey(239),
    disabledTrack: grey(239, alpha: 0.3), trackOutline: grey(118, alpha: 0.5), meterOutline: grey(203),
    selectedOption: grey(206), meter: (bytes(16, 124, 16), bytes(255, 185, 0), bytes(216, 59, 1)))

  static let dark = ControlColors(
    outline: grey(133), disabledOutline: grey(98), accent: bytes(153, 200, 255), disabledAccent: grey(117),
    field: grey(59), disabledField: grey(59), disabledMark: grey(59), button: grey(107), buttonOutline: grey(107),
    disabledButton: grey(54), track: grey(59), disabledTrack: grey(54), trackOutline: grey(133),
    meterOutline: grey(133),
    selectedOption: grey(84), meter: (bytes(116, 179, 116), bytes(242, 200, 18), bytes(233, 143, 109)))

  /// The colours that a control of a style has.
  ///
  /// - Parameters:
  ///   - prefersDark: what the reader prefers.
  ///   - part: what an `accent-color` must differ from: a scheme in which it does not gives way to the other.
  static func of(_ style: ComputedStyle, prefersDark: Bool, beside part: KeyPath<ControlColors, PaintColor>? = nil)
    -> ControlColors
  {
    let isDark = style.usesDarkScheme(prefersDark: prefersDark)
    let (own, other) = isDark ? (dark, light) : (light, dark)
    guard let part, let accent = accent(style, prefersDark: prefersDark) else { return own }
    let contrast = accent.contrast(own[keyPath: part])
    return contrast < 3 && contrast < accent.contrast(other[keyPath: part]) ? other : own
  }

  /// The `accent-color` of a style as controls show it: what is translucent is mixed with the canvas of the scheme.
  static func accent(_ style: ComputedStyle, prefersDark: Bool) -> PaintColor? {
    guard let accent = style.other[.accentColor]?.paintColor(style.text.color) else { return nil }
    let canvas = style.usesDarkScheme(prefersDark: prefersDark) ? 18.0 / 255 : 1
    func mixed(_ part: Double) -> Double { part * accent.alpha + canvas * (1 - accent.alpha) }
    return PaintColor(mixed(accent.red), mixed(accent.green), mixed(accent.blue))
  }

  private static func bytes(_ red: Double, _ green: Double, _ blue: Double) -> PaintColor {
    PaintColor(red / 255, green / 255, blue / 255)
  }

  private static func grey(_ value: Double, alpha: Double = 1) -> PaintColor {
    PaintColor(value / 255, value / 255, value / 255, alpha: alpha)
  }
}

extension PaintColor {
  /// The contrast with another colour, from 1 to 21 (WCAG 2.2, 1.4.3).
  fileprivate func contrast(_ other: PaintColor) -> Double {
    func luminance(_ color: PaintColor) -> Double {
      func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (one, two) = (luminance(self), luminance(other))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
