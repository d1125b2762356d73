import CSS
import Names

/// Compares the values of attributes with those of selectors, each in time linear to the bytes of both.
struct ValueComparison {
  private let value: UnsafeBufferPointer<UInt8>
  private let wanted: UnsafeBufferPointer<UInt8>
  private let ignoresCase: Bool
  /// How many pairs of bytes were compared so far, and how many bytes were looked at.
  private(set) var count = 0

  /// A comparison.
  ///
  /// - Parameters:
  ///   - value: the attribute's value.
  ///   - wanted: the selector's.
  ///   - ignoresCase: whether ASCII letters compare without case.
  init(_ value: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>, ignoresCase: Bool) {
    self.value = value
    self.wanted = wanted
    self.ignoresCase = ignoresCase
  }

  /// Whether the value is as a selector's operator asks (Selectors 4, 6.1 and 6.2).
  mutating func holds(_ operation: AttributeSelector.Operator) -> Bool {
    switch operation {
    case .exists: return true
    case .equals: return isEqual(0, value.count)
    case .prefix: return !wanted.isEmpty && value.count >= wanted.count && isEqual(0, wanted.count)
    case .suffix:
      return !wanted.isEmpty && value.count >= wanted.count && isEqual(value.count - wanted.count, wanted.count)
    case .dashMatch:
      return isEqual(0, value.count)
        || (value.count > wanted.count && value[wanted.count] == 0x2D && isEqual(0, wanted.count))
    case .substring: return contains()
    case .includes:
      guard !wanted.isEmpty, !wanted.contains(where: ASCII.isWhitespace) else { return false }
      var start = 0
      while start < value.count {
        while start < value.count, ASCII.isWhitespace(value[start]) { start += 1 }
        var end = start
        while end < value.count, !ASCII.isWhitespace(value[end]) { end += 1 }
        count &+= end - start + 1
        if end > start, isEqual(start, end - start) { return true }
        start = end
      }
      return false
    }
  }

  private func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
    left == right || ignoresCase && ASCII.lowercased(left) == ASCII.lowercased(right)
  }

  private mutating func isEqual(_ start: Int, _ length: Int) -> Bool {
    guard length == wanted.count else { return false }
    for index in 0..<length {
      count &+= 1
      if !isSame(value[start + index], wanted[index]) { return false }
    }
    return true
  }

  /// Whether what is wanted is anywhere in the value.
  private mutating func contains() -> Bool {
    guard !wanted.isEmpty, value.count >= wanted.count else { return false }
    // OPTIMIZATION: most places differ in their first bytes, and the value is passed without a table of the wanted bytes.
    // Where more is alike than that, the table makes sure that no byte of the value is compared again.
    let limit = count &+ 2 * value.count
    for start in 0...(value.count - wanted.count) {
      if isEqual(start, wanted.count) { return true }
      if count > limit { return contains(from: start + 1) }
    }
    return false
  }

  /// The search of Knuth, Morris and Pratt: at most two comparisons for each byte of both.
  private mutating func contains(from start: Int) -> Bool {
    // By length: the longest beginning of what is wanted that ends there, too.
    var borders = [Int32](repeating: 0, count: wanted.count)
    var matched = 0
    for index in 1..<max(1, wanted.count) {
      count &+= 1
      while matched > 0, !isSame(wanted[index], wanted[matched]) {
        count &+= 1
        matched = Int(borders[matched - 1])
      }
      if isSame(wanted[index], wanted[matched]) { matched += 1 }
      borders[index] = Int32(truncatingIfNeeded: matched)
    }
    matched = 0
    for index in start..<max(start, value.count) {
      count &+= 1
      while matched > 0, !isSame(value[index], wanted[matched]) {
        count &+= 1
        matched = Int(borders[matched - 1])
      }
      if isSame(value[index], wanted[matched]) { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }
}
