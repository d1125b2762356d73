import CSSValues
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
    move(cx + rx, cy)
    addQuarter(cx, cy, from: (rx, 0), to: (0, ry))
    addQuarter(cx, cy, from: (0, ry), to: (-rx, 0))
    addQuarter(cx, cy, from: (-rx, 0), to: (0, -ry))
    addQuarter(cx, cy, from: (0, -ry), to: (rx, 0))
    close()
  }

  /// Adds a quarter of an ellipse around a middle, from one half axis to the other. A cubic curve is aside by up to a 3,700th
  /// of the radius: large quarters are two curves, of which it is a 240,000th.
  mutating func addQuarter(_ cx: Double, _ cy: Double, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    let isLarge = max(abs(from.x + to.x), abs(from.y + to.y)) > 16
    // 4/3 · tan of a quarter of the angle.
    let k = isLarge ? 0.265_216_489_840 : 0.552_284_749_831
    guard isLarge else {
      curve(
        cx + from.x + to.x * k, cy + from.y + to.y * k, cx + to.x + from.x * k, cy + to.y + from.y * k, cx + to.x,
        cy + to.y)
      return
    }
    let half = 0.5.squareRoot()
    let middle = (x: (from.x + to.x) * half, y: (from.y + to.y) * half)
    let along = (x: (to.x - from.x) * half, y: (to.y - from.y) * half)
    curve(
      cx + from.x + to.x * k, cy + from.y + to.y * k, cx + middle.x - along.x * k, cy + middle.y - along.y * k,
      cx + middle.x, cy + middle.y)
    curve(
      cx + middle.x + along.x * k, cy + middle.y + along.y * k, cx + to.x + from.x * k, cy + to.y + from.y * k,
      cx + to.x,
      cy + to.y)
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

  /// The path with no coordinate farther from 0 than a limit.
  public func limited(to limit: Double) -> PaintPath {
    var path = self
    for index in points.indices where !(abs(points[index]) <= limit) {
      path.points[index] = points[index].isNaN ? 0 : points[index] < 0 ? -limit : limit
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

  /// The path with lines for curves, as Skia measures curves to place dashes on them: a curve is halved until its middle is
  /// within the tolerance of the line between its ends. Lengths along it are shorter than along the curves.
  func flattened(tolerance: Double) -> PaintPath {
    var flat = PaintPath()
    var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
    forEach { step, place in
      switch step {
      case .move:
        (x, y) = (points[place], points[place + 1])
        (startX, startY) = (x, y)
        flat.move(x, y)
      case .line:
        (x, y) = (points[place], points[place + 1])
        flat.line(x, y)
      case .curve:
        flat.addChords((x, y), Array(points[place..<(place + 6)]), 0, 1, tolerance, depth: 0)
        (x, y) = (points[place + 4], points[place + 5])
      case .close:
        (x, y) = (startX, startY)
        flat.close()
      }
    }
    return flat
  }

  /// Adds lines for the part of a curve between two parameters.
  private mutating func addChords(
    _ start: (x: Double, y: Double), _ curve: [Double], _ from: Double, _ to: Double, _ tolerance: Double, depth: Int
  ) {
    func point(_ t: Double) -> (x: Double, y: Double) {
      let u = 1 - t
      func value(_ from: Double, _ offset: Int) -> Double {
        u * u * u * from + 3 * u * u * t * curve[offset] + 3 * u * t * t * curve[2 + offset] + t * t * t
          * curve[4 + offset]
      }
      return (value(start.x, 0), value(start.y, 1))
    }
    let (first, last, middle) = (point(from), point(to), point((from + to) / 2))
    let distance = max(abs((first.x + last.x) / 2 - middle.x), abs((first.y + last.y) / 2 - middle.y))
    guard distance > tolerance, depth < 10 else {
      line(last.x, last.y)
      return
    }
    addChords(start, curve, from, (from + to) / 2, tolerance, depth: depth + 1)
    addChords(start, curve, (from + to) / 2, to, tolerance, depth: depth + 1)
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
