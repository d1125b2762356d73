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

  /// The number of a text under a tag.
  func find(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32) -> Int? {
    guard !slots.isEmpty else { return nil }
    let hash = hash(text, tag)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if entries[index].hash == hash, entries[index].tag == tag, holds(text, entries[index]) {
        return Int(entries[index].number)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a text that is not there yet.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>, tag: UInt32, _ number: Int) {
    guard bytes.count + text.count < Self.limit else { return }
    if entries.count * 2 >= slots.count { grow() }
    let hash = hash(text, tag)
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

  private func holds(_ text: UnsafeBufferPointer<UInt8>, _ entry: Entry) -> Bool {
    guard Int(entry.count) == text.count else { return false }
    return bytes.withUnsafeBufferPointer { known in
      for offset in 0..<text.count where known[Int(entry.start) + offset] != text[offset] { return false }
      return true
    }
  }

  /// Different in each table, so that no sheet can be written to make the table slow.
  private let seed = UInt64.random(in: .min ... .max)

  private func hash(_ text: UnsafeBufferPointer<UInt8>, _ tag: UInt32) -> UInt64 {
    var hash = seed ^ UInt64(text.count) ^ UInt64(tag) << 32
    let raw = UnsafeRawBufferPointer(text)
    var index = 0
    while index + 8 <= text.count {
      hash = Self.mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), seed)
      index += 8
    }
    var rest: UInt64 = 0
    while index < text.count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    return Self.mixed(hash ^ rest, seed)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64, _ seed: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
