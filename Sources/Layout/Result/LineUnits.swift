/// The UTF-16 units of a text on a line: where it shows what the tree holds, a part of that.
///
/// OPTIMIZATION: a list of its own takes 32 bytes and what memory is handed out in, and a page of megabytes has a hundred
/// thousand lines in each viewport.
package struct LineUnits: RandomAccessCollection, Hashable, Sendable {
  private let holder: [UInt16]
  /// Where the units are in the list that holds them.
  let start: Int32
  /// How many there are.
  let length: Int32

  init(_ units: [UInt16]) { self.init(units, units.indices) }

  /// A part of a text that is held in any case.
  init(_ holder: [UInt16], _ range: Range<Int>) {
    self.holder = holder
    start = Int32(range.lowerBound)
    length = Int32(range.count)
  }

  /// Whether the units are held by a list itself, and not by one that is equal.
  func isPart(of list: [UInt16]) -> Bool {
    holder.withUnsafeBufferPointer { holder in list.withUnsafeBufferPointer { $0.baseAddress == holder.baseAddress } }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(length) }

  package subscript(index: Int) -> UInt16 {
    precondition(index >= 0 && index < Int(length), "a unit of the line")
    return holder[Int(start) + index]
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt16>) throws -> Result
  ) rethrows -> Result? {
    try holder.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[Int(start)..<Int(start + length)])) }
  }

  /// Whether a range of characters is the same text.
  ///
  /// OPTIMIZATION: without a way out of the loop, so that the compiler compares many at a time.
  package func isSame(as characters: [UInt16], _ range: Range<Int>) -> Bool {
    guard range.count == Int(length) else { return false }
    return characters.withUnsafeBufferPointer { characters in
      holder.withUnsafeBufferPointer { holder in
        let (own, others) = (holder[Int(start)..<Int(start + length)], characters[range])
        var difference: UInt16 = 0
        for (unit, other) in zip(own, others) { difference |= unit ^ other }
        return difference == 0
      }
    }
  }

  package static func == (left: LineUnits, right: LineUnits) -> Bool {
    left.length == right.length && left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(length)
    for unit in self { hasher.combine(unit) }
  }
}
