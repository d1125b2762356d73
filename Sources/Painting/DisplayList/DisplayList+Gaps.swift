import CSSValues
import PageFormat

/// Room for glyphs in lines at texts (CSS Text Decoration 4, 5.4), for renderers that do not shape texts.
extension DisplayList {
  /// Says of lines that avoid glyphs where they leave room.
  ///
  /// - Parameter gaps: where the glyphs of a run are between two heights in px of the page, with some room on both sides.
  public mutating func placeGaps(
    _ gaps: (TextRun, TextRunStyle, _ heights: (top: Double, bottom: Double), _ room: Double) -> [ClosedRange<Double>]
  ) {
    for (index, item) in items.enumerated() {
      guard case .decoration(var line) = item, let avoided = line.avoidedItem, items.indices.contains(avoided),
        let run = items[avoided].run, textStyles.indices.contains(run.style), line.rect.height > 0
      else { continue }
      line.gaps = gaps(run, textStyles[run.style], line.heights, line.rect.height)
      items[index] = .decoration(line)
    }
  }
}

extension DecorationLine {
  /// Between which heights glyphs are in the way.
  fileprivate var heights: (top: Double, bottom: Double) {
    let (top, height) = (rect.y, rect.height)
    switch style {
    case .solid, .dotted, .dashed: return (top, top + height)
    case .double: return (top, top + 2 * height + 1)
    // As high as the wave with its own thickness.
    case .wavy: return (top + height * 0.13, top + height * 2.87)
    }
  }
}
