import CSSValues

/// The number of a string in a page's or layout's string table.
public struct StringIndex: Hashable, Sendable {
  /// The position in the table, or `UInt32.max` for ``none``.
  public var rawValue: UInt32

  /// An index from its position.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// No string, which differs from the empty one.
  public static let none = StringIndex(.max)
  /// The empty string: every table begins with it.
  public static let empty = StringIndex(0)
  /// Whether there is a string.
  public var exists: Bool { rawValue != .max }
}

/// The strings of a file that is being made, each once, in the order of their first use.
///
/// The strings are one behind the other in one buffer; a hash table over their bytes finds them again. Two strings are
/// the same when their UTF-8 is: `é` composed and decomposed are two.
public struct StringTable: Sendable {
  /// The strings' UTF-8, one behind the other.
  private(set) var utf8: [UInt8] = []
  /// Where each string ends in ``utf8``.
  private(set) var ends: [UInt32] = [0]
  /// Open addressing: 0 is an empty slot, otherwise the string's index plus one.
  private var slots: [UInt32] = []
  private var hashes: [UInt64] = []
  /// By the number that a ``StringPool`` gave a string: its index plus one, or 0.
  private var pooled: [UInt32] = []

  /// A table that holds the empty string.
  public init() {
    slots = [UInt32](repeating: 0, count: 256)
    let hash = UnsafeBufferPointer<UInt8>(start: nil, count: 0).stringHash
    hashes = [hash]
    slots[Int(truncatingIfNeeded: hash) & 255] = 1
  }

  /// The number of strings.
  public var count: Int { ends.count }

  /// The string's index, which is new when the table does not have the string yet.
  public mutating func intern(_ string: String) -> StringIndex {
    var string = string
    return string.withUTF8 { intern(utf8: $0) }
  }

  /// The index of the string with the given UTF-8, which must be valid.
  public mutating func intern(utf8 bytes: UnsafeBufferPointer<UInt8>) -> StringIndex {
    let hash = bytes.stringHash
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash, holds(bytes, at: index) { return StringIndex(UInt32(index)) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = UInt32(ends.count)
    utf8.append(contentsOf: bytes)
    ends.append(UInt32(utf8.count))
    hashes.append(hash)
    slots[slot] = index + 1
    if ends.count * 2 > slots.count { grow() }
    return StringIndex(index)
  }

  /// The index of a string that many tables have, found by its number after the first time. All such strings of a table
  /// must come from one pool.
  public mutating func intern(_ string: StringPool.Entry) -> StringIndex {
    guard string.number >= 0 else { return intern(string.text) }
    if string.number < pooled.count, pooled[string.number] != 0 { return StringIndex(pooled[string.number] - 1) }
    let index = intern(string.text)
    if string.number >= pooled.count {
      pooled += repeatElement(0, count: max(string.number + 1, pooled.count * 2) - pooled.count)
    }
    pooled[string.number] = index.rawValue + 1
    return index
  }

  /// As ``intern(_:)``, with ``StringIndex/none`` for `nil`.
  public mutating func intern(_ string: String?) -> StringIndex {
    guard let string else { return .none }
    return intern(string)
  }

  /// The string with the given index, which this table gave out; the empty string for ``StringIndex/none``.
  public subscript(index: StringIndex) -> String {
    index.exists ? String(decoding: utf8[range(Int(index.rawValue))], as: UTF8.self) : ""
  }

  /// The place of a string in ``utf8``.
  private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

  private func holds(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let range = range(index)
    guard range.count == bytes.count else { return false }
    return utf8.withUnsafeBufferPointer { known in
      for offset in bytes.indices where known[range.lowerBound + offset] != bytes[offset] { return false }
      return true
    }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Different in each process, so that no page can be written to make the table slow; no file depends on it.
  private static let seed = UInt64.random(in: .min ... .max)

  /// A hash of the bytes, eight at a time.
  fileprivate var stringHash: UInt64 {
    var hash = Self.seed ^ UInt64(count)
    var index = 0
    let raw = UnsafeRawBufferPointer(self)
    while index + 8 <= count {
      hash = Self.mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(self[index])
      index += 1
    }
    return Self.mixed(hash ^ rest)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}

extension StringTable: ValueStringInterner {
  /// The string's index, for values.
  public mutating func number(of string: String) -> UInt32 { intern(string).rawValue }
}
