import CSSValues
import Layout

/// Cuts a range of a paragraph into pieces of one style, direction, script and font, and shapes them.
struct RunShaping {
  private let shaping: ParagraphShaping
  private let text: [UInt16]
  private let characters: CharacterClass
  /// The units that are shaped; places in the result count from its start.
  private let range: Range<Int>
  private let levels: [UInt8]?
  private(set) var result: UnscaledParagraph
  private var contexts: [ParagraphShaping.StyleContext?]
  /// The fonts that the current style has used.
  private var used: [UsedFont] = []
  /// The places of the result's fonts, and of those at their sizes (spans without number share a few), where they are too many for
  /// a look at each.
  private var fontPlaces: [ObjectIdentifier: Int] = [:]
  private var sizedFontPlaces: [UnscaledParagraph.SizedFont: Int] = [:]
  private static let fewFonts = 8
  /// Whether pieces keep what they were shaped from, for the drawing of glyphs.
  var keepsKeys = false

  /// A font at the size of a style.
  private struct UsedFont {
    var font: any ShapingFont
    /// The place in ``UnscaledParagraph/sizedFonts``.
    var number: Int
    var features: [ShapeFeature]
    /// Whether small capitals must be made of shrunk capitals.
    var synthesizesSmallCaps: Bool
    /// Whether full-width punctuation may be set half-width: the font has `halt`, and the page no feature of that kind.
    var trimsPunctuation: Bool
  }

  init(_ shaping: ParagraphShaping, range: Range<Int>, levels: [UInt8]?, flags: [ShapedParagraph.UnitFlags]) {
    self.shaping = shaping
    text = shaping.paragraph.text
    characters = shaping.fonts.characters
    self.range = range
    self.levels = levels
    result = UnscaledParagraph(text: shaping.paragraph.text[range])
    result.flags = flags
    contexts = [ParagraphShaping.StyleContext?](repeating: nil, count: shaping.paragraph.styles.count)
  }

  // MARK: Spans

  mutating func shapeSpans() {
    let spans = shaping.paragraph.spans
    var i = firstSpan(spans)
    while i < spans.count, spans[i].range.lowerBound < range.upperBound {
      let style = spans[i].style
      var end = spans[i].range.upperBound
      var next = i + 1
      // Neighbours that look the same are shaped together: kerning crosses the boundaries of inline boxes.
      while next < spans.count, end < range.upperBound, !spans[next].followsEdge,
        shapesAlike(style, spans[next].style)
      {
        end = spans[next].range.upperBound
        next += 1
      }
      let clipped = (spans[i].range.lowerBound..<max(end, spans[i].range.lowerBound)).clamped(to: range)
      if !clipped.isEmpty, contexts.indices.contains(style) {
        if contexts[style] == nil { contexts[style] = shaping.context(of: style) }
        if let context = contexts[style] {
          used.removeAll(keepingCapacity: true)
          shapeSpan(clipped, context)
        }
      }
      i = next
    }
  }

  /// The first span that may reach into the range. Lines of a long paragraph are shaped again one by one.
  private func firstSpan(_ spans: [TextParagraph.Span]) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func shapesAlike(_ left: Int, _ right: Int) -> Bool {
    if left == right { return true }
    let styles = shaping.paragraph.styles
    guard styles.indices.contains(left), styles.indices.contains(right) else { return false }
    let (a, b) = (styles[left], styles[right])
    return a.font == b.font && a.keepsFullWidth == b.keepsFullWidth && a.text.language == b.text.language
      && a.text.letterSpacing == b.text.letterSpacing
      && a.text.wordSpacing == b.text.wordSpacing
  }

  /// Parts a span at controls and where the direction changes.
  private mutating func shapeSpan(_ span: Range<Int>, _ context: ParagraphShaping.StyleContext) {
    var start = span.lowerBound
    while start < span.upperBound {
      let level = level(start)
      var end = start + 1
      if CharacterClass.isControl(text[start]) {
        var piece = piece(start..<end, usedFont(context.primary, context), level)
        piece.letterSpacing = spacing(at: start, context)
        result.pieces.append(piece)
      } else {
        while end < span.upperBound, !CharacterClass.isControl(text[end]), self.level(end) == level { end += 1 }
        shapeDirectionalRun(start..<end, level, context)
      }
      start = end
    }
  }

  @inline(__always)
  private func level(_ index: Int) -> UInt8 { levels.map { $0[index - range.lowerBound] } ?? 0 }

  // MARK: Scripts and fonts

  /// UTF-16 units of a grapheme cluster that are shaped together: shapers place each mark by a look back to its base, so
  /// that a hostile cluster of a megabyte would take hours.
  private static let maximumCluster = 256

