import CSSValues
import Layout
import Shaping
import Testing

@testable import Text

@Suite struct MeasuringTests {
  @Test func squaresMeasureTheirSize() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    let metrics = measurer.metrics(for: testStyle(20))
    #expect(metrics.ascent == 16)
    #expect(metrics.descent == 4)
    #expect(metrics.lineSpacing == 20)
    // FreeType's scale of 1,000 units is a hair below.
    #expect(abs(metrics.zeroAdvance - 20) < 2 / 65536)
    #expect(metrics.xHeight == 10)
    #expect(metrics.capHeight == 14)
    let shaped = measurer.shape(paragraph("ab c", testStyle(20)))
    #expect(shaped.advances.inPixels == [20, 20, 20, 20])
    #expect(shaped.runs.map(\.range) == [0..<4])
    #expect(shaped.isLeftToRight)
    #expect(shaped.flags.map { $0.contains(.graphemeStart) } == [true, true, true, true, true])
  }

  /// FreeType scales glyphs at whole 1/64 px: `ch` is as wide as the digit is in text.
  @Test func widthsOfCharactersAreThoseOfGlyphs() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    let metrics = measurer.metrics(for: testStyle(15.2))
    #expect(abs(metrics.zeroAdvance - 972.0 / 64) < 2 / 65536)
    #expect(abs(metrics.spaceAdvance - 972.0 / 64) < 2 / 65536)
    #expect(measurer.shape(paragraph("0 ", testStyle(15.2))).advances.inPixels == [972.0 / 64, 972.0 / 64])
    // Heights are those of the size itself.
    #expect(abs(metrics.xHeight - 7.6) < 1e-6)
  }

  @Test func advancesHaveFreeTypesScale() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    // 1,024/64 px over 1,000 units are 67,108.864/65,536, which is rounded up; those of 10 px are rounded down.
    #expect(measurer.shape(paragraph("a", testStyle(16))).advances == [1_048_578.0 / 65536])
    #expect(measurer.shape(paragraph("a", testStyle(10))).advances == [655_359.0 / 65536])
  }

  @Test func metricsAreRoundedToDevicePixels() throws {
    // 0.8 × 17 = 13.6 and 0.2 × 17 = 3.4.
    let single = try testMeasurer(.squares(0x20...0x7E)).metrics(for: testStyle(17))
    #expect(single.ascent == 14)
    #expect(single.descent == 3)
    // At two pixels a px: 27.2 and 6.8.
    let doubled = try testMeasurer(.squares(0x20...0x7E), scale: 2).metrics(for: testStyle(17))
    #expect(doubled.ascent == 13.5)
    #expect(doubled.descent == 3.5)
  }

  /// All that are kept of one text are compared with what is asked for: in ten thousand styles they would take minutes.
  @Test func fewParagraphsOfOneTextAreKept() throws {
    let file = try FontFile(bytes: TestFont.squares(0x20...0x7E).data())
    let fonts = FontSet(library: FontLibrary(), rules: [.init(family: "Test", sources: [.file(file)])])
    let measurer = SystemTextMeasurer(fonts: fonts, scale: 1)
    func advances(_ spacing: Int) -> [Double] {
      var style = TextStyle()
      style.letterSpacing = .length(Double(spacing))
      return measurer.shape(paragraph("ab", testStyle(20, families: ["Test"]), style)).advances.inPixels
    }
    for _ in 1...2 {
      for spacing in 0..<100 { #expect(advances(spacing) == [20 + Double(spacing), 20 + Double(spacing)]) }
    }
    #expect((2...16).contains(fonts.paragraphs.known.count))
    #expect(fonts.paragraphs.known.allSatisfy { $0.text == Array("ab".utf16) })
  }

  @Test func aParagraphThatIsKnownMeasuresOnOtherScreensAsIfItWereNew() throws {
    var spaced = TextStyle()
    spaced.letterSpacing = .length(0.7)
    spaced.wordSpacing = .percentage(20)
    var capitals = testStyle(17, families: ["Test"])
    capitals.variantCaps = .smallCaps
    let paragraphs = [
      paragraph("plain text\tand tabs", testStyle(13.3)), paragraph("spaced out", testStyle(16), spaced),
      paragraph("Small capitals, ßtra\u{AD}ße", capitals), paragraph("一（「二」、）三", testStyle(15)),
      paragraph("\u{5D0}\u{5D1} and abc", testStyle(11), direction: .rtl),
    ]
    let file = try FontFile(bytes: TestFont.squares(0x20...0x17F).data())
    func fonts() -> FontSet { FontSet(library: FontLibrary(), rules: [.init(family: "Test", sources: [.file(file)])]) }
    let shared = fonts()
    for scale in [2, 3, 1, 2, 2.625] {
      for paragraph in paragraphs {
        let known = SystemTextMeasurer(fonts: shared, scale: scale)
        let new = SystemTextMeasurer(fonts: fonts(), scale: scale)
        let (left, right) = (known.shape(paragraph), new.shape(paragraph))
        #expect(left.advances == right.advances)
        #expect(left.flags == right.flags)
        #expect(left.runs == right.runs)
        #expect(left.hyphenAdvances == right.hyphenAdvances)
        #expect(left.isLeftToRight == right.isLeftToRight)
        #expect(known.reshape(0..<4, of: paragraph) == new.reshape(0..<4, of: paragraph))
        // So do those that were shaped for another screen, with these fonts or with others.
        for elsewhere in [SystemTextMeasurer(fonts: shared, scale: 4), SystemTextMeasurer(fonts: fonts(), scale: 4)] {
          let again = known.shape(paragraph, shapedElsewhere: elsewhere.shape(paragraph))
          #expect(again.advances == right.advances)
          #expect(again.flags == right.flags)
          #expect(again.runs == right.runs)
          #expect(again.hyphenAdvances == right.hyphenAdvances)
        }
      }
    }
  }

  @Test func smallCapitalsAreOfWholeDevicePixels() throws {
    var style = testStyle(17)
    style.variantCaps = .smallCaps
    let fonts = try testMeasurer(.squares(0x20...0x7E)).fonts
    // 0.7 × 17 = 11.9 px, at two device pixels a px 23.8.
    #expect(SystemTextMeasurer(fonts: fonts, scale: 1).shape(paragraph("Aa", style)).advances.inPixels == [17, 12])
    #expect(SystemTextMeasurer(fonts: fonts, scale: 2).shape(paragraph("Aa", style)).advances.inPixels == [17, 12])
    #expect(SystemTextMeasurer(fonts: fonts, scale: 3).shape(paragraph("Aa", style)).advances.inPixels[1] == (36.0 / 3))
    style.size = 15
    #expect(SystemTextMeasurer(fonts: fonts, scale: 1).shape(paragraph("Aa", style)).advances.inPixels == [15, 11])
    #expect(SystemTextMeasurer(fonts: fonts, scale: 2).shape(paragraph("Aa", style)).advances.inPixels == [15, 10.5])
  }

  @Test func manyMarksOfOneLetterAreShapedInPieces() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    let text = "e" + String(repeating: "\u{301}", count: 60_000) + "x"
    let shaped = measurer.shape(paragraph(text, testStyle(10)))
    #expect(shaped.advances.inPixels.first == 10 && shaped.advances.inPixels.last == 10)
  }

  @Test func typographicMetricsCountWhereTheFontSaysSo() throws {
    var font = TestFont.squares(0x20...0x7E)
    font.usesTypographicMetrics = true
    let metrics = try testMeasurer(font).metrics(for: testStyle(10))
    #expect(metrics.ascent == 16)
    #expect(metrics.descent == 4)
  }

  @Test func spacing() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    var style = TextStyle()
    style.letterSpacing = .length(2)
    style.wordSpacing = .length(5)
    #expect(measurer.shape(paragraph("a b", testStyle(10), style)).advances.inPixels == [12, 17, 12])
    style.letterSpacing = .percentage(50)
    #expect(measurer.shape(paragraph("a b", testStyle(10), style)).advances.inPixels == [15, 20, 15])
    // A space that begins a paragraph is not widened; controls have no advance.
    style.letterSpacing = .length(0)
    #expect(measurer.shape(paragraph(" a\n\u{FFFC}", testStyle(10), style)).advances.inPixels == [10, 10, 0, 0])
  }

  @Test func fallbackByCharacter() throws {
    var other = TestFont()
    other.advances = [0x4E00: 500]
    other.ascent = 900
    let library = FontLibrary(usesSystemFonts: false)
    let rules = [
      FontFaceRule(family: "Test", sources: [.file(try FontFile(bytes: TestFont.squares(0x20...0x7E).data()))]),
      FontFaceRule(family: "Other", sources: [.file(try FontFile(bytes: other.data()))]),
    ]
    let measurer = SystemTextMeasurer(fonts: FontSet(library: library, rules: rules))
    let shaped = measurer.shape(paragraph("a一\u{4E01}b", testStyle(10, families: ["Absent", "Test", "Other"])))
    // U+4E01 is nowhere: the first font's missing glyph stands for it.
    #expect(shaped.advances.inPixels == [10, 5, 10, 10])
    #expect(shaped.runs.map(\.range) == [0..<1, 1..<2, 2..<4])
    #expect(shaped.runs.map(\.ascent) == [8, 9, 8])
    #expect(shaped.runs.map { measurer.font($0.font).family } == ["Test", "Other", "Test"])
    #expect(measurer.fontCount == 2)
    #expect(measurer.font(0).origin == .shipped)
  }

  @Test func unicodeRangesAndWeights() throws {
    func rule(_ advance: Int, _ weight: Double, _ ranges: [ClosedRange<UInt32>]) throws -> FontFaceRule {
      var font = TestFont()
      for character in UInt32(0x20)...0x7E { font.advances[character] = advance }
      var rule = FontFaceRule(family: "Test", sources: [.file(try FontFile(bytes: font.data()))])
      rule.weight = weight...weight
      rule.unicodeRanges = ranges
      return rule
    }
    let rules = try [rule(100, 400, [0x20...0x61]), rule(200, 400, [0x62...0x7E]), rule(300, 700, [])]
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary(usesSystemFonts: false), rules: rules))
    var style = testStyle(10)
    #expect(measurer.shape(paragraph("ab", style)).advances.inPixels == [1, 2])
    style.weight = 600
    #expect(measurer.shape(paragraph("ab", style)).advances.inPixels == [3, 3])
    // From 400 to 500 heavier faces up to 500 come first, then lighter ones.
    style.weight = 500
    #expect(measurer.shape(paragraph("ab", style)).advances.inPixels == [1, 2])
  }

  @Test func overridesOfTheFace() throws {
    var rule = FontFaceRule(
      family: "Test", sources: [.file(try FontFile(bytes: TestFont.squares(0x20...0x7E).data()))])
    rule.sizeAdjust = 0.5
    rule.ascentOverride = 1
    rule.descentOverride = 0.5
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary(usesSystemFonts: false), rules: [rule]))
    #expect(measurer.shape(paragraph("ab", testStyle(10))).advances.inPixels == [5, 5])
    // Of 10 and 5 px, as the overrides say, half: CSS Fonts 5, 5.2 has `size-adjust` scale them too.
    #expect(measurer.metrics(for: testStyle(10)).ascent == 5)
    #expect(measurer.metrics(for: testStyle(10)).descent == 3)
  }

  @Test func fallbacksOfTheMachineKeepTheirRoundedAscent() throws {
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()), scale: 3)
    func run(_ families: [String]) throws -> ShapedParagraph.Run {
      try #require(measurer.shape(paragraph("\u{27F5}", testStyle(16, families: families))).runs.first)
    }
    // DejaVu Sans, whose ascent of 44.55 and descent of 11.32 device px are rounded: for a family that is named the
    // baseline moves up by a pixel, since 11 would clip.
    let named = try run(["DejaVu Sans"])
    #expect(named.ascent * 3 == 44 && named.descent * 3 == 12)
    let fallback = try run(["Liberation Sans"])
    #expect(fallback.ascent * 3 == 45 && fallback.descent * 3 == 11)
  }

  @Test func sizeAdjust() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    var style = testStyle(10)
    // The x-height is half an em; a wanted ratio of 1 doubles the size.
    style.sizeAdjust = FontSizeAdjust(metric: .exHeight, ratio: 1)
    #expect(measurer.shape(paragraph("ab", style)).advances.inPixels == [20, 20])
    #expect(measurer.metrics(for: style).ascent == 16)
  }

  @Test func smallCapitalsAreSynthesised() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    var style = testStyle(10)
    style.variantCaps = .smallCaps
    #expect(measurer.shape(paragraph("Ab", style)).advances.inPixels == [10, 7])
    style.variantCaps = .allSmallCaps
    #expect(measurer.shape(paragraph("Ab1", style)).advances.inPixels == [7, 7, 7])
    // Letters whose capitals are several: SS and FI, in the place of one.
    style.variantCaps = .smallCaps
    #expect(measurer.shape(paragraph("\u{DF}a\u{FB01}", style)).advances.inPixels == [14, 7, 14])
    // In whole device pixels: 0.7 of 12 is 8.4.
    var larger = testStyle(12)
    larger.variantCaps = .smallCaps
    #expect(measurer.shape(paragraph("Ab", larger)).advances.inPixels == [12, 8])
    style.synthesis = []
    #expect(measurer.shape(paragraph("Ab", style)).advances.inPixels == [10, 10])
  }

  @Test func directions() throws {
    var font = TestFont.squares(0x20...0x7E)
    for character in UInt32(0x5D0)...0x5EA { font.advances[character] = 500 }
    let measurer = try testMeasurer(font)
    let shaped = measurer.shape(paragraph("ab \u{5D0}\u{5D1} 12", testStyle(10)))
    #expect(shaped.runs.map(\.range) == [0..<3, 3..<6, 6..<8])
    #expect(shaped.runs.map(\.level) == [0, 1, 2])
    #expect(shaped.advances.inPixels == [10, 10, 10, 5, 5, 10, 10, 10])
    #expect(!shaped.isLeftToRight)
    let rightToLeft = measurer.shape(paragraph("ab", testStyle(10), direction: .rtl))
    #expect(rightToLeft.runs.map(\.level) == [2])
    let plain = measurer.shape(paragraph("\u{5D0}a", testStyle(10), direction: nil))
    #expect(plain.runs.map(\.level) == [1, 2])
  }

  @Test func reshapingAPart() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    let whole = paragraph("hello world", testStyle(10))
    #expect(measurer.reshape(6..<11, of: whole).inPixels == [10, 10, 10, 10, 10])
    #expect(measurer.reshape(0..<0, of: whole) == [])
    #expect(measurer.reshape(5..<500, of: whole).count == 6)
  }

  @Test func hyphens() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    #expect(measurer.shape(paragraph("a\u{AD}b", testStyle(10))).hyphenAdvances == [10])
    #expect(measurer.shape(paragraph("a\u{AD}b", testStyle(10))).advances.inPixels == [10, 0, 10])
    var style = TextStyle()
    style.hyphenateCharacter = "=="
    #expect(measurer.shape(paragraph("a\u{AD}b", testStyle(10), style)).hyphenAdvances == [20])
  }

  @Test func manySpansShareTheirSizedFonts() throws {
    // Each span has a style of its own that looks like one of two others.
    let styles = (0..<1000).map { TextParagraph.SpanStyle(font: testStyle($0 % 2 == 0 ? 10 : 20), text: TextStyle()) }
    let spans = (0..<1000).map { TextParagraph.Span(range: ($0 * 2)..<($0 * 2 + 2), style: $0, followsEdge: true) }
    let many = TextParagraph(
      text: [UInt16](repeating: 0x61, count: 2000), spans: spans, styles: styles, baseDirection: .ltr)
    let file = try FontFile(bytes: TestFont.squares(0x20...0x7E).data())
    let fonts = FontSet(
      library: FontLibrary(usesSystemFonts: false), rules: [FontFaceRule(family: "Test", sources: [.file(file)])])
    let shaping = ParagraphShaping(fonts: fonts, paragraph: many)
    let whole = shaping.shape()
    #expect(whole.sizedFonts.map(\.size) == [10, 20])
    #expect(whole.fonts.count == 1 && whole.pieces.count == 1000)
    // A part begins and ends inside of spans.
    let part = shaping.shape(501..<1004)
    #expect(part.advances(1) == Array(whole.advances(1)[501..<1004]))
    #expect(part.pieces.first?.range == 0..<1 && part.pieces.last?.range == 501..<503)
  }

  @Test func noFontAtAll() {
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary(usesSystemFonts: false)))
    let shaped = measurer.shape(paragraph("a字😀", testStyle(10)))
    #expect(shaped.advances.inPixels == [5, 5, 5, 0])
    #expect(measurer.font(0).origin == .metrics)
  }

  @Test func hostileSizes() throws {
    let measurer = try testMeasurer(.squares(0x20...0x7E))
    for size in [0, -1, Double.nan, .infinity, 1e300] {
      let shaped = measurer.shape(paragraph("ab", testStyle(size)))
      #expect(shaped.advances.allSatisfy { $0.isFinite && $0 >= 0 })
      #expect(measurer.metrics(for: testStyle(size)).ascent.isFinite)
    }
    let lone = TextParagraph(
      text: [0xD800, 0x61, 0xDC00], spans: [.init(range: 0..<3, style: 0)],
      styles: [.init(font: testStyle(10), text: TextStyle())], baseDirection: .ltr)
    #expect(measurer.shape(lone).advances.count == 3)
    let badSpans = TextParagraph(
      text: [0x61], spans: [.init(range: 0..<1, style: 7)], styles: [], baseDirection: nil)
    #expect(measurer.shape(badSpans).advances.inPixels == [0])
  }
}

extension [Double] {
  /// Advances without what the rounded scale of a font adds or takes.
  var inPixels: [Double] { map { ($0 * 512).rounded() / 512 } }
}
