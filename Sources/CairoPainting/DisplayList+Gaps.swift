import CSSValues
import Painting
import Text

extension DisplayList {
  /// Lets lines at texts leave room for the glyphs that they meet, as the texts are drawn: for files whose renderers shape no texts.
  ///
  /// - Parameters:
  ///   - measurer: shapes the texts, at the scale of the layout.
  ///   - glyphs: texts that were shaped before.
  public mutating func avoidGlyphs(measuredBy measurer: SystemTextMeasurer, glyphs: GlyphCache = GlyphCache()) {
    placeGaps { run, style, heights, room in glyphs.gaps(in: run, style, by: measurer, heights, room: room) }
  }
}

extension GlyphCache {
  /// Where a run's glyphs cross a line, with some room on both sides (`text-decoration-skip-ink`).
  ///
  /// - Parameter heights: where the line is, in px of the page.
  func gaps(
    in run: TextRun, _ style: TextRunStyle, by measurer: SystemTextMeasurer, _ heights: (top: Double, bottom: Double),
    room: Double
  ) -> [ClosedRange<Double>] {
    let (runs, stretch) = shaped(run, style, by: measurer)
    var gaps: [ClosedRange<Double>] = []
    let room = min(room, 13)
    for glyphRun in runs {
      for glyph in glyphRun.glyphs {
        let outline = outline(OutlineKey(font: glyphRun.font, glyph: glyph.number))
        guard !outline.isEmpty else { continue }
        let size = glyphRun.size * run.scale
        let baseline = run.baseline + glyph.y
        let upper = (heights.top - baseline) / size
        let lower = (heights.bottom - baseline) / size
        guard let (from, to) = PaintPath(outline).span(from: upper, to: lower) else { continue }
        let origin = run.x + glyph.x * stretch
        let (left, right) = (origin + from * size * stretch - room, origin + to * size * stretch + room)
        if left < right { gaps.append(left...right) }
      }
    }
    return gaps
  }
}
