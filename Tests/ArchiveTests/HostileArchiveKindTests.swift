import Testing

@testable import Archive

/// An entry of a forged archive: every field of its two headers can be false.
struct ForgedEntry: Sendable {
  var name: [UInt8]
  var data: [UInt8] = [1, 2, 3]
  var method: UInt16 = 0
  var flags: UInt16 = 0x800
  var version: UInt16 = 20
  var mode: UInt16 = 0o100644
  var dosAttributes: UInt16 = 0
  var extra: [UInt8] = []
  var localExtra: [UInt8] = []
  var comment: [UInt8] = []

  init(_ name: [UInt8]) { self.name = name }

  init(_ name: String) { self.name = Array(name.utf8) }
}

/// Writes archives field by field, sound except for what an entry says.
enum ForgedArchive {
  static func bytes(_ entries: [ForgedEntry]) -> [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = UInt32(body.count)
      let sum = CRC32.of(entry.data)
      let common =
        little(entry.version) + little(entry.flags) + little(entry.method) + little(UInt16(0)) + little(UInt16(0x21))
        + little(sum) + little(UInt32(entry.data.count)) + little(UInt32(entry.data.count))
        + little(UInt16(entry.name.count))
      body += [0x50, 0x4b, 3, 4] + common + little(UInt16(entry.localExtra.count)) + entry.name + entry.localExtra
      body += entry.data
      directory += [0x50, 0x4b, 1, 2] + little(UInt16(0x0300 | 20)) + common + little(UInt16(entry.extra.count))
      directory += little(UInt16(entry.comment.count)) + little(UInt16(0)) + little(UInt16(0))
      directory += little(entry.dosAttributes) + little(entry.mode) + little(offset)
      directory += entry.name + entry.extra + entry.comment
    }
    let count = little(UInt16(entries.count))
    return body + directory + [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + count + count + little(UInt32(directory.count))
      + little(UInt32(body.count)) + [0, 0]
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

/// A kind of hostile archive, and the rule that refuses it.
struct HostileArchiveKind: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: ArchiveError.Kind
  let bytes: [UInt8]

  var testDescription: String { "\(name): \(rule.rawValue)" }

  init(_ name: String, _ rule: ArchiveError.Kind, _ entries: ForgedEntry...) {
    self.name = name
    self.rule = rule
    bytes = ForgedArchive.bytes(entries)
  }

  static let all = names + characters + devices + encodings + collisions + headers + extraFields
}

// MARK: Names

extension HostileArchiveKind {
  private static let names: [HostileArchiveKind] = {
    let kinds: [(String, ArchiveError.Kind)] = [
      ("", .nameLength), (String(repeating: "a", count: 1025), .nameLength),
      (String(repeating: "a", count: 256), .nameLength), ("a/" + String(repeating: "b", count: 256), .nameLength),
      (String(repeating: "ab/", count: 400) + "c", .centralDirectory),
      ("..", .nameTraversal), ("../a", .nameTraversal), ("../../etc/passwd", .nameTraversal), ("a/..", .nameTraversal),
      ("a/../b", .nameTraversal), ("a/b/../../../c", .nameTraversal), (".", .nameTraversal), ("./a", .nameTraversal),
      ("a/.", .nameTraversal), ("a/./b", .nameTraversal), ("a//b", .nameTraversal), ("a///b", .nameTraversal),
      ("/a", .nameAbsolute), ("//a", .nameAbsolute), ("/etc/passwd", .nameAbsolute), ("C:/a", .nameAbsolute),
      ("c:a", .nameAbsolute), ("z:", .nameAbsolute),
      ("a\\b", .nameBackslash), ("..\\a", .nameBackslash), ("\\\\host\\a", .nameBackslash), ("C:\\a", .nameBackslash),
      ("\\", .nameBackslash),
      ("a.", .nameDevice), ("a ", .nameDevice), ("a./b", .nameDevice), ("a /b", .nameDevice), ("...", .nameDevice),
      ("a..", .nameDevice), (" ", .nameDevice),
      ("a/", .directory), ("a/b/", .directory),
    ]
    let reserved = "<>:\"|?*".flatMap { character in
      ["\(character)abc", "ab\(character)c", "abc\(character)", "d/ab\(character)c"].map {
        ($0, ArchiveError.Kind.nameReserved)
      }
    }
    return (kinds + reserved).map { name, rule in
      HostileArchiveKind("the name “\(name.count > 40 ? "\(name.utf8.count) bytes" : name)”", rule, ForgedEntry(name))
    }
  }()

