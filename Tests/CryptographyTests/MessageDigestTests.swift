import Cryptography
import Testing

@Suite struct MessageDigestTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  /// The examples of FIPS 180-4.
  @Test(arguments: [
    (
      MessageDigest.Algorithm.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384, "abc",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512, "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ])
  func examples(_ algorithm: MessageDigest.Algorithm, _ text: String, _ wanted: String) {
    #expect(hex(MessageDigest.hash(Array(text.utf8), with: algorithm)) == wanted)
    var digest = MessageDigest(algorithm)
    for byte in text.utf8 { [byte].withUnsafeBytes { digest.update($0) } }
    #expect(hex(digest.finalize()) == wanted)
  }

  /// A copy goes on by itself, and a digest that was read goes on too.
  @Test(arguments: MessageDigest.Algorithm.allCases) func copiesAreValues(_ algorithm: MessageDigest.Algorithm) {
    var first = MessageDigest(algorithm)
    Array("a".utf8).withUnsafeBytes { first.update($0) }
    var second = first
    #expect(first.finalize() == MessageDigest.hash(Array("a".utf8), with: algorithm))
    Array("b".utf8).withUnsafeBytes { second.update($0) }
    Array("c".utf8).withUnsafeBytes { first.update($0) }
    #expect(first.finalize() == MessageDigest.hash(Array("ac".utf8), with: algorithm))
    #expect(second.finalize() == MessageDigest.hash(Array("ab".utf8), with: algorithm))
    #expect(second.finalize().count == algorithm.byteCount)
  }

  @Test func aMillionBytesInPieces() {
    let wanted = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
    var digest = MessageDigest(.sha256)
    for _ in 0..<1_000 { piece.withUnsafeBytes { digest.update($0) } }
    #expect(hex(digest.finalize()) == wanted)
  }
}
