import Platform

/// The process's table of names: append-only, shared by all threads.
///
/// A parser keeps a ``NameCache`` before it, so that the lock is taken once per distinct name and document.
final class NameTable: Sendable {
  static let shared = NameTable()

  private struct Entry {
    var string: String
    var hash: UInt64
    /// The lower-case form's index, or `UInt32.max` where it has not been asked for yet.
    var lowercase: UInt32
  }

  private struct State {
    var entries: [Entry] = []
    /// Open addressing over `entries`; 0 is an empty slot, otherwise the index plus one.
    var slots: [UInt32] = []
    /// Texts by index, for entries that are not valid UTF-8.
    var bytes: [[UInt8]] = []
  }

  private let state: Mutex<State>

  private init() {
    var state = State()
    state.slots = [UInt32](repeating: 0, count: 8192)
    for known in Name.knownTexts {
      var text = known
      _ = text.withUTF8 { Self.intern($0, in: &state) }
    }
    self.state = Mutex(state)
  }

  func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    state.withLock { Name(rawValue: Self.intern(bytes, in: &$0)) }
  }

  func string(of name: Name) -> String {
    state.withLock { $0.entries[Int(name.rawValue)].string }
  }

  func bytes(of name: Name) -> [UInt8] {
    state.withLock { $0.bytes[Int(name.rawValue)] }
  }

  func asciiLowercased(_ name: Name) -> Name {
    state.withLock { state in
      let index = Int(name.rawValue)
      if state.entries[index].lowercase != .max { return Name(rawValue: state.entries[index].lowercase) }
      let lowered = state.bytes[index].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
      let result = lowered.withUnsafeBufferPointer { Self.intern($0, in: &state) }
      state.entries[index].lowercase = result
      return Name(rawValue: result)
    }
  }

  @inline(__always)
  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ known: [UInt8]) -> Bool {
    guard known.count == bytes.count else { return false }
    return known.withUnsafeBytes { known in
      let bytes = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index + 8 <= bytes.count {
        if known.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          != bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
          return false
        }
        index += 8
      }
      while index < bytes.count {
        if known[index] != bytes[index] { return false }
        index += 1
      }
      return true
    }
  }

  private static func intern(_ bytes: UnsafeBufferPointer<UInt8>, in state: inout State) -> UInt32 {
    let hash = NameHash.hash(bytes)
    var mask = UInt64(state.slots.count - 1)
    var slot = Int(hash & mask)
    while state.slots[slot] != 0 {
      let index = Int(state.slots[slot] - 1)
      if state.entries[index].hash == hash, holds(bytes, state.bytes[index]) { return UInt32(index) }
      slot = (slot + 1) & Int(mask)
    }
    let index = UInt32(state.entries.count)
    state.entries.append(Entry(string: String(decoding: bytes, as: UTF8.self), hash: hash, lowercase: .max))
    state.bytes.append(Array(bytes))
    state.slots[slot] = index + 1
    if state.entries.count * 2 > state.slots.count {
      state.slots = [UInt32](repeating: 0, count: state.slots.count * 2)
      mask = UInt64(state.slots.count - 1)
      for (index, entry) in state.entries.enumerated() {
        var slot = Int(entry.hash & mask)
        while state.slots[slot] != 0 { slot = (slot + 1) & Int(mask) }
        state.slots[slot] = UInt32(index + 1)
      }
    }
    return index
  }
}

/// A hash of eight bytes at a time, different in each process, so that no page can be written to make the tables slow.
enum NameHash {
  private static let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let seed = seed
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), seed)
      index += 8
    }
    var tail: UInt64 = 0
    while index < raw.count {
      tail = tail << 8 | UInt64(raw[index])
      index += 1
    }
    return mixed(hash ^ tail, seed)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64, _ seed: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