  /// Parts a run of one direction by script and font (CSS Fonts 4, 5.3), a grapheme cluster at a time.
  private mutating func shapeDirectionalRun(_ run: Range<Int>, _ level: UInt8, _ context: ParagraphShaping.StyleContext)
  {
    let primary = context.primary
    let coverage = primary.coverage
    let common = CharacterClass.common
    let inherited = CharacterClass.inherited
    var script = common
    var font: (any ShapingFont)?
    /// Whether ``font`` is the primary font, which comes first.
    var isInPrimary = false
    var start = run.lowerBound
    var index = run.lowerBound
    while index < run.upperBound {
      // OPTIMIZATION: ASCII in the primary font needs no cluster, no fallback and no property tables.
      let unit = text[index]
      var end = index + 1
      let clusterFont: any ShapingFont
      let clusterScript: UInt32
      let endsGrapheme = end >= run.upperBound || result.flags[end - range.lowerBound].contains(.graphemeStart)
      if isInPrimary, unit < 0x80, endsGrapheme, coverage.contains(UInt32(unit)) {
        // OPTIMIZATION: most characters go on in the font and the script of those before them.
        let next = characters.script(UInt32(unit))
        if next == script || next == common || next == inherited {
          index = end
          continue
        }
      }
      if unit < 0x80, endsGrapheme, context.primaryFirst, coverage.contains(UInt32(unit)) {
        clusterFont = primary
        clusterScript = characters.script(UInt32(unit))
      } else {
        let limit = index + Self.maximumCluster
        while end < run.upperBound, !result.flags[end - range.lowerBound].contains(.graphemeStart),
          end < limit || text[end] & 0xFC00 == 0xDC00
        {
          end += 1
        }
        clusterFont = chooseFont(index..<end, current: font, context)
        clusterScript = characters.script(decodeUTF16(text, index, end).character)
      }
      var isBoundary = font != nil && clusterFont !== font
      if clusterScript != common, clusterScript != inherited, clusterScript != script {
        if script == common {
          if isBoundary, let font {
            emit(start..<index, font, clusterScript, level, context)
            start = index
            isBoundary = false
          }
          script = clusterScript
        } else if !characters.hasScript(decodeUTF16(text, index, end).character, script) {
          if let font { emit(start..<index, font, script, level, context) }
          start = index
          isBoundary = false
          script = clusterScript
        }
      }
      if isBoundary, let font {
        emit(start..<index, font, script, level, context)
        start = index
      }
      font = clusterFont
      isInPrimary = context.primaryFirst && clusterFont === primary
      index = end
      if end < run.upperBound, !result.flags[end - range.lowerBound].contains(.graphemeStart) {
        emit(start..<end, clusterFont, script, level, context)
        start = end
        font = nil
        isInPrimary = false
        script = common
      }
    }
    if let font, start < run.upperBound { emit(start..<run.upperBound, font, script, level, context) }
  }

  /// The font of a grapheme cluster: the first that has all its characters, else the first that has its base.
  private func chooseFont(
    _ cluster: Range<Int>, current: (any ShapingFont)?, _ context: ParagraphShaping.StyleContext
  ) -> any ShapingFont {
    let primary = context.primary
    let (base, length) = decodeUTF16(text, cluster.lowerBound, cluster.upperBound)
    // Invisible characters stay with what comes before them.
    if characters.isDefaultIgnorable(base) { return current ?? primary }
    if isSynthesizedSpace(base) && primary.covers(0x20) { return primary }
    let isEmoji = characters.isEmojiCluster(text, cluster)
    if context.primaryFirst, length == cluster.count, primary.covers(base) { return primary }
    if isEmoji, text[cluster].contains(0xFE0F), let found = context.cascade.chooseEmojiFont(for: base) { return found }
    guard let found = context.cascade.chooseFont(for: base, isEmoji: isEmoji) else { return primary }
    if length == cluster.count { return found }
    // Marks that the base's font lacks: a font that has both is better.
    var index = cluster.lowerBound + length
    while index < cluster.upperBound {
      let (mark, markLength) = decodeUTF16(text, index, cluster.upperBound)
      if !characters.isDefaultIgnorable(mark), !found.covers(mark),
        let other = context.cascade.chooseFont(for: mark, isEmoji: isEmoji), other.covers(base)
      {
        return other
      }
      index += markLength
    }
    return found
  }

  /// Spaces that HarfBuzz makes from U+0020 where a font lacks them.
  private func isSynthesizedSpace(_ character: UInt32) -> Bool {
    character == 0xA0 || (character >= 0x2000 && character <= 0x200A) || character == 0x202F || character == 0x205F
      || character == 0x3000
  }

