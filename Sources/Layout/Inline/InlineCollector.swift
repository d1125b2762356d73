import CSSValues

/// Collects the content of an inline formatting context: white-space processing (CSS Text 4, 4.3), `text-transform` and
/// bidi controls (CSS Writing Modes 4, 2.4.2).
struct InlineCollector {
  let engine: LayoutEngine
  let context: InlineContext
  /// Whether a collapsible space would vanish here: at the start, after another one, after a forced break.
  private var swallowsSpace = true
  /// The paragraph's styles so far, the layout style of the first, and those of the others.
  ///
  /// OPTIMIZATION: most paragraphs have one style, for which no further array is made.
  private var paragraphStyles: [TextParagraph.SpanStyle] = []
  private var firstStyle: Int32 = -1
  private var otherStyles: [Int32] = []
  /// The paragraph's style by layout style, where they are too many for a look at each.
  private var spanStyles: [Int32: Int] = [:]
  private static let fewStyles = 8
  /// The last style that was looked up there.
  private var lastStyle: (style: Int32, span: Int) = (-1, -1)
  /// The last character that is not a bidi control, for capitals.
  private var previous: UInt16 = 0x20
  /// What becomes the context's paragraph: here, so that nothing checks for exclusive access a unit at a time.
  private var text: [UInt16] = []
  private var sourceOffsets: [Int32] = []
  private var spans: [TextParagraph.Span] = []
  private var items: [InlineContext.Item] = []
  /// Whether an edge of an inline box comes before the next unit.
  private var isAfterEdge = false
  /// Whether the container is a field, which shows its value as it is in a single line (HTML, 15.5.4).
  private let isField: Bool
  /// The styles that stand for others: those of a first line.
  private let styles: [Int32: Int32]

  /// The inline formatting context of a block container.
  ///
  /// - Parameter styles: layout styles that stand for others.
  static func collect(
    _ engine: LayoutEngine, _ container: BoxIndex, styles: [Int32: Int32] = [:]
  ) -> InlineContext {
    let style = engine.style(container)
    let unicodeBidi = engine.computedStyle(container).pointee.box.unicodeBidi
    let isPlaintext = unicodeBidi == .plaintext
    let paragraph = TextParagraph(
      text: [], spans: [], styles: [], baseDirection: isPlaintext ? nil : style.pointee.direction)
    let context = InlineContext(container: container, paragraph: paragraph)
    context.isRightToLeft = style.pointee.isRightToLeft
    var collector = InlineCollector(engine: engine, context: context, styles: styles)
    let override = unicodeBidi == .bidiOverride || unicodeBidi == .isolateOverride
    let styleIndex = collector.style(of: container)
    // Most contexts are of one text, and pages may have very many of them.
    let first = engine.boxes[Int(container)].firstChild
    collector.items.reserveCapacity(first >= 0 && engine.boxes[Int(first)].nextSibling < 0 ? 1 : 4)
    if override { collector.appendControl(style.pointee.isRightToLeft ? 0x202E : 0x202D, styleIndex) }
    collector.collectChildren(of: container)
    if override { collector.appendControl(0x202C, styleIndex) }
    context.paragraph.text = collector.text
    context.paragraph.spans = collector.spans
    context.paragraph.styles = collector.paragraphStyles
    context.items = collector.items
    context.sourceOffsets = collector.sourceOffsets
    return context
  }

  private init(engine: LayoutEngine, context: InlineContext, styles: [Int32: Int32]) {
    self.engine = engine
    self.context = context
    isField = engine.boxes[Int(context.container)].role == .textField
    self.styles = styles
  }

  /// The layout style that a box's content has.
  @inline(__always)
  private func style(of box: BoxIndex) -> Int32 {
    let style = engine.boxes[Int(box)].style
    return styles.isEmpty ? style : styles[style] ?? style
  }

  private mutating func collectChildren(of parent: BoxIndex) {
    var child = engine.boxes[Int(parent)].firstChild
    while child >= 0 {
      collect(child, in: parent)
      child = engine.boxes[Int(child)].nextSibling
    }
  }

