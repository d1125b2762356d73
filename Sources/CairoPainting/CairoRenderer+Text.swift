import CCairo
import CSSValues
import PageFormat
import Painting
import Text

/// Glyphs and the lines at them.
extension CairoRenderer {
  /// The glyphs of a run, and how much wider they must be drawn to be as wide as the run was measured.
  func shaped(_ run: TextRun) -> (runs: [GlyphRun], stretch: Double) {
    glyphs.shaped(run, list.textStyles[run.style], by: measurer)
  }

  func draw(_ run: TextRun) {
    let (runs, stretch) = shaped(run)
    // Emoji have no outline that a stroke could follow, and only the opacity of the text's color.
    drawPictures(run, runs, stretch)
    if let stroke = run.stroke {
      addOutlines(run, runs, stretch)
      cairo_set_line_width(context, stroke.width)
      cairo_set_line_join(
        context,
        stroke.join == .round
          ? CAIRO_LINE_JOIN_ROUND : stroke.join == .bevel ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER)
      cairo_set_miter_limit(context, 4)
      if !stroke.isBelow, setSource(run.paint, filling: bounds(run)) { cairo_fill_preserve(context) }
      set(stroke.color)
      cairo_stroke_preserve(context)
      if stroke.isBelow, setSource(run.paint, filling: bounds(run)) { cairo_fill_preserve(context) }
      cairo_new_path(context)
      return
    }
    guard setSource(run.paint, filling: bounds(run)) else { return }
    // Masks hold for one size on whole pixels; gradients, vectors and turned texts are drawn as outlines.
    guard isAligned, !isVector, stretch == 1, run.scale == 1, case .color = run.paint else {
      addOutlines(run, runs.filter { !$0.font.isSyntheticBold }, stretch)
      cairo_fill(context)
      fillBold(run, runs.filter(\.font.isSyntheticBold), stretch)
      return
    }
    // Baselines are on whole device pixels, as Chromium has them.
    let baseline = (run.baseline * scale).rounded()
    cairo_save(context)
    cairo_scale(context, 1 / scale, 1 / scale)
    for glyphRun in runs {
      for glyph in glyphRun.glyphs { draw(glyph, glyphRun, (run.x * scale, baseline)) }
    }
    cairo_restore(context)
  }

