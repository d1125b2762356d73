import CSSValues
import PageFormat

/// A place in a text where a caret may be, at the edge of a character.
public struct TextCaret: Hashable, Sendable {
  /// The UTF-16 unit of the run's text that follows the caret; the text's length for the last one.
  public var unit: Int
  /// px of the page.
  public var x: Double

  /// A place before a unit.
  public init(unit: Int, x: Double) { (self.unit, self.x) = (unit, x) }
}

/// A place in the texts of a list: what a selection begins or ends at.
public struct TextPosition: Hashable, Sendable, Comparable {
  /// The item of the text.
  public var item: Int
  /// The UTF-16 unit of the run's text that follows.
  public var unit: Int

  /// A place before a unit of a text.
  public init(item: Int, unit: Int) { (self.item, self.unit) = (item, unit) }

  public static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.item, one.unit) < (other.item, other.unit)
  }
}

/// Selection geometry.
extension DisplayList {
  /// Puts the places of carets into the list, by the shaping of whoever draws it.
  ///
  /// - Parameter places: the carets of a run, from the text's first character to its end.
  public mutating func placeCarets(_ places: (TextRun, TextRunStyle) -> [TextCaret]) {
    carets = [:]
    for (index, item) in items.enumerated() {
      guard case .text(let run) = item, textStyles.indices.contains(run.style) else { continue }
      carets[index] = places(run, textStyles[run.style])
    }
  }

  /// The place in a text that is nearest to a point, in px of the page before transforms; `nil` without carets.
  public func position(nearestTo x: Double, _ y: Double) -> TextPosition? {
    var best: (position: TextPosition, distance: Double)?
    for (item, places) in carets {
      guard case .text(let run) = items[item], !places.isEmpty else { continue }
      let (top, bottom) = (run.baseline - run.ascent, run.baseline - run.ascent + run.height)
      let above = max(0, top - y, y - bottom)
      for caret in places {
        // Another line is farther than any place in this one.
        let distance = above * 10_000 + abs(caret.x - x)
        let position = TextPosition(item: item, unit: caret.unit)
        if let best, (best.distance, best.position) <= (distance, position) { continue }
        best = (position, distance)
      }
    }
    return best?.position
  }

  /// What a selection covers between two places: a rectangle for each run, and for each direction in it.
  public func selection(from start: TextPosition, to end: TextPosition) -> [LayoutRect] {
    let (first, last) = (min(start, end), max(start, end))
    var rects: [LayoutRect] = []
    guard items.indices.contains(first.item), first.item <= last.item else { return [] }
    for item in first.item...min(last.item, items.count - 1) {
      guard case .text(let run) = items[item], let places = carets[item] else { continue }
      let from = item == first.item ? first.unit : 0
      let to = item == last.item ? last.unit : .max
      for (caret, next) in zip(places, places.dropFirst()) where caret.unit >= from && next.unit <= to {
        let (left, right) = (min(caret.x, next.x), max(caret.x, next.x))
        let rect = LayoutRect(x: left, y: run.baseline - run.ascent, width: right - left, height: run.height)
        if let before = rects.last, before.y == rect.y, before.height == rect.height,
          abs(before.right - left) < 1e-6 || abs(right - before.x) < 1e-6
        {
          rects[rects.count - 1] = before.union(rect)
        } else {
          rects.append(rect)
        }
      }
    }
    return rects
  }
}
