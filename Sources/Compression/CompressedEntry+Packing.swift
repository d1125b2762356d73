import Archive

extension CompressedEntry {
  /// Below this many bytes, optimal parsing costs nothing that could be measured.
  private static let smallSize = 4096
  /// Above this many bytes, a file's own sample decides whether it is compressed at all: films, which pages seldom have.
  private static let sampledSize = 16 << 20

  private static let encoder = DeflateEncoder()

  /// Frees the memory that packing keeps for the next file: what follows needs it more.
  public static func releaseCompressors() { encoder.releaseIdle() }

  /// Compresses a file's bytes for a package, no larger than `zip -9` would; stores what deflate does not shrink.
  ///
  /// The same bytes, effort and libdeflate give the same entry.
  public init(packing bytes: [UInt8], effort: DeflateEncoder.Effort) {
    self.init(
      method: .stored, checksum: DeflateEncoder.checksum(bytes), size: UInt64(bytes.count), data: bytes)
    guard effort == .best || !Self.isIncompressible(bytes) else { return }
    var effort = bytes.count <= Self.smallSize && effort == .fast ? .thorough : effort
    var smallest = Self.encoder.compress(bytes, effort: effort)
    // What shrinks to less than a fifth repeats itself, and only a longer search finds how: zlib's level 9 would win.
    if effort == .fast, let fast = smallest, fast.count * 5 < bytes.count {
      effort = .thorough
      smallest = Self.encoder.compress(bytes, effort: effort)
    }
    // Where little is gained (images), zlib's choice of blocks is sometimes the better one.
    let gainsLittle = (smallest?.count ?? bytes.count) * 10 > bytes.count * 9 || bytes.count <= Self.smallSize
    if effort == .best || gainsLittle {
      let other = Deflate.compress(bytes)
      if other.count < smallest?.count ?? bytes.count { smallest = other }
    }
    if effort == .best, let other = ZopfliEncoder.compress(bytes), other.count < smallest?.count ?? bytes.count {
      smallest = other
    }
    guard let smallest else { return }
    method = .deflate
    data = EntryData(smallest)
  }

  /// OPTIMIZATION: deflate cannot shrink what is compressed already; a sample shows that, so that large media cost
  /// nothing.
  private static func isIncompressible(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > sampledSize else { return false }
    let middle = bytes.count / 2
    let sample = Array(bytes[middle..<min(bytes.count, middle + 64 << 10)])
    return Deflate.compress(sample, level: 1).count * 100 > sample.count * 99
  }
}
