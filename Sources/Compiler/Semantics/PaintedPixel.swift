/// A colour as it is put together, premultiplied, and whether it is known.
struct PaintedPixel {
  private var red = 0.0
  private var green = 0.0
  private var blue = 0.0
  private(set) var alpha = 0.0
  /// Whether something that is more than a plain colour shows.
  private(set) var isUnknown = false

  /// Whether anything was painted.
  var isEmpty: Bool { alpha <= 0 && !isUnknown }

  /// Paints a colour above.
  mutating func paint(_ color: PlainColor) {
    let rest = 1 - color.alpha
    red = color.red * color.alpha + red * rest
    green = color.green * color.alpha + green * rest
    blue = color.blue * color.alpha + blue * rest
    alpha = color.alpha + alpha * rest
    if color.alpha > 0.995 { isUnknown = false }
  }

  /// Paints something that is more than a plain colour.
  mutating func paintUnknown() { isUnknown = true }

  /// Lays a group above.
  mutating func lay(_ group: PaintedPixel, opacity: Double) {
    let rest = 1 - group.alpha * opacity
    red = group.red * opacity + red * rest
    green = group.green * opacity + green * rest
    blue = group.blue * opacity + blue * rest
    alpha = group.alpha * opacity + alpha * rest
    isUnknown = group.isUnknown && opacity > 0 || isUnknown && rest > 0.005
  }

  /// The colour where it is known and nothing shows through.
  var color: PlainColor? {
    guard !isUnknown, alpha > 0.995 else { return nil }
    var color = PlainColor(gray: 0)
    (color.red, color.green, color.blue) = (red, green, blue)
    return color
  }
}
