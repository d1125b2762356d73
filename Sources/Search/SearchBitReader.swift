/// Reads what ``SearchBitWriter`` wrote; beyond the end every answer is `nil`.
struct SearchBitReader {
  private let bytes: ArraySlice<UInt8>
  /// The next bit, counted from the slice's first byte.
  private var position = 0
  private let end: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    end = bytes.count * 8
  }

  /// The bits that are left.
  var remaining: Int { end - position }

  /// A number whose highest bits are in unary, with `lowBits` bits behind them.
  mutating func number(lowBits: Int) -> Int? {
    guard let high = unary(), let low = bits(lowBits), high <= Int.max >> 32 else { return nil }
    return high << lowBits | low
  }

  /// A number of 1 or more in Elias's gamma code.
  mutating func gamma() -> Int? {
    guard let count = unary(), count < 16, let low = bits(count) else { return nil }
    return 1 << count | low
  }

  private mutating func unary() -> Int? {
    var count = 0
    while position < end {
      let bit = position & 7
      // The ones that follow in this byte, at once.
      let ones = min(8 - bit, (~(bytes[bytes.startIndex + position >> 3] << UInt8(bit))).leadingZeroBitCount)
      count += ones
      position += ones
      if bit + ones < 8 {
        position += 1
        return count
      }
    }
    return nil
  }

  private mutating func bits(_ count: Int) -> Int? {
    guard count <= end - position else { return nil }
    var value = 0
    var left = count
    while left > 0 {
      let bit = position & 7
      let taken = min(left, 8 - bit)
      let byte = Int(bytes[bytes.startIndex + position >> 3])
      value = value << taken | byte >> (8 - bit - taken) & (1 << taken - 1)
      position += taken
      left -= taken
    }
    return value
  }
}
