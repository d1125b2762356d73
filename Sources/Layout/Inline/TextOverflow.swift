import CSSValues

/// `text-overflow` (CSS Overflow 4, 5): what a line shows that reaches beyond the end of a block that clips; and the ellipsis of
/// `-webkit-line-clamp` (CSS Overflow 4, 5.1) at the end of the last line that is shown.
///
/// Layout is as without it; the shown text and its width are facts for those who paint.
struct TextOverflow {
  private let engine: LayoutEngine
  private let context: InlineContext
  private let isRightToLeft: Bool
  /// The content box's edges in the container's border box. px.
  private let left: Double
  private let right: Double
  /// What stands for what is cut off, UTF-16.
  private let marker: [UInt16]
  private let markerWidth: Double
  /// Whether lines that are too long are cut.
  private let cutsLongLines: Bool

  /// What the lines of a block container show; `nil` where nothing is ever cut.
  init?(_ engine: LayoutEngine, _ context: InlineContext) {
    let container = context.container
    cutsLongLines = Self.cuts(container, engine)
    guard cutsLongLines || context.clampedTexts != nil else { return nil }
    let style = engine.computedStyle(container).pointee
    if cutsLongLines, case .string(let text) = style.box.textOverflow {
      marker = Array(text.utf16)
    } else {
      marker = [0x2026]
    }
    self.engine = engine
    self.context = context
    isRightToLeft = style.text.direction == .rtl
    let placement = engine.state.placements[Int(container)]
    let outer = engine.offsetParent(container)
    let basis = outer >= 0 ? engine.state.placements[Int(outer)].width : engine.viewport.width
    let metrics = engine.resolveBoxMetrics(container, basis)
    left = metrics.insetLeft
    right = placement.width - metrics.insetRight
    let paragraph = TextParagraph(
      text: marker, spans: [.init(range: 0..<marker.count, style: 0)],
      styles: [.init(font: style.font, text: style.text)], baseDirection: style.text.direction)
    markerWidth = marker.isEmpty ? 0 : engine.measurer.shape(paragraph).advances.reduce(0, +)
  }

  /// Whether lines of a block container that are too long are cut.
  static func cuts(_ container: BoxIndex, _ engine: LayoutEngine) -> Bool {
    engine.computedStyle(container).pointee.box.textOverflow != .clip && isClipped(container, engine)
  }

  /// Whether what reaches beyond the end of a block's lines is not shown.
  private static func isClipped(_ container: BoxIndex, _ engine: LayoutEngine) -> Bool {
    // An anonymous block has its lines from the element around it, which clips.
    var clipper = container
    while engine.boxes[Int(clipper)].flags.contains(.anonymous), engine.boxes[Int(clipper)].parent >= 0 {
      clipper = engine.boxes[Int(clipper)].parent
    }
    return engine.boxes[Int(clipper)].style >= 0 && engine.style(clipper).pointee.overflowX != .visible
  }

  /// What is shown of fragments, by their numbers; those that are shown as they are are left out.
  func shownTexts() -> [Int: (end: Int, text: [UInt16], x: Double, width: Double)] {
    var shown: [Int: (end: Int, text: [UInt16], x: Double, width: Double)] = [:]
    var start = 0
    while start < context.textFragments.count {
      var end = start + 1
      let baseline = context.textFragments[start].baseline
      while end < context.textFragments.count, abs(context.textFragments[end].baseline - baseline) < 0.5 { end += 1 }
      let isLastShown = context.clampedTexts.map { start < $0 && $0 <= end } ?? false
      if cutsLongLines || isLastShown { cutLine(start..<end, endsWithMarker: isLastShown, into: &shown) }
      start = end
    }
    return shown
  }

  private func cutLine(
    _ fragments: Range<Int>, endsWithMarker: Bool,
    into shown: inout [Int: (end: Int, text: [UInt16], x: Double, width: Double)]
  ) {
    let markerRoom = endsWithMarker ? markerWidth : 0
    let overflows = fragments.contains { number in
      let fragment = context.textFragments[number]
      return isRightToLeft
        ? fragment.x - markerRoom < left - 0.05 : fragment.x + fragment.width + markerRoom > right + 0.05
    }
    guard overflows else {
      if endsWithMarker { addMarker(toLineOf: fragments, into: &shown) }
      return
    }
    // From the line's start on; the first character of a line is always shown.
    let ordered = fragments.sorted {
      isRightToLeft
        ? context.textFragments[$0].x > context.textFragments[$1].x
        : context.textFragments[$0].x < context.textFragments[$1].x
    }
    let limit = isRightToLeft ? left + markerWidth : right - markerWidth
    var isCut = false
    for number in ordered {
      let fragment = context.textFragments[number]
      if isCut {
        shown[number] = (fragment.start, [], fragment.x, 0)
        continue
      }
      let reach = isRightToLeft ? limit - fragment.x : fragment.x + fragment.width - limit
      guard reach > 0 else { continue }
      isCut = true
      let room = fragment.width - reach
      var end = kept(of: fragment, in: room)
      if end == fragment.start, number == ordered[0] { end = next(after: fragment.start, in: fragment) }
      let advance = context.advance(fragment.start, end)
      let width = advance + markerWidth
      shown[number] = (
        end, Array(context.paragraph.text[fragment.start..<end]) + marker,
        isRightToLeft ? fragment.x + fragment.width - width : fragment.x, width
      )
    }
  }

  /// Puts the marker behind the last text of a line that has room for it.
  private func addMarker(
    toLineOf fragments: Range<Int>, into shown: inout [Int: (end: Int, text: [UInt16], x: Double, width: Double)]
  ) {
    let texts = fragments.filter { engine.boxes[Int(context.textFragments[$0].box)].kind == .text }
    let last = texts.max { left, right in
      let (left, right) = (context.textFragments[left], context.textFragments[right])
      return isRightToLeft ? left.x > right.x : left.x < right.x
    }
    guard let last else { return }
    let fragment = context.textFragments[last]
    shown[last] = (
      fragment.end, Array(context.paragraph.text[fragment.start..<fragment.end]) + marker,
      isRightToLeft ? fragment.x - markerWidth : fragment.x, fragment.width + markerWidth
    )
  }

  /// Where the part of a fragment ends that fits, between characters.
  private func kept(of fragment: InlineContext.TextFragment, in room: Double) -> Int {
    var end = fragment.start
    while end < fragment.end {
      let after = next(after: end, in: fragment)
      if context.advance(fragment.start, after) > room + 0.01 { break }
      end = after
    }
    return end
  }

  private func next(after unit: Int, in fragment: InlineContext.TextFragment) -> Int {
    var next = unit + 1
    while next < fragment.end, context.shaped?.flags[next].contains(.graphemeStart) == false { next += 1 }
    return min(next, fragment.end)
  }
}
