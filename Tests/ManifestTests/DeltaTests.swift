import Archive
import TestSupport
import Testing

@testable import Manifest

struct DeltaTests {
  private func package(_ files: [String: [UInt8]]) -> (index: PackageIndex, declared: ManifestPackage) {
    let index = PackageIndex(
      files.map { path, bytes in
        PackageIndexEntry(
          path: path, hash: ContentHash(of: bytes), size: UInt64(bytes.count), contentType: ContentType.of(path))
      })
    let bytes = index.encode()
    let nothing = ReleaseFileReference(url: "a", hash: ContentHash(of: []), size: 0)
    return (
      index,
      ManifestPackage(
        name: "base", archive: nothing, unpackedSize: files.values.reduce(0) { $0 + UInt64($1.count) },
        entryCount: UInt64(files.count), load: .install, viewport: nil,
        index: ReleaseFileReference(url: "i", hash: ContentHash(of: bytes), size: UInt64(bytes.count)))
    )
  }

  private func make(_ old: [String: [UInt8]], _ new: [String: [UInt8]]) throws -> [UInt8] {
    try PackagePatch.make(
      from: package(old).index, package(old).declared.index.hash, to: package(new).index,
      readOld: { old[$0.path] ?? [] },
      readNew: { new[$0.path] ?? [] })
  }

