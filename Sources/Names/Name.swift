/// An interned string: two names are equal exactly when their text is.
///
/// Tags, attributes, classes, ids and CSS identifiers are compared far more often than they are read, so each distinct
/// text gets one integer for the life of the process. The integers depend on the order of interning: nothing that is
/// written to a file may depend on them; sort by ``string`` instead.
///
/// ```swift
/// Name("div") == Name.div          // true: the names of HTML are known in advance
/// Name("my-card").string           // "my-card"
/// ```
@frozen
public struct Name: Hashable, Sendable {
  /// The index of the text in the process's table of names.
  public let rawValue: UInt32

  /// Wraps an index that came from another `Name`.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The name with the given text.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { NameTable.shared.intern($0) }
  }

  /// The name with the given UTF-8 bytes; the bytes need not be valid UTF-8 and are kept as they are.
  public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self = NameTable.shared.intern(bytes)
  }

  /// The text; bytes that are not UTF-8 are replaced by U+FFFD.
  public var string: String {
    NameTable.shared.string(of: self)
  }

  /// The text's bytes as they were interned.
  public var utf8: [UInt8] {
    NameTable.shared.bytes(of: self)
  }

  @inlinable
  public static func == (left: Name, right: Name) -> Bool { left.rawValue == right.rawValue }

  /// The name of no characters.
  @inlinable
  public static var empty: Name { Name(rawValue: 0) }

  /// The name whose ASCII upper-case letters are lower-case: what HTML's and CSS's case-insensitive comparisons use.
  public var asciiLowercased: Name {
    NameTable.shared.asciiLowercased(self)
  }
}

extension Name: CustomStringConvertible {
  public var description: String { string }
}

extension Name: ExpressibleByStringLiteral {
  /// The name with a literal's text: each literal of the program is interned once.
  public init(stringLiteral value: StaticString) {
    self = LiteralNames.shared.name(value)
  }
}
