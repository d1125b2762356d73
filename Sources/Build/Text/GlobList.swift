/// Patterns that each path of a site is compared with, all at once.
///
/// OPTIMIZATION: hides the plain algorithm, ``GlobPattern/matches(_:isFolder:)`` of each pattern. A place in a pattern is a bit, so
/// that a character of a path takes a step for 64 places: thousands of patterns over long names take no longer than reading them.
struct GlobList: Sendable {
  /// The patterns in order.
  let patterns: [GlobPattern]
  /// The bits behind the last token of each pattern.
  private let ends: [Int]
  private let words: Int
  /// The places before a character is read.
  private let start: [UInt64]
  /// By ASCII character: the tokens that take it and end with it, `words` for each.
  private let ascii: [UInt64]
  /// The tokens that take any other character, those of each literal, and sets that may.
  private let others: [UInt64]
  private let literals: [Unicode.Scalar: [UInt64]]
  private let sets: [(place: Int, token: GlobPattern.Token)]
  /// Tokens that need no character.
  private let skipped: [UInt64]
  /// Tokens that take any number of characters: those of one part of a path too, those that cross parts, and those up to a `/`.
  private let loops: [UInt64]
  private let everything: [UInt64]
  private let folders: [UInt64]

  init(_ patterns: [GlobPattern] = []) {
    self.patterns = patterns
    let words = (patterns.reduce(0) { $0 + $1.tokens.count + 1 } + 63) / 64
    self.words = words
    var (start, others, skipped, stars) = (Bits(words), Bits(words), Bits(words), Bits(words))
    var (everything, folders) = (Bits(words), Bits(words))
    var ascii = Bits(words * 128)
    var literals: [Unicode.Scalar: Bits] = [:]
    var sets: [(place: Int, token: GlobPattern.Token)] = []
    var ends: [Int] = []
    var place = 0
    for pattern in patterns {
      start.insert(place)
      for token in pattern.tokens {
        for code in UInt8(0)..<128 where token.takes(Unicode.Scalar(code)) {
          ascii.insert(Int(code) * words * 64 + place)
        }
        switch token {
        case .literal(let scalar) where !scalar.isASCII: literals[scalar, default: Bits(words)].insert(place)
        case .literal: break
        case .one: others.insert(place)
        case .set: sets.append((place, token))
        case .star: stars.insert(place)
        case .folders: folders.insert(place)
        case .everything: everything.insert(place)
        }
        if token.isSkipped { skipped.insert(place) }
        place += 1
      }
      ends.append(place)
      place += 1
    }
    self.ends = ends
    self.start = Self.closed(start.words, skipped.words)
    self.ascii = ascii.words
    self.others = others.words
    self.literals = literals.mapValues(\.words)
    self.sets = sets
    self.skipped = skipped.words
    self.loops = zip(stars.words, everything.words).map { $0 | $1 }
    self.everything = everything.words
    self.folders = folders.words
  }

  /// A set of places.
  private struct Bits {
    var words: [UInt64]

    init(_ count: Int) { words = [UInt64](repeating: 0, count: count) }

    mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }
  }

  /// Places with those that nothing leads to from them. At most two tokens in a row need no character: `**/` and what follows.
  private static func closed(_ places: [UInt64], _ skipped: [UInt64]) -> [UInt64] {
    var carried: UInt64 = 0
    return zip(places, skipped).map { place, skipped in
      let closed = close(place | carried, skipped)
      carried = (closed & skipped) >> 63
      return closed
    }
  }

  private static func close(_ places: UInt64, _ skipped: UInt64) -> UInt64 {
    let once = places | (places & skipped) << 1
    return once | (once & skipped) << 1
  }

  /// The last pattern that matches a path.
  func lastMatch(_ path: String, isFolder: Bool) -> GlobPattern? {
    guard !patterns.isEmpty else { return nil }
    let active = places(after: path)
    for index in ends.indices.reversed() where active[ends[index] >> 6] >> UInt64(ends[index] & 63) & 1 == 1 {
      if isFolder || !patterns[index].matchesFoldersOnly { return patterns[index] }
    }
    return nil
  }

  /// Whether one of the patterns matches a path.
  func matches(_ path: String, isFolder: Bool) -> Bool { lastMatch(path, isFolder: isFolder) != nil }

  /// Whether one of the patterns matches a file or one of the folders that it is in.
  func matchesFileOrFolder(_ path: String) -> Bool {
    if matches(path, isFolder: false) { return true }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if matches(String(folder), isFolder: true) { return true }
    }
    return false
  }

  /// The places that are reached when a path has been read.
  private func places(after path: String) -> [UInt64] {
    var active = start
    active.withUnsafeMutableBufferPointer { active in
      for scalar in path.unicodeScalars {
        let code = Int(scalar.value)
        let taking = scalar.isASCII ? ascii : others(taking: scalar)
        // A `/` ends what a star takes.
        let staying = scalar == "/" ? everything : loops
        let any = taking.withUnsafeBufferPointer { taking in
          let taking = UnsafeBufferPointer(rebasing: taking[(scalar.isASCII ? code * words : 0)...])
          return staying.withUnsafeBufferPointer { step(active, taking, $0) }
        }
        if any == 0 { break }
      }
    }
    return active
  }

  /// Reads a character: from the places before it to those behind it, of which the answer has a bit where there is any.
  private func step(
    _ active: UnsafeMutableBufferPointer<UInt64>, _ taking: UnsafeBufferPointer<UInt64>,
    _ staying: UnsafeBufferPointer<UInt64>
  ) -> UInt64 {
    var (carried, carriedSkip, any): (UInt64, UInt64, UInt64) = (0, 0, 0)
    skipped.withUnsafeBufferPointer { skipped in
      folders.withUnsafeBufferPointer { folders in
        for word in 0..<words {
          let before = active[word]
          let taken = before & taking[word]
          // Where a `**/` goes on, what is behind it has to wait for a `/`.
          let closed = Self.close(taken << 1 | carried | before & staying[word] | carriedSkip, skipped[word])
          carried = taken >> 63
          carriedSkip = (closed & skipped[word]) >> 63
          active[word] = closed | before & folders[word]
          any |= active[word]
        }
      }
    }
    return any
  }

  /// The tokens that take a character beyond ASCII.
  private func others(taking scalar: Unicode.Scalar) -> [UInt64] {
    var taking = others
    if let places = literals[scalar] { for word in 0..<words { taking[word] |= places[word] } }
    for (place, token) in sets where token.takes(scalar) { taking[place >> 6] |= 1 << UInt64(place & 63) }
    return taking
  }
}
