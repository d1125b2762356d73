/// Numbers by short texts, for parsers that meet the same texts again and again: looking up makes and locks nothing.
struct TextTable: Sendable {
  private struct Entry {
    var hash: UInt64
    var tag: UInt32
    /// The text's place in `bytes`.
    var start: UInt32
    var count: UInt32
    var number: Int32
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// Open addressing: 0 is an empty slot, otherwise the entry's index plus one.
  private var slots: [UInt32] = []

  /// More bytes than this are not kept, whatever a sheet holds.
  private static let limit = 1 << 24

  /// A table with room for a number of texts.
  init(expecting count: Int = 0) {
    guard count > 0 else { return }
    var capacity = 256
    while capacity < count * 2 { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
    entries.reserveCapacity(count)
    bytes.reserveCapacity(count * 16)
  }

  /// The number of a text under a tag.
  func find(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32) -> Int? {
    find(text, tag: tag, hash: hash(of: text, tag: tag))
  }

  /// The number of a text under a tag, by its hash.
  func find(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32, hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    return slots.withUnsafeBufferPointer { slots in
      entries.withUnsafeBufferPointer { entries in
        bytes.withUnsafeBytes { bytes in
          let mask = slots.count - 1
          var slot = Int(truncatingIfNeeded: hash) & mask
          while slots[slot] != 0 {
            let entry = entries[Int(slots[slot] - 1)]
            if entry.hash == hash, entry.tag == tag, Int(entry.count) == text.count,
              // Of an entry that is not empty the bytes are there.
              text.isEmpty || Self.holds(text, bytes.baseAddress.unsafelyUnwrapped + Int(entry.start))
            {
              return Int(entry.number)
            }
            slot = (slot + 1) & mask
          }
          return nil
        }
      }
    }
  }

  /// Whether a text of a number of bytes would still be kept.
  func hasRoom(_ count: Int) -> Bool { bytes.count + count < Self.limit }

  /// Adds a text that is not there yet.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32, _ number: Int) {
    insert(text, tag: tag, hash: hash(of: text, tag: tag), number)
  }

  /// Adds a text that is not there yet, by its hash.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32, hash: UInt64, _ number: Int) {
    guard hasRoom(text.count) else { return }
    if entries.count * 2 >= slots.count { grow() }
    entries.append(
      Entry(
        hash: hash, tag: tag, start: UInt32(bytes.count), count: UInt32(text.count),
        number: Int32(truncatingIfNeeded: number)))
    bytes.append(contentsOf: text)
    place(hash, entries.count)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(256, slots.count * 2))
    for (index, entry) in entries.enumerated() { place(entry.hash, index + 1) }
  }

  private mutating func place(_ hash: UInt64, _ number: Int) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number)
  }

  /// Whether the bytes of a text are those from an address on.
  @inline(__always)
  private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ known: UnsafeRawPointer) -> Bool {
    let count = text.count
    guard count > 0, let start = text.baseAddress else { return true }
    let bytes = UnsafeRawPointer(start)
    if count >= 8 {
      var index = 0
      while index + 8 <= count {
        if known.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          != bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
          return false
        }
        index += 8
      }
      // The last words overlap what was compared.
      return known.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        == bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    }
    for index in 0..<count
    where known.load(fromByteOffset: index, as: UInt8.self) != bytes.load(fromByteOffset: index, as: UInt8.self) {
      return false
    }
    return true
  }

  /// Different in each table, so that no sheet can be written to make the table slow.
  private let seed = UInt64.random(in: .min ... .max)

  /// What a text under a tag is found by.
  @inline(__always)
  func hash(of text: UnsafeBufferPointer<UInt8>, tag: UInt32) -> UInt64 {
    var hash = seed ^ UInt64(text.count) ^ UInt64(tag) << 32
    let raw = UnsafeRawBufferPointer(text)
    var index = 0
    while index + 8 <= text.count {
      hash = Self.mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), seed)
      index += 8
    }
    return Self.mixed(hash ^ Self.tail(raw, index), seed)
  }

  /// The last bytes of a text, less than eight, as a number that tells them apart.
  @inline(__always)
  private static func tail(_ text: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
    let count = text.count - start
    if count >= 4 {
      // The two words may overlap.
      return UInt64(text.loadUnaligned(fromByteOffset: start, as: UInt32.self)) << 32
        | UInt64(text.loadUnaligned(fromByteOffset: text.count - 4, as: UInt32.self))
    }
    if count == 0 { return 0 }
    return UInt64(text[start]) << 16 | UInt64(text[start + count / 2]) << 8 | UInt64(text[text.count - 1])
  }

  @inline(__always)
  private static func mixed(_ value: UInt64, _ seed: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
