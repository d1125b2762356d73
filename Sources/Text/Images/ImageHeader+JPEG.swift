extension ImageHeader {
  /// ITU-T T.81, B.2: segments up to the frame header; an EXIF segment before it may turn the image.
  static func readJPEG(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    var offset = 2
    var isTurned = false
    while true {
      guard let marker = reader.u8(offset) else { throw .truncated(.jpeg) }
      guard marker == 0xFF else { throw .damaged(.jpeg, "a marker is missing") }
      guard let code = reader.u8(offset + 1) else { throw .truncated(.jpeg) }
      switch code {
      case 0xFF:
        // Fill bytes.
        offset += 1
        continue
      case 0x01, 0xD0...0xD8:
        offset += 2
        continue
      case 0xD9, 0xDA:
        throw .damaged(.jpeg, "pixels come before the frame header")
      default: break
      }
      guard let length = reader.u16(offset + 2) else { throw .truncated(.jpeg) }
      guard length >= 2 else { throw .damaged(.jpeg, "a segment has no length") }
      let isFrame = (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC
      if isFrame {
        guard let height = reader.u16(offset + 5), let width = reader.u16(offset + 7) else { throw .truncated(.jpeg) }
        return try ImageHeader(.jpeg, width: width, height: height, isTurned: isTurned)
      }
      if code == 0xE1, let segment = reader.slice(offset + 4, length - 2), segment.matches("Exif", at: 0),
        segment.u16(4) == 0
      {
        if let orientation = exifOrientation(segment, at: 6) { isTurned = orientation >= 5 && orientation <= 8 }
      }
      offset += 2 + length
    }
  }

  /// Exif 2.32, 4.6.4: the tag 0x0112 of the first directory, 1 to 8.
  ///
  /// - Parameter base: where the TIFF header begins.
  static func exifOrientation(_ segment: ByteReader, at base: Int) -> Int? {
    let isLittleEndian: Bool
    if segment.matches("II", at: base) {
      isLittleEndian = true
    } else if segment.matches("MM", at: base) {
      isLittleEndian = false
    } else {
      return nil
    }
    func u16(_ offset: Int) -> Int? { isLittleEndian ? segment.u16LittleEndian(offset) : segment.u16(offset) }
    func u32(_ offset: Int) -> Int? { isLittleEndian ? segment.u32LittleEndian(offset) : segment.u32(offset) }
    guard let directory = u32(base + 4), let count = u16(base + directory) else { return nil }
    for i in 0..<min(count, 1024) {
      let entry = base + directory + 2 + i * 12
      guard let tag = u16(entry) else { return nil }
      if tag == 0x0112 {
        guard u16(entry + 2) == 3, let value = u16(entry + 8), (1...8).contains(value) else { return nil }
        return value
      }
    }
    return nil
  }
}
