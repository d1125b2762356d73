import CSSValues

/// A piece of a line: a part of a text, an atomic box, or the edge of an inline box.
struct LineItem {
  /// The index in ``InlineContext/items``.
  var item: Int
  /// UTF-16 units of the paragraph.
  var start: Int
  var end: Int
  /// px: a text's advances, an atomic's margin box, the edge of an inline box.
  var width: Double
  var x: Double = 0
  /// The innermost inline box on the line; -1 is the root.
  var lineBox: Int = -1
  /// Below the inline box's baseline, in px.
  var shift: Double = 0
  var isHyphenated = false
}

/// Fills one line after the other (CSS Text 4, 5; after Chromium's line breaker): what fits is taken by whole items, and
/// only what overflows is searched for the last place to break.
struct LineBreaker {
  let engine: LayoutEngine
  let context: InlineContext
  let shaped: ShapedParagraph
  let containerInline: Double
  let percentageBlock: Double
  let mode: ConstraintSpace.Mode

  /// px, less than any two widths that differ are apart.
  static let tolerance = 0.002

  /// Where the next line begins.
  struct Position: Equatable {
    var item = 0
    var unit = 0
  }

  var position = Position()
  var items: [LineItem] = []
  /// The width of what is on the line.
  var width = 0.0
  var available = 0.0
  /// Whether something on the line makes it a line.
  var hasContent = false
  var endsWithForcedBreak = false
  /// The unit before which text was shaped again because the line begins at an unsafe place.
  private var reshapedStart = -1
  private var reshapedEnd = -1
  private var reshaped: [Double] = []

  init(
    _ engine: LayoutEngine, _ context: InlineContext, containerInline: Double, percentageBlock: Double,
    mode: ConstraintSpace.Mode
  ) {
    self.engine = engine
    self.context = context
    self.shaped = engine.shape(context)
    self.containerInline = containerInline
    self.percentageBlock = percentageBlock
    self.mode = mode
  }

  var isAtEnd: Bool { position.item >= context.items.count }

  // MARK: Driver

  /// Fills a line in the available width from the current position. `placeFloat` is asked for floats in the line and may
  /// change the available width.
  mutating func fillLine(available: Double, placeFloat: (inout LineBreaker, BoxIndex) -> Void) {
    items.removeAll(keepingCapacity: true)
    width = 0
    // Widths that are no whole 1/64 px at other scales than 1 sum up with errors: a hair more fits.
    self.available = available + LineBreaker.tolerance
    hasContent = false
    endsWithForcedBreak = false
    beginAtUnsafePlace()
    while position.item < context.items.count {
      let index = position.item
      let item = context.items[index]
      switch item.kind {
      case .text:
        if addText(index, item) { return }
      case .tab:
        if addPiece(index, item, tabAdvance(item), makesContent: true) { return }
      case .forcedBreak:
        items.append(LineItem(item: index, start: item.start, end: item.end, width: 0))
        hasContent = true
        endsWithForcedBreak = true
        advance(to: index + 1)
        return
      case .open:
        let edge = engine.startEdge(of: item.box, percentageInline: containerInline)
        items.append(LineItem(item: index, start: item.start, end: item.end, width: edge))
        width += edge
        if edge != 0 { hasContent = true }
        advance(to: index + 1)
      case .close:
        let edge = engine.endEdge(of: item.box, percentageInline: containerInline)
        items.append(LineItem(item: index, start: item.start, end: item.end, width: edge))
        width += edge
        if edge != 0 { hasContent = true }
        advance(to: index + 1)
        if edge > 0, width > self.available, rewind() { return }
      case .atomic:
        let size = engine.atomicWidth(
          item.box, containerInline: containerInline, percentageBlock: percentageBlock)
        if addPiece(index, item, size, makesContent: true) { return }
      case .float:
        placeFloat(&self, item.box)
        items.append(LineItem(item: index, start: item.start, end: item.end, width: 0))
        advance(to: index + 1)
      case .outOfFlow:
        items.append(LineItem(item: index, start: item.start, end: item.end, width: 0))
        advance(to: index + 1)
      }
    }
  }

