import Shaping

extension ImageHeader {
  /// A box of ISO/IEC 14496-12: its type and its payload.
  private struct Box {
    var type: Int
    var payload: ByteReader
  }

  /// ISO/IEC 23008-12 (HEIF) and AV1 Image File Format: `ispe` and `irot` of the primary item.
  static func readAVIF(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    guard let brandsEnd = reader.u32(0) else { throw .truncated(.avif) }
    var isAVIF = false
    var offset = 8
    while offset < min(brandsEnd, 1024), let brand = reader.u32(offset) {
      // `avif` and `avis`; the four bytes after the major brand are its version.
      if offset != 12, brand == 0x6176_6966 || brand == 0x6176_6973 { isAVIF = true }
      offset += 4
    }
    guard isAVIF else { throw .unknownFormat }
    guard let meta = try boxes(reader).first(where: { $0.type == tag("meta") }) else { throw .truncated(.avif) }
    guard let content = meta.payload.slice(4, meta.payload.count - 4) else { throw .truncated(.avif) }
    let children = try boxes(content)
    guard let properties = children.first(where: { $0.type == tag("iprp") }) else {
      throw .damaged(.avif, "it has no properties")
    }
    let parts = try boxes(properties.payload)
    guard let container = parts.first(where: { $0.type == tag("ipco") }) else {
      throw .damaged(.avif, "it has no properties")
    }
    let all = try boxes(container.payload)
    var indices = Array(all.indices)
    if let primary = children.first(where: { $0.type == tag("pitm") }).flatMap({ primaryItem($0.payload) }),
      let associations = parts.first(where: { $0.type == tag("ipma") }),
      let associated = associatedProperties(of: primary, associations.payload)
    {
      indices = associated.map { $0 - 1 }.filter(all.indices.contains)
    }
    var size: (width: Int, height: Int)?
    var isTurned = false
    for index in indices {
      let payload = all[index].payload
      if all[index].type == tag("ispe"), let width = payload.u32(4), let height = payload.u32(8) {
        if size == nil { size = (width, height) }
      } else if all[index].type == tag("irot"), let angle = payload.u8(0) {
        isTurned = angle & 1 == 1
      }
    }
    guard let size else { throw .damaged(.avif, "the primary item has no size") }
    return try ImageHeader(.avif, width: size.width, height: size.height, isTurned: isTurned)
  }

  private static func tag(_ text: StaticString) -> Int { Int(openTypeTag(text)) }

  /// The boxes in a row; an image has at most 4,096.
  private static func boxes(_ reader: ByteReader) throws(ImageHeaderError) -> [Box] {
    var found: [Box] = []
    var offset = 0
    while offset < reader.count, found.count < 4096 {
      guard var length = reader.u32(offset), let type = reader.u32(offset + 4) else { break }
      var header = 8
      if length == 1 {
        guard let high = reader.u32(offset + 8), let low = reader.u32(offset + 12), high == 0 else {
          throw .damaged(.avif, "a box is too large")
        }
        length = low
        header = 16
      } else if length == 0 {
        length = reader.count - offset
      }
      guard length >= header else { throw .damaged(.avif, "a box is shorter than its header") }
      // A truncated last box (the pixels) does no harm; others end the list.
      guard let payload = reader.slice(offset + header, min(length - header, reader.count - offset - header)) else {
        break
      }
      found.append(Box(type: type, payload: payload))
      offset += length
    }
    return found
  }

  private static func primaryItem(_ payload: ByteReader) -> Int? {
    payload.u8(0) == 0 ? payload.u16(4) : payload.u32(4)
  }

  /// The numbers of an item's properties, counted from 1, from `ipma`.
  private static func associatedProperties(of item: Int, _ payload: ByteReader) -> [Int]? {
    guard let version = payload.u8(0), let flags = payload.u24(1), let count = payload.u32(4) else { return nil }
    var offset = 8
    for _ in 0..<min(count, 65536) {
      guard let identifier = version < 1 ? payload.u16(offset) : payload.u32(offset) else { return nil }
      offset += version < 1 ? 2 : 4
      guard let associations = payload.u8(offset) else { return nil }
      offset += 1
      var numbers: [Int] = []
      for _ in 0..<associations {
        if flags & 1 != 0 {
          guard let value = payload.u16(offset) else { return nil }
          numbers.append(value & 0x7FFF)
          offset += 2
        } else {
          guard let value = payload.u8(offset) else { return nil }
          numbers.append(value & 0x7F)
          offset += 1
        }
      }
      if identifier == item { return numbers }
    }
    return nil
  }
}
