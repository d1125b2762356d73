/// Writes numbers as bits, the highest bit of a byte first.
struct SearchBitWriter {
  private(set) var bytes: [UInt8] = []
  private var filled = 8

  private mutating func write(bit: Bool) {
    if filled == 8 {
      bytes.append(0)
      filled = 0
    }
    // Safe: a byte was appended when `filled` became 0.
    if bit { bytes[bytes.count - 1] |= 0x80 >> UInt8(filled) }
    filled += 1
  }

  private mutating func write(_ value: Int, bits: Int) {
    var bit = bits
    while bit > 0 {
      bit -= 1
      write(bit: value >> bit & 1 == 1)
    }
  }

  private mutating func write(unary value: Int) {
    for _ in 0..<value { write(bit: true) }
    write(bit: false)
  }

  /// Rice's code: the value without its low bits in unary, then the low bits.
  mutating func write(_ value: Int, lowBits: Int) {
    write(unary: value >> lowBits)
    write(value, bits: lowBits)
  }

  /// Elias's gamma code of 1 or more: the number of bits after the highest in unary, then these.
  mutating func write(gamma value: Int) {
    let bits = Int.bitWidth - 1 - value.leadingZeroBitCount
    write(unary: bits)
    write(value, bits: bits)
  }
}
