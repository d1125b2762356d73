import CSSValues
import Layout
import Shaping
import Testing

@testable import Text

/// Hyphenation dictionaries, and where `hyphens: auto` parts words with them.
@Suite struct HyphenationTests {
  private static func dictionary(_ text: String) throws -> HyphenationDictionary {
    try HyphenationDictionary(bytes: Array(text.utf8))
  }

  private static func parts(_ word: String, _ dictionary: HyphenationDictionary) -> String {
    let letters = word.unicodeScalars.map(\.value)
    var text = String.UnicodeScalarView()
    for (index, scalar) in word.unicodeScalars.enumerated() {
      if dictionary.places(in: letters).contains(index) { text.append("-") }
      text.append(scalar)
    }
    return String(text)
  }

  // MARK: Dictionaries

  /// A tag of megabytes is not looked for by each of its parts.
  @Test func longTagsNameNoDictionary() {
    var asked = 0
    func find(_ language: String) -> String? {
      HyphenationDictionaries.first(for: language) { tag in
        asked += 1
        return tag == "de" ? tag : nil
      }
    }
    #expect(find("DE-at-1996") == "de" && asked == 3)
    #expect(find("de" + String(repeating: "-a", count: 100_000)) == nil && asked == 3)
  }

  /// The patterns of Liang's thesis for the word.
  @Test func theHighestDigitDecides() throws {
    let dictionary = try Self.dictionary(
      "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 3\nhy3ph\nhe2n\nhena4\nhen5at\n1na\nn2at\n1tio\n2io\no2n\n")
    #expect(Self.parts("hyphenation", dictionary) == "hy-phen-ation")
    #expect(Self.parts("hyph", dictionary) == "hyph")
  }

  @Test func wordsKeepTheirEnds() throws {
    let all = "1a\n"
    #expect(Self.parts("aaaaaa", try Self.dictionary("UTF-8\n" + all)) == "aa-a-a-aa")
    let own = try Self.dictionary("UTF-8\nLEFTHYPHENMIN 3\nRIGHTHYPHENMIN 1\n" + all)
    #expect(Self.parts("aaaaaa", own) == "aaa-a-a-a")
  }

  @Test func patternsHoldAtTheEdgesOfWords() throws {
    let dictionary = try Self.dictionary("UTF-8\n.be1\n1ed.\n")
    #expect(Self.parts("bedbeded", dictionary) == "be-dbed-ed")
  }

  @Test func compoundsArePartedFirst() throws {
    let dictionary = try Self.dictionary(
      "UTF-8\nCOMPOUNDLEFTHYPHENMIN 3\nCOMPOUNDRIGHTHYPHENMIN 3\nhaus1tor\nNEXTLEVEL\na1u\nt1o\no1r\n")
    // Within a part of a compound, three letters stay beside the other part.
    #expect(Self.parts("haustor", dictionary) == "haus-tor")
    #expect(Self.parts("hauus", dictionary) == "ha-uus")
  }

  @Test func apostrophesAndHyphensGetNone() throws {
    let dictionary = try Self.dictionary("UTF-8\nl1l\n")
    #expect(Self.parts("hollam'hollam", dictionary) == "hol-lam'hol-lam")
    #expect(Self.parts("hallen\u{2019}ball", dictionary) == "hal-len\u{2019}ball")
  }

  @Test func wordsThatWouldChangeTheirSpellingStayWhole() throws {
    let dictionary = try Self.dictionary("UTF-8\nasszony1nak\ns1s\nas1s1zony/sz=,2,3\n")
    #expect(Self.parts("asszonynak", dictionary) == "asszony-nak")
  }

  @Test func encodings() throws {
    let latin = try HyphenationDictionary(bytes: Array("ISO8859-1\n".utf8) + [0xFC, 0x31, 0x62, 0x0A])
    #expect(Self.parts("müüber", latin) == "müü-ber")
    let latin9 = try HyphenationDictionary(bytes: Array("ISO-8859-15\r\n".utf8) + [0xBD, 0x31, 0x75, 0x0D, 0x0A])
    #expect(Self.parts("cœur\u{153}u", latin9) == "cœ-ur\u{153}u")
    let marked = try HyphenationDictionary(bytes: [0xEF, 0xBB, 0xBF] + Array("UTF-8\na1b\n".utf8))
    #expect(Self.parts("aabb", marked) == "aa-bb")
  }

