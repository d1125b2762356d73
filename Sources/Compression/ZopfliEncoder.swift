import CZopfli
import Foundation

// The only file that touches Zopfli: it copies the library's answer and frees it.

/// The smallest raw deflate streams (RFC 1951) that are known how to be made: Zopfli tries ways to part a file into
/// blocks again and again. It takes a hundred times as long as libdeflate for three hundredths less.
enum ZopfliEncoder {
  /// Larger files are not worth their time.
  static let maximumSize = 4 << 20

  /// The bytes as one raw deflate stream; `nil` for files that are too large.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count <= maximumSize else { return nil }
    var options = ZopfliOptions()
    ZopfliInitOptions(&options)
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    ZopfliCompress(&options, ZOPFLI_FORMAT_DEFLATE, bytes, bytes.count, &output, &count)
    defer { free(output) }
    return output.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
  }
}
