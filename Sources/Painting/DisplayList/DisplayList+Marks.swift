import CSSValues
import PageFormat

extension DisplayList {
  private static let markColor = PaintColor(217.0 / 255, 0, 38.0 / 255)
  /// px; of a digit, whose place is counted in halves of its height.
  private static let digitHeight = 8.0

  /// Draws a numbered frame around a rectangle, above everything that is in the list: what a picture points out.
  ///
  /// The numbers' plate is above the frame's left upper corner, or inside of it at the top of the page.
  ///
  /// - Parameters:
  ///   - rect: what is marked, in px.
  ///   - numbers: from 1; with a gap between them.
  public mutating func mark(_ rect: LayoutRect, numbers: [Int]) {
    let frame = rect.inset(by: -2)
    addMark(.fill(.ring(outer: RoundedRect(frame), inner: RoundedRect(rect)), .color(Self.markColor), .normal), frame)
    // A gap is a column without a digit.
    let digits = Array(numbers.map { String(max(0, $0)).utf8.map { Int($0) - 48 } }.joined(separator: [-1]))
    let height = Self.digitHeight + 6
    let plate = LayoutRect(
      x: max(0, frame.x), y: frame.y >= height ? frame.y - height : max(0, frame.y),
      width: Double(digits.count) * 7 + 5, height: height)
    addMark(.fill(.rounded(RoundedRect(plate)), .color(Self.markColor), .normal), plate)
    var stroke = StrokeStyle(width: 1.5)
    stroke.join = .round
    for (place, digit) in digits.enumerated() where digit >= 0 {
      let path = Self.path(of: digit, x: plate.x + 4 + Double(place) * 7, y: plate.y + 3)
      addMark(.stroke(path, .color(.white), stroke), plate)
    }
  }

  private mutating func addMark(_ item: DisplayItem, _ area: LayoutRect) {
    items.append(item)
    bounds.append(area)
    nodes.append(0)
  }

  /// A digit in strokes, 4 px wide: the list has no glyphs of its own.
  private static func path(of digit: Int, x: Double, y: Double) -> PaintPath {
    var path = PaintPath()
    for stroke in strokes[digit] {
      for (index, corner) in stroke.enumerated() {
        let (px, py) = (x + Double(corner.0) * 4, y + Double(corner.1) * digitHeight / 2)
        if index == 0 { path.move(px, py) } else { path.line(px, py) }
      }
    }
    return path
  }

  /// Each digit's strokes: corners in columns (0 and 1) and halves of the height (0 to 2).
  private static let strokes: [[[(Int, Int)]]] = [
    [[(0, 0), (1, 0), (1, 2), (0, 2), (0, 0), (1, 0)]],
    [[(1, 0), (1, 2)]],
    [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)]],
    [[(0, 0), (1, 0), (1, 2), (0, 2)], [(0, 1), (1, 1)]],
    [[(0, 0), (0, 1), (1, 1)], [(1, 0), (1, 2)]],
    [[(1, 0), (0, 0), (0, 1), (1, 1), (1, 2), (0, 2)]],
    [[(1, 0), (0, 0), (0, 2), (1, 2), (1, 1), (0, 1)]],
    [[(0, 0), (1, 0), (1, 2)]],
    [[(0, 1), (0, 0), (1, 0), (1, 2), (0, 2), (0, 1), (1, 1)]],
    [[(1, 1), (0, 1), (0, 0), (1, 0), (1, 2), (0, 2)]],
  ]
}
