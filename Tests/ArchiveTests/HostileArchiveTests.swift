import Foundation
import Testing

@testable import Archive

/// Archives with false numbers: each is refused, with the rule that it breaks.
struct HostileArchiveTests {
  private let files: [(name: String, entry: CompressedEntry)] = [
    ("a.txt", CompressedEntry(compressing: Array("hello".utf8))),
    ("b.txt", CompressedEntry(compressing: Array(String(repeating: "abc ", count: 100).utf8))),
  ]

  /// Opens the archive and reads every entry.
  private func read(_ bytes: [UInt8], limits: ArchiveLimits = .standard) throws {
    let reader = try ArchiveReader(ByteSource(bytes), limits: limits)
    for entry in reader.entries { _ = try reader.contents(of: entry) }
  }

  private func kind(_ bytes: [UInt8], limits: ArchiveLimits = .standard) -> ArchiveError.Kind? {
    do {
      try read(bytes, limits: limits)
      return nil
    } catch {
      return (error as? ArchiveError)?.kind
    }
  }

  private func position(of signature: [UInt8], in bytes: [UInt8], after start: Int = 0) -> Int {
    (start...(bytes.count - 4)).first { Array(bytes[$0..<$0 + 4]) == signature } ?? 0
  }

  /// A changed copy: bytes at places counted from the first local header, the first central header and the end record.
  private func changed(_ changes: [(part: Character, offset: Int, value: [UInt8])]) throws -> [UInt8] {
    var bytes = try ArchiveWriter.archive(files)
    let central = position(of: [0x50, 0x4b, 1, 2], in: bytes)
    for (part, offset, value) in changes {
      let start = (part == "L" ? 0 : part == "C" ? central : bytes.count - 22) + offset
      bytes.replaceSubrange(start..<start + value.count, with: value)
    }
    return bytes
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try ArchiveWriter.archive(files)
    for length in 0..<bytes.count { #expect(kind(Array(bytes.prefix(length))) != nil, "\(length) bytes") }
    #expect(kind(bytes) == nil)
  }

  @Test func everyChangedByteOfTheStructureIsRefusedOrHarmless() throws {
    let bytes = try ArchiveWriter.archive(files)
    let original = try ArchiveReader(ByteSource(bytes))
    for index in bytes.indices {
      for mask: UInt8 in [1, 0x80, 0xff] {
        var damaged = bytes
        damaged[index] ^= mask
        guard let reader = try? ArchiveReader(ByteSource(damaged)) else { continue }
        // What still opens (a time, an attribute) has the same names, and gives the same bytes or an error.
        #expect(reader.entries.map(\.name).count == original.entries.count)
        for entry in reader.entries where original.entry(entry.name) != nil {
          if let contents = try? reader.contents(of: entry) {
            #expect(try contents == original.contents(of: entry.name), "byte \(index)")
          }
        }
      }
    }
  }

  /// A field, or two, with another value: places are counted from the first local header, the first central header and the
  /// end record.
  struct LyingField: Sendable, CustomTestStringConvertible {
    let name: String
    let changes: [(part: Character, offset: Int, value: [UInt8])]
    let rule: ArchiveError.Kind

    var testDescription: String { "\(name): \(rule.rawValue)" }

    init(
      _ name: String, _ changes: [(part: Character, offset: Int, value: [UInt8])], _ rule: ArchiveError.Kind
    ) {
      self.name = name
      self.changes = changes
      self.rule = rule
    }
  }

  static let lyingFields = [
    LyingField("trailing comment", [("E", 20, [1, 0])], .trailingBytes),
    LyingField("disk number", [("E", 4, [1, 0])], .spanned),
    LyingField("directory's disk", [("E", 6, [1, 0])], .spanned),
    LyingField("counts differ", [("E", 8, [1, 0])], .spanned),
    LyingField("fewer entries", [("E", 8, [1, 0, 1, 0])], .entryCount),
    LyingField("more entries", [("E", 8, [3, 0, 3, 0])], .entryCount),
    LyingField("count needs ZIP64", [("E", 8, [0xff, 0xff, 0xff, 0xff])], .zip64),
    LyingField("size needs ZIP64", [("E", 12, [0xff, 0xff, 0xff, 0xff])], .zip64),
    LyingField("offset needs ZIP64", [("E", 16, [0xff, 0xff, 0xff, 0xff])], .zip64),
    LyingField("directory beyond the file", [("E", 16, [0xff, 0xff, 0, 0])], .centralDirectory),
    LyingField("directory too large", [("E", 12, [0xff, 0xff, 0, 0])], .centralDirectory),
    LyingField("directory too small", [("E", 12, [1, 0, 0, 0])], .gap),
    LyingField("central signature", [("C", 0, [0])], .signature),
    LyingField("version", [("C", 6, [63, 0])], .feature),
    LyingField("encrypted", [("C", 8, [1, 8])], .encrypted),
    LyingField("strongly encrypted", [("C", 8, [0x40, 8])], .encrypted),
    LyingField("masked headers", [("C", 8, [0, 0x28])], .encrypted),
    LyingField("data descriptor", [("C", 8, [8, 8])], .feature),
    LyingField("patched data", [("C", 8, [0x20, 8])], .feature),
    LyingField("method", [("C", 10, [12, 0])], .method),
    LyingField("deflate64", [("C", 10, [9, 0])], .method),
    LyingField("lzma", [("C", 10, [14, 0])], .method),
    LyingField("checksum only in the directory", [("C", 16, [1])], .localHeader),
    LyingField("compressed size", [("C", 20, [4, 0, 0, 0])], .localHeader),
    LyingField("size", [("C", 24, [4, 0, 0, 0])], .localHeader),
    LyingField("size beyond limits", [("C", 24, [0xfe, 0xff, 0xff, 0xff])], .unpackedSize),
    LyingField("name's length", [("C", 28, [4, 0])], .signature),
    LyingField("extra field", [("C", 30, [4, 0])], .feature),
    LyingField("comment", [("C", 32, [4, 0])], .feature),
    LyingField("entry's disk", [("C", 34, [1, 0])], .spanned),
    LyingField("symbolic link", [("C", 38, [0, 0, 0xff, 0xa1])], .link),
    LyingField("device", [("C", 38, [0, 0, 0xff, 0x61])], .link),
    LyingField("pipe", [("C", 38, [0, 0, 0xff, 0x11])], .link),
    LyingField("socket", [("C", 38, [0, 0, 0xff, 0xc1])], .link),
    LyingField("folder", [("C", 38, [0, 0, 0xff, 0x41])], .directory),
    LyingField("folder of MS-DOS", [("C", 38, [0x10, 0])], .directory),
    LyingField("prefix", [("C", 42, [1, 0, 0, 0])], .prefix),
    LyingField("both at one place", [("C", 42, [40, 0, 0, 0])], .overlap),
    LyingField("name of NUL", [("C", 46, [0])], .nameControl),
    LyingField("absolute name", [("C", 46, [0x2f])], .nameAbsolute),
    LyingField("backslash", [("C", 46, [0x5c])], .nameBackslash),
    LyingField("drive", [("C", 47, [0x3a])], .nameAbsolute),
    LyingField("name is not UTF-8", [("C", 46, [0xff])], .nameEncoding),
    LyingField("overlong UTF-8", [("C", 46, [0xc0, 0xaf])], .nameEncoding),
    LyingField("names collide", [("C", 46, [0x42]), ("L", 30, [0x42])], .duplicate),
    LyingField("local signature", [("L", 0, [0])], .signature),
    LyingField("local encryption", [("L", 6, [1, 8])], .encrypted),
    LyingField("local data descriptor", [("L", 6, [8, 8])], .localHeader),
    LyingField("local method", [("L", 8, [8, 0])], .localHeader),
    LyingField("local checksum", [("L", 14, [9])], .localHeader),
    LyingField("local compressed size", [("L", 18, [9, 0, 0, 0])], .localHeader),
    LyingField("local size", [("L", 22, [9, 0, 0, 0])], .localHeader),
    LyingField("local name", [("L", 30, [0x62])], .localHeader),
    LyingField("local extra field", [("L", 28, [2, 0])], .localHeader),
    LyingField("local name over the directory", [("L", 26, [0xff, 0xff])], .overlap),
    LyingField("checksum in both", [("L", 14, [1]), ("C", 16, [1])], .checksum),
    LyingField("stored sizes differ", [("L", 22, [9, 0, 0, 0]), ("C", 24, [9, 0, 0, 0])], .size),
    LyingField("stored bytes", [("L", 35, [0x20])], .checksum),
  ]

  @Test(arguments: lyingFields) func fieldsThatAreFalse(field: LyingField) throws {
    let found = try kind(changed(field.changes))
    // A false field may show first in another: it is refused in any case, and by this rule.
    #expect(
      found == field.rule || field.name == "both at one place" && found != nil,
      "\(field.name): \(String(describing: found))")
  }

