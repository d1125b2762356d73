import Archive
import Compression
import Manifest
import Platform

/// Compressed files of a run by the hashes of their bytes, so that files with equal bytes are compressed once and share memory.
final class CompressedFiles: Sendable {
  private let known = Mutex<[ContentHash: CompressedEntry]>([:])

  /// The compressed bytes of a file.
  ///
  /// Nobody waits for another: where two threads come with equal bytes at once, both compress them.
  ///
  /// - Parameters:
  ///   - hash: the hash of the bytes.
  ///   - compress: compresses them, where no file had them before.
  func entry(of hash: ContentHash, _ compress: () -> CompressedEntry) -> CompressedEntry {
    if let entry = known.withLock({ $0[hash] }) { return entry }
    let entry = compress()
    return known.withLock { known in
      if let first = known[hash] { return first }
      known[hash] = entry
      return entry
    }
  }
}