  private func apply(_ patch: [UInt8], _ old: [String: [UInt8]], _ new: [String: [UInt8]]) throws -> [String: [UInt8]] {
    var written: [ContentHash: [UInt8]] = [:]
    let index = try PackagePatch.apply(
      ByteSource(patch), from: package(old).index, package(old).declared.index.hash, to: package(new).declared,
      readOld: { ByteSource(old[$0.path] ?? []) }
    ) { produce in
      var bytes: [UInt8] = []
      try produce { bytes.append(contentsOf: $0) }
      written[ContentHash(of: bytes)] = bytes
      return ContentHash(of: bytes)
    }
    let kept = Dictionary(old.values.map { (ContentHash(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    return Dictionary(
      uniqueKeysWithValues: index.entries.map { ($0.path, written[$0.hash] ?? kept[$0.hash] ?? [0xde, 0xad]) })
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

  @Test func changedAddedMovedAndRemovedEntries() throws {
    let old: [String: [UInt8]] = [
      "a.html": text(0..<400), "b.css": text(400..<500), "gone.js": [1, 2], "same.png": noise(3000), "z": [],
    ]
    var new = old
    new["gone.js"] = nil
    new["a.html"] = text(0..<200) + Array("<p>something new appears here</p>".utf8) + text(203..<400)
    new["deeper/b.css"] = text(400..<450) + text(455..<500)
    new["moved.png"] = noise(3000)
    new["photo.jpg"] = noise(5000, seed: 9)
    new["z"] = Array("now with bytes".utf8)
    let patch = try make(old, new)
    #expect(try apply(patch, old, new) == new)
    // The photo cannot be made smaller; all else fits into a few hundred bytes.
    #expect(patch.count < 5000 + 500)
  }

  @Test func nothingChangedIsAlmostNothing() throws {
    let files: [String: [UInt8]] = ["a": text(0..<100), "b": noise(100)]
    #expect(try make(files, files).count < 40)
    #expect(try apply(try make(files, files), files, files) == files)
  }

  @Test func columnsOfNumbersThatShift() throws {
    // A string was put into a table: every later index is one higher.
    func column(_ shift: Int) -> [UInt8] {
      (0..<2000).flatMap { row -> [UInt8] in
        let value = (row * 7919) % 900 + (row > 40 ? shift : 0)
        return [UInt8(value & 255), UInt8(value >> 8), 0, 0]
      }
    }
    let patch = try make(["p.page": column(0)], ["p.page": column(1)])
    #expect(try apply(patch, ["p.page": column(0)], ["p.page": column(1)])["p.page"] == column(1))
    #expect(patch.count < 1600)
  }

  @Test func sameFilesGiveTheSamePatch() throws {
    let (old, new) = (["a": text(0..<100)], ["a": text(3..<130)])
    #expect(try make(old, new) == make(old, new))
  }

  @Test func damagedPatchesAreRefused() throws {
    let old: [String: [UInt8]] = ["a.html": text(0..<100), "b": noise(200)]
    let new: [String: [UInt8]] = ["a.html": text(2..<90) + noise(50, seed: 5), "c": noise(300, seed: 3)]
    let patch = try make(old, new)
    for length in stride(from: 0, to: patch.count, by: 7) {
      #expect(throws: (any Error).self) { try apply(Array(patch.prefix(length)), old, new) }
    }
    for index in stride(from: 0, to: patch.count, by: 3) {
      var damaged = patch
      damaged[index] ^= 0x55
      #expect(throws: (any Error).self, "byte \(index)") { try apply(damaged, old, new) }
    }
    #expect(throws: (any Error).self) { try apply(patch, ["a.html": text(0..<100)], new) }
    for seed in 1...12 {
      #expect(throws: (any Error).self) {
        try apply(PackagePatch.magic + [200, 0, 0, 0] + noise(200, seed: UInt64(seed)), old, new)
      }
    }
  }

  @Test func randomEditsRoundTrip() throws {
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<12 {
      let old = random(4) == 0 ? noise(random(3000), seed: state) : text(0..<(1 + random(60)))
      var new = old
      for _ in 0..<random(6) where !new.isEmpty {
        let start = random(new.count)
        let end = min(new.count, start + random(200))
        new.replaceSubrange(start..<end, with: random(2) == 0 ? noise(random(100), seed: state) : text(0..<random(4)))
      }
      let patch = try make(["x": old], ["x": new])
      #expect(try apply(patch, ["x": old], ["x": new]) == ["x": new])
    }
  }

  /// A file of more than 16 MiB, of which a megabyte moved, some bytes were put in and some changed.
  @Test func largeFilesArePatched() throws {
    let old = [UInt8](unsafeUninitializedCapacity: 17 << 20) { buffer, count in
      var state: UInt64 = 9
      for place in stride(from: 0, to: 17 << 20, by: 4) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        UnsafeMutableRawPointer(buffer.baseAddress! + place).storeBytes(of: UInt32(state >> 32), as: UInt32.self)
      }
      count = 17 << 20
    }
    let (start, end) = (5 << 20, 6 << 20)
    var new = Array(old[..<start])
    new += Array("put in".utf8)
    new += old[end...]
    new += old[start..<end]
    new[12 << 20] ^= 1
    let patch = try make(["a.db": old], ["a.db": new])
    #expect(patch.count < 200)
    #expect(try apply(patch, ["a.db": old], ["a.db": new])["a.db"] == new)
  }

  @Test func whatIsTooLargeToBeCodedIsReported() throws {
    let folder = try TemporaryFolder()
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.level = 1
    for sequence in 1...2 {
      var contents = sampleRelease(sequence: UInt64(sequence))
      var film = [UInt8](repeating: 0, count: 1 << 26 + 1)
      film[0] = UInt8(sequence)
      contents.packages[0].files.append(PackageFile(path: "web/film.mp4", contents: .bytes(film)))
      _ = try publisher.publish(contents)
    }
    let report = try publisher.writePatches(from: folder.path)
    #expect(report.wholeEntries == [WholeEntry(package: "390x844@3", path: "web/film.mp4", size: 1 << 26 + 1)])
  }

  @Test func patchesBetweenPublishedReleases() throws {
    let folder = try TemporaryFolder()
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.keys = [SigningKey()]
    let first = try publisher.publish(sampleRelease(text: String(decoding: text(0..<100), as: UTF8.self)))
    let second = try publisher.publish(sampleRelease(text: String(decoding: text(1..<101), as: UTF8.self), sequence: 2))
    let patches = try publisher.writePatches(from: folder.path).patches
    #expect(patches.map(\.package) == ["base"])
    #expect(patches[0].size < patches[0].packageSize)
    var verifier = ReleaseVerifier(folder: folder.path)
    verifier.keys = publisher.keys.map(\.verificationKey)
    #expect(verifier.verify() == [])
    let latest = try #require(publisher.currentLatest())
    let manifest = try publisher.readManifest(latest.manifest.url)
    #expect(manifest.patches.map(\.from) == [first.manifest.id])
    #expect(manifest.id == second.manifest.id)
    #expect(latest.sequence == 2)
  }

  @Test func patchesFromNothingMakeWholePackages() throws {
    let folder = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: folder.path)
    for sequence in 1...3 {
      let contents = sampleRelease(
        text: String(decoding: text(sequence..<sequence + 100), as: UTF8.self), sequence: UInt64(sequence))
      _ = try publisher.publish(contents)
    }
    let report = try publisher.writePatches(from: folder.path, keeping: 1, fromNothing: true)
    let first = report.patches.filter { $0.from == ReleaseManifest.emptyIdentity }
    #expect(first.map(\.package) == ["base", "390x844@3"])
    #expect(first.allSatisfy { $0.fromVersion == nil && $0.url != nil && $0.size < $0.packageSize })
    var verifier = ReleaseVerifier(folder: folder.path)
    #expect(verifier.verify() == [])
    // Patches of earlier releases come and go beside them.
    let again = try publisher.writePatches(from: folder.path, keeping: 1)
    #expect(again.patches.map(\.package) == ["base"] && again.removed == 0)
    let latest = try #require(publisher.currentLatest())
    var manifest = try publisher.readManifest(latest.manifest.url)
    #expect(manifest.patches.filter { $0.from == ReleaseManifest.emptyIdentity }.count == 2)

    // A patch of another package does not make this one.
    let places = manifest.patches.indices.filter { manifest.patches[$0].from == ReleaseManifest.emptyIdentity }
    let files = places.map { manifest.patches[$0].file }
    for (place, file) in zip(places, files.reversed()) { manifest.patches[place].file = file }
    _ = try publisher.publish(manifest, latest)
    var second = ReleaseVerifier(folder: folder.path)
    #expect(second.verify().map(\.kind) == [.patch, .patch])
  }

  @Test func whatIsBeyondTheLimitOfCodedBytesComesDeflated() throws {
    let files = ["a.txt": text(0..<2000), "b.txt": text(2000..<4000)]
    let (empty, source) = PackagePatch.nothing
    func patch(_ limit: Int) throws -> [UInt8] {
      try PackagePatch.make(
        from: empty, source, to: package(files).index, coding: limit, readOld: { _ in [] },
        readNew: { files[$0.path] ?? [] })
    }
    let sizes = try [Int.max, files["a.txt"]?.count ?? 0, 0].map { try patch($0).count }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
  }
}
