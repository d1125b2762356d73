/// A value that differs: of a property, an attribute, a text.
public struct ValueChange: Hashable, Sendable {
  /// The property's or attribute's name.
  public var name: String
  /// The value before, in CSS's syntax or as the source has it; `nil` for none.
  public var old: String?
  /// The value now; `nil` for none.
  public var new: String?

  /// A change from its parts.
  public init(_ name: String, from old: String?, to new: String?) {
    self.name = name
    self.old = old
    self.new = new
  }
}
