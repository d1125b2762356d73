import CSSValues
import PageFormat

/// Lines of text with their decorations and shadows (CSS Text Decoration 3 and 4).
extension PagePainter {
  /// A line that an element puts at its texts.
  struct Decoration: Hashable {
    var isUnderline = false
    var isOverline = false
    var isLineThrough = false
    var style = DecorationLine.Style.solid
    var color = PaintColor.black
    /// px.
    var thickness = 1.0
    /// px below the baseline, where the page says so.
    var offset: Double?
    var avoidsGlyphs = true
    /// Whether the line is below the text (`text-underline-position: under`).
    var isUnder = false
    /// The element that asks for the line.
    var node = -1
  }

  /// Where the texts of an element with lines were painted last: what is raised or lowered keeps to their lines.
  struct DecoratedLine {
    var baseline: Double
    var ascent: Double
    var height: Double
  }

  /// Paints the lines of a text, or of a box whose text has no node of its own.
  mutating func paintLines(of node: Int) {
    if page.kind(node) == .marker, paintMarkerImage(node, style(of: node).computed) { return }
    let lines = Array(lines(of: node))
    guard !lines.isEmpty else { return }
    let owner = page.kind(node) == .text ? page.parent(node) ?? node : node
    let style = placeholderStyle(of: node) ?? style(of: owner)
    enterScope(of: node)
    if page.kind(node) == .marker, paintMarkerShape(node, style.computed, lines[0]) { return }
    let number = textStyle(of: owner, style.computed)
    let decorations = decorations(at: owner)
    // A file chooser's first text is its button's.
    let first = fileButtonStyle(of: node) ?? style
    let clip = textClip(node, self.style(of: owner).computed, lines)
    if let clip { add(.beginClip(.rounded(clip)), .zero, node) }
    for (index, line) in lines.enumerated() {
      guard !line.parts.isEmpty else {
        paint(line, index == 0 ? first : style, decorations, number)
        continue
      }
      let part = linePart(line, owner)
      paintBoxes(of: part, line)
      paint(line, part.style, (part.isApart ? [] : decorations) + part.decorations, part.number)
    }
    if clip != nil { add(.end, .zero, node) }
  }

  private mutating func paint(
    _ line: PlacedLine, _ style: NodeStyle, _ decorations: [Decoration], _ number: Int
  ) {
    let look = style.textLook
    guard let run = run(line, look, number) else { return }
    let bounds = inkBounds(run, look)
    // Shadows below everything, the first one on top.
    let shadows = look.shadows.filter { shadow in
      hasRoom(forShadowIn: shadowArea(shadow, bounds), .textShadow, line.node)
    }
    for shadow in shadows.reversed() { paint(shadow, of: run, bounds, decorations) }
    // Lines below the text come first: the text's own item follows the last of them.
    let textItem = list.items.count + linesBelow(decorations, run)
    for decoration in decorations where decoration.isUnderline || decoration.isOverline {
      paintDecoration(decoration, run, line.node, isAbove: false, textItem)
    }
    if !run.isBlank {
      add(.text(run), bounds, line.node)
      if let mark = look.emphasisMark { paintEmphasis(run, mark, style.computed, bounds) }
    }
    for decoration in decorations where decoration.isLineThrough {
      paintDecoration(decoration, run, line.node, isAbove: true, textItem)
    }
  }

  /// How many lines are painted below a run.
  private func linesBelow(_ decorations: [Decoration], _ run: TextRun) -> Int {
    run.width <= 0 ? 0 : decorations.reduce(0) { $0 + ($1.isUnderline ? 1 : 0) + ($1.isOverline ? 1 : 0) }
  }

  /// The run of a line; `nil` for one that shows nothing.
  func run(_ line: PlacedLine, _ look: TextLook, _ number: Int) -> TextRun? {
    var text = layout.text(of: line, in: page)
    if overridesDirections, !text.isEmpty, isOverridden(line.node) {
      text = (line.level & 1 == 1 ? "\u{202e}" : "\u{202d}") + text + "\u{202c}"
    }
    let rect = line.frame.rect
    guard !text.isEmpty, look.fontSize > 0 else { return nil }
    let baseline = Double(line.baseline) / 64
    let run = TextRun(
      node: line.node, text: text, x: rect.x, baseline: baseline, width: rect.width, ascent: baseline - rect.y,
      height: rect.height, isRightToLeft: line.level & 1 == 1, style: number, paint: look.fill, stroke: look.stroke)
    return rect.width > 0 || !run.isBlank ? run : nil
  }