  @Test(arguments: [
    ("", 1), ("KOI8-R\na1b\n", 1), ("a1b\n", 1), ("UTF-8\n", 2), ("UTF-8\n% a comment\nLEFTHYPHENMIN 2\n", 4),
    ("UTF-8\na1b\nNEXTLEVEL\n", 4),
  ])
  func filesThatAreRefused(text: String, line: Int) {
    #expect(throws: HyphenationDictionary.ReadError.self) { try Self.dictionary(text) }
    do {
      _ = try Self.dictionary(text)
    } catch {
      #expect((error as? HyphenationDictionary.ReadError)?.line == line)
    }
  }

  @Test func brokenBytesAreRefused() {
    #expect(throws: HyphenationDictionary.ReadError(line: 3, text: "it is not UTF-8, which the first line names")) {
      try HyphenationDictionary(bytes: Array("UTF-8\na1b\n".utf8) + [0xFC, 0x31, 0x62, 0x0A])
    }
    #expect(throws: HyphenationDictionary.ReadError.self) {
      try HyphenationDictionary(bytes: [UInt8](repeating: 0x61, count: HyphenationDictionary.largestFile + 1))
    }
  }

  /// Random files neither crash nor take long; what they answer lies within the word.
  @Test func hostileFilesEnd() {
    let signs = Array("a1b2c9.0/=,-'\n\n\nNEXTLEVEL\nNOHYPHEN a,b\nLEFTHYPHENMIN 99999999999999999999\n".utf8)
    var seed: UInt64 = 11
    for _ in 0..<300 {
      var bytes = Array("UTF-8\n".utf8)
      for _ in 0..<200 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        bytes.append(signs[Int(seed >> 33) % signs.count])
      }
      guard let dictionary = try? HyphenationDictionary(bytes: bytes) else { continue }
      let word = Array("abcab'ab-cabcabcab".unicodeScalars.map(\.value))
      #expect(dictionary.places(in: word).allSatisfy { $0 > 0 && $0 < word.count })
    }
    // Each letter begins a compound, and patterns are longer than any word.
    let deep = try? Self.dictionary("UTF-8\n1a1\nNEXTLEVEL\n" + String(repeating: "a1", count: 5000) + "\na1a\n")
    #expect(deep?.places(in: [UInt32](repeating: 0x61, count: 256)).count == 253)
    #expect(deep?.places(in: [UInt32](repeating: 0x61, count: 257)) == [])
  }

  /// A list of what follows a letter would be walked from its start for each pattern, and for each letter of a word.
  @Test func manyPatternsGoOnAfterOneLetter() throws {
    let others = (0..<200_000).map { UInt32(0x20000 + $0) }
    var text = "UTF-8\n"
    for other in others.reversed() {
      text += "a1"
      text.unicodeScalars.append(Unicode.Scalar(other) ?? "?")
      text += "\n"
    }
    let dictionary = try Self.dictionary(text)
    let letter = UInt32(UInt8(ascii: "a"))
    for index in stride(from: 0, to: others.count, by: 1_000) {
      let other = others[index]
      #expect(dictionary.places(in: [letter, letter, other, other]) == [2])
    }
    let unknown = others[0] - 1
    #expect(dictionary.places(in: [letter, letter, unknown, unknown]) == [])
  }

  @Test func ofPatternsWithTheSameLettersTheLastOneCounts() throws {
    let dictionary = try Self.dictionary("UTF-8\na1b\nab1c\na2b\na3bd\nb1\nb2\n")
    #expect(Self.parts("aabbaa", dictionary) == "aabbaa")
    #expect(Self.parts("aabcaa", dictionary) == "aab-caa")
    #expect(Self.parts("aabdaa", dictionary) == "aa-bdaa")
  }

  /// Dictionaries of Swift have another order in each process, and here after each key that was added and removed.
  @Test func tagsThatDifferInCaseHaveAnOrder() throws {
    let (one, other) = (try Self.dictionary("UTF-8\na1b\n"), try Self.dictionary("UTF-8\nb1c\n"))
    for capacity in 1...64 {
      var named = [String: HyphenationDictionary](minimumCapacity: capacity)
      for tag in ["de", "dE", "De"] { named[tag] = other }
      named["DE"] = one
      let dictionaries = HyphenationDictionaries(named)
      #expect(dictionaries.places(in: Array("aabbcc".utf16), language: "de") == [2])
    }
  }

  @Test func languagesFallBackToTheirPrefix() throws {
    let dictionaries = HyphenationDictionaries([
      "de": try Self.dictionary("UTF-8\na1b\n"), "en-US": try Self.dictionary("UTF-8\nb1c\n"),
    ])
    #expect(dictionaries.has("de-AT") && dictionaries.has("DE") && dictionaries.has("en-us-posix"))
    #expect(!dictionaries.has("en") && !dictionaries.has("den") && !dictionaries.has(""))
    #expect(dictionaries.places(in: Array("aabb".utf16), language: "de-AT") == [2])
    #expect(dictionaries.places(in: Array("\u{1D4B6}aabb".utf16), language: "de") == [4])
  }

  // MARK: Paragraphs

  /// The text with `-` where a line may end with a hyphen, `|` where it may end without one.
  private static func dump(
    _ text: String, language: String = "de", limits: HyphenationLimits = HyphenationLimits(),
    change: (inout TextStyle) -> Void = { _ in }
  ) throws -> String {
    let fonts = FontSet(
      library: FontLibrary(usesSystemFonts: false),
      dictionaries: HyphenationDictionaries([
        "de": try dictionary("UTF-8\nl1l\nt1t\n"), "en": try dictionary("UTF-8\nl1l\nt1t\n"),
      ]))
    var style = TextStyle()
    style.hyphens = .auto
    style.language = language
    change(&style)
    let units = Array(text.utf16)
    let paragraph = TextParagraph(
      text: units, spans: [.init(range: 0..<units.count, style: 0)],
      styles: [.init(font: FontStyle(), text: style, hyphenationLimits: limits)], baseDirection: .ltr)
    let shaped = SystemTextMeasurer(fonts: fonts).shape(paragraph)
    #expect(!shaped.hyphenAdvances.isEmpty || !shaped.flags.contains { $0.contains(.hyphenated) })
    var dump: [UInt16] = []
    for (index, unit) in units.enumerated() {
      let flags = shaped.flags[index]
      if index > 0, flags.contains(.breakAllowed) { dump.append(flags.contains(.hyphenated) ? 0x2D : 0x7C) }
      dump.append(unit)
    }
    return String(decoding: dump, as: UTF16.self)
  }

  @Test(arguments: [
    ("alle hallen", "alle |hal-len"), ("Hallen, HALLEN!", "Hal-len, |HAL-LEN!"), ("(hallen)", "(hal-len)"),
    // Soft hyphens of the author, digits, addresses and names of files.
    ("hal\u{AD}len mitten", "hal\u{AD}-len |mit-ten"), ("hallen2", "hallen2"), ("hallen_x", "hallen_x"),
    ("hallen.de", "hallen.de"), ("ich@hallen", "ich@hallen"), ("hallen. Mitten", "hal-len. |Mit-ten"),
    ("'hallen'", "'hal-len'"), ("hallen-mitten", "hal-len-|mit-ten"),
  ])
  func words(text: String, expected: String) throws {
    #expect(try Self.dump(text) == expected)
  }

  @Test func englishNamesStayWhole() throws {
    #expect(try Self.dump("Dallas yellow Mittens", language: "en-GB") == "Dallas |yel-low |Mittens")
  }

  @Test func stylesThatPartNoWords() throws {
    #expect(try Self.dump("hallen", language: "") == "hallen")
    #expect(try Self.dump("hallen", language: "fr") == "hallen")
    #expect(try Self.dump("hallen") { $0.hyphens = .manual } == "hallen")
    #expect(try Self.dump("hallen") { $0.wordBreak = .breakAll } == "h|a|l|l|e|n")
  }

  @Test func limitsOfTheStyle() throws {
    #expect(try Self.dump("hallen", limits: HyphenationLimits(word: 6, before: 3, after: 3)) == "hal-len")
    #expect(try Self.dump("hallen", limits: HyphenationLimits(word: 7)) == "hallen")
    #expect(try Self.dump("hallen", limits: HyphenationLimits(before: 4)) == "hallen")
    #expect(try Self.dump("hallen", limits: HyphenationLimits(after: 4)) == "hallen")
    #expect(try Self.dump("alle") == "alle")
    #expect(try Self.dump("alle", limits: HyphenationLimits(word: 4)) == "al-le")
  }
}
