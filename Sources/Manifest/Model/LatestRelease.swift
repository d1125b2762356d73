import JSONValues

/// The payload of `latest.json`: which release is the current one, and how long that holds.
public struct LatestRelease: Sendable, Hashable {
  /// The envelope's payload type.
  public static let payloadType = "application/vnd.hybrid.latest+json"

  /// The manifest.
  public var manifest: ReleaseFileReference
  /// The release's sequence.
  public var sequence: UInt64
  /// The moment from which the release is not installed any more, or `nil`.
  public var expires: Timestamp?
  /// The channel that the release is for, or `nil`.
  public var channel: String?
  /// The share of installations that take the release, 0 to 1; `nil` for all.
  public var rollout: Double?

  /// A payload from its parts.
  public init(
    manifest: ReleaseFileReference, sequence: UInt64, expires: Timestamp? = nil, channel: String? = nil,
    rollout: Double? = nil
  ) {
    self.manifest = manifest
    self.sequence = sequence
    self.expires = expires
    self.channel = channel
    self.rollout = rollout
  }

  /// The payload's bytes: canonical JSON.
  public func encode() -> [UInt8] {
    JSONValue.object(of: [
      ("manifest", manifest.json), ("sequence", .integer(Int64(sequence))),
      ("expires", expires.map { .string($0.description) }), ("channel", channel.map { .string($0) }),
      ("rollout", rollout.map { .number($0) }),
    ]).canonicalBytes
  }

  /// Reads a payload.
  ///
  /// - Throws: ``ManifestError``.
  public init(decoding bytes: [UInt8]) throws(ManifestError) {
    let reading = try JSONReading.parse(bytes)
    manifest = try ReleaseFileReference(try reading.object("manifest"), atMost: UInt64(ReleaseLimits.manifestSize))
    sequence = try reading.count("sequence")
    expires = try reading.optionalMoment("expires")
    channel = try reading.optionalLabel("channel")
    rollout = try reading.optionalNumber("rollout")
    if let rollout, !(0...1).contains(rollout) {
      throw ManifestError(.member, entry: "rollout", expected: "0 to 1", found: "\(rollout)", rule: .rollout)
    }
  }
}
