import CSSValues
import HybridLayout
import Layout
import Testing

/// What layout is given of a paragraph that a platform has set.
@Suite struct GlyphParagraphTests {
  private func paragraph(
    _ text: String, _ change: (inout TextStyle) -> Void = { _ in }, direction: Direction? = .ltr
  ) -> TextParagraph {
    var style = TextStyle()
    change(&style)
    let units = Array(text.utf16)
    return TextParagraph(
      text: units, spans: [TextParagraph.Span(range: 0..<units.count, style: 0)],
      styles: [TextParagraph.SpanStyle(font: FontStyle(), text: style)], baseDirection: direction)
  }

  private let run = GlyphParagraph.Run(font: 3, level: 0, ascent: 12, descent: 4, lineGap: 1)

  /// A glyph 10 px wide for each unit that is named.
  private func glyphs(_ paragraph: TextParagraph, units: [Int]? = nil, breaks: [Int] = []) -> ShapedParagraph {
    var glyphs = GlyphParagraph(paragraph)
    let all = 0..<paragraph.text.count
    glyphs.append(run, all, (units ?? Array(all)).map { (unit: $0, advance: 10) })
    glyphs.lineBreaks = breaks
    return glyphs.shaped()
  }

  private func places(_ shaped: ShapedParagraph, _ flag: ShapedParagraph.UnitFlags) -> [Int] {
    shaped.flags.indices.filter { shaped.flags[$0].contains(flag) }
  }

  @Test func spacingIsAddedAndBlanksHaveNoAdvance() {
    let shaped = glyphs(
      paragraph("a b\t\u{FFFC}c") {
        $0.letterSpacing = .length(1)
        $0.wordSpacing = .length(5)
      }, breaks: [2])
    #expect(shaped.advances == [11, 16, 11, 0, 0, 11])
    #expect(places(shaped, .breakAllowed) == [2, 6] && shaped.isLeftToRight)
    #expect(shaped.runs == [.init(range: 0..<6, font: 3, level: 0, ascent: 12, descent: 4, lineGap: 1)])
  }

  @Test func clustersStayTogether() {
    // A letter with a mark, a ligature, and an emoji of two units.
    let shaped = glyphs(paragraph("e\u{301} fi \u{1F600}"), units: [0, 2, 3, 5, 6], breaks: [3, 6])
    #expect(shaped.advances == [10, 0, 10, 10, 0, 10, 10, 0])
    #expect(places(shaped, .graphemeStart) == [0, 2, 3, 4, 5, 6, 8])
    // Within a cluster a line is set again, beside a space it is not.
    #expect(places(shaped, .unsafeToBreak) == [1, 4, 7])
    #expect(places(shaped, .breakAllowed) == [3, 6, 8])
  }

  @Test func stylesDecideOnBreaks() {
    #expect(places(glyphs(paragraph("ab\ncd"), breaks: [3]), .breakMandatory) == [3])
    let soft = "ab\u{AD}cd"
    #expect(places(glyphs(paragraph(soft), breaks: [3]), .hyphenated) == [3])
    #expect(places(glyphs(paragraph(soft) { $0.hyphens = .none }, breaks: [3]), .breakAllowed) == [5])
    #expect(
      places(glyphs(paragraph("abc d") { $0.wordBreak = .breakAll }, breaks: [4]), .breakAllowed) == [1, 2, 4, 5])
    #expect(places(glyphs(paragraph("字字 字") { $0.wordBreak = .keepAll }, breaks: [1, 3]), .breakAllowed) == [3, 4])
    #expect(places(glyphs(paragraph("a-b") { $0.lineBreak = .anywhere }), .breakAllowed) == [1, 2, 3])
  }

  @Test func whatAPlatformGetsWrongDoesNoHarm() {
    var glyphs = GlyphParagraph(paragraph("ab"))
    glyphs.append(run, 1..<90, [(unit: 1, advance: .nan), (unit: 7, advance: 3), (unit: -1, advance: 3)])
    glyphs.append(run, 5..<9, [])
    glyphs.append(
      GlyphParagraph.Run(font: 0, level: 1, ascent: 1, descent: 1, lineGap: 0), 0..<1, [(unit: 0, advance: 4)])
    glyphs.lineBreaks = [-4, 0, 900]
    let shaped = glyphs.shaped()
    #expect(shaped.advances == [4, 0] && shaped.runs.map(\.range) == [0..<1, 1..<2] && !shaped.isLeftToRight)
    #expect(places(shaped, .breakAllowed) == [2] && shaped.hyphenAdvances == [0])
    #expect(GlyphParagraph(paragraph("")).shaped().flags.count == 1)
  }
}
