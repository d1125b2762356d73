import Testing

@testable import Archive

struct ArchiveRoundTripTests {
  private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    try ArchiveWriter.archive(files.map { (name: $0.0, entry: CompressedEntry(compressing: $0.1)) })
  }

  private func dump(_ bytes: [UInt8]) throws -> String {
    let reader = try ArchiveReader(ByteSource(bytes))
    return try reader.entries.map { entry in
      "\(entry.name) \(entry.method) \(entry.size) \(try reader.contents(of: entry).count)"
    }.joined(separator: "\n")
  }

  @Test func writesSortedEntriesAndReadsThemBack() throws {
    let text = Array(String(repeating: "line of text\n", count: 1000).utf8)
    let bytes = try archive([("web/ü.html", text), ("b", []), ("a/x", [1, 2, 3]), ("a.b", [7])])
    #expect(
      try dump(bytes) == """
        a.b stored 1 1
        a/x stored 3 3
        b stored 0 0
        web/ü.html deflate 13000 13000
        """)
    let reader = try ArchiveReader(ByteSource(bytes))
    #expect(try reader.contents(of: "web/ü.html") == text)
    #expect(reader.unpackedSize == 13004)
  }

  @Test func sameEntriesInAnotherOrderGiveTheSameBytes() throws {
    let files: [(String, [UInt8])] = [("z", [1]), ("a", Array(repeating: 9, count: 500)), ("m/n", [2])]
    #expect(try archive(files) == archive(files.reversed()))
  }

  @Test func emptyArchiveIsItsEndRecord() throws {
    let bytes = try archive([])
    #expect(bytes == [0x50, 0x4b, 5, 6] + Array(repeating: 0, count: 18))
    #expect(try ArchiveReader(ByteSource(bytes)).entries.isEmpty)
  }

  @Test func storedEntryToTheByte() throws {
    let bytes = try archive([("a", Array("hi".utf8))])
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(
      hexadecimal
        == "504b030414000008000000002100" + "ac2a93d8" + "0200000002000000" + "01000000" + "61" + "6869"
        + "504b0102140314000008" + "000000002100" + "ac2a93d8" + "0200000002000000" + "0100" + "00000000" + "00000000"
        + "0000a481" + "00000000" + "61" + "504b0506" + "00000000" + "01000100" + "2f000000" + "21000000" + "0000")
  }

  @Test func manyEntriesUseZip64() throws {
    let empty = CompressedEntry(compressing: [])
    let bytes = try ArchiveWriter.archive((0..<65_535).map { (name: "f\($0)", entry: empty) })
    #expect(bytes.suffix(98).prefix(4) == [0x50, 0x4b, 6, 6])
    let reader = try ArchiveReader(ByteSource(bytes))
    #expect(reader.entries.count == 65_535)
    let fewer = try ArchiveWriter.archive((0..<65_534).map { (name: "f\($0)", entry: empty) })
    #expect(fewer.suffix(98).prefix(4) != [0x50, 0x4b, 6, 6])
    #expect(try ArchiveReader(ByteSource(fewer)).entries.count == 65_534)
  }

  @Test func zip64FieldsArePresentWhereNumbersNeedThem() throws {
    var writer = ArchiveWriter(to: [UInt8](), limit32: 4)
    try writer.add("a", CompressedEntry(method: .stored, checksum: 0, size: 4, data: [0, 0, 0, 0]))
    try writer.finish()
    let bytes = writer.sink
    // Local: version 4.5, both 32-bit sizes full, an extra field of 20 bytes with both sizes.
    #expect(Array(bytes[4..<6]) == [45, 0])
    #expect(Array(bytes[18..<26]) == Array(repeating: 0xff, count: 8))
    let number: [UInt8] = [4, 0, 0, 0, 0, 0, 0, 0]
    #expect(Array(bytes[28..<51]) == [20, 0, 0x61, 1, 0, 16, 0] + number + number)
  }

  @Test func collidingNamesAreRefusedNamingBoth() throws {
    for (one, other) in [
      ("a.html", "A.html"), ("é", "e\u{301}"), ("Straße", "STRASSE"), ("ﬁ", "FI"), ("σ", "ς"), ("K", "\u{212a}"),
      ("ẞ", "ss"), ("ẞ", "ß"), ("ẞ", "SS"), ("İ", "i\u{307}"), ("ŉ", "ʼN"), ("ΐ", "Ϊ\u{301}"), ("ᾳ", "αι"), ("Ꭰ", "ꭰ"),
      ("ﬃ", "FfI"),
    ] {
      let error = #expect(throws: ArchiveError.self) { try archive([(one, []), (other, [])]) }
      #expect(error?.kind == .duplicate, "\(one) \(other)")
      let named = [error?.entry, error?.found].compactMap { $0 }.joined(separator: " ")
      #expect(named.contains(one) && named.contains(other))
    }
    #expect(throws: Never.self) { try archive([("sıla", []), ("sila", [])]) }
    #expect(throws: ArchiveError.self) { try archive([("a", []), ("a/b", [])]) }
    #expect(throws: ArchiveError.self) { try archive([("A", []), ("a/b/c", [])]) }
  }

  @Test(arguments: [
    ("", "nameLength"), ("/a", "nameAbsolute"), ("C:/a", "nameAbsolute"), ("a/../b", "nameTraversal"),
    ("..", "nameTraversal"), ("./a", "nameTraversal"), ("a//b", "nameTraversal"), ("a/", "nameTraversal"),
    ("a\\b", "nameBackslash"), ("a\u{0}b", "nameControl"), ("a\nb", "nameControl"), ("a\u{202e}b", "nameControl"),
    ("nul", "nameDevice"), ("x/CON.txt", "nameDevice"), ("com1", "nameDevice"), ("LPT².html", "nameDevice"),
    ("a./b", "nameDevice"), ("a ", "nameDevice"), (String(repeating: "a", count: 1025), "nameLength"),
    ("b/" + String(repeating: "é", count: 128), "nameLength"), ("ab:c", "nameReserved"), ("web/a:b", "nameReserved"),
    ("[a]:b", "nameReserved"), ("[a/b:c", "nameReserved"),
    ("style.css?v=3", "nameReserved"), ("x*", "nameReserved"), ("a<b", "nameReserved"), ("a>b", "nameReserved"),
    ("a|b", "nameReserved"), ("a\"b", "nameReserved"), ("a/b /c", "nameDevice"),
  ])
  func badNamesAreRefused(name: String, kind: String) {
    let error = #expect(throws: ArchiveError.self) { try EntryName.check(name) }
    #expect(error?.kind.rawValue == kind)
  }

  @Test(arguments: [
    "a", "style.css&v=3", "b/" + String(repeating: "a", count: 255), "web/日本語.html", "console.log", "com10", "a b",
    ".well-known/x", "…",
  ])
  func goodNamesPass(name: String) {
    #expect(throws: Never.self) { try EntryName.check(name) }
  }

  @Test func limitsOfTheManifestAreExact() throws {
    let bytes = try archive([("a", [1, 2]), ("b", [3])])
    #expect(throws: Never.self) {
      try ArchiveReader(ByteSource(bytes), limits: ArchiveLimits(entryCount: 2, unpackedSize: 3, areExact: true))
    }
    for (count, size) in [(1, 3), (3, 3), (2, 2), (2, 4)] as [(UInt64, UInt64)] {
      let limits = ArchiveLimits(entryCount: count, unpackedSize: size, areExact: true)
      let error = #expect(throws: ArchiveError.self) { try ArchiveReader(ByteSource(bytes), limits: limits) }
      #expect(error?.kind == (count == 2 ? .unpackedSize : .entryCount))
    }
  }

  @Test func devicesAreKnownByTheirNames() {
    let devices = [
      "con", "CON.txt", "Prn", "aux.", "nul", "com1", "LPT9.a.b", "conin$", "CONOUT$", "clock$", "com\u{B9}",
      "nul .txt",
    ]
    for name in devices {
      #expect(EntryName.isDevice(name), "\(name)")
    }
    let others = [
      "cone", "co", "css", "pages", "a", "aux1", "null", "com", "com10", "lp", "lpta", "x.con", "\u{17F}on", "clock",
    ]
    for name in others {
      #expect(!EntryName.isDevice(name), "\(name)")
    }
  }

  @Test func namesAreInTheOrderOfTheirBytes() {
    let names = ["", "a", "a/b", "aa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ab", "b", "\u{E4}", "\u{1F600}"]
    for (place, left) in names.enumerated() {
      for (other, right) in names.enumerated() {
        #expect(EntryName.precedes(left, right) == (place < other), "\(left), \(right)")
      }
    }
  }
}
