import CSSValues
import Layout

/// Shapes one paragraph: bidi levels, grapheme clusters, line breaks, then runs of one style, direction, script and font.
package struct ParagraphShaping {
  let fonts: any ShapingFonts
  let paragraph: TextParagraph

  /// A paragraph with the fonts that shape it.
  package init(fonts: any ShapingFonts, paragraph: TextParagraph) {
    self.fonts = fonts
    self.paragraph = paragraph
  }

  /// What the spans of one style need, found once.
  struct StyleContext {
    var font: FontStyle
    var text: TextStyle
    var cascade: any ShapingCascade
    /// The first available font.
    var primary: any ShapingFont
    var letterSpacing: Double
    var wordSpacing: Double
    var features: [ShapeFeature]
    /// Whether characters of the primary font need no look at others.
    var primaryFirst: Bool
    /// Whether full-width punctuation keeps its width.
    var keepsFullWidth: Bool
  }

  package func shape() -> UnscaledParagraph {
    let count = paragraph.text.count
    let levels = bidiLevels(0..<count)
    var flags = [ShapedParagraph.UnitFlags](repeating: [], count: count + 1)
    markGraphemes(paragraph.text, &flags)
    markBreaks(&flags)
    var shaping = RunShaping(self, range: 0..<count, levels: levels, flags: flags)
    shaping.shapeSpans()
    var result = shaping.result
    result.hyphens = hyphens()
    result.isLeftToRight = levels.map { $0.allSatisfy { $0 & 1 == 0 } } ?? true
    return result
  }

  /// A part of the paragraph as if it began and ended there; without breaks.
  package func shape(_ range: Range<Int>, keepsKeys: Bool = false) -> UnscaledParagraph {
    let range = range.clamped(to: 0..<paragraph.text.count)
    let levels = bidiLevels(range)
    var flags = [ShapedParagraph.UnitFlags](repeating: [], count: range.count + 1)
    let part = range.count == paragraph.text.count ? paragraph.text : Array(paragraph.text[range])
    markGraphemes(part, &flags)
    var shaping = RunShaping(self, range: range, levels: levels, flags: flags)
    shaping.keepsKeys = keepsKeys
    shaping.shapeSpans()
    return shaping.result
  }

  /// The paragraph's pieces with what each was shaped from: no breaks are looked for.
  package func shapeWithKeys() -> UnscaledParagraph {
    let count = paragraph.text.count
    var flags = [ShapedParagraph.UnitFlags](repeating: [], count: count + 1)
    markGraphemes(paragraph.text, &flags)
    var shaping = RunShaping(self, range: 0..<count, levels: bidiLevels(0..<count), flags: flags)
    shaping.keepsKeys = true
    shaping.shapeSpans()
    return shaping.result
  }

  // MARK: Directions

  /// The bidi levels of a range's units, or `nil` where all are 0.
  private func bidiLevels(_ range: Range<Int>) -> [UInt8]? {
    let needsAlgorithm =
      paragraph.baseDirection == .rtl || paragraph.text[range].contains(where: CharacterClass.mayBeRightToLeft)
    guard needsAlgorithm, !range.isEmpty else { return nil }
    return fonts.characters.facts.bidiLevels(of: paragraph.text, in: range, base: paragraph.baseDirection)
  }

  // MARK: Clusters and breaks

  private func markGraphemes(_ text: [UInt16], _ flags: inout [ShapedParagraph.UnitFlags]) {
    // OPTIMIZATION: below U+0300, and among ideographs and kana, each unit is a cluster (except CR LF).
    let isSimple = text.allSatisfy { unit in
      (unit < 0x300 && unit != 0x0D) || (unit >= 0x2010 && unit <= 0x2027)
        || (unit >= 0x3000 && unit <= 0x9FFF && !(unit >= 0x302A && unit <= 0x302F) && unit != 0x3099 && unit != 0x309A
          && unit != 0x3030 && unit != 0x303D && unit != 0x3297 && unit != 0x3299)
        || unit >= 0xFF01 && unit <= 0xFF9D
    }
    if isSimple {
      for i in flags.indices { flags[i].insert(.graphemeStart) }
      return
    }
    var marks = [UInt8](repeating: 0, count: text.count + 1)
    fonts.characters.facts.markGraphemes(of: text, marks: &marks)
    for i in flags.indices where marks[i] != 0 { flags[i].insert(.graphemeStart) }
  }

  private func markBreaks(_ flags: inout [ShapedParagraph.UnitFlags]) {
    let count = paragraph.text.count
    var opportunities = LineBreakOpportunities(text: paragraph.text, facts: fonts.characters.facts)
    for span in paragraph.spans {
      // The break at a span's end is the span's own: its first unit's belongs to the span before.
      let start = span.range.lowerBound == 0 ? 0 : span.range.lowerBound + 1
      let end = min(count, span.range.upperBound + 1)
      guard start < end, paragraph.styles.indices.contains(span.style) else { continue }
      opportunities.mark(start..<min(end, count), style: paragraph.styles[span.style].text, flags: &flags)
    }
    flags[count].insert(.breakAllowed)
    for i in 0..<count where paragraph.text[i] == 0x0A {
      flags[i + 1].insert([.breakMandatory, .breakAllowed])
    }
    hyphenatedWords?.mark(&flags)
  }

  /// The words that a dictionary may part; `nil` where no style asks.
  package var hyphenatedWords: HyphenatedWords? {
    HyphenatedWords(of: paragraph, fonts.characters.facts, fonts.hyphenation)
  }

  /// Whether a line may end with a hyphen that the text does not have.
  private var mayShowHyphens: Bool { paragraph.text.contains(0xAD) || hyphenatedWords != nil }

  // MARK: Styles

  func context(of style: Int) -> StyleContext {
    let span = paragraph.styles[style]
    let request = FontRequest(
      span.font, language: span.text.language, usesOpticalSize: fonts.usesOpticalSizes)
    let cascade = fonts.shapingCascade(for: request)
    let size = span.font.size
    let letterSpacing = span.text.letterSpacing.resolve(size)
    let wordSpacing = span.text.wordSpacing.resolve(size)
    return StyleContext(
      font: span.font, text: span.text, cascade: cascade, primary: cascade.firstFont,
      letterSpacing: letterSpacing, wordSpacing: wordSpacing,
      features: shapeFeatures(span.font, hasLetterSpacing: letterSpacing != 0, faceFeatures: []),
      primaryFirst: cascade.primaryIsFirst, keepsFullWidth: span.keepsFullWidth)
  }

  /// The hyphens by span: `hyphenate-character`, or U+2010 where the font has it, else a hyphen-minus.
  private func hyphens() -> [UnscaledParagraph.Hyphen?] {
    guard mayShowHyphens else { return [] }
    return paragraph.spans.map { span in
      guard paragraph.styles.indices.contains(span.style) else { return nil }
      let context = context(of: span.style)
      let primary = context.primary
      guard let key = hyphenKey(context) else { return nil }
      return UnscaledParagraph.Hyphen(
        font: primary, size: TextSizes.usedSize(context.font, of: primary, primary: primary),
        glyphs: primary.shaped(key), letterSpacing: context.letterSpacing)
    }
  }

  private func hyphenKey(_ context: StyleContext) -> ShapeKey? {
    let characters: [UInt16]
    if let own = context.text.hyphenateCharacter {
      characters = Array(own.utf16.prefix(256))
    } else {
      characters = [context.primary.covers(0x2010) ? 0x2010 : 0x2D]
    }
    guard !characters.isEmpty else { return nil }
    return ShapeKey(
      text: characters, script: CharacterClass.latin, isRightToLeft: false, language: context.text.language,
      features: context.features)
  }

  /// What the hyphens of the spans are shaped from.
  package func hyphenKeys() -> [(font: any ShapingFont, key: ShapeKey)] {
    guard mayShowHyphens else { return [] }
    return paragraph.spans.compactMap { span in
      guard paragraph.styles.indices.contains(span.style) else { return nil }
      let context = context(of: span.style)
      return hyphenKey(context).map { (context.primary, $0) }
    }
  }
}
