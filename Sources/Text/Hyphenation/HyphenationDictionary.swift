import Platform

/// A hyphenation dictionary in the format of LibreOffice's `hyph_*.dic` files: patterns, how much stays together at the ends of
/// words, and signs beside which no hyphen is.
///
/// The answers are those of the library Hyphen (libhyphen) for the same file. The reader is our own: dictionaries come with a site,
/// and Hyphen trusts them.
///
/// DEVIATION: Hyphen parts words at patterns that change their spelling (`asszony`, `asz-szony`) too. No line shows letters that
/// the text does not have, so such words stay whole there.
public struct HyphenationDictionary: Sendable {
  /// Why a file is not a dictionary.
  public struct ReadError: Error, Hashable, Sendable {
    /// The line from 1.
    public var line: Int
    /// What is wrong.
    public var text: String
  }

  /// The largest file, in bytes: the largest dictionary that Debian has takes a quarter of it.
  public static let largestFile = 8 << 20

  /// The patterns of compounds, then those of words.
  private var levels = [HyphenationPatterns(), HyphenationPatterns()]
  /// How many letters stay at the start and the end of a word.
  private var minimums = (left: 0, right: 0)
  /// The same for a part of a compound beside another one.
  private var compoundMinimums = (left: 0, right: 0)
  private var excluded: [[UInt32]] = []

