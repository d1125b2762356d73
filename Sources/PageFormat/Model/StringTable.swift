/// The number of a string in a page's or layout's string table.
public struct StringIndex: Hashable, Sendable {
  /// The position in the table, or `UInt32.max` for ``none``.
  public var rawValue: UInt32

  /// An index from its position.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// No string, which differs from the empty one.
  public static let none = StringIndex(.max)
  /// The empty string: every table begins with it.
  public static let empty = StringIndex(0)
  /// Whether there is a string.
  public var exists: Bool { rawValue != .max }
}

/// The strings of a file that is being made, each once, in the order of their first use.
public struct StringTable: Sendable {
  /// The strings by index.
  public private(set) var strings: [String] = [""]
  private var indices: [String: UInt32] = ["": 0]

  /// A table that holds the empty string.
  public init() {}

  /// The number of strings.
  public var count: Int { strings.count }

  /// The string's index, which is new when the table does not have the string yet.
  ///
  /// Strings are told apart by their UTF-8: `é` composed and decomposed are two strings.
  public mutating func intern(_ string: String) -> StringIndex {
    if let index = indices[string], strings[Int(index)].utf8.elementsEqual(string.utf8) { return StringIndex(index) }
    if let index = variants[Array(string.utf8)] { return StringIndex(index) }
    let index = UInt32(strings.count)
    strings.append(string)
    if indices[string] == nil {
      indices[string] = index
    } else {
      variants[Array(string.utf8)] = index
    }
    return StringIndex(index)
  }

  /// As ``intern(_:)``, with ``StringIndex/none`` for `nil`.
  public mutating func intern(_ string: String?) -> StringIndex {
    guard let string else { return .none }
    return intern(string)
  }

  /// The string with the given index, which this table gave out; the empty string for ``StringIndex/none``.
  public subscript(index: StringIndex) -> String { index.exists ? strings[Int(index.rawValue)] : "" }

  /// Strings that are canonically equivalent to one in `indices` without being the same bytes, by their UTF-8.
  private var variants: [[UInt8]: UInt32] = [:]
}
