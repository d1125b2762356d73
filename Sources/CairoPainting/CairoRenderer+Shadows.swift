import CCairo
import CSSValues
import PageFormat
import Painting

/// Shadows of boxes (CSS Backgrounds 3, 6.1), and what else is drawn in one colour and blurred.
extension CairoRenderer {
  /// The largest side of a blurred picture, in device pixels: larger shadows are blurred at a lower resolution.
  private static let largestSide = 4096.0

  func draw(_ shadow: BoxShadow) {
    if drawFromSlices(shadow) { return }
    let box = snapped(.rounded(shadow.box))
    cairo_save(context)
    defer { cairo_restore(context) }
    let reach = shadow.blur * 1.5 + 1
    if shadow.isInset {
      add(box)
      cairo_clip(context)
      let area = box.bounds.inset(by: -reach)
      let hole = PaintShape.ring(outer: RoundedRect(area.inset(by: -reach)), inner: shadow.edge)
      drawBlurred(in: area, deviation: shadow.blur / 2, shadow.color) { renderer in
        renderer.add(hole)
        cairo_fill(renderer.context)
      }
      return
    }
    // Nothing is drawn below the box itself, which may be transparent.
    let edge = snapped(.rounded(shadow.edge))
    let area = edge.bounds.inset(by: -reach)
    add(
      .ring(
        outer: RoundedRect(area.bounding(box.bounds).inset(by: -1)),
        inner: shadow.box.isRounded ? RoundedRect(box.bounds, radii: shadow.box.radii) : RoundedRect(box.bounds)))
    cairo_clip(context)
    drawBlurred(in: area, deviation: shadow.blur / 2, shadow.color) { renderer in
      renderer.add(edge)
      cairo_fill(renderer.context)
    }
  }

  // MARK: Shadows from slices

  /// The smallest shadow with the corners of a larger one, blurred: between its corners a shadow looks the same everywhere.
  struct ShadowSlices {
    struct Key: Hashable {
      /// The box without the blur, in device pixels.
      var width, height: Int
      /// In device pixels.
      var radii: [Double]
      /// In device pixels.
      var deviation: Double
    }

    /// What the blur adds on each side, in device pixels.
    let reach: Int
    /// Device pixels, with the blur.
    let width, height: Int
    /// How much each pixel is covered.
    let coverage: [UInt8]

    /// OPTIMIZATION: the sides are no longer than both corners with their blur need, whatever the box's size.
    static func key(_ edge: RoundedRect, width: Int, height: Int, scale: Double, deviation: Double) -> Key {
      let radii = edge.radii.map { $0 * scale }
      // One pixel between the corners is there to be repeated.
      let corner = Int((radii.max() ?? 0).rounded(.up)) + reach(deviation) + 1
      return Key(
        width: min(width, 2 * corner + 1), height: min(height, 2 * corner + 1), radii: radii, deviation: deviation)
    }

    /// How far three box blurs reach.
    static func reach(_ deviation: Double) -> Int { Int((deviation * 3).rounded(.up)) + 2 }

