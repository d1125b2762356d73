/// The visual order of what is on a line (UAX 9, L1 and L2).
extension LineLayout {
  /// Finds the direction of a line of `unicode-bidi: plaintext`: that of the paragraph between two forced breaks (CSS Writing
  /// Modes 4, 2.2). Everything in a paragraph from right to left is at level 1 or higher (UAX 9, 3.3).
  mutating func findDirection() {
    guard let shaped = context.shaped, let unit = breaker.items.first(where: { $0.end > $0.start })?.start else {
      return
    }
    if let plaintext, plaintext.contains(unit) { return }
    let text = context.paragraph.text
    let start = text[..<unit].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = text[unit...].firstIndex(of: 0x0A) ?? text.count
    plaintext = start..<max(end, unit + 1)
    let runs = shaped.runs[ShapedParagraph.firstRun(endingAfter: start, in: shaped.runs)...].prefix {
      $0.range.lowerBound < end
    }
    isRightToLeft = runs.map(\.level).min().map { $0 > 0 } ?? false
  }

  /// The pieces that have a place of their own in the visual order: content, except text whose spaces have collapsed away, and the
  /// starts of inline boxes that have no content on the line.
  func visualLeaves() -> [Int] {
    var isFilled = [Bool](repeating: false, count: lineBoxes.count)
    func isLeaf(_ piece: LineItem) -> Bool {
      switch context.items[piece.item].kind {
      case .text: piece.end > piece.start
      case .tab, .atomic, .forcedBreak, .outOfFlow, .float: true
      case .open, .close: false
      }
    }
    for piece in breaker.items where isLeaf(piece) {
      var box = piece.lineBox
      while box > 0, !isFilled[box] {
        isFilled[box] = true
        box = lineBoxes[box].parent
      }
    }
    return breaker.items.indices.filter { index in
      let piece = breaker.items[index]
      return isLeaf(piece) || context.items[piece.item].kind == .open && !isFilled[piece.lineBox]
    }
  }

  /// UAX 9, L2: from the highest level down to the lowest odd one, sequences at that level or higher are reversed.
  func reorder(_ order: inout [Int]) {
    let base: UInt8 = isRightToLeft ? 1 : 0
    func level(_ index: Int) -> UInt8 {
      let item = context.items[breaker.items[index].item]
      switch item.kind {
      case .float, .outOfFlow, .forcedBreak: return base
      default: return item.level
      }
    }
    var levels = order.map(level)
    // What is out of flow parts no text: it is at the level of what is before it.
    for index in levels.indices.dropFirst() {
      switch context.items[breaker.items[order[index]].item].kind {
      case .float, .outOfFlow: levels[index] = levels[index - 1]
      default: break
      }
    }
    // UAX 9, L1: spaces at the end of a line are at the base level.
    var last = order.count - 1
    while last >= 0 {
      let piece = breaker.items[order[last]]
      if context.items[piece.item].kind == .text, piece.end > piece.start,
        context.paragraph.text[piece.start..<piece.end].contains(where: { $0 != 0x20 })
      {
        break
      }
      if context.items[piece.item].kind == .atomic { break }
      levels[last] = base
      last -= 1
    }
    placeEmptyBoxes(order, &levels, base)
    guard let highest = levels.max(), highest > 0 else { return }
    separateIsolates(&order, &levels)
    defer { order.removeAll { $0 < 0 } }
    let lowestOdd = levels.filter { $0 % 2 == 1 }.min() ?? (highest + 1)
    var level = highest
    while level >= lowestOdd, level > 0 {
      var index = 0
      while index < order.count {
        if levels[index] < level {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[end] >= level { end += 1 }
        order[index..<end].reverse()
        levels[index..<end].reverse()
        index = end
      }
      level -= 1
    }
  }

  /// As in browsers, an inline box without content is at the level of what follows it, bidi controls among it.
  private func placeEmptyBoxes(_ order: [Int], _ levels: inout [UInt8], _ base: UInt8) {
    guard order.contains(where: { context.items[breaker.items[$0].item].kind == .open }) else { return }
    var following = base
    var place = order.count - 1
    for index in breaker.items.indices.reversed() {
      let piece = breaker.items[index]
      let isLeaf = place >= 0 && order[place] == index
      switch context.items[piece.item].kind {
      case .open, .close:
        if isLeaf { levels[place] = following }
        if piece.end > piece.start { following = level(ofControl: piece.start) ?? base }
      case .float, .outOfFlow: break
      default: if isLeaf { following = levels[place] }
      }
      if isLeaf { place -= 1 }
    }
  }

  private func level(ofControl unit: Int) -> UInt8? {
    guard let runs = context.shaped?.runs,
      let run = runs[ShapedParagraph.firstRun(endingAfter: unit, in: runs)...].first, run.range.contains(unit)
    else { return nil }
    return run.level
  }

  /// UAX 9, X5a to X6a: initiators and terminators of isolates are at the level around them, so that isolates side by
  /// side are not reversed as one; they are leaves of the number -1 for as long.
  private func separateIsolates(_ order: inout [Int], _ levels: inout [UInt8]) {
    let text = context.paragraph.text
    var separated: [Int] = []
    var separatedLevels: [UInt8] = []
    var end = Int.max
    for (place, index) in order.enumerated() {
      let piece = breaker.items[index]
      for unit in min(end, piece.start)..<piece.start where (0x2066...0x2069).contains(text[unit]) {
        guard let level = self.level(ofControl: unit) else { continue }
        separated.append(-1)
        separatedLevels.append(level)
      }
      separated.append(index)
      separatedLevels.append(levels[place])
      // The controls of an inline box without content are behind its start.
      end = context.items[piece.item].kind == .open ? piece.start : piece.end
    }
    order = separated
    levels = separatedLevels
  }
}
