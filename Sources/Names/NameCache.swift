/// A parser's own view of the table of names: looks up without a lock what it has met before.
public struct NameCache: ~Copyable {
  private struct Entry {
    var hash: UInt64
    var name: Name
    var bytes: [UInt8]
  }

  private var entries: [Entry?]
  private let mask: Int

  /// A cache of 1,024 places; a name that meets an occupied place replaces its holder.
  public init() {
    entries = [Entry?](repeating: nil, count: 1024)
    mask = 1023
  }

  /// The name with the given UTF-8 bytes.
  public mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let hash = NameHash.hash(bytes)
    let slot = Int(truncatingIfNeeded: hash) & mask
    if let entry = entries[slot], entry.hash == hash, entry.bytes.elementsEqual(bytes) { return entry.name }
    let name = Name(utf8: bytes)
    entries[slot] = Entry(hash: hash, name: name, bytes: Array(bytes))
    return name
  }
}
