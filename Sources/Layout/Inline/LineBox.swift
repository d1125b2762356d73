import CSSValues

/// Distances above and below a baseline in px.
struct FontHeight {
  var ascent: Double
  var descent: Double

  static var none: FontHeight { FontHeight(ascent: -.infinity, descent: -.infinity) }

  var isNone: Bool { ascent == -.infinity }
  var height: Double { isNone ? 0 : ascent + descent }

  mutating func unite(_ other: FontHeight, shift: Double = 0) {
    ascent = max(ascent, other.ascent - shift)
    descent = max(descent, other.descent + shift)
  }
}

/// The fonts and line height of a style (CSS Inline 3, 5), resolved once per inline formatting context.
struct InlineMetrics {
  /// The content area: the first available font's ascent and descent, rounded.
  var font: FontHeight
  /// With half the leading on both sides.
  var line: FontHeight
  var lineHeight: Double
  var isNormalLineHeight: Bool
  var xHeight: Double
  var fontSize: Double

  /// Half-leading as Chromium rounds it: a half in layout units toward zero, then above the text down to a whole device px. The
  /// little that is added keeps what is whole in layout units from being rounded by the division by the scale.
  static func leaded(_ font: FontHeight, lineHeight: Double, scale: Double) -> FontHeight {
    let half = (lineHeight - font.height) / 2 * scale * 64
    let above = ((half + (half < 0 ? -0.01 : 0.01)).rounded(.towardZero) / 64).rounded(.down) / scale
    let below = lineHeight - font.height - above
    return FontHeight(ascent: font.ascent + above, descent: font.descent + below)
  }
}

/// An inline box on one line; the first of a line is the root inline box.
struct LineBox {
  var box: BoxIndex
  var parent: Int
  var style: Int32
  var metrics: InlineMetrics
  /// What the box and its content reach above and below its baseline.
  var extent: FontHeight
  /// Below the parent's baseline, in px.
  var shift = 0.0
  /// Below the line's baseline.
  var total = 0.0
  /// `vertical-align: top` or `bottom`: placed when the line's height is known.
  var isPending = false
  var hasStart: Bool
  var hasEnd = false
  /// Whether the box's own font counts on the line: in quirks modes, where it has text of its own.
  var hasFont = true
  /// The offsets of relative positioning, with those of the boxes around.
  var relativeX = 0.0
  var relativeY = 0.0
  // Horizontal extent of the border box as laid out.
  var left = Double.infinity
  var right = -Double.infinity
}

extension LayoutEngine {
  /// Device pixels per CSS px.
  var deviceScale: Double { viewport.scale > 0 && viewport.scale.isFinite ? viewport.scale : 1 }

  /// Rounds down to 1/64 of a device px, the unit that Chromium lays out in.
  func deviceUnit(_ value: Double) -> Double {
    (clampedLength(value) * 64 * deviceScale + 0.0001).rounded(.towardZero) / (64 * deviceScale)
  }

  /// Rounds to the nearest 1/64 of a device px.
  func nearestDeviceUnit(_ value: Double) -> Double {
    (clampedLength(value) * 64 * deviceScale).rounded() / (64 * deviceScale)
  }

  /// The fonts and line height of a layout style.
  func inlineMetrics(ofStyle style: Int32) -> InlineMetrics {
    if let known = inline.metrics[style] { return known }
    let computed = computedStyle(ofStyle: style)
    let metrics = metrics(ofStyle: style)
    let font = FontHeight(ascent: metrics.ascent, descent: metrics.descent)
    let lineHeight = lineHeight(computed, metrics: metrics, fontSize: computed.pointee.font.size)
    let result = InlineMetrics(
      font: font, line: InlineMetrics.leaded(font, lineHeight: lineHeight, scale: deviceScale), lineHeight: lineHeight,
      isNormalLineHeight: computed.pointee.font.lineHeight == .normal, xHeight: metrics.xHeight,
      fontSize: computed.pointee.font.size)
    inline.metrics[style] = result
    return result
  }

  /// The line height of a style for a font, in px.
  private func lineHeight(
    _ computed: UnsafeMutablePointer<ComputedStyle>, metrics: FontMetrics, fontSize: Double
  ) -> Double {
    let lineHeight =
      switch computed.pointee.font.lineHeight {
      case .normal: metrics.lineSpacing
      // As Chromium does it: a percentage of the font size in layout units, rounded down.
      case .number(let factor): deviceUnit(nearestDeviceUnit(fontSize) * factor)
      case .length(let length): nearestDeviceUnit(length)
      }
    return max(0, clampedLength(lineHeight))
  }

  /// The font of an inline box with the line height of its block container.
  func strut(ofStyle style: Int32, lineHeightOf container: Int32) -> FontHeight {
    let metrics = metrics(ofStyle: style)
    return InlineMetrics.leaded(
      FontHeight(ascent: metrics.ascent, descent: metrics.descent),
      lineHeight: lineHeight(
        computedStyle(ofStyle: container), metrics: metrics,
        fontSize: computedStyle(ofStyle: style).pointee.font.size),
      scale: deviceScale)
  }

  /// `vertical-align` as a distance below the parent's baseline (CSS 2.2, 10.8.1); `nil` for `top` and `bottom`.
  func baselineShift(
    ofStyle style: Int32, extent: FontHeight, parent: InlineMetrics, lineHeight: Double
  ) -> Double? {
    let style = styles + Int(style)
    switch style.pointee.verticalAlign {
    case .baseline: return 0
    case .sub: return layoutUnit(parent.fontSize / 5 + 1 / deviceScale)
    case .super: return -layoutUnit(parent.fontSize / 3 + 1 / deviceScale)
    case .top, .bottom: return nil
    case .textTop: return extent.ascent - parent.font.ascent
    case .textBottom: return parent.font.descent - extent.descent
    case .middle:
      let half = layoutUnit((extent.ascent - extent.descent) / 2)
      return half - (parent.xHeight / 2 * 64).rounded() / 64
    case .webkitBaselineMiddle: return layoutUnit((extent.ascent - extent.descent) / 2)
    case .length:
      return -resolveOrZero(style.pointee.verticalAlignLength, lineHeight)
    }
  }
}

extension [LineBox] {
  /// Of the boxes aligned to the line's edges the one that makes the line higher than what else is on it. As in browsers, it is
  /// the highest, of several the first: the others find room in the line.
  func highestPending(above height: Double) -> LineBox? {
    var highest: LineBox?
    for box in self where box.isPending && box.extent.height > highest?.extent.height ?? height { highest = box }
    return highest
  }
}
