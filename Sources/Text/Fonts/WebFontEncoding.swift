import CWOFF2
import CZlib

/// Packs OpenType as WOFF 1 (W3C WOFF File Format 1.0), the same bytes each time; `nil` where the directory is damaged.
func encodeWOFF(_ font: [UInt8]) -> [UInt8]? {
  struct Table {
    var tag: Int
    var checksum: Int
    var length: Int
    var packed: [UInt8]
  }
  let tables: [Table]? = font.withUnsafeBytes { buffer in
    let reader = ByteReader(buffer)
    guard let count = reader.u16(4), count > 0, count <= 256 else { return nil }
    var tables: [Table] = []
    for i in 0..<count {
      let entry = 12 + i * 16
      guard let tag = reader.u32(entry), let checksum = reader.u32(entry + 4), let offset = reader.u32(entry + 8),
        let length = reader.u32(entry + 12), offset <= font.count, length <= font.count - offset
      else { return nil }
      let bytes = font[offset..<offset + length]
      tables.append(Table(tag: tag, checksum: checksum, length: length, packed: deflate(bytes) ?? Array(bytes)))
    }
    return tables
  }
  guard let tables else { return nil }
  var bytes: [UInt8] = []
  func append32(_ value: Int) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
  func append16(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }
  func padded(_ length: Int) -> Int { (length + 3) & ~3 }
  let start = 44 + tables.count * 20
  bytes += Array("wOFF".utf8) + font[0..<4]
  append32(start + tables.reduce(0) { $0 + padded($1.packed.count) })
  append16(tables.count)
  append16(0)
  append32(12 + tables.count * 16 + tables.reduce(0) { $0 + padded($1.length) })
  // The version, then no metadata and no private data.
  append16(1)
  append16(0)
  for _ in 0..<5 { append32(0) }
  var offset = start
  for table in tables {
    append32(table.tag)
    append32(offset)
    append32(table.packed.count)
    append32(table.length)
    append32(table.checksum)
    offset += padded(table.packed.count)
  }
  for table in tables {
    bytes += table.packed
    while bytes.count & 3 != 0 { bytes.append(0) }
  }
  return bytes
}

/// The bytes as a zlib stream, or `nil` where that is no shorter.
private func deflate(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  var size = compressBound(uLong(bytes.count))
  var packed = [UInt8](repeating: 0, count: Int(size))
  let status = bytes.withUnsafeBufferPointer { source in
    compress2(&packed, &size, source.baseAddress, uLong(source.count), 9)
  }
  guard status == Z_OK, Int(size) < bytes.count else { return nil }
  return Array(packed.prefix(Int(size)))
}

/// Packs OpenType as WOFF 2 through libwoff2; `nil` where it does not take the font.
func encodeWOFF2(_ font: [UInt8]) -> [UInt8]? {
  var length = 0
  guard let packed = cwoff2_encode(font, font.count, &length) else { return nil }
  defer { cwoff2_free(packed) }
  return Array(UnsafeBufferPointer(start: packed, count: length))
}
