/// A file ready to be put into an archive: compressed where that makes it smaller.
public struct CompressedEntry: Sendable, Hashable {
  /// How `data` is kept.
  public var method: CompressionMethod
  /// The checksum of the uncompressed bytes.
  public var checksum: UInt32
  /// The number of uncompressed bytes.
  public var size: UInt64
  /// The bytes as they are in the archive.
  public var data: EntryData

  /// An entry from its parts, such as from a cache.
  public init(method: CompressionMethod, checksum: UInt32, size: UInt64, data: [UInt8]) {
    self.method = method
    self.checksum = checksum
    self.size = size
    self.data = EntryData(data)
  }

  /// Compresses a file's bytes; stores them where deflate does not shrink them.
  ///
  /// - Parameters:
  ///   - bytes: the file's bytes.
  ///   - level: 1 (fast) to 9 (small).
  public init(compressing bytes: [UInt8], level: Int = 9) {
    let deflated = bytes.isEmpty ? bytes : Deflate.compress(bytes, level: level)
    let isSmaller = deflated.count < bytes.count
    self.init(
      method: isSmaller ? .deflate : .stored, checksum: CRC32.of(bytes), size: UInt64(bytes.count),
      data: isSmaller ? deflated : bytes)
  }
}

/// A file in an archive, as the central directory and the local header agree on it.
public struct ArchiveEntry: Sendable, Hashable {
  /// The path, with `/` between folders.
  public let name: String
  /// How the bytes are kept.
  public let method: CompressionMethod
  /// The checksum of the uncompressed bytes.
  public let checksum: UInt32
  /// The number of bytes in the archive.
  public let compressedSize: UInt64
  /// The number of uncompressed bytes.
  public let size: UInt64
  /// The place of the local header, in bytes from the archive's begin.
  public let headerOffset: UInt64
  /// The place of the first byte of the data.
  public let dataOffset: UInt64
  /// Version, flags, time and date, which both headers have.
  let common: CommonFields

  struct CommonFields: Sendable, Hashable {
    var version: UInt16
    var flags: UInt16
    var time: UInt16
    var date: UInt16
  }
}
