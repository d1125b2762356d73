import Archive

/// A file's bytes that are made as they are needed, the same each time: an archive is put together of its entries' bytes without
/// holding them, and without reading those that were set aside in a file before they are written.
struct ByteStream: Sendable {
  /// Takes the bytes in order and hands them on in pieces: small arrays are joined.
  struct Pieces: ArchiveSink {
    /// Pieces are about so large, in bytes.
    private static let size = 1 << 18

    private var piece: [UInt8] = []
    private let body: ([UInt8]) throws(PublishError) -> Void

    fileprivate init(_ body: @escaping ([UInt8]) throws(PublishError) -> Void) { self.body = body }

    /// Appends bytes.
    mutating func write(_ bytes: [UInt8]) throws(PublishError) {
      if piece.count + bytes.count > Self.size { try flush() }
      if bytes.count >= Self.size { try body(bytes) } else { piece += bytes }
    }

    /// Appends bytes that may have been set aside in a file.
    mutating func write(_ data: EntryData) throws(PublishError) {
      let bytes: [UInt8]
      do {
        bytes = try data.bytes()
      } catch {
        throw .setAside
      }
      try write(bytes)
    }

    fileprivate mutating func flush() throws(PublishError) {
      guard !piece.isEmpty else { return }
      try body(piece)
      piece.removeAll(keepingCapacity: true)
    }
  }

  private let make: @Sendable (inout Pieces) throws(PublishError) -> Void

  /// Bytes that a closure writes, whenever they are asked for.
  init(_ make: @escaping @Sendable (inout Pieces) throws(PublishError) -> Void) { self.make = make }

  /// Bytes in memory.
  init(_ bytes: [UInt8]) {
    make = { (pieces) throws(PublishError) in try pieces.write(bytes) }
  }

  /// The hash and the number of all bytes.
  func measure() throws(PublishError) -> (hash: ContentHash, count: Int) {
    var hasher = ContentHasher()
    var count = 0
    try forEachPiece { (piece) throws(PublishError) in
      hasher.update(piece)
      count += piece.count
    }
    return (hasher.finalize(), count)
  }

  /// Calls `body` with all bytes in order, in pieces of some size.
  ///
  /// - Throws: what `body` throws, and ``PublishError`` where bytes that were set aside cannot be read.
  func forEachPiece(_ body: @escaping ([UInt8]) throws(PublishError) -> Void) throws(PublishError) {
    var pieces = Pieces(body)
    try make(&pieces)
    try pieces.flush()
  }
}

extension PublishError {
  /// What was set aside while a release was made is gone.
  public static let setAside = PublishError(
    .inputOutput, path: "the release", detail: "bytes that were set aside in a temporary file cannot be read again")
}
