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
    // What a justified line is wider, its spaces are.
    if width > 0, wanted - width > 0.5, wanted < width * 8, key.extraSpacing == 0 {
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
}
