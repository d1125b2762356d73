import Archive

/// Bytes that lie in several arrays: an archive is put together of its entries' bytes without copying them.
struct ByteChunks: ArchiveSink {
  private(set) var chunks: [[UInt8]] = []
  private(set) var count = 0

  /// Appends an array as it is.
  mutating func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    chunks.append(bytes)
    count += bytes.count
  }

  /// The hash of all bytes.
  var hash: ContentHash {
    var hasher = ContentHasher()
    for chunk in chunks { hasher.update(chunk) }
    return hasher.finalize()
  }

  /// Calls `body` with all bytes in order, in pieces of some size: small arrays are joined.
  func forEachPiece(_ body: ([UInt8]) throws(PublishError) -> Void) throws(PublishError) {
    let size = 1 << 18
    var piece: [UInt8] = []
    piece.reserveCapacity(size)
    for chunk in chunks {
      if piece.count + chunk.count > size, !piece.isEmpty {
        try body(piece)
        piece.removeAll(keepingCapacity: true)
      }
      if chunk.count >= size { try body(chunk) } else { piece += chunk }
    }
    if !piece.isEmpty { try body(piece) }
  }
}
