import Cryptography

/// The SHA-256 of some bytes, written `sha256-` and base64url without padding.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible, Comparable {
  /// The digest's bytes in the value itself: a build holds a hash for each of hundreds of thousands of entries.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest's 32 bytes.
  public var digest: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// The hash of the bytes.
  public init(of bytes: [UInt8]) { self.init(exactly: MessageDigest.hash(bytes, with: .sha256)) }

  /// A hash from its digest, which has 32 bytes; `nil` otherwise.
  public init?(digest: [UInt8]) {
    guard digest.count == 32 else { return nil }
    self.init(exactly: digest)
  }

  /// - Parameter digest: has 32 bytes, as those of SHA-256 have.
  fileprivate init(exactly digest: [UInt8]) {
    words = digest.withUnsafeBytes { bytes in
      func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
      return (word(0), word(1), word(2), word(3))
    }
  }

  /// Whether the digests are the same.
  public static func == (left: ContentHash, right: ContentHash) -> Bool { left.words == right.words }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { withUnsafeBytes(of: words) { hasher.combine(bytes: $0) } }

  /// A hash as manifests write it; `nil` for anything else, other spellings of the same digest included.
  public init?(_ text: String) {
    guard text.hasPrefix("sha256-"), let digest = Base64.decodeURL(String(text.dropFirst(7))) else { return nil }
    self.init(digest: digest)
  }

  /// The digest in base64url, for file names.
  public var name: String { Base64.encodeURL(digest) }
  /// As manifests write it.
  public var description: String { "sha256-" + name }

  /// The order of the written forms, byte by byte.
  public static func < (left: ContentHash, right: ContentHash) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

/// A SHA-256 that is computed piece by piece.
public struct ContentHasher {
  private var state = MessageDigest(.sha256)
  /// The number of bytes given so far.
  public private(set) var count: UInt64 = 0

  /// The hasher of nothing yet.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.update(bytes)
    count += UInt64(bytes.count)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The hash of everything given.
  public func finalize() -> ContentHash { ContentHash(exactly: state.finalize()) }
}
