/// Reads big-endian numbers of font and image files at offsets that a file names: whatever lies outside is `nil`.
struct ByteReader {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  @inline(__always)
  func u8(_ offset: Int) -> Int? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return Int(bytes[offset])
  }

  @inline(__always)
  func u16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  @inline(__always)
  func i16(_ offset: Int) -> Int? {
    guard let value = u16(offset) else { return nil }
    return Int(Int16(truncatingIfNeeded: value))
  }

  @inline(__always)
  func u24(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 3 else { return nil }
    return Int(bytes[offset]) << 16 | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2])
  }

  @inline(__always)
  func u32(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8
      | Int(bytes[offset + 3])
  }

  func u16LittleEndian(_ offset: Int) -> Int? {
    guard let low = u8(offset), let high = u8(offset + 1) else { return nil }
    return high << 8 | low
  }

  func u24LittleEndian(_ offset: Int) -> Int? {
    guard let low = u16LittleEndian(offset), let high = u8(offset + 2) else { return nil }
    return high << 16 | low
  }

  func u32LittleEndian(_ offset: Int) -> Int? {
    guard let low = u16LittleEndian(offset), let high = u16LittleEndian(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// The part of `length` bytes at `offset`, or `nil` where it is not wholly inside.
  func slice(_ offset: Int, _ length: Int) -> ByteReader? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
  }

  /// Whether the ASCII text is at the offset.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count - text.utf8CodeUnitCount else { return false }
    for i in 0..<text.utf8CodeUnitCount where bytes[offset + i] != text.utf8Start[i] { return false }
    return true
  }
}
