extension ReleasePublisher {
  /// Signs the current release again without building: a new `latest.json` with the publisher's keys.
  ///
  /// Where nothing changes, the signatures of other keys stay: so several people sign one after another.
  ///
  /// - Parameters:
  ///   - expires: the moment from which the release is not installed any more; `nil` keeps what is there.
  ///   - channel: the channel; `nil` keeps what is there.
  ///   - rollout: the share of installations that take the release; `nil` keeps what is there.
  ///   - requirements: what the release must show before it is signed.
  /// - Throws: ``PublishError`` of kind `noRelease` when the folder holds no release; ``ManifestError`` when what is
  ///   there is damaged, or signed by nobody whose signature counts.
  public func signAgain(
    expires: Timestamp? = nil, channel: String? = nil, rollout: Double? = nil,
    requirements: ReleaseRequirements = ReleaseRequirements()
  ) throws -> SignedRelease {
    guard FileSystem.exists(path("latest.json")) else {
      throw PublishError(.noRelease, path: folder, detail: "it holds no latest.json of a release")
    }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    try checkLinks()
    // What apps take now is not to be replaced by what strangers signed.
    if !keys.isEmpty { try hasListedKey() }
    let standing = try currentRelease(requirements, includingPatches: true)
    var latest = standing.latest
    latest.expires = expires ?? latest.expires
    latest.channel = channel ?? latest.channel
    latest.rollout = rollout ?? latest.rollout
    var envelope = Envelope(payloadType: LatestRelease.payloadType, payload: latest.encode())
    if standing.envelope.payload == envelope.payload { envelope.signatures = standing.envelope.signatures }
    envelope.sign(with: keys)
    if requirements.mustBeSigned {
      // What apps take now is not to be replaced by what they refuse.
      let count = envelope.validSignatureCount(by: standing.keys)
      guard count >= standing.neededSignatures else {
        throw ManifestError(
          .signature, file: "latest.json", expected: "\(standing.neededSignatures) signatures by these keys",
          found: "\(count)")
      }
    }
    // A build that was stopped before its `latest.json` may have left a copy of its own manifest.
    if let manifest = FileSystem.read(path(latest.manifest.url), limit: 1 << 28),
      FileSystem.read(path("manifest.json"), limit: 1 << 28) != manifest
    {
      try replace("manifest.json", manifest)
    }
    try replace("latest.json", envelope.encode())
    return SignedRelease(latest: latest, wasSignedOnlyByWithdrawnKeys: standing.isSignedOnlyByWithdrawnKeys)
  }

  /// A release that was signed again.
  public struct SignedRelease: Sendable, Hashable {
    /// What is signed.
    public var latest: LatestRelease
    /// Whether before this, only keys that the newest root has withdrawn had signed: a rotation, or a thief's release.
    public var wasSignedOnlyByWithdrawnKeys: Bool
  }

  /// How far the signatures of the folder's `latest.json` satisfy its newest root: what is reported after signing.
  public struct SignatureState: Sendable, Hashable {
    /// The root's version.
    public var root: UInt64
    /// How many of its keys have signed.
    public var signed: Int
    /// How many must.
    public var threshold: Int
    /// The ids of the publisher's keys that the root does not list.
    public var unknownKeys: [String]
    /// The root's expiry, or `nil`.
    public var expires: Timestamp?
  }

  /// The state of the current signatures; `nil` in a folder without roots.
  ///
  /// - Throws: ``ManifestError`` when the roots do not follow from one another.
  public func signatureState() throws(ManifestError) -> SignatureState? {
    guard let root = try RootFolder(folder: folder).newest(), let envelope = currentEnvelope() else { return nil }
    return SignatureState(
      root: root.version, signed: envelope.validSignatureCount(by: root.keys), threshold: root.threshold,
      unknownKeys: keys.map(\.verificationKey).filter { !root.keys.contains($0) }.map(\.id), expires: root.expires)
  }
}
