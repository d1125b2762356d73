import CSSValues

/// What first and last lines have of their own.
extension LineLayout {
  /// The indentation of a line that has one.
  func textIndent() -> Double {
    engine.resolveTextIndent(computedStyle.pointee.text.textIndent.length, request.contentInline)
  }

  /// Goes on with the styles of the lines that follow a first line.
  mutating func endFirstLine(_ next: InlineContext) {
    following = nil
    context = next
    lineStyles = [:]
    breaker.goOn(in: next)
  }

  /// The layout style that stands for a style on the line.
  @inline(__always)
  func lineStyle(_ style: Int32) -> Int32 { lineStyles.isEmpty ? style : lineStyles[style] ?? style }
}

extension LayoutEngine {
  /// Whether the first line of a box is that of its block container (CSS Text 3, 8.1): an anonymous block goes on behind the
  /// blocks before it.
  @inline(__always)
  func beginsContainer(_ box: BoxIndex) -> Bool { !flags(box).contains(.goesOn) }

  func marginStart(of box: BoxIndex, _ percentageInline: Double) -> Double {
    flags(box).contains(.continuesBefore) ? 0 : resolveBoxMetrics(box, percentageInline).marginLeft
  }

  func marginEnd(of box: BoxIndex, _ percentageInline: Double) -> Double {
    flags(box).contains(.continuesAfter) ? 0 : resolveBoxMetrics(box, percentageInline).marginRight
  }

  func resolveTextIndent(_ length: LengthPercentage, _ basis: Double) -> Double {
    switch length {
    case .length(let value): layoutUnit(value)
    default: layoutUnit(length.resolve(basis.isDefinite ? basis : 0))
    }
  }

  /// How wide a tab is at a distance from the block's edge (CSS Text 4, 4.2); px. Stops are as many spaces apart as the tab's own
  /// style says, in the block's font.
  func tabAdvance(ofStyle style: Int32, in container: BoxIndex, at position: Double) -> Double {
    let tabSize = computedStyle(ofStyle: style).pointee.text.tabSize
    let style = boxes[Int(container)].style
    let text = computedStyle(ofStyle: style).pointee.text
    let metrics = metrics(ofStyle: style)
    let stop: Double
    switch tabSize {
    case .length(let length): stop = length
    case .number(let count):
      let size = styles[Int(style)].fontSize
      stop = count * (metrics.spaceAdvance + text.letterSpacing.resolve(size) + text.wordSpacing.resolve(size))
    }
    guard stop > 0, stop.isFinite else { return 0 }
    var next = ((position / stop).rounded(.down) + 1) * stop
    // A stop nearer than half a `0` is skipped.
    if next - position < metrics.zeroAdvance / 2 { next += stop }
    return layoutUnitCeiling(next - position)
  }

  // MARK: First lines and trims

  /// The content of a context with the styles of `::first-line`; `nil` where it has the same in all lines.
  func firstLineContext(_ context: InlineContext) -> InlineContext? {
    guard !tree.firstLines.isEmpty, let styles = tree.firstLines[context.container] else { return nil }
    if let known = context.firstLine { return known }
    let first = InlineCollector.collect(self, context.container, styles: styles)
    _ = shape(context)
    _ = shape(first)
    // DEVIATION: a `text-transform` of the first line that makes other units of a text has no effect.
    guard first.items.count == context.items.count, first.paragraph.text.count == context.paragraph.text.count else {
      return nil
    }
    context.firstLine = first
    return first
  }

  /// What `text-box-trim` cuts off a block container's lines.
  @inline(__always)
  func lineTrim(of box: BoxIndex) -> LineTrim { tree.lineTrims.isEmpty ? [] : tree.lineTrims[box] ?? [] }

  /// The edges of `text-box-edge` above and below the baseline (CSS Inline 3, 6.3).
  func textEdges(ofStyle style: Int32) -> FontHeight {
    let metrics = metrics(ofStyle: style)
    var edges = FontHeight(ascent: metrics.ascent, descent: metrics.descent)
    func apply(_ value: CSSValue) {
      switch value {
      case .list(let values, _): for value in values { apply(value) }
      case .keyword("cap"): edges.ascent = nearestDeviceUnit(metrics.capHeight)
      case .keyword("ex"): edges.ascent = nearestDeviceUnit(metrics.xHeight)
      case .keyword("alphabetic"): edges.descent = 0
      default: break
      }
    }
    if let value = computedStyle(ofStyle: style).pointee.other[.textBoxEdge] { apply(value) }
    return edges
  }

  /// The content area of an inline box on a line: its font's, or what `text-box-trim` leaves of it.
  func contentArea(of box: LineBox) -> FontHeight {
    let trim = styles[Int(box.style)].textBoxTrim
    guard !trim.isEmpty else { return box.metrics.font }
    let edges = textEdges(ofStyle: box.style)
    return FontHeight(
      ascent: trim.contains(.start) ? edges.ascent : box.metrics.font.ascent,
      descent: trim.contains(.end) ? edges.descent : box.metrics.font.descent)
  }
}
