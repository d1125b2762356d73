/// Signatures over Edwards curve 25519 (RFC 8032, 5.1), of keys in their raw form.
public enum Ed25519 {
  /// The number of bytes of a seed (a private key) and of a public key.
  public static let keyByteCount = 32
  /// The number of bytes of a signature.
  public static let signatureByteCount = 64

  /// A new seed from the system's random numbers.
  public static func makeSeed() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<keyByteCount).map { _ in .random(in: .min ... .max, using: &generator) }
  }

  /// The public key of a seed; `nil` unless the seed has 32 bytes.
  public static func publicKey(seed: [UInt8]) -> [UInt8]? {
    seed.count == keyByteCount ? makePublicKey(seed: seed) : nil
  }

  /// The signature of a message (64 bytes); `nil` unless the seed has 32 bytes.
  public static func signature(of message: [UInt8], seed: [UInt8]) -> [UInt8]? {
    seed.count == keyByteCount ? sign(message, seed: seed) : nil
  }

  /// Whether the signature is the key's over the message. False for a signature or key of another length, and for
  /// signatures whose S is not reduced (RFC 8032, 5.1.7).
  public static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard signature.count == signatureByteCount, publicKey.count == keyByteCount else { return false }
    return verify(signature, of: message, publicKey: publicKey)
  }
}
