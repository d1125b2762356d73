#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import CoreText
  import Foundation
  import HybridLayout
  import Layout

  /// Measures text with CoreText: what a release's packaged measures do not know, and everything where it has none.
  ///
  /// It takes the glyphs of a line without an end, and the places where the system's tokenizer lets lines end; `GlyphParagraph`
  /// does the rest.
  public final class CoreTextMeasurer: TextMeasurer, @unchecked Sendable {
    private let fonts: CoreTextFonts
    private let scale: Double
    // The lock guards the numbers that fonts were given.
    private let lock = NSLock()
    private var numbered: [CTFont] = []
    private static let mostNumbered = 10_000

    /// A measurer over the fonts of a release.
    ///
    /// - Parameters:
    ///   - fonts: what texts are drawn with.
    ///   - scale: device pixels per CSS px.
    public init(_ fonts: CoreTextFonts, scale: Double) {
      self.fonts = fonts
      self.scale = scale.isFinite && scale > 0 ? min(64, scale) : 1
    }

    /// The measures of a style's first available font.
    public func metrics(for font: FontStyle) -> FontMetrics {
      let made = fonts.font(for: font)
      let lines = lineMetrics(made)
      var metrics = FontMetrics(
        ascent: lines.ascent, descent: lines.descent, lineGap: lines.lineGap, size: font.size)
      let (letter, capital) = (Double(CTFontGetXHeight(made)), Double(CTFontGetCapHeight(made)))
      if letter > 0 { metrics.xHeight = letter }
      if capital > 0 { metrics.capHeight = capital }
      metrics.zeroAdvance = advance(of: "0", made)
      metrics.ideographicAdvance = advance(of: "\u{6C34}", made)
      metrics.spaceAdvance = advance(of: " ", made)
      metrics.averageAdvance = advance(of: "x", made)
      return metrics
    }

    /// Ascents and descents are whole device pixels, as in a build.
    private func lineMetrics(_ font: CTFont) -> (ascent: Double, descent: Double, lineGap: Double) {
      func whole(_ length: CGFloat) -> Double { (Double(length) * scale).rounded() / scale }
      return (
        whole(CTFontGetAscent(font)), whole(CTFontGetDescent(font)), max(0, Double(CTFontGetLeading(font)))
      )
    }

    private func advance(of text: String, _ font: CTFont) -> Double {
      let set = NSAttributedString(string: text, attributes: [Self.fontKey: font])
      return CTLineGetTypographicBounds(line(set), nil, nil, nil)
    }

    /// Shapes a paragraph and finds where its lines may break.
    public func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
      var glyphs = GlyphParagraph(paragraph)
      fill(&glyphs, from: paragraph, 0..<paragraph.text.count)
      glyphs.lineBreaks = Self.lineBreaks(of: paragraph)
      if paragraph.text.contains(0xAD) {
        glyphs.hyphenAdvances = paragraph.spans.map { span in
          guard paragraph.styles.indices.contains(span.style) else { return 0 }
          let style = paragraph.styles[span.style]
          return advance(of: style.text.hyphenateCharacter ?? "\u{2010}", fonts.font(for: style.font))
        }
      }
      return glyphs.shaped()
    }

    /// The advances of a part of a paragraph that has a line of its own.
    public func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
      let range = range.clamped(to: 0..<paragraph.text.count)
      var glyphs = GlyphParagraph(paragraph)
      fill(&glyphs, from: paragraph, range)
      return Array(glyphs.shaped().advances[range])
    }

    // MARK: Glyphs

    private static let fontKey = NSAttributedString.Key(kCTFontAttributeName as String)
    private static func key(_ name: CFString) -> NSAttributedString.Key { NSAttributedString.Key(name as String) }

    private func line(_ text: NSAttributedString) -> CTLine {
      CTLineCreateWithAttributedString(text as CFAttributedString)
    }

    /// Sets a part of a paragraph on a line, and takes its glyphs.
    private func fill(_ glyphs: inout GlyphParagraph, from paragraph: TextParagraph, _ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let text = NSMutableAttributedString(string: String(decoding: paragraph.text[range], as: UTF16.self))
      // 1 is right to left, 0 left to right; both embed the text. Without one the first strong character decides.
      if let direction = paragraph.baseDirection {
        text.addAttribute(
          Self.key(kCTWritingDirectionAttributeName), value: [NSNumber(value: direction == .rtl ? 1 : 0)],
          range: NSRange(location: 0, length: range.count))
      }
      for span in paragraph.spans where paragraph.styles.indices.contains(span.style) {
        let part = span.range.clamped(to: range)
        guard !part.isEmpty else { continue }
        let style = paragraph.styles[span.style].font
        let place = NSRange(location: part.lowerBound - range.lowerBound, length: part.count)
        text.addAttribute(Self.fontKey, value: fonts.font(for: style), range: place)
        let isSpaced = paragraph.styles[span.style].text.letterSpacing.resolve(style.size) != 0
        if style.kerning == .none {
          text.addAttribute(Self.key(kCTKernAttributeName), value: NSNumber(value: 0), range: place)
        }
        if style.variantLigatures.contains(.none) || isSpaced {
          text.addAttribute(Self.key(kCTLigatureAttributeName), value: NSNumber(value: 0), range: place)
        }
      }
      let base: UInt8 = paragraph.baseDirection == .rtl ? 1 : 0
      for case let run as CTRun in CTLineGetGlyphRuns(line(text)) as NSArray {
        append(run, to: &glyphs, from: range.lowerBound, base: base)
      }
    }

    private func append(_ run: CTRun, to glyphs: inout GlyphParagraph, from start: Int, base: UInt8) {
      let count = CTRunGetGlyphCount(run)
      let part = CTRunGetStringRange(run)
      guard count > 0, part.length > 0 else { return }
      let all = CFRangeMake(0, 0)
      var units = [CFIndex](repeating: 0, count: count)
      var advances = [CGSize](repeating: .zero, count: count)
      CTRunGetStringIndices(run, all, &units)
      CTRunGetAdvances(run, all, &advances)
      let isReversed = CTRunGetStatus(run).contains(.rightToLeft)
      // Numbers in text from right to left are one level further in.
      let level: UInt8 = isReversed ? 1 : base == 1 ? 2 : 0
      let attributes = CTRunGetAttributes(run) as NSDictionary
      guard let found = attributes[kCTFontAttributeName as String] else { return }
      // The attribute of this name is a font, and types of Core Foundation cannot be asked what they are.
      let font = found as! CTFont
      let lines = lineMetrics(font)
      glyphs.append(
        GlyphParagraph.Run(
          font: number(of: font), level: level, ascent: lines.ascent, descent: lines.descent, lineGap: lines.lineGap),
        start + part.location..<start + part.location + part.length,
        zip(units, advances).map { (unit: start + $0, advance: Double($1.width)) })
    }

    /// A number for a font, in the order in which text first needed it.
    private func number(of font: CTFont) -> Int {
      lock.lock()
      defer { lock.unlock() }
      if let known = numbered.firstIndex(where: { CFEqual($0, font) }) { return known }
      guard numbered.count < Self.mostNumbered else { return 0 }
      numbered.append(font)
      return numbered.count - 1
    }

    /// The font of a run.
    public func font(_ number: Int) -> CTFont? {
      lock.lock()
      defer { lock.unlock() }
      return numbered.indices.contains(number) ? numbered[number] : nil
    }

    // MARK: Breaks

    private static func lineBreaks(of paragraph: TextParagraph) -> [Int] {
      let text = String(decoding: paragraph.text, as: UTF16.self) as CFString
      let language = paragraph.styles.first?.text.language ?? ""
      let locale = language.isEmpty ? nil : NSLocale(localeIdentifier: language) as CFLocale
      let whole = CFRangeMake(0, paragraph.text.count)
      guard let tokens = CFStringTokenizerCreate(nil, text, whole, kCFStringTokenizerUnitLineBreak, locale) else {
        return []
      }
      var places: [Int] = []
      while !CFStringTokenizerAdvanceToNextToken(tokens).isEmpty {
        let token = CFStringTokenizerGetCurrentTokenRange(tokens)
        let end = token.location + token.length
        guard token.length > 0, end > places.last ?? 0 else { break }
        places.append(end)
      }
      return places
    }
  }
#endif
