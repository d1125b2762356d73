import Foundation
import TestSupport
import Testing

@testable import Manifest

/// What must be in a folder before it is signed again, or patches are added to it.
struct CurrentReleaseTests {
  private let folder: TemporaryFolder
  private let key = SigningKey()
  private let other = SigningKey()
  private let forger = SigningKey()

  init() throws { folder = try TemporaryFolder() }

  private func publisher(_ keys: SigningKey...) -> ReleasePublisher {
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.keys = keys
    // Drafts, which others sign.
    publisher.allowsUnsigned = true
    return publisher
  }

  private func addRoot(_ keys: [SigningKey], threshold: Int = 1, signers: [SigningKey]) throws {
    let written = try RootFolder(folder: folder.path).add(
      keys: keys.map(\.verificationKey), threshold: threshold, signers: signers)
    #expect(written.isComplete)
  }

  /// The fault for which neither `sign` nor `delta` signs, and that `latest.json` stays as it was.
  private func refusal(
    _ publisher: ReleasePublisher, _ requirements: ReleaseRequirements = ReleaseRequirements(),
    _ location: SourceLocation = #_sourceLocation
  ) -> String {
    let before = folder.read("latest.json")
    var texts: [String] = []
    for body in [
      { _ = try publisher.signAgain(expires: Timestamp("2099-01-01"), requirements: requirements) },
      { _ = try publisher.writePatches(from: folder.path, requirements: requirements) },
    ] {
      do {
        try body()
        texts.append("signed")
      } catch {
        texts.append("\(error)")
      }
      #expect(folder.read("latest.json") == before, sourceLocation: location)
    }
    return texts[0] == texts[1] ? texts[0] : texts.joined(separator: " | ")
  }

  /// What a thief of the host's password puts there: a release of their own, well formed and signed with a key of theirs.
  private func forge(_ keys: SigningKey...) throws {
    var publisher = ReleasePublisher(folder: folder.path)
    publisher.keys = keys
    (publisher.allowsUnsigned, publisher.allowsOlder) = (true, true)
    // Who has access to the host and no key of the root: the publisher itself would refuse.
    let (roots, away) = (folder.path + "/roots", folder.path + "-roots")
    try FileManager.default.moveItem(atPath: roots, toPath: away)
    _ = try publisher.publish(sampleRelease(text: "forged", sequence: 9))
    try FileManager.default.moveItem(atPath: away, toPath: roots)
  }

  private var draft: ReleaseRequirements {
    var requirements = ReleaseRequirements()
    requirements.takesDrafts = true
    return requirements
  }

