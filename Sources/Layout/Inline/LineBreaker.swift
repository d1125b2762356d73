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

/// The edges that inline boxes of `box-decoration-break: clone` have at the start and the end of a line that they begin before;
/// px.
struct ClonedEdges {
  var starts = 0.0
  var ends = 0.0
}

/// Fills one line after the other (CSS Text 4, 5; after Chromium's line breaker): what fits is taken by whole items, and
/// only what overflows is searched for the last place to break.
struct LineBreaker {
  let engine: LayoutEngine
  private(set) var context: InlineContext
  private(set) var shaped: ShapedParagraph
  let containerInline: Double
  let percentageBlock: Double
  let mode: ConstraintSpace.Mode

  /// How far content may reach beyond its line, in px: as in Chromium a layout unit, which the rounded-up width of a text that
  /// fits exactly may have too much.
  let tolerance: Double

  /// How many units a line shapes again at its edges or measures one by one at most: what hangs together for longer, such
  /// as a hostile megabyte of joined letters, would be shaped as often as there are lines.
  private static let longSearch = 1024

  /// Where the next line begins.
  struct Position: Hashable {
    var item = 0
    var unit = 0
  }

  var position = Position()
  var items: [LineItem] = []
  /// The width of what is on the line.
  var width = 0.0
  /// How far the line is indented: tab stops count from the block's edge.
  var indent = 0.0
  private(set) var available = 0.0
  /// The edges that the inline boxes which are open have at the end of each of their lines; px. As in Chromium, they may reach
  /// beyond the line: they do not count for where it is broken.
  private var clonedEnds = 0.0
  /// Whether something on the line makes it a line.
  var hasContent = false
  var endsWithForcedBreak = false
  /// The unit before which text was shaped again because the line begins at an unsafe place.
  private var reshapedStart = -1
  private var reshapedEnd = -1
  private var reshaped: [Double] = []
  /// So many pieces of the line were searched for a place where it may end, in vain: what a piece answers never changes.
  private var barren = 0
  /// The same with the places inside of words, where those may break anywhere.
  private var barrenAnywhere = 0
  /// So many pieces at the line's start have no content.
  private var contentless = 0
  /// Where the last text that was asked for ends without its trailing spaces.
  private var trimmedText = (item: -1, end: 0)

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
    tolerance = engine.units.fitTolerance
  }

  /// Goes on with the same content in other styles: what follows a first line.
  mutating func goOn(in context: InlineContext) {
    self.context = context
    shaped = engine.shape(context)
  }

  var isAtEnd: Bool { position.item >= context.items.count }

  // MARK: Driver

  /// Fills a line in the available width from the current position. `placeFloat` is asked for floats in the line and may
  /// change the available width.
  ///
  /// - Parameter openEdges: the edges that inline boxes have on the line though they begin before it (CSS Fragmentation 4, 6.2).
  mutating func fillLine(
    available: Double, openEdges: ClonedEdges = ClonedEdges(), placeFloat: (inout LineBreaker, BoxIndex) -> Void
  ) {
    items.removeAll(keepingCapacity: true)
    barren = 0
    barrenAnywhere = 0
    contentless = 0
    width = openEdges.starts
    clonedEnds = openEdges.ends
    setAvailable(available)
    fillLine(placeFloat)
    width += clonedEnds
  }

  private mutating func fillLine(_ placeFloat: (inout LineBreaker, BoxIndex) -> Void) {
    hasContent = false
    endsWithForcedBreak = false
    beginAtUnsafePlace()
    while position.item < context.items.count {
      let index = position.item
      let item = context.items[index]
      switch item.kind {
      case .text:
        if addText(index, item) { return }
      case .tab where item.spaces == .hang:
        // CSS Text 4, 4.3.2: tabs at the end of a line hang.
        items.append(LineItem(item: index, start: item.start, end: item.end, width: tabAdvance(item)))
        width += items[items.count - 1].width
        hasContent = true
        advance(to: index + 1)
      case .tab:
        if addPiece(index, item, tabAdvance(item)) { return }
      case .forcedBreak:
        items.append(LineItem(item: index, start: item.start, end: item.end, width: 0))
        hasContent = true
        endsWithForcedBreak = true
        advance(to: index + 1)
        addEnds(from: index + 1)
        return
      case .open:
        let edge = engine.startEdge(of: item.box, percentageInline: containerInline)
        items.append(LineItem(item: index, start: item.start, end: item.end, width: edge))
        width += edge
        clonedEnds += clonedEnd(of: item.box)
        if edge != 0 { hasContent = true }
        advance(to: index + 1)
      case .close:
        let edge = engine.endEdge(of: item.box, percentageInline: containerInline)
        items.append(LineItem(item: index, start: item.start, end: item.end, width: edge))
        width += edge
        clonedEnds -= clonedEnd(of: item.box)
        if edge != 0 { hasContent = true }
        advance(to: index + 1)
        if edge > 0, width > self.available, rewind() || rewindAnywhere() { return }
      case .atomic:
        let size = engine.atomicWidth(
          item.box, containerInline: containerInline, percentageBlock: percentageBlock)
        if addPiece(index, item, size) { return }
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

  /// As in browsers, the inline boxes that end behind a forced break end on its line.
  private mutating func addEnds(from first: Int) {
    var index = first
    while index < context.items.count, context.items[index].kind == .close {
      let item = context.items[index]
      let edge = engine.endEdge(of: item.box, percentageInline: containerInline)
      items.append(LineItem(item: index, start: item.start, end: item.end, width: edge))
      width += edge
      clonedEnds -= clonedEnd(of: item.box)
      index += 1
    }
    advance(to: index)
  }

  /// The edge that an inline box has at the end of each of its lines.
  @inline(__always)
  private func clonedEnd(of box: BoxIndex) -> Double {
    engine.style(box).pointee.clonesEdges ? engine.endEdge(of: box, percentageInline: containerInline) : 0
  }

  /// Sets the width that the line has.
  mutating func setAvailable(_ width: Double) { available = width + tolerance }

  private mutating func advance(to item: Int) {
    position.item = item
    position.unit = item < context.items.count ? context.items[item].start : context.paragraph.text.count
  }

  // MARK: Pieces

  /// Adds what cannot be parted. True when the line is full.
  private mutating func addPiece(_ index: Int, _ item: InlineContext.Item, _ size: Double) -> Bool {
    if width + size > available, item.kind == .atomic || item.wraps, rewind() || rewindAnywhere() { return true }
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
    let trimmed = trimmedEnd(start, ofItem: index, item)
    let size = measure(start, trimmed, isItemEnd: trimmed == item.end)
    if engine.layoutUnitCeiling(size) <= room || (!item.wraps && !canRewind()) {
      append(index, start, item.end)
      advance(to: index + 1)
      return false
    }
    if item.wraps, let end = lastBreak(start, item.end, room, item) {
      append(index, start, end)
      position.unit = end
      return true
    }
    if rewind() { return true }
    if item.wraps, item.breaksAnywhere, let end = lastGrapheme(start, item.end, room, item) {
      return appendEnd(of: index, start, end)
    }
    if rewindAnywhere() { return true }
    if !item.wraps {
      append(index, start, item.end)
      advance(to: index + 1)
      return false
    }
    if item.breaksAnywhere { return appendEnd(of: index, start, firstGrapheme(start, item.end, item)) }
    // Nothing fits: the first place to break ends the line.
    var end = start + 1
    while end < item.end, !canBreak(inside: end) || hangs(end, item) { end += 1 }
    return appendEnd(of: index, start, end)
  }

  /// Adds the last of a text that the line takes. True when the line ends within the text.
  private mutating func appendEnd(of index: Int, _ start: Int, _ end: Int) -> Bool {
    append(index, start, end)
    if end < context.items[index].end {
      position.unit = end
      return true
    }
    advance(to: index + 1)
    return false
  }

  private mutating func append(_ index: Int, _ start: Int, _ end: Int) {
    let size = engine.layoutUnitCeiling(max(0, measure(start, end, isItemEnd: end == context.items[index].end)))
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
    engine.tabAdvance(ofStyle: item.style, in: context.container, at: indent + width)
  }

  // MARK: Places to break

  /// Spaces, and as in browsers U+3000 of what CSS Text 4, 4.3.2 lets hang.
  private func isHangingSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x3000 }

  /// Whether a unit is a space that vanishes or hangs at the end of a line: none begins with it.
  private func hangs(_ unit: Int, _ item: InlineContext.Item) -> Bool {
    item.spaces != .keep && isHangingSpace(context.paragraph.text[unit])
  }

  /// The end without the spaces that vanish there: U+3000 stays.
  private func collapsedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, context.paragraph.text[end - 1] == 0x20 { end -= 1 }
    return end
  }

  /// The end without the spaces that vanish or hang there.
  private func trimmedEnd(_ start: Int, _ end: Int, _ item: InlineContext.Item) -> Int {
    if item.spaces == .keep { return end }
    var end = end
    while end > start, isHangingSpace(context.paragraph.text[end - 1]) { end -= 1 }
    return end
  }

  /// The same of a whole text. Its spaces are counted once, however many lines it is broken into.
  private mutating func trimmedEnd(_ start: Int, ofItem index: Int, _ item: InlineContext.Item) -> Int {
    if trimmedText.item != index { trimmedText = (index, trimmedEnd(item.start, item.end, item)) }
    return max(start, trimmedText.end)
  }

  private func canBreak(inside unit: Int) -> Bool { shaped.flags[unit].contains(.breakAllowed) }

  /// Whether a hyphen within a piece has no room: what it stands in for may be narrower, such as one letter before an inline box.
  ///
  /// - Parameter room: what the pieces before leave of the line.
  private func overflows(at unit: Int, _ piece: LineItem, _ room: Double) -> Bool {
    guard shaped.flags[unit].contains(.hyphenated), context.paragraph.text[unit - 1] != 0xAD else { return false }
    let hyphen = hyphenAdvance(unit - 1)
    // Only there does it take more than the piece did, which needs no measuring.
    return hyphen > context.advance(unit, piece.end)
      && engine.layoutUnitCeiling(measure(piece.start, unit)) + hyphen > room
  }

  /// Whether a line may end before an item: the place is before the inline boxes that open there and after those that
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
    return context.allowsBreak(before: item.start)
  }

  /// Whether a text that does not wrap follows the end of one that does: as in browsers, a line may end there.
  private func followsWrapping(_ index: Int) -> Bool {
    guard context.items[index].kind == .text else { return false }
    var before = index - 1
    while before >= 0, context.items[before].kind == .close { before -= 1 }
    return before >= 0 && before < index - 1 && context.items[before].kind == .text && context.items[before].wraps
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
        if engine.layoutUnitCeiling(size) <= room { return candidate }
      }
      candidate -= 1
    }
    return nil
  }

  /// `overflow-wrap`: the end of as many grapheme clusters as fit; `nil` where not one does.
  private func lastGrapheme(_ start: Int, _ end: Int, _ room: Double, _ item: InlineContext.Item) -> Int? {
    var best = start
    var unit = start + 1
    if end - start > 256 {
      // What surely fits is not measured cluster by cluster: letters that join would be shaped again for each.
      var low = start
      var high = end
      while low < high {
        let middle = (low + high + 1) / 2
        if context.advance(start, middle) <= room { low = middle } else { high = middle - 1 }
      }
      unit = max(unit, low - 32)
      while unit > start + 1, !shaped.flags[unit].contains(.graphemeStart) { unit -= 1 }
    }
    while unit <= end {
      if unit == end || shaped.flags[unit].contains(.graphemeStart) {
        if engine.layoutUnitCeiling(measure(start, unit)) <= room { best = unit } else { break }
      }
      unit += 1
    }
    if best == start { return nil }
    while best < end, hangs(best, item) { best += 1 }
    return best
  }

  /// The end of the first grapheme cluster, which an empty line takes even where it does not fit.
  private func firstGrapheme(_ start: Int, _ end: Int, _ item: InlineContext.Item) -> Int {
    var unit = start + 1
    while unit < end, !shaped.flags[unit].contains(.graphemeStart) || hangs(unit, item) { unit += 1 }
    return unit
  }

  private mutating func canRewind() -> Bool { mayEndHere || lastPlace() != nil || lastPlaceAnywhere() != nil }

  /// Takes the line back to the last place where it may end. False where there is none.
  private mutating func rewind() -> Bool {
    if mayEndHere { return true }
    guard let (index, unit) = lastPlace() else { return false }
    end(in: index, at: unit)
    return true
  }

  /// Ends the line in a piece or before it.
  private mutating func end(in index: Int, at unit: Int?) {
    let piece = items[index]
    truncate(to: index)
    if let unit {
      append(piece.item, piece.start, unit)
      position = Position(item: piece.item, unit: unit)
    } else {
      advance(to: piece.item)
    }
  }

  /// Whether the line may end before the item at the position, of which nothing has been added.
  private var mayEndHere: Bool {
    let isFresh = position.item < context.items.count && position.unit <= context.items[position.item].start
    return isFresh && hasContent && !items.isEmpty && canBreak(before: position.item)
  }

  /// The last piece in or before which the line may end, and the unit inside of it, or `nil` for its start. Each piece is
  /// looked at once, so that a line of many pieces without such a place is filled in linear time.
  private mutating func lastPlace() -> (index: Int, unit: Int?)? {
    var index = items.count - 1
    var before = width
    while index >= barren {
      let piece = items[index]
      let item = context.items[piece.item]
      before -= piece.width
      if item.kind == .text, item.wraps, piece.end - piece.start > 1 {
        let room = available - before
        var unit = piece.end - 1
        while unit > piece.start, !canBreak(inside: unit) || overflows(at: unit, piece, room) { unit -= 1 }
        if unit > piece.start { return (index, unit) }
      }
      if piece.start == item.start, canBreak(before: piece.item), hasContent(before: index) { return (index, nil) }
      index -= 1
    }
    barren = items.count
    return nil
  }

  /// The same where no place for a line to end fits: words of `overflow-wrap` may then break at any grapheme cluster (CSS Text 4, 5.5).
  private mutating func rewindAnywhere() -> Bool {
    guard let (index, unit) = lastPlaceAnywhere() else { return false }
    if index < items.count { end(in: index, at: unit) }
    return true
  }

  /// The last place that fits inside or at the end of a word that may break anywhere, or else the first; at the end of the pieces
  /// for the line's end so far.
  private mutating func lastPlaceAnywhere() -> (index: Int, unit: Int?)? {
    guard context.breaksAnywhere else { return nil }
    var first: (index: Int, unit: Int?)?
    let isFresh = position.item < context.items.count && position.unit <= context.items[position.item].start
    if isFresh, hasContent, canBreakAnywhere(before: position.item) {
      first = (items.count, nil)
      if width <= available { return first }
    }
    var index = items.count - 1
    var before = width
    while index >= barrenAnywhere {
      let piece = items[index]
      let item = context.items[piece.item]
      before -= piece.width
      if item.kind == .text, item.wraps, item.breaksAnywhere, piece.end - piece.start > 1 {
        let room = min(available - before, piece.width - tolerance)
        if room > 0, let unit = lastGrapheme(piece.start, piece.end, room, item), unit < piece.end {
          return (index, unit)
        }
        let unit = firstGrapheme(piece.start, piece.end, item)
        if unit < piece.end { first = (index, unit) }
      }
      if piece.start == item.start, canBreakAnywhere(before: piece.item), hasContent(before: index) {
        first = (index, nil)
        if before <= available { return first }
      }
      index -= 1
    }
    if first == nil { barrenAnywhere = items.count }
    return first
  }

  /// Whether a line may end before an item because the word that ends there may break anywhere.
  private func canBreakAnywhere(before index: Int) -> Bool {
    guard index > 0, index < context.items.count else { return false }
    let item = context.items[index]
    switch item.kind {
    case .text, .tab, .atomic, .open: break
    case .forcedBreak, .close, .float, .outOfFlow: return false
    }
    var last = index - 1
    while last > 0, context.items[last].kind == .close { last -= 1 }
    guard case let word = context.items[last], word.kind == .text, word.wraps, word.breaksAnywhere else { return false }
    return item.start < shaped.flags.count && shaped.flags[item.start].contains(.graphemeStart)
  }

  private mutating func hasContent(before index: Int) -> Bool {
    while contentless < items.count, !isContent(items[contentless]) { contentless += 1 }
    return contentless < index
  }

  private func isContent(_ piece: LineItem) -> Bool {
    switch context.items[piece.item].kind {
    case .text: piece.end > piece.start
    case .tab, .atomic, .forcedBreak: true
    case .open, .close: piece.width != 0
    case .float, .outOfFlow: false
    }
  }

  private mutating func truncate(to index: Int) {
    for piece in items[index...] {
      width -= piece.width
      switch context.items[piece.item].kind {
      case .open: clonedEnds -= clonedEnd(of: context.items[piece.item].box)
      case .close: clonedEnds += clonedEnd(of: context.items[piece.item].box)
      default: break
      }
    }
    items.removeLast(items.count - index)
    barren = min(barren, index)
    barrenAnywhere = min(barrenAnywhere, index)
    contentless = min(contentless, index)
  }

  // MARK: Advances

  /// The advances of units of one text on this line, shaped again where the line begins or ends at an unsafe place.
  ///
  /// - Parameter isItemEnd: whether the item's text ends there. It then keeps its shaping together with the next inline
  ///   box, even where a line may end, as in Chromium.
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
    if !isItemEnd, end < shaped.flags.count, end < context.paragraph.text.count,
      shaped.flags[end].contains(.unsafeToBreak),
      shaped.flags[end].contains(.breakAllowed) || shaped.flags[end].contains(.graphemeStart)
    {
      var safe = end - 1
      let limit = max(from, end - Self.longSearch)
      while safe > limit, shaped.flags[safe].contains(.unsafeToBreak) { safe -= 1 }
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
    let limit = min(item.end, unit + Self.longSearch)
    while end < limit, shaped.flags[end].contains(.unsafeToBreak) { end += 1 }
    reshaped = engine.measurer.reshape(unit..<end, of: context.paragraph)
    guard reshaped.count == end - unit else { return }
    reshapedStart = unit
    reshapedEnd = end
  }

  func hyphenAdvance(_ unit: Int) -> Double {
    guard let index = context.paragraph.span(at: unit), index < shaped.hyphenAdvances.count else { return 0 }
    return engine.layoutUnitCeiling(shaped.hyphenAdvances[index])
  }

  // MARK: The line's end

  /// The width of the collapsible spaces that end the line so far: what does not fit with them may fit without.
  func trailingSpace() -> Double {
    guard let piece = items.last, case let item = context.items[piece.item], item.kind == .text,
      item.spaces == .collapse
    else { return 0 }
    let end = trimmedEnd(piece.start, piece.end, item)
    return end < piece.end ? piece.width - engine.layoutUnitCeiling(max(0, measure(piece.start, end))) : 0
  }

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
      case .tab where item.spaces == .hang:
        hanging += piece.width
        index -= 1
        continue
      case .atomic, .tab: return width - hanging
      case .text: break
      }
      if item.spaces == .keep { return width - hanging }
      let end = trimmedEnd(piece.start, piece.end, item)
      if end < piece.end {
        if item.spaces == .collapse {
          items[index].end = collapsedEnd(piece.start, piece.end)
          items[index].width = engine.layoutUnitCeiling(max(0, measure(piece.start, items[index].end)))
          width -= piece.width - items[index].width
        }
        if items[index].end > end {
          hanging += items[index].width - engine.layoutUnitCeiling(max(0, measure(piece.start, end)))
        }
      }
      if end > piece.start { break }
      index -= 1
    }
    return width - hanging
  }
}