  private static let characters: [HostileArchiveKind] = {
    let controls = Array(UInt32(0)..<0x20) + Array(UInt32(0x7f)..<0xa0)
    let directions: [UInt32] = [
      0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x2028, 0x2029, 0xfeff,
      0xfff9, 0xfffa, 0xfffb, 0xe0000, 0xe0001, 0xe0020, 0xe007f,
    ]
    return (controls + directions).compactMap { value in
      Unicode.Scalar(value).map { scalar in
        HostileArchiveKind(
          "a name with U+\(String(value, radix: 16, uppercase: true))", .nameControl, ForgedEntry("a\(scalar)b"))
      }
    }
  }()

  private static let devices: [HostileArchiveKind] = {
    let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]
    let stems =
      ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"] + digits.map { "COM\($0)" }
      + digits.map { "LPT\($0)" }
    return stems.flatMap { stem in
      [stem, stem.lowercased() + ".txt", "a/\(stem).tar.gz", "\(stem)/a"].map {
        HostileArchiveKind("the device “\($0)”", .nameDevice, ForgedEntry($0))
      }
    }
  }()

  private static let encodings: [HostileArchiveKind] = {
    let bytes: [(String, [UInt8])] = [
      ("a byte that is never UTF-8", [0xff]), ("another one", [0xfe, 0x61]), ("a slash of two bytes", [0xc0, 0xaf]),
      ("a slash of three bytes", [0xe0, 0x80, 0xaf]), ("a slash of four bytes", [0xf0, 0x80, 0x80, 0xaf]),
      ("a dot of two bytes", [0xc0, 0xae]), ("NUL of two bytes", [0xc0, 0x80]),
      ("half a surrogate", [0xed, 0xa0, 0x80]),
      ("a surrogate pair", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), ("beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]),
      ("five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80]), ("a cut character", [0x61, 0xc3]), ("a lone end", [0x80]),
      ("a cut character of three", [0xe2, 0x82]), ("Latin-1", [0x61, 0xe9, 0x62]), ("Shift JIS", [0x83, 0x5c]),
    ]
    var unmarked = ForgedEntry("é")
    unmarked.flags = 0
    return bytes.map { HostileArchiveKind("a name with \($0)", .nameEncoding, ForgedEntry($1)) }
      + [HostileArchiveKind("a name that is not marked as UTF-8", .nameEncoding, unmarked)]
  }()

  private static let collisions: [HostileArchiveKind] = {
    let pairs: [(String, String)] = [
      ("a.txt", "a.txt"), ("A.TXT", "a.txt"), ("aB", "Ab"), ("\u{e9}", "e\u{301}"), ("\u{c9}", "e\u{301}"),
      ("\u{1e9e}", "ss"), ("\u{df}", "ss"), ("\u{df}", "SS"), ("\u{17f}", "s"), ("\u{212a}", "k"),
      ("\u{212b}", "\u{e5}"),
      ("\u{fb01}", "fi"), ("\u{3c2}", "\u{3c3}"), ("\u{1c4}", "\u{1c5}"), ("\u{ac00}", "\u{1100}\u{1161}"),
      ("d/A", "d/a"), ("D/a", "d/a"),
    ]
    let folders: [(String, String)] = [("a", "a/b"), ("A", "a/b"), ("a/b", "a/b/c/d"), ("\u{e9}", "e\u{301}/a")]
    return pairs.map { HostileArchiveKind("“\($0)” beside “\($1)”", .duplicate, ForgedEntry($0), ForgedEntry($1)) }
      + folders.map { HostileArchiveKind("“\($0)” beside “\($1)”", .fileIsFolder, ForgedEntry($0), ForgedEntry($1)) }
  }()
}

// MARK: Headers

extension HostileArchiveKind {
  private static let headers: [HostileArchiveKind] = {
    var kinds: [HostileArchiveKind] = []
    func add(_ name: String, _ rule: ArchiveError.Kind, _ change: (inout ForgedEntry) -> Void) {
      var entry = ForgedEntry("a")
      change(&entry)
      kinds.append(HostileArchiveKind(name, rule, entry))
    }
    for method in Array(UInt16(1)...7) + Array(9...20) + Array(93...99) + [0xffff] {
      add("the method \(method)", .method) { $0.method = method }
    }
    for bit in 0..<16 where bit != 11 {
      let rule: ArchiveError.Kind = bit == 0 || bit == 6 || bit == 13 ? .encrypted : .feature
      add("the flag of bit \(bit)", rule) { $0.flags |= 1 << UInt16(bit) }
    }
    for version: UInt16 in [46, 50, 51, 52, 61, 62, 63, 255] {
      add("the version \(version)", .feature) { $0.version = version }
    }
    let types: [(String, UInt16, ArchiveError.Kind)] = [
      ("a pipe", 0o010000, .link), ("a character device", 0o020000, .link), ("a folder", 0o040000, .directory),
      ("a block device", 0o060000, .link), ("a symbolic link", 0o120000, .link), ("a socket", 0o140000, .link),
      ("a door", 0o150000, .link), ("a whiteout", 0o160000, .link), ("type 3", 0o030000, .link),
      ("type 5", 0o050000, .link), ("type 7", 0o070000, .link), ("type 9", 0o110000, .link),
      ("type 11", 0o130000, .link), ("type 15", 0o170000, .link),
    ]
    for (name, type, rule) in types { add(name, rule) { $0.mode = type | 0o644 } }
    add("a link that anybody may write", .link) { $0.mode = 0o120777 }
    add("a folder of MS-DOS", .directory) { $0.dosAttributes = 0x10 }
    add("a comment", .feature) { $0.comment = Array("x".utf8) }
    add("a long comment", .feature) { $0.comment = [UInt8](repeating: 0x50, count: 1000) }
    return kinds
  }()

  private static let extraFields: [HostileArchiveKind] = {
    let fields: [(String, [UInt8])] = [
      ("ZIP64 without need", [1, 0, 8, 0] + [UInt8](repeating: 0, count: 8)), ("AV info", [7, 0, 0, 0]),
      ("NTFS times", [0x0a, 0, 4, 0, 0, 0, 0, 0]), ("OpenVMS", [0x0c, 0, 0, 0]), ("Unix", [0x0d, 0, 0, 0]),
      ("strong encryption", [0x17, 0, 0, 0]), ("a time", [0x55, 0x54, 1, 0, 0]),
      ("Info-ZIP Unix 1", [0x55, 0x58, 0, 0]),
      ("Info-ZIP Unix 2", [0x55, 0x78, 0, 0]), ("Info-ZIP Unix 3", [0x75, 0x78, 0, 0]),
      ("a Unicode path", [0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x62]),
      ("a Unicode comment", [0x75, 0x63, 5, 0, 1, 0, 0, 0, 0]),
      ("AES", [0x01, 0x99, 7, 0, 2, 0, 0x41, 0x45, 3, 0, 0]), ("Java", [0xfe, 0xca, 0, 0]), ("one byte", [0]),
      ("a length beyond its end", [9, 9, 0xff, 0xff]),
    ]
    return fields.flatMap { name, bytes in
      var central = ForgedEntry("a")
      central.extra = bytes
      var local = ForgedEntry("a")
      local.localExtra = bytes
      return [
        HostileArchiveKind("the extra field of \(name)", .feature, central),
        HostileArchiveKind("the extra field of \(name) in the local header only", .localHeader, local),
      ]
    }
  }()
}

/// Kinds of hostile archives, each by its name and with the rule that refuses it.
struct HostileArchiveKindTests {
  @Test(arguments: HostileArchiveKind.all) func isRefusedByItsRule(kind: HostileArchiveKind) {
    let error = #expect(throws: ArchiveError.self) {
      let reader = try ArchiveReader(ByteSource(kind.bytes))
      for entry in reader.entries { _ = try reader.contents(of: entry) }
    }
    #expect(error?.kind == kind.rule, "\(kind.testDescription)")
    // The error is one line that disturbs no terminal.
    #expect(error?.description.unicodeScalars.contains { $0.value < 0x20 || 0x7f..<0xa0 ~= $0.value } == false)
  }

  @Test func theForgeItselfWritesSoundArchives() throws {
    let reader = try ArchiveReader(ByteSource(ForgedArchive.bytes([ForgedEntry("a"), ForgedEntry("b/[id:int].html")])))
    #expect(reader.entries.map(\.name) == ["a", "b/[id:int].html"])
    #expect(try reader.contents(of: "a") == [1, 2, 3])
  }

  @Test func theKindsAreManyAndDiffer() {
    #expect(Set(HostileArchiveKind.all.map(\.name)).count == HostileArchiveKind.all.count)
    let count = HostileArchiveKind.all.count + HostileArchiveTests.lyingFields.count
    #expect(count >= 278)
    print("hostile archives: \(count) kinds, each refused by its rule")
  }
}
