import Foundation
import TestSupport
import Testing

@testable import Manifest

struct PublisherTests {
  @Test func aReleaseIsPublishedAndVerifies() throws {
    let folder = try TemporaryFolder()
    let published = try ReleasePublisher(folder: folder.path + "/dist").publish(sampleRelease())
    #expect(ReleaseVerifier.verify(folder.path + "/dist") == [])
    let names = folder.listing().map { name in
      name.split(separator: ".", omittingEmptySubsequences: false).map { $0.count == 43 ? "HASH" : String($0) }
        .joined(separator: ".")
    }
    #expect(
      Set(names) == [
        "dist/.hybrid-lock", "dist/.hybrid-release", "dist/latest.json", "dist/manifest.json",
        "dist/packages/390x844@3.HASH.index.json", "dist/packages/390x844@3.HASH.zip",
        "dist/packages/base.HASH.index.json", "dist/packages/base.HASH.zip",
        "dist/" + published.manifestFile.url,
      ])
    #expect(published.manifest.packages.map(\.name) == ["base", "390x844@3"])
    #expect(published.manifest.packages[0].entryCount == 2)
  }

  @Test func sameContentsGiveTheSameFilesWhateverTheOrderAndJobs() throws {
    let one = try TemporaryFolder()
    let other = try TemporaryFolder()
    var contents = sampleRelease()
    _ = try ReleasePublisher(folder: one.path).publish(contents)
    contents.packages.reverse()
    for index in contents.packages.indices { contents.packages[index].files.reverse() }
    var publisher = ReleasePublisher(folder: other.path + "/")
    publisher.jobs = 2
    _ = try publisher.publish(contents)
    #expect(one.listing() == other.listing())
    for file in one.listing() { #expect(one.read(file) == other.read(file), "\(file)") }
  }

  @Test func filesThatComeWhenAPackageIsPackedAreFilesOfIt() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    var contents = sampleRelease()
    _ = try ReleasePublisher(folder: one.path).publish(contents)
    for index in contents.packages.indices {
      let files = contents.packages[index].files
      contents.packages[index].files = Array(files.prefix(1))
      contents.packages[index].laterFiles = { () throws(PublishError) in Array(files.dropFirst()) }
    }
    _ = try ReleasePublisher(folder: other.path).publish(contents)
    #expect(one.listing() == other.listing())
    for file in one.listing() { #expect(one.read(file) == other.read(file), "\(file)") }
    contents.packages[0].laterFiles = { () throws(PublishError) in throw .setAside }
    #expect(throws: PublishError.self) { try ReleasePublisher(folder: other.path).publish(contents) }
    #expect(ReleaseVerifier.verify(other.path) == [])
  }

  @Test func entriesAreCheckedByPathAndHash() {
    let (one, other) = (ContentHash(of: [1]), ContentHash(of: [2]))
    var checked = CheckedEntries()
    checked.insert("web/a.html", one)
    #expect(checked.contains("web/a.html", one))
    #expect(!checked.contains("web/a.html", other))
    #expect(!checked.contains("web/b.html", one))
    #expect(!CheckedEntries().contains("web/a.html", one))
  }

  @Test func identityDoesNotDependOnCompression() throws {
    let one = try TemporaryFolder()
    let first = try ReleasePublisher(folder: one.path + "/a").publish(sampleRelease())
    var publisher = ReleasePublisher(folder: one.path + "/b")
    publisher.level = 1
    let second = try publisher.publish(sampleRelease())
    #expect(first.manifest.id == second.manifest.id)
    let changed = try publisher.publish(sampleRelease(text: "other"))
    #expect(changed.manifest.id != first.manifest.id)
  }

  /// What a link leads to is not looked at: not even its size is reported.
  @Test(arguments: ["archive", "index", "manifest", "folder"]) func linksOutOfTheReleaseAreRefused(file: String) throws
  {
    let folder = try TemporaryFolder()
    let manifest = try ReleasePublisher(folder: folder.path + "/dist").publish(sampleRelease())
    let package = manifest.manifest.packages[0]
    let name =
      switch file {
      case "archive": package.archive.url
      case "index": package.index.url
      case "manifest": manifest.manifestFile.url
      default: "packages"
      }
    let path = folder.path + "/dist/" + name
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/secret")
    if file == "archive" { try folder.write("secret", [UInt8](repeating: 1, count: 4_321)) }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/secret")
    let faults = ReleaseVerifier.verify(folder.path + "/dist")
    #expect(faults.contains { $0.kind == .missing && $0.found == "a symbolic link" })
    #expect(!faults.contains { $0.description.contains("4321") })
  }

  @Test func filesOfTheLastReleasesStay() throws {
    let folder = try TemporaryFolder()
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.keep = 2
    var releases: [PublishedRelease] = []
    for number in 1...4 {
      releases.append(try publisher.publish(sampleRelease(text: "\(number)", sequence: UInt64(number))))
    }
    let files = Set(folder.listing())
    for (index, release) in releases.enumerated() {
      #expect(files.contains(release.manifestFile.url) == (index >= 2))
      #expect(files.contains(release.manifest.packages[0].archive.url) == (index >= 2))
      // The viewport's package never changed: every release shares it.
      #expect(files.contains(release.manifest.packages[1].archive.url))
    }
    #expect(releases[3].removedFiles.count == 3)
    #expect(ReleaseVerifier.verify(folder.path) == [])
  }

  @Test func aFolderOfSomebodyElseIsRefusedAndNotTouched() throws {
    let folder = try TemporaryFolder()
    try folder.write("thesis.txt", [1])
    let error = #expect(throws: PublishError.self) {
      try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    }
    #expect(error?.kind == .foreignFolder)
    #expect(folder.listing() == ["thesis.txt"])
    let file = #expect(throws: PublishError.self) {
      try ReleasePublisher(folder: folder.path + "/thesis.txt").publish(sampleRelease())
    }
    #expect(file?.kind == .notAFolder)
  }

  @Test func aReleaseCopiedWithoutItsMarkerIsKnown() throws {
    let folder = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: folder.path)
    let first = try publisher.publish(sampleRelease())
    FileSystem.remove(folder.path + "/.hybrid-release")
    _ = try publisher.publish(sampleRelease(text: "new"))
    #expect(folder.listing().contains(first.manifestFile.url))
  }

  @Test func otherFilesInTheFolderStay() throws {
    let folder = try TemporaryFolder()
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.keep = 1
    _ = try publisher.publish(sampleRelease())
    try folder.write("packages/notes.txt", [1])
    try folder.write("CNAME", [2])
    _ = try publisher.publish(sampleRelease(text: "new"))
    #expect(folder.listing().contains("packages/notes.txt") && folder.listing().contains("CNAME"))
  }

  @Test func aFailureLeavesTheReleaseBefore() throws {
    let folder = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: folder.path)
    _ = try publisher.publish(sampleRelease())
    let latest = folder.read("latest.json")
    var broken = sampleRelease(text: "new")
    broken.packages[1].files.append(PackageFile(path: "web/gone", contents: .file("/nonexistent/x"), origin: "gone"))
    let error = #expect(throws: PublishError.self) { try publisher.publish(broken) }
    #expect(error == PublishError(.unreadableSource, path: "gone", detail: "cannot be read"))
    #expect(folder.read("latest.json") == latest)
    #expect(ReleaseVerifier.verify(folder.path) == [])
    #expect(!folder.listing().contains { $0.contains("hybrid-tmp") })
  }

  @Test func collidingFilesNameTheirSources() throws {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    contents.packages[1].files.append(PackageFile(path: "web/APP.js", contents: .bytes([]), origin: "scripts/APP.js"))
    let error = #expect(throws: PublishError.self) { try ReleasePublisher(folder: folder.path).publish(contents) }
    #expect(error?.kind == .collision)
    #expect(error?.detail == "scripts/APP.js and web/app.js")
  }

  @Test func everyDamagedByteOfAReleaseIsFound() throws {
    let folder = try TemporaryFolder()
    _ = try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    for file in folder.listing() where !file.hasPrefix(".hybrid") {
      let bytes = folder.read(file)
      let step = max(1, bytes.count / 40)
      for index in stride(from: 0, to: bytes.count, by: step) {
        var damaged = bytes
        damaged[index] ^= 0x20
        try folder.write(file, damaged)
        let faults = ReleaseVerifier.verify(folder.path)
        #expect(!faults.isEmpty, "\(file) byte \(index)")
      }
      try folder.write(file, Array(bytes.dropLast()))
      #expect(!ReleaseVerifier.verify(folder.path).isEmpty, "\(file) cut")
      FileSystem.remove(folder.path + "/" + file)
      #expect(ReleaseVerifier.verify(folder.path).contains { $0.kind == .missing && $0.file == file }, "\(file) gone")
      try folder.write(file, bytes)
    }
    #expect(ReleaseVerifier.verify(folder.path) == [])
  }

  @Test func entriesOutOfOrderAreFound() throws {
    let folder = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: folder.path)
    var contents = sampleRelease()
    contents.packages[1].files = [
      PackageFile(path: "web/a.txt", contents: .bytes([1])), PackageFile(path: "web/b.txt", contents: .bytes([2, 2])),
    ]
    var manifest = try publisher.publish(contents).manifest
    // The two names exchanged, in the headers and in the directory; all else says what the archive now is.
    let archive = Array(
      folder.read(manifest.packages[0].archive.url).split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      )
      .map { part -> [UInt8] in
        guard part.count > 1, part.dropFirst().starts(with: Array(".txt".utf8)), let first = part.first else {
          return Array(part)
        }
        return [first == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")] + part.dropFirst()
      }.joined(separator: [UInt8(ascii: "/")]))
    let index = PackageIndex([
      PackageIndexEntry(path: "web/a.txt", hash: ContentHash(of: [2, 2]), size: 2, contentType: "text/plain"),
      PackageIndexEntry(path: "web/b.txt", hash: ContentHash(of: [1]), size: 1, contentType: "text/plain"),
    ])
    func write(_ url: String, _ bytes: [UInt8]) throws -> ReleaseFileReference {
      try folder.write(url, bytes)
      return ReleaseFileReference(url: url, hash: ContentHash(of: bytes), size: UInt64(bytes.count))
    }
    manifest.packages[0].archive = try write("packages/x.zip", archive)
    manifest.packages[0].index = try write("packages/x.json", index.encode())
    let other = try PackageIndex(decoding: folder.read(manifest.packages[1].index.url))
    manifest.id = ReleaseManifest.identity(
      of: index.entries.map { ("base", $0.path, $0.hash) } + other.entries.map { ("390x844@3", $0.path, $0.hash) })
    let latest = LatestRelease(manifest: manifest.packages[0].index, sequence: manifest.sequence)
    // Nothing that the verifier refuses becomes the current release.
    let refusal = #expect(throws: PublishError.self) { try publisher.publish(manifest, latest) }
    #expect(refusal?.kind == .refused && refusal?.fault?.rule == "order")
    #expect(ReleaseVerifier.verify(folder.path) == [])
    var forger = publisher
    forger.verifiesFirst = false
    _ = try forger.publish(manifest, latest)
    let faults = ReleaseVerifier.verify(folder.path)
    #expect(faults.map(\.rule) == ["order"] && faults.map(\.entry) == ["web/a.txt"], "\(faults)")
  }

  @Test func faultsAreNamedWithEntryAndOffset() throws {
    let folder = try TemporaryFolder()
    let release = try ReleasePublisher(folder: folder.path).publish(sampleRelease())
    let archive = release.manifest.packages[0].archive.url
    var bytes = folder.read(archive)
    // The first entry is web/app.js: 30 bytes of header, 10 of name.
    bytes[45] ^= 1
    try folder.write(archive, bytes)
    let faults = ReleaseVerifier.verify(folder.path)
    #expect(faults.count == 2)
    #expect(faults[0].kind == .hash && faults[0].file == archive)
    #expect(faults[1].kind == .archive && faults[1].entry == "web/app.js" && faults[1].offset == 40)
  }
}
