/// The names of character references, for looking up a name of the source without making a string of it.
struct NamedCharacterReferences: Sendable {
  /// What a name stands for.
  struct Entry: Sendable {
    var first: UInt32
    /// The second code point, or 0.
    var second: UInt32
    /// Whether the name also counts without its semicolon.
    var mayLackSemicolon: Bool
    /// The name in `names`.
    var nameStart: UInt32
    var nameLength: UInt32
  }

  /// The length in bytes of the longest name that may lack its semicolon.
  static let longestWithoutSemicolon = 6
  static let shared = NamedCharacterReferences()

  private var names: [UInt8] = []
  private var entries: [Entry] = []
  /// Open addressing over `entries`: 0 is an empty place, otherwise the index plus one.
  private var slots = [UInt16](repeating: 0, count: 8192)

  private init() {
    Self.table.withUTF8Buffer { table in
      for item in table.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) { add(item) }
    }
  }

  private mutating func add(_ item: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let mark = item.firstIndex(where: { $0 == 0x3A || $0 == 0x21 }) else { return }
    let codes = item[(mark + 1)...].split(separator: 0x2C).map { digits in
      digits.reduce(UInt32(0)) { $0 * 16 + (ASCII.hexadecimalValue($1) ?? 0) }
    }
    let name = item[..<mark]
    entries.append(
      Entry(
        first: codes[0], second: codes.count > 1 ? codes[1] : 0, mayLackSemicolon: item[mark] == 0x21,
        nameStart: UInt32(names.count), nameLength: UInt32(name.count)))
    names += name
    var slot = hash(name) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt16(entries.count)
  }

  /// The entry of the name between the given offsets of the source.
  func find(_ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Entry? {
    let name = input[start..<end]
    var slot = hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.nameLength == name.count, matches(entry, name) { return entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func matches(_ entry: Entry, _ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var index = Int(entry.nameStart)
    for byte in name {
      if names[index] != byte { return false }
      index += 1
    }
    return true
  }

  private func hash(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15)
  }
}
