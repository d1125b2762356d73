import Painting
import Text

extension DisplayList {
  /// Puts the places of carets into the list: one before each character and one behind the last, of texts as they are drawn.
  ///
  /// ```swift
  /// list.placeCarets(measuredBy: measurer)
  /// if let start = list.position(nearestTo: 20, 40) { print(list.selection(from: start, to: end)) }
  /// ```
  ///
  /// - Parameters:
  ///   - measurer: shapes the texts, at the scale of the layout.
  ///   - glyphs: texts that were shaped before.
  public mutating func placeCarets(measuredBy measurer: SystemTextMeasurer, glyphs: GlyphCache = GlyphCache()) {
    placeCarets { run, style in
      let (runs, stretch) = glyphs.shaped(run, style, by: measurer)
      let characters = GlyphCluster.characters(of: run.text, in: runs)
      var carets = characters.map { place in
        let edge = place.isReversed ? place.x + place.width : place.x
        return TextCaret(unit: place.unit, x: run.x + edge * stretch * run.scale)
      }
      guard let last = characters.last else { return [] }
      // What is left of the run's width is letter spacing behind its last character.
      let end = last.isReversed ? last.x : last.x + last.width
      carets.append(TextCaret(unit: run.text.utf16.count, x: run.x + end * stretch * run.scale))
      return carets
    }
  }
}
