import Foundation
import JSONValues
import Manifest
import Search
import Testing

@testable import HybridClient

/// What every client finds in an index, as one file that the tests of clients in other languages read too:
/// `Tests/Fixtures/Vectors/search.json`. `HYBRID_UPDATE=1` writes it again.
struct SharedSearchTests {
  private static let file = HostileVectors.file.deletingLastPathComponent().appendingPathComponent("search.json")

  private static let pages: [(route: String, title: String, language: String, text: String)] = [
    (
      "/", "The harbour", "en",
      "Boats lay in the old harbour.\nThe harbour is deep, and it’s open to all 1,200 boats."
    ),
    (
      "/boats/", "Boats & ships", "en-GB", "A boat is a small ship 🚢. Harbours have many of them: skiffs, yawls, cafés."
    ),
    ("/hafen/", "Der Hafen", "de-AT", "Der alte Hafen mit Booten, nahe beim Café der Straße."),
    ("/asa/", "海港の朝", "ja", "朝の海港は静かです。船がたくさんあります。"),
    (
      "/notes", "", "",
      String(repeating: "lorem ipsum dolor ", count: 60) + "the harbourmaster 🚢 of Łódź " + "sit amet "
    ),
  ]

  private static let questions: [(words: String, language: String?)] = [
    ("harbour", nil), ("harbour ", nil), ("HARBOURS old", nil), ("boo", nil), ("boat", "en"), ("cafe", nil),
    ("strasse", nil), ("海港", nil), ("港", nil), ("静かです", nil), ("lodz harbour", nil), ("1,200", nil),
    ("nothing", nil), ("", nil), ("boats nothing", nil), ("ł", nil), ("it’s", nil),
  ]

  private static let texts = [
    "Hello, World! don't l’été 3.14 1,000 v6.1.2. snake_case", "Straße ÆSIR Øre Łódź İstanbul ıspanak ΣΊΣΥΦΟΣ",
    "Cafe\u{301} ＣＡＦＥ ﬁn x² ½", "soft\u{AD}hyphen zero\u{200D}width ☎\u{FE0F}", "אֱלֹהִים مُحَمَّد Йод हिन्दी",
    "海港の朝 ｶﾅ、カナ・한국어 Swift言語6", "ภาษาไทย မြန်မာ ខ្មែរ", "🚢a👩‍👩‍👧b Ⓐ ٣.١٤",
    String(repeating: "ж", count: 100),
  ]

  /// A release's base package in memory.
  private struct Entries: EntryStore {
    var entries: [String: [UInt8]]

    func contents(package: String, path: String) throws(ClientError) -> [UInt8]? {
      package == "base" ? entries[path] : nil
    }
  }

  private static func files() -> (index: [UInt8], records: [UInt8]) {
    var records = Array("{\"pages\":[\n".utf8)
    var documents: [SearchDocument] = []
    for (number, page) in pages.enumerated() {
      if number > 0 { records += Array(",\n".utf8) }
      let record = JSONValue.object(of: [
        ("path", .string("p\(number).html")), ("route", .string(page.route)),
        ("title", page.title.isEmpty ? nil : .string(page.title)),
        ("language", page.language.isEmpty ? nil : .string(page.language)), ("text", .string(page.text)),
      ]).canonicalBytes
      documents.append(
        SearchDocument(
          title: page.title, description: "", headings: [], text: page.text, language: page.language,
          record: records.count..<records.count + record.count))
      records += record
    }
    records += Array("\n]}\n".utf8)
    return (SearchIndexWriter.encode(documents, recordsSize: records.count), records)
  }

  private static func release() -> OpenedRelease {
    let (index, records) = files()
    let hash = ContentHash(of: [])
    return OpenedRelease(
      hash: hash, manifest: ReleaseManifest(id: hash, name: "a", version: "1.0.0", sequence: 1),
      store: Entries(entries: ["search.index": index, "search.json": records]))
  }

  private static func places(_ ranges: [Range<String.Index>], in text: String) -> JSONValue {
    .array(
      ranges.map { range in
        .array([
          .integer(Int64(range.lowerBound.utf16Offset(in: text))),
          .integer(Int64(range.upperBound.utf16Offset(in: text))),
        ])
      })
  }

  @Test func theCommittedAnswersAreThoseOfThisClient() throws {
    let release = Self.release()
    let (index, records) = Self.files()
    let answers = try Self.questions.map { words, language -> JSONValue in
      let hits = try release.search(words, language: language)
      return .object(of: [
        ("words", .string(words)), ("language", language.map { .string($0) }),
        (
          "hits",
          .array(
            hits.map { hit in
              .object(of: [
                ("route", .string(hit.route)), ("title", .string(hit.title)),
                ("titleHighlights", Self.places(hit.titleHighlights, in: hit.title)),
                ("excerpt", .string(hit.excerpt)), ("highlights", Self.places(hit.highlights, in: hit.excerpt)),
              ])
            })
        ),
      ])
    }
    let words = Self.texts.map { text in
      JSONValue.object([
        "text": .string(text), "terms": .array(SearchText.words(in: text).map { .string($0.term) }),
        "query": .array(SearchText.words(in: text, isQuery: true).map { .string($0.term) }),
      ])
    }
    let text =
      "{\"index\":\"\(Data(index).base64EncodedString())\",\n\"records\":\"\(Data(records).base64EncodedString())\",\n"
      + "\"answers\":[\n" + answers.map(\.canonicalText).joined(separator: ",\n") + "\n],\n\"words\":[\n"
      + words.map(\.canonicalText).joined(separator: ",\n") + "\n]}\n"
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil { try Data(text.utf8).write(to: Self.file) }
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(text == committed, "run: HYBRID_UPDATE=1 swift test --filter SharedSearchTests")
  }

  @Test func hitsHaveTitlesExcerptsAndPlaces() throws {
    let release = Self.release()
    #expect(release.isSearchable)
    let hit = try #require(try release.search("old harb").first)
    #expect(hit.route == "/" && hit.path == "p0.html" && hit.language == "en" && hit.image == nil)
    #expect(hit.titleHighlights.map { String(hit.title[$0]) } == ["harbour"])
    #expect(hit.highlights.map { String(hit.excerpt[$0]) } == ["old", "harbour", "harbour"])
    let untitled = try #require(try release.search("harbourmaster").first)
    #expect(untitled.title == "p4.html" && untitled.excerpt.hasPrefix("…"))
    let records = try release.searchRecords()
    #expect(records.map(\.route) == Self.pages.map(\.route) && records[2].text == Self.pages[2].text)
  }

  @Test func aReleaseWithoutAnIndexFindsNothing() throws {
    let made = Self.release()
    let release = OpenedRelease(hash: made.hash, manifest: made.manifest, store: Entries(entries: [:]))
    #expect(try release.search("harbour").isEmpty && !release.isSearchable)
    #expect(try release.searchRecords().isEmpty)
  }

  /// An index with the records of another build.
  @Test func foreignRecordsAreRefused() throws {
    let made = Self.release()
    let (index, records) = Self.files()
    for other in [Array(records.dropLast()), [UInt8](repeating: 0x20, count: records.count)] {
      let store = Entries(entries: ["search.index": index, "search.json": other])
      let release = OpenedRelease(hash: made.hash, manifest: made.manifest, store: store)
      #expect(throws: ClientError.self) { try release.search("harbour") }
    }
    let damaged = Entries(entries: ["search.index": Array(index.dropLast(7)), "search.json": records])
    let release = OpenedRelease(hash: made.hash, manifest: made.manifest, store: damaged)
    #expect(throws: ClientError.self) { try release.search("harbour") }
  }
}
