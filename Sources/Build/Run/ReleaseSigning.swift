import Manifest

/// Who signs a release, and what the signed part says of it.
public struct ReleaseSigning: Sendable {
  /// The keys that sign; none leaves the release unsigned.
  public var keys: [SigningKey] = []
  /// The files that the keys were read from.
  public var keyFiles: [String] = []
  /// The moment from which apps do not install the release any more, or `nil`.
  public var expires: Timestamp?
  /// The channel that the release is for, or `nil`.
  public var channel: String?
  /// The share of installations that take the release, 0 to 1; `nil` for all.
  public var rollout: Double?

  /// Whether an unsigned release may take the place of a signed one.
  public var allowsUnsigned = false
  /// Whether a release may take the place of a signed one with a higher sequence.
  public var allowsOlder = false

  /// A release that is not signed.
  public init() {}
}

/// What a build writes for Expo Updates clients.
public struct ExpoOptions: Sendable {
  /// The address that the release's folder is served at; empty for relative addresses.
  public var baseURL: String
  /// The moment that clients order updates by; `nil` takes it from the sequence.
  public var created: Timestamp?
  /// Who signs the manifest, or `nil`.
  public var signer: ExpoRelease.Signer?
  /// The file that the signing key was read from, or `nil`.
  public var keyFile: String?

  /// Options from their parts; the address gets a slash at its end.
  public init(baseURL: String, created: Timestamp?) {
    self.baseURL = baseURL.isEmpty || baseURL.hasSuffix("/") ? baseURL : baseURL + "/"
    self.created = created
  }
}