  /// Whether a text has the direction of an element around it, whatever its characters' own (CSS Writing Modes 4, 2.2).
  private func isOverridden(_ node: Int) -> Bool {
    var next: Int? = page.kind(node) == .text ? page.parent(node) : node
    while let element = next {
      let box = style(of: element).computed.box
      switch box.unicodeBidi {
      case .bidiOverride, .isolateOverride: return true
      case .embed, .isolate, .plaintext: return false
      case .normal: break
      }
      guard case .box(.inline, .flow, _) = box.display else { return false }
      next = page.parent(element)
    }
    return false
  }

  private func inkBounds(_ run: TextRun, _ look: TextLook) -> LayoutRect {
    // Glyphs may reach beyond their box: by half a font's size as a rule of thumb.
    LayoutRect(x: run.x, y: run.baseline - run.ascent, width: run.width, height: run.height).inset(
      by: -look.fontSize / 2 - (run.stroke?.width ?? 0))
  }

  /// Paints a shadow of a run and of the lines at it.
  private mutating func paint(
    _ shadow: TextLook.Shadow, of run: TextRun, _ bounds: LayoutRect, _ decorations: [Decoration]
  ) {
    let lines =
      run.width <= 0
      ? 0
      : decorations.reduce(0) { $0 + ($1.isUnderline ? 1 : 0) + ($1.isOverline ? 1 : 0) + ($1.isLineThrough ? 1 : 0) }
    let deviation = shadow.blur / 2
    let hasGroup = deviation > 0 && lines > 0
    // The text's shadow follows the shadows of its lines, which avoid its glyphs.
    let textItem = list.items.count + lines + (hasGroup ? 2 : 0)
    if hasGroup {
      var effect = GroupEffect(node: run.node)
      effect.filters = [.blur(deviation)]
      add(.beginGroup(effect), .zero, run.node)
    }
    for decoration in decorations {
      paintDecoration(decoration, run, run.node, isAbove: false, textItem, shadow)
      if decoration.isLineThrough { paintDecoration(decoration, run, run.node, isAbove: true, textItem, shadow) }
    }
    if hasGroup { add(.end, .zero, run.node) }
    var moved = run
    moved.x += shadow.dx
    moved.baseline += shadow.dy
    moved.paint = .color(shadow.color)
    add(.textShadow(moved, deviation: deviation), shadowArea(shadow, bounds), run.node)
  }

  private func shadowArea(_ shadow: TextLook.Shadow, _ bounds: LayoutRect) -> LayoutRect {
    bounds.offset(shadow.dx, shadow.dy).inset(by: -shadow.blur)
  }

  // MARK: Decorations

  /// The lines at an element's texts: its own and those of the boxes around it (CSS Text Decoration 3, 2.1).
  private mutating func decorations(at node: Int) -> [Decoration] {
    if let known = decorations[node] { return known }
    var found: [Decoration] = []
    let style = style(of: node)
    if let parent = page.parent(node), !style.isApart { found = decorations(at: parent) }
    if style.hasDecoration, var own = decoration(style.computed) {
      own.node = node
      found.append(own)
    }
    decorations[node] = found
    return found
  }

  /// Boxes that lines around them do not reach: floats, positioned boxes, boxes of one piece in a line.
  static func isApart(_ style: ComputedStyle) -> Bool {
    if style.box.float != .none || style.box.position == .absolute || style.box.position == .fixed { return true }
    switch style.box.display {
    case .box(.inline, .flow, _), .box(.inline, .ruby, _): return false
    case .box(.inline, _, _): return true
    default: return false
    }
  }

  func decoration(_ style: ComputedStyle) -> Decoration? {
    guard let value = style.painted(.textDecorationLine) else { return nil }
    let words = value.words.compactMap(\.keyword)
    var decoration = Decoration()
    decoration.isUnderline = words.contains("underline")
    decoration.isOverline = words.contains("overline")
    decoration.isLineThrough = words.contains("line-through")
    guard decoration.isUnderline || decoration.isOverline || decoration.isLineThrough else { return nil }
    switch style.other[.textDecorationStyle]?.keyword {
    case "double": decoration.style = .double
    case "dotted": decoration.style = .dotted
    case "dashed": decoration.style = .dashed
    case "wavy": decoration.style = .wavy
    default: break
    }
    decoration.color = decorationColor(style)
    let size = style.font.size
    // `auto` is a tenth of the font's size in Chromium, at least a pixel.
    let pixel = 1 / layout.viewport.scale
    decoration.thickness = max(pixel, size / 10)
    if let value = style.other[.textDecorationThickness], value.keyword == nil, let given = value.length(of: size) {
      decoration.thickness = max(pixel, given)
    }
    if let value = style.other[.textUnderlineOffset], value.keyword == nil {
      decoration.offset = value.length(of: size)
    }
    decoration.isUnder =
      style.other[.textUnderlinePosition]?.words.contains { $0.keyword == "under" } ?? false
    decoration.avoidsGlyphs = style.other[.textDecorationSkipInk]?.keyword != "none"
    return decoration
  }

