import CCairo
import CSSValues
import PageFormat
import Painting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Colours, gradients and patterns as Cairo's sources.
extension CairoRenderer {
  /// Makes a paint the source; `false` where it shows nothing.
  ///
  /// - Parameter area: what will be filled, in CSS px.
  func setSource(_ paint: Paint, filling area: LayoutRect) -> Bool {
    switch paint {
    case .color(let color):
      guard !color.isTransparent else { return false }
      set(color)
      return true
    case .gradient(let gradient): return setSource(gradient, filling: area)
    case .pattern(let pattern): return setSource(pattern, filling: area)
    }
  }

  // MARK: Gradients

  private func setSource(_ gradient: Gradient, filling area: LayoutRect) -> Bool {
    if let tile = gradient.tile { return setTile(gradient, tile, filling: area) }
    if case .conic(let x, let y, let angle) = gradient.geometry {
      return setConic(gradient, x, y, angle, filling: area)
    }
    guard let first = gradient.stops.first, let last = gradient.stops.last else { return false }
    // Cairo's stops lie between 0 and 1: the line is cut or drawn out to the first and last stop.
    let span = last.offset - first.offset
    guard span > 1e-9 else {
      // All stops at one place: the last colour, beyond a hard edge the first.
      if gradient.isRepeating { return setAverage(gradient) }
      return setPattern(gradient, from: first.offset - 1, to: first.offset + 1)
    }
    // Rounds that are a part of a pixel, or very many, look like one color, and are beyond what numbers of patterns hold.
    let isFine = gradient.isRepeating && gradient.period * scale < Self.leastPeriod
    if let color = isFine ? gradient.mean : gradient.averageColor(over: area) {
      set(color)
      return !color.isTransparent
    }
    return setPattern(gradient, from: first.offset, to: last.offset)
  }

  /// The shortest round of a repeating gradient that is drawn, in device pixels.
  private static let leastPeriod = 0.1

  private func setAverage(_ gradient: Gradient) -> Bool {
    guard let last = gradient.stops.last else { return false }
    set(last.color)
    return !last.color.isTransparent
  }

  private func setPattern(_ gradient: Gradient, from: Double, to: Double) -> Bool {
    let pattern: OpaquePointer?
    var matrix = Self.matrix(gradient.matrix)
    switch gradient.geometry {
    case .linear(let x1, let y1, let x2, let y2):
      pattern = cairo_pattern_create_linear(
        x1 + (x2 - x1) * from, y1 + (y2 - y1) * from, x1 + (x2 - x1) * to, y1 + (y2 - y1) * to)
    case .radial(let x, let y, let radiusX, let radiusY):
      // A circle that is drawn out to the ellipse.
      let (fx, fy) = gradient.focus.map { ($0.dx / radiusX, $0.dy / radiusY) } ?? (0, 0)
      let (inner, outer) = (max(0, from), max(to, 1e-9))
      pattern = cairo_pattern_create_radial(
        fx * (1 - inner), fy * (1 - inner), inner, fx * (1 - outer), fy * (1 - outer), outer)
      var ellipse = cairo_matrix_t(xx: radiusX, yx: 0, xy: 0, yy: radiusY, x0: x, y0: y)
      var placed = matrix
      cairo_matrix_multiply(&matrix, &ellipse, &placed)
    case .conic: return false
    }
    guard let pattern else { return false }
    defer { cairo_pattern_destroy(pattern) }
    let span = to - from
    // A radial line has nothing before its centre: stops there are cut.
    let isCut = if case .radial = gradient.geometry { from < 0 } else { false }
    if isCut {
      let shown = max(to, 1e-9)
      addStop(pattern, 0, gradient.color(at: 0))
      for stop in gradient.stops where stop.offset > 0 { addStop(pattern, stop.offset / shown, stop.color) }
    } else {
      for stop in gradient.stops { addStop(pattern, (stop.offset - from) / span, stop.color) }
    }
    cairo_pattern_set_extend(
      pattern,
      gradient.isRepeating ? CAIRO_EXTEND_REPEAT : gradient.isReflecting ? CAIRO_EXTEND_REFLECT : CAIRO_EXTEND_PAD)
    guard cairo_matrix_invert(&matrix) == CAIRO_STATUS_SUCCESS else { return false }
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_set_source(context, pattern)
    return true
  }

