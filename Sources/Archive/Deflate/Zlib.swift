import CZlib

// The only file that touches zlib: it owns its streams and frees them; everything else sees Swift values.

/// The checksum of ZIP's entries (CRC-32, ISO 3309), which can be computed piece by piece.
public struct CRC32: Sendable, Hashable {
  /// The checksum of what was given so far.
  public private(set) var value: UInt32 = 0

  /// The checksum of nothing.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    var checksum = uLong(value)
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      checksum = crc32(checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), uInt(piece.count))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
    value = UInt32(truncatingIfNeeded: checksum)
  }

  /// The checksum of the bytes.
  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }
}

/// Raw deflate streams (RFC 1951), without zlib's or gzip's frame.
public enum Deflate {
  /// The version of the zlib that is loaded, such as `1.2.13`: part of every cache key.
  public static var libraryVersion: String { String(cString: zlibVersion()) }

  /// The bytes compressed into one raw deflate stream.
  ///
  /// The same bytes, level and zlib give the same stream. The bytes are limited to 4 GiB − 1 by zlib's counters being fed
  /// in pieces, not by this function.
  ///
  /// - Parameters:
  ///   - bytes: what is compressed.
  ///   - level: 1 (fast) to 9 (small); values outside are brought inside.
  public static func compress(_ bytes: [UInt8], level: Int = 9) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    // The parameters are constants that zlib documents as valid: only memory can be missing.
    precondition(status == Z_OK, "zlib has no memory for a deflate stream")
    defer { deflateEnd(&stream) }
    // A whole output of `deflateBound` lets zlib finish without another call, for inputs below 1 GiB.
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    var output: [UInt8] = []
    output.reserveCapacity(min(bound, 1 << 26))
    let chunkSize = min(max(bound, 64), 1 << 20)
    bytes.withUnsafeBufferPointer { input in
      var consumed = 0
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunkSize) { chunk in
        var finished = false
        while !finished {
          let piece = min(input.count - consumed, 1 << 30)
          stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumed) }
          stream.avail_in = uInt(piece)
          let flush = consumed + piece == input.count ? Z_FINISH : Z_NO_FLUSH
          repeat {
            stream.next_out = chunk.baseAddress
            stream.avail_out = uInt(chunkSize)
            finished = deflate(&stream, flush) == Z_STREAM_END
            output.append(contentsOf: UnsafeBufferPointer(rebasing: chunk[0..<(chunkSize - Int(stream.avail_out))]))
          } while stream.avail_out == 0 && !finished
          consumed += piece - Int(stream.avail_in)
        }
      }
    }
    return output
  }
}

/// Why a raw deflate stream could not be read.
public enum InflateError: Error, Hashable, Sendable {
  /// The stream breaks the rules of RFC 1951.
  case corrupt
  /// The stream goes on after the given number of bytes, which is all that was allowed.
  case tooLong
  /// The input ended before the stream.
  case truncated
}

/// Reads one raw deflate stream piece by piece in bounded memory, and never makes more bytes than allowed.
public final class Inflater {
  private var stream: z_stream
  private let isUsable: Bool
  /// The number of bytes that may still come out.
  public private(set) var remaining: UInt64
  /// Whether the stream's last block has ended.
  public private(set) var isFinished = false

  /// A reader of a stream that may give at most `limit` bytes.
  public init(limit: UInt64) {
    stream = z_stream()
    remaining = limit
    isUsable = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit { if isUsable { inflateEnd(&stream) } }

  /// Inflates a piece of the stream and hands on what comes out, in chunks of up to `chunk.count` bytes.
  ///
  /// - Returns: the number of bytes of `input` that were used: fewer than given only when the stream ended in it.
  /// - Throws: ``InflateError``, or what `body` throws.
  public func inflate(
    _ input: UnsafeRawBufferPointer, chunk: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    guard isUsable else { throw InflateError.corrupt }
    guard !isFinished, let base = input.baseAddress, let output = chunk.baseAddress else { return 0 }
    var consumed = 0
    while !isFinished {
      let piece = min(input.count - consumed, 1 << 30)
      stream.next_in = UnsafeMutablePointer(
        mutating: base.assumingMemoryBound(to: UInt8.self) + consumed)
      stream.avail_in = uInt(piece)
      // One byte more than allowed is asked for, so that a stream that is too long shows it at its first byte too many.
      let room = Int(min(UInt64(chunk.count), remaining + 1))
      stream.next_out = output.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = uInt(min(room, 1 << 30))
      let offered = Int(stream.avail_out)
      let status = CZlib.inflate(&stream, Z_NO_FLUSH)
      let made = offered - Int(stream.avail_out)
      consumed += piece - Int(stream.avail_in)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw InflateError.corrupt }
      guard UInt64(made) <= remaining else { throw InflateError.tooLong }
      remaining -= UInt64(made)
      if made > 0 { try body(UnsafeRawBufferPointer(start: output, count: made)) }
      if status == Z_STREAM_END { isFinished = true }
      if made == 0 && (consumed == input.count || status == Z_BUF_ERROR) { break }
    }
    return consumed
  }

  /// The whole stream inflated; every byte of `bytes` must belong to it.
  public static func inflate(_ bytes: [UInt8], limit: UInt64) throws -> [UInt8] {
    let inflater = Inflater(limit: limit)
    var result: [UInt8] = []
    let used = try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
      try bytes.withUnsafeBytes { input in
        try inflater.inflate(input, chunk: chunk) { result.append(contentsOf: $0) }
      }
    }
    guard inflater.isFinished else { throw InflateError.truncated }
    guard used == bytes.count else { throw InflateError.corrupt }
    return result
  }
}
