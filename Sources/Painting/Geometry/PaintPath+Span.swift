/// Where paths are between two heights: lines at texts leave room around the glyphs that they meet.
extension PaintPath {
  /// From where to where the outline lies between two heights; `nil` where it does not meet them.
  ///
  /// - Parameters:
  ///   - upper: the upper height.
  ///   - lower: the lower height, which is not above it.
  public func span(from upper: Double, to lower: Double) -> (left: Double, right: Double)? {
    var (left, right) = (Double.infinity, -Double.infinity)
    var last = (x: 0.0, y: 0.0)
    var start = last
    func segment(_ x: Double, _ y: Double) {
      defer { last = (x, y) }
      let (low, high) = last.y < y ? (last, (x: x, y: y)) : ((x: x, y: y), last)
      guard high.y >= upper, low.y <= lower else { return }
      func at(_ level: Double) -> Double {
        guard high.y > low.y else { return low.x }
        return low.x + (high.x - low.x) * min(1, max(0, (level - low.y) / (high.y - low.y)))
      }
      for place in [at(max(upper, low.y)), at(min(lower, high.y))] {
        left = min(left, place)
        right = max(right, place)
      }
    }
    forEach { step, place in
      let p = points
      switch step {
      case .move:
        last = (p[place], p[place + 1])
        start = last
      case .line: segment(p[place], p[place + 1])
      case .curve:
        let from = last
        for part in 1...8 {
          let t = Double(part) / 8
          let u = 1 - t
          func value(_ a: Double, _ offset: Int) -> Double {
            u * u * u * a + 3 * u * u * t * p[place + offset] + 3 * u * t * t * p[place + 2 + offset] + t * t * t
              * p[place + 4 + offset]
          }
          segment(value(from.x, 0), value(from.y, 1))
        }
      case .close: segment(start.x, start.y)
      }
    }
    return left <= right ? (left, right) : nil
  }
}
