#if os(Linux)
  import CLibCrypto

  /// The state of a digest in libcrypto. Copies share it until one of them changes.
  struct DigestState {
    private let algorithm: MessageDigest.Algorithm
    private var context: Context

    init(_ algorithm: MessageDigest.Algorithm) {
      self.algorithm = algorithm
      context = Context()
      Self.require(EVP_DigestInit_ex(context.pointer, Self.function(algorithm), nil))
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      if !isKnownUniquelyReferenced(&context) { context = context.copy() }
      Self.require(EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count))
    }

    func finalize() -> [UInt8] {
      // `EVP_DigestFinal_ex` ends the state, which may be asked again.
      let last = context.copy()
      return Self.digest(algorithm) { EVP_DigestFinal_ex(last.pointer, $0, nil) }
    }

    static func hash(_ bytes: UnsafeRawBufferPointer, with algorithm: MessageDigest.Algorithm) -> [UInt8] {
      digest(algorithm) { EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, function(algorithm), nil) }
    }

    /// An `EVP_MD_CTX`, freed with the value.
    private final class Context {
      let pointer: OpaquePointer

      init() {
        guard let pointer = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        self.pointer = pointer
      }

      deinit { EVP_MD_CTX_free(pointer) }

      func copy() -> Context {
        let copy = Context()
        DigestState.require(EVP_MD_CTX_copy_ex(copy.pointer, pointer))
        return copy
      }
    }

    /// libcrypto's functions, looked up once: a look-up costs more than the digest of a short text. They are never freed and
    /// never change.
    private struct Functions: @unchecked Sendable {
      let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
      let sha384 = EVP_MD_fetch(nil, "SHA384", nil)
      let sha512 = EVP_MD_fetch(nil, "SHA512", nil)
    }

    private static let functions = Functions()

    private static func function(_ algorithm: MessageDigest.Algorithm) -> OpaquePointer? {
      switch algorithm {
      case .sha256: functions.sha256
      case .sha384: functions.sha384
      case .sha512: functions.sha512
      }
    }

    private static func digest(
      _ algorithm: MessageDigest.Algorithm, _ write: (UnsafeMutablePointer<UInt8>?) -> Int32
    ) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { buffer, count in
        // Each function writes exactly `byteCount` bytes.
        require(write(buffer.baseAddress))
        count = algorithm.byteCount
      }
    }

    /// Digests of bytes in memory fail only where libcrypto has no SHA-2 or no memory: no result is better than a wrong one.
    private static func require(_ status: Int32) {
      precondition(status == 1, "libcrypto computes no SHA-2 digest")
    }
  }
#endif
