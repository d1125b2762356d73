/// A value that copies of a style share until one of them changes it.
@usableFromInline
final class Shared<Value: Hashable & Sendable>: @unchecked Sendable {
  // Written only through `ComputedStyle`'s `_modify` accessors, which first make the reference unique: no two threads
  // ever see a write.
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  @inlinable
  static func equal(_ left: Shared, _ right: Shared) -> Bool {
    left === right || left.value == right.value
  }
}
