import PageFormat

/// An outline of lines and cubic curves, in CSS px.
public struct PaintPath: Hashable, Sendable {
  /// A step of the outline.
  public enum Step: UInt8, Hashable, Sendable {
    /// Begins a figure: one point.
    case move
    /// A straight line: one point.
    case line
    /// A cubic Bézier curve: two control points and the end.
    case curve
    /// Closes the figure: no point.
    case close
  }

  /// The steps in order.
  public private(set) var steps: [Step] = []
  /// The coordinates of all points in order, x before y.
  public private(set) var points: [Double] = []

  /// An empty path.
  public init() {}

  /// Whether the path has no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// Begins a figure.
  public mutating func move(_ x: Double, _ y: Double) {
    steps.append(.move)
    points += [x, y]
  }

  /// Adds a straight line.
  public mutating func line(_ x: Double, _ y: Double) {
    steps.append(.line)
    points += [x, y]
  }

  /// Adds a cubic curve.
  public mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
    steps.append(.curve)
    points += [x1, y1, x2, y2, x, y]
  }

  /// Closes the figure.
  public mutating func close() { steps.append(.close) }

  /// Adds a rectangle as a figure.
  public mutating func addRect(_ rect: LayoutRect) {
    move(rect.x, rect.y)
    line(rect.right, rect.y)
    line(rect.right, rect.bottom)
    line(rect.x, rect.bottom)
    close()
  }

  /// Adds an ellipse as a figure.
  public mutating func addEllipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) {
    let k = 0.552_284_749_831
    move(cx + rx, cy)
    curve(cx + rx, cy + ry * k, cx + rx * k, cy + ry, cx, cy + ry)
    curve(cx - rx * k, cy + ry, cx - rx, cy + ry * k, cx - rx, cy)
    curve(cx - rx, cy - ry * k, cx - rx * k, cy - ry, cx, cy - ry)
    curve(cx + rx * k, cy - ry, cx + rx, cy - ry * k, cx + rx, cy)
    close()
  }

  /// Adds the figures of another path.
  public mutating func add(_ other: PaintPath) {
    steps += other.steps
    points += other.points
  }

  /// The path with a matrix applied to every point.
  public func transformed(_ matrix: PaintMatrix) -> PaintPath {
    var path = self
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      (path.points[index], path.points[index + 1]) = matrix.apply(points[index], points[index + 1])
    }
    return path
  }

  /// The smallest rectangle that contains every point, control points included.
  public var bounds: LayoutRect {
    guard points.count >= 2 else { return .zero }
    var (left, top, right, bottom) = (points[0], points[1], points[0], points[1])
    for index in stride(from: 2, to: points.count - 1, by: 2) {
      left = min(left, points[index])
      right = max(right, points[index])
      top = min(top, points[index + 1])
      bottom = max(bottom, points[index + 1])
    }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The length of all lines and curves; of curves in sixteen pieces.
  var length: Double {
    var (sum, x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    func distance(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
    forEach { step, place in
      switch step {
      case .move:
        (x, y) = (points[place], points[place + 1])
        (startX, startY) = (x, y)
      case .line:
        sum += distance(points[place] - x, points[place + 1] - y)
        (x, y) = (points[place], points[place + 1])
      case .curve:
        let (fromX, fromY) = (x, y)
        for part in 1...16 {
          let t = Double(part) / 16
          let u = 1 - t
          func value(_ from: Double, _ offset: Int) -> Double {
            u * u * u * from + 3 * u * u * t * points[place + offset] + 3 * u * t * t * points[place + 2 + offset]
              + t * t * t * points[place + 4 + offset]
          }
          let (nextX, nextY) = (value(fromX, 0), value(fromY, 1))
          sum += distance(nextX - x, nextY - y)
          (x, y) = (nextX, nextY)
        }
      case .close:
        sum += distance(startX - x, startY - y)
        (x, y) = (startX, startY)
      }
    }
    return sum
  }

  /// Calls `body` with each step and the place of its first coordinate in ``points``.
  public func forEach(_ body: (Step, Int) -> Void) {
    var place = 0
    for step in steps {
      body(step, place)
      switch step {
      case .move, .line: place += 2
      case .curve: place += 6
      case .close: break
      }
    }
  }
}
