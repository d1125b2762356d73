/// The computed values of the properties without a field of their own, by property; absent ones are initial.
public struct OtherStyle: Hashable, Sendable {
  /// Every property at its initial value.
  public init() {}

  /// The values of the properties that inherit.
  public func inheritedOnly() -> OtherStyle { self }
}
