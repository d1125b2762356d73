import CSSValues

/// A `<text>` and its spans (SVG 2, 11): characters one after the other, chunks that begin at absolute places and are
/// anchored there.
///
/// UNIMPLEMENTED: `textLength`, `rotate`, text on a path (it is laid out straight), `inline-size` and `shape-inside`,
/// vertical writing modes.
struct GraphicText {
  let tree: StyledTree
  let measurer: any TextMeasurer
  /// The `<text>`.
  let text: StyledTree.Index
  /// From user space to the page.
  let map: PlanarTransform
  /// What percentages count from.
  let size: (Double, Double)

  /// A character that is shown.
  private struct Unit {
    var unit: UInt16
    /// The text node and the offset in it.
    var node: StyledTree.Index
    var offset: Int
    var x: Double?
    var y: Double?
    var dx = 0.0
    var dy = 0.0
  }

  /// Writes the frames of the spans and the lines of the texts; the answer is the text's box in user space.
  func write(_ walk: inout GraphicLayout.Walk) -> LayoutRect? {
    var units: [Unit] = []
    var spans: [(node: StyledTree.Index, range: Range<Int>)] = []
    let keepsSpace = tree.graphics[Int(tree.nodes[Int(text)].detail)].keepsSpace
    collect(text, keepsSpace: keepsSpace, &units, &spans)
    while !keepsSpace, let last = units.last, last.unit == 0x20 { units.removeLast() }
    guard !units.isEmpty else {
      for span in spans where span.node != text { walk.set(span.node, nil, map) }
      return nil
    }
    for span in spans.reversed() { position(span.node, span.range.clamped(to: 0..<units.count), &units) }
    // Fonts are measured at the size at which they are seen.
    let scale = ((map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d) / 2).squareRoot()
    guard scale.isFinite, scale > 1e-6, scale < 1e6 else { return nil }
    let boxes = place(units, scale, &walk)
    for span in spans where span.node != text {
      walk.set(span.node, union(boxes, span.range.clamped(to: 0..<units.count)), map)
    }
    return union(boxes, 0..<units.count)
  }

  private func union(_ boxes: [LayoutRect], _ range: Range<Int>) -> LayoutRect? {
    guard let first = range.first else { return nil }
    return range.dropFirst().reduce(boxes[first]) { $0.bounding(boxes[$1]) }
  }

  // MARK: Characters

  /// SVG 2, 11.4: the characters after white-space processing, and which of them each element holds.
  private func collect(
    _ node: StyledTree.Index, keepsSpace: Bool, _ units: inout [Unit],
    _ spans: inout [(node: StyledTree.Index, range: Range<Int>)]
  ) {
    let start = units.count
    var child = tree.nodes[Int(node)].firstChild
    while child >= 0 {
      let record = tree.nodes[Int(child)]
      if record.kind == .text {
        let first = Int(record.textStart)
        for offset in 0..<Int(record.textLength) {
          var unit = tree.text[first + offset]
          if !keepsSpace {
            if unit == 0x0A || unit == 0x0D || unit == 0x09 { unit = 0x20 }
            if unit == 0x20, units.isEmpty || units[units.count - 1].unit == 0x20 { continue }
          } else if unit < 0x20 {
            unit = 0x20
          }
          units.append(Unit(unit: unit, node: child, offset: offset))
        }
      } else if record.role == .graphic {
        collect(child, keepsSpace: keepsSpace, &units, &spans)
      }
      child = record.nextSibling
    }
    spans.append((node, start..<units.count))
  }

  /// SVG 2, 11.7: the places that an element's lists give its characters; inner elements are asked after outer ones.
  private func position(_ node: StyledTree.Index, _ range: Range<Int>, _ units: inout [Unit]) {
    let lists = tree.graphics[Int(tree.nodes[Int(node)].detail)].positions
    guard lists.count == 4 else { return }
    let fontSize = tree.styles[Int(tree.nodes[Int(node)].style)].font.size
    for (index, unit) in range.enumerated() {
      func value(_ list: Int) -> Double? {
        guard index < lists[list].count else { return nil }
        return GraphicLayout.resolve(lists[list][index], list % 2 == 0 ? size.0 : size.1, fontSize)
      }
      if let x = value(0) { units[unit].x = x }
      if let y = value(1) { units[unit].y = y }
      if let dx = value(2) { units[unit].dx = dx }
      if let dy = value(3) { units[unit].dy = dy }
    }
  }

  // MARK: Placing

