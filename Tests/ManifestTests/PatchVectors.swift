import Archive
import Foundation
import JSONValues
import TestSupport
import Testing

@testable import Manifest

/// Patches with what they give, sound and damaged, as one archive that clients in other languages are tested with too:
/// `Tests/Fixtures/Vectors/patches.zip`. `cases.json` has the packages and verdicts, `blobs/` the files by their hash.
/// `HYBRID_UPDATE=1` writes it again.
struct PatchVectors {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Vectors/patches.zip")

  /// What is done to a patch before it is applied.
  private enum Change {
    case none
    case cut(to: Int)
    case flip(byte: Int)
    case append
    case replaced(by: [UInt8])
  }

  private typealias Files = [String: [UInt8]]

  @Test func theCommittedPatchesHaveTheVerdictsOfThisClient() throws {
    var blobs: [ContentHash: [UInt8]] = [:]
    var cases: [JSONValue] = []
    for (number, pair) in pairs().enumerated() {
      let (old, new) = pair
      let patch = try PackagePatch.make(
        from: index(old), declared(old).index.hash, to: index(new), readOld: { old[$0.path] ?? [] },
        readNew: { new[$0.path] ?? [] })
      for bytes in Array(old.values) + Array(new.values) + [patch] { blobs[ContentHash(of: bytes)] = bytes }
      var verdicts: [JSONValue] = []
      for change in changes(of: patch, isThorough: number == 0) {
        if case .replaced(let bytes) = change { blobs[ContentHash(of: bytes)] = bytes }
        let isApplied = (try? apply(changed(patch, change), old, new)) != nil
        verdicts.append(.array(json(change) + [.bool(isApplied)]))
      }
      let package = declared(new)
      cases.append(
        .object([
          "old": .array(index(old).entries.map(json)), "oldIndex": .string(declared(old).index.hash.description),
          "patch": .string(ContentHash(of: patch).description),
          "new": .object([
            "entries": .array(index(new).entries.map(json)),
            "index": .string(package.index.hash.description), "indexSize": .integer(Int64(package.index.size)),
            "unpackedSize": .integer(Int64(package.unpackedSize)), "entryCount": .integer(Int64(package.entryCount)),
          ]),
          "verdicts": .array(verdicts),
        ]))
      #expect(verdicts.first == .array([.string("none"), .bool(true)]))
    }
    var files = blobs.map { (name: "blobs/" + $0.key.name, bytes: $0.value) }
    files.append((name: "cases.json", bytes: JSONValue.array(cases).canonicalBytes))
    let archive = try ArchiveWriter.archive(
      files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
        (name: $0.name, entry: CompressedEntry(compressing: $0.bytes))
      })
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil { try Data(archive).write(to: Self.file) }
    let committed = try Data(contentsOf: Self.file)
    #expect(Array(committed) == archive, "run: HYBRID_UPDATE=1 swift test --filter PatchVectors")
  }

  // MARK: Packages

  private func pairs() -> [(Files, Files)] {
    let damaged: (Files, Files) = (
      ["a.html": text(0..<100), "b": noise(200)],
      ["a.html": text(2..<90) + noise(50, seed: 5), "c": noise(300, seed: 3)]
    )
    let old: Files = [
      "a.html": text(0..<400), "b.css": text(400..<500), "gone.js": [1, 2], "same.png": noise(3000), "z": [],
    ]
    var new = old
    new["gone.js"] = nil
    new["a.html"] = text(0..<200) + Array("<p>something new appears here</p>".utf8) + text(203..<400)
    new["deeper/b.css"] = text(400..<450) + text(455..<500)
    new["moved.png"] = noise(3000)
    new["photo.jpg"] = noise(5000, seed: 9)
    new["ünïcode.svg"] = text(7..<9)
    new["z"] = Array("now with bytes".utf8)
    var pairs = [damaged, (old, new), (old, old), (["p.page": column(0)], ["p.page": column(1)]), ([:], old)]
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<8 {
      let before = random(4) == 0 ? noise(random(3000), seed: state) : text(0..<(1 + random(60)))
      var after = before
      for _ in 0..<(1 + random(5)) where !after.isEmpty {
        let start = random(after.count)
        let end = min(after.count, start + random(200))
        after.replaceSubrange(start..<end, with: random(2) == 0 ? noise(random(100), seed: state) : text(0..<random(4)))
      }
      pairs.append((["x": before], ["x": after]))
    }
    return pairs
  }

  /// Numbers in a table, of which those after a row are one higher.
  private func column(_ shift: Int) -> [UInt8] {
    (0..<2000).flatMap { row -> [UInt8] in
      let value = (row * 7919) % 900 + (row > 40 ? shift : 0)
      return [UInt8(value & 255), UInt8(value >> 8), 0, 0]
    }
  }

  private func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  private func text(_ lines: Range<Int>) -> [UInt8] {
    Array(
      lines.map { "<li class=\"item-\($0 % 7)\"><a href=\"/page/\($0 * 37 % 1001)\">Number \($0)</a></li>\n" }.joined()
        .utf8)
  }

  /// The index of a package; every third entry has a type that does not follow from its path.
  private func index(_ files: Files) -> PackageIndex {
    PackageIndex(
      files.map { path, bytes in
        PackageIndexEntry(
          path: path, hash: ContentHash(of: bytes), size: UInt64(bytes.count),
          contentType: bytes.count % 3 == 2 ? "application/x-\(bytes.count)" : ContentType.of(path))
      })
  }

  private func declared(_ files: Files) -> ManifestPackage {
    let bytes = index(files).encode()
    return ManifestPackage(
      name: "base", archive: ReleaseFileReference(url: "a", hash: ContentHash(of: []), size: 0),
      unpackedSize: files.values.reduce(0) { $0 + UInt64($1.count) }, entryCount: UInt64(files.count), load: .install,
      viewport: nil,
      index: ReleaseFileReference(url: "i", hash: ContentHash(of: bytes), size: UInt64(bytes.count)))
  }

  private func json(_ entry: PackageIndexEntry) -> JSONValue {
    .object([
      "path": .string(entry.path), "hash": .string(entry.hash.description), "size": .integer(Int64(entry.size)),
      "contentType": .string(entry.contentType),
    ])
  }

  // MARK: Damage

  private func changes(of patch: [UInt8], isThorough: Bool) -> [Change] {
    let magic = PackagePatch.magic
    var changes: [Change] = [.none, .append]
    let step = isThorough ? 11 : 499
    changes += stride(from: 0, to: patch.count, by: isThorough ? 29 : 499).map { .cut(to: $0) }
    changes += stride(from: 0, to: patch.count, by: step).map { .flip(byte: $0) }
    guard isThorough else { return changes }
    changes += (1...12).map { .replaced(by: magic + [200, 0, 0, 0] + noise(200, seed: UInt64($0))) }
    changes.append(.replaced(by: magic + [255, 255, 255, 255]))
    changes.append(.replaced(by: Array("HYBPATCH".utf8) + [2] + patch.dropFirst(9)))
    return changes
  }

  private func changed(_ patch: [UInt8], _ change: Change) -> [UInt8] {
    var patch = patch
    switch change {
    case .none: break
    case .cut(let count): patch = Array(patch.prefix(count))
    case .flip(let byte): patch[byte] ^= 0x55
    case .append: patch.append(0)
    case .replaced(let bytes): patch = bytes
    }
    return patch
  }

  private func json(_ change: Change) -> [JSONValue] {
    switch change {
    case .none: [.string("none")]
    case .cut(let count): [.string("cut"), .integer(Int64(count))]
    case .flip(let byte): [.string("flip"), .integer(Int64(byte))]
    case .append: [.string("append")]
    case .replaced(let bytes): [.string("replaced"), .string(ContentHash(of: bytes).description)]
    }
  }

  private func apply(_ patch: [UInt8], _ old: Files, _ new: Files) throws {
    _ = try PackagePatch.apply(
      ByteSource(patch), from: index(old), declared(old).index.hash, to: declared(new),
      readOld: { ByteSource(old[$0.path] ?? []) }
    ) { produce in
      var bytes: [UInt8] = []
      try produce { bytes.append(contentsOf: $0) }
      return ContentHash(of: bytes)
    }
  }
}
