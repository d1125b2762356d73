import CSSValues

extension PaintPath {
  /// A path of SVG's path data (SVG 2, 9.3); `nil` where the data has an error at its begin.
  init?(svg data: String) {
    guard let path = SVGPath(data) else { return nil }
    self.init()
    var (x, y) = (0.0, 0.0)
    var start = (x: 0.0, y: 0.0)
    var control: (x: Double, y: Double)?
    var lastLetter: UInt8 = 0
    for command in path.absolute.commands {
      let n = command.numbers
      switch command.letter {
      case UInt8(ascii: "M"):
        move(n[0], n[1])
        start = (n[0], n[1])
        (x, y) = (n[0], n[1])
      case UInt8(ascii: "L"):
        line(n[0], n[1])
        (x, y) = (n[0], n[1])
      case UInt8(ascii: "H"):
        line(n[0], y)
        x = n[0]
      case UInt8(ascii: "V"):
        line(x, n[0])
        y = n[0]
      case UInt8(ascii: "C"):
        curve(n[0], n[1], n[2], n[3], n[4], n[5])
        control = (n[2], n[3])
        (x, y) = (n[4], n[5])
      case UInt8(ascii: "S"):
        let mirrored = Self.mirrored(control, x, y, lastLetter, "CS")
        curve(mirrored.x, mirrored.y, n[0], n[1], n[2], n[3])
        control = (n[0], n[1])
        (x, y) = (n[2], n[3])
      case UInt8(ascii: "Q"):
        addQuadratic(x, y, n[0], n[1], n[2], n[3])
        control = (n[0], n[1])
        (x, y) = (n[2], n[3])
      case UInt8(ascii: "T"):
        let mirrored = Self.mirrored(control, x, y, lastLetter, "QT")
        addQuadratic(x, y, mirrored.x, mirrored.y, n[0], n[1])
        control = mirrored
        (x, y) = (n[0], n[1])
      case UInt8(ascii: "A"):
        addArc(x, y, n)
        (x, y) = (n[5], n[6])
      case UInt8(ascii: "Z"):
        close()
        (x, y) = start
      default: break
      }
      lastLetter = command.letter
    }
  }

  private static func mirrored(
    _ control: (x: Double, y: Double)?, _ x: Double, _ y: Double, _ last: UInt8, _ letters: String
  ) -> (x: Double, y: Double) {
    guard let control, letters.utf8.contains(last) else { return (x, y) }
    return (2 * x - control.x, 2 * y - control.y)
  }

  private mutating func addQuadratic(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ x: Double, _ y: Double
  ) {
    curve(
      x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0), x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y)
  }

  /// An elliptical arc as curves (SVG 2, B.2).
  mutating func addArc(_ x0: Double, _ y0: Double, _ n: [Double]) {
    var (rx, ry) = (abs(n[0]), abs(n[1]))
    let (x, y) = (n[5], n[6])
    guard rx > 0, ry > 0, x != x0 || y != y0 else {
      line(x, y)
      return
    }
    let angle = n[2] * .pi / 180
    let (cosA, sinA) = (cosine(angle), sine(angle))
    let (dx, dy) = ((x0 - x) / 2, (y0 - y) / 2)
    let (px, py) = (cosA * dx + sinA * dy, -sinA * dx + cosA * dy)
    let excess = px * px / (rx * rx) + py * py / (ry * ry)
    if excess > 1 {
      rx *= excess.squareRoot()
      ry *= excess.squareRoot()
    }
    let numerator = max(0, rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px)
    let denominator = rx * rx * py * py + ry * ry * px * px
    var factor = denominator > 0 ? (numerator / denominator).squareRoot() : 0
    if (n[3] != 0) == (n[4] != 0) { factor = -factor }
    let (cpx, cpy) = (factor * rx * py / ry, -factor * ry * px / rx)
    let (cx, cy) = (cosA * cpx - sinA * cpy + (x0 + x) / 2, sinA * cpx + cosA * cpy + (y0 + y) / 2)
    let from = arctangent((py - cpy) / ry, (px - cpx) / rx)
    var sweep = arctangent((-py - cpy) / ry, (-px - cpx) / rx) - from
    if n[4] == 0, sweep > 0 { sweep -= 2 * .pi }
    if n[4] != 0, sweep < 0 { sweep += 2 * .pi }
    let pieces = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(pieces)
    let k = 4 / 3 * tangent(step / 4)
    func point(_ ex: Double, _ ey: Double) -> (Double, Double) {
      (cx + rx * ex * cosA - ry * ey * sinA, cy + rx * ex * sinA + ry * ey * cosA)
    }
    for piece in 0..<pieces {
      let (a, b) = (from + step * Double(piece), from + step * Double(piece + 1))
      let first = point(cosine(a) - k * sine(a), sine(a) + k * cosine(a))
      let second = point(cosine(b) + k * sine(b), sine(b) - k * cosine(b))
      let end = piece == pieces - 1 ? (x, y) : point(cosine(b), sine(b))
      curve(first.0, first.1, second.0, second.1, end.0, end.1)
    }
  }
}