  private mutating func collect(_ box: BoxIndex, in parent: BoxIndex) {
    let flags = engine.flags(box)
    let parentStyle = style(of: parent)
    if flags.contains(.outOfFlow) || flags.contains(.floating) {
      append(flags.contains(.floating) ? .float : .outOfFlow, box, parentStyle)
      context.outOfLine.append(box)
      context.isPlain = false
      if flags.contains(.floating) { context.hasFloats = true }
      return
    }
    if flags.contains(.outsideMarker) { return }
    switch engine.boxes[Int(box)].kind {
    case .text:
      appendText(box)
    case .lineBreak:
      appendForcedBreak(box, style(of: box), source: 0)
    case .wordBreak:
      let start = text.count
      appendUnit(0x200B, parentStyle, 0)
      append(.text, box, parentStyle, start: start)
    case .inline:
      collectInline(box, parentStyle)
    default:
      let start = text.count
      appendUnit(0xFFFC, parentStyle, 0)
      append(.atomic, box, parentStyle, start: start)
      context.isPlain = false
      swallowsSpace = false
      previous = 0x20
      context.isEmpty = false
    }
  }

  private mutating func collectInline(_ box: BoxIndex, _ parentStyle: Int32) {
    let own = self.style(of: box)
    let style = engine.style(box)
    let (before, after) = bidiControls(engine.computedStyle(box).pointee.box.unicodeBidi, style.pointee.isRightToLeft)
    let start = text.count
    for control in before { appendUnit(control, own, 0) }
    append(.open, box, parentStyle, start: start)
    // Where `position: relative` moves an inline box to may depend on the container's height.
    if engine.flags(box).contains(.relative) { context.isPlain = false }
    let isEdged = style.pointee.hasInlineEdges || engine.markerRoom(box) > 0
    if isEdged {
      context.isEmpty = false
      isAfterEdge = true
      if style.pointee.isRightToLeft { context.hasReversedBox = true }
    }
    collectChildren(of: box)
    if isEdged { isAfterEdge = true }
    let end = text.count
    let role = engine.boxes[Int(box)].role
    let isSign = role == .bulletMarker || role == .disclosureMarker
    if isSign || role.isMarker && engine.isMarkerDrawn(ofStyle: own), end > start {
      context.signMarkers.append(.init(units: start..<end, role: role, style: own))
    }
    for control in after { appendUnit(control, own, 0) }
    append(.close, box, parentStyle, start: end)
  }

  private func bidiControls(_ bidi: UnicodeBidi, _ isRightToLeft: Bool) -> ([UInt16], [UInt16]) {
    switch bidi {
    case .normal: ([], [])
    case .embed: ([isRightToLeft ? 0x202B : 0x202A], [0x202C])
    case .isolate: ([isRightToLeft ? 0x2067 : 0x2066], [0x2069])
    case .bidiOverride: ([isRightToLeft ? 0x202E : 0x202D], [0x202C])
    case .isolateOverride: ([0x2068, isRightToLeft ? 0x202E : 0x202D], [0x202C, 0x2069])
    case .plaintext: ([0x2068], [0x2069])
    }
  }

  // MARK: Units

  private mutating func appendControl(_ unit: UInt16, _ style: Int32) {
    appendUnit(unit, style, 0)
  }

  private mutating func appendUnit(_ unit: UInt16, _ style: Int32, _ source: Int) {
    text.append(unit)
    sourceOffsets.append(Int32(truncatingIfNeeded: source))
    extendSpan(style, by: 1)
  }