  private mutating func usedFont(_ font: any ShapingFont, _ context: ParagraphShaping.StyleContext) -> UsedFont {
    if let known = used.first(where: { $0.font === font }) { return known }
    var features = context.features
    if !font.overrides.features.isEmpty {
      features = shapeFeatures(
        context.font, hasLetterSpacing: context.letterSpacing != 0, faceFeatures: font.overrides.features)
    }
    var synthesizes = false
    let capsFeatures = smallCapsFeatures(context.font.variantCaps)
    if !capsFeatures.isEmpty {
      // A font that makes only small letters small capitals does not do for capitals: both are made then.
      if capsFeatures.allSatisfy({ font.substitutes($0) }) {
        features = capsFeatures.map { ShapeFeature(tag: openTypeTag($0), value: 1) } + features
      } else {
        synthesizes = context.font.synthesis.contains(.smallCaps) && context.font.variantCaps != .titlingCaps
      }
    }
    let sized = UnscaledParagraph.SizedFont(
      number: place(of: font), size: TextSizes.usedSize(context.font, of: font, primary: context.primary),
      isSystemFallback: context.cascade.isFallback(font))
    let made = UsedFont(
      font: font, number: place(of: sized), features: features, synthesizesSmallCaps: synthesizes,
      trimsPunctuation: font.hasHalfWidths && !features.contains { FullWidthPunctuation.features.contains($0.tag) })
    used.append(made)
    return made
  }

  private mutating func place(of font: any ShapingFont) -> Int {
    let place = result.fonts.count
    if place <= Self.fewFonts {
      if let known = result.fonts.firstIndex(where: { $0 === font }) { return known }
    } else {
      if place == Self.fewFonts + 1 {
        for (place, font) in result.fonts.enumerated() { fontPlaces[ObjectIdentifier(font)] = place }
      }
      if let known = fontPlaces[ObjectIdentifier(font)] { return known }
      fontPlaces[ObjectIdentifier(font)] = place
    }
    result.fonts.append(font)
    return place
  }

  private mutating func place(of sized: UnscaledParagraph.SizedFont) -> Int {
    let place = result.sizedFonts.count
    if place <= Self.fewFonts {
      if let known = result.sizedFonts.firstIndex(of: sized) { return known }
    } else {
      if place == Self.fewFonts + 1 {
        for (place, font) in result.sizedFonts.enumerated() { sizedFontPlaces[font] = place }
      }
      if let known = sizedFontPlaces[sized] { return known }
      sizedFontPlaces[sized] = place
    }
    result.sizedFonts.append(sized)
    return place
  }

  // MARK: Glyphs

  /// Shapes a run of one font and script and places its advances.
  private mutating func emit(
    _ run: Range<Int>, _ font: any ShapingFont, _ script: UInt32, _ level: UInt8,
    _ context: ParagraphShaping.StyleContext
  ) {
    guard !run.isEmpty else { return }
    let used = usedFont(font, context)
    if used.synthesizesSmallCaps {
      emitSmallCaps(run, used, script, level, context)
      return
    }
    var before = 0
    var after = 0
    if CharacterClass.joins(script) {
      before = min(5, run.lowerBound - range.lowerBound)
      after = min(5, range.upperBound - run.upperBound)
    }
    let key = ShapeKey(
      text: Array(text[(run.lowerBound - before)..<(run.upperBound + after)]), contextBefore: before,
      contextAfter: after, script: script, isRightToLeft: level & 1 == 1, language: context.text.language,
      features: used.features)
    append(font.shaped(key), at: run, used, script, level, context, key: key)
  }

  private func piece(_ run: Range<Int>, _ used: UsedFont, _ level: UInt8) -> UnscaledParagraph.Piece {
    UnscaledParagraph.Piece(
      range: (run.lowerBound - range.lowerBound)..<(run.upperBound - range.lowerBound), font: used.number, level: level)
  }

  private mutating func append(
    _ shaped: ShapedRun, at run: Range<Int>, _ used: UsedFont, _ script: UInt32, _ level: UInt8,
    _ context: ParagraphShaping.StyleContext, isShrunk: Bool = false, key: ShapeKey
  ) {
    var piece = piece(run, used, level)
    piece.glyphs = shaped
    if keepsKeys { piece.key = key }
    piece.isShrunk = isShrunk
    // Letters that join keep together (CSS Text 4, 8.2).
    piece.letterSpacing = CharacterClass.joins(script) ? 0 : context.letterSpacing
    piece.wordSpacing = context.wordSpacing
    for (index, unit) in zip(piece.range, shaped.units) where unit.isUnsafeToBreak {
      result.flags[index].insert(.unsafeToBreak)
    }
    if !context.keepsFullWidth, used.trimsPunctuation { piece.halved = halvedPunctuation(run, used.font) }
    result.pieces.append(piece)
  }