  private mutating func advance(to item: Int) {
    position.item = item
    position.unit = item < context.items.count ? context.items[item].start : context.paragraph.text.count
  }

  // MARK: Pieces

  /// Adds what cannot be parted. True when the line is full.
  private mutating func addPiece(_ index: Int, _ item: InlineContext.Item, _ size: Double, makesContent: Bool) -> Bool {
    if width + size > available, item.kind == .atomic || item.wraps, rewind() { return true }
    items.append(LineItem(item: index, start: item.start, end: item.end, width: size))
    width += size
    hasContent = true
    advance(to: index + 1)
    return false
  }

  /// Adds a text or what fits of it. True when the line is full.
  private mutating func addText(_ index: Int, _ item: InlineContext.Item) -> Bool {
    let start = max(position.unit, item.start)
    let room = available - width
    let trimmed = trimmedEnd(start, item.end, item)
    let size = measure(start, trimmed, isItemEnd: trimmed == item.end)
    if layoutUnitCeiling(size) <= room || (!item.wraps && !canRewind()) {
      append(index, start, item.end)
      if layoutUnitCeiling(size) > room && item.wraps { _ = 0 }
      advance(to: index + 1)
      return false
    }
    if item.wraps, let end = lastBreak(start, item.end, room, item) {
      append(index, start, end)
      position.unit = end
      return true
    }
    if rewind() { return true }
    if !item.wraps {
      append(index, start, item.end)
      advance(to: index + 1)
      return false
    }
    if item.breaksAnywhere {
      let end = lastGrapheme(start, item.end, room)
      append(index, start, end)
      if end < item.end {
        position.unit = end
        return true
      }
      advance(to: index + 1)
      return false
    }
    // Nothing fits: the first place to break ends the line.
    var end = start + 1
    while end < item.end, !canBreak(inside: end) { end += 1 }
    append(index, start, end)
    if end < item.end {
      position.unit = end
      return true
    }
    advance(to: index + 1)
    return false
  }

  private mutating func append(_ index: Int, _ start: Int, _ end: Int) {
    let size = layoutUnitCeiling(max(0, measure(start, end, isItemEnd: end == context.items[index].end)))
    var piece = LineItem(item: index, start: start, end: end, width: size)
    if end < context.items[index].end, shaped.flags[end].contains(.hyphenated) {
      piece.isHyphenated = true
      piece.width += hyphenAdvance(end - 1)
    }
    items.append(piece)
    width += piece.width
    if end > start { hasContent = true }
  }

  private func tabAdvance(_ item: InlineContext.Item) -> Double {
    let style = engine.computedStyle(ofStyle: item.style).pointee.text
    let metrics = engine.metrics(ofStyle: item.style)
    let stop: Double
    switch style.tabSize {
    case .length(let length): stop = length
    case .number(let count):
      let size = engine.styles[Int(item.style)].fontSize
      let spacing = style.letterSpacing.resolve(size) + style.wordSpacing.resolve(size)
      stop = count * (metrics.spaceAdvance + spacing)
    }
    guard stop > 0, stop.isFinite else { return 0 }
    var next = ((width / stop).rounded(.down) + 1) * stop
    // CSS Text 4, 4.2: a stop nearer than half a `0` is skipped.
    if next - width < metrics.zeroAdvance / 2 { next += stop }
    return layoutUnitCeiling(next - width)
  }

  // MARK: Places to break

  private func isHangingSpace(_ unit: UInt16) -> Bool { unit == 0x20 }

  /// The end without the spaces that vanish or hang there.
  private func trimmedEnd(_ start: Int, _ end: Int, _ item: InlineContext.Item) -> Int {
    if item.spaces == .keep { return end }
    var end = end
    while end > start, isHangingSpace(context.paragraph.text[end - 1]) { end -= 1 }
    return end
  }

