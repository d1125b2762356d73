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
    for place in Self.places(of: marks.run.text, runs) {
      mark.x = marks.run.x + place * stretch * marks.run.scale - middle
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

  /// The middles of all characters that have marks, in px from the run's left end.
  ///
  /// Characters that share a glyph share its width.
  private static func places(of text: String, _ runs: [GlyphRun]) -> [Double] {
    // Where each cluster begins in the text, and where it is shown.
    var clusters: [(unit: Int, x: Double, width: Double, isReversed: Bool)] = []
    for run in runs {
      let units = run.glyphs.compactMap(\.unit)
      let isReversed = units.count > 1 && units[0] > units[units.count - 1]
      for glyph in run.glyphs {
        if let unit = glyph.unit {
          clusters.append((unit, glyph.x, glyph.advance, isReversed))
        } else if !clusters.isEmpty {
          clusters[clusters.count - 1].width += glyph.advance
        }
      }
    }
    clusters.sort { $0.unit < $1.unit }
    var members: [[Bool]] = Array(repeating: [], count: clusters.count)
    var (unit, cluster) = (0, 0)
    for character in text {
      while cluster + 1 < clusters.count, clusters[cluster + 1].unit <= unit { cluster += 1 }
      if members.indices.contains(cluster) { members[cluster].append(EmphasisMarks.hasMark(character)) }
      unit += character.utf16.count
    }
    return zip(clusters, members).flatMap { cluster, members in
      members.enumerated().compactMap { index, isMarked -> Double? in
        guard isMarked else { return nil }
        let part = (Double(cluster.isReversed ? members.count - 1 - index : index) + 0.5) / Double(members.count)
        return cluster.x + cluster.width * part
      }
    }
  }
}
