import CSSValues
import PageFormat

/// How dots and dashes are fitted to a line, as Chromium fits them: all lengths in device pixels.
struct DashFitting {
  /// The line's width.
  var width: Double
  /// The length that the dashes are fitted to.
  var length: Double
  /// Whether the line ends where it begins.
  var isClosed = false

  /// Whether dots are drawn as squares: small ones.
  static func drawsSquares(_ width: Double) -> Bool { width <= 3 }

  /// Lengths of dash and gap for squares and dashes; `nil` for a whole line.
  func dashes(isDotted: Bool) -> (dash: Double, gap: Double)? {
    let dash = width * (isDotted ? 1 : width >= 3 ? 2 : 3)
    let gap = width * (isDotted ? 1 : width >= 3 ? 1 : 2)
    guard width > 0, length > dash * 2 else { return nil }
    if length <= 2 * dash + gap {
      let factor = length / (2 * dash + gap)
      return (dash * factor, gap * factor)
    }
    return (dash, isDotted ? gap : bestGap(dash, gap))
  }

  /// From the middle of one round dot to the next.
  var dotDistance: Double { length < width * 2 ? width * 2 : bestGap(width, width) + width - 0.01 }

  /// The gap that differs least from the wanted one where whole dashes fill the line.
  private func bestGap(_ dash: Double, _ gap: Double) -> Double {
    let available = isClosed ? length : length + gap
    let fewest = (available / (dash + gap)).rounded(.down)
    func fitted(_ dashes: Double) -> Double {
      let gaps = isClosed ? dashes : dashes - 1
      return gaps > 0 ? (length - dashes * dash) / gaps : .infinity
    }
    let (wide, narrow) = (fitted(fewest), fitted(fewest + 1))
    let best = narrow <= 0 || abs(wide - gap) < abs(narrow - gap) ? wide : narrow
    return best.isFinite ? max(0, best) : gap
  }
}

extension PagePainter {
  /// Adds a line. One of more dashes than are drawn is whole instead, and as much paler as its gaps are long.
  mutating func addStroke(
    _ path: PaintPath, _ paint: Paint, _ style: StrokeStyle, _ bounds: LayoutRect, _ node: Int
  ) {
    var (paint, style) = (paint, style)
    let period = style.dashes.reduce(0, +)
    if !style.dashes.isEmpty, !(path.lengthLimit / period * Double(style.dashes.count / 2) <= PaintLimits.dashes) {
      let dashes = stride(from: 0, to: style.dashes.count, by: 2).reduce(0.0) { $0 + style.dashes[$1] }
      if case .color(let color) = paint, period > 0 { paint = .color(color.faded(dashes / period)) }
      style.dashes = []
    }
    add(.stroke(path, paint, style), bounds, node)
  }
}

extension PaintPath {
  /// The length of the lines through all points: no path is longer.
  var lengthLimit: Double {
    var length = 0.0
    var index = 2
    while index + 1 < points.count {
      let (dx, dy) = (points[index] - points[index - 2], points[index + 1] - points[index - 1])
      length += (dx * dx + dy * dy).squareRoot()
      index += 2
    }
    return length
  }
}