  /// Reads a dictionary.
  public init(bytes: [UInt8]) throws(ReadError) {
    guard bytes.count <= Self.largestFile else {
      throw ReadError(line: 1, text: "it is larger than \(Self.largestFile >> 20) MB")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var rest = bytes[start...]
    let encoding = try Self.encoding(Self.nextLine(of: &rest))
    var level = 0
    var hasLevels = false
    var number = 1
    while !rest.isEmpty {
      number += 1
      let line = Self.nextLine(of: &rest)
      guard let first = line.first, first != UInt8(ascii: "%"), first != UInt8(ascii: "#") else { continue }
      guard let text = encoding.scalars(of: line) else {
        throw ReadError(line: number, text: "it is not \(encoding.rawValue), which the first line names")
      }
      if Self.rest(of: text, after: "NEXTLEVEL") != nil {
        // As Hyphen does, what follows a third level is passed over.
        if hasLevels { break }
        hasLevels = true
        level = 1
        continue
      }
      read(text, level)
    }
    if !hasLevels { addDefaultLevel() }
    for index in levels.indices { levels[index].sort() }
    guard !levels[1].isEmpty else {
      throw ReadError(line: number + (bytes.last == 0x0A ? 1 : 0), text: "it has no patterns")
    }
  }

  // MARK: Reading

  /// What the bytes of a dictionary stand for.
  private enum Encoding: String {
    case utf8 = "UTF-8"
    case latin1 = "ISO8859-1"
    case latin9 = "ISO8859-15"

    /// The characters of a line; `nil` where it has another encoding.
    func scalars(of line: ArraySlice<UInt8>) -> [UInt32]? {
      switch self {
      case .utf8:
        guard let text = String(validUTF8: line) else { return nil }
        return text.unicodeScalars.map(\.value)
      case .latin1: return line.map { UInt32($0) }
      case .latin9: return line.map { Self.latin9Signs[$0] ?? UInt32($0) }
      }
    }

    private static let latin9Signs: [UInt8: UInt32] = [
      0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152, 0xBD: 0x153, 0xBE: 0x178,
    ]
  }

  /// Takes the next line off what is left to read.
  private static func nextLine(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest[line.endIndex...].dropFirst()
    return line
  }

  private static func encoding(_ line: ArraySlice<UInt8>) throws(ReadError) -> Encoding {
    let name = String(decoding: line.prefix(40), as: UTF8.self).filter { !$0.isWhitespace }
    let written = name.uppercased().replacing("ISO-8859", with: "ISO8859")
    guard let encoding = Encoding(rawValue: written) else {
      let known = "UTF-8, ISO8859-1 and ISO8859-15"
      throw ReadError(line: 1, text: "it names none of the encodings \(known); iconv converts files to UTF-8")
    }
    return encoding
  }

  private static func rest(of line: [UInt32], after keyword: String) -> [UInt32]? {
    let keyword = keyword.unicodeScalars.map(\.value)
    return line.starts(with: keyword) ? Array(line.dropFirst(keyword.count)) : nil
  }

  private static func number(_ text: [UInt32]) -> Int {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 &- 0x30 < 10 }.prefix(3)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func read(_ line: [UInt32], _ level: Int) {
    if let rest = Self.rest(of: line, after: "LEFTHYPHENMIN") {
      if level == 0 { minimums.left = Self.number(rest) }
    } else if let rest = Self.rest(of: line, after: "RIGHTHYPHENMIN") {
      if level == 0 { minimums.right = Self.number(rest) }
    } else if let rest = Self.rest(of: line, after: "COMPOUNDLEFTHYPHENMIN") {
      if level == 0 { compoundMinimums.left = Self.number(rest) }
    } else if let rest = Self.rest(of: line, after: "COMPOUNDRIGHTHYPHENMIN") {
      if level == 0 { compoundMinimums.right = Self.number(rest) }
    } else if let rest = Self.rest(of: line, after: "NOHYPHEN") {
      let signs = rest.filter { $0 > 0x20 }.split(separator: UInt32(UInt8(ascii: ","))).map { Array($0) }
      if level == 0 { excluded = Array(signs.prefix(32)) }
    } else {
      addPattern(line, level)
    }
  }

  private mutating func addPattern(_ line: [UInt32], _ level: Int) {
    let slash = UInt32(UInt8(ascii: "/"))
    let body = line.prefix { $0 > 0x20 && $0 != slash }
    let changesSpelling = body.endIndex < line.endIndex && line[body.endIndex] == slash
    var letters: [UInt32] = []
    var values: [UInt8] = [0]
    for letter in body {
      if letter &- 0x30 < 10 {
        var value = UInt8(letter - 0x30)
        if changesSpelling, value & 1 == 1 { value += 1 }
        values[values.count - 1] = value
      } else {
        letters.append(letter)
        values.append(0)
      }
    }
    levels[level].add(letters, values)
  }

  /// As Hyphen does, words of a file with one level are parted at hyphens and apostrophes first, where no hyphen is added.
  private mutating func addDefaultLevel() {
    levels.swapAt(0, 1)
    for sign in ["-", "'", "\u{2013}", "\u{2019}"] {
      let letters = sign.unicodeScalars.map(\.value)
      levels[0].add(letters, [1, 1])
      excluded.append(letters)
    }
    func compound(_ own: Int, _ word: Int) -> Int { own > 0 ? own : word > 0 ? word : 3 }
    compoundMinimums = (
      compound(compoundMinimums.left, minimums.left), compound(compoundMinimums.right, minimums.right)
    )
  }

  // MARK: Words

  /// The letters of a word before which a line may begin.
  ///
  /// - Parameter word: code points, in small letters.
  func places(in word: [UInt32]) -> [Int] {
    guard word.count <= 256 else { return [] }
    var breaks = breaks(in: word[...], isStart: true, isEnd: true)
    Self.keep(minimums.left > 0 ? minimums.left : 2, minimums.right > 0 ? minimums.right : 2, &breaks)
    for sign in excluded where sign.count <= word.count {
      for start in 0...(word.count - sign.count) where word[start..<start + sign.count].elementsEqual(sign) {
        breaks[start] = false
        breaks[start + sign.count] = false
      }
    }
    return breaks.indices.filter { breaks[$0] }
  }

  /// Takes away the breaks that leave too few letters before or behind them.
  private static func keep(_ left: Int, _ right: Int, _ breaks: inout [Bool]) {
    let count = breaks.count - 1
    for place in breaks.indices where place < left || count - place < right { breaks[place] = false }
  }

  /// A compound is parted between its words, and each of these by itself.
  ///
  /// - Parameters:
  ///   - isStart: whether the part begins the word.
  ///   - isEnd: whether it ends it.
  private func breaks(in word: ArraySlice<UInt32>, isStart: Bool, isEnd: Bool) -> [Bool] {
    var breaks = levels[0].breaks(in: word)
    guard breaks.contains(true) else {
      breaks = levels[1].breaks(in: word)
      Self.keep(isStart ? 0 : compoundMinimums.left, isEnd ? 0 : compoundMinimums.right, &breaks)
      return breaks
    }
    let ends = breaks.indices.filter { breaks[$0] } + [word.count]
    var start = 0
    for end in ends {
      if end - start > 1 {
        let part = word[word.startIndex + start..<word.startIndex + end]
        let own = self.breaks(in: part, isStart: start == 0 && isStart, isEnd: end == word.count && isEnd)
        for place in 1..<(end - start) { breaks[start + place] = own[place] }
      }
      start = end
    }
    return breaks
  }
}