    /// `nil` where there is no memory for it.
    init?(_ key: Key) {
      reach = Self.reach(key.deviation)
      (width, height) = (key.width + 2 * reach, key.height + 2 * reach)
      guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)) else { return nil }
      defer { cairo_surface_destroy(mask) }
      guard let own = cairo_create(mask) else { return nil }
      let place = LayoutRect(x: Double(reach), y: Double(reach), width: Double(key.width), height: Double(key.height))
      cairo_set_source_rgba(own, 0, 0, 0, 1)
      CairoRenderer.add(RoundedRect(place, radii: key.radii), to: own)
      cairo_fill(own)
      cairo_destroy(own)
      cairo_surface_flush(mask)
      guard let data = cairo_image_surface_get_data(mask) else { return nil }
      let stride = Int(cairo_image_surface_get_stride(mask))
      GaussianBlur.apply(
        data, width: width, height: height, stride: stride, channels: 1, deviation: key.deviation)
      var coverage: [UInt8] = []
      coverage.reserveCapacity(width * height)
      for row in 0..<height {
        coverage.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width))
      }
      self.coverage = coverage
    }

    /// Writes a part of the whole shadow.
    ///
    /// - Parameters:
    ///   - columns: device pixels from the shadow's left edge, with the blur.
    ///   - rows: device pixels from the shadow's top edge, with the blur.
    ///   - width: of the whole shadow, with the blur.
    ///   - height: of the whole shadow, with the blur.
    ///   - data: as many rows as asked for.
    ///   - stride: bytes from one row to the next.
    func write(
      columns: Range<Int>, rows: Range<Int>, width: Int, height: Int, into data: UnsafeMutablePointer<UInt8>,
      stride: Int
    ) {
      let across = Self.parts(columns, length: width, side: self.width)
      let down = Self.parts(rows, length: height, side: self.height)
      coverage.withUnsafeBufferPointer { coverage in
        var next = data
        func copy(_ row: Int) {
          let line = coverage[row * self.width..<(row + 1) * self.width]
          var place = next
          for column in across.left {
            place.pointee = line[line.startIndex + column]
            place += 1
          }
          place.update(repeating: line[line.startIndex + self.width / 2], count: across.middle)
          place += across.middle
          for column in across.right {
            place.pointee = line[line.startIndex + column]
            place += 1
          }
          next += stride
        }
        for row in down.left { copy(row) }
        if down.middle > 0 { copy(self.height / 2) }
        for _ in 0..<max(0, down.middle - 1) {
          next.update(from: next - stride, count: columns.count)
          next += stride
        }
        for row in down.right { copy(row) }
      }
    }

    /// The pixels of a range of a longer side that are left of what is repeated, repeated, and right of it.
    ///
    /// - Parameters:
    ///   - range: a part of the longer side.
    ///   - length: the longer side.
    ///   - side: the side of the slices.
    private static func parts(
      _ range: Range<Int>, length: Int, side: Int
    ) -> (left: Range<Int>, middle: Int, right: Range<Int>) {
      let middle = side / 2
      let left = min(range.lowerBound, middle)..<min(range.upperBound, middle)
      // From here on the pixels are those at the end of the slices.
      let rest = middle + length - side
      let right = max(range.lowerBound, rest)..<max(range.upperBound, rest)
      let shift = length - side
      return (left, range.count - left.count - right.count, right.lowerBound - shift..<right.upperBound - shift)
    }
  }

  /// The most pixels of slices: what is larger is not quicker for them.
  private static let mostSlicePixels = 1 << 20
  private static let mostSlices = 16

  /// Draws an outer shadow from the slices of a small one, on whole device pixels; `false` where that cannot be.
  private func drawFromSlices(_ shadow: BoxShadow) -> Bool {
    let deviation = shadow.blur / 2 * scale
    guard isAligned, !isVector, !shadow.isInset, deviation > 0, deviation <= 16, !shadow.color.isTransparent,
      case .rounded(let edge) = snapped(.rounded(shadow.edge)), case .rounded(let box) = snapped(.rounded(shadow.box))
    else { return false }
    func pixels(_ length: Double) -> Int? { abs(length) < 1e6 ? Int((length * scale).rounded()) : nil }
    guard let left = pixels(edge.rect.x), let top = pixels(edge.rect.y), let width = pixels(edge.rect.width),
      let height = pixels(edge.rect.height), width > 0, height > 0
    else { return false }
    let key = ShadowSlices.key(edge, width: width, height: height, scale: scale, deviation: deviation)
    guard key.width * key.height <= Self.mostSlicePixels, let slices = slices(key) else { return false }
    // Only what shows is made.
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &x1, &y1, &x2, &y2)
    func shown(_ start: Int, _ length: Int, _ from: Double, _ to: Double) -> Range<Int> {
      let first = max(0, Int((from * scale).rounded(.down)) - 1 - start)
      return first..<max(first, min(length, Int((to * scale).rounded(.up)) + 1 - start))
    }
    let reach = slices.reach
    let columns = shown(left - reach, width + 2 * reach, x1, x2)
    let rows = shown(top - reach, height + 2 * reach, y1, y2)
    guard !columns.isEmpty, !rows.isEmpty else { return true }
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(columns.count), Int32(rows.count)),
      let data = cairo_image_surface_get_data(mask)
    else { return false }
    defer { cairo_surface_destroy(mask) }
    slices.write(
      columns: columns, rows: rows, width: width + 2 * reach, height: height + 2 * reach, into: data,
      stride: Int(cairo_image_surface_get_stride(mask)))
    cairo_surface_mark_dirty(mask)
    let (x, y) = (Double(left - reach + columns.lowerBound), Double(top - reach + rows.lowerBound))
    // Nothing is drawn below the box itself, which may be transparent.
    guard let own = cairo_create(mask) else { return false }
    cairo_translate(own, -x, -y)
    cairo_scale(own, scale, scale)
    cairo_set_operator(own, CAIRO_OPERATOR_DEST_OUT)
    Self.add(box, to: own)
    cairo_fill(own)
    cairo_destroy(own)
    cairo_save(context)
    set(shadow.color)
    cairo_scale(context, 1 / scale, 1 / scale)
    cairo_mask_surface(context, mask, x, y)
    cairo_restore(context)
    return true
  }

  /// Slices that were made for a shadow before, or new ones: lists of cards have many alike.
  private func slices(_ key: ShadowSlices.Key) -> ShadowSlices? {
    if let known = shadowSlices[key] { return known }
    guard let made = ShadowSlices(key) else { return nil }
    if shadowSlices.count >= Self.mostSlices { shadowSlices.removeAll() }
    shadowSlices[key] = made
    return made
  }

  // MARK: Blurs

  /// Draws something in one colour, blurred.
  ///
  /// - Parameters:
  ///   - area: what may be touched, in CSS px.
  ///   - deviation: of the Gaussian, in CSS px.
  func drawBlurred(
    in area: LayoutRect, deviation: Double, _ color: PaintColor, _ draw: (CairoRenderer) -> Void
  ) {
    guard deviation > 0 else {
      set(color)
      draw(self)
      return
    }
    // Only what shows is worked out.
    var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &x1, &y1, &x2, &y2)
    let margin = deviation * 3 + 2
    let shown = area.intersection(
      LayoutRect(x: x1 - margin, y: y1 - margin, width: x2 - x1 + 2 * margin, height: y2 - y1 + 2 * margin))
    guard shown.width > 0, shown.height > 0 else { return }
    // What is blurred much needs few pixels: 16 in a deviation show no steps.
    let density = min(scale, Self.largestSide / max(shown.width, shown.height), 16 / deviation)
    let (width, height) = (
      Int((shown.width * density).rounded(.up)) + 1, Int((shown.height * density).rounded(.up)) + 1
    )
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let own = cairo_create(mask)
    else { return }
    cairo_scale(own, density, density)
    cairo_translate(own, -shown.x, -shown.y)
    cairo_set_source_rgba(own, 0, 0, 0, 1)
    let outer = context
    context = own
    draw(self)
    context = outer
    cairo_destroy(own)
    cairo_surface_flush(mask)
    if let data = cairo_image_surface_get_data(mask) {
      GaussianBlur.apply(
        data, width: width, height: height, stride: Int(cairo_image_surface_get_stride(mask)), channels: 1,
        deviation: deviation * density)
      cairo_surface_mark_dirty(mask)
    }
    cairo_save(context)
    set(color)
    cairo_translate(context, shown.x, shown.y)
    cairo_scale(context, 1 / density, 1 / density)
    cairo_mask_surface(context, mask, 0, 0)
    cairo_restore(context)
    cairo_surface_destroy(mask)
  }
}