  private func canBreak(inside unit: Int) -> Bool { shaped.flags[unit].contains(.breakAllowed) }

  /// Whether a line may end before an item: the place lies before the inline boxes that open there and after those that
  /// close.
  private func canBreak(before index: Int) -> Bool {
    guard index > 0, index < context.items.count else { return false }
    let item = context.items[index]
    guard item.wraps || followsWrapping(index) else { return false }
    switch item.kind {
    case .text, .tab, .atomic, .open: break
    case .forcedBreak, .close, .float, .outOfFlow: return false
    }
    if context.items[index - 1].kind == .open { return false }
    var unit = item.start
    if unit >= shaped.flags.count { return false }
    if shaped.flags[unit].contains(.breakAllowed) { return true }
    // A bidi control belongs to what stands before it.
    while unit > 0, isBidiControl(context.paragraph.text[unit - 1]) {
      unit -= 1
      if shaped.flags[unit].contains(.breakAllowed) { return true }
    }
    return false
  }

  /// Whether a text that does not wrap follows the end of one that does: as in browsers, a line may end there.
  private func followsWrapping(_ index: Int) -> Bool {
    guard context.items[index].kind == .text else { return false }
    var before = index - 1
    while before >= 0, context.items[before].kind == .close { before -= 1 }
    return before >= 0 && before < index - 1 && context.items[before].kind == .text && context.items[before].wraps
  }

  private func isBidiControl(_ unit: UInt16) -> Bool {
    (0x202A...0x202E).contains(unit) || (0x2066...0x2069).contains(unit)
  }

  /// The last place in a text at which a line of `room` px may end.
  private func lastBreak(_ start: Int, _ end: Int, _ room: Double, _ item: InlineContext.Item) -> Int? {
    guard room >= 0 || start > item.start else { return nil }
    // The first unit that does not fit, by bisection of the sums.
    var low = start
    var high = end
    while low < high {
      let middle = (low + high + 1) / 2
      if context.advance(start, middle) <= room + 4 { low = middle } else { high = middle - 1 }
    }
    var candidate = low
    if item.spaces != .keep {
      while candidate < end, isHangingSpace(context.paragraph.text[candidate]) { candidate += 1 }
    }
    candidate = min(candidate, end - 1)
    while candidate > start {
      if canBreak(inside: candidate) {
        let trimmed = trimmedEnd(start, candidate, item)
        var size = measure(start, trimmed)
        if shaped.flags[candidate].contains(.hyphenated) { size += hyphenAdvance(candidate - 1) }
        if layoutUnitCeiling(size) <= room { return candidate }
      }
      candidate -= 1
    }
    return nil
  }

  /// `overflow-wrap`: as many grapheme clusters as fit, one at least on an empty line.
  private func lastGrapheme(_ start: Int, _ end: Int, _ room: Double) -> Int {
    var best = start
    var unit = start + 1
    while unit <= end {
      if unit == end || shaped.flags[unit].contains(.graphemeStart) {
        if layoutUnitCeiling(measure(start, unit)) <= room || best == start { best = unit } else { break }
      }
      unit += 1
    }
    return best
  }

  private func canRewind() -> Bool {
    var copy = self
    return copy.rewind()
  }

  /// Takes the line back to the last place where it may end. False where there is none.
  private mutating func rewind() -> Bool {
    // Nothing of the item at the position has been added.
    let isFresh = position.item < context.items.count && position.unit <= context.items[position.item].start
    if isFresh, hasContent, !items.isEmpty, canBreak(before: position.item) { return true }
    var index = items.count - 1
    while index >= 0 {
      let piece = items[index]
      let item = context.items[piece.item]
      if item.kind == .text, item.wraps, piece.end - piece.start > 1 {
        var unit = piece.end - 1
        while unit > piece.start, !canBreak(inside: unit) { unit -= 1 }
        if unit > piece.start {
          truncate(to: index)
          append(piece.item, piece.start, unit)
          position = Position(item: piece.item, unit: unit)
          return true
        }
      }
      if piece.start == item.start, canBreak(before: piece.item), hasContent(before: index) {
        truncate(to: index)
        advance(to: piece.item)
        return true
      }
      index -= 1
    }
    return false
  }

