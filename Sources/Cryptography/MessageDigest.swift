/// A message digest of the SHA-2 family (FIPS 180-4), computed piece by piece. A copy goes on by itself.
public struct MessageDigest {
  /// A digest function.
  public enum Algorithm: Sendable, CaseIterable {
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// The number of bytes of a digest.
    public var byteCount: Int {
      switch self {
      case .sha256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }
  }

  private var state: DigestState

  /// The digest of no bytes yet.
  public init(_ algorithm: Algorithm) { state = DigestState(algorithm) }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !bytes.isEmpty { state.update(bytes) }
  }

  /// The digest of all bytes so far.
  public func finalize() -> [UInt8] { state.finalize() }

  /// The digest of some bytes.
  public static func hash(_ bytes: [UInt8], with algorithm: Algorithm) -> [UInt8] {
    bytes.withUnsafeBytes { DigestState.hash($0, with: algorithm) }
  }
}
