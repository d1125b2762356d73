import CSSValues
import Painting
import Text

extension GlyphCache {
  /// The glyphs of a run, and how much wider they must be drawn to be as wide as the run was measured.
  func shaped(
    _ run: TextRun, _ style: TextRunStyle, by measurer: SystemTextMeasurer
  ) -> (runs: [GlyphRun], stretch: Double) {
    var key = TextKey(
      text: run.text, font: style.font, style: style.text, keepsFullWidth: style.keepsFullWidth,
      isRightToLeft: run.isRightToLeft, scale: measurer.scale)
    func shape(_ text: TextStyle) -> (runs: [GlyphRun], width: Double) {
      measurer.glyphRuns(
        of: run.text, font: style.font, text: text, isRightToLeft: run.isRightToLeft,
        keepsFullWidth: style.keepsFullWidth)
    }
    let (runs, width) = text(key) { shape(style.text) }
    let wanted = run.width / run.scale
    // What a justified line is wider, its spaces are, and the places beside its ideographs.
    if width > 0, wanted - width > 0.5, wanted < width * 8, key.extraSpacing == 0 {
      if !run.isRightToLeft, let gaps = Self.gaps(besideIdeographsIn: run.text) {
        key.extraSpacing = (wanted - width) / Double(gaps.count)
        return (self.text(key) { (Self.spread(runs, by: key.extraSpacing, at: gaps), wanted) }.runs, 1)
      }
      let spaces = run.text.unicodeScalars.reduce(0) { $0 + ($1 == " " || $1 == "\u{a0}" ? 1 : 0) }
      if spaces > 0 {
        key.extraSpacing = (wanted - width) / Double(spaces)
        var text = style.text
        text.wordSpacing = .length(text.wordSpacing.resolve(0) + key.extraSpacing)
        return (self.text(key) { shape(text) }.runs, 1)
      }
    }
    // Spaces that hang at the end of a line belong to the text and not to its width.
    let isOther = width > 0 && wanted > 0 && abs(width - wanted) > max(0.5, width * 0.001)
    let isHanging = run.text.last?.isWhitespace == true || run.text.first?.isWhitespace == true
    return (runs, isOther && !isHanging ? wanted / width : 1)
  }

  /// Where a justified text with ideographs is spread: the UTF-16 units that get room before them, behind spaces and on both
  /// sides of ideographs (CSS Text 4, 6.4); `nil` for a text without ideographs.
  private static func gaps(besideIdeographsIn text: String) -> [Int]? {
    var gaps: [Int] = []
    var (isAfterGap, hasIdeographs, count) = (true, false, 0)
    for (index, unit) in text.utf16.enumerated() {
      count += 1
      let isSpace = unit == 0x20 || unit == 0xA0
      let isIdeograph =
        (0x2E80...0x9FFF).contains(unit) || (0xF900...0xFAFF).contains(unit) || (0xFF00...0xFFEF).contains(unit)
      if isIdeograph, !isAfterGap { gaps.append(index) }
      if isIdeograph || isSpace { gaps.append(index + 1) }
      isAfterGap = isIdeograph || isSpace
      hasIdeographs = hasIdeographs || isIdeograph
    }
    if gaps.last == count { gaps.removeLast() }
    return hasIdeographs && !gaps.isEmpty ? gaps : nil
  }

  /// Glyphs with room before some units of their text, from left to right.
  private static func spread(_ runs: [GlyphRun], by room: Double, at gaps: [Int]) -> [GlyphRun] {
    var passed = 0
    return runs.map { run in
      var run = run
      for index in run.glyphs.indices {
        if let unit = run.glyphs[index].unit {
          while passed < gaps.count, gaps[passed] <= unit { passed += 1 }
        }
        run.glyphs[index].x += room * Double(passed)
      }
      return run
    }
  }
}
