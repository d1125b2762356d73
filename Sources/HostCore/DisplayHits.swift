import PageFormat
import Painting

extension DisplayList {
  /// The nodes whose painting is at a point of the page, the one painted last first: under the transforms and within the
  /// clips around each.
  public func nodes(atX x: Double, y: Double) -> [Int] {
    var found: [Int] = []
    // What is begun: the point as it is inside, or nothing where a clip has cut it off.
    var begun: [(x: Double, y: Double)?] = []
    var point: (x: Double, y: Double)? = (x, y)
    for (index, item) in items.enumerated() {
      switch item {
      case .beginClip(let shape):
        begun.append(point)
        if let current = point, !shape.contains(current.x, current.y) { point = nil }
      case .beginTransform(let matrix):
        begun.append(point)
        point = point.flatMap { matrix.undo($0.x, $0.y) }
      case .beginGroup, .beginFixed, .beginTextClip, .beginMask: begun.append(point)
      case .paintInMask, .paintInText: break
      case .end: if let last = begun.popLast() { point = last }
      case .shadow, .textShadow: break
      default:
        guard let current = point, nodes.indices.contains(index), bounds.indices.contains(index) else { continue }
        if bounds[index].contains(current.x, current.y), found.last != nodes[index] { found.append(nodes[index]) }
      }
    }
    return found.reversed()
  }
}

extension PaintMatrix {
  /// The point that is shown at another one; `nil` where the transform cannot be undone.
  func undo(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let determinant = a * d - b * c
    guard isUsable, determinant != 0 else { return nil }
    let (dx, dy) = (x - e, y - f)
    return ((d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant)
  }
}

extension PaintShape {
  /// Whether a point is in the shape: of paths, in the rectangle around them.
  func contains(_ x: Double, _ y: Double) -> Bool {
    switch self {
    case .rounded(let rounded): rounded.contains(x, y)
    case .ring(let outer, let inner): outer.contains(x, y) && !inner.contains(x, y)
    case .path(let path, _): path.bounds.contains(x, y)
    }
  }
}

extension RoundedRect {
  func contains(_ x: Double, _ y: Double) -> Bool {
    guard rect.contains(x, y) else { return false }
    guard isRounded, radii.count == 8 else { return true }
    // The corners from the upper left one clockwise: four horizontal radii, then the vertical ones.
    let right = rect.x + rect.width
    let bottom = rect.y + rect.height
    for (corner, origin) in [(rect.x, rect.y), (right, rect.y), (right, bottom), (rect.x, bottom)].enumerated() {
      let (rx, ry) = (radii[corner], radii[4 + corner])
      let (dx, dy) = (rx - abs(x - origin.0), ry - abs(y - origin.1))
      if rx > 0, ry > 0, dx > 0, dy > 0, dx * dx / (rx * rx) + dy * dy / (ry * ry) > 1 { return false }
    }
    return true
  }
}
