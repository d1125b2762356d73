#if !os(Linux)
  #if canImport(CryptoKit)
    import CryptoKit
  #else
    import Crypto
  #endif

  /// The state of a digest in CryptoKit, or in swift-crypto, which has the same interface.
  enum DigestState {
    case sha256(SHA256)
    case sha384(SHA384)
    case sha512(SHA512)

    init(_ algorithm: MessageDigest.Algorithm) {
      switch algorithm {
      case .sha256: self = .sha256(SHA256())
      case .sha384: self = .sha384(SHA384())
      case .sha512: self = .sha512(SHA512())
      }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      switch self {
      case .sha256(var state):
        state.update(bufferPointer: bytes)
        self = .sha256(state)
      case .sha384(var state):
        state.update(bufferPointer: bytes)
        self = .sha384(state)
      case .sha512(var state):
        state.update(bufferPointer: bytes)
        self = .sha512(state)
      }
    }

    func finalize() -> [UInt8] {
      switch self {
      case .sha256(let state): Array(state.finalize())
      case .sha384(let state): Array(state.finalize())
      case .sha512(let state): Array(state.finalize())
      }
    }

    static func hash(_ bytes: UnsafeRawBufferPointer, with algorithm: MessageDigest.Algorithm) -> [UInt8] {
      var state = DigestState(algorithm)
      state.update(bytes)
      return state.finalize()
    }
  }
#endif
