import Cryptography
import Foundation
import Manifest

/// Expo's code signing: RSASSA-PKCS1-v1_5 with SHA-256, whose certificate an app is built with.
///
/// It belongs to the build, not to `Manifest`: apps link that, and need no RSA.
public enum ExpoCodeSigning {
  /// A signer with a private key in PEM (PKCS #1 or PKCS #8) of at least 2048 bits; `nil` where the text holds none.
  public static func signer(pem: String, keyID: String) -> ExpoRelease.Signer? {
    guard let key = RSASigningKey(pem: pem) else { return nil }
    return ExpoRelease.Signer(keyID: keyID) { bytes in
      guard let signature = key.signature(of: bytes) else { throw CocoaError(.featureUnsupported) }
      return signature
    }
  }
}