  /// Whoever can write into the folder can put an older release back, signatures and all.
  @Test func anOlderReleaseThatWasPutBackIsNotSigned() throws {
    _ = try publisher(key).publish(sampleRelease(sequence: 4))
    let older = folder.read("latest.json")
    _ = try publisher(key).publish(sampleRelease(text: "new", sequence: 5))
    let name = ContentHash(of: folder.read("manifest.json")).name
    var fresh = ReleaseRequirements()
    fresh.mustBeSigned = true
    _ = try publisher(key).signAgain(expires: Timestamp("2098-01-01"), requirements: fresh)
    try folder.write("latest.json", older)
    #expect(
      refusal(publisher(key), fresh)
        == "latest.json: rollback in sequence: expected 5, which manifests/\(name).json has, found 4")
    // Nor by who signs without asking for all signatures.
    #expect(
      refusal(publisher(key))
        == "latest.json: rollback in sequence: expected 5, which manifests/\(name).json has, found 4")
    // Without the newer manifest the folder knows nothing of it; who signs may.
    FileSystem.remove(folder.path + "/manifests/\(name).json")
    fresh.leastSequence = 5
    #expect(refusal(publisher(key), fresh) == "latest.json: rollback in sequence: expected 5 or more, found 4")
    fresh.leastSequence = 0
    fresh.sequence = 5
    #expect(
      refusal(publisher(key), fresh) == "latest.json: rollback in sequence: expected 5, as was asked for, found 4")
    fresh.sequence = 4
    _ = try publisher(key).signAgain(expires: Timestamp("2099-01-01"), requirements: fresh)
  }

  @Test func aForgedReleaseIsNotSigned() throws {
    try addRoot([key], signers: [key])
    _ = try publisher(key).publish(sampleRelease())
    try forge(forger)
    let id = forger.verificationKey.id
    #expect(
      refusal(publisher(key))
        == "latest.json: signature: expected a signature by a key of the folder's roots, found one by \(id)")
    // A signature that only claims to be by a key of the root.
    var envelope = try Envelope(decoding: folder.read("latest.json"), payloadType: LatestRelease.payloadType)
    envelope.signatures[0].keyID = key.verificationKey.id
    try folder.write("latest.json", envelope.encode())
    #expect(
      refusal(publisher(key))
        == "latest.json: signature: expected a valid signature by \(key.verificationKey.id), found a forged one")
    // One without signatures is signed where one's own draft is meant, but not where the release must have been signed.
    try forge()
    #expect(
      refusal(publisher(key))
        == "latest.json: signature: expected a release that somebody has signed, found a draft without signatures")
    var fresh = ReleaseRequirements()
    fresh.mustBeSigned = true
    #expect(
      refusal(publisher(key), fresh) == "latest.json: signature: expected 1 valid signature by known keys, found 0")
    #expect(try publisher(key).signAgain(requirements: draft).latest.sequence == 9)
  }

  @Test func withoutRootsTheSignersAreNamed() throws {
    _ = try publisher(other).publish(sampleRelease())
    let id = other.verificationKey.id
    #expect(
      refusal(publisher(key))
        == "latest.json: signature: expected a signature by a key that signs or is named, found one by \(id)")
    var named = ReleaseRequirements()
    named.keys = [other.verificationKey]
    _ = try publisher(key).signAgain(requirements: named)
    // The signature of one's own key is known.
    _ = try publisher(key).signAgain(expires: Timestamp("2099-01-01"))
  }

  @Test func severalSignersSignOneAfterAnother() throws {
    try addRoot([key, other], threshold: 2, signers: [key, other])
    _ = try publisher().publish(sampleRelease())
    _ = try publisher(key).signAgain(requirements: draft)
    var fresh = ReleaseRequirements()
    fresh.mustBeSigned = true
    #expect(
      refusal(publisher(key), fresh) == "latest.json: signature: expected 2 valid signatures by known keys, found 1")
    _ = try publisher(other).signAgain()
    #expect(ReleaseVerifier.verify(folder.path) == [])
    _ = try publisher(key, other).signAgain(expires: Timestamp("2099-01-01"), requirements: fresh)
    #expect(ReleaseVerifier.verify(folder.path) == [])
  }

  @Test func afterARotationWithdrawnKeysAreNamed() throws {
    try addRoot([key], signers: [key])
    _ = try publisher(key).publish(sampleRelease())
    let first = folder.read("roots/1.root.json")
    try addRoot([other], signers: [key, other])
    var fresh = ReleaseRequirements()
    fresh.mustBeSigned = true
    #expect(refusal(publisher(other), fresh).hasPrefix("latest.json: signature"))
    var rooted = ReleaseRequirements()
    rooted.firstRoot = first
    #expect(try publisher(other).signAgain(requirements: rooted).wasSignedOnlyByWithdrawnKeys)
    #expect(try !publisher(other).signAgain(requirements: rooted).wasSignedOnlyByWithdrawnKeys)
    // Another chain of roots than the app's.
    rooted.firstRoot = TrustRoot(version: 1, threshold: 1, keys: [forger.verificationKey])
      .envelope(signedBy: [forger]).encode()
    #expect(refusal(publisher(other), rooted).hasPrefix("roots/1.root.json: root"))
    // A root that is missing, and one that does not follow.
    FileSystem.remove(folder.path + "/roots/1.root.json")
    #expect(
      refusal(publisher(other)) == "roots/1.root.json: missing: expected the root before roots/2.root.json")
    #expect(ReleaseVerifier.verify(folder.path).map(\.kind) == [.missing])
    let error = #expect(throws: PublishError.self) { try publisher(other).publish(sampleRelease(text: "new")) }
    #expect(error?.kind == .unsoundRoots && error?.fault?.kind == .missing)
  }

  @Test func aDamagedReleaseIsNotSigned() throws {
    let release = try publisher(key).publish(sampleRelease())
    _ = try publisher(key).publish(sampleRelease(text: "two", sequence: 2))
    _ = try publisher(key).writePatches(from: folder.path)
    let manifest = try ReleaseManifest(decoding: folder.read("manifest.json"))
    let file = "manifests/\(ContentHash(of: folder.read("manifest.json")).name).json"
    for url in [
      file, manifest.packages[0].archive.url, manifest.packages[0].index.url, manifest.packages[1].archive.url,
    ] {
      let bytes = folder.read(url)
      for damaged in [bytes.dropLast(), bytes + [0], bytes.map { $0 ^ 1 }] as [[UInt8]] {
        try folder.write(url, Array(damaged))
        #expect(refusal(publisher(key)).contains(url), "\(url)")
      }
      FileSystem.remove(folder.path + "/" + url)
      #expect(refusal(publisher(key)).hasPrefix(url + ": missing"))
      try folder.write(url, bytes)
    }
    // A damaged patch is written again.
    let patch = try #require(manifest.patches.first)
    try folder.write(patch.file.url, [1, 2, 3])
    #expect(throws: ManifestError.self) { try publisher(key).signAgain() }
    _ = try publisher(key).writePatches(from: folder.path)
    #expect(ReleaseVerifier.verify(folder.path) == [])
    // So is one by a build of the same release.
    try folder.write(patch.file.url, [1, 2, 3])
    let again = try publisher(key).publish(sampleRelease(text: "two", sequence: 2))
    #expect(again.manifest.patches.isEmpty && ReleaseVerifier.verify(folder.path) == [])
    // An old release with a damaged archive is not a source of patches.
    try folder.write(release.manifest.packages[0].archive.url, [1])
    #expect(throws: ManifestError.self) { try publisher(key).writePatches(from: folder.path) }
  }

  @Test func patchesOfASignedReleaseAreSigned() throws {
    _ = try publisher(key).publish(sampleRelease())
    var named = ReleaseRequirements()
    named.keys = [key.verificationKey]
    let error = #expect(throws: PublishError.self) {
      try publisher().writePatches(from: folder.path, requirements: named)
    }
    #expect(error?.kind == .unsigned)
    _ = try publisher(key).writePatches(from: folder.path)
    #expect(ReleaseVerifier.verify(folder.path) == [] && publisher(key).currentEnvelope()?.signatures.count == 1)
  }

  @Test func aLowerSequenceOfTheSameContentIsReported() throws {
    _ = try publisher().publish(sampleRelease(sequence: 5))
    #expect(try publisher().publish(sampleRelease(sequence: 5)).previousSequence == nil)
    #expect(try publisher().publish(sampleRelease(sequence: 4)).previousSequence == 5)
    #expect(try publisher().publish(sampleRelease(text: "other", sequence: 6)).previousSequence == 4)
  }
}
