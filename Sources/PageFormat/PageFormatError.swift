/// Why a page or layout file was refused, and where.
public struct PageFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule that was broken. Raw values are stable: programs match them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The file cannot be read.
    case file
    /// The envelope is not a Protocol Buffers message.
    case envelope
    /// The format's version is newer than this reader, or missing.
    case version
    /// A field occurs twice, or has another wire type than the schema says.
    case field
    /// A column's length is not that of its rows.
    case columnLength
    /// A number in a column is none of those that the schema allows.
    case value
    /// An index points out of its table.
    case index
    /// The nodes are not a tree in pre-order.
    case tree
    /// A text is not UTF-8.
    case encoding
    /// The layout is of another page.
    case mismatch
  }

  /// The rule that was broken.
  public var kind: Kind
  /// The schema's name of the field, such as `nodes.kind`.
  public var field: String?
  /// The place in the file in bytes.
  public var offset: Int?
  /// The row of a column.
  public var row: Int?
  /// What should be there.
  public var expected: String?
  /// What is there.
  public var found: String?

  /// An error from its parts.
  public init(
    _ kind: Kind, field: String? = nil, offset: Int? = nil, row: Int? = nil, expected: String? = nil,
    found: String? = nil
  ) {
    self.kind = kind
    self.field = field
    self.offset = offset
    self.row = row
    self.expected = expected
    self.found = found
  }

  /// One line for people.
  public var description: String {
    var text = kind.rawValue
    if let field { text += " in \(field)" }
    if let row { text += " row \(row)" }
    if let offset { text += " at byte \(offset)" }
    if let expected { text += ": expected \(expected)" }
    if let found { text += (expected == nil ? ": found " : ", found ") + found }
    return text
  }
}
