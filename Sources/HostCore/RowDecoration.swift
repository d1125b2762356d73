/// What a table draws of itself on a row: the line below it, and what `accessoryType` names at its right.
public struct RowDecoration: Hashable, Sendable {
  /// A stroked line, or a ring.
  public struct Stroke: Hashable, Sendable {
    /// A point in the row's coordinates.
    public struct Point: Hashable, Sendable {
      /// To the right.
      public var x: Double
      /// Downwards.
      public var y: Double
    }

    /// The line's points; a single one is the centre of a ring.
    public var points: [Point]
    /// The radius of a ring; 0 for a line.
    public var radius: Double
    /// The width of the stroke.
    public var width: Double
    /// The colour.
    public var color: ViewLook.Color
  }

  /// In the order of painting.
  public var strokes: [Stroke] = []

  private static let grey = ViewLook.Color(60 / 255, 60 / 255, 67 / 255, 0.29)
  private static let blue = ViewLook.Color(0, 122 / 255, 1)
  /// From the row's edge to its accessory.
  private static let margin = 16.0

  /// The decoration of a view; `nil` for other views than rows of a table, and for rows without any.
  public init?(of row: HostView) {
    guard row.component == "tableRow", let table = row.parent, table.component == "table" else { return nil }
    let (width, height) = (row.frame.width, row.frame.height)
    if ViewLook.isOn(table["showSeparator"] ?? "true"), row !== table.children.last {
      line([(Self.margin, height - 0.5), (width, height - 0.5)], 1, Self.grey)
    }
    let right = width - Self.margin
    let middle = height / 2
    switch row["accessoryType"]?.lowercased() {
    case "indicator": addIndicator(right, middle)
    case "checkmark":
      line([(right - 14, middle), (right - 9, middle + 5), (right, middle - 6)], 2, Self.blue)
    case "detail": addDetail(right - 10, middle)
    case "detaildisclosure":
      addIndicator(right, middle)
      addDetail(right - 28, middle)
    default: break
    }
    if strokes.isEmpty { return nil }
    if row.isRightToLeft { turn(width, row["accessoryType"]?.lowercased() == "checkmark") }
  }

  /// Moves all to the other side. What points to the end points there; a mark is a mark in all scripts.
  private mutating func turn(_ width: Double, _ keepsMark: Bool) {
    for index in strokes.indices {
      let points = strokes[index].points
      let isMark = keepsMark && index == strokes.count - 1
      let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      strokes[index].points = points.map { point in
        Stroke.Point(x: isMark ? point.x + width - left - right : width - point.x, y: point.y)
      }
    }
  }

  private mutating func addIndicator(_ right: Double, _ middle: Double) {
    line([(right - 6, middle - 6), (right, middle), (right - 6, middle + 6)], 2, Self.grey)
  }

  private mutating func addDetail(_ x: Double, _ middle: Double) {
    strokes.append(
      Stroke(points: [Stroke.Point(x: x, y: middle)], radius: 9.5, width: 1.5, color: Self.blue))
    line([(x, middle - 5), (x, middle - 3.5)], 1.5, Self.blue)
    line([(x, middle - 1), (x, middle + 5)], 1.5, Self.blue)
  }

  private mutating func line(_ points: [(x: Double, y: Double)], _ width: Double, _ color: ViewLook.Color) {
    strokes.append(
      Stroke(points: points.map { Stroke.Point(x: $0.x, y: $0.y) }, radius: 0, width: width, color: color))
  }
}
