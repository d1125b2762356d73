import Platform
import Shaping

/// The hyphenation dictionaries of a site, by language.
public struct HyphenationDictionaries: Sendable {
  /// By language tag in small letters.
  private let dictionaries: [String: HyphenationDictionary]
  private let known = KnownWords()

  /// Dictionaries by language tag; texts of `de-AT` take that of `de` where there is none of their own (RFC 4647, 3.4). Of two tags
  /// that differ only in case, the first one in the order of their characters counts.
  public init(_ dictionaries: [String: HyphenationDictionary]) {
    let sorted = dictionaries.sorted { $0.key < $1.key }
    self.dictionaries = Dictionary(sorted.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  private func dictionary(of language: String) -> HyphenationDictionary? {
    dictionaries.isEmpty ? nil : Self.first(for: language) { dictionaries[$0] }
  }

  /// The longest tag that is looked for, in bytes: RFC 5646, 4.4.1 has 35 for what sense needs. Others name nothing that is known, and
  /// would take time for the square of their length.
  private static let longestTag = 64

  /// What is found first for a language: by its own tag, and then by ever shorter ones.
  ///
  /// - Parameters:
  ///   - language: a language tag (BCP 47).
  ///   - find: what there is for a tag in small letters.
  public static func first<Found>(for language: String, _ find: (String) -> Found?) -> Found? {
    guard language.utf8.count <= longestTag else { return nil }
    var tag = language.lowercased()[...]
    while !tag.isEmpty {
      if let found = find(String(tag)) { return found }
      guard let end = tag.lastIndex(of: "-") else { return nil }
      tag = tag[..<end]
    }
    return nil
  }

  /// Whether there is a dictionary for texts of a language.
  ///
  /// - Parameter language: as in `lang`.
  public func has(_ language: String) -> Bool { dictionary(of: language) != nil }
}

extension HyphenationDictionaries: Hyphenation {
  package func knows(_ language: String) -> Bool { has(language) }

  package func places(in word: [UInt16], language: String) -> [Int] {
    if let places = known.places(in: word, language) { return places }
    guard let dictionary = dictionary(of: language) else { return [] }
    var characters: [UInt32] = []
    var starts: [Int] = []
    var unit = 0
    while unit < word.count {
      let (character, length) = decodeUTF16(word, unit, word.count)
      characters.append(character)
      starts.append(unit)
      unit += length
    }
    let places = dictionary.places(in: characters).map { starts[$0] }
    known.keep(places, of: word, language)
    return places
  }
}

/// The words that were looked for: texts repeat them, and each paragraph asks several times. What is answered never depends on what
/// is kept.
private final class KnownWords: Sendable {
  private struct State {
    var words: [String: [[UInt16]: [Int]]] = [:]
    var count = 0
  }

  /// Some 3 MB at most.
  private static let most = 1 << 14
  private let state = Mutex(State())

  func places(in word: [UInt16], _ language: String) -> [Int]? { state.withLock { $0.words[language]?[word] } }

  func keep(_ places: [Int], of word: [UInt16], _ language: String) {
    state.withLock { state in
      if state.count >= Self.most { state = State() }
      state.words[language, default: [:]][word] = places
      state.count += 1
    }
  }
}
