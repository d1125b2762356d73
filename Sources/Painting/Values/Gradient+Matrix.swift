extension Paint {
  /// The same paint, a linear gradient without a matrix: glyphs are filled in coordinates of their own.
  var withoutMatrix: Paint {
    if case .gradient(let gradient) = self { .gradient(gradient.withoutMatrix) } else { self }
  }
}

extension Gradient {
  /// The same linear gradient between two other points, without a matrix; others as they are.
  var withoutMatrix: Gradient {
    guard matrix != .identity, case .linear(let x1, let y1, let x2, let y2) = geometry, let back = matrix.inverse else {
      return self
    }
    let (dx, dy) = (x2 - x1, y2 - y1)
    let square = dx * dx + dy * dy
    guard square > 0 else { return self }
    // The place on the line is a linear function of the point: its slope, and its value where the axes cross.
    let slopeX = (back.a * dx + back.b * dy) / square
    let slopeY = (back.c * dx + back.d * dy) / square
    let value = ((back.e - x1) * dx + (back.f - y1) * dy) / square
    let steepness = slopeX * slopeX + slopeY * slopeY
    guard steepness > 0 else { return self }
    func place(_ wanted: Double) -> (x: Double, y: Double) {
      let part = (wanted - value) / steepness
      return (slopeX * part, slopeY * part)
    }
    let (from, to) = (place(0), place(1))
    var flat = self
    flat.matrix = .identity
    flat.geometry = .linear(x1: from.x, y1: from.y, x2: to.x, y2: to.y)
    return flat
  }
}
