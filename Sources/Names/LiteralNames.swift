import Platform

#if canImport(Darwin) || HYBRID_OWN_LOCKS
  /// The names of the program's own literals by their addresses, behind a lock: atomic numbers need iOS 18.
  struct LiteralNames: Sendable {
    static let shared = LiteralNames()

    private let known = Mutex<[UInt64: UInt32]>([:])
    /// Twice the literals of a large program and more; what finds no place is interned each time.
    private static let capacity = 16384

    private init() {}

    /// The name of a literal.
    func name(_ literal: StaticString) -> Name {
      guard literal.hasPointerRepresentation, literal.utf8CodeUnitCount < 256 else { return Self.interned(literal) }
      let address = UInt64(UInt(bitPattern: literal.utf8Start))
      let key = address << 8 | UInt64(literal.utf8CodeUnitCount)
      if let name = known.withLock({ $0[key] }) { return Name(rawValue: name) }
      let name = Self.interned(literal)
      known.withLock { known in
        if known.count < Self.capacity { known[key] = name.rawValue }
      }
      return name
    }

    private static func interned(_ literal: StaticString) -> Name {
      literal.withUTF8Buffer { NameTable.shared.intern($0) }
    }
  }
#else
  /// The names of the program's own literals by their addresses: a literal in a loop costs a look-up of one integer, no lock.
  ///
  /// A literal is at one place for the life of the process, so that its address and length say its text. The places are
  /// taken once each and never change.
  struct LiteralNames: Sendable {
    /// Twice the literals of a large program and more; what finds no place is interned each time.
    private static let capacity = 16384
    /// More places than this are not looked at.
    private static let longestSearch = 32

    private struct Memory: @unchecked Sendable {
      // Only ever changed atomically; never freed.
      let keys: UnsafeMutablePointer<Atomic<UInt64>>
      let names: UnsafeMutablePointer<Atomic<UInt32>>
    }
    private let memory: Memory

    static let shared = LiteralNames()

    private init() {
      let keys = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.capacity)
      let names = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: Self.capacity)
      for index in 0..<Self.capacity {
        (keys + index).initialize(to: Atomic(0))
        (names + index).initialize(to: Atomic(.max))
      }
      memory = Memory(keys: keys, names: names)
    }

    /// The name of a literal.
    @inline(__always)
    func name(_ literal: StaticString) -> Name {
      guard literal.hasPointerRepresentation, literal.utf8CodeUnitCount < 256 else { return Self.interned(literal) }
      let address = UInt64(UInt(bitPattern: literal.utf8Start))
      let key = address << 8 | UInt64(literal.utf8CodeUnitCount)
      let mixed = key &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: mixed >> 50)
      for _ in 0..<Self.longestSearch {
        let known = memory.keys[slot].load(ordering: .acquiring)
        if known == key {
          let name = memory.names[slot].load(ordering: .acquiring)
          return name == .max ? Self.interned(literal) : Name(rawValue: name)
        }
        if known == 0 { return add(literal, key, slot) }
        slot = (slot + 1) & (Self.capacity - 1)
      }
      return Self.interned(literal)
    }

    /// Interns a literal and takes a free place for it, where no other thread takes it first.
    @inline(never)
    private func add(_ literal: StaticString, _ key: UInt64, _ slot: Int) -> Name {
      let name = Self.interned(literal)
      let (isFree, _) = memory.keys[slot].compareExchange(
        expected: 0, desired: key, ordering: .acquiringAndReleasing)
      if isFree { memory.names[slot].store(name.rawValue, ordering: .releasing) }
      return name
    }

    @inline(never)
    private static func interned(_ literal: StaticString) -> Name {
      literal.withUTF8Buffer { NameTable.shared.intern($0) }
    }
  }
#endif
