import TestSupport
import Testing

@testable import Manifest

struct SigningTests {
  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
  }

  /// RFC 8032, 7.1, tests 1 to 3.
  private var vectors: [(seed: String, key: String, message: String, signature: String)] {
    [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      ),
    ]
  }

  @Test func signaturesOfRFC8032() throws {
    for vector in vectors {
      let key = try #require(SigningKey(seed: bytes(vector.seed)))
      #expect(key.verificationKey.bytes == bytes(vector.key))
      // Apple's implementation signs with randomness; every signature must verify, and the RFC's does.
      #expect(key.verificationKey.isValid(key.sign(bytes(vector.message)), of: bytes(vector.message)))
      #expect(key.verificationKey.isValid(bytes(vector.signature), of: bytes(vector.message)))
    }
  }

  @Test func forgedSignaturesAreRefused() throws {
    let vector = vectors[2]
    let key = try #require(VerificationKey(bytes: bytes(vector.key)))
    let message = bytes(vector.message)
    let signature = bytes(vector.signature)
    for index in signature.indices {
      var forged = signature
      forged[index] ^= 1
      #expect(!key.isValid(forged, of: message))
    }
    #expect(!key.isValid(signature, of: message + [0]))
    #expect(!key.isValid(Array(signature.dropLast()), of: message))
    #expect(!key.isValid([], of: message))
    // S + L: the same point, another number (malleability).
    let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var malleable = signature
    var carry = 0
    for index in 0..<32 {
      let sum = Int(malleable[32 + index]) + Int(order[index]) + carry
      malleable[32 + index] = UInt8(sum & 255)
      carry = sum >> 8
    }
    #expect(!key.isValid(malleable, of: message))
    #expect(!key.isValid([UInt8](repeating: 0, count: 64), of: message))
  }

  @Test func keysAreWrittenAsPEMAndNeverPrinted() throws {
    let key = SigningKey()
    #expect(try SigningKey(text: key.pem).verificationKey == key.verificationKey)
    #expect(try VerificationKey(text: key.verificationKey.pem) == key.verificationKey)
    let secret = key.pem.split(separator: "\n")[1]
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!"\(key) \(String(reflecting: key)) \(dumped)".contains(secret))
    for text in ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", key.verificationKey.pem, "abcd"] {
      let error = #expect(throws: ManifestError.self) { try SigningKey(text: text) }
      #expect(error?.kind == .key)
    }
  }

  @Test func envelopesAreSignedOverTypeAndPayload() throws {
    let (one, other) = (SigningKey(), SigningKey())
    let envelope = Envelope(payloadType: "t", payload: Array("hello".utf8), keys: [one, other])
    #expect(String(decoding: envelope.preAuthenticationEncoding, as: UTF8.self) == "DSSEv1 1 t 5 hello")
    let read = try Envelope(decoding: envelope.encode(), payloadType: "t")
    #expect(read == envelope)
    #expect(read.validSignatureCount(by: [one.verificationKey, other.verificationKey]) == 2)
    #expect(read.validSignatureCount(by: [one.verificationKey, one.verificationKey]) == 1)
    #expect(read.validSignatureCount(by: [SigningKey().verificationKey]) == 0)
    var changed = read
    changed.payload[0] ^= 1
    #expect(changed.validSignatureCount(by: [one.verificationKey]) == 0)
    changed = read
    changed.payloadType = "u"
    #expect(changed.validSignatureCount(by: [one.verificationKey]) == 0)
    // One key's signature under another's id.
    changed = read
    changed.signatures[0].keyID = SigningKey().verificationKey.id
    #expect(changed.validSignatureCount(by: [one.verificationKey, other.verificationKey]) == 1)
    #expect(throws: ManifestError.self) { try Envelope(decoding: envelope.encode(), payloadType: "u") }
  }

  @Test func rootsFollowOneAnother() throws {
    let (a, b, c) = (SigningKey(), SigningKey(), SigningKey())
    let first = TrustRoot(version: 1, threshold: 2, keys: [a.verificationKey, b.verificationKey])
    let trusted = try TrustRoot.first(first.envelope(signedBy: [a, b]).encode())
    #expect(trusted.keys.count == 2)
    #expect(throws: ManifestError.self) { try TrustRoot.first(first.envelope(signedBy: [a]).encode()) }

    let second = TrustRoot(version: 2, threshold: 1, keys: [c.verificationKey])
    #expect(try trusted.next(second.envelope(signedBy: [a, b, c]).encode()).keys == [c.verificationKey])
    for signers in [[a, c], [a, b], [c], []] {
      #expect(throws: ManifestError.self) { try trusted.next(second.envelope(signedBy: signers).encode()) }
    }
    let skipped = TrustRoot(version: 3, threshold: 1, keys: [c.verificationKey])
    let error = #expect(throws: ManifestError.self) {
      try trusted.next(skipped.envelope(signedBy: [a, b, c]).encode())
    }
    #expect(error?.kind == .root)
  }

  @Test func aRootSaysEnoughOrIsRefused() throws {
    let key = SigningKey().verificationKey
    let member = "{\"algorithm\":\"ed25519\",\"keyid\":\"\(key.id)\",\"public\":\"\(Base64.encode(key.bytes))\"}"
    func decode(_ text: String) throws { _ = try TrustRoot(decoding: Array(text.utf8)) }
    #expect(throws: Never.self) { try decode("{\"version\":1,\"threshold\":1,\"keys\":[\(member)]}") }
    for text in [
      "{\"version\":1,\"threshold\":0,\"keys\":[\(member)]}", "{\"version\":1,\"threshold\":2,\"keys\":[\(member)]}",
      "{\"version\":1,\"threshold\":2,\"keys\":[\(member),\(member)]}", "{\"version\":1,\"threshold\":1,\"keys\":[]}",
      "{\"version\":1,\"threshold\":1}",
      "{\"version\":1,\"threshold\":1,\"keys\":[\(member.replacing(key.id, with: "sha256-x"))]}",
    ] {
      #expect(throws: ManifestError.self) { try decode(text) }
    }
  }

  @Test func signingAgainKeepsTheRelease() throws {
    let folder = try TemporaryFolder()
    let key = SigningKey()
    var publisher = ReleasePublisher(folder: folder.path)
    let release = try publisher.publish(sampleRelease())
    publisher.keys = [key]
    let latest = try publisher.signAgain(expires: Timestamp("2027-01-01"), rollout: 0.5).latest
    #expect(latest.manifest == release.manifestFile)
    var verifier = ReleaseVerifier(folder: folder.path)
    verifier.keys = [key.verificationKey]
    verifier.now = Timestamp("2026-12-31")
    #expect(verifier.verify() == [])
    verifier.now = Timestamp("2027-01-01")
    #expect(verifier.verify().map(\.kind) == [.expired])
    verifier.now = nil
    verifier.keys = [SigningKey().verificationKey]
    #expect(verifier.verify().map(\.kind) == [.signature])
  }
}
