extension ImageHeader {
  /// The format of an image whose file ends before the image does, as after a transfer that broke off; `nil` for a whole one.
  ///
  /// Only lengths and marks are read, no pixels: browsers show the part that is there, or nothing.
  public static func formatOfCutFile(_ bytes: [UInt8]) -> ImageFormat? {
    bytes.withUnsafeBytes { buffer in
      let reader = ByteReader(buffer)
      if reader.u32(0) == 0x8950_4E47 { return endsPNG(reader) ? nil : .png }
      if reader.u16(0) == 0xFFD8 { return endsJPEG(reader) ? nil : .jpeg }
      if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return endsGIF(reader) ? nil : .gif }
      if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) {
        guard let size = reader.u32LittleEndian(4) else { return .webp }
        return size + 8 <= reader.count ? nil : .webp
      }
      if reader.matches("ftyp", at: 4) { return endsBoxes(reader) ? nil : .avif }
      return nil
    }
  }

  /// PNG 3, 5.6: the last chunk is IEND.
  private static func endsPNG(_ reader: ByteReader) -> Bool {
    var offset = 8
    while let length = reader.u32(offset), offset + 12 + length <= reader.count {
      if reader.matches("IEND", at: offset + 4) { return true }
      offset += 12 + length
    }
    return false
  }

  /// ITU-T T.81, B.1.1.2: the marker EOI ends the image. In the pixels, FF is followed by 00 or a restart marker.
  private static func endsJPEG(_ reader: ByteReader) -> Bool {
    if reader.count >= 4, reader.u16(reader.count - 2) == 0xFFD9 { return true }
    var offset = 2
    while let mark = reader.u8(offset) {
      guard mark == 0xFF, let code = reader.u8(offset + 1) else {
        // Pixels, or bytes between segments.
        offset += 1
        continue
      }
      switch code {
      case 0xD9: return true
      case 0xFF: offset += 1
      case 0x00, 0x01, 0xD0...0xD8: offset += 2
      default:
        guard let length = reader.u16(offset + 2), length >= 2 else { return false }
        offset += 2 + length
      }
    }
    return false
  }

  /// GIF 89a, 27: the trailer 3B ends the file.
  private static func endsGIF(_ reader: ByteReader) -> Bool {
    func colors(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
    guard let flags = reader.u8(10) else { return false }
    var offset = 13 + colors(flags)
    func skipBlocks() -> Bool {
      while let length = reader.u8(offset) {
        offset += 1 + length
        if length == 0 { return true }
      }
      return false
    }
    while let mark = reader.u8(offset) {
      switch mark {
      case 0x3B: return true
      case 0x21:
        offset += 2
        guard skipBlocks() else { return false }
      case 0x2C:
        guard let flags = reader.u8(offset + 9) else { return false }
        offset += 11 + colors(flags)
        guard skipBlocks() else { return false }
      // Decoders stop at other bytes: the file is not cut.
      default: return true
      }
    }
    return false
  }

  /// ISO/IEC 14496-12, 4.2: the boxes of the file say their sizes; 0 is all the rest.
  private static func endsBoxes(_ reader: ByteReader) -> Bool {
    var offset = 0
    while offset < reader.count {
      guard let size = reader.u32(offset) else { return false }
      if size == 0 { return true }
      var length = size
      if size == 1 {
        guard let high = reader.u32(offset + 8), let low = reader.u32(offset + 12) else { return false }
        guard high < 1 << 20 else { return false }
        length = high << 32 | low
      }
      guard length >= 8, offset + length <= reader.count else { return false }
      offset += length
    }
    return true
  }
}
