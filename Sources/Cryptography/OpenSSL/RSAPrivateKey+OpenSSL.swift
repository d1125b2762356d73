#if os(Linux)
  import CLibCrypto

  /// A private RSA key in PEM, which libcrypto reads again for each signature: a value without a pointer.
  struct RSAPrivateKey: Sendable {
    private let pem: [UInt8]

    init?(pem: String) {
      self.pem = Array(pem.utf8)
      let isAccepted = withKey { key in
        EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA && EVP_PKEY_get_bits(key) >= RSASigningKey.leastBits
      }
      guard isAccepted == true else { return nil }
    }

    func signature(of message: [UInt8]) -> [UInt8]? {
      withKey { key in
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = Int(EVP_PKEY_get_size(key))
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        // PKCS #1 v1.5 is the padding unless another is set.
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
          EVP_DigestSign(context, &bytes, &count, message, message.count) == 1,
          // The public half of the same file has to agree.
          EVP_MD_CTX_reset(context) == 1, EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1,
          EVP_DigestVerify(context, bytes, count, message, message.count) == 1
        else { return nil }
        return Array(bytes.prefix(count))
      }
    }

    private func withKey<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
      defer { ERR_clear_error() }
      guard let length = Int32(exactly: pem.count), let file = BIO_new_mem_buf(pem, length) else { return nil }
      defer { BIO_free(file) }
      // Without this function libcrypto would ask the terminal for the pass phrase of an encrypted key.
      guard let key = PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil) else { return nil }
      defer { EVP_PKEY_free(key) }
      return body(key)
    }
  }
#endif
