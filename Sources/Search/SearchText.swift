import Foundation

/// Cuts texts into the words of an index and folds them, alike in builds and in clients of every language
/// (docs/reference/format.md has the rules).
public enum SearchText {
  /// The longest term in UTF-8 bytes; longer words are cut.
  public static let longestTerm = 64

  /// What a character is to the cutting of words.
  enum Kind: UInt8 {
    /// It ends a word.
    case separator
    /// It is a part of a word.
    case letter
    /// A digit: a point or comma between two of them is a part of the word.
    case digit
    /// A character of a script that writes no spaces.
    case unspaced
    /// It is in a word and not of it, such as a soft hyphen.
    case ignored
  }

  /// The words of a text in order.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isQuery: whether it is a question: the last character of a run without spaces makes a term only where it is the whole run.
  public static func words(in text: String, isQuery: Bool = false) -> [SearchWord] {
    var words: [SearchWord] = []
    forEachWord(in: text, isQuery: isQuery) { words.append(SearchWord(term: $0, range: $1)) }
    return words
  }

  /// Calls `body` with each word of a text and its place.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isQuery: as for ``words(in:isQuery:)``.
  ///   - body: takes a term and its place.
  public static func forEachWord(in text: String, isQuery: Bool = false, _ body: (String, Range<String.Index>) -> Void)
  {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    let end = scalars.endIndex
    while index < end {
      switch kind(scalars[index]) {
      case .separator, .ignored: scalars.formIndex(after: &index)
      case .unspaced: index = run(from: index, scalars, isQuery: isQuery, body)
      case .letter, .digit:
        let start = index
        index = endOfWord(from: index, scalars)
        let term = folded(scalars[start..<index])
        if !term.isEmpty { body(term, start..<index) }
      }
    }
  }

  /// Where a word ends that begins at an index.
  private static func endOfWord(from start: String.Index, _ scalars: String.UnicodeScalarView) -> String.Index {
    var index = start
    var isAfterDigit = false
    while index < scalars.endIndex {
      let scalar = scalars[index]
      switch kind(scalar) {
      case .letter: isAfterDigit = false
      case .digit: isAfterDigit = true
      case .ignored: break
      case .unspaced: return index
      case .separator:
        let next = scalars.index(after: index)
        guard isAfterDigit, scalar == "." || scalar == ",", next < scalars.endIndex, kind(scalars[next]) == .digit
        else { return index }
      }
      scalars.formIndex(after: &index)
    }
    return index
  }

  /// The pairs of a run without spaces, and its last character.
  private static func run(
    from start: String.Index, _ scalars: String.UnicodeScalarView, isQuery: Bool,
    _ body: (String, Range<String.Index>) -> Void
  ) -> String.Index {
    var index = start
    var previous: (term: String, start: String.Index)?
    var previousEnd = start
    var hasPair = false
    while index < scalars.endIndex {
      let found = kind(scalars[index])
      guard found == .unspaced || found == .ignored else { break }
      let next = scalars.index(after: index)
      if found == .unspaced {
        let term = folded(scalars[index..<next])
        if let previous {
          body(previous.term + term, previous.start..<next)
          hasPair = true
        }
        previous = (term, index)
        previousEnd = next
      }
      index = next
    }
    if let previous, !previous.term.isEmpty, !isQuery || !hasPair { body(previous.term, previous.start..<previousEnd) }
    return index
  }

  // MARK: Characters

  static func kind(_ scalar: Unicode.Scalar) -> Kind {
    let value = scalar.value
    // OPTIMIZATION: most text asks no table of Unicode.
    if value < 0x80 {
      switch value {
      case 0x30...0x39: return .digit
      case 0x41...0x5A, 0x61...0x7A: return .letter
      default: return .separator
      }
    }
    switch value {
    case 0xAD, 0x200C, 0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: return .ignored
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .decimalNumber: return isUnspaced(value) ? .unspaced : .digit
    case .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark: break
    default: guard properties.isAlphabetic else { return .separator }
    }
    return isUnspaced(value) ? .unspaced : .letter
  }

  /// Han, kana, Hangul, Thai, Lao, Burmese, Khmer.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3021...0x3029, 0x3040...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF,
      0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  // MARK: Folding

  /// A word without case and diacritics, as terms are: at most ``longestTerm`` bytes.
  static func folded(_ word: Substring.UnicodeScalarView) -> String {
    var isASCII = true
    var term = ""
    for scalar in word {
      guard scalar.isASCII else {
        isASCII = false
        break
      }
      let value = scalar.value
      term.unicodeScalars.append(
        value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20)) : scalar)
    }
    if !isASCII { term = foldedFully(String(word)) }
    return cut(term)
  }

  private static func foldedFully(_ word: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in word.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars
    where !isDiacritic(scalar.value) { kept.append(scalar) }
    var term = String.UnicodeScalarView()
    for scalar in String(kept).lowercased().unicodeScalars {
      if let other = others[scalar.value] {
        term.append(contentsOf: other.unicodeScalars)
      } else if scalar == "." || scalar == "," {
        term.append(scalar)
      } else {
        switch kind(scalar) {
        case .letter, .digit, .unspaced: term.append(scalar)
        case .separator, .ignored: break
        }
      }
    }
    return String(term).precomposedStringWithCanonicalMapping
  }

  /// Marks that readers leave out when they type: those of Latin, Greek, Cyrillic, Hebrew and Arabic.
  private static func isDiacritic(_ value: UInt32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// Letters that have no decomposition.
  private static let others: [UInt32: String] = [
    0xDF: "ss", 0xE6: "ae", 0xF0: "d", 0xF8: "o", 0xFE: "th", 0x0111: "d", 0x0127: "h", 0x0131: "i", 0x0142: "l",
    0x0153: "oe", 0x03C2: "σ",
  ]

  private static func cut(_ term: String) -> String {
    guard term.utf8.count > longestTerm else { return term }
    var end = term.startIndex
    var size = 0
    for scalar in term.unicodeScalars {
      size += UTF8.width(scalar)
      if size > longestTerm { break }
      end = term.unicodeScalars.index(after: end)
    }
    return String(term.unicodeScalars[..<end])
  }
}
