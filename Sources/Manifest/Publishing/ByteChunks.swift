import Archive

/// Bytes that are in several places: an archive is put together of its entries' bytes without copying them, and without
/// reading those that were set aside in a file before they are written.
struct ByteChunks: ArchiveSink {
  private var chunks: [EntryData] = []
  private(set) var count = 0

  /// Appends an array as it is.
  mutating func write(_ bytes: [UInt8]) { write(EntryData(bytes)) }

  /// Appends bytes that are read when they are asked for.
  mutating func write(_ data: EntryData) {
    guard data.count > 0 else { return }
    chunks.append(data)
    count += data.count
  }

  /// The hash of all bytes.
  ///
  /// - Throws: ``PublishError`` where bytes that were set aside cannot be read.
  func hash() throws(PublishError) -> ContentHash {
    var hasher = ContentHasher()
    for chunk in chunks { hasher.update(try Self.bytes(of: chunk)) }
    return hasher.finalize()
  }

  /// Calls `body` with all bytes in order, in pieces of some size: small arrays are joined.
  ///
  /// - Throws: what `body` throws, and ``PublishError`` where bytes that were set aside cannot be read.
  func forEachPiece(_ body: ([UInt8]) throws(PublishError) -> Void) throws(PublishError) {
    let size = 1 << 18
    var piece: [UInt8] = []
    piece.reserveCapacity(size)
    for chunk in chunks {
      if piece.count + chunk.count > size, !piece.isEmpty {
        try body(piece)
        piece.removeAll(keepingCapacity: true)
      }
      let bytes = try Self.bytes(of: chunk)
      if bytes.count >= size { try body(bytes) } else { piece += bytes }
    }
    if !piece.isEmpty { try body(piece) }
  }

  private static func bytes(of chunk: EntryData) throws(PublishError) -> [UInt8] {
    do {
      return try chunk.bytes()
    } catch {
      throw PublishError(
        .inputOutput, path: "the release", detail: "bytes that were set aside in a temporary file cannot be read again")
    }
  }
}