  /// Appends units that are side by side in their node.
  private mutating func appendUnits(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: Int32, _ offsets: [Int32]?
  ) {
    text.append(contentsOf: UnsafeBufferPointer(rebasing: units[range]))
    if let offsets {
      sourceOffsets.append(contentsOf: offsets[range])
    } else {
      sourceOffsets.append(
        contentsOf: Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound))
    }
    extendSpan(style, by: range.count)
  }

  /// Gives the last units a style.
  private mutating func extendSpan(_ style: Int32, by count: Int) {
    let span = style == lastStyle.style ? lastStyle.span : span(ofStyle: style)
    let last = spans.count - 1
    if last >= 0, spans[last].style == span, !isAfterEdge {
      spans[last].range = spans[last].range.lowerBound..<text.count
    } else {
      spans.append(
        TextParagraph.Span(range: (text.count - count)..<text.count, style: span, followsEdge: isAfterEdge))
    }
    isAfterEdge = false
  }

  /// The paragraph's style of a layout style.
  private mutating func span(ofStyle style: Int32) -> Int {
    let span = knownSpan(ofStyle: style) ?? appendStyle(style)
    lastStyle = (style, span)
    return span
  }

  private func knownSpan(ofStyle style: Int32) -> Int? {
    if style == firstStyle { return 0 }
    return otherStyles.count <= Self.fewStyles ? otherStyles.firstIndex(of: style).map { $0 + 1 } : spanStyles[style]
  }

  private mutating func appendStyle(_ style: Int32) -> Int {
    let span = paragraphStyles.count
    // OPTIMIZATION: most paragraphs have one style, whose fonts and settings they share: a third of a kilobyte.
    if span == 0, let known = engine.inline.paragraphStyles[style] {
      paragraphStyles = known
    } else {
      let computed = engine.computedStyle(ofStyle: style)
      let trim = computed.pointee.other[.textSpacingTrim]
      paragraphStyles.append(
        TextParagraph.SpanStyle(
          font: computed.pointee.font, text: computed.pointee.text,
          keepsFullWidth: trim != nil && trim == .keyword("space-all"),
          hyphenationLimits: computed.pointee.text.hyphens == .auto
            ? HyphenationLimits(computed.pointee) : HyphenationLimits()))
      if span == 0 { engine.inline.paragraphStyles[style] = paragraphStyles }
    }
    if span == 0 {
      firstStyle = style
      return span
    }
    otherStyles.append(style)
    if otherStyles.count == Self.fewStyles + 1 {
      for (index, style) in otherStyles.enumerated() { spanStyles[style] = index + 1 }
    } else if otherStyles.count > Self.fewStyles {
      spanStyles[style] = span
    }
    return span
  }

  private mutating func append(
    _ kind: InlineContext.Item.Kind, _ box: BoxIndex, _ style: Int32, start: Int? = nil
  ) {
    let end = text.count
    let computed = engine.computedStyle(ofStyle: style)
    let wraps = !isField && computed.pointee.text.textWrapMode == .wrap
    let spaces: InlineContext.TrailingSpaces
    switch isField ? .preserve : computed.pointee.text.whiteSpaceCollapse {
    case .collapse, .preserveBreaks: spaces = .collapse
    case .preserve, .preserveSpaces: spaces = wraps ? .hang : .keep
    case .breakSpaces: spaces = .keep
    }
    let breaksAnywhere =
      computed.pointee.text.overflowWrap != .normal || computed.pointee.text.wordBreak == .breakWord
      || computed.pointee.text.lineBreak == .anywhere
    if breaksAnywhere { context.breaksAnywhere = true }
    items.append(
      InlineContext.Item(
        kind: kind, box: box, start: start ?? end, end: end, style: style, wraps: wraps, spaces: spaces,
        breaksAnywhere: breaksAnywhere))
  }

  private mutating func appendForcedBreak(_ box: BoxIndex, _ style: Int32, source: Int) {
    let start = text.count
    appendUnit(0x0A, style, source)
    append(.forcedBreak, box, style, start: start)
    swallowsSpace = true
    previous = 0x20
    context.isEmpty = false
  }

  // MARK: Text

  private mutating func appendText(_ box: BoxIndex) {
    let node = engine.source.nodes[Int(engine.boxes[Int(box)].node)]
    let style = style(of: box)
    let computed = engine.computedStyle(ofStyle: style)
    var first = Int(node.textStart)
    var last = first + Int(node.textLength)
    // A part of a text counts from the text's start.
    var before = 0
    let detail = Int(engine.boxes[Int(box)].detail)
    if detail >= 0 {
      let part = engine.tree.textParts[detail]
      before = Int(part.lowerBound)
      last = first + Int(part.upperBound)
      first += before
    }
    guard first >= 0, last <= engine.source.text.count else { return }
    if text.isEmpty {
      // Most contexts are of one text.
      text.reserveCapacity(last - first)
      sourceOffsets.reserveCapacity(last - first)
    }
    let collapse = isField ? .preserve : computed.pointee.text.whiteSpaceCollapse
    let transform = computed.pointee.text.textTransform.subtracting(.mathAuto)
    if transform.isEmpty {
      let offsets = detail >= 0 ? Array(Int32(before)..<Int32(before + last - first)) : nil
      engine.source.text[first..<last].withUnsafeBufferPointer {
        process($0, offsets, box, style, collapse)
      }
    } else {
      var transformed = TextTransformation(transform, language: computed.pointee.text.language, previous: previous)
      engine.source.text[first..<last].withUnsafeBufferPointer { transformed.run($0) }
      let offsets = before > 0 ? transformed.offsets.map { $0 + Int32(before) } : transformed.offsets
      transformed.units.withUnsafeBufferPointer { units in
        process(units, offsets, box, style, collapse)
      }
    }
  }

  /// White-space processing, phase I (CSS Text 4, 4.3.1).
  private mutating func process(
    _ units: UnsafeBufferPointer<UInt16>, _ offsets: [Int32]?, _ box: BoxIndex, _ style: Int32,
    _ collapse: WhiteSpaceCollapse
  ) {
    var start = text.count
    let collapses = collapse == .collapse || collapse == .preserveBreaks
    func source(_ index: Int) -> Int { offsets.map { Int($0[index]) } ?? index }
    func flush() {
      if text.count > start { append(.text, box, style, start: start) }
      start = text.count
    }
    var index = 0
    while index < units.count {
      let unit = units[index]
      let isSpace = Self.isSpace(unit)
      if !isSpace {
        let first = index
        // OPTIMIZATION: a single space between words stays as it is: they are appended together.
        repeat {
          index += 1
          if collapses, index + 1 < units.count, units[index] == 0x20, !Self.isSpace(units[index + 1]) { index += 1 }
        } while index < units.count && !Self.isSpace(units[index])
        appendUnits(units, first..<index, style, offsets)
        swallowsSpace = false
        previous = units[index - 1]
        context.isEmpty = false
        continue
      }
      switch collapse {
      case .preserve, .breakSpaces:
        if unit == 0x0D {
          // DEVIATION: as in browsers, a carriage return shows nothing where white space is preserved.
          index += 1
          continue
        }
        if unit == 0x0A {
          flush()
          appendForcedBreak(box, style, source: source(index))
          start = text.count
        } else if unit == 0x09 {
          flush()
          appendUnit(0x09, style, source(index))
          append(.tab, box, style, start: start)
          start = text.count
        } else {
          appendUnit(0x20, style, source(index))
        }
        // A collapsible space after a line feed begins a line.
        swallowsSpace = unit == 0x0A
        previous = 0x20
        context.isEmpty = false
        index += 1
      case .preserveSpaces:
        appendUnit(0x20, style, source(index))
        swallowsSpace = false
        previous = 0x20
        context.isEmpty = false
        index += 1
      case .collapse, .preserveBreaks:
        var end = index
        var hasFeed = false
        while end < units.count, units[end] == 0x20 || units[end] == 0x09 || units[end] == 0x0A || units[end] == 0x0D {
          if units[end] == 0x0A { hasFeed = true }
          end += 1
        }
        if hasFeed && collapse == .preserveBreaks {
          for position in index..<end where units[position] == 0x0A {
            flush()
            appendForcedBreak(box, style, source: source(position))
            start = text.count
          }
        } else if !swallowsSpace {
          let after: UInt16 = end < units.count ? units[end] : 0
          if !(hasFeed && dropsFeed(before: text.last ?? 0, after: after)) {
            appendUnit(0x20, style, source(index))
            swallowsSpace = true
          }
          previous = 0x20
        }
        index = end
      }
    }
    flush()
  }

  @inline(__always)
  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D }

  /// Whether a line feed between two characters vanishes instead of becoming a space (CSS Text 4, 4.3.3).
  ///
  /// DEVIATION: between East Asian characters it becomes a space, as in Chromium; the specification leaves that open.
  private func dropsFeed(before: UInt16, after: UInt16) -> Bool { before == 0x200B || after == 0x200B }
}

extension LayoutStyle {
  /// Whether an inline box of the style has a margin, a border or padding at its sides.
  var hasInlineEdges: Bool {
    func has(_ length: LayoutLength) -> Bool { length.hasPercentage || (length.kind == .length && length.value != 0) }
    return borderLeft != 0 || borderRight != 0 || has(paddingLeft) || has(paddingRight) || has(marginLeft)
      || has(marginRight)
  }
}
