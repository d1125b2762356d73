import CSSValues
import Layout

/// A font whose every glyph is a square: 1 em wide, 0.8 em above and 0.2 em below the baseline, U+200B without advance.
///
/// Lines may break after spaces and U+200B and beside U+FFFC. It is what the Ahem font does under a real measurer.
struct SquareMeasurer: TextMeasurer {
  /// Whether a `T` is a quarter of an em nearer to a space before it, where both are shaped together.
  var kernsAfterSpaces = false

  /// The average character's width that the font says it has; em.
  var averageAdvance = 1.0

  func metrics(for font: FontStyle) -> FontMetrics {
    var metrics = FontMetrics(
      ascent: (font.size * 0.8).rounded(), descent: (font.size * 0.2).rounded(), size: font.size)
    metrics.xHeight = font.size * 0.8
    metrics.zeroAdvance = font.size
    metrics.averageAdvance = font.size * averageAdvance
    metrics.maximumAdvance = font.size
    metrics.spaceAdvance = font.size
    return metrics
  }

  func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    let count = paragraph.text.count
    var advances = [Double](repeating: 0, count: count)
    var flags = [ShapedParagraph.UnitFlags](repeating: .graphemeStart, count: count + 1)
    var runs: [ShapedParagraph.Run] = []
    let level: UInt8 = paragraph.baseDirection == .rtl ? 1 : 0
    for span in paragraph.spans {
      let style = paragraph.styles[span.style]
      let metrics = metrics(for: style.font)
      for index in span.range {
        advances[index] = advance(of: paragraph.text[index], style)
        if index > 0 { flags[index].formUnion(breakFlags(after: paragraph.text, index, style)) }
        if kernsAfterSpaces, index > 0, paragraph.text[index] == 0x54, paragraph.text[index - 1] == 0x20 {
          advances[index - 1] -= style.font.size / 4
          flags[index].insert(.unsafeToBreak)
        }
      }
      if !span.range.isEmpty {
        runs.append(
          .init(
            range: span.range, font: 0, level: level == 1 ? 2 : 0, ascent: metrics.ascent, descent: metrics.descent,
            lineGap: 0))
      }
    }
    flags[count].insert(.breakAllowed)
    return ShapedParagraph(
      advances: advances, flags: flags, runs: runs,
      hyphenAdvances: paragraph.spans.map { paragraph.styles[$0.style].font.size },
      isLeftToRight: level == 0)
  }

  func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
    range.map { index in
      let span = paragraph.spans.first { $0.range.contains(index) }
      return span.map { advance(of: paragraph.text[index], paragraph.styles[$0.style]) } ?? 0
    }
  }

  private func advance(of unit: UInt16, _ style: TextParagraph.SpanStyle) -> Double {
    switch unit {
    case 0x0A, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFC: return 0
    default:
      var advance = style.font.size + style.text.letterSpacing.resolve(style.font.size)
      if unit == 0x20 { advance += style.text.wordSpacing.resolve(style.font.size) }
      return advance
    }
  }

  /// What comes before the unit at `index`.
  private func breakFlags(
    after text: [UInt16], _ index: Int, _ style: TextParagraph.SpanStyle
  ) -> ShapedParagraph.UnitFlags {
    let before = text[index - 1]
    let unit = text[index]
    if before == 0x0A { return [.breakAllowed, .breakMandatory] }
    guard style.text.textWrapMode == .wrap, unit != 0x20, unit != 0x0A, unit != 0x200B else { return [] }
    let isOpportunity = before == 0x20 || before == 0x200B || before == 0xFFFC || unit == 0xFFFC
    return isOpportunity || style.text.wordBreak == .breakAll ? .breakAllowed : []
  }
}

/// Squares, and how many paragraphs were shaped.
final class CountingMeasurer: TextMeasurer {
  /// Layout asks on one thread at a time.
  nonisolated(unsafe) private(set) var shaped = 0
  private let squares = SquareMeasurer()

  func metrics(for font: FontStyle) -> FontMetrics { squares.metrics(for: font) }

  func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    shaped += 1
    return squares.shape(paragraph)
  }

  func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] { squares.reshape(range, of: paragraph) }
}
