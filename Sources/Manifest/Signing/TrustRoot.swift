import JSONValues

/// Whose signatures count: `roots/N.root.json`, as The Update Framework's root role has it.
///
/// Each root is signed by the threshold of the root before and by its own; the first is compiled into the app. A key that
/// was lost or stolen is taken out by publishing the next root; no release of the app is needed.
public struct TrustRoot: Sendable, Hashable {
  /// The envelope's payload type.
  public static let payloadType = "application/vnd.hybrid.root+json"

  /// 1 for the first root, and one more for each after it.
  public var version: UInt64
  /// How many of the keys must sign.
  public var threshold: Int
  /// The keys.
  public var keys: [VerificationKey]
  /// The moment from which the root is not trusted any more for new releases, or `nil`.
  public var expires: Timestamp?

  /// A root from its parts.
  public init(version: UInt64, threshold: Int, keys: [VerificationKey], expires: Timestamp? = nil) {
    self.version = version
    self.threshold = threshold
    self.keys = keys
    self.expires = expires
  }

  /// Where the root of a version is, relative to `latest.json`.
  public static func path(_ version: UInt64) -> String { "roots/\(version).root.json" }

  /// The payload's bytes: canonical JSON, keys by id.
  public func encode() -> [UInt8] {
    JSONValue.object(of: [
      ("version", .integer(Int64(version))), ("threshold", .integer(Int64(threshold))),
      ("expires", expires.map { .string($0.description) }),
      (
        "keys",
        .array(
          keys.sorted { $0.id < $1.id }.map { key in
            .object(of: [
              ("keyid", .string(key.id)), ("algorithm", .string("ed25519")),
              ("public", .string(Base64.encode(key.bytes))),
            ])
          })
      ),
    ]).canonicalBytes
  }

  /// Reads a payload.
  ///
  /// - Throws: ``ManifestError``.
  public init(decoding bytes: [UInt8]) throws(ManifestError) {
    let reading = try JSONReading.parse(bytes)
    version = try reading.count("version")
    let threshold = try reading.count("threshold")
    keys = []
    for element in try reading.array("keys") {
      guard keys.count < ReleaseLimits.signatureCount else {
        throw ManifestError(
          .member, entry: "keys", expected: "at most \(ReleaseLimits.signatureCount)", found: "more", rule: .rootKeys)
      }
      guard try element.string("algorithm") == "ed25519" else { continue }
      guard let bytes = Base64.decode(try element.string("public")), let key = VerificationKey(bytes: bytes) else {
        throw ManifestError(.member, entry: element.path + ".public", expected: "32 bytes in base64", rule: .rootKeys)
      }
      guard try element.string("keyid") == key.id else {
        throw ManifestError(.member, entry: element.path + ".keyid", expected: key.id, rule: .rootKeys)
      }
      guard !keys.contains(key) else {
        throw ManifestError(
          .member, entry: element.path, expected: "a key that is not there yet", found: key.id, rule: .rootKeys)
      }
      keys.append(key)
    }
    guard threshold >= 1, threshold <= UInt64(keys.count) else {
      throw ManifestError(
        .member, entry: "threshold", expected: "1 to \(keys.count)", found: "\(threshold)", rule: .rootKeys)
    }
    self.threshold = Int(threshold)
    expires = try reading.optionalMoment("expires")
  }

  /// The root's envelope, signed by the given keys.
  public func envelope(signedBy keys: [SigningKey]) -> Envelope {
    Envelope(payloadType: Self.payloadType, payload: encode(), keys: keys)
  }

  /// Reads the first root, which is trusted because it came with the app; it must be signed by its own threshold.
  ///
  /// - Throws: ``ManifestError``.
  public static func first(_ file: [UInt8]) throws(ManifestError) -> TrustRoot {
    let envelope = try Envelope(decoding: file, payloadType: payloadType)
    let root = try TrustRoot(decoding: envelope.payload)
    try root.check(envelope)
    return root
  }

  /// The root that follows this one: one version higher, signed by this root's threshold and its own.
  ///
  /// - Throws: ``ManifestError`` of kind `root` or `signature`.
  public func next(_ file: [UInt8]) throws(ManifestError) -> TrustRoot {
    let envelope = try Envelope(decoding: file, payloadType: Self.payloadType)
    let root = try TrustRoot(decoding: envelope.payload)
    guard root.version == version + 1 else {
      throw ManifestError(
        .root, entry: "version", expected: "\(version + 1)", found: "\(root.version)", rule: .rootChain)
    }
    try check(envelope)
    try root.check(envelope)
    return root
  }

  /// Checks that enough of the keys have signed.
  ///
  /// - Throws: ``ManifestError`` of kind `signature`.
  public func check(_ envelope: Envelope) throws(ManifestError) {
    let count = envelope.validSignatureCount(by: keys)
    guard count >= threshold else {
      throw ManifestError(
        .signature, expected: "\(Envelope.signatures(threshold)) by the keys of root \(version)", found: "\(count)",
        rule: .signatures)
    }
  }
}
