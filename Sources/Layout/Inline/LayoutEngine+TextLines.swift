import CSSValues

/// What the result says of the texts on lines.
extension LayoutEngine {
  /// Trees with so many UTF-16 units of text let go of the content of lines as soon as those are committed.
  static let largeText = 1 << 18

  /// Whether nothing but the committed lines of a context is looked at later, unless it is laid out again.
  ///
  /// OPTIMIZATION: the content of all lines would take 40 bytes a character, more than all else that layout makes.
  private func mayRelease(_ context: InlineContext) -> Bool {
    context.firstLine == nil && columnFlow == nil && blocks.lineClamp.remainingLines == 0
      && blocks.lineClamp.last == nil && !TextOverflow.cuts(context.container, self)
  }

  /// Lets go of a context's content once its lines are committed: it is collected again if anyone asks for it.
  func finish(_ context: InlineContext) {
    let box = context.container
    guard mayRelease(context) else {
      inline.finished.forget(box)
      return
    }
    let lines = context.textFragments.map { fragment in
      textLine(fragment, context).map { line in
        var line = line
        line.isFirstLetter = isFirstLetter(fragment)
        return line
      }
    }
    inline.finished.keep(context, lines, boxCount: boxCount, isScrolled: style(box).pointee.isScrollContainer)
    inline.contexts[box] = nil
  }

  /// Whether a text is that of a `::first-letter`.
  func isFirstLetter(_ fragment: InlineContext.TextFragment) -> Bool {
    let box = boxes[Int(fragment.box)]
    return box.detail >= 0 && tree.textParts[Int(box.detail)].lowerBound == 0
  }

  /// The node of a text that has a line; `nil` for empty texts, breaks and what no node holds.
  func nodeOfText(_ fragment: InlineContext.TextFragment) -> Int32? {
    let box = boxes[Int(fragment.box)]
    return box.kind == .text && box.node >= 0 && fragment.end > fragment.start ? box.node : nil
  }

  /// What the result says of a text fragment, from the container's border box; `nil` where it says nothing.
  func textLine(_ fragment: InlineContext.TextFragment, _ context: InlineContext) -> LayoutResult.TextLine? {
    guard let node = nodeOfText(fragment) else { return nil }
    let context = fragment.isOfFirstLine ? context.firstLine ?? context : context
    let text = source.nodes[Int(node)]
    let first = Int(context.sourceOffsets[fragment.start])
    var last = Int(context.sourceOffsets[fragment.end - 1]) + 1
    let length = Int(text.textLength)
    // A transformed pair of surrogates stands for both of its units.
    if last < length, source.text[Int(text.textStart) + last - 1] & 0xFC00 == 0xD800 { last += 1 }
    guard first >= 0, last >= first, last <= length else { return nil }
    let fonts = inline.lineFonts.fonts(of: fragment.start..<fragment.end, in: context.shaped?.runs ?? [])
    return LayoutResult.TextLine(
      node: node, range: first..<last,
      rect: LayoutRect(x: fragment.x, y: fragment.y, width: fragment.width, height: fragment.height),
      baseline: fragment.baseline,
      units: units(of: fragment, context, source: Int(text.textStart) + first..<Int(text.textStart) + last),
      fonts: fonts, level: fragment.level)
  }

  /// What a text fragment shows.
  ///
  /// - Parameter range: the units of the tree's text that it stands for.
  private func units(
    of fragment: InlineContext.TextFragment, _ context: InlineContext, source range: Range<Int>
  ) -> LineUnits {
    let units = fragment.start..<fragment.end
    // Texts of an engine that is kept are replaced, and a tree that lines refer to would be copied for that.
    if !keepsCommits, !fragment.isHyphenated, range.count == units.count,
      source.text[range].elementsEqual(context.paragraph.text[units])
    {
      return LineUnits(source.text, range)
    }
    // Many texts have one line, which has the paragraph's own characters.
    if units == context.paragraph.text.indices, !fragment.isHyphenated, !releasesContent {
      return LineUnits(context.paragraph.text)
    }
    var shown = Array(context.paragraph.text[units])
    if fragment.isHyphenated {
      let own = computedStyle(fragment.box).pointee.text.hyphenateCharacter
      shown += own.map { Array($0.utf16.prefix(256)) } ?? [0x2010]
    }
    return LineUnits(shown)
  }
}

/// The fonts of lines, each list once as far as that costs little.
struct LineFonts {
  /// The lists of a single font, each at the place that its numbers give; one that wants a place which is taken has it from then on.
  private var singles: [[Int]] = []
  private static let placesOfSingles = 256
  /// The last lists of several fonts, which the next lines often have, too.
  private var recent: [[Int]] = []
  private var next = 0
  /// Room for the list that is looked for.
  private var fonts: [Int] = []

  /// The fonts of a part of a paragraph, each with the units that it has there; the list of an earlier line where that is equal.
  mutating func fonts(of units: Range<Int>, in runs: [ShapedParagraph.Run]) -> [Int] {
    fonts.removeAll(keepingCapacity: true)
    for run in runs[ShapedParagraph.firstRun(endingAfter: units.lowerBound, in: runs)...] {
      if run.range.lowerBound >= units.upperBound { break }
      fonts.append(run.font)
      fonts.append(min(run.range.upperBound, units.upperBound) - max(run.range.lowerBound, units.lowerBound))
    }
    if fonts.count == 2 {
      if singles.isEmpty { singles = Array(repeating: [], count: Self.placesOfSingles) }
      let place = (fonts[1] &+ fonts[0] &* 61) & (Self.placesOfSingles - 1)
      if singles[place] == fonts { return singles[place] }
      let list = fonts.withUnsafeBufferPointer { Array($0) }
      singles[place] = list
      return list
    }
    for list in recent where list == fonts { return list }
    let list = fonts.withUnsafeBufferPointer { Array($0) }
    if recent.count < 4 {
      recent.append(list)
    } else {
      recent[next] = list
      next = (next + 1) % recent.count
    }
    return list
  }
}
