import CSSValues
import PageFormat

/// Texts of drawings (SVG 2, 11).
extension PagePainter {
  mutating func paintGraphicText(_ node: Int, _ context: GraphicContext) {
    guard context.style.isVisible else { return }
    omitPlacedTexts(in: node)
    // Gradients and patterns count from the box around all of the text.
    var path = PaintPath()
    if let inverse = context.matrix.inverse { path.addRect(inverse.bounds(of: textBounds(in: node))) }
    for inner in node..<max(node + 1, page.subtreeEnd(node)) where page.kind(inner) == .text {
      let owner = page.parent(inner) ?? inner
      let nodeStyle = style(of: owner)
      let computed = nodeStyle.computed
      var style = context.style
      // UNIMPLEMENTED: lines at texts of drawings.
      if computed.painted(.textDecorationLine) != nil { omit(.textDecorationLine, "at texts of drawings", owner) }
      if owner != node, let entries = portableStyle(owner) { style = style.inner(computed, entries) }
      let number = textStyle(of: owner, computed)
      let fill = graphicPaint(
        style.values[.fill] ?? .color(.absolute(.black)), style.number(.fillOpacity, 1), path, context)
      let server = style.values[.fill]?.words[0].url.flatMap(paintServer)
      let pattern = server.flatMap { page.tag($0) == "pattern" ? $0 : nil }
      let stroke = style.values[.stroke].flatMap { graphicPaint($0, style.number(.strokeOpacity, 1), path, context) }
      for line in layout.lines(inner, in: page) {
        guard var run = run(line, nodeStyle.textLook, number) else { continue }
        run.scale = context.matrix.meanScale
        let turn = turned(line, by: context.matrix, baseline: baseline(of: owner, in: node, context.viewport), &run)
        if let server, turn != nil { omit("fill", "on turned text", server) }
        if let pattern {
          paintText(run, with: pattern, path, line.frame.rect.inset(by: -computed.font.size), inner, context)
        }
        guard fill != nil || stroke != nil else { continue }
        run.paint = fill?.withoutMatrix ?? .color(.transparent)
        if case .color(let color)? = stroke {
          let line = Self.strokeStyle(style, scale: context.matrix.meanScale)
          run.stroke = TextStroke(width: line.width, color: color)
          run.stroke?.isBelow = style.values[.paintOrder]?.words.first?.keyword == "stroke"
          run.stroke?.join = line.join
        }
        if let turn { add(.beginTransform(turn), .zero, inner) }
        add(.text(run), line.frame.rect.inset(by: -computed.font.size), inner)
        if turn != nil { add(.end, .zero, inner) }
      }
    }
  }

  /// The box around the lines of a text, in page coordinates.
  private func textBounds(in node: Int) -> LayoutRect {
    var bounds = LayoutRect.zero
    for inner in node..<max(node + 1, page.subtreeEnd(node)) where page.kind(inner) == .text {
      for line in layout.lines(inner, in: page) { bounds = bounds.union(line.frame.rect) }
    }
    return bounds
  }

  /// Shows the tiles of a `<pattern>` through the glyphs of a text.
  private mutating func paintText(
    _ run: TextRun, with pattern: Int, _ path: PaintPath, _ bounds: LayoutRect, _ node: Int, _ context: GraphicContext
  ) {
    add(.beginTextClip, .zero, node)
    add(.text(run), bounds, node)
    add(.paintInText, .zero, node)
    paintPattern(pattern, path, path.transformed(context.matrix), .nonzero, node, context)
    add(.end, .zero, node)
  }

  /// Reports texts that a browser places otherwise: on a path, at another length, turned or shifted.
  private mutating func omitPlacedTexts(in node: Int) {
    for inner in node..<max(node + 1, page.subtreeEnd(node)) where page.kind(inner) == .svgElement {
      if page.tag(inner) == "textPath" { omit("<textPath>", "along its path", inner) }
      if page.attribute(inner, "textLength") != nil { omit("textLength", "as long as it says", inner) }
      if page.attribute(inner, "rotate") != nil { omit("rotate", "character by character", inner) }
      if inner != node { omitUnpainted(inner, style(of: inner)) }
    }
  }

  // MARK: Turned texts

  // UNIMPLEMENTED: gradients and patterns of turned texts; their own coordinates would turn with them.

  /// Puts a run where its text is before its drawing turns, mirrors or skews it; the answer is the transform that does, `nil` for
  /// texts that stay upright.
  ///
  /// The layout file has the upright rectangles around the turned text and around its baseline: sides and baseline follow from
  /// those, except at angles where they look alike. There the usual share of fonts is above the baseline, unless attributes
  /// say where it is.
  private func turned(
    _ line: PlacedLine, by matrix: PaintMatrix, baseline known: Double?, _ run: inout TextRun
  ) -> PaintMatrix? {
    guard matrix.b != 0 || matrix.c != 0 || matrix.a < 0 || matrix.d < 0, let inverse = matrix.inverse else {
      return nil
    }
    let rect = line.frame.rect
    let middle = (x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    let center = inverse.apply(middle.x, middle.y)
    let scale = matrix.meanScale
    let (a, b, c, d) = (abs(matrix.a), abs(matrix.b), abs(matrix.c), abs(matrix.d))
    let above = Double(line.baseline) / 64 - middle.y
    let share = Self.usualAscent - 0.5
    var (width, height) = (0.0, 0.0)
    let determinant = a * d - b * c
    if abs(determinant) > 0.2 * scale * scale {
      width = (d * rect.width - c * rect.height) / determinant
      height = (a * rect.height - b * rect.width) / determinant
    } else {
      height = (above + rect.height / 2) / (matrix.d * share + d / 2)
      width = (rect.height - d * height) / b
    }
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let baseline =
      known.map { $0 - center.1 } ?? (d > 0.3 * scale ? (above + b * width / 2) / matrix.d : height * share)
    run.x = (center.0 - width / 2) * scale
    run.baseline = (center.1 + baseline) * scale
    run.width = width * scale
    run.height = height * scale
    run.ascent = (baseline + height / 2) * scale
    return matrix.concatenated(.scale(1 / scale, 1 / scale))
  }

  /// The baseline of what is in an element, in user units, where only `y` and `dy` say it: of the only element with text, or
  /// of one with a `y` of its own.
  private func baseline(
    of owner: Int, in text: Int, _ viewport: (width: Double, height: Double)
  ) -> Double? {
    // The initial value is `auto`.
    guard style(of: owner).computed.other[.dominantBaseline] == nil else { return nil }
    var (shift, next) = (0.0, owner)
    while next >= text {
      // Lists place characters one by one.
      for name in ["y", "dy"] where page.attribute(next, name)?.contains(where: { $0 == " " || $0 == "," }) ?? false {
        return nil
      }
      shift += length("dy", next, viewport.height)
      if next == text || page.attribute(next, "y") != nil {
        let saysAll = page.attribute(owner, "y") != nil || textOwners(in: text) == 1
        return saysAll ? length("y", next, viewport.height) + shift : nil
      }
      guard let outer = page.parent(next) else { return nil }
      next = outer
    }
    return nil
  }

  /// How many elements of a text have texts of their own.
  private func textOwners(in text: Int) -> Int {
    var owners: Set<Int> = []
    for inner in text..<max(text + 1, page.subtreeEnd(text)) where page.kind(inner) == .text {
      owners.insert(page.parent(inner) ?? inner)
    }
    return owners.count
  }

  /// How much of a font's height is above the baseline.
  private static let usualAscent = 0.8
}
