import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a page or layout file at a fixed place in memory: a copy, or a large file mapped, of which only what is
/// read is loaded.
public final class FileBytes: @unchecked Sendable {
  // Unchecked: the memory is written before `init` returns, never after, and freed with the last reference.
  @usableFromInline let base: UnsafeRawPointer
  private let isMapped: Bool
  /// The number of bytes.
  public let count: Int

  /// A copy of the bytes.
  public init(_ bytes: some ContiguousBytesOfFile) {
    let copied = bytes.withFileBytes { source in
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, source.count), alignment: 16)
      memory.copyMemory(from: source)
      return (memory, source.count)
    }
    // An allocation of at least one byte has a base address.
    base = UnsafeRawPointer(copied.0.baseAddress!)
    count = copied.1
    isMapped = false
  }

  /// Files up to these many bytes are read at once: mapping one and letting go of it costs more than copying it.
  static let mostCopied = 1 << 17

  /// A regular file: small ones are read, larger ones mapped. The file must not be cut while it is in use: content-addressed
  /// files never are.
  ///
  /// - Throws: ``PageFormatError`` of kind `file`.
  public convenience init(mapping path: String) throws(PageFormatError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw PageFormatError(.file, field: path, found: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    try self.init(mapping: descriptor, path: path)
  }

  /// The same for a file that is open; the descriptor may be closed afterwards.
  ///
  /// - Parameters:
  ///   - descriptor: the open file.
  ///   - path: the file's path, for messages.
  /// - Throws: ``PageFormatError`` of kind `file`.
  public init(mapping descriptor: Int32, path: String) throws(PageFormatError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      throw PageFormatError(.file, field: path, expected: "a file that is not empty")
    }
    let size = Int(status.st_size)
    if size <= Self.mostCopied {
      base = try Self.read(descriptor, size, path)
      isMapped = false
    } else {
      guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED else {
        throw PageFormatError(.file, field: path, found: String(cString: strerror(errno)))
      }
      base = UnsafeRawPointer(memory)
      isMapped = true
    }
    count = size
  }

  /// The first bytes of a file.
  private static func read(_ descriptor: Int32, _ size: Int, _ path: String) throws(PageFormatError) -> UnsafeRawPointer
  {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var done = 0
    while done < size {
      let count = pread(descriptor, memory + done, size - done, off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let found = count < 0 ? String(cString: strerror(errno)) : "\(done) bytes"
        memory.deallocate()
        throw PageFormatError(.file, field: path, expected: "\(size) bytes", found: found)
      }
      done += count
    }
    return UnsafeRawPointer(memory)
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: base), count)
    } else {
      base.deallocate()
    }
  }

  /// The byte at an offset that the caller has checked.
  @inlinable @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// The little-endian number at an offset that the caller has checked.
  @inlinable @inline(__always)
  func word(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// As ``word(_:)``, of 16 bits.
  @inlinable @inline(__always)
  func half(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// As ``word(_:)``, of 64 bits.
  func doubleWord(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The text in a range that the caller has checked; what is not UTF-8 is repaired.
  func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// A part of the text in a range that the caller has checked, by UTF-16 code units; half of a surrogate pair reads as
  /// U+FFFD, and a part that goes beyond the text is `nil`.
  func string(_ range: Range<Int>, utf16 units: Range<Int>) -> String? {
    guard units.lowerBound >= 0, units.upperBound <= range.count else { return nil }
    // OPTIMIZATION: no string is made of what comes before the part.
    var position = range.lowerBound
    guard let start = advance(&position, by: units.lowerBound, in: range),
      let end = advance(&position, by: units.count, in: range)
    else { return slowString(range, utf16: units) }
    return string(start..<end)
  }

  /// Goes forward by UTF-16 code units; `nil` where that ends in a pair, beyond the text or at what is not UTF-8.
  private func advance(_ position: inout Int, by units: Int, in range: Range<Int>) -> Int? {
    var left = units
    while left > 0 {
      guard position < range.upperBound else { return nil }
      switch byte(position) {
      case 0..<0x80: position += 1
      case 0xC2..<0xE0: position += 2
      case 0xE0..<0xF0: position += 3
      case 0xF0..<0xF5:
        position += 4
        left -= 1
      default: return nil
      }
      left -= 1
    }
    return left == 0 && position <= range.upperBound ? position : nil
  }

  private func slowString(_ range: Range<Int>, utf16 units: Range<Int>) -> String? {
    let text = string(range).utf16
    guard units.upperBound <= text.count else { return nil }
    let start = text.index(text.startIndex, offsetBy: units.lowerBound)
    return String(decoding: Array(text[start..<text.index(start, offsetBy: units.count)]), as: UTF16.self)
  }

  /// Whether columns say how wide their numbers are: from version 2 on, which such a file begins with.
  var hasNarrowColumns: Bool { count >= 2 && byte(0) == 1 << 3 && byte(1) >= 2 && byte(1) < 0x80 }

  /// The bytes of a range that the caller has checked.
  func copy(_ range: Range<Int>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// The bytes of a range; `nil` where the file does not have them.
  public func bytes(in range: Range<Int>) -> [UInt8]? {
    range.lowerBound >= 0 && range.upperBound <= count ? copy(range) : nil
  }

  /// The text in a range that the caller has checked; `nil` where it is not UTF-8.
  func validString(_ range: Range<Int>) -> String? {
    String(
      validUTF8: UnsafeBufferPointer(
        start: (base + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count))
  }

  /// Whether the range, which the caller has checked, is UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool { validString(range) != nil }
}

/// What ``FileBytes`` can copy: arrays and buffers of bytes, `Data`.
public protocol ContiguousBytesOfFile {
  /// Calls the closure with the bytes.
  func withFileBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension [UInt8]: ContiguousBytesOfFile {
  /// Calls the closure with the array's bytes.
  public func withFileBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { withUnsafeBytes(body) }
}
