import CSSValues
import PageFormat

/// Gradients for renderers that know neither repetition nor circles of colours.
extension Gradient {
  /// The most copies of the stops: more of them look like one colour.
  private static let mostCopies = 500

  /// The gradient without repetition: its stops are repeated as often as an area needs.
  ///
  /// - Parameter area: what is filled, in CSS px.
  public func unrolled(over area: LayoutRect) -> Gradient {
    guard isRepeating || isReflecting, let first = stops.first, let last = stops.last else { return self }
    var plain = self
    plain.isRepeating = false
    plain.isReflecting = false
    let span = last.offset - first.offset
    guard span > 1e-9, let (low, high) = places(in: area) else {
      plain.stops = [Stop(offset: 0, color: last.color), Stop(offset: 1, color: last.color)]
      return plain
    }
    let from = ((low - first.offset) / span).rounded(.down)
    let to = ((high - first.offset) / span).rounded(.up)
    guard to - from <= Double(Self.mostCopies), abs(from) < 1e6 else {
      let mean = mean
      plain.stops = [Stop(offset: 0, color: mean), Stop(offset: 1, color: mean)]
      return plain
    }
    plain.stops = []
    for copy in Int(from)..<max(Int(from) + 1, Int(to)) {
      let isMirrored = isReflecting && copy % 2 != 0
      let start = first.offset + Double(copy) * span
      for stop in isMirrored ? stops.reversed() : stops {
        let place = isMirrored ? last.offset - stop.offset : stop.offset - first.offset
        plain.stops.append(Stop(offset: start + place, color: stop.color))
      }
    }
    return plain
  }

  /// The color that the gradient is on average, where it is repeated so often in an area that repetitions are smaller than
  /// pixels; `nil` for another one.
  public func averageColor(over area: LayoutRect) -> PaintColor? {
    guard isRepeating || isReflecting, let first = stops.first, let last = stops.last, last.offset > first.offset,
      let (low, high) = places(in: area), (high - low) / (last.offset - first.offset) > PaintLimits.gradientRepetitions
    else { return nil }
    return mean
  }

  /// The colour that the whole line is on average.
  public var mean: PaintColor {
    guard let first = stops.first, let last = stops.last, last.offset > first.offset else { return .transparent }
    var plain = self
    (plain.isRepeating, plain.isReflecting) = (false, false)
    return (0..<64).map { first.offset + (last.offset - first.offset) * (Double($0) + 0.5) / 64 }
      .enumerated().reduce(PaintColor.transparent) { mean, place in
        Self.mix(mean, plain.color(at: place.element), 1 / Double(place.offset + 1))
      }
  }

  /// How long one round of a repeating gradient is, in px before its matrix: of a circle of colours, infinite.
  public var period: Double {
    guard let first = stops.first, let last = stops.last else { return 0 }
    let span = last.offset - first.offset
    switch geometry {
    case .linear(let x1, let y1, let x2, let y2):
      return span * ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot()
    case .radial(_, _, let radiusX, let radiusY): return span * max(radiusX, radiusY)
    case .conic: return .infinity
    }
  }

  /// The least and the greatest place of the line that shows in an area; `nil` where the transform cannot be undone.
  private func places(in area: LayoutRect) -> (low: Double, high: Double)? {
    guard let inverse = matrix.inverse else { return nil }
    let corners = [
      inverse.apply(area.x, area.y), inverse.apply(area.x + area.width, area.y),
      inverse.apply(area.x, area.y + area.height), inverse.apply(area.x + area.width, area.y + area.height),
    ]
    switch geometry {
    case .linear(let x1, let y1, let x2, let y2):
      let (dx, dy) = (x2 - x1, y2 - y1)
      let length = dx * dx + dy * dy
      guard length > 0 else { return nil }
      let places = corners.map { (($0.0 - x1) * dx + ($0.1 - y1) * dy) / length }
      guard let low = places.min(), let high = places.max(), low.isFinite, high.isFinite else { return nil }
      return (low, high)
    case .radial(let x, let y, let radiusX, let radiusY):
      guard radiusX > 0, radiusY > 0 else { return nil }
      var high = 0.0
      for corner in corners {
        let (dx, dy) = ((corner.0 - x) / radiusX, (corner.1 - y) / radiusY)
        high = max(high, (dx * dx + dy * dy).squareRoot())
      }
      // What shows away from the centre is further along the line there.
      if let focus { high = max(1, high) * 2 / max(0.05, 1 - focusDistance(focus, radiusX, radiusY)) }
      return high.isFinite ? (0, high) : nil
    case .conic: return (0, 1)
    }
  }

  private func focusDistance(_ focus: Focus, _ radiusX: Double, _ radiusY: Double) -> Double {
    let (dx, dy) = (focus.dx / radiusX, focus.dy / radiusY)
    return min(1, (dx * dx + dy * dy).squareRoot())
  }

  /// The pixels of a circle of colours: rows of blue, green, red and alpha, premultiplied; `nil` for another gradient.
  ///
  /// - Parameters:
  ///   - area: what the pixels show, in CSS px.
  ///   - columns: pixels in a row.
  ///   - rows: rows of pixels.
  public func conicPixels(of area: LayoutRect, columns: Int, rows: Int) -> [UInt8]? {
    guard case .conic(let x, let y, let angle) = geometry, columns > 0, rows > 0, columns <= 8192, rows <= 8192,
      let inverse = matrix.inverse
    else { return nil }
    // The colours around the circle, looked up by angle.
    let table = (0..<2048).map { place -> (UInt8, UInt8, UInt8, UInt8) in
      let color = color(at: (Double(place) + 0.5) / 2048)
      func part(_ value: Double) -> UInt8 { UInt8((min(1, max(0, value)) * color.alpha * 255).rounded()) }
      return (part(color.blue), part(color.green), part(color.red), part(1))
    }
    let start = angle * .pi / 180
    var pixels: [UInt8] = []
    pixels.reserveCapacity(columns * rows * 4)
    for row in 0..<rows {
      for column in 0..<columns {
        let (px, py) = inverse.apply(
          area.x + area.width * (Double(column) + 0.5) / Double(columns),
          area.y + area.height * (Double(row) + 0.5) / Double(rows))
        var turn = (arctangent(px - x, y - py) - start) / (2 * .pi)
        turn -= turn.rounded(.down)
        let color = table[turn.isFinite ? min(2047, Int(turn * 2048)) : 0]
        pixels.append(color.0)
        pixels.append(color.1)
        pixels.append(color.2)
        pixels.append(color.3)
      }
    }
    return pixels
  }
}
