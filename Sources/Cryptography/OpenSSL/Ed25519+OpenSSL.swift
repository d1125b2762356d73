#if os(Linux)
  import CLibCrypto

  extension Ed25519 {
    static func makePublicKey(seed: [UInt8]) -> [UInt8]? {
      withKey(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)) { key, _ in
        var bytes = [UInt8](repeating: 0, count: keyByteCount)
        var count = bytes.count
        return EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 && count == keyByteCount ? bytes : nil
      }
    }

    static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
      withKey(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)) { key, context in
        var bytes = [UInt8](repeating: 0, count: signatureByteCount)
        var count = bytes.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
          EVP_DigestSign(context, &bytes, &count, message, message.count) == 1, count == signatureByteCount
        else { return nil }
        return bytes
      }
    }

    static func verify(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
      withKey(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)) { key, context in
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return nil }
        // Only 1 says that the signature is valid; 0 and negative numbers are failures.
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
      } ?? false
    }

    /// Calls a closure with a key, which it frees, and a context to sign or verify in; `nil` where either is missing.
    private static func withKey<Result>(
      _ key: OpaquePointer?, _ body: (OpaquePointer, OpaquePointer) -> Result?
    ) -> Result? {
      // libcrypto keeps a queue of errors for each thread, which nothing here reads.
      defer { ERR_clear_error() }
      guard let key else { return nil }
      defer { EVP_PKEY_free(key) }
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      return body(key, context)
    }
  }
#endif