  /// The colour of lines; without one of their own it is that of the glyphs' outlines, or of their areas, as in Chromium.
  private func decorationColor(_ style: ComputedStyle) -> PaintColor {
    if let color = style.other[.textDecorationColor], color != .color(.currentColor), color.keyword != "currentcolor" {
      return color.paintColor(style.text.color) ?? PaintColor(style.text.color)
    }
    let look = TextLook(style)
    if let stroke = look.stroke, !stroke.color.isTransparent { return stroke.color }
    return style.other[.webkitTextFillColor]?.paintColor(style.text.color) ?? PaintColor(style.text.color)
  }

  /// Paints the line below and above a text, or the one through it, or their shadow.
  private mutating func paintDecoration(
    _ decoration: Decoration, _ run: TextRun, _ node: Int, isAbove: Bool, _ textItem: Int,
    _ shadow: TextLook.Shadow? = nil
  ) {
    guard run.width > 0 else { return }
    let scale = layout.viewport.scale
    // All in device pixels, as Chromium places lines: the text's top is whole pixels above its baseline.
    var line = DecoratedLine(baseline: run.baseline, ascent: run.ascent, height: run.height)
    if let known = decoratedLines[decoration.node], decoration.node != page.parent(run.node),
      known.baseline != line.baseline, known.baseline - known.ascent < line.baseline - line.ascent + line.height,
      line.baseline - line.ascent < known.baseline - known.ascent + known.height
    {
      line = known
    } else {
      decoratedLines[decoration.node] = line
    }
    let ascent = (line.ascent * scale).rounded()
    let top = (line.baseline * scale).rounded() - ascent
    let thickness = decoration.thickness * scale
    let isDouble = decoration.style == .double
    let isWavy = decoration.style == .wavy
    var places: [(y: Double, avoids: Bool)] = []
    if isAbove {
      places.append((top + 2 * ascent / 3 - thickness / 2 - (isWavy ? thickness * 1.5 : 0), false))
    } else {
      if decoration.isUnderline {
        var y = top + ascent
        if decoration.isUnder {
          y = top + (line.height * scale).rounded() + ((decoration.offset ?? 0) * scale).rounded()
        } else {
          y += decoration.offset.map { ($0 * scale).rounded() } ?? max(1, (thickness / 2).rounded(.up))
        }
        // A wave's middle is as far below as the second line of a double one.
        places.append((y + (isWavy ? 1 - thickness / 2 : 0), decoration.avoidsGlyphs))
      }
      if decoration.isOverline {
        let y = top - thickness.rounded(.down)
        let room = isWavy ? thickness * 2.5 + 1 : isDouble ? thickness.rounded() + 1 : 0
        places.append((y - room, false))
      }
    }
    for place in places {
      let rect = LayoutRect(x: run.x, y: place.y / scale, width: run.width, height: decoration.thickness)
      let moved = rect.offset(shadow?.dx ?? 0, shadow?.dy ?? 0)
      var item = DecorationLine(
        rect: moved, style: decoration.style, color: shadow?.color ?? decoration.color,
        avoidedItem: place.avoids && !run.isBlank ? textItem : nil)
      let width = max(1, thickness.rounded())
      let length = ((run.x + run.width) * scale).rounded(.down) - (run.x * scale).rounded(.down)
      let fitting = DashFitting(width: width, length: length)
      switch decoration.style {
      case .dotted where !DashFitting.drawsSquares(width): item.dashes = [0, fitting.dotDistance / scale]
      case .dotted, .dashed:
        if let (dash, gap) = fitting.dashes(isDotted: decoration.style == .dotted) {
          item.dashes = [dash / scale, gap / scale]
        }
      default: break
      }
      add(.decoration(item), moved.inset(by: -decoration.thickness * 6 - (shadow?.blur ?? 0)), node)
    }
  }

