extension String {
  /// A text of bytes in UTF-8; `nil` where they are not UTF-8.
  @inlinable public init?(validUTF8 bytes: some Collection<UInt8>) {
    #if canImport(Darwin) || HYBRID_OWN_LOCKS
      // `init(validating:as:)` needs iOS 18. What is not UTF-8 is repaired here, and differs then.
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes) else { return nil }
      self = text
    #else
      self.init(validating: bytes, as: UTF8.self)
    #endif
  }
}
