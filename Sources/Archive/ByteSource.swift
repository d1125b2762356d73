#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that can be read at any place: in memory, or a file that is read as needed.
public final class ByteSource: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case window([UInt8], start: UInt64)
    /// A file whose first byte is that at `start` of the source.
    case file(descriptor: Int32, start: UInt64, length: UInt64)
  }

  private let storage: Storage
  /// The number of bytes; a file's when it was opened.
  public let count: UInt64

  /// The given bytes.
  public init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    count = UInt64(bytes.count)
  }

  /// A part of a source that is not at hand as a whole; reading outside of the part is an error.
  init(window bytes: [UInt8], at start: UInt64, of count: UInt64) {
    storage = .window(bytes, start: start)
    self.count = count
  }

  /// A regular file, opened for reading; it is closed with the last reference.
  ///
  /// - Throws: ``ArchiveError`` of kind `inputOutput`.
  public init(path: String) throws(ArchiveError) {
    let (descriptor, size) = try Self.open(path)
    storage = .file(descriptor: descriptor, start: 0, length: size)
    count = size
  }

  /// A part of a source that is not at hand as a whole, in a file; reading outside of the part is an error.
  ///
  /// - Parameters:
  ///   - path: the file with the part.
  ///   - start: the part's place in the source.
  ///   - count: the number of bytes of the whole source.
  /// - Throws: ``ArchiveError`` of kind `inputOutput`.
  public init(path: String, at start: UInt64, of count: UInt64) throws(ArchiveError) {
    let (descriptor, size) = try Self.open(path)
    storage = .file(descriptor: descriptor, start: start, length: size)
    self.count = count
  }

  private static func open(_ path: String) throws(ArchiveError) -> (descriptor: Int32, size: UInt64) {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ArchiveError(.inputOutput, expected: "a readable file \(path)", found: String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
      close(descriptor)
      throw ArchiveError(.inputOutput, expected: "a regular file \(path)", found: "something else")
    }
    return (descriptor, UInt64(status.st_size))
  }

  deinit {
    if case .file(let descriptor, _, _) = storage { close(descriptor) }
  }

  /// The bytes at the given place.
  ///
  /// - Throws: ``ArchiveError`` of kind `inputOutput` when the range is not in the source, or the file cannot be read.
  public func read(_ offset: UInt64, _ length: Int) throws(ArchiveError) -> [UInt8] {
    guard length >= 0, offset <= count, UInt64(length) <= count - offset else {
      throw ArchiveError(
        .inputOutput, offset: offset, expected: "\(length) bytes", found: "\(count >= offset ? count - offset : 0)")
    }
    switch storage {
    case .memory(let bytes):
      return Array(bytes[Int(offset)..<(Int(offset) + length)])
    case .window(let bytes, let start):
      guard offset >= start, offset - start <= UInt64(bytes.count),
        UInt64(length) <= UInt64(bytes.count) - (offset - start)
      else {
        throw ArchiveError(
          .inputOutput, offset: offset, expected: "\(length) bytes", found: "a part that does not hold them")
      }
      let first = Int(offset - start)
      return Array(bytes[first..<first + length])
    case .file(let descriptor, let start, let size):
      guard offset >= start, offset - start <= size, UInt64(length) <= size - (offset - start) else {
        throw ArchiveError(
          .inputOutput, offset: offset, expected: "\(length) bytes", found: "a file that does not hold them")
      }
      var failure: ArchiveError?
      let result = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
        while filled < length {
          let got = pread(
            descriptor, buffer.baseAddress! + filled, length - filled, off_t(offset - start) + off_t(filled))
          if got > 0 {
            filled += got
          } else if got < 0 && errno == EINTR {
            continue
          } else {
            failure = ArchiveError(
              .inputOutput, offset: offset + UInt64(filled), expected: "\(length - filled) more bytes",
              found: got == 0 ? "the file's end" : String(cString: strerror(errno)))
            return
          }
        }
      }
      if let failure { throw failure }
      return result
    }
  }
}

/// The system's `open`, whose name the type's own hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
