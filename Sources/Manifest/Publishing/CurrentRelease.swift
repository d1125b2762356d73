/// What a release that is in a folder must show before it is signed again: whoever can write into the folder could
/// otherwise have a release of their own signed.
public struct ReleaseRequirements: Sendable {
  /// The file of the root that apps were built with; `nil` takes the folder's own.
  public var firstRoot: [UInt8]?
  /// Public keys whose signatures count beside those of the folder's roots and of the keys that sign.
  public var keys: [VerificationKey] = []
  /// Whether the release must have all signatures that apps ask for, as one has that is only kept fresh; one that lacks some
  /// waits for further signers otherwise.
  public var mustBeSigned = false
  /// Whether a release that nobody has signed yet is signed too: a draft of one's own build.
  public var takesDrafts = false
  /// The sequence that the release must have, or `nil`: then no manifest of the folder may have a higher one, so that an older
  /// release that somebody put back is not signed.
  public var sequence: UInt64?
  /// The least sequence that the release may have: the highest that the signer has signed before (The Update Framework
  /// 1.0.34, 5.4.4 and 5.5.5, where a repository's own records play the part of a client's).
  public var leastSequence: UInt64 = 0

  /// The requirements of a release that people look after.
  public init() {}
}

/// The release in a folder, found sound.
struct CurrentRelease {
  var envelope: Envelope
  var latest: LatestRelease
  var manifest: ReleaseManifest
  /// Whether somebody whose signature counts, or counted, has signed it.
  var isSigned: Bool
  /// Whether every valid signature is by keys that the newest root has withdrawn.
  var isSignedOnlyByWithdrawnKeys: Bool
  /// How many signatures of which keys apps ask for.
  var neededSignatures = 1
  var keys: [VerificationKey] = []
}

extension ReleasePublisher {
  /// The current release, after making sure that it is what its signers had signed and that all of it is there.
  ///
  /// - Parameter includingPatches: whether patches must be sound too; they are not where they are written again.
  /// - Throws: ``ManifestError`` with the first fault, or ``PublishError`` of kind `noRelease`.
  func currentRelease(_ requirements: ReleaseRequirements, includingPatches: Bool) throws -> CurrentRelease {
    guard let bytes = FileSystem.read(path("latest.json"), limit: ReleaseLimits.envelopeSize) else {
      throw PublishError(.noRelease, path: folder, detail: "it holds no latest.json of a release")
    }
    let envelope: Envelope
    let latest: LatestRelease
    do {
      envelope = try Envelope(decoding: bytes, payloadType: LatestRelease.payloadType)
      latest = try LatestRelease(decoding: envelope.payload)
    } catch {
      throw error.inFile("latest.json")
    }
    let roots = try RootFolder(folder: folder).chain()
    if let firstRoot = requirements.firstRoot {
      guard FileSystem.read(path(TrustRoot.path(1)), limit: 1 << 18) == firstRoot else {
        throw ManifestError(
          .root, file: TrustRoot.path(1), expected: "the root that apps were built with",
          found: roots.isEmpty ? "nothing" : "another")
      }
    }
    var standing = CurrentRelease(
      envelope: envelope, latest: latest, manifest: try readManifest(latest.manifest.url), isSigned: false,
      isSignedOnlyByWithdrawnKeys: false)
    try checkSignatures(&standing, roots, requirements)
    try checkSequence(latest, requirements)
    var verifier = ReleaseVerifier(folder: folder)
    verifier.depth = includingPatches ? .files : .packageFiles
    if let fault = verifier.verify().first { throw fault }
    return standing
  }

  /// Checks that somebody who may has signed: one after another, so that not all need have done so yet.
  private func checkSignatures(
    _ standing: inout CurrentRelease, _ roots: [TrustRoot], _ requirements: ReleaseRequirements
  ) throws(ManifestError) {
    let own = keys.map(\.verificationKey)
    let envelope = standing.envelope
    let current = requirements.keys + (roots.last?.keys ?? own)
    let known = Set(current + roots.flatMap(\.keys))
    for signature in envelope.signatures {
      guard known.contains(where: { $0.id == signature.keyID }) else { continue }
      var single = envelope
      single.signatures = [signature]
      guard single.validSignatureCount(by: Array(known)) == 1 else {
        throw ManifestError(
          .signature, file: "latest.json", expected: "a valid signature by \(signature.keyID)", found: "a forged one")
      }
    }
    if envelope.signatures.isEmpty, !keys.isEmpty, !requirements.takesDrafts, !requirements.mustBeSigned {
      throw ManifestError(
        .signature, file: "latest.json", expected: "a release that somebody has signed", found: Self.draftFound)
    }
    let count = envelope.validSignatureCount(by: Array(known))
    if !envelope.signatures.isEmpty, count == 0 {
      throw ManifestError(
        .signature, file: "latest.json",
        expected: roots.isEmpty
          ? "a signature by a key that signs or is named" : "a signature by a key of the folder's roots",
        found: "one by \(envelope.signatures[0].keyID)")
    }
    let needed = requirements.keys.isEmpty ? roots.last?.threshold ?? 1 : 1
    let currentCount = envelope.validSignatureCount(by: current)
    if requirements.mustBeSigned, currentCount < needed {
      throw ManifestError(
        .signature, file: "latest.json", expected: "\(Envelope.signatures(needed)) by known keys",
        found: "\(currentCount)")
    }
    standing.neededSignatures = needed
    standing.keys = current
    standing.isSigned = count > 0
    standing.isSignedOnlyByWithdrawnKeys = count > 0 && currentCount == 0
  }

  /// What an error says of a release that nobody has signed.
  public static let draftFound = "a draft without signatures"

  /// Checks that the release is the one that is meant, and not an older one that was put back.
  private func checkSequence(_ latest: LatestRelease, _ requirements: ReleaseRequirements) throws(ManifestError) {
    if let sequence = requirements.sequence, latest.sequence != sequence {
      throw ManifestError(
        .rollback, file: "latest.json", entry: "sequence", expected: "\(sequence), as was asked for",
        found: "\(latest.sequence)")
    }
    if latest.sequence < requirements.leastSequence {
      throw ManifestError(
        .rollback, file: "latest.json", entry: "sequence", expected: "\(requirements.leastSequence) or more",
        found: "\(latest.sequence)")
    }
    guard requirements.sequence == nil else { return }
    for name in FileSystem.names(in: path("manifests")) ?? [] {
      guard let bytes = FileSystem.read(path("manifests/" + name), limit: 1 << 24),
        name == ContentHash(of: bytes).name + ".json", let other = try? ReleaseManifest(decoding: bytes),
        other.sequence > latest.sequence
      else { continue }
      throw ManifestError(
        .rollback, file: "latest.json", entry: "sequence", expected: "\(other.sequence), which manifests/\(name) has",
        found: "\(latest.sequence)")
    }
  }

  /// Checks that the roots of the folder follow from one another: releases into it are for apps that trust the first.
  ///
  /// - Throws: ``PublishError`` of kind `unsoundRoots`.
  public func checkRoots() throws(PublishError) {
    do {
      _ = try RootFolder(folder: folder).chain()
    } catch {
      var failure = PublishError(.unsoundRoots, path: error.file ?? folder, detail: error.description)
      failure.fault = error
      throw failure
    }
  }
}
