import CSSValues

/// The styles of a tree where an engine reads them: in place, so that what is read of one copies none.
///
/// OPTIMIZATION: engines that have the same styles share one, since a copy counts references to every group of each style.
final class StyleStorage {
  /// The flattened styles.
  let styles: UnsafeMutablePointer<LayoutStyle>
  /// The computed styles, at the same indices.
  let computed: UnsafeMutablePointer<ComputedStyle>
  /// How many there are.
  let count: Int

  /// A copy of styles, which stay as they are.
  init(_ styles: LayoutStyles) {
    count = styles.computed.count
    self.styles = Self.copy(styles.flattened)
    computed = Self.copy(styles.computed)
  }

  deinit {
    // Layout styles hold no references.
    styles.deallocate()
    computed.deinitialize(count: count)
    computed.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer { if let base = $0.baseAddress { copy.initialize(from: base, count: $0.count) } }
    return copy
  }
}
