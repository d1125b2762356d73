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

  /// UAX 9, X5a to X6a: initiators and terminators of isolates are at the level around them, so that isolates side by
  /// side are not reversed as one; they are leaves of the number -1 for as long.
  private func separateIsolates(_ order: inout [Int], _ levels: inout [UInt8]) {
    let text = context.paragraph.text
    guard let runs = context.shaped?.runs else { return }
    var separated: [Int] = []
    var separatedLevels: [UInt8] = []
    var end = Int.max
    for (place, index) in order.enumerated() {
      let piece = breaker.items[index]
      for unit in min(end, piece.start)..<piece.start where (0x2066...0x2069).contains(text[unit]) {
        guard let run = runs[ShapedParagraph.firstRun(endingAfter: unit, in: runs)...].first,
          run.range.contains(unit)
        else { continue }
        separated.append(-1)
        separatedLevels.append(run.level)
      }
      separated.append(index)
      separatedLevels.append(levels[place])
      end = piece.end
    }
    order = separated
    levels = separatedLevels
  }
}