  private func hasContent(before index: Int) -> Bool {
    for piece in items[..<index] {
      switch context.items[piece.item].kind {
      case .text: if piece.end > piece.start { return true }
      case .tab, .atomic, .forcedBreak: return true
      case .open, .close: if piece.width != 0 { return true }
      case .float, .outOfFlow: continue
      }
    }
    return false
  }

  private mutating func truncate(to index: Int) {
    for piece in items[index...] { width -= piece.width }
    items.removeLast(items.count - index)
  }

  // MARK: Advances

  /// The advances of units of one text on this line, shaped again where the line begins or ends at an unsafe place.
  ///
  /// - Parameter isItemEnd: whether the text ends there: where no line may end, letters of the next inline box join on.
  func measure(_ start: Int, _ end: Int, isItemEnd: Bool = false) -> Double {
    if end <= start { return 0 }
    var sum = 0.0
    var from = start
    if start == reshapedStart {
      if end >= reshapedEnd {
        for advance in reshaped { sum += advance }
        from = reshapedEnd
      } else {
        for advance in reshaped[..<(end - start)] { sum += advance }
        return sum
      }
    }
    if end < shaped.flags.count, end < context.paragraph.text.count, shaped.flags[end].contains(.unsafeToBreak),
      shaped.flags[end].contains(.breakAllowed) || !isItemEnd && shaped.flags[end].contains(.graphemeStart)
    {
      var safe = end - 1
      while safe > from, shaped.flags[safe].contains(.unsafeToBreak) { safe -= 1 }
      sum += context.advance(from, max(safe, from))
      for advance in engine.measurer.reshape(max(safe, from)..<end, of: context.paragraph) { sum += advance }
      return sum
    }
    return sum + context.advance(from, end)
  }

  private mutating func beginAtUnsafePlace() {
    reshapedStart = -1
    let unit = position.unit
    guard position.item < context.items.count, unit < shaped.flags.count else { return }
    let item = context.items[position.item]
    guard item.kind == .text, unit > item.start, shaped.flags[unit].contains(.unsafeToBreak) else { return }
    var end = unit + 1
    while end < item.end, shaped.flags[end].contains(.unsafeToBreak) { end += 1 }
    reshaped = engine.measurer.reshape(unit..<end, of: context.paragraph)
    guard reshaped.count == end - unit else { return }
    reshapedStart = unit
    reshapedEnd = end
  }

  func hyphenAdvance(_ unit: Int) -> Double {
    for (index, span) in context.paragraph.spans.enumerated() where span.range.contains(unit) {
      return index < shaped.hyphenAdvances.count ? layoutUnitCeiling(shaped.hyphenAdvances[index]) : 0
    }
    return 0
  }

  // MARK: The line's end

  /// Takes trailing collapsible spaces away (CSS Text 4, 4.3.2) and answers the width that alignment counts: hanging
  /// spaces are not in it.
  mutating func trimLine() -> Double {
    var hanging = 0.0
    var index = items.count - 1
    while index >= 0 {
      let piece = items[index]
      let item = context.items[piece.item]
      switch item.kind {
      case .close, .open, .float, .outOfFlow, .forcedBreak:
        index -= 1
        continue
      case .atomic, .tab: return width - hanging
      case .text: break
      }
      if item.spaces == .keep { return width - hanging }
      let end = trimmedEnd(piece.start, piece.end, item)
      if end < piece.end {
        let size = layoutUnitCeiling(max(0, measure(piece.start, end)))
        if item.spaces == .collapse {
          width -= piece.width - size
          items[index].width = size
          items[index].end = end
        } else {
          hanging += piece.width - size
        }
      }
      if end > piece.start { break }
      index -= 1
    }
    return width - hanging
  }
}
