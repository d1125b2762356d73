import Archive
import Compression
import Manifest

extension PackageFile {
  /// A file of a package, compressed and hashed at once, so that only the compressed bytes are kept.
  ///
  /// - Parameters:
  ///   - path: the path in the package.
  ///   - bytes: the file's bytes.
  ///   - origin: the site path that it was made from.
  ///   - effort: how hard to compress: files that a build makes by the thousand are worth less than assets.
  init(path: String, packing bytes: [UInt8], origin: String, effort: DeflateEncoder.Effort) {
    let entry = CompressedEntry(packing: bytes, effort: effort)
    self.init(
      path: path, contents: .bytes([]), origin: origin, packed: PackedFile(hash: ContentHash(of: bytes), entry: entry))
  }
}