  @Test func bytesAroundTheArchive() throws {
    let bytes = try ArchiveWriter.archive(files)
    #expect(kind(bytes + [0]) == .trailingBytes)
    #expect(kind(bytes + bytes) != nil)
    #expect(kind([0x4d, 0x5a] + bytes) != nil)
    #expect(kind([]) == .endRecordMissing)
    #expect(kind(Array(repeating: 0, count: 100)) == .endRecordMissing)
  }

  @Test func bombsStopAtTheirFirstByteTooMany() throws {
    let zeros = [UInt8](repeating: 0, count: 50_000_000)
    let bomb = CompressedEntry(compressing: zeros)
    #expect(bomb.data.count < 60_000)
    for declared: UInt64 in [0, 1, 1000, 49_999_999] {
      let falseEntry = CompressedEntry(
        method: .deflate, checksum: bomb.checksum, size: declared, data: try bomb.data.bytes())
      let archive = try ArchiveWriter.archive([("bomb", falseEntry)])
      let reader = try ArchiveReader(ByteSource(archive))
      var produced: UInt64 = 0
      let error = #expect(throws: ArchiveError.self) {
        try reader.extract(reader.entries[0]) { produced += UInt64($0.count) }
      }
      #expect(error?.kind == .size)
      #expect(produced <= declared)
    }
    let honest = try ArchiveWriter.archive([("bomb", bomb)])
    #expect(kind(honest, limits: ArchiveLimits(entryCount: 1, unpackedSize: 1_000_000)) == .unpackedSize)
    #expect(kind(honest, limits: ArchiveLimits(entryCount: 1, unpackedSize: 1_000, areExact: true)) == .unpackedSize)
  }

  @Test func deflateStreamsThatAreNone() throws {
    let good = CompressedEntry(compressing: Array(String(repeating: "abc ", count: 100).utf8))
    let stream = try good.data.bytes()
    func kind(_ data: [UInt8], size: UInt64) throws -> ArchiveError.Kind? {
      try self.kind(
        ArchiveWriter.archive([
          ("x", CompressedEntry(method: .deflate, checksum: good.checksum, size: size, data: data))
        ]))
    }
    #expect(try kind(stream, size: 400) == nil)
    #expect(try kind(stream + [0], size: 400) == .deflate)
    #expect(try kind(Array(stream.dropLast()), size: 400) == .deflate)
    #expect(try kind(stream, size: 401) == .size)
    #expect(try kind(stream, size: 399) == .size)
    #expect(try kind([], size: 0) == .deflate)
    #expect(try kind([7], size: 0) == .deflate)
    for byte in 0..<UInt8.max { _ = try kind([byte] + stream, size: 400) }
  }

  /// Names that are in order, and in small letters of ASCII, are compared in another way than others.
  @Test(arguments: [
    ["a", "a-b", "a/b"], ["a/b", "a/b.c", "a/b/c/d"], ["a/b", "a/b"], ["web/a", "web/a/b/c", "web/b"],
  ])
  func orderedNamesCollideAsOthersDo(names: [String]) throws {
    func kind(_ names: [String]) -> ArchiveError.Kind? {
      do throws(ArchiveError) {
        try EntryName.checkCollisions(names)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind(names) != nil)
    #expect(kind(names) == kind(names.reversed()))
    #expect(kind(names) == kind(["Z"] + names))
    #expect(kind(["a-b", "a.c", "a/b", "aa", "b/c/d", "b/e"]) == nil)
  }

  @Test func entriesSetAsideAreTheSame() throws {
    let folder = NSTemporaryDirectory()
    let spill = try #require(SpillFile(in: folder))
    let entries = (0..<50).map { CompressedEntry(compressing: Array(repeating: UInt8($0), count: $0 * $0)) }
    let aside = entries.map { entry in
      var entry = entry
      entry.data.setAside(in: spill)
      return entry
    }
    #expect(aside == entries)
    #expect(aside[7] != entries[8])
    let names = (10..<60).map { "f\($0)" }
    #expect(
      try ArchiveWriter.archive(Array(zip(names, aside))) == ArchiveWriter.archive(Array(zip(names, entries))))
    #expect(SpillFile(in: "/dev/null/none") == nil)
  }

  @Test func sharedDataIsAnOverlap() throws {
    // Two entries of the directory on one local file: the trick of overlapping bombs.
    var bytes = try ArchiveWriter.archive(files)
    let first = position(of: [0x50, 0x4b, 1, 2], in: bytes)
    let second = position(of: [0x50, 0x4b, 1, 2], in: bytes, after: first + 4)
    for offset in 0..<4 { bytes[second + 42 + offset] = bytes[first + 42 + offset] }
    #expect(kind(bytes) == .overlap)
  }

  @Test func manyRandomMutationsNeverTrap() throws {
    let bytes = try ArchiveWriter.archive(files)
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var refused = 0
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0...random(6) { damaged[random(damaged.count)] = UInt8([0, 1, 0x50, 0x7f, 0x80, 0xff][random(6)]) }
      if kind(damaged) != nil { refused += 1 }
    }
    #expect(refused > 1500)
  }
}
