import PageFormat
import Painting

extension RoundedRect {
  /// Whether a point is inside of the edge.
  func contains(_ x: Double, _ y: Double) -> Bool {
    guard rect.contains(x, y) else { return false }
    guard isRounded else { return true }
    let (left, top) = (x - rect.x, y - rect.y)
    let (right, bottom) = (rect.width - left, rect.height - top)
    for (corner, distance) in [(left, top), (right, top), (right, bottom), (left, bottom)].enumerated() {
      let (horizontal, vertical) = (radii[corner], radii[4 + corner])
      guard horizontal > 0, vertical > 0, distance.0 < horizontal, distance.1 < vertical else { continue }
      let (across, down) = (1 - distance.0 / horizontal, 1 - distance.1 / vertical)
      if across * across + down * down > 1 { return false }
    }
    return true
  }
}

extension PaintShape {
  /// Whether a point is in the area.
  func contains(_ x: Double, _ y: Double) -> Bool {
    switch self {
    case .rounded(let rect): rect.contains(x, y)
    case .ring(let outer, let inner): outer.contains(x, y) && !inner.contains(x, y)
    case .path(let path, let rule): path.bounds.contains(x, y) && path.contains(x, y, rule)
    }
  }

  /// How many steps ``contains(_:_:)`` takes, beyond a few.
  func steps(at x: Double, _ y: Double) -> Int {
    if case .path(let path, _) = self, path.bounds.contains(x, y) { return path.points.count }
    return 0
  }
}

extension PaintPath {
  /// Whether a point is inside of the figures; curves count as eight lines.
  fileprivate func contains(_ x: Double, _ y: Double, _ rule: FillRule) -> Bool {
    var winding = 0
    var (lastX, lastY, startX, startY) = (0.0, 0.0, 0.0, 0.0)
    func line(_ toX: Double, _ toY: Double) {
      if (lastY > y) != (toY > y), x < lastX + (y - lastY) / (toY - lastY) * (toX - lastX) {
        winding += toY > lastY ? 1 : -1
      }
      (lastX, lastY) = (toX, toY)
    }
    forEach { step, place in
      switch step {
      case .move:
        line(startX, startY)
        (startX, startY) = (points[place], points[place + 1])
        (lastX, lastY) = (startX, startY)
      case .line: line(points[place], points[place + 1])
      case .curve:
        let (fromX, fromY) = (lastX, lastY)
        for part in 1...8 {
          let t = Double(part) / 8
          let u = 1 - t
          func value(_ from: Double, _ offset: Int) -> Double {
            u * u * u * from + 3 * u * u * t * points[place + offset] + 3 * u * t * t * points[place + 2 + offset]
              + t * t * t * points[place + 4 + offset]
          }
          line(value(fromX, 0), value(fromY, 1))
        }
      case .close: line(startX, startY)
      }
    }
    line(startX, startY)
    return rule == .evenOdd ? winding % 2 != 0 : winding != 0
  }
}
