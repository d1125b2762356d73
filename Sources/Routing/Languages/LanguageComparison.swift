/// Compares what patterns match.
///
/// The work of all comparisons together is bounded: where it runs out, patterns are taken for different, so that a site
/// with very many expressions is not checked to the end rather than not built.
struct LanguageComparison {
  /// How many states may still be looked at; half a second's work at the beginning.
  private(set) var remainingSteps: Int
  /// What a comparison costs before its first step.
  private static let start = 16

  init(steps: Int = 2_000_000) {
    remainingSteps = steps
  }

  /// Counts pairs of patterns that were looked at, most of which differ in what they begin with: many take as long as a state.
  mutating func countPairs(_ count: Int) { remainingSteps -= count / 32 }

  /// Whether nothing is compared any more.
  var isExhausted: Bool { remainingSteps <= 0 }

  /// Where a text is among normalised paths, which have neither empty segments nor a closing slash.
  private struct PathPlace: Hashable {
    /// Whether texts are paths.
    var isPath: Bool
    /// 0 at the beginning, 1 behind the first slash, 2 in a segment, 3 behind another slash.
    var state: UInt8 = 0

    var isWhole: Bool { !isPath || state == 1 || state == 2 }

    func after(_ byte: UInt8) -> PathPlace? {
      guard isPath else { return self }
      if byte != 0x2F { return state == 0 ? nil : PathPlace(isPath: true, state: 2) }
      switch state {
      case 0: return PathPlace(isPath: true, state: 1)
      case 2: return PathPlace(isPath: true, state: 3)
      default: return nil
      }
    }
  }

  /// One sign of each class that no move of either tells apart.
  private static func representatives(_ left: RouteLanguage, _ right: RouteLanguage) -> [UInt8] {
    let sets = Array(left.alphabet.union(right.alphabet)) + [RouteLanguage.Signs([0x2F])]
    guard sets.count <= 64 else {
      var known: Set<[Bool]> = []
      return (UInt8(0)..<128).filter { byte in known.insert(sets.map { $0.contains(byte) }).inserted }
    }
    var known: Set<UInt64> = []
    return (UInt8(0)..<128).filter { byte in
      var key: UInt64 = 0
      for set in sets { key = key << 1 | (set.contains(byte) ? 1 : 0) }
      return known.insert(key).inserted
    }
  }

  // MARK: Inclusion

  /// Whether the first language takes all that the second takes.
  ///
  /// - Parameter isPath: whether only normalised paths count.
  mutating func includes(_ first: RouteLanguage, _ second: RouteLanguage, isPath: Bool) -> Bool {
    guard first.isExact, !isExhausted else { return false }
    remainingSteps -= Self.start
    struct Pair: Hashable {
      var wide: [Int]
      var narrow: [Int]
      var place: PathPlace
    }
    let signs = Self.representatives(first, second)
    let start = Pair(wide: first.closure([0]), narrow: second.closure([0]), place: PathPlace(isPath: isPath))
    var known: Set<Pair> = [start]
    var open = [start]
    while let pair = open.popLast() {
      if pair.place.isWhole, pair.narrow.contains(second.end), !pair.wide.contains(first.end) { return false }
      for byte in signs {
        guard let place = pair.place.after(byte) else { continue }
        let narrow = second.step(pair.narrow, byte)
        remainingSteps -= 1 + narrow.count + pair.wide.count
        if narrow.isEmpty { continue }
        guard !isExhausted else { return false }
        let next = Pair(wide: first.step(pair.wide, byte), narrow: narrow, place: place)
        if known.insert(next).inserted { open.append(next) }
      }
    }
    return true
  }

  // MARK: Intersection

  /// A text that both take, `nil` where there is none; of languages that are not exact perhaps one that they do not take.
  mutating func common(_ first: RouteLanguage, _ second: RouteLanguage, isPath: Bool) -> String? {
    guard !isExhausted else { return nil }
    remainingSteps -= Self.start
    struct Pair: Hashable {
      var left: [Int]
      var right: [Int]
      var place: PathPlace
    }
    let signs = Self.representatives(first, second).sorted { Self.rank($0) < Self.rank($1) }
    let start = Pair(left: first.closure([0]), right: second.closure([0]), place: PathPlace(isPath: isPath))
    var known: Set<Pair> = [start]
    var open: [(pair: Pair, text: [UInt8])] = [(start, [])]
    var index = 0
    // Breadth first, for a short text.
    while index < open.count {
      let (pair, text) = open[index]
      index += 1
      if pair.place.isWhole, pair.left.contains(first.end), pair.right.contains(second.end) {
        return String(decoding: text, as: UTF8.self)
      }
      for byte in signs {
        guard let place = pair.place.after(byte) else { continue }
        let left = first.step(pair.left, byte)
        let right = left.isEmpty ? [] : second.step(pair.right, byte)
        remainingSteps -= 1 + left.count + right.count
        if right.isEmpty { continue }
        guard !isExhausted else { return nil }
        let next = Pair(left: left, right: right, place: place)
        if known.insert(next).inserted { open.append((next, text + [byte])) }
      }
    }
    return nil
  }

  /// Letters and digits make the more readable text.
  private static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case 0x61...0x7A: Int(byte)
    case 0x30...0x39: Int(byte) + 128
    default: Int(byte) + 256
    }
  }
}
