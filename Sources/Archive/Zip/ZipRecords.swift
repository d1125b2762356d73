/// The numbers of APPNOTE.TXT 6.3.10 that packages use; multi-byte numbers are little-endian.
enum Zip {
  static let localHeaderSignature: UInt32 = 0x0403_4b50
  static let centralHeaderSignature: UInt32 = 0x0201_4b50
  static let endSignature: UInt32 = 0x0605_4b50
  static let zip64EndSignature: UInt32 = 0x0606_4b50
  static let zip64LocatorSignature: UInt32 = 0x0706_4b50

  static let localHeaderSize = 30
  static let centralHeaderSize = 46
  static let endSize = 22
  static let zip64EndSize = 56
  static let zip64LocatorSize = 20

  /// General purpose bit 11: the name is UTF-8.
  static let utf8Flag: UInt16 = 0x0800
  /// General purpose bits 0, 6 and 13: encryption in its forms.
  static let encryptionFlags: UInt16 = 0x2041

  /// Version 2.0: deflate. Made by Unix (3), so that unpacking sets the mode.
  static let version: UInt16 = 20
  /// Version 4.5: ZIP64.
  static let zip64Version: UInt16 = 45
  static let madeBy: UInt16 = 0x0300
  /// 1980-01-01 00:00, the first that MS-DOS can write.
  static let date: UInt16 = 0x0021
  static let time: UInt16 = 0
  /// A regular file that everyone may read (0100644), in the upper half.
  static let attributes: UInt32 = 0o100644 << 16
}

/// How an entry is kept. The raw values are ZIP's.
public enum CompressionMethod: UInt16, Sendable {
  /// As it is.
  case stored = 0
  /// One raw deflate stream.
  case deflate = 8
}

/// Appends little-endian numbers.
struct LittleEndianWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(_ value: UInt32) {
    append(UInt16(truncatingIfNeeded: value))
    append(UInt16(truncatingIfNeeded: value >> 16))
  }

  mutating func append(_ value: UInt64) {
    append(UInt32(truncatingIfNeeded: value))
    append(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }
}

/// Reads little-endian numbers; the caller has checked that they are there.
extension UnsafeRawBufferPointer {
  func number16(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
  func number32(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  func number64(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
