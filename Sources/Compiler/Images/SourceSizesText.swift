/// The `sizes` of an image from the widths that its boxes have at some widths of the viewport.
///
/// Between two widths at which media queries change, boxes are taken to grow evenly. Where the viewports that were built say
/// nothing, `100vw` makes browsers choose the largest candidate.
struct SourceSizesText {
  /// Width of the viewport → width of the image, in CSS px.
  private let points: [(viewport: Double, image: Double)]
  private let thresholds: [Double]

  /// - Parameters:
  ///   - points: widths of the viewport with those of the image, in any order; of equal viewports the widest image counts.
  ///   - thresholds: the viewport's widths at which media queries change.
  init(_ points: [(viewport: Double, image: Double)], thresholds: Set<Double>) {
    var widest: [Double: Double] = [:]
    for point in points where point.image > 0 && point.viewport > 0 {
      widest[point.viewport] = max(widest[point.viewport] ?? 0, point.image)
    }
    self.points = widest.map { ($0.key, $0.value) }.sorted { $0.viewport < $1.viewport }
    var edges: [Double] = []
    // `max-width: 575.98px` and `min-width: 576px` are one edge.
    for edge in thresholds.sorted() where edge > 0 {
      if let last = edges.last, edge - last < 1 { edges[edges.count - 1] = edge } else { edges.append(edge) }
    }
    self.thresholds = edges
  }

  /// The attribute's value; empty where no viewport shows the image.
  var text: String {
    guard let first = points.first else { return "" }
    if points.count > 1, points.allSatisfy({ abs($0.image - first.image) < 0.5 }) {
      return Self.pixels(points.map(\.image).max() ?? first.image)
    }
    var entries: [(edge: Double?, length: String)] = []
    var low = 0.0
    for edge in thresholds.map(Optional.init) + [nil] {
      let inside = points.filter { $0.viewport >= low && $0.viewport < edge ?? .infinity }
      let lengths = Self.lengths(inside, upTo: edge)
      for entry in lengths {
        // Neighbors that say the same are one.
        if entries.last?.length == entry.length { entries.removeLast() }
        entries.append(entry)
      }
      low = edge ?? low
    }
    return entries.map { entry in
      entry.edge.map { "(max-width: \(Self.pixels($0))) \(entry.length)" } ?? entry.length
    }.joined(separator: ", ")
  }

  /// The entries for the viewports below an edge.
  private static func lengths(
    _ points: [(viewport: Double, image: Double)], upTo edge: Double?
  ) -> [(edge: Double?, length: String)] {
    let edge = edge.map { $0 - 0.02 }
    guard let first = points.first, let last = points.last else { return [(edge, "100vw")] }
    if points.count == 1 {
      // Images that take most of the room keep their distance from the edges; others keep their width.
      return [
        (
          edge,
          last.image * 2 > last.viewport && last.image <= last.viewport
            ? line(1, last.image - last.viewport) : pixels(last.image)
        )
      ]
    }
    let slope = (last.image - first.image) / (last.viewport - first.viewport)
    let offset = first.image - slope * first.viewport
    if slope >= 0, slope <= 1, points.allSatisfy({ abs(slope * $0.viewport + offset - $0.image) < 0.5 }) {
      return [(edge, line(slope, offset))]
    }
    let steps = points.dropLast().map { point -> (edge: Double?, length: String) in
      (point.viewport, pixels(point.image))
    }
    return steps + [(edge, pixels(last.image))]
  }

  /// `slope` times the viewport's width and some px.
  private static func line(_ slope: Double, _ offset: Double) -> String {
    if slope < 1e-4 { return pixels(offset) }
    let share = number(slope * 100, step: 1e4) + "vw"
    if abs(offset) < 0.01 { return share }
    return "calc(\(share) \(offset < 0 ? "-" : "+") \(pixels(abs(offset))))"
  }

  private static func pixels(_ value: Double) -> String { number(value, step: 100) + "px" }

  /// A number with as many decimals as it needs, in steps.
  private static func number(_ value: Double, step: Double) -> String {
    let rounded = (value * step).rounded() / step
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(rounded)
  }
}
