/// What a release that stands in a folder must show before it is signed again: whoever can write into the folder could
/// otherwise have a release of their own signed.
public struct StandingRequirements: Sendable {
  /// The file of the root that apps were built with; `nil` takes the folder's own.
  public var firstRoot: [UInt8]?
  /// Public keys whose signatures count beside those of the folder's roots and of the keys that sign.
  public var keys: [VerificationKey] = []
  /// Whether the release must have all signatures that apps ask for, as one has that is only kept fresh. Otherwise one that
  /// nobody has signed yet is taken for a draft of a build, and one that lacks some waits for further signers.
  public var mustBeSigned = false

  /// The requirements of a release that people look after.
  public init() {}
}

/// A release that stands in a folder and was found sound.
struct StandingRelease {
  var envelope: Envelope
  var latest: LatestRelease
  var manifest: ReleaseManifest
  /// Whether somebody whose signature counts, or counted, has signed it.
  var isSigned: Bool
  /// Whether every valid signature is by keys that the newest root has withdrawn.
  var isSignedByWithdrawnKeysAlone: Bool
  /// How many signatures of which keys apps ask for.
  var neededSignatures = 1
  var keys: [VerificationKey] = []
}

extension ReleasePublisher {
  /// The current release, after making sure that it is what its signers had signed and that all of it is there.
  ///
  /// - Parameter includingPatches: whether patches must be sound too; they are not where they are written again.
  /// - Throws: ``ManifestError`` with the first fault, or ``PublishError`` of kind `noRelease`.
  func standingRelease(_ requirements: StandingRequirements, includingPatches: Bool) throws -> StandingRelease {
    guard let bytes = FileSystem.read(path("latest.json"), limit: 1 << 20) else {
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
    var standing = StandingRelease(
      envelope: envelope, latest: latest, manifest: try readManifest(latest.manifest.url), isSigned: false,
      isSignedByWithdrawnKeysAlone: false)
    try checkSignatures(&standing, roots, requirements)
    var verifier = ReleaseVerifier(folder: folder)
    verifier.depth = includingPatches ? .files : .packageFiles
    if let fault = verifier.verify().first { throw fault }
    return standing
  }

  /// Checks that somebody who may has signed: one after another, so that not all need have done so yet.
  private func checkSignatures(
    _ standing: inout StandingRelease, _ roots: [TrustRoot], _ requirements: StandingRequirements
  ) throws(ManifestError) {
    let own = keys.map(\.verificationKey)
    let envelope = standing.envelope
    let current = requirements.keys + (roots.last?.keys ?? own)
    let known = Set(current + roots.flatMap(\.keys))
    for signature in envelope.signatures {
      guard known.contains(where: { $0.id == signature.keyID }) else { continue }
      var alone = envelope
      alone.signatures = [signature]
      guard alone.validSignatureCount(by: Array(known)) == 1 else {
        throw ManifestError(
          .signature, file: "latest.json", expected: "a valid signature by \(signature.keyID)", found: "a forged one")
      }
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
        .signature, file: "latest.json", expected: "\(needed) valid signatures by known keys", found: "\(currentCount)")
    }
    standing.neededSignatures = needed
    standing.keys = current
    standing.isSigned = count > 0
    standing.isSignedByWithdrawnKeysAlone = count > 0 && currentCount == 0
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
