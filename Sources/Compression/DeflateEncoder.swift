import Archive
import CLibDeflate
import Platform

// The only file that touches libdeflate: it owns its compressors and frees them; everything else sees Swift values.

/// Makes raw deflate streams (RFC 1951) from whole files: smaller than zlib's best and many times faster.
///
/// Safe to use from several threads; a compressor serves one file at a time and is kept for the next.
public final class DeflateEncoder: Sendable {
  /// How much work a file is worth.
  public enum Effort: Int32, Sendable, CaseIterable {
    /// For files that are made by the thousand: faster than zlib's level 6, smaller than its level 9.
    case fast = 7
    /// For files that are packed once and shipped as they are: optimal parsing.
    case thorough = 10
    /// The smallest that any library here makes; see ``ZopfliEncoder`` for what it costs.
    case best = 12
  }

  /// A compressor of the library, which may be used from any thread, by one at a time.
  private struct Compressor: @unchecked Sendable {
    let handle: OpaquePointer
    /// What streams of usual files are made in, before their own size is known.
    let room: UnsafeMutableBufferPointer<UInt8>
  }

  /// The largest file whose stream is made in a compressor's room.
  private static let usualSize = 1 << 17

  private let idle = Mutex<[Effort: [Compressor]]>([:])

  /// An encoder without compressors; they are made when they are needed.
  public init() {}

  deinit { releaseIdle() }

  /// Frees the compressors that serve no file now: one for thorough work takes 9 MB.
  public func releaseIdle() {
    idle.withLock { idle in
      for compressor in idle.values.joined() {
        libdeflate_free_compressor(compressor.handle)
        compressor.room.deallocate()
      }
      idle.removeAll()
    }
  }

  /// The bytes as one raw deflate stream, or `nil` where that would not be smaller.
  public func compress(_ bytes: [UInt8], effort: Effort) -> [UInt8]? {
    guard bytes.count > 1 else { return nil }
    let compressor = take(effort)
    defer { idle.withLock { $0[effort, default: []].append(compressor) } }
    // Room for one byte less than the input: a stream that does not fit is not wanted.
    if bytes.count <= Self.usualSize {
      let count = bytes.withUnsafeBytes { input in
        libdeflate_deflate_compress(
          compressor.handle, input.baseAddress, input.count, compressor.room.baseAddress, input.count - 1)
      }
      return count > 0 ? Array(compressor.room[..<count]) : nil
    }
    let deflated = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { output, count in
      count = bytes.withUnsafeBytes { input in
        libdeflate_deflate_compress(compressor.handle, input.baseAddress, input.count, output.baseAddress, output.count)
      }
    }
    guard !deflated.isEmpty else { return nil }
    // The array has the input's room; what is kept until it is published is its own size.
    return deflated.withUnsafeBufferPointer { Array($0) }
  }

  private func take(_ effort: Effort) -> Compressor {
    if let known = idle.withLock({ $0[effort]?.popLast() }) { return known }
    guard let handle = libdeflate_alloc_compressor(effort.rawValue) else {
      // The level is one that the library documents: only memory can be missing.
      preconditionFailure("libdeflate has no memory for a compressor")
    }
    return Compressor(handle: handle, room: .allocate(capacity: Self.usualSize))
  }

  /// A checksum of ZIP's entries (CRC-32, ISO 3309).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
