import CCairo
import Painting
import Text

/// Marks at the characters of texts.
extension CairoRenderer {
  /// Draws the marks of a text: each in the middle of its character, and beside the em box of the text's font.
  func draw(_ marks: EmphasisMarks) {
    let (runs, stretch) = shaped(marks.run)
    var mark = marks.run
    mark.text = marks.mark
    mark.style = marks.style
    mark.isRightToLeft = false
    mark.width = 0
    let (markRuns, _) = shaped(mark)
    guard let text = runs.first, let own = markRuns.first, let glyph = own.glyphs.first else { return }
    let size = text.size * marks.run.scale
    let ownSize = own.size * marks.run.scale
    let sum = text.font.ascent + text.font.descent
    guard sum > 0 else { return }
    mark.baseline +=
      marks.isUnder
      ? size * text.font.descent / sum + ownSize * own.font.ascent
      : -size * text.font.ascent / sum - ownSize * own.font.descent
    let middle = self.middle(of: glyph, own) * marks.run.scale
    for place in GlyphCluster.characters(of: marks.run.text, in: runs) where EmphasisMarks.hasMark(place.character) {
      mark.x = marks.run.x + (place.x + place.width / 2) * stretch * marks.run.scale - middle
      draw(mark)
    }
  }

  /// From a glyph's origin to the middle of its ink, or of its advance where it is a picture.
  private func middle(of glyph: GlyphRun.Glyph, _ run: GlyphRun) -> Double {
    let outline = glyphs.outline(GlyphCache.OutlineKey(font: run.font, glyph: glyph.number))
    let columns = stride(from: 0, to: outline.points.count - 1, by: 2).map { outline.points[$0] }
    guard let left = columns.min(), let right = columns.max() else { return glyph.advance / 2 }
    return (left + right) / 2 * run.size
  }
}
