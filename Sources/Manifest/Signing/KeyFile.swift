import Files

/// Files with keys: the private one only for its owner, the public one beside it.
public enum KeyFile {
  /// The longest text that is looked at.
  private static let limit = 1 << 16

  /// Writes a key into a new file that only its owner can read, and the public key beside it with `.pub` at the end.
  ///
  /// - Returns: the path of the public key.
  /// - Throws: ``PublishError``, of kind `exists` when one of the files is there: a key is never overwritten.
  public static func write(_ key: SigningKey, to path: String) throws(PublishError) -> String {
    let publicPath = path + ".pub"
    for path in [path, publicPath] where FileSystem.exists(path) {
      throw PublishError(.exists, path: path, detail: "a key is never overwritten")
    }
    try create(path, key.pem, permissions: 0o600)
    do {
      try create(publicPath, key.verificationKey.pem, permissions: 0o644)
    } catch {
      FileSystem.remove(path)
      throw error
    }
    return publicPath
  }

  /// Writes a new file; one that could not be written whole, as on a full disk, does not stay.
  private static func create(_ path: String, _ text: String, permissions: UInt16) throws(PublishError) {
    do {
      try FileSystem.create(path, Array(text.utf8), permissions: permissions, isNew: true)
    } catch {
      if error.kind != .exists { FileSystem.remove(path) }
      throw error
    }
  }

  /// A private key from a file.
  ///
  /// - Throws: ``ManifestError`` of kind `missing` or `key`, which names the file and never its text.
  public static func readSigningKey(_ path: String) throws(ManifestError) -> SigningKey {
    let text = try text(of: path)
    do {
      return try SigningKey(text: text)
    } catch {
      throw error.inFile(path)
    }
  }

  /// A public key from a file: the public one, or the private one that it belongs to.
  ///
  /// - Throws: ``ManifestError`` of kind `missing` or `key`.
  public static func readVerificationKey(_ path: String) throws(ManifestError) -> VerificationKey {
    let text = try text(of: path)
    if holdsPrivateKey(Array(text.utf8)), let key = try? SigningKey(text: text) { return key.verificationKey }
    do {
      return try VerificationKey(text: text)
    } catch {
      throw error.inFile(path)
    }
  }

  /// A private key from the text of an environment's variable: PEM, whose line feeds may be written `\n`, or the seed in
  /// base64; `nil` when the text is not a key.
  public static func signingKey(inVariable text: String) -> SigningKey? {
    try? SigningKey(text: text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n"))
  }

  /// Whether others than the owner may read the file.
  public static func isExposed(_ path: String) -> Bool {
    (try? FileStatus(at: path, followingLinks: true)).map { $0.permissions & 0o077 != 0 } ?? false
  }

  /// Whether bytes hold a private key, of whatever kind: in PEM, or DER as PKCS #8, PKCS #1 and SEC 1 have it.
  public static func holdsPrivateKey(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= limit else { return false }
    if PrivateKeyEncoding.isPrivateKey(bytes) { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----")
  }

  private static func text(of path: String) throws(ManifestError) -> String {
    guard let bytes = FileSystem.read(path, limit: limit) else {
      throw ManifestError(.missing, file: path, expected: "a readable file with a key")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
