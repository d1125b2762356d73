extension RoutePattern {
  /// What generated code is made of: the ways of taking and leaving the optional parts, the longest first.
  public enum PieceDescription: Hashable, Sendable {
    /// Decoded text that is kept as it is.
    case text(String)
    /// The parameter with the index.
    case parameter(Int)
    /// `*`.
    case segment
    /// `**`.
    case rest
  }

  /// An item of the query.
  public enum QueryDescription: Hashable, Sendable {
    /// `name=value`.
    case text(name: String, value: String)
    /// `name={parameter}`, with the parameter's index.
    case parameter(name: String, Int)
  }

  /// The variants of the path.
  public var pieceVariants: [[PieceDescription]] {
    variants.map { variant in
      variant.map { piece in
        switch piece {
        case .literal(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .parameter(let index, _): .parameter(index)
        case .segment: .segment
        case .rest: .rest
        }
      }
    }
  }

  /// The items of the query.
  public var queryItems: [QueryDescription] {
    query.map { item in
      switch item.value {
      case .literal(let value): .text(name: item.name, value: value)
      case .parameter(let index, _): .parameter(name: item.name, index)
      }
    }
  }

  /// Whether the pattern begins with a scheme.
  public var hasScheme: Bool { hasAuthority }

  /// The scheme that the pattern begins with, in lower case, if it has one.
  public var scheme: String? {
    guard hasAuthority, case .literal(let bytes)? = variants.first?.first,
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: bytes[..<colon], as: UTF8.self)
  }

  /// Whether the pattern has `*` or `**`, which no parameter fills.
  public var hasWildcards: Bool { variants.contains { $0.contains(.segment) || $0.contains(.rest) } }

  /// The order in which patterns of one path are asked.
  public static func precedes(_ left: RoutePattern, _ right: RoutePattern) -> Bool {
    func rank(_ pattern: RoutePattern) -> (Int, Int) {
      (-pattern.query.count { !$0.isOptional }, pattern.query.reduce(0) { $0 + $1.specificity })
    }
    return rank(left) == rank(right) ? left.text < right.text : rank(left) < rank(right)
  }
}
