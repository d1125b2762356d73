import Cryptography
import Foundation
import Testing

/// The keys were made and the signature was computed by `openssl`.
@Suite struct RSASigningKeyTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Keys")

  private func pem(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appendingPathComponent(name + ".pem"), encoding: .utf8)
  }

  @Test(arguments: ["rsa-2048-pkcs8", "rsa-2048-pkcs1"]) func signsAsOpenSSL(_ name: String) throws {
    let key = try #require(RSASigningKey(pem: try pem(name)))
    let signature = try #require(key.signature(of: Array("a manifest\n".utf8)))
    #expect(
      Data(signature).base64EncodedString()
        == """
        Ak2knmqKKfHwEtIqAF2C3BZZySMP7s9KO+h/fxAM0U2/Fy4qENFFHGwkCvNBkFTxeG1TFiEz/OiVmn2dwpy/zlRGEQ46Zt9n1IJf\
        adoBFGBK7qM0I9xLptPXfyEy1qGuiJ8OEm0o71RM5ESoqMlzvMvx9DJWj2Y6/vbpdPkO41QUdR0dKFsyq0qDXv+AuByaH4C2yC/Z\
        245p1klrXqxQRLsZ0t50+vR0RiT1xnj97ixcLq0HEKj1yeAhq2CDZ7DYZ6iOj8HZI5WTWckh9RcGHs/BWzzCj5w/fNU3++jp9qT2\
        Llv5dWzouqItZ0L+K27fIilXCX7BciSmRcL6+5LCwg==
        """)
    #expect(key.signature(of: [])?.count == 256)
    #expect("\(key)" == "RSASigningKey" && Mirror(reflecting: key).children.isEmpty)
  }

  /// Keys that are too short, of another kind, encrypted (which must ask no terminal), damaged, or no keys.
  @Test(arguments: ["rsa-1024", "ec-p256", "rsa-2048-encrypted", "rsa-2048-damaged"])
  func refusesOtherKeys(_ name: String) throws {
    #expect(RSASigningKey(pem: try pem(name)) == nil)
  }

  @Test func refusesOtherTexts() throws {
    let whole = try pem("rsa-2048-pkcs8")
    for text in ["", "x", "-----BEGIN PRIVATE KEY-----", String(whole.prefix(800)), whole.replacing("A", with: "\0")] {
      #expect(RSASigningKey(pem: text) == nil, "\(text.prefix(40))")
    }
  }
}