  // MARK: Markers

  /// Discs, circles and squares are drawn, not written (CSS Counter Styles 3, 6.1), as Chromium places them.
  private mutating func paintMarkerShape(_ node: Int, _ style: ComputedStyle, _ line: PlacedLine) -> Bool {
    guard case .counterStyle(let name) = style.text.listStyleType,
      ["disc", "circle", "square", "disclosure-open", "disclosure-closed"].contains(name),
      style.content.content == .normal
    else { return false }
    let rect = line.frame.rect
    let scale = layout.viewport.scale
    let isRightToLeft = style.text.direction == .rtl
    let isOutside = style.text.listStylePosition == .outside
    let paint = Paint.color(PaintColor(style.text.color))
    // Chromium counts whole device pixels.
    let ascent = ((Double(line.baseline) / 64 - rect.y) * scale).rounded()
    if name.hasPrefix("disclosure") {
      let size = style.font.size * 0.66
      let room = isOutside ? 8 / scale : 0
      let left = isOutside == isRightToLeft ? rect.x + room : rect.right - size - room
      let box = LayoutRect(
        x: isOutside ? left : isRightToLeft ? rect.right - size : rect.x, y: Double(line.baseline) / 64 - size,
        width: size, height: size)
      let isOpen = name == "disclosure-open"
      let points =
        isOpen
        ? [(0, 0.07), (1, 0.07), (0.5, 0.93)]
        : isRightToLeft ? [(1, 0), (0.14, 0.5), (1, 1)] : [(0, 0), (0.86, 0.5), (0, 1)]
      var path = PaintPath()
      for (index, point) in points.enumerated() {
        let (x, y) = (box.x + point.0 * size, box.y + point.1 * size)
        if index == 0 { path.move(x, y) } else { path.line(x, y) }
      }
      path.close()
      add(.fill(.path(path, .nonzero), paint, .normal), box, node)
      return true
    }
    let part = (ascent * 2 / 3).rounded(.down)
    let width = ((part + 1) / 2).rounded(.down) / scale
    let top = rect.y + (3 * (ascent - part) / 2).rounded(.down) / scale
    // Outside of the item, the sign keeps a distance from the text that the font's size makes, and a pixel to its own box.
    let room = (part + 7) / scale
    let left =
      isOutside
      ? (isRightToLeft ? rect.x + room - width : rect.right - room) : isRightToLeft ? rect.right - width : rect.x
    let box = LayoutRect(x: left, y: top, width: width, height: width)
    var path = PaintPath()
    switch name {
    case "disc":
      path.addEllipse(box.x + width / 2, box.y + width / 2, width / 2, width / 2)
      add(.fill(.path(path, .nonzero), paint, .normal), box, node)
    case "circle":
      path.addEllipse(box.x + width / 2, box.y + width / 2, width / 2, width / 2)
      add(.stroke(path, paint, StrokeStyle(width: 1 / scale)), box.inset(by: -1), node)
    default: add(.fill(.rounded(RoundedRect(box)), paint, .normal), box, node)
    }
    return true
  }

  // MARK: Backgrounds in texts

  /// Begins a background that shows only in the node's texts (`background-clip: text`).
  mutating func beginTextClip(_ node: Int) {
    add(.beginTextClip, .zero, node)
    for inner in node..<max(node + 1, page.subtreeEnd(node)) where !layout.flags(inner).contains(.invisible) {
      let lines = layout.lines(inner, in: page)
      guard !lines.isEmpty else { continue }
      let owner = page.kind(inner) == .text ? page.parent(inner) ?? inner : inner
      let style = style(of: owner)
      let number = textStyle(of: owner, style.computed)
      for line in lines {
        let part = line.parts.isEmpty ? nil : linePart(line, owner)
        let look = (part?.style ?? style).textLook
        guard var run = run(line, look, part?.number ?? number) else { continue }
        run.paint = .color(.black)
        // Lines at the texts are part of what the background shows in.
        let lines = decorations(at: owner).map { line in
          var line = line
          line.color = .black
          return line
        }
        let textItem = list.items.count + linesBelow(lines, run)
        for line in lines where line.isUnderline || line.isOverline {
          paintDecoration(line, run, inner, isAbove: false, textItem)
        }
        add(.text(run), inkBounds(run, look), inner)
        for line in lines where line.isLineThrough { paintDecoration(line, run, inner, isAbove: true, textItem) }
      }
    }
    add(.paintInText, .zero, node)
  }
}
