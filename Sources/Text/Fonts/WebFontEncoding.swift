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

/// The bytes as a zlib stream, or `nil` where that is not shorter.
private func deflate(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  var size = compressBound(uLong(bytes.count))
  var packed = [UInt8](repeating: 0, count: Int(size))
  let status = bytes.withUnsafeBufferPointer { source in
    compress2(&packed, &size, source.baseAddress, uLong(source.count), 9)
  }
  guard status == Z_OK, Int(size) < bytes.count else { return nil }
  return Array(packed.prefix(Int(size)))
}

/// Packs OpenType as WOFF 2 (W3C WOFF File Format 2.0), the same bytes each time; `nil` where the directory is damaged.
///
/// DEVIATION: outlines are stored as they are (the null transform of `glyf` and `loca`), which costs some percent.
func encodeWOFF2(_ font: [UInt8]) -> [UInt8]? {
  let count = font.count >= 12 ? Int(font[4]) << 8 | Int(font[5]) : 0
  guard count > 0, count <= 256, font.count >= 12 + count * 16 else { return nil }
  func u32(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(font[offset + $1]) } }
  var tables: [(tag: Int, range: Range<Int>)] = []
  for index in 0..<count {
    let entry = 12 + index * 16
    let (offset, length) = (u32(entry + 8), u32(entry + 12))
    guard offset <= font.count, length <= font.count - offset else { return nil }
    tables.append((u32(entry), offset..<offset + length))
  }
  let (glyf, loca, head) = (0x676C_7966, 0x6C6F_6361, 0x6865_6164)
  // 5.5: `loca` comes after `glyf`.
  if let place = tables.firstIndex(where: { $0.tag == loca }) {
    let table = tables.remove(at: place)
    tables.insert(table, at: (tables.firstIndex { $0.tag == glyf } ?? tables.count - 1) + 1)
  }
  var directory: [UInt8] = []
  var content: [UInt8] = []
  for table in tables {
    // 4.1: glyf and loca have numbers, 10 and 11, with 3 for the null transform; other tables have their tags.
    switch table.tag {
    case glyf: directory.append(3 << 6 | 10)
    case loca: directory.append(3 << 6 | 11)
    default:
      directory.append(63)
      for shift in [24, 16, 8, 0] { directory.append(UInt8(truncatingIfNeeded: table.tag >> shift)) }
    }
    // UIntBase128: seven bits a byte, the highest first.
    var digits = [UInt8(table.range.count & 0x7F)]
    var rest = table.range.count >> 7
    while rest > 0 {
      digits.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    directory += digits.reversed()
    let start = content.count
    content += font[table.range]
    // 5: bit 11 of the flags says that the font was recoded.
    if table.tag == head, table.range.count > 17 { content[start + 16] |= 0x08 }
  }
  var length = 0
  guard let packed = cwoff2_compress(content, content.count, &length) else { return nil }
  defer { cwoff2_free(packed) }
  let total = (48 + directory.count + length + 3) & ~3
  var bytes = Array("wOF2".utf8) + font[0..<4]
  func append(_ value: Int, bytes size: Int) {
    for shift in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
  }
  append(total, bytes: 4)
  append(count, bytes: 2)
  append(0, bytes: 2)
  append(12 + count * 16 + tables.reduce(0) { $0 + (($1.range.count + 3) & ~3) }, bytes: 4)
  append(length, bytes: 4)
  // The version, then no metadata and no private data.
  append(1, bytes: 2)
  append(0, bytes: 2)
  for _ in 0..<5 { append(0, bytes: 4) }
  bytes += directory
  bytes += UnsafeBufferPointer(start: packed, count: length)
  while bytes.count < total { bytes.append(0) }
  return bytes
}
