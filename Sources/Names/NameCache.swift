/// A parser's own view of the table of names: looks up without a lock what it has met before.
public struct NameCache: ~Copyable {
  private struct Entry {
    var hash: UInt64
    var name: Name
    /// The name's bytes in `bytes`; a place that holds nothing has -1 of them.
    var start: Int
    var count: Int
  }

  private var entries: [Entry]
  private var bytes: [UInt8] = []
  private let mask: Int

  /// A cache of 1,024 places; a name that meets an occupied place replaces its holder.
  public init() {
    entries = [Entry](repeating: Entry(hash: 0, name: .empty, start: 0, count: -1), count: 1024)
    mask = 1023
  }

  /// The name with the given UTF-8 bytes.
  public mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let hash = NameHash.hash(bytes)
    let slot = Int(truncatingIfNeeded: hash) & mask
    let entry = entries[slot]
    if entry.hash == hash, entry.count == bytes.count, holds(bytes, at: entry.start) { return entry.name }
    let name = Name(utf8: bytes)
    entries[slot] = Entry(hash: hash, name: name, start: self.bytes.count, count: bytes.count)
    self.bytes.append(contentsOf: bytes)
    return name
  }

  @inline(__always)
  private func holds(_ wanted: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<wanted.count where bytes[start + index] != wanted[index] { return false }
      return true
    }
  }
}
