/// A value that copies of a style share until one of them changes it.
///
/// OPTIMIZATION: accesses are not checked at run time: whoever writes is the only owner, and the style that it writes
/// through is checked by the compiler.
@usableFromInline
final class Shared<Value: Hashable & Sendable>: @unchecked Sendable {
  // Written only through `ComputedStyle`'s `_modify` accessors, which first make the reference unique: no two threads
  // ever see a write.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }

  @inlinable
  static func equal(_ left: Shared, _ right: Shared) -> Bool {
    left === right || left.value == right.value
  }
}
