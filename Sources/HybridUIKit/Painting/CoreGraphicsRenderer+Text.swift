#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import CoreText
  import Foundation
  import PageFormat
  import Painting

  /// Texts and the lines at them.
  extension CoreGraphicsRenderer {
    /// A text as CoreText sets it, and how much wider it must be drawn to be as wide as it was measured.
    struct SetText {
      var line: CTLine
      var font: CTFont
      var stretch: Double
    }

    func set(_ run: TextRun) -> SetText {
      let style = list.textStyles[run.style]
      let font = fonts.font(for: style.font)
      let plain = Self.line(run.text, style, font, isRightToLeft: run.isRightToLeft, extraSpacing: 0)
      let width = CTLineGetTypographicBounds(plain, nil, nil, nil)
      let wanted = run.width / run.scale
      guard width > 0, wanted > 0 else { return SetText(line: plain, font: font, stretch: 1) }
      // What a justified line is wider, its spaces are.
      let spaces = run.text.unicodeScalars.reduce(0) { $0 + ($1 == " " || $1 == "\u{a0}" ? 1 : 0) }
      if wanted - width > 0.5, wanted < width * 8, spaces > 0 {
        let extra = (wanted - width) / Double(spaces)
        let line = Self.line(run.text, style, font, isRightToLeft: run.isRightToLeft, extraSpacing: extra)
        return SetText(line: line, font: font, stretch: 1)
      }
      // Spaces that hang at the end of a line belong to the text and not to its width.
      let isOther = abs(width - wanted) > max(0.5, width * 0.001)
      let isHanging = run.text.last?.isWhitespace == true || run.text.first?.isWhitespace == true
      return SetText(line: plain, font: font, stretch: isOther && !isHanging ? wanted / width : 1)
    }

    private static func line(
      _ text: String, _ style: TextRunStyle, _ font: CTFont, isRightToLeft: Bool, extraSpacing: Double
    ) -> CTLine {
      let size = style.font.size
      let letter = style.text.letterSpacing.resolve(size)
      let word = style.text.wordSpacing.resolve(size) + extraSpacing
      var attributes: [NSAttributedString.Key: Any] = [
        key(kCTFontAttributeName): font, key(kCTForegroundColorFromContextAttributeName): true,
        // 1 is right to left, 0 left to right; both embed the text.
        key(kCTWritingDirectionAttributeName): [NSNumber(value: isRightToLeft ? 1 : 0)],
      ]
      if letter != 0 { attributes[key(kCTKernAttributeName)] = NSNumber(value: letter) }
      if style.font.kerning == .none, letter == 0 { attributes[key(kCTKernAttributeName)] = NSNumber(value: 0) }
      if style.font.variantLigatures.contains(.none) || letter != 0 {
        attributes[key(kCTLigatureAttributeName)] = NSNumber(value: 0)
      }
      let set = NSMutableAttributedString(string: text, attributes: attributes)
      if word != 0 {
        for (place, unit) in text.utf16.enumerated() where unit == 0x20 || unit == 0xA0 {
          set.addAttribute(
            key(kCTKernAttributeName), value: NSNumber(value: letter + word),
            range: NSRange(location: place, length: 1))
        }
      }
      return CTLineCreateWithAttributedString(set as CFAttributedString)
    }

    private static func key(_ name: CFString) -> NSAttributedString.Key { NSAttributedString.Key(name as String) }

    // MARK: Texts

    func draw(_ run: TextRun) {
      let text = set(run)
      let bounds = LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height)
      func outline(_ stroke: TextStroke) {
        context.setStrokeColor(stroke.color.cgColor)
        // The line grows with the glyphs.
        context.setLineWidth(stroke.width / run.scale)
        context.setLineJoin(stroke.join.lineJoin)
        draw(text, run, .stroke)
      }
      context.saveGState()
      defer { context.restoreGState() }
      if let stroke = run.stroke, stroke.isBelow { outline(stroke) }
      switch run.paint {
      case .color(let color):
        if !color.isTransparent {
          set(color)
          draw(text, run, .fill)
        }
      case .gradient, .pattern:
        context.saveGState()
        draw(text, run, .clip, keepsState: true)
        draw(run.paint, filling: bounds)
        context.restoreGState()
      }
      if let stroke = run.stroke, !stroke.isBelow { outline(stroke) }
    }

    /// Draws the glyphs of a text at the place of a run.
    ///
    /// - Parameter keepsState: whether the context keeps its new clip; its transform is as before.
    private func draw(_ text: SetText, _ run: TextRun, _ mode: CGTextDrawingMode, keepsState: Bool = false) {
      let baseline = isAligned ? (run.baseline * scale).rounded() / scale : run.baseline
      let place = CGAffineTransform(
        a: text.stretch * run.scale, b: 0, c: 0, d: run.scale, tx: run.x, ty: baseline)
      if !keepsState { context.saveGState() }
      context.concatenate(place)
      context.setTextDrawingMode(mode)
      // Letters are upside down where the context goes downwards.
      context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      context.textPosition = CGPoint.zero
      CTLineDraw(text.line, context)
      if keepsState { context.concatenate(place.inverted()) } else { context.restoreGState() }
    }

    func drawShadow(_ run: TextRun, _ deviation: Double) {
      guard case .color(let color) = run.paint, !color.isTransparent else { return }
      let size = list.textStyles[run.style].font.size * run.scale
      let area = LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height)
      drawBlurred(in: area.inset(by: -deviation * 3 - size), deviation: deviation, color) { renderer in
        renderer.draw(run)
      }
    }

    // MARK: Marks

    /// Draws the marks of a text: each in the middle of its character, and beside the em box of the text's font.
    func draw(_ marks: EmphasisMarks) {
      let run = marks.run
      let text = set(run)
      var mark = run
      mark.text = marks.mark
      mark.style = marks.style
      mark.isRightToLeft = false
      mark.width = 0
      let own = set(mark)
      let (ascent, descent) = (Double(CTFontGetAscent(text.font)), Double(CTFontGetDescent(text.font)))
      let size = list.textStyles[run.style].font.size
      guard ascent + descent > 0 else { return }
      let distance =
        marks.isUnder
        ? size * descent / (ascent + descent) + Double(CTFontGetAscent(own.font))
        : -size * ascent / (ascent + descent) - Double(CTFontGetDescent(own.font))
      mark.baseline += distance * run.scale
      let half = CTLineGetTypographicBounds(own.line, nil, nil, nil) / 2
      var unit = 0
      for character in run.text {
        let next = unit + character.utf16.count
        if EmphasisMarks.hasMark(character) {
          let from = Double(CTLineGetOffsetForStringIndex(text.line, unit, nil))
          let to = Double(CTLineGetOffsetForStringIndex(text.line, next, nil))
          mark.x = run.x + ((from + to) / 2 * text.stretch - half) * run.scale
          draw(mark)
        }
        unit = next
      }
    }

    // MARK: Lines

    func draw(_ line: DecorationLine) {
      let pixel = isAligned ? 1 / scale : 1
      // Lines keep to device pixels.
      let thickness = max(1, (line.rect.height / pixel).rounded()) * pixel
      let top = isAligned ? (line.rect.y / pixel + 0.5).rounded(.down) * pixel : line.rect.y
      context.saveGState()
      defer { context.restoreGState() }
      let (left, right) = (line.rect.x, line.rect.x + line.rect.width)
      if let item = line.avoidedItem, list.items.indices.contains(item), let run = list.items[item].run {
        let height = thickness * (line.style == .double ? 3 : 1)
        let gaps = gaps(run, top: top, bottom: top + height, around: min(thickness, 13))
        if !gaps.isEmpty {
          context.clip(
            to: Self.pieces(left, right, without: gaps).map { from, to in
              CGRect(x: from, y: top - thickness * 6, width: to - from, height: thickness * 13)
            })
        }
      }
      context.setFillColor(line.color.cgColor)
      context.setStrokeColor(line.color.cgColor)
      switch line.style {
      case .solid: context.fill([CGRect(x: left, y: top, width: right - left, height: thickness)])
      case .double:
        context.fill([
          CGRect(x: left, y: top, width: right - left, height: thickness),
          CGRect(x: left, y: top + thickness + pixel, width: right - left, height: thickness),
        ])
      case .dotted, .dashed:
        let isRound = line.dashes.first == 0
        let inset = isRound ? thickness / 2 : 0
        let middle = top + thickness / 2
        context.setLineWidth(max(pixel, line.rect.height))
        context.setLineCap(isRound ? .round : .butt)
        context.setLineDash(phase: 0, lengths: line.dashes.map { CGFloat($0) })
        let path = CGMutablePath()
        path.move(to: CGPoint(x: left + inset, y: middle))
        path.addLine(to: CGPoint(x: right - inset, y: middle))
        context.addPath(path)
        context.strokePath()
      case .wavy: drawWave(line, pixel)
      }
    }

    /// Chromium's wave, in device pixels: control points 3 thicknesses from the middle, 2 thicknesses along the line.
    private func drawWave(_ line: DecorationLine, _ pixel: Double) {
      let (from, to) = (line.rect.x, line.rect.x + line.rect.width)
      let width = line.rect.height / pixel
      let step = ((2 * width + 0.5).rounded() + 0.5) * pixel
      let reach = ((3 * width + 0.5).rounded() + 0.5) * pixel
      let middle = line.rect.y + line.rect.height * 1.5 + pixel / 2
      guard step > 0, (to - from) / step < 100_000 else { return }
      context.clip(to: CGRect(x: from, y: middle - reach, width: to - from, height: reach * 2))
      let path = CGMutablePath()
      var x = from - 2 * step
      path.move(to: CGPoint(x: x, y: middle))
      while x < to {
        path.addCurve(
          to: CGPoint(x: x + 2 * step, y: middle), control1: CGPoint(x: x + step, y: middle + reach),
          control2: CGPoint(x: x + step, y: middle - reach))
        x += 2 * step
      }
      context.setLineWidth(line.rect.height)
      context.addPath(path)
      context.strokePath()
    }

    private static func pieces(_ left: Double, _ right: Double, without gaps: [(Double, Double)]) -> [(Double, Double)]
    {
      var pieces: [(Double, Double)] = []
      var start = left
      for gap in gaps.sorted(by: { $0.0 < $1.0 }) {
        if gap.0 > start { pieces.append((start, min(gap.0, right))) }
        start = max(start, gap.1)
      }
      if start < right { pieces.append((start, right)) }
      return pieces
    }

    /// Where glyphs cross a line, with some room on both sides (`text-decoration-skip-ink`).
    private func gaps(_ run: TextRun, top: Double, bottom: Double, around room: Double) -> [(Double, Double)] {
      let text = set(run)
      let runs = CTLineGetGlyphRuns(text.line) as? [CTRun] ?? []
      var gaps: [(Double, Double)] = []
      for glyphRun in runs {
        let count = CTRunGetGlyphCount(glyphRun)
        var glyphs = [CGGlyph](repeating: 0, count: count)
        var places = [CGPoint](repeating: .zero, count: count)
        CTRunGetGlyphs(glyphRun, CFRangeMake(0, 0), &glyphs)
        CTRunGetPositions(glyphRun, CFRangeMake(0, 0), &places)
        // The font that the characters of this run are set in, which may stand in for the text's.
        let font = CTFontCreateForString(text.font, run.text as CFString, CTRunGetStringRange(glyphRun))
        for (glyph, place) in zip(glyphs, places) {
          guard let outline = CTFontCreatePathForGlyph(font, glyph, nil) else { continue }
          let upper = (top - run.baseline) / run.scale + Double(place.y)
          let lower = (bottom - run.baseline) / run.scale + Double(place.y)
          guard let span = Self.outline(outline).span(from: upper, to: lower) else { continue }
          func x(_ value: Double) -> Double { run.x + (Double(place.x) + value) * text.stretch * run.scale }
          gaps.append((x(span.left) - room, x(span.right) + room))
        }
      }
      return gaps
    }

    /// A glyph's outline, downwards.
    private static func outline(_ path: CGPath) -> PaintPath {
      var outline = PaintPath()
      var last = CGPoint.zero
      path.applyWithBlock { element in
        let p = element.pointee.points
        func x(_ index: Int) -> Double { Double(p[index].x) }
        func y(_ index: Int) -> Double { -Double(p[index].y) }
        switch element.pointee.type {
        case .moveToPoint:
          outline.move(x(0), y(0))
          last = p[0]
        case .addLineToPoint:
          outline.line(x(0), y(0))
          last = p[0]
        case .addQuadCurveToPoint:
          // The same curve with two control points.
          let (fromX, fromY) = (Double(last.x), -Double(last.y))
          outline.curve(
            fromX + (x(0) - fromX) * 2 / 3, fromY + (y(0) - fromY) * 2 / 3, x(1) + (x(0) - x(1)) * 2 / 3,
            y(1) + (y(0) - y(1)) * 2 / 3, x(1), y(1))
          last = p[1]
        case .addCurveToPoint:
          outline.curve(x(0), y(0), x(1), y(1), x(2), y(2))
          last = p[2]
        case .closeSubpath: outline.close()
        @unknown default: break
        }
      }
      return outline
    }
  }
#endif
