import Cryptography

/// A public Ed25519 key with its id.
public struct VerificationKey: Sendable, Hashable {
  /// The key's 32 bytes (RFC 8032).
  public let bytes: [UInt8]

  /// A key from its 32 bytes; `nil` for another number of bytes, and for points of small order, under which signatures can be
  /// made for any message without a private key.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Ed25519.keyByteCount, !Self.hasSmallOrder(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Whether a point has an order of 1, 2, 4 or 8, or its encoding is not the one of RFC 8032, 5.1.2 (y is 2^255 − 19 or more).
  private static func hasSmallOrder(_ bytes: [UInt8]) -> Bool {
    // The sign of x does not matter.
    let y = bytes[..<31] + [bytes[31] & 0x7f]
    let isReduced = y.last != 0x7f || y.dropFirst().dropLast().contains { $0 != 0xff } || bytes[0] < 0xed
    return !isReduced || smallOrders.contains { $0.elementsEqual(y) }
  }

  /// The y of the points of order 4, 1, 2 and 8, least byte first.
  private static let smallOrders: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac,
      0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53,
      0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
  ]

  /// The hash of the key's bytes.
  public var id: String { ContentHash(of: bytes).description }

  /// Whether the signature is the key's over the message.
  public func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    Ed25519.isValid(signature, of: message, publicKey: bytes)
  }

  /// The key as PEM (RFC 8410), which OpenSSL reads.
  public var pem: String { PEM.encode(Self.prefix + bytes, label: "PUBLIC KEY") }

  /// A key from PEM (RFC 8410), or from its 32 bytes in base64.
  ///
  /// - Throws: ``ManifestError`` of kind `key`.
  public init(text: String) throws(ManifestError) {
    let data = PEM.decode(text, label: "PUBLIC KEY").flatMap { data in
      data.starts(with: Self.prefix) ? Array(data.dropFirst(Self.prefix.count)) : nil
    }
    guard let bytes = data ?? Base64.decode(PEM.trimmed(text)), let key = VerificationKey(bytes: bytes) else {
      throw ManifestError(.key, expected: "an Ed25519 public key in PEM or base64")
    }
    self = key
  }

  /// SubjectPublicKeyInfo of Ed25519, up to the key.
  private static let prefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
}

/// A private Ed25519 key. Nothing prints it.
public struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let seed: [UInt8]
  /// The key that verifies.
  public let verificationKey: VerificationKey

  /// A new key from the system's random numbers.
  public init() {
    // A seed of 32 bytes has a public key, which is a multiple of the base point and so not of small order.
    self.init(seed: Ed25519.makeSeed())!
  }

  /// A key from its seed of 32 bytes (RFC 8032); `nil` for another number of bytes.
  public init?(seed: [UInt8]) {
    guard let verificationKey = Ed25519.publicKey(seed: seed).flatMap(VerificationKey.init(bytes:)) else { return nil }
    self.seed = seed
    self.verificationKey = verificationKey
  }

  /// A key from PEM (PKCS #8, RFC 8410), or from its seed in base64.
  ///
  /// - Throws: ``ManifestError`` of kind `key`, which never holds the text.
  public init(text: String) throws(ManifestError) {
    let data = PEM.decode(text, label: "PRIVATE KEY").flatMap { data in
      data.starts(with: Self.prefix) ? Array(data.dropFirst(Self.prefix.count).prefix(32)) : nil
    }
    guard let seed = data ?? Base64.decode(PEM.trimmed(text)), let key = SigningKey(seed: seed) else {
      throw ManifestError(.key, expected: "an Ed25519 private key in PEM (PKCS #8)")
    }
    self = key
  }

  /// The key as PEM (PKCS #8, RFC 8410), which OpenSSL reads: for a file that only its owner can read.
  public var pem: String { PEM.encode(Self.prefix + seed, label: "PRIVATE KEY") }

  /// The signature of the message (64 bytes).
  public func sign(_ message: [UInt8]) -> [UInt8] {
    // The seed was accepted in `init`, and signing bytes in memory has no other way to fail.
    guard let signature = Ed25519.signature(of: message, seed: seed) else {
      preconditionFailure("an accepted key signs")
    }
    return signature
  }

  /// The public key's id.
  public var description: String { "SigningKey(\(verificationKey.id))" }
  /// Nothing but the public key's id.
  public var customMirror: Mirror { Mirror(self, children: ["id": verificationKey.id]) }

  /// PrivateKeyInfo of Ed25519, up to the seed.
  private static let prefix: [UInt8] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
}

/// Textual encoding of keys (RFC 7468).
enum PEM {
  static func encode(_ bytes: [UInt8], label: String) -> String {
    "-----BEGIN \(label)-----\n\(Base64.encode(bytes))\n-----END \(label)-----\n"
  }

  static func decode(_ text: String, label: String) -> [UInt8]? {
    let lines = text.split(whereSeparator: \.isNewline).map { trimmed(String($0)) }
    guard let begin = lines.firstIndex(of: "-----BEGIN \(label)-----"),
      let end = lines[begin...].firstIndex(of: "-----END \(label)-----")
    else { return nil }
    return Base64.decode(lines[(begin + 1)..<end].joined())
  }

  static func trimmed(_ text: String) -> String {
    var slice = text[...]
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice.drop { $0.isWhitespace })
  }
}
