extension PaintMatrix {
  /// The `transform` attribute (CSS Transforms 1, 7); `nil` where it has an error.
  init?(svgTransform text: String) {
    var matrix = PaintMatrix.identity
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "(") {
      guard let end = rest[open...].firstIndex(of: ")") else { return nil }
      let name = rest[..<open].trimmingPrefix { $0.isWhitespace || $0 == "," }
      let n = rest[rest.index(after: open)..<end].split { $0.isWhitespace || $0 == "," }.map { Double($0) ?? .nan }
      guard n.allSatisfy(\.isFinite), let next = Self.function(name.filter { !$0.isWhitespace }, n) else { return nil }
      matrix = matrix.concatenated(next)
      rest = rest[rest.index(after: end)...]
    }
    self = matrix
  }

  private static func function(_ name: String, _ n: [Double]) -> PaintMatrix? {
    switch (name, n.count) {
    case ("matrix", 6): return PaintMatrix(n[0], n[1], n[2], n[3], n[4], n[5])
    case ("translate", 1...2): return .translation(n[0], n.count > 1 ? n[1] : 0)
    case ("scale", 1...2): return .scale(n[0], n.count > 1 ? n[1] : n[0])
    case ("rotate", 1), ("rotate", 3):
      let (c, s) = (cosine(n[0] * .pi / 180), sine(n[0] * .pi / 180))
      let turn = PaintMatrix(c, s, -s, c, 0, 0)
      guard n.count == 3 else { return turn }
      return PaintMatrix.translation(n[1], n[2]).concatenated(turn).concatenated(.translation(-n[1], -n[2]))
    case ("skewX", 1): return PaintMatrix(1, 0, tangent(n[0] * .pi / 180), 1, 0, 0)
    case ("skewY", 1): return PaintMatrix(1, tangent(n[0] * .pi / 180), 0, 1, 0, 0)
    default: return nil
    }
  }
}
