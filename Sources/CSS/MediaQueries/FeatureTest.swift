/// A test of one feature of media or a container in parentheses: `(color)`, `(min-width: 10px)`, `(1px <= width < 9px)`.
public struct FeatureTest: Sendable {
  /// How a value compares with the feature's.
  public enum Comparison: UInt8, Sendable {
    case less, lessOrEqual, equal, greaterOrEqual, greater

    var mirrored: Comparison {
      switch self {
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .equal: .equal
      case .greaterOrEqual: .lessOrEqual
      case .greater: .less
      }
    }

    /// Whether the values grow from left to right.
    var isRising: Bool { self == .less || self == .lessOrEqual }
    /// Whether the values shrink from left to right.
    var isFalling: Bool { self == .greater || self == .greaterOrEqual }

    /// Whether the comparison holds between two numbers.
    public func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .less: left < right
      case .lessOrEqual: left <= right
      case .equal: left == right
      case .greaterOrEqual: left >= right
      case .greater: left > right
      }
    }
  }

  /// The feature's name in lower case, without `min-` and `max-`.
  public let name: String
  /// Whether the value is compared with the colon's syntax, which keywords need.
  let isPlain: Bool
  /// The comparisons as `feature OP value`; none is the boolean form.
  let bounds: [Bound]

  /// A value that the feature's is compared with.
  struct Bound: Sendable {
    let comparison: Comparison
    let value: TokenCursor
    /// The length in px, where it is written so.
    ///
    /// OPTIMIZATION: most values are. They are read once, not for each container that is asked.
    let pixels: Double?

    init(_ comparison: Comparison, _ value: TokenCursor) {
      self.comparison = comparison
      self.value = value
      let token = value.peek
      let isInPixels = token.kind == .dimension && value.remaining.count == 1 && token.number.isFinite
      pixels = isInPixels && value.lowercasedName(token).string == "px" ? token.number : nil
    }
  }

  /// Reads the contents of the parentheses, or `nil` where they have not a feature's form (Media Queries 4, 3.1).
  static func parse(_ contents: TokenCursor) -> FeatureTest? {
    let cursor = contents.trimmed()
    if let token = cursor.peek.kind == .ident ? cursor.peek : nil {
      var after = cursor
      after.position += 1
      after.skipWhitespace()
      var name = cursor.lowercasedName(token).string
      if after.isAtEnd { return FeatureTest(name: name, isPlain: false, bounds: []) }
      if after.consume(.colon) != nil {
        let value = after.trimmed()
        guard !value.isAtEnd else { return nil }
        var comparison = Comparison.equal
        // The legacy spelling of -webkit-device-pixel-ratio puts the prefix first.
        for (prefix, kind) in [("min-", Comparison.greaterOrEqual), ("max-", .lessOrEqual)] {
          if name.hasPrefix(prefix) {
            name = String(name.dropFirst(4))
            comparison = kind
          } else if name.hasPrefix("-webkit-" + prefix) {
            name = "-webkit-" + name.dropFirst(12)
            comparison = kind
          } else {
            continue
          }
          guard isRange(name) else { return nil }
          break
        }
        return FeatureTest(name: name, isPlain: true, bounds: [Bound(comparison, value)])
      }
    }
    return parseRange(cursor)
  }

  /// `width > 1px`, `1px < width`, `1px < width <= 2px`.
  private static func parseRange(_ whole: TokenCursor) -> FeatureTest? {
    guard let (parts, operators) = comparisons(whole) else { return nil }
    func featureName(_ part: TokenCursor) -> String? {
      guard part.peekKind == .ident, part.remaining.count == 1 else { return nil }
      let name = part.lowercasedName(part.peek).string
      return isRange(name) && !name.hasPrefix("-webkit-") ? name : nil
    }
    if operators.count == 1 {
      if let name = featureName(parts[0]) {
        return FeatureTest(name: name, isPlain: false, bounds: [Bound(operators[0], parts[1])])
      }
      if let name = featureName(parts[1]) {
        return FeatureTest(name: name, isPlain: false, bounds: [Bound(operators[0].mirrored, parts[0])])
      }
    } else if operators.count == 2, let name = featureName(parts[1]) {
      guard operators.allSatisfy(\.isRising) || operators.allSatisfy(\.isFalling) else { return nil }
      return FeatureTest(
        name: name, isPlain: false, bounds: [Bound(operators[0].mirrored, parts[0]), Bound(operators[1], parts[2])])
    }
    return nil
  }

  /// What is between comparisons at the top level, each part not empty, and the comparisons; `nil` where there is none.
  static func comparisons(_ whole: TokenCursor) -> (parts: [TokenCursor], comparisons: [Comparison])? {
    var cursor = whole
    var parts: [TokenCursor] = []
    var comparisons: [Comparison] = []
    var start = cursor.position
    while !cursor.isAtEnd {
      let end = cursor.position
      if let comparison = consumeComparison(&cursor) {
        comparisons.append(comparison)
        parts.append(cursor.over(start..<end).trimmed())
        start = cursor.position
      } else {
        cursor.skipComponentValue()
      }
    }
    parts.append(cursor.over(start..<cursor.end).trimmed())
    return comparisons.isEmpty || parts.contains(where: \.isAtEnd) ? nil : (parts, comparisons)
  }

  private static func consumeComparison(_ cursor: inout TokenCursor) -> Comparison? {
    let token = cursor.peek
    guard token.isDelim("<") || token.isDelim(">") || token.isDelim("=") else { return nil }
    cursor.position += 1
    if token.isDelim("=") { return .equal }
    let next = cursor.peek
    let orEqual = next.isDelim("=") && next.start == token.end
    if orEqual { cursor.position += 1 }
    if token.isDelim("<") { return orEqual ? .lessOrEqual : .less }
    return orEqual ? .greaterOrEqual : .greater
  }

  /// Whether the feature has a range, so that `min-`, `max-` and comparisons apply.
  static func isRange(_ name: String) -> Bool {
    switch name {
    case "width", "height", "inline-size", "block-size", "device-width", "device-height", "aspect-ratio",
      "device-aspect-ratio", "resolution", "color", "color-index", "monochrome", "-webkit-device-pixel-ratio",
      "horizontal-viewport-segments", "vertical-viewport-segments":
      true
    default: false
    }
  }

  // MARK: Evaluation

  /// Compares a length in px (or, with kind `resolution`, in dppx).
  func compare(_ actual: Double, _ kind: QueryValue.Kind, _ units: QueryUnits) -> Truth {
    if bounds.isEmpty { return Truth(actual != 0) }
    var result = true
    for limit in bounds {
      if let pixels = limit.pixels {
        guard kind == .length else { return .unknown }
        result = result && limit.comparison.holds(actual, pixels)
        continue
      }
      guard case .quantity(let bound, let found, let isInteger) = QueryValue.parse(limit.value, units) else {
        return .unknown
      }
      // 0 stands for a length without its unit.
      guard found == kind || (kind == .length && found == .number && bound == 0) else { return .unknown }
      if kind == .number, !isInteger, name != "-webkit-device-pixel-ratio" { return .unknown }
      result = result && limit.comparison.holds(actual, bound)
    }
    return Truth(result)
  }

  /// Compares a ratio of two lengths.
  func compareRatio(_ width: Double, _ height: Double, _ units: QueryUnits) -> Truth {
    if bounds.isEmpty { return Truth(width != 0 || height != 0) }
    var result = true
    for limit in bounds {
      let numerator: Double
      let denominator: Double
      switch QueryValue.parse(limit.value, units) {
      case .ratio(let first, let second): (numerator, denominator) = (first, second)
      case .quantity(let number, .number, _) where number >= 0: (numerator, denominator) = (number, 1)
      default: return .unknown
      }
      // Degenerate ratios: 0/0 is not a ratio that anything equals; x/0 is infinite.
      let bound = denominator == 0 ? (numerator == 0 ? .nan : .infinity) : numerator / denominator
      let actual = height == 0 ? (width == 0 ? .nan : .infinity) : width / height
      let equal = abs(width * denominator - height * numerator) < 1e-9 * max(1, width * denominator)
      let holds: Bool =
        switch limit.comparison {
        case .equal: equal && !bound.isNaN
        case .lessOrEqual: equal || actual < bound
        case .greaterOrEqual: equal || actual > bound
        case .less: !equal && actual < bound
        case .greater: !equal && actual > bound
        }
      result = result && holds
    }
    return Truth(result)
  }

  /// Compares a keyword; `absent` are the values that the boolean form takes for false.
  func keyword(_ actual: String, of known: [String], absent: [String] = [], _ units: QueryUnits) -> Truth {
    if bounds.isEmpty { return Truth(!absent.contains(actual)) }
    guard isPlain, case .keyword(let wanted) = QueryValue.parse(bounds[0].value, units), known.contains(wanted) else {
      return .unknown
    }
    return Truth(actual == wanted)
  }
}
