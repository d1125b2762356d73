/// A private RSA key that signs by RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2). Nothing prints it.
public struct RSASigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The least size of a key's modulus, in bits.
  public static let leastBits = 2048

  private let key: RSAPrivateKey

  /// A key from PEM (PKCS #1 or PKCS #8) without a pass phrase; `nil` for anything else, for keys of fewer than 2048 bits, and
  /// for those whose parts do not belong together.
  public init?(pem: String) {
    guard let key = RSAPrivateKey(pem: pem), key.signature(of: []) != nil else { return nil }
    self.key = key
  }

  /// The signature of a message; `nil` where the system's library fails.
  public func signature(of message: [UInt8]) -> [UInt8]? { key.signature(of: message) }

  /// Nothing of the key.
  public var description: String { "RSASigningKey" }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
