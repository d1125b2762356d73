/// Entries of a few 64-bit words each, of which neighbours are alike: of each word only the bytes are held that differ from the same
/// word of the entry before.
struct PackedWords: Sendable {
  /// How many entries there are.
  let count: Int
  private let width: Int
  private let bytes: [UInt8]

  /// The first byte of an entry that is zero throughout, and has no part in what the next one differs from. No word begins with it.
  private static let zero: UInt8 = 0xFF

  /// Packs entries.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - width: how many words an entry has.
  ///   - fill: writes the words of an entry.
  init(_ count: Int, width: Int, _ fill: (_ index: Int, _ words: UnsafeMutablePointer<UInt64>) -> Void) {
    self.count = count
    self.width = width
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * width)
    words.initialize(repeating: 0, count: 2 * width)
    defer { words.deallocate() }
    let last = words + width
    // Memory that is never written costs nothing: there is room for words that differ throughout, and to write eight bytes at a time.
    bytes = [UInt8](unsafeUninitializedCapacity: count * width * 9 + 8) { buffer, length in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      var place = 0
      for index in 0..<count {
        fill(index, words)
        if (0..<width).allSatisfy({ words[$0] == 0 }) {
          raw[place] = Self.zero
          place += 1
          continue
        }
        for word in 0..<width {
          let difference = words[word] ^ last[word]
          last[word] = words[word]
          // Where the bytes begin, and how many there are.
          let low = difference == 0 ? 0 : difference.trailingZeroBitCount / 8
          let size = 8 - low - min(8 - low, difference.leadingZeroBitCount / 8)
          raw[place] = UInt8(low << 4 | size)
          raw.storeBytes(of: (difference >> UInt64(8 * low)).littleEndian, toByteOffset: place + 1, as: UInt64.self)
          place += 1 + size
        }
      }
      raw.storeBytes(of: 0, toByteOffset: place, as: UInt64.self)
      length = place + 8
    }
  }

  /// Reads the words of all entries, one after the other.
  func forEach(_ body: (_ index: Int, _ words: UnsafePointer<UInt64>) -> Void) {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * width)
    words.initialize(repeating: 0, count: 2 * width)
    defer { words.deallocate() }
    let zeros = words + width
    bytes.withUnsafeBytes { raw in
      var place = 0
      for index in 0..<count {
        if raw[place] == Self.zero {
          place += 1
          body(index, zeros)
          continue
        }
        for word in 0..<width {
          let (low, size) = (UInt64(raw[place] >> 4), UInt64(raw[place] & 0xF))
          let rest = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self))
          words[word] ^= (size == 8 ? rest : rest & (1 << (8 * size) - 1)) << (8 * low)
          place += 1 + Int(size)
        }
        body(index, words)
      }
    }
  }

  /// An array with an element for each entry.
  func map<Element>(_ make: (_ words: UnsafePointer<UInt64>) -> Element) -> [Element] {
    [Element](unsafeUninitializedCapacity: count) { buffer, length in
      forEach { index, words in (buffer.baseAddress.unsafelyUnwrapped + index).initialize(to: make(words)) }
      length = count
    }
  }
}
