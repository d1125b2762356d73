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
  ///   - hash: the hash of the bytes, where it is known.
  ///   - effort: how hard to compress: files that a build makes by the thousand are worth less than assets.
  ///   - equals: files that were compressed with this effort before, where equal ones are likely.
  init(
    path: String, packing bytes: [UInt8], hash: ContentHash? = nil, origin: String, effort: DeflateEncoder.Effort,
    equals: CompressedFiles? = nil
  ) {
    let hash = hash ?? ContentHash(of: bytes)
    let entry =
      equals?.entry(of: hash) { CompressedEntry(packing: bytes, effort: effort) }
      ?? CompressedEntry(packing: bytes, effort: effort)
    self.init(path: path, contents: .bytes([]), origin: origin, packed: PackedFile(hash: hash, entry: entry))
  }
}