  /// Small capitals of a font without them: lower-case letters become capitals at 0.7 of the size (CSS Fonts 4, 6.6).
  private mutating func emitSmallCaps(
    _ run: Range<Int>, _ used: UsedFont, _ script: UInt32, _ level: UInt8, _ context: ParagraphShaping.StyleContext
  ) {
    let caps = context.font.variantCaps
    var start = run.lowerBound
    while start < run.upperBound {
      let isSmall = isShrunk(start, caps)
      var end = start + 1
      while end < run.upperBound, isShrunk(end, caps) == isSmall { end += 1 }
      // A letter may have several capitals, such as ß: the first of their units keeps its place.
      let capitals = text[start..<end].map { isSmall ? Self.capitals(of: $0) : [$0] }
      let key = ShapeKey(
        text: capitals.flatMap { $0 }, script: script, isRightToLeft: level & 1 == 1, language: context.text.language,
        features: used.features)
      let shaped = Self.joined(used.font.shaped(key), by: capitals.map(\.count))
      append(shaped, at: start..<end, used, script, level, context, isShrunk: isSmall, key: key)
      start = end
    }
  }

  /// Whether a unit is smaller. As in browsers, what has no case is a capital.
  private func isShrunk(_ index: Int, _ caps: FontVariantCaps) -> Bool {
    let isSmallLetter = Self.capitals(of: text[index]) != [text[index]]
    switch caps {
    case .allSmallCaps, .allPetiteCaps: return true
    case .unicase: return !isSmallLetter
    default: return isSmallLetter
    }
  }

  /// The capitals of a letter: SS of ß. Letters beyond the first plane have none here.
  private static func capitals(of unit: UInt16) -> [UInt16] {
    if unit < 0x80 { return [unit >= 0x61 && unit <= 0x7A ? unit - 0x20 : unit] }
    guard let scalar = Unicode.Scalar(unit), scalar.properties.isLowercase else { return [unit] }
    return Array(scalar.properties.uppercaseMapping.utf16)
  }

  /// Joins the units of a shaped run by how many stand for each unit of the text.
  private static func joined(_ shaped: ShapedRun, by counts: [Int]) -> ShapedRun {
    guard counts.contains(where: { $0 != 1 }) else { return shaped }
    var units: [ShapedRun.Unit] = []
    var start = 0
    for count in counts {
      let part = shaped.units[min(start, shaped.units.count)..<min(start + count, shaped.units.count)]
      start += count
      guard var unit = part.first else { continue }
      unit.advance = Int32(clamping: part.reduce(0) { $0 + Int($1.advance) })
      unit.isMissing = part.contains { $0.isMissing }
      units.append(unit)
    }
    return ShapedRun(units: units)
  }

  // MARK: Full-width punctuation

  /// `text-spacing-trim: normal` between characters (CSS Text 4, 8.4.1): of two full-width punctuation marks side by side
  /// one is set half-width.
  ///
  /// UNIMPLEMENTED: a closing mark that does not fit at a line's end, and `trim-start` at its start.
  private func halvedPunctuation(_ run: Range<Int>, _ font: any ShapingFont) -> [UnscaledParagraph.HalvedUnit] {
    var halved: [UnscaledParagraph.HalvedUnit] = []
    for index in run {
      let kind = FullWidthPunctuation(text[index], font)
      guard kind == .opening || kind == .closing else { continue }
      let isTrimmed: Bool
      if kind == .opening {
        let before = index > range.lowerBound ? FullWidthPunctuation(text[index - 1], font) : .other
        isTrimmed = before != .other
      } else {
        let after = index + 1 < range.upperBound ? FullWidthPunctuation(text[index + 1], font) : .other
        isTrimmed = after == .closing || after == .middle
      }
      guard isTrimmed else { continue }
      let unit = index - range.lowerBound
      // Where a line parts the two, both have their whole width.
      let unsafe = kind == .opening ? unit : index + 1 < run.upperBound ? unit + 1 : -1
      halved.append(UnscaledParagraph.HalvedUnit(unit: unit, unsafe: unsafe))
    }
    return halved
  }

  // MARK: Spacing

  private func spacing(at index: Int, _ context: ParagraphShaping.StyleContext) -> Double {
    // A tab counts as a space; other controls take no room.
    guard text[index] == 0x09 else { return 0 }
    return context.letterSpacing + (UnscaledParagraph.isWordSpace(0x09, at: index) ? context.wordSpacing : 0)
  }
}
