import Archive
import Manifest

extension PackageFile {
  /// A file of a package, compressed and hashed at once, so that only the compressed bytes are kept.
  ///
  /// - Parameters:
  ///   - path: the path in the package.
  ///   - bytes: the file's bytes.
  ///   - origin: the site path that it was made from.
  init(path: String, packing bytes: [UInt8], origin: String) {
    let entry = Self.isIncompressible(bytes) ? Self.stored(bytes) : CompressedEntry(compressing: bytes)
    self.init(
      path: path, contents: .bytes([]), origin: origin, packed: PackedFile(hash: ContentHash(of: bytes), entry: entry))
  }

  /// OPTIMIZATION: deflate cannot shrink what is compressed already; a sample tells, so that large media cost nothing.
  private static func isIncompressible(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 256 << 10 else { return false }
    let middle = bytes.count / 2
    let sample = Array(bytes[middle..<min(bytes.count, middle + 64 << 10)])
    return CompressedEntry(compressing: sample, level: 1).data.count * 100 > sample.count * 99
  }

  private static func stored(_ bytes: [UInt8]) -> CompressedEntry {
    CompressedEntry(method: .stored, checksum: CRC32.of(bytes), size: UInt64(bytes.count), data: bytes)
  }
}
