#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import PageFormat
  import Painting

  /// Gradients, patterns and shadows.
  extension CoreGraphicsRenderer {
    /// Draws a gradient or a pattern into the current clip.
    ///
    /// - Parameter area: what is filled, in CSS px.
    func draw(_ paint: Paint, filling area: LayoutRect) {
      switch paint {
      case .color(let color):
        set(color)
        context.fill([area.rect])
      case .gradient(let gradient): draw(gradient, filling: area)
      case .pattern(let pattern): draw(pattern, filling: area)
      }
    }

    // MARK: Gradients

    private func draw(_ gradient: Gradient, filling area: LayoutRect) {
      if let tile = gradient.tile {
        var plain = gradient
        plain.tile = nil
        return drawTiles(tile.rect, tile.stepX, tile.stepY, filling: area) { [self] in
          context.clip(to: tile.rect.rect)
          draw(plain, filling: tile.rect)
        }
      }
      if case .conic = gradient.geometry { return drawConic(gradient, filling: area) }
      let plain = gradient.unrolled(over: area)
      guard let first = plain.stops.first, let last = plain.stops.last else { return }
      // Stops of CoreGraphics are between 0 and 1: the line is cut or drawn out to the first and last stop.
      let isPoint = last.offset - first.offset < 1e-9
      let (from, to) = isPoint ? (first.offset - 1, first.offset + 1) : (first.offset, last.offset)
      context.saveGState()
      defer { context.restoreGState() }
      let beyond: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
      switch plain.geometry {
      case .linear(let x1, let y1, let x2, let y2):
        guard let colors = Self.colors(plain, from, to) else { return }
        context.concatenate(plain.matrix.transform)
        context.drawLinearGradient(
          colors, start: CGPoint(x: x1 + (x2 - x1) * from, y: y1 + (y2 - y1) * from),
          end: CGPoint(x: x1 + (x2 - x1) * to, y: y1 + (y2 - y1) * to), options: beyond)
      case .radial(let x, let y, let radiusX, let radiusY):
        // A circle that is drawn out to the ellipse; its line has nothing before the centre.
        let (inner, outer) = (max(0, from), max(to, 1e-9))
        guard let colors = Self.colors(plain, inner, outer) else { return }
        let focus = plain.focus.map { (x: $0.dx / radiusX, y: $0.dy / radiusY) } ?? (x: 0.0, y: 0.0)
        context.concatenate(plain.matrix.transform)
        context.concatenate(CGAffineTransform(a: radiusX, b: 0, c: 0, d: radiusY, tx: x, ty: y))
        context.drawRadialGradient(
          colors, startCenter: CGPoint(x: focus.x * (1 - inner), y: focus.y * (1 - inner)), startRadius: inner,
          endCenter: CGPoint(x: focus.x * (1 - outer), y: focus.y * (1 - outer)), endRadius: outer, options: beyond)
      case .conic: break
      }
    }

    /// The stops between two places of the line; lists have stops that need no premultiplied colours.
    private static func colors(_ gradient: Gradient, _ from: Double, _ to: Double) -> CGGradient? {
      guard to > from else { return nil }
      var components: [CGFloat] = []
      var locations: [CGFloat] = []
      func add(_ place: Double, _ color: PaintColor) {
        locations.append(min(1, max(0, (place - from) / (to - from))))
        components += [color.red, color.green, color.blue, color.alpha].map { CGFloat($0) }
      }
      // What is before the begin is cut.
      if let first = gradient.stops.first, first.offset < from { add(from, gradient.color(at: from)) }
      for stop in gradient.stops where stop.offset >= from { add(stop.offset, stop.color) }
      guard !locations.isEmpty, let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
      return CGGradient(
        colorSpace: space, colorComponents: components, locations: locations, count: locations.count)
    }

    private func drawConic(_ gradient: Gradient, filling area: LayoutRect) {
      let density = min(scale, 2048 / max(area.width, area.height, 1))
      let (columns, rows) = (Int((area.width * density).rounded(.up)), Int((area.height * density).rounded(.up)))
      guard let pixels = gradient.conicPixels(of: area, columns: columns, rows: rows),
        let image = PixelLayer.image(pixels, width: columns, height: rows)
      else { return }
      draw(image, in: area.rect)
    }

    // MARK: Patterns

    private func draw(_ pattern: ImagePattern, filling area: LayoutRect) {
      guard let image = images(pattern.source), pattern.tile.width > 0, pattern.tile.height > 0 else { return }
      let shown = snapped(pattern.tile)
      let tile = shown.width > 0 && shown.height > 0 ? shown : pattern.tile
      context.interpolationQuality = pattern.isPixelated ? .none : .high
      drawTiles(tile, pattern.stepX, pattern.stepY, filling: area) { [self] in draw(image, in: tile.rect) }
    }

    /// The most tiles that are drawn one by one.
    private static let mostTiles = 65_536

    /// Draws the tiles that touch an area; `body` draws the first one.
    private func drawTiles(
      _ tile: LayoutRect, _ stepX: Double, _ stepY: Double, filling area: LayoutRect, _ body: () -> Void
    ) {
      func range(_ start: Double, _ length: Double, _ step: Double, _ from: Double, _ to: Double) -> ClosedRange<Int>? {
        guard step > 0 else { return 0...0 }
        let first = ((from - start - length) / step).rounded(.up)
        let last = ((to - start) / step).rounded(.down)
        guard last >= first, last - first < 4096, abs(first) < 1e9 else { return nil }
        return Int(first)...Int(last)
      }
      guard let columns = range(tile.x, tile.width, stepX, area.x, area.x + area.width),
        let rows = range(tile.y, tile.height, stepY, area.y, area.y + area.height),
        columns.count * rows.count <= Self.mostTiles
      else { return }
      // One tile as a picture, so that many cost little.
      var picture: CGImage?
      if columns.count * rows.count > 64, let layer = PixelLayer(tile, scale: scale) {
        let outer = context
        context = layer.context
        body()
        context = outer
        picture = layer.image()
      }
      for row in rows {
        for column in columns {
          context.saveGState()
          context.translateBy(x: Double(column) * stepX, y: Double(row) * stepY)
          if let picture { draw(picture, in: tile.rect) } else { body() }
          context.restoreGState()
        }
      }
    }

    // MARK: Shadows

    func draw(_ shadow: BoxShadow) {
      guard !shadow.color.isTransparent else { return }
      context.saveGState()
      defer { context.restoreGState() }
      let reach = shadow.blur * 1.5 + 1
      let box = snapped(.rounded(shadow.box))
      if shadow.isInset {
        clip(to: box)
        let area = box.bounds.inset(by: -reach)
        let hole = PaintShape.ring(outer: RoundedRect(area.inset(by: -reach)), inner: shadow.edge)
        return drawBlurred(in: area, deviation: shadow.blur / 2, shadow.color) { renderer in
          renderer.fill(hole, .color(shadow.color), .normal)
        }
      }
      // Nothing is drawn below the box itself, which may be transparent.
      let edge = snapped(.rounded(shadow.edge))
      let area = edge.bounds.inset(by: -reach)
      let around = LayoutRect(area.rect.union(box.bounds.rect)).inset(by: -1)
      clip(to: .ring(outer: RoundedRect(around), inner: RoundedRect(box.bounds, radii: shadow.box.radii)))
      drawBlurred(in: area, deviation: shadow.blur / 2, shadow.color) { renderer in
        renderer.fill(edge, .color(shadow.color), .normal)
      }
    }

    /// Draws something blurred.
    ///
    /// - Parameters:
    ///   - area: what may be touched, in CSS px.
    ///   - deviation: of the Gaussian, in CSS px.
    func drawBlurred(
      in area: LayoutRect, deviation: Double, _ color: PaintColor, _ body: (CoreGraphicsRenderer) -> Void
    ) {
      guard deviation > 0 else { return body(self) }
      // Only what shows is worked out; what is blurred much needs few pixels.
      let shown = LayoutRect(area.rect.intersection(seen.inset(by: -deviation * 3 - 2).rect))
      let density = min(scale, max(0.25, 16 / deviation))
      guard shown.width > 0, shown.height > 0, let layer = PixelLayer(shown, scale: density) else { return }
      let outer = context
      context = layer.context
      body(self)
      context = outer
      layer.blur(deviation)
      if let image = layer.image() { draw(image, in: layer.area.rect) }
    }
  }
#endif
