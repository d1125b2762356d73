import Foundation
import JSONValues
import Manifest
import TestSupport
import Testing

@testable import Archive

/// Hostile releases, one process for all: each is refused with its own error, nothing is written outside of the stores,
/// and memory stays bounded.
struct HostileReleaseTests {
  @Test func everyHostileReleaseIsRefusedInBoundedMemory() throws {
    let hostile = try HostileServers()
    try addArchives(hostile)
    try addNames(hostile)
    try addBombs(hostile)
    try addManifests(hostile)
    try addEnvelopes(hostile)
    let refused = hostile.expected.values.count { !$0.contains("installed") }
    #expect(refused >= 200)
    try compareVectors(hostile)

    let stores = try TemporaryFolder()
    let run = try UpdaterProgram.run(
      "survey", hostile.servers.path, stores.path + "/stores", "--key", hostile.keyFile, "--now", "1800000000",
      "--attempts", "1")
    #expect(run.status == 0)
    var answers: [String: String] = [:]
    for line in run.output.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2 { answers[parts[0]] = String(parts[1].dropFirst()) }
    }
    for (name, kinds) in hostile.expected.sorted(by: { $0.key < $1.key }) {
      let answer = answers[name]?.split(separator: ",").map(String.init) ?? []
      #expect(answer.count == 2 && kinds.contains(answer[0]), "\(name): \(answer), wanted \(kinds.sorted())")
      #expect(answer.last == (kinds.contains("installed") ? " shown" : " nothing shown"), "\(name)")
    }
    // Nothing beside the stores, no release in any, no name in a store that a store has not.
    #expect(FileSystem.names(in: stores.path) == ["stores"])
    for name in hostile.expected.keys {
      let folder = stores.path + "/stores/" + name
      #expect(Set(FileSystem.names(in: folder) ?? []).isSubset(of: Self.storeNames), "\(name)")
      if hostile.expected[name]?.contains("installed") != true {
        #expect(FileSystem.names(in: folder + "/releases") == [], "\(name)")
      }
    }
    let peak = Int(answers["peak"]?.split(separator: " ").first ?? "") ?? 0
    #expect(peak > 0 && peak < 64 * 1024, "\(peak) kB")
    print("hostile releases: \(refused) refused, peak of memory \(peak) kB")
  }

  /// Names that come from elsewhere steer neither a terminal nor a runner of CI.
  @Test(arguments: [
    ("::error::x", "\u{FFFD}::error::x: "), ("a ##[error]b", "a #\u{FFFD}[error]b: "),
    ("\u{1B}[31m\u{202E}x", "\u{FFFD}[31m\u{FFFD}x: "), ("a: b", "a: b: "),
  ])
  func namesSteerNothing(name: String, shown: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/servers/" + name, withIntermediateDirectories: true)
    let run = try UpdaterProgram.run("survey", folder.path + "/servers", folder.path + "/stores", "--attempts", "1")
    #expect(run.status == 0 && run.output.hasPrefix(shown), "\(run.output)")
    #expect(run.output.contains(", nothing shown\n"), "\(run.output)")
  }

  private static let storeNames: Set<String> = [
    "objects", "releases", "roots", "downloads", "state.json", "state.before.json", "verified", "lock", "install.lock",
  ]

  /// Clients in other languages are tested with the same servers, from a file of the repository.
  private func compareVectors(_ hostile: HostileServers) throws {
    let made = try HostileVectors(hostile)
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil { try made.write() }
    let committed = try HostileVectors()
    let verdicts = { (vectors: HostileVectors) in
      Dictionary(vectors.servers.map { ($0.name, $0.verdicts) }, uniquingKeysWith: { first, _ in first })
    }
    #expect(
      verdicts(made) == verdicts(committed),
      "run: HYBRID_UPDATE=1 swift test --filter HostileReleaseTests; then look at clients/javascript/test/hostile.test.js"
    )
  }

  // MARK: Archives

  private func addArchives(_ hostile: HostileServers) throws {
    typealias Change = (part: Character, offset: Int, value: [UInt8])
    let cases: [(String, [Change], ArchiveError.Kind)] = [
      ("comment", [("E", 20, [1, 0])], .trailingBytes), ("disk", [("E", 4, [1, 0])], .spanned),
      ("directory-disk", [("E", 6, [1, 0])], .spanned), ("counts-differ", [("E", 8, [1, 0])], .spanned),
      ("fewer-entries", [("E", 8, [1, 0, 1, 0])], .entryCount),
      ("more-entries", [("E", 8, [3, 0, 3, 0])], .entryCount),
      ("zip64-count", [("E", 8, [0xff, 0xff, 0xff, 0xff])], .zip64),
      ("zip64-size", [("E", 12, [0xff, 0xff, 0xff, 0xff])], .zip64),
      ("zip64-offset", [("E", 16, [0xff, 0xff, 0xff, 0xff])], .zip64),
      ("directory-beyond", [("E", 16, [0xff, 0xff, 0, 0])], .centralDirectory),
      ("directory-large", [("E", 12, [0xff, 0xff, 0, 0])], .centralDirectory),
      ("directory-small", [("E", 12, [1, 0, 0, 0])], .gap), ("central-signature", [("C", 0, [0])], .signature),
      ("version", [("C", 6, [63, 0])], .feature), ("encrypted", [("C", 8, [1, 8])], .encrypted),
      ("strong-encryption", [("C", 8, [0x40, 8])], .encrypted), ("masked", [("C", 8, [0, 0x28])], .encrypted),
      ("descriptor", [("C", 8, [8, 8])], .feature), ("patched", [("C", 8, [0x20, 8])], .feature),
      ("method-bzip2", [("C", 10, [12, 0])], .method), ("method-deflate64", [("C", 10, [9, 0])], .method),
      ("method-lzma", [("C", 10, [14, 0])], .method), ("method-zstd", [("C", 10, [93, 0])], .method),
      ("checksum-central", [("C", 16, [1])], .localHeader),
      ("compressed-size", [("C", 20, [4, 0, 0, 0])], .localHeader),
      ("size", [("C", 24, [4, 0, 0, 0])], .unpackedSize),
      ("size-huge", [("C", 24, [0xfe, 0xff, 0xff, 0xff])], .unpackedSize),
      ("name-length", [("C", 28, [4, 0])], .signature), ("extra-field", [("C", 30, [4, 0])], .feature),
      ("entry-comment", [("C", 32, [4, 0])], .feature), ("entry-disk", [("C", 34, [1, 0])], .spanned),
      ("symbolic-link", [("C", 38, [0, 0, 0xff, 0xa1])], .link), ("device", [("C", 38, [0, 0, 0xff, 0x61])], .link),
      ("pipe", [("C", 38, [0, 0, 0xff, 0x11])], .link), ("socket", [("C", 38, [0, 0, 0xff, 0xc1])], .link),
      ("folder", [("C", 38, [0, 0, 0xff, 0x41])], .directory), ("folder-dos", [("C", 38, [0x10, 0])], .directory),
      ("prefix", [("C", 42, [1, 0, 0, 0])], .prefix), ("local-signature", [("L", 0, [0])], .signature),
      ("local-encryption", [("L", 6, [1, 8])], .encrypted), ("local-descriptor", [("L", 6, [8, 8])], .localHeader),
      ("local-method", [("L", 8, [8, 0])], .localHeader), ("local-checksum", [("L", 14, [9])], .localHeader),
      ("local-compressed", [("L", 18, [9, 0, 0, 0])], .localHeader),
      ("local-size", [("L", 22, [9, 0, 0, 0])], .localHeader),
      ("local-name", [("L", 30, [0x62])], .localHeader), ("local-extra", [("L", 28, [2, 0])], .localHeader),
      ("local-over", [("L", 26, [0xff, 0xff])], .overlap),
      ("checksum-both", [("L", 14, [1]), ("C", 16, [1])], .checksum),
      ("stored-bytes", [("L", 35, [0x20])], .checksum),
    ]
    for (name, changes, kind) in cases {
      try hostile.add("field-\(name)", "archive.\(kind.rawValue)", archive: hostile.changed(changes))
    }
    try hostile.add("after", "archive.trailingBytes", archive: hostile.archive + [0])
    try hostile.add("before", "archive.prefix", "archive.gap", archive: [0x4d, 0x5a] + hostile.archive)
    try hostile.add("twice", "archive.gap", "archive.prefix", archive: hostile.archive + hostile.archive)
    try hostile.add("no-archive", "archive.endRecordMissing", archive: Array(repeating: 0, count: 100))
    // `HostileArchiveTests` cuts at every byte.
    for length in stride(from: 1, to: hostile.archive.count, by: 3) {
      let name = "cut-\(length)"
      try hostile.add(name, "archive.endRecordMissing", archive: Array(hostile.archive.prefix(length)))
    }
    // What a server cuts or changes without the manifest saying so.
    for length in stride(from: 0, to: hostile.archive.count, by: 40) {
      let name = "served-cut-\(length)"
      try hostile.add(name, "transport.refused", archive: Array(hostile.archive.prefix(length)), isConsistent: false)
    }
    try hostile.add("served-longer", "transport.tooLong", archive: hostile.archive + [0], isConsistent: false)
    var generator = SeededGenerator(state: 11)
    for number in 0..<40 {
      var bytes = hostile.archive
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      try hostile.add("served-changed-\(number)", "hash", archive: bytes, isConsistent: false)
    }
  }

  private func addNames(_ hostile: HostileServers) throws {
    let names: [(String, String)] = [
      ("../ab", "nameTraversal"), ("ab/..", "nameTraversal"), ("a/../", "directory"), ("./abc", "nameTraversal"),
      ("a//bc", "nameTraversal"), ("abcd/", "directory"), ("/etc1", "nameAbsolute"), ("C:/ab", "nameAbsolute"),
      ("c:abc", "nameAbsolute"), ("a\\b.t", "nameBackslash"), ("..\\ab", "nameBackslash"), ("a\u{0}b.t", "nameControl"),
      ("a\nb.t", "nameControl"), ("a\u{7f}b.t", "nameControl"), ("\u{202e}ab", "nameControl"),
      ("\u{feff}ab", "nameControl"), ("nul.x", "nameDevice"), ("NUL.x", "nameDevice"), ("con.x", "nameDevice"),
      ("aux.t", "nameDevice"), ("a/prn", "nameDevice"), ("com1x", ""), ("abcd.", "nameDevice"), ("abcd ", "nameDevice"),
      ("ab:cd", "nameReserved"), ("a*.tx", "nameReserved"), ("a?.tx", "nameReserved"), ("<ab>c", "nameReserved"),
      ("a|bcd", "nameReserved"), ("a\"bcd", "nameReserved"), ("b.txt", "duplicate"), ("B.TXT", "duplicate"),
      ("b.TXT", "duplicate"),
    ]
    for (number, (name, kind)) in names.enumerated() where !kind.isEmpty {
      let bytes = Array(name.utf8)
      try hostile.add(
        "name-\(number)-\(kind)", "archive.\(kind)", archive: hostile.changed([("C", 46, bytes), ("L", 30, bytes)]))
      // The same name in an index.
      let escaped = String(decoding: JSONValue.string(name).canonicalBytes, as: UTF8.self)
      let index = String(decoding: hostile.index, as: UTF8.self).replacing(#""a.txt""#, with: escaped)
      try hostile.add("index-name-\(number)", "path", "index", index: Array(index.utf8))
    }
    try hostile.add("name-latin1", "archive.nameEncoding", archive: hostile.changed([("C", 46, [0xff])]))
    try hostile.add("name-overlong", "archive.nameEncoding", archive: hostile.changed([("C", 46, [0xc0, 0xaf])]))
  }

  private func addBombs(_ hostile: HostileServers) throws {
    let size = 70_000_000
    for declared: UInt64 in [1, 1000, 69_999_999] {
      let bomb = try hostile.bomb(size, declared: declared)
      try hostile.add("bomb-\(declared)", "archive.size", archive: bomb.archive, index: bomb.index) {
        $0.packages[0].entryCount = 1
        $0.packages[0].unpackedSize = declared
      }
    }
    let honest = try hostile.bomb(size, declared: UInt64(size))
    try hostile.add("bomb-beyond-manifest", "index", archive: honest.archive, index: honest.index) {
      $0.packages[0].entryCount = 1
      $0.packages[0].unpackedSize = 1000
    }
    let modest = try hostile.bomb(size, declared: 1000).index
    try hostile.add("bomb-beyond-index", "archive.unpackedSize", archive: honest.archive, index: modest) {
      $0.packages[0].entryCount = 1
      $0.packages[0].unpackedSize = 1000
    }
    try hostile.add("bomb-by-count", "archive.entryCount", archive: honest.archive)
    // One that is what it says, and one inside another, which nobody unpacks: both are large files, no more.
    func identity(_ index: [UInt8]) throws -> ContentHash {
      ReleaseManifest.identity(of: try PackageIndex(decoding: index).entries.map { ("base", $0.path, $0.hash) })
    }
    let honestID = try identity(honest.index)
    try hostile.add("large-and-honest", "installed", archive: honest.archive, index: honest.index) {
      $0.id = honestID
      $0.packages[0].entryCount = 1
      $0.packages[0].unpackedSize = UInt64(size)
    }
    let inner = honest.archive
    let nested = try ArchiveWriter.archive([("a.txt", CompressedEntry(compressing: inner))])
    let nestedIndex = PackageIndex([
      PackageIndexEntry(
        path: "a.txt", hash: ContentHash(of: inner), size: UInt64(inner.count), contentType: "application/zip")
    ])
    let nestedID = try identity(nestedIndex.encode())
    try hostile.add("nested", "installed", archive: nested, index: nestedIndex.encode()) {
      $0.id = nestedID
      $0.packages[0].entryCount = 1
      $0.packages[0].unpackedSize = UInt64(inner.count)
    }
    // Two entries of the directory on one local file.
    var bytes = hostile.archive
    let central = (0..<bytes.count - 4).filter { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4b, 1, 2] }
    for offset in 0..<4 { bytes[central[1] + 42 + offset] = bytes[central[0] + 42 + offset] }
    try hostile.add("overlapping", "archive.overlap", archive: bytes)
    let many = try ArchiveWriter.archive((0..<30_000).map { (name: "\($0)", entry: CompressedEntry(compressing: [])) })
    try hostile.add("many-entries", "archive.entryCount", archive: many)
    // Content that is not what the index promised.
    let other = try ArchiveWriter.archive(
      HostileServers.files.map {
        (name: $0.path, entry: CompressedEntry(compressing: $0.bytes.map { $0 ^ 1 }))
      })
    try hostile.add("other-contents", "hash", archive: other)
    let swapped = try ArchiveWriter.archive(
      zip(HostileServers.files, HostileServers.files.reversed()).map {
        (name: $0.path, entry: CompressedEntry(compressing: $1.bytes))
      })
    try hostile.add("swapped-entries", "index", archive: swapped)
  }

  // MARK: Manifests and envelopes

  private func addManifests(_ hostile: HostileServers) throws {
    func edit(_ name: String, _ old: String, _ new: String, _ kinds: String...) throws {
      let manifest = String(decoding: hostile.manifest.encode(), as: UTF8.self)
      #expect(manifest.contains(old), "\(name)")
      let text = Array(manifest.replacing(old, with: new).utf8)
      try hostile.add("manifest-\(name)", kinds[0], isConsistent: false, text: { _ in text })
    }
    try edit("version", #""formatVersion":1"#, #""formatVersion":2"#, "version")
    try edit("version-text", #""formatVersion":1"#, #""formatVersion":"1""#, "member")
    try edit("version-zero", #""formatVersion":1"#, #""formatVersion":0"#, "version")
    try edit("sequence", #""sequence":1"#, #""sequence":2"#, "sequence")
    try edit("sequence-negative", #""sequence":1"#, #""sequence":-1"#, "member")
    try edit("sequence-fraction", #""sequence":1"#, #""sequence":1.5"#, "member")
    try edit("sequence-huge", #""sequence":1"#, #""sequence":1e300"#, "member")
    try edit("no-base", #""name":"base""#, #""name":"bases""#, "member")
    try edit("name-slash", #""name":"base""#, #""name":"../base""#, "member")
    try edit("entry-count", #""entryCount":2"#, #""entryCount":-2"#, "member")
    try edit("url-up", #""url":"packages/"#, #""url":"../packages/"#, "path")
    try edit("url-absolute", #""url":"packages/"#, #""url":"/packages/"#, "path")
    try edit("url-host", #""url":"packages/"#, #""url":"http://evil/"#, "path")
    try edit("url-query", #""url":"packages/"#, #""url":"packages/?"#, "path")
    try edit("url-percent", #""url":"packages/"#, #""url":"%2e%2e/"#, "path")
    try edit("hash-kind", #""hash":"sha256-"#, #""hash":"md5-"#, "member")
    try edit("twice", #""formatVersion":1"#, #""formatVersion":1,"formatVersion":1"#, "json")
    try hostile.add("manifest-count", "index", manifest: { $0.packages[0].entryCount = 3 })
    try hostile.add(
      "manifest-unpacked", "index", "archive.unpackedSize", manifest: { $0.packages[0].unpackedSize = 404 })
    try hostile.add("manifest-runtime", "installed", manifest: { $0.runtimeVersion = "99" })
    try hostile.add(
      "manifest-huge-package", "size", "transport.refused",
      manifest: { $0.packages[0].archive.size = 9_007_199_254_740_991 })
    try hostile.add(
      "manifest-files-swapped", "transport.refused", "transport.tooLong",
      manifest: { manifest in
        let archive = manifest.packages[0].archive
        manifest.packages[0].archive.url = manifest.packages[0].index.url
        manifest.packages[0].index.url = archive.url
      })
    let length = hostile.manifest.encode().count
    for cut in stride(from: 0, to: length, by: 9) {
      try hostile.add("manifest-cut-\(cut)", "json", text: { Array($0.prefix(cut)) })
    }
    try hostile.add("manifest-deep", "json", text: { _ in Array(repeating: UInt8(ascii: "["), count: 200_000) })
    try hostile.add("manifest-binary", "json", text: { _ in [0xff, 0xfe, 0, 1, 2] })
    let index = String(decoding: hostile.index, as: UTF8.self)
    try hostile.add("index-empty", "index", index: Array("[]".utf8))
    try hostile.add("index-object", "json", index: Array("{}".utf8))
    try hostile.add("index-size", "index", index: Array(index.replacing(#""size":5"#, with: #""size":6"#).utf8))
    try hostile.add("index-swapped", "index", index: Array(index.replacing("a.txt", with: "z.txt").utf8))
  }

  private func addEnvelopes(_ hostile: HostileServers) throws {
    let stranger = SigningKey()
    try hostile.add("unsigned", "signature", keys: [])
    try hostile.add("stranger", "signature", keys: [stranger])
    func edited(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
      Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
    }
    try hostile.add("signature-emptied", "signature", file: { edited($0, #""sig":""#, #""sig":"","was":""#) })
    try hostile.add("payload-type", "payloadType", file: { edited($0, "latest+json", "root+json") })
    try hostile.add("payload-changed", "signature", file: { edited($0, #""payload":"ey"#, #""payload":"fy"#) })
    for bit in 0..<8 {
      try hostile.add(
        "signature-bit-\(bit)", "signature",
        file: { file in
          guard var envelope = try? Envelope(decoding: file, payloadType: LatestRelease.payloadType) else {
            return file
          }
          envelope.signatures[0].signature[bit * 8] ^= 1 << UInt8(bit)
          return envelope.encode()
        })
    }
    try hostile.add("expired", "expired", latest: { $0.expires = Timestamp(seconds: 1_799_999_999) })
    try hostile.add("expires-now", "expired", latest: { $0.expires = Timestamp(seconds: 1_800_000_000) })
    try hostile.add("other-sequence", "sequence", latest: { $0.sequence = 9 })
    try hostile.add("other-hash", "hash", latest: { $0.manifest.hash = ContentHash(of: [1]) })
    try hostile.add("size-smaller", "transport.tooLong", latest: { $0.manifest.size -= 1 })
    try hostile.add("size-larger", "transport.connection", latest: { $0.manifest.size += 1 })
    try hostile.add("size-huge", "size", latest: { $0.manifest.size = 1 << 40 })
    try hostile.add("manifest-gone", "transport.refused", latest: { $0.manifest.url = "manifests/gone.json" })
    try hostile.add("latest-huge", "transport.tooLong", file: { $0 + [UInt8](repeating: 0x20, count: 300_000) })
    try hostile.add("payload-text", "json", payload: "latest")
    try hostile.add("payload-empty", "member", payload: "{}")
    try hostile.add("payload-rollout", "member", payload: Self.payload(#","rollout":7"#))
    try hostile.add("payload-expires", "member", payload: Self.payload(#","expires":"soon""#))
    try hostile.add("payload-path", "path", payload: Self.payload("", url: "../../etc/passwd"))
    for cut in stride(from: 0, to: 280, by: 7) {
      try hostile.add("latest-cut-\(cut)", "json", file: { Array($0.prefix(cut)) })
    }
  }

  private static func payload(_ more: String, url: String = "manifests/x.json") -> String {
    #"{"manifest":{"hash":"\#(ContentHash(of: [1]))","size":10,"url":"\#(url)"},"sequence":1\#(more)}"#
  }
}