  private func bounds(_ run: TextRun) -> LayoutRect {
    LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height)
  }

  /// Fills glyphs whose weight is simulated, and their thicker outlines.
  private func fillBold(_ run: TextRun, _ runs: [GlyphRun], _ stretch: Double) {
    guard let size = runs.first?.size else { return }
    // What is translucent would be darker where outlines overlap areas.
    let isOpaque = if case .color(let color) = run.paint { color.alpha == 1 } else { false }
    if !isOpaque { cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA) }
    if !isOpaque { cairo_set_source_rgba(context, 0, 0, 0, 1) }
    addOutlines(run, runs, stretch)
    cairo_fill_preserve(context)
    cairo_set_line_width(context, Self.emboldening(size * scale) / scale * run.scale)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
    cairo_stroke(context)
    guard !isOpaque, let mask = cairo_pop_group(context) else { return }
    if setSource(run.paint, filling: bounds(run)) { cairo_mask(context, mask) }
    cairo_pattern_destroy(mask)
  }

  // MARK: Masks

  private func draw(_ glyph: GlyphRun.Glyph, _ run: GlyphRun, _ origin: (x: Double, y: Double)) {
    let x = origin.x + glyph.x * scale
    let y = origin.y + (glyph.y * scale).rounded()
    // A quarter of a pixel is as fine as Chromium places glyphs.
    let quarter = (x * 4 + 0.5).rounded(.down)
    let pixel = (quarter / 4).rounded(.down)
    let phase = UInt8(quarter - pixel * 4)
    let key = GlyphCache.MaskKey(
      font: run.font, glyph: glyph.number, size: Int32(clamping: Int((run.size * scale * 64).rounded())), phase: phase)
    let mask = glyphs.mask(key) { makeMask(key) }
    guard let surface = mask.surface else { return }
    cairo_mask_surface(context, surface, pixel + Double(mask.left), y + Double(mask.top))
  }

  private func makeMask(_ key: GlyphCache.MaskKey) -> (mask: GlyphCache.GlyphMask, bytes: Int) {
    let blank = (GlyphCache.GlyphMask(surface: nil, left: 0, top: 0), 0)
    let outline = glyphs.outline(GlyphCache.OutlineKey(font: key.font, glyph: key.glyph))
    guard !outline.isEmpty else { return blank }
    let size = Double(key.size) / 64
    let phase = Double(key.phase) / 4
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for index in stride(from: 0, to: outline.points.count - 1, by: 2) {
      let y = outline.points[index + 1] * size
      let x = outline.points[index] * size + phase - (key.font.isSyntheticItalic ? y * Self.slant : 0)
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
    }
    let extra = key.font.isSyntheticBold ? Self.emboldening(size) + 1 : 1
    let (x, y) = (Int((left - extra).rounded(.down)), Int((top - extra).rounded(.down)))
    let (width, height) = (Int((right + extra).rounded(.up)) - x, Int((bottom + extra).rounded(.up)) - y)
    guard width > 0, height > 0, width <= 4096, height <= 4096,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let own = cairo_create(surface)
    else { return blank }
    cairo_translate(own, -Double(x) + phase, -Double(y))
    Self.add(
      outline, to: own, size: size, isItalic: key.font.isSyntheticItalic, snapsRows: !key.font.isSyntheticBold)
    cairo_set_source_rgba(own, 0, 0, 0, 1)
    Self.fillGlyph(own, key.font, size)
    cairo_destroy(own)
    cairo_surface_flush(surface)
    return (GlyphCache.GlyphMask(surface: surface, left: x, top: y), width * height)
  }

  // MARK: Outlines

  /// How far letters lean whose slant is simulated, as Skia has it.
  private static let slant = 0.25

  /// How much wider strokes are whose weight is simulated, in px: between a 24th and a 32nd of the size, as Skia has it.
  private static func emboldening(_ size: Double) -> Double {
    let part = min(1, max(0, (size - 9) / 27))
    return size * (1 / 24 + (1.0 / 32 - 1.0 / 24) * part)
  }

  private static func fillGlyph(_ context: OpaquePointer, _ font: GlyphFont, _ size: Double) {
    guard font.isSyntheticBold else { return cairo_fill(context) }
    cairo_fill_preserve(context)
    cairo_set_line_width(context, emboldening(size))
    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
    cairo_stroke(context)
  }

  /// Adds an outline to a path.
  ///
  /// - Parameter snapsRows: whether ends of lines and curves are brought to quarters of a row, as Skia does.
  private static func add(
    _ outline: GlyphOutline, to context: OpaquePointer, size: Double, isItalic: Bool, snapsRows: Bool = false
  ) {
    let p = outline.points
    var place = 0
    // How far the last end was moved: the control point beside it moves along.
    var shift = 0.0
    func x(_ index: Int) -> Double { p[index] * size - (isItalic ? p[index + 1] * size * slant : 0) }
    func y(_ index: Int) -> Double { p[index + 1] * size }
    func end(_ index: Int) -> Double {
      guard snapsRows else { return y(index) }
      let snapped = (y(index) * 4 + 0.5).rounded(.down) / 4
      shift = snapped - y(index)
      return snapped
    }
    for step in outline.steps {
      switch step {
      case .move:
        cairo_move_to(context, x(place), end(place))
        place += 2
      case .line:
        cairo_line_to(context, x(place), end(place))
        place += 2
      case .curve:
        let first = y(place) + shift
        let last = end(place + 4)
        cairo_curve_to(context, x(place), first, x(place + 2), y(place + 2) + shift, x(place + 4), last)
        place += 6
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Makes the current path the outlines of a run.
  func addOutlines(_ run: TextRun, _ runs: [GlyphRun], _ stretch: Double) {
    cairo_new_path(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    let baseline = isAligned && !isVector ? (run.baseline * scale).rounded() / scale : run.baseline
    for glyphRun in runs {
      for glyph in glyphRun.glyphs {
        let outline = glyphs.outline(GlyphCache.OutlineKey(font: glyphRun.font, glyph: glyph.number))
        guard !outline.isEmpty else { continue }
        cairo_save(context)
        cairo_translate(context, run.x, baseline)
        cairo_scale(context, stretch * run.scale, run.scale)
        cairo_translate(context, glyph.x, glyph.y)
        Self.add(outline, to: context, size: glyphRun.size, isItalic: glyphRun.font.isSyntheticItalic)
        cairo_restore(context)
      }
    }
  }

  /// Glyphs that are pictures: emoji.
  ///
  /// - Parameter isSilhouette: whether only the shapes are drawn, with the source that is set.
  private func drawPictures(_ run: TextRun, _ runs: [GlyphRun], _ stretch: Double, isSilhouette: Bool = false) {
    let alpha = if case .color(let color) = run.paint { color.alpha } else { 1.0 }
    guard isSilhouette || alpha > 0 else { return }
    for glyphRun in runs {
      for glyph in glyphRun.glyphs {
        let key = GlyphCache.OutlineKey(font: glyphRun.font, glyph: glyph.number)
        guard let picture = glyphRun.font.picture(of: glyph.number),
          let image = glyphs.picture(key, make: { DecodedImage(picture.png) })
        else { continue }
        let size = glyphRun.size * run.scale
        cairo_save(context)
        cairo_translate(
          context, run.x + (glyph.x * stretch) * run.scale + picture.left * size, run.baseline + picture.top * size)
        cairo_scale(
          context, picture.width * size / Double(image.width), picture.height * size / Double(image.height))
        if isSilhouette {
          cairo_mask_surface(context, image.surface, 0, 0)
        } else {
          cairo_set_source_surface(context, image.surface, 0, 0)
          cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
          cairo_paint_with_alpha(context, alpha)
        }
        cairo_restore(context)
      }
    }
  }

  // MARK: Shadows of texts

  func drawShadow(_ run: TextRun, _ deviation: Double) {
    guard case .color(let color) = run.paint else { return }
    let (runs, stretch) = shaped(run)
    let size = list.textStyles[run.style].font.size
    drawBlurred(in: bounds(run).inset(by: -deviation * 3 - size), deviation: deviation, color) { renderer in
      renderer.addOutlines(run, runs, stretch)
      cairo_fill(renderer.context)
      renderer.drawPictures(run, runs, stretch, isSilhouette: true)
    }
  }

  // MARK: Lines

  func draw(_ line: DecorationLine) {
    let unit = isAligned && !isVector ? scale : 1
    // Lines keep to device pixels.
    let thickness = max(1, (line.rect.height * unit).rounded()) / unit
    let top = isAligned && !isVector ? (line.rect.y * unit + 0.5).rounded(.down) / unit : line.rect.y
    cairo_save(context)
    defer { cairo_restore(context) }
    set(line.color)
    let (left, right) = (line.rect.x, line.rect.x + line.rect.width)
    var gaps: [ClosedRange<Double>] = []
    if let item = line.avoidedItem, item < list.items.count, let run = list.items[item].run {
      if line.style == .dotted || line.style == .dashed {
        let middle = dashMiddle(line, pixel: 1 / unit)
        gaps = self.gaps(
          run, (middle - line.rect.height / 2, middle + line.rect.height / 2), room: line.rect.height)
      } else if line.style == .wavy {
        // As high as the wave with its own thickness.
        let (y, height) = (line.rect.y, line.rect.height)
        gaps = self.gaps(run, (y + height * 0.13, y + height * 2.87), room: thickness)
      } else {
        gaps = self.gaps(run, (top, top + thickness * (line.style == .double ? 3 : 1)), room: thickness)
      }
    }
    if !gaps.isEmpty {
      cairo_new_path(context)
      for piece in DecorationLine.pieces(from: left, to: right, without: gaps) {
        let width = piece.upperBound - piece.lowerBound
        cairo_rectangle(context, piece.lowerBound, top - thickness * 6, width, thickness * 13)
      }
      cairo_clip(context)
    }
    draw(line, top, thickness, pixel: 1 / unit)
  }

  private func gaps(_ run: TextRun, _ heights: (top: Double, bottom: Double), room: Double) -> [ClosedRange<Double>] {
    glyphs.gaps(in: run, list.textStyles[run.style], by: measurer, heights, room: room)
  }

  /// The middle of dots and dashes: whole device pixels from the top, and half a one where they are an odd number wide.
  private func dashMiddle(_ line: DecorationLine, pixel: Double) -> Double {
    let width = line.rect.height / pixel
    guard isAligned, !isVector else { return line.rect.y + line.rect.height / 2 }
    let isOdd = max(1, width.rounded()).truncatingRemainder(dividingBy: 2) == 1
    return ((line.rect.y / pixel + max(width / 2, 0.5)).rounded(.down) + (isOdd ? 0.5 : 0)) * pixel
  }

  private func draw(_ line: DecorationLine, _ top: Double, _ thickness: Double, pixel: Double) {
    let (from, to) = (line.rect.x, line.rect.x + line.rect.width)
    switch line.style {
    case .solid:
      cairo_rectangle(context, from, top, to - from, thickness)
      cairo_fill(context)
    case .double:
      cairo_rectangle(context, from, top, to - from, thickness)
      cairo_rectangle(context, from, top + thickness + pixel, to - from, thickness)
      cairo_fill(context)
    case .dotted, .dashed:
      let isRound = line.dashes.first == 0
      // Dashes are fitted to whole device pixels, and as thick as the line asks for.
      let inset = isRound ? thickness / 2 : 0
      let middle = dashMiddle(line, pixel: pixel)
      let isWhole = isAligned && !isVector
      let start = isWhole ? (from / pixel).rounded(.down) * pixel : from
      let end = isWhole ? (to / pixel).rounded(.down) * pixel : to
      cairo_set_line_width(context, max(pixel, line.rect.height))
      cairo_set_line_cap(context, isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
      cairo_set_dash(context, line.dashes, Int32(line.dashes.count), 0)
      cairo_new_path(context)
      cairo_move_to(context, start + inset, middle)
      cairo_line_to(context, end - inset, middle)
      cairo_stroke(context)
      cairo_set_dash(context, nil, 0, 0)
    case .wavy:
      // Chromium's wave, in device pixels: control points 3 thicknesses from the middle, 2 thicknesses along the line.
      let width = line.rect.height / pixel
      let step = ((2 * width + 0.5).rounded() + 0.5) * pixel
      let reach = ((3 * width + 0.5).rounded() + 0.5) * pixel
      var middle = line.rect.y + line.rect.height * 1.5 + pixel / 2
      // A tile of whole pixels there.
      if isAligned, !isVector { middle = ((middle / pixel).rounded(.down) + 0.5) * pixel }
      cairo_rectangle(context, from, middle - reach, to - from, reach * 2)
      cairo_clip(context)
      cairo_new_path(context)
      var x = from - 2 * step
      cairo_move_to(context, x, middle)
      while x < to, (to - from) / step < 100_000 {
        cairo_curve_to(context, x + step, middle + reach, x + step, middle - reach, x + 2 * step, middle)
        x += 2 * step
      }
      cairo_set_line_width(context, line.rect.height)
      cairo_stroke(context)
    }
  }
}

extension PaintPath {
  /// The outline of a glyph, in em.
  init(_ outline: GlyphOutline) {
    self.init()
    let p = outline.points
    var place = 0
    for step in outline.steps {
      switch step {
      case .move:
        move(p[place], p[place + 1])
        place += 2
      case .line:
        line(p[place], p[place + 1])
        place += 2
      case .curve:
        curve(p[place], p[place + 1], p[place + 2], p[place + 3], p[place + 4], p[place + 5])
        place += 6
      case .close: close()
      }
    }
  }
}
