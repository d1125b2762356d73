import Cryptography
import Testing

@Suite struct Ed25519Tests {
  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).map { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset)
      // Every pair of the tests' texts is a number in hexadecimal.
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)!
    }
  }

  /// The tests 1 to 3 of RFC 8032, 7.1.
  @Test(arguments: [
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
  ])
  func vectors(_ seed: String, _ key: String, _ message: String, _ signature: String) {
    #expect(Ed25519.publicKey(seed: bytes(seed)) == bytes(key))
    #expect(Ed25519.signature(of: bytes(message), seed: bytes(seed)) == bytes(signature))
    #expect(Ed25519.isValid(bytes(signature), of: bytes(message), publicKey: bytes(key)))
    #expect(!Ed25519.isValid(bytes(signature), of: bytes(message) + [0], publicKey: bytes(key)))
    for place in [0, 31, 32, 63] {
      var damaged = bytes(signature)
      damaged[place] ^= 1
      #expect(!Ed25519.isValid(damaged, of: bytes(message), publicKey: bytes(key)))
    }
  }

  /// S + L signs the same message in a verifier that does not reduce S (RFC 8032, 5.1.7).
  @Test func signaturesAreNotMalleable() {
    let seed = [UInt8](repeating: 7, count: 32)
    let message = Array("message".utf8)
    guard let key = Ed25519.publicKey(seed: seed), let signature = Ed25519.signature(of: message, seed: seed) else {
      Issue.record("a seed of 32 bytes has a key")
      return
    }
    let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var carry = 0
    var second = signature
    for index in 0..<32 {
      let sum = Int(signature[32 + index]) + Int(order[index]) + carry
      second[32 + index] = UInt8(sum & 0xff)
      carry = sum >> 8
    }
    #expect(carry == 0 && Ed25519.isValid(signature, of: message, publicKey: key))
    #expect(!Ed25519.isValid(second, of: message, publicKey: key))
  }

  @Test func lengthsAreChecked() {
    for count in [0, 31, 33, 64] {
      #expect(Ed25519.publicKey(seed: .init(repeating: 1, count: count)) == nil)
      #expect(Ed25519.signature(of: [], seed: .init(repeating: 1, count: count)) == nil)
      #expect(
        !Ed25519.isValid(.init(repeating: 1, count: 64), of: [], publicKey: .init(repeating: 1, count: count)))
    }
    for count in [0, 63, 65] {
      #expect(
        !Ed25519.isValid(.init(repeating: 1, count: count), of: [], publicKey: .init(repeating: 1, count: 32)))
    }
    #expect(!Ed25519.isValid(.init(repeating: 0xff, count: 64), of: [], publicKey: .init(repeating: 0xff, count: 32)))
  }

  @Test func newSeedsDiffer() {
    let seeds = Set((0..<64).map { _ in Ed25519.makeSeed() })
    #expect(seeds.count == 64 && seeds.allSatisfy { $0.count == Ed25519.keyByteCount })
  }
}
