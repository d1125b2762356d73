/// What a parameter of a pattern accepts.
public enum RouteParameterType: String, Hashable, Sendable, CaseIterable {
  /// `true` or `false`.
  case bool
  /// A decimal integer of 64 bits, with a sign or without.
  case int
  /// Eight, four, four, four and twelve hexadecimal digits.
  case uuid
  /// A finite decimal number.
  case double
  /// ASCII letters, digits, `-` and `_`.
  case slug
  /// Anything that is not empty and has no `/`.
  case string

  /// Whether a decoded text is of the type.
  public func accepts(_ text: some Collection<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    switch self {
    case .string: return true
    case .bool: return text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
    case .int:
      var digits = text[...]
      if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
      guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
      return digits.count < 19 || Int64(String(decoding: text, as: UTF8.self)) != nil
    case .uuid:
      guard text.count == 36 else { return false }
      return zip(text, 0...).allSatisfy { byte, index in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : Self.isHexDigit(byte)
      }
    case .double:
      guard text.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }) else {
        return false
      }
      return Double(String(decoding: text, as: UTF8.self))?.isFinite ?? false
    case .slug:
      return text.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || (($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) || $0 == 0x2D || $0 == 0x5F
      }
    }
  }

  /// Whether a decoded value of a query is of the type: a text may be empty there.
  public func acceptsInQuery(_ text: String) -> Bool { accepts(Array(text.utf8)) || self == .string }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
  }
}

/// A named part of a pattern.
public struct RouteParameter: Hashable, Sendable {
  /// The name: a letter or `_`, then letters, digits and `_`.
  public let name: String
  /// What it accepts.
  public let type: RouteParameterType
  /// Whether a URL may lack it.
  public let isOptional: Bool
  /// Whether it is in the query.
  public let isQuery: Bool
}
