import Files

/// Bytes that can be read at any place: in memory, or a file that is read as needed.
public final class ByteSource: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case window([UInt8], start: UInt64)
    /// A file whose first byte is that at `start` of the source.
    case file(OpenFile, start: UInt64, length: UInt64)
  }

  private let storage: Storage
  /// The number of bytes; a file's when it was opened.
  public let count: UInt64

  /// The given bytes.
  public init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    count = UInt64(bytes.count)
  }

  /// A part of a source that is not available as a whole; reading outside of the part is an error.
  init(window bytes: [UInt8], at start: UInt64, of count: UInt64) {
    storage = .window(bytes, start: start)
    self.count = count
  }

  /// A regular file, opened for reading; it is closed with the last reference.
  ///
  /// - Throws: ``ArchiveError`` of kind `inputOutput`.
  public convenience init(path: String) throws(ArchiveError) {
    try self.init { () throws(FileError) in try OpenFile(reading: path) }
  }

  /// A file that is open already.
  ///
  /// - Throws: ``ArchiveError`` of kind `inputOutput`.
  public convenience init(_ file: OpenFile) throws(ArchiveError) {
    try self.init { () throws(FileError) in file }
  }

  private init(_ open: () throws(FileError) -> OpenFile) throws(ArchiveError) {
    (storage, count) = try Self.reading { () throws(FileError) in
      let file = try open()
      let size = try file.status().size
      return (.file(file, start: 0, length: size), size)
    }
  }

  /// A part of a source that is not available as a whole, in a file; reading outside of the part is an error.
  ///
  /// - Parameters:
  ///   - file: the file with the part.
  ///   - start: the part's place in the source.
  ///   - count: the number of bytes of the whole source.
  /// - Throws: ``ArchiveError`` of kind `inputOutput`.
  public init(_ file: OpenFile, at start: UInt64, of count: UInt64) throws(ArchiveError) {
    storage = try Self.reading { () throws(FileError) in
      .file(file, start: start, length: try file.status().size)
    }
    self.count = count
  }

  private static func reading<Result>(_ body: () throws(FileError) -> Result) throws(ArchiveError) -> Result {
    do {
      return try body()
    } catch {
      throw ArchiveError(.inputOutput, expected: "a readable file \(error.path)", found: error.detail)
    }
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
    case .file(let file, let start, let size):
      guard offset >= start, offset - start <= size, UInt64(length) <= size - (offset - start) else {
        throw ArchiveError(
          .inputOutput, offset: offset, expected: "\(length) bytes", found: "a file that does not hold them")
      }
      do {
        return try file.read(length, at: offset - start)
      } catch {
        throw ArchiveError(.inputOutput, offset: offset, expected: "\(length) bytes", found: error.detail)
      }
    }
  }
}