  /// Cairo interpolates colours that are not premultiplied: lists have stops that make the same of it.
  private func addStop(_ pattern: OpaquePointer, _ offset: Double, _ color: PaintColor) {
    cairo_pattern_add_color_stop_rgba(
      pattern, min(1, max(0, offset)), color.red, color.green, color.blue, color.alpha)
  }

  /// A circle of colours, which Cairo does not know: worked out a pixel at a time.
  private func setConic(_ gradient: Gradient, _ x: Double, _ y: Double, _ angle: Double, filling area: LayoutRect)
    -> Bool
  {
    let most = 4096.0
    let density = min(scale, most / max(area.width, area.height, 1))
    let (columns, rows) = (Int((area.width * density).rounded(.up)), Int((area.height * density).rounded(.up)))
    guard columns > 0, rows > 0, columns <= 8192, rows <= 8192,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(columns), Int32(rows)),
      let data = cairo_image_surface_get_data(surface)
    else { return false }
    let words = UnsafeMutableRawPointer(data).bindMemory(to: UInt32.self, capacity: columns * rows)
    // The colours around the circle, looked up by angle.
    let table = (0..<2048).map { Self.word(gradient.color(at: (Double($0) + 0.5) / 2048)) }
    let start = angle * .pi / 180
    var inverse = Self.matrix(gradient.matrix)
    guard cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return false
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let px = area.x + (Double(column) + 0.5) / density
        let py = area.y + (Double(row) + 0.5) / density
        let dx = inverse.xx * px + inverse.xy * py + inverse.x0 - x
        let dy = inverse.yx * px + inverse.yy * py + inverse.y0 - y
        var turn = (atan2(dx, -dy) - start) / (2 * .pi)
        turn -= turn.rounded(.down)
        words[row * columns + column] = table[min(2047, Int(turn * 2048))]
      }
    }
    cairo_surface_mark_dirty(surface)
    let pattern = cairo_pattern_create_for_surface(surface)
    cairo_surface_destroy(surface)
    guard let pattern else { return false }
    defer { cairo_pattern_destroy(pattern) }
    var matrix = cairo_matrix_t(xx: density, yx: 0, xy: 0, yy: density, x0: -area.x * density, y0: -area.y * density)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_set_source(context, pattern)
    return true
  }

  private static func word(_ color: PaintColor) -> UInt32 {
    func part(_ value: Double) -> UInt32 { UInt32((min(1, max(0, value)) * color.alpha * 255).rounded()) }
    return UInt32((color.alpha * 255).rounded()) << 24 | part(color.red) << 16 | part(color.green) << 8
      | part(color.blue)
  }

  // MARK: Tiles

  /// A gradient in tiles: one tile is drawn into a surface, which is repeated.
  private func setTile(_ gradient: Gradient, _ tile: GradientTile, filling area: LayoutRect) -> Bool {
    var plain = gradient
    plain.tile = nil
    return setRepeated(tile.rect, tile.stepX, tile.stepY, filling: area) { renderer in
      renderer.fill(.rounded(RoundedRect(tile.rect)), .gradient(plain), .normal)
    }
  }

  private func setSource(_ pattern: ImagePattern, filling area: LayoutRect) -> Bool {
    guard let image = images(pattern.source), pattern.tile.width > 0, pattern.tile.height > 0 else { return false }
    let tile = snappedTile(pattern.tile)
    let isOnce = pattern.stepX == 0 && pattern.stepY == 0
    if isOnce || pattern.stepX == pattern.tile.width && pattern.stepY == pattern.tile.height {
      guard let source = cairo_pattern_create_for_surface(image.surface) else { return false }
      defer { cairo_pattern_destroy(source) }
      let (sx, sy) = (Double(image.width) / tile.width, Double(image.height) / tile.height)
      var matrix = cairo_matrix_t(xx: sx, yx: 0, xy: 0, yy: sy, x0: -tile.x * sx, y0: -tile.y * sy)
      cairo_pattern_set_matrix(source, &matrix)
      cairo_pattern_set_filter(source, pattern.isPixelated ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
      cairo_pattern_set_extend(source, pattern.stepX > 0 ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
      cairo_set_source(context, source)
      return true
    }
    return setRepeated(tile, pattern.stepX, pattern.stepY, filling: area) { renderer in
      cairo_save(renderer.context)
      cairo_translate(renderer.context, tile.x, tile.y)
      cairo_scale(renderer.context, tile.width / Double(image.width), tile.height / Double(image.height))
      cairo_set_source_surface(renderer.context, image.surface, 0, 0)
      let source = cairo_get_source(renderer.context)
      cairo_pattern_set_filter(source, pattern.isPixelated ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
      cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
      cairo_rectangle(renderer.context, 0, 0, Double(image.width), Double(image.height))
      cairo_fill(renderer.context)
      cairo_restore(renderer.context)
    }
  }

  /// A tile that is painted once keeps to device pixels.
  func snappedTile(_ tile: LayoutRect) -> LayoutRect {
    let shown = snapped(tile)
    return shown.width > 0 && shown.height > 0 ? shown : tile
  }

  /// Draws the tiles that touch the area into a group, which becomes the source.
  private func setRepeated(
    _ tile: LayoutRect, _ stepX: Double, _ stepY: Double, filling area: LayoutRect, draw: (CairoRenderer) -> Void
  ) -> Bool {
    func range(_ start: Double, _ length: Double, _ step: Double, _ from: Double, _ to: Double) -> ClosedRange<Int>? {
      guard step > 0 else { return 0...0 }
      let first = ((from - start - length) / step).rounded(.up)
      let last = ((to - start) / step).rounded(.down)
      guard last >= first, last - first < 4096 else { return nil }
      return Int(first)...Int(last)
    }
    guard let columns = range(tile.x, tile.width, stepX, area.x, area.x + area.width),
      let rows = range(tile.y, tile.height, stepY, area.y, area.y + area.height), columns.count * rows.count <= 65_536
    else { return setEndless(tile, stepX, stepY, draw) }
    cairo_save(context)
    cairo_rectangle(context, area.x, area.y, area.width, area.height)
    cairo_clip(context)
    // One tile as a picture of its own, so that many cost little.
    cairo_push_group(context)
    if columns.count * rows.count > 64, let surface = tileSurface(tile, draw) {
      for row in rows {
        for column in columns {
          cairo_save(context)
          cairo_translate(context, tile.x + Double(column) * stepX, tile.y + Double(row) * stepY)
          cairo_scale(context, 1 / scale, 1 / scale)
          cairo_set_source_surface(context, surface, 0, 0)
          cairo_paint(context)
          cairo_restore(context)
        }
      }
      cairo_surface_destroy(surface)
    } else {
      for row in rows {
        for column in columns {
          cairo_save(context)
          cairo_translate(context, Double(column) * stepX, Double(row) * stepY)
          draw(self)
          cairo_restore(context)
        }
      }
    }
    let group = cairo_pop_group(context)
    cairo_restore(context)
    guard let group else { return false }
    cairo_set_source(context, group)
    cairo_pattern_destroy(group)
    return true
  }

  /// Tiles without number: a picture of one step, a whole number of pixels large, repeats by itself.
  private func setEndless(
    _ tile: LayoutRect, _ stepX: Double, _ stepY: Double, _ draw: (CairoRenderer) -> Void
  ) -> Bool {
    let (width, height) = (max(1, (stepX * scale).rounded()), max(1, (stepY * scale).rounded()))
    guard stepX > 0, stepY > 0, width <= 4096, height <= 4096,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return false }
    defer { cairo_surface_destroy(surface) }
    guard let own = cairo_create(surface), let pattern = cairo_pattern_create_for_surface(surface) else { return false }
    defer { cairo_pattern_destroy(pattern) }
    let (sx, sy) = (width / stepX, height / stepY)
    cairo_scale(own, sx, sy)
    cairo_translate(own, -tile.x, -tile.y)
    let outer = context
    context = own
    draw(self)
    context = outer
    cairo_destroy(own)
    var matrix = cairo_matrix_t(xx: sx, yx: 0, xy: 0, yy: sy, x0: -tile.x * sx, y0: -tile.y * sy)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    cairo_set_source(context, pattern)
    return true
  }

  private func tileSurface(_ tile: LayoutRect, _ draw: (CairoRenderer) -> Void) -> OpaquePointer? {
    let (width, height) = ((tile.width * scale).rounded(.up), (tile.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= 4096, height <= 4096,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let own = cairo_create(surface)
    else { return nil }
    cairo_scale(own, scale, scale)
    cairo_translate(own, -tile.x, -tile.y)
    let outer = context
    context = own
    draw(self)
    context = outer
    cairo_destroy(own)
    return surface
  }
}
