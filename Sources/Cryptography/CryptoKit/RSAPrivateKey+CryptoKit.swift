#if !os(Linux)
  #if canImport(Security)
    import Foundation
    import Security

    /// A private RSA key as PKCS #1, which Security reads again for each signature.
    struct RSAPrivateKey: Sendable {
      private let bytes: Data

      init?(pem: String) {
        guard
          let bytes = Self.contents(of: pem, "RSA PRIVATE KEY")
            ?? Self.contents(of: pem, "PRIVATE KEY").flatMap(Self.unwrapped)
        else { return nil }
        self.bytes = bytes
        guard let key = makeKey(), SecKeyGetBlockSize(key) * 8 >= RSASigningKey.leastBits else { return nil }
      }

      func signature(of message: [UInt8]) -> [UInt8]? {
        guard let key = makeKey(), let publicKey = SecKeyCopyPublicKey(key) else { return nil }
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        let data = Data(message) as CFData
        guard let signature = SecKeyCreateSignature(key, algorithm, data, nil),
          SecKeyVerifySignature(publicKey, algorithm, data, signature, nil)
        else { return nil }
        return Array(signature as Data)
      }

      private func makeKey() -> SecKey? {
        let attributes: [CFString: Any] = [
          kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        ]
        return SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
      }

      private static func contents(of pem: String, _ label: String) -> Data? {
        guard let begin = pem.range(of: "-----BEGIN \(label)-----"),
          let end = pem.range(of: "-----END \(label)-----", range: begin.upperBound..<pem.endIndex)
        else { return nil }
        return Data(base64Encoded: String(pem[begin.upperBound..<end.lowerBound]), options: .ignoreUnknownCharacters)
      }

      /// PrivateKeyInfo of RSA (RFC 5208) without its head, whose lengths take two bytes for all keys of 2048 bits and more.
      private static func unwrapped(_ data: Data) -> Data? {
        let bytes = [UInt8](data)
        let head: [UInt8] = [
          0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
          0x04, 0x82,
        ]
        guard bytes.count > 26, bytes[0] == 0x30, bytes[1] == 0x82, Array(bytes[4..<24]) == head else { return nil }
        return Data(bytes[26...])
      }
    }
  #else
    /// UNIMPLEMENTED: RSA where there is neither libcrypto nor Security; no such system runs the build.
    struct RSAPrivateKey: Sendable {
      init?(pem _: String) { nil }
      func signature(of _: [UInt8]) -> [UInt8]? { nil }
    }
  #endif
#endif
