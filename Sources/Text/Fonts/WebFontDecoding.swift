import CWOFF2
import CZlib

/// Unpacks WOFF 1 (W3C WOFF File Format 1.0) to OpenType: the tables are inflated one by one and set behind a new
/// directory.
func decodeWOFF(_ bytes: [UInt8]) throws(FontFileError) -> [UInt8] {
  struct Table {
    var tag: Int
    var offset: Int
    var packedLength: Int
    var length: Int
    var checksum: Int
  }

  func directory() throws(FontFileError) -> (flavor: Int, tables: [Table]) {
    let read: (flavor: Int, tables: [Table])? = bytes.withUnsafeBytes { buffer in
      let reader = ByteReader(buffer)
      guard let flavor = reader.u32(4), let count = reader.u16(12), count > 0, count <= 256 else { return nil }
      var tables: [Table] = []
      for i in 0..<count {
        let entry = 44 + i * 20
        guard let tag = reader.u32(entry), let offset = reader.u32(entry + 4), let packed = reader.u32(entry + 8),
          let length = reader.u32(entry + 12), let checksum = reader.u32(entry + 16), packed <= length,
          reader.slice(offset, packed) != nil
        else { return nil }
        tables.append(Table(tag: tag, offset: offset, packedLength: packed, length: length, checksum: checksum))
      }
      return (flavor, tables)
    }
    guard let read else { throw .damaged("the WOFF directory is damaged") }
    return read
  }

  let (flavor, unsorted) = try directory()
  let tables = unsorted.sorted { $0.tag < $1.tag }
  let headerSize = 12 + tables.count * 16
  var total = headerSize
  for table in tables {
    total += (table.length + 3) & ~3
    guard total <= FontFile.maximumSize else { throw .tooLarge }
    // Deflate makes at most 1,032 bytes of one.
    guard table.length <= table.packedLength * 1032 + 64 else { throw .damaged("a WOFF table promises too much") }
  }
  var font: [UInt8] = []
  font.reserveCapacity(total)
  func append32(_ value: Int) {
    for shift in [24, 16, 8, 0] { font.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
  func append16(_ value: Int) {
    font.append(UInt8(truncatingIfNeeded: value >> 8))
    font.append(UInt8(truncatingIfNeeded: value))
  }
  var power = 1
  var exponent = 0
  while power * 2 <= tables.count {
    power *= 2
    exponent += 1
  }
  append32(flavor)
  append16(tables.count)
  append16(power * 16)
  append16(exponent)
  append16((tables.count - power) * 16)
  var offset = headerSize
  for table in tables {
    append32(table.tag)
    append32(table.checksum)
    append32(offset)
    append32(table.length)
    offset += (table.length + 3) & ~3
  }
  for table in tables {
    let packed = bytes[table.offset..<table.offset + table.packedLength]
    if table.packedLength == table.length {
      font.append(contentsOf: packed)
    } else {
      font.append(contentsOf: try inflate(packed, length: table.length))
    }
    while font.count & 3 != 0 { font.append(0) }
  }
  return font
}

private func inflate(_ packed: ArraySlice<UInt8>, length: Int) throws(FontFileError) -> [UInt8] {
  var unpacked = [UInt8](repeating: 0, count: length)
  var size = uLong(length)
  let status = packed.withUnsafeBufferPointer { source in
    uncompress(&unpacked, &size, source.baseAddress, uLong(source.count))
  }
  guard status == Z_OK, size == length else { throw .damaged("a WOFF table does not inflate") }
  return unpacked
}

/// Unpacks WOFF 2 (W3C WOFF File Format 2.0) through libwoff2.
func decodeWOFF2(_ bytes: [UInt8]) throws(FontFileError) -> [UInt8] {
  var length = 0
  guard let unpacked = cwoff2_decode(bytes, bytes.count, 64 << 20, &length) else {
    throw .damaged("the WOFF2 font does not unpack")
  }
  defer { cwoff2_free(unpacked) }
  return Array(UnsafeBufferPointer(start: unpacked, count: length))
}