  /// Places the characters; the answer is each one's box in user space.
  private func place(_ units: [Unit], _ scale: Double, _ walk: inout GraphicLayout.Walk) -> [LayoutRect] {
    let (paragraph, shaped) = shape(units, scale)
    var boxes = [LayoutRect](repeating: .zero, count: units.count)
    var baselines = [Double](repeating: 0, count: units.count)
    var x = 0.0
    var y = 0.0
    var chunk = 0
    var run = 0
    for (index, unit) in units.enumerated() {
      if unit.x != nil || unit.y != nil {
        anchor(chunk..<index, end: x, units, &boxes)
        chunk = index
      }
      x = (unit.x ?? x) + unit.dx
      y = (unit.y ?? y) + unit.dy
      while run + 1 < shaped.runs.count, shaped.runs[run].range.upperBound <= index { run += 1 }
      var metrics = FontMetrics(ascent: 0, descent: 0, lineGap: 0, size: 0)
      let style = paragraph.styles[paragraph.spans.first { $0.range.contains(index) }?.style ?? 0]
      metrics = measurer.metrics(for: style.font, language: style.text.language)
      let advance = index < shaped.advances.count ? shaped.advances[index] / scale : 0
      let baseline = y + baselineShift(of: unit.node, metrics) / scale
      baselines[index] = baseline
      boxes[index] = LayoutRect(
        x: x, y: baseline - metrics.ascent / scale, width: advance, height: (metrics.ascent + metrics.descent) / scale)
      x += advance
    }
    anchor(chunk..<units.count, end: x, units, &boxes)
    writeLines(units, boxes, baselines, shaped, &walk)
    return boxes
  }

  private func shape(_ units: [Unit], _ scale: Double) -> (TextParagraph, ShapedParagraph) {
    var spans: [TextParagraph.Span] = []
    var styles: [TextParagraph.SpanStyle] = []
    var index = 0
    while index < units.count {
      let style = tree.nodes[Int(units[index].node)].style
      var end = index + 1
      while end < units.count, tree.nodes[Int(units[end].node)].style == style { end += 1 }
      let computed = tree.styles[Int(style)]
      var font = computed.font
      font.size *= scale
      var text = computed.text
      text.letterSpacing = .length(text.letterSpacing.resolve(computed.font.size) * scale)
      text.wordSpacing = .length(text.wordSpacing.resolve(computed.font.size) * scale)
      spans.append(.init(range: index..<end, style: styles.count))
      styles.append(.init(font: font, text: text))
      index = end
    }
    let paragraph = TextParagraph(
      text: units.map(\.unit), spans: spans, styles: styles,
      baseDirection: tree.styles[Int(tree.nodes[Int(text)].style)].text.direction)
    return (paragraph, measurer.shape(paragraph))
  }

  /// SVG 2, 11.10.2.1: `text-anchor` moves a chunk as a whole.
  private func anchor(_ range: Range<Int>, end: Double, _ units: [Unit], _ boxes: inout [LayoutRect]) {
    guard let first = range.first, let last = range.last else { return }
    let style = tree.styles[Int(tree.nodes[Int(units[first].node)].style)]
    let isRightToLeft = style.text.direction == .rtl
    let start = boxes[first].x
    let width = boxes[last].x + boxes[last].width - start
    let shift: Double =
      switch style.other[.textAnchor] {
      case .keyword("middle"): -width / 2
      case .keyword("end"): isRightToLeft ? 0 : -width
      default: isRightToLeft ? -width : 0
      }
    guard shift != 0 else { return }
    for index in range { boxes[index].x += shift }
  }

  /// CSS Inline 3, 4.2: `dominant-baseline`, below the alphabetic one, at the size that fonts are measured at.
  private func baselineShift(of node: StyledTree.Index, _ metrics: FontMetrics) -> Double {
    guard case .keyword(let name)? = tree.styles[Int(tree.nodes[Int(node)].style)].other[.dominantBaseline] else {
      return 0
    }
    switch name.string {
    case "middle": return metrics.xHeight / 2
    case "central": return (metrics.ascent - metrics.descent) / 2
    case "hanging": return metrics.ascent * 0.8
    case "mathematical": return metrics.ascent / 2
    case "text-before-edge", "text-top": return metrics.ascent
    case "text-after-edge", "text-bottom", "ideographic": return -metrics.descent
    default: return 0
    }
  }

  // MARK: Lines

  /// A line for each stretch of a text node on one baseline.
  private func writeLines(
    _ units: [Unit], _ boxes: [LayoutRect], _ baselines: [Double], _ shaped: ShapedParagraph,
    _ walk: inout GraphicLayout.Walk
  ) {
    var index = 0
    while index < units.count {
      let node = units[index].node
      var end = index + 1
      while end < units.count, units[end].node == node, units[end].x == nil, units[end].y == nil,
        baselines[end] == baselines[index]
      {
        end += 1
      }
      let rect = (index + 1..<end).reduce(boxes[index]) { $0.bounding(boxes[$1]) }
      var fonts: [Int] = []
      for run in shaped.runs where run.range.lowerBound < end && run.range.upperBound > index {
        fonts.append(run.font)
        fonts.append(min(run.range.upperBound, end) - max(run.range.lowerBound, index))
      }
      let baseline = map.boundingRect(of: LayoutRect(x: rect.x, y: baselines[index], width: rect.width, height: 0))
      walk.add(
        LayoutResult.TextLine(
          node: node, range: units[index].offset..<(units[end - 1].offset + 1),
          rect: walk.bounded(map.boundingRect(of: rect)), baseline: walk.bounded(baseline).y,
          text: units[index..<end].map(\.unit), fonts: fonts, level: 0))
      index = end
    }
  }
}
