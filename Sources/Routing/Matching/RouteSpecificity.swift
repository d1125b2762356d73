/// The order in which patterns get their turn: compared from the left, as ``RouteTable`` documents it.
///
/// A key is a text of bytes for each way of taking and leaving a pattern's optional parts; the more specific one is the
/// smaller. At one place a literal comes before a parameter, parameters are ordered by type, then come `*`, the end of the
/// segment, the end of the pattern, and `**`. Behind a parameter a literal counts as a whole up to the next parameter or
/// the segment's end, the longer before the shorter.
struct RouteSpecificity {
  /// What the path's pieces give.
  private(set) var key: [UInt8] = []
  /// A literal that comes after a parameter in its segment.
  struct Run {
    /// Where its bytes begin in the key; what is before says all that two patterns must have in common to meet here.
    var start: Int
    var count: Int
    /// Whether its segment ends with it.
    var endsSegment: Bool
  }
  private(set) var runs: [Run] = []
  /// Whether some segment goes on behind a parameter.
  private(set) var sharesSegments = false

  init(_ pieces: [RoutePattern.Piece]) {
    var isBehindParameter = false
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let bytes): append(bytes, &isBehindParameter, isLast: index == pieces.count - 1)
      case .parameter(_, let type):
        if isBehindParameter { sharesSegments = true }
        key += [1, UInt8(type.specificity)]
        isBehindParameter = true
      case .segment:
        if isBehindParameter { sharesSegments = true }
        key.append(2)
        isBehindParameter = true
      case .rest: key.append(5)
      }
    }
    if pieces.last != .rest { key.append(4) }
  }

  private mutating func append(_ bytes: [UInt8], _ isBehindParameter: inout Bool, isLast: Bool) {
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x2F {
        key.append(3)
        isBehindParameter = false
        index += 1
        continue
      }
      guard isBehindParameter else {
        key += [0, bytes[index]]
        index += 1
        continue
      }
      sharesSegments = true
      let end = bytes[index...].firstIndex(of: 0x2F) ?? bytes.count
      let length = UInt16(clamping: end - index)
      key += [0, UInt8(255 - length >> 8), UInt8(255 - length & 255)]
      runs.append(Run(start: key.count, count: end - index, endsSegment: end < bytes.count || isLast))
      key += bytes[index..<end]
      index = end
    }
  }

  /// Whether a way gets its turn before another.
  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in left.lexicographicallyPrecedes(right) }
    }
  }
}

extension RoutePattern {
  /// The ways of taking and leaving the optional parts of patterns, in the order in which they get their turn: the index
  /// of the pattern and of the way in ``pieceVariants``.
  public static func precedence(_ patterns: [RoutePattern]) -> [(pattern: Int, variant: Int)] {
    let ways = patterns.enumerated().flatMap { index, pattern in
      pattern.variants.enumerated().map { (pattern: index, variant: $0, key: RouteSpecificity($1).key) }
    }
    return ways.sorted { left, right in
      if left.key != right.key { return RouteSpecificity.precedes(left.key, right.key) }
      return precedes(patterns[left.pattern], patterns[right.pattern])
    }.map { (pattern: $0.pattern, variant: $0.variant) }
  }
}
