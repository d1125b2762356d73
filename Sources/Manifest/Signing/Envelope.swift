import JSONValues

/// A signature in an envelope.
public struct EnvelopeSignature: Sendable, Hashable {
  /// The id of the key; a hint for finding it.
  public var keyID: String
  /// The 64 bytes of the signature.
  public var signature: [UInt8]

  /// A signature from its parts.
  public init(keyID: String, signature: [UInt8]) {
    self.keyID = keyID
    self.signature = signature
  }
}

/// A DSSE envelope (Dead Simple Signing Envelope 1.0): a payload with any number of signatures.
public struct Envelope: Sendable, Hashable {
  /// What the payload is.
  public var payloadType: String
  /// The payload's bytes, which are what is signed.
  public var payload: [UInt8]
  /// The signatures.
  public var signatures: [EnvelopeSignature]

  /// An envelope, signed by the keys.
  public init(payloadType: String, payload: [UInt8], keys: [SigningKey] = []) {
    self.payloadType = payloadType
    self.payload = payload
    signatures = []
    sign(with: keys)
  }

  /// Adds the keys' signatures; one that a key had made before is replaced.
  public mutating func sign(with keys: [SigningKey]) {
    let message = preAuthenticationEncoding
    for key in keys {
      let id = key.verificationKey.id
      signatures.removeAll { $0.keyID == id }
      signatures.append(EnvelopeSignature(keyID: id, signature: key.sign(message)))
    }
    signatures.sort { $0.keyID.utf8.lexicographicallyPrecedes($1.keyID.utf8) }
  }

  /// What is signed: `DSSEv1`, the lengths and bytes of the type and of the payload, with spaces between.
  public var preAuthenticationEncoding: [UInt8] {
    Array("DSSEv1 \(payloadType.utf8.count) \(payloadType) \(payload.count) ".utf8) + payload
  }

  /// So many signatures, for messages.
  static func signatures(_ count: Int) -> String { count == 1 ? "1 valid signature" : "\(count) valid signatures" }

  /// The number of different keys among those given that have signed.
  public func validSignatureCount(by keys: [VerificationKey]) -> Int { validSigners(among: keys).count }

  /// The keys among those given that have signed, each once.
  public func validSigners(among keys: [VerificationKey]) -> [VerificationKey] {
    let message = preAuthenticationEncoding
    return Set(keys).filter { key in
      // The key's id is a hint: signatures with it are tried, and nothing is trusted because of it.
      signatures.contains { $0.keyID == key.id && key.isValid($0.signature, of: message) }
    }
  }

  /// The envelope's file: canonical JSON.
  public func encode() -> [UInt8] {
    JSONValue.object(of: [
      ("payloadType", .string(payloadType)), ("payload", .string(Base64.encode(payload))),
      (
        "signatures",
        .array(
          signatures.map {
            .object(of: [("keyid", .string($0.keyID)), ("sig", .string(Base64.encode($0.signature)))])
          })
      ),
    ]).canonicalBytes
  }

  /// Reads an envelope; says nothing about its signatures.
  ///
  /// - Throws: ``ManifestError``.
  public init(decoding bytes: [UInt8], payloadType: String) throws(ManifestError) {
    let reading = try JSONReading.parse(bytes)
    self.payloadType = try reading.string("payloadType")
    guard self.payloadType == payloadType else {
      throw ManifestError(
        .payloadType, entry: "payloadType", expected: payloadType, found: self.payloadType, rule: .envelope)
    }
    guard let payload = Base64.decode(try reading.string("payload")) else {
      throw ManifestError(.member, entry: "payload", expected: "base64", rule: .envelope)
    }
    self.payload = payload
    signatures = []
    for element in try reading.array("signatures") {
      // Counted before they are read: a file of 256 KiB has room for thousands.
      guard signatures.count < ReleaseLimits.signatureCount else {
        throw ManifestError(
          .member, entry: "signatures", expected: "at most \(ReleaseLimits.signatureCount)", found: "more",
          rule: .envelope)
      }
      guard let signature = Base64.decode(try element.string("sig")) else {
        throw ManifestError(.member, entry: element.path + ".sig", expected: "base64", rule: .envelope)
      }
      signatures.append(EnvelopeSignature(keyID: try element.string("keyid"), signature: signature))
    }
  }
}
