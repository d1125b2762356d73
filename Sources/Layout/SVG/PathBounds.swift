import CSSValues

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Sine and cosine of an angle in degrees; quarter turns are exact.
func sineAndCosine(_ degrees: Double) -> (Double, Double) {
  let turned = degrees.truncatingRemainder(dividingBy: 360)
  switch turned < 0 ? turned + 360 : turned {
  case 0: return (0, 1)
  case 90: return (1, 0)
  case 180: return (0, -1)
  case 270: return (-1, 0)
  default: return (sin(turned * .pi / 180), cos(turned * .pi / 180))
  }
}

/// The smallest upright rectangle around a path's outline: the curves themselves, not their control points.
struct PathBounds {
  private var left = Double.infinity
  private var top = Double.infinity
  private var right = -Double.infinity
  private var bottom = -Double.infinity

  /// The rectangle, `nil` where nothing was added.
  var rect: LayoutRect? {
    guard left <= right, top <= bottom else { return nil }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  mutating func add(_ x: Double, _ y: Double) {
    left = min(left, x)
    right = max(right, x)
    top = min(top, y)
    bottom = max(bottom, y)
  }

  /// The bounds of path data (SVG 2, 9.3); data with an error shows nothing.
  static func bounds(of data: String) -> LayoutRect? {
    guard let path = SVGPath(data)?.absolute else { return nil }
    var bounds = PathBounds()
    var at = (x: 0.0, y: 0.0)
    var start = at
    // The control point that `S` and `T` mirror, where the command before has one of the kind.
    var cubic: (x: Double, y: Double)?
    var quadratic: (x: Double, y: Double)?
    for command in path.commands {
      let n = command.numbers.map(GraphicAttributes.bounded)
      var nextCubic: (x: Double, y: Double)?
      var nextQuadratic: (x: Double, y: Double)?
      switch command.letter {
      case UInt8(ascii: "M"):
        at = (n[0], n[1])
        start = at
      case UInt8(ascii: "Z"): at = start
      case UInt8(ascii: "L"): at = (n[0], n[1])
      case UInt8(ascii: "H"): at.x = n[0]
      case UInt8(ascii: "V"): at.y = n[0]
      case UInt8(ascii: "C"):
        bounds.addCubic(at, (n[0], n[1]), (n[2], n[3]), (n[4], n[5]))
        nextCubic = (n[2], n[3])
        at = (n[4], n[5])
      case UInt8(ascii: "S"):
        let first = cubic.map { (x: 2 * at.x - $0.x, y: 2 * at.y - $0.y) } ?? at
        bounds.addCubic(at, first, (n[0], n[1]), (n[2], n[3]))
        nextCubic = (n[0], n[1])
        at = (n[2], n[3])
      case UInt8(ascii: "Q"):
        bounds.addQuadratic(at, (n[0], n[1]), (n[2], n[3]))
        nextQuadratic = (n[0], n[1])
        at = (n[2], n[3])
      case UInt8(ascii: "T"):
        let control = quadratic.map { (x: 2 * at.x - $0.x, y: 2 * at.y - $0.y) } ?? at
        bounds.addQuadratic(at, control, (n[0], n[1]))
        nextQuadratic = control
        at = (n[0], n[1])
      case UInt8(ascii: "A"):
        bounds.addArc(from: at, n)
        at = (n[5], n[6])
      default: break
      }
      bounds.add(at.x, at.y)
      cubic = nextCubic
      quadratic = nextQuadratic
    }
    return bounds.rect
  }

  private typealias Point = (x: Double, y: Double)

  private mutating func addCubic(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    func at(_ t: Double) {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      add(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
    }
    for t in Self.turns(p0.x, p1.x, p2.x, p3.x) { at(t) }
    for t in Self.turns(p0.y, p1.y, p2.y, p3.y) { at(t) }
  }

  /// Where a cubic's coordinate has an extreme: the zeros of its derivative between its ends.
  private static func turns(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let a = p3 - 3 * p2 + 3 * p1 - p0
    let b = 2 * (p2 - 2 * p1 + p0)
    let c = p1 - p0
    var found: [Double] = []
    if abs(a) < 1e-12 {
      if b != 0 { found.append(-c / b) }
    } else {
      let discriminant = b * b - 4 * a * c
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      found = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    }
    return found.filter { $0 > 0 && $0 < 1 }
  }

  private mutating func addQuadratic(_ p0: Point, _ p1: Point, _ p2: Point) {
    func turn(_ a: Double, _ b: Double, _ c: Double) -> Double? {
      let bend = a - 2 * b + c
      guard bend != 0 else { return nil }
      let t = (a - b) / bend
      return t > 0 && t < 1 ? t : nil
    }
    for t in [turn(p0.x, p1.x, p2.x), turn(p0.y, p1.y, p2.y)] {
      guard let t else { continue }
      let u = 1 - t
      add(u * u * p0.x + 2 * u * t * p1.x + t * t * p2.x, u * u * p0.y + 2 * u * t * p1.y + t * t * p2.y)
    }
  }

  /// SVG 2, B.2.4: an arc from its ends to its centre; then the extremes of the ellipse that are on it.
  private mutating func addArc(from p0: Point, _ n: [Double]) {
    var rx = abs(n[0])
    var ry = abs(n[1])
    let p1 = (x: n[5], y: n[6])
    guard rx > 0, ry > 0, p0.x != p1.x || p0.y != p1.y else { return }
    let (sine, cosine) = sineAndCosine(n[2])
    let half = (x: (p0.x - p1.x) / 2, y: (p0.y - p1.y) / 2)
    let x1 = cosine * half.x + sine * half.y
    let y1 = -sine * half.x + cosine * half.y
    let reach = (x1 * x1) / (rx * rx) + (y1 * y1) / (ry * ry)
    if reach > 1 {
      rx *= reach.squareRoot()
      ry *= reach.squareRoot()
    }
    let (rx2, ry2) = (rx * rx, ry * ry)
    let below = rx2 * y1 * y1 + ry2 * x1 * x1
    guard below > 0 else { return }
    var factor = max(0, (rx2 * ry2 - below) / below).squareRoot()
    if (n[3] != 0) == (n[4] != 0) { factor = -factor }
    let cx1 = factor * rx * y1 / ry
    let cy1 = -factor * ry * x1 / rx
    let centre = (
      x: cosine * cx1 - sine * cy1 + (p0.x + p1.x) / 2, y: sine * cx1 + cosine * cy1 + (p0.y + p1.y) / 2
    )
    let start = atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
    var sweep = atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - start
    if n[4] != 0, sweep < 0 { sweep += 2 * .pi }
    if n[4] == 0, sweep > 0 { sweep -= 2 * .pi }
    let turnX = atan2(-ry * sine, rx * cosine)
    let turnY = atan2(ry * cosine, rx * sine)
    for angle in [turnX, turnX + .pi, turnY, turnY + .pi] {
      var along = (angle - start).truncatingRemainder(dividingBy: 2 * .pi)
      if sweep > 0, along < 0 { along += 2 * .pi }
      if sweep < 0, along > 0 { along -= 2 * .pi }
      guard sweep > 0 ? along <= sweep : along >= sweep else { continue }
      let (x, y) = (rx * cos(angle), ry * sin(angle))
      add(centre.x + cosine * x - sine * y, centre.y + sine * x + cosine * y)
    }
  }
}
