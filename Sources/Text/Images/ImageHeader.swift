/// The formats whose headers are read.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case png, jpeg, gif, webp, avif, svg, ico, bmp
}

/// Why a size cannot be read from an image.
public enum ImageHeaderError: Error, Hashable, Sendable {
  /// None of ``ImageFormat``.
  case unknownFormat
  /// The file ends inside its header.
  case truncated(ImageFormat)
  /// The header contradicts itself or its format; the text says how.
  case damaged(ImageFormat, String)

  /// What is wrong, for people.
  public var text: String {
    switch self {
    case .unknownFormat: "not an image in a format that is known"
    case .truncated(let format): "the \(format.rawValue) file ends inside its header"
    case .damaged(let format, let reason): "the \(format.rawValue) header is damaged: \(reason)"
    }
  }
}

/// The natural size of an image (CSS Images 3, 5.1), read only from its header: pixels are not decoded.
public struct ImageHeader: Hashable, Sendable {
  /// The format that the bytes show.
  public var format: ImageFormat
  /// CSS px at a density of 1, after the orientation that the file asks for; `nil` where an SVG has none.
  public var width: Double?
  /// CSS px likewise.
  public var height: Double?
  /// Width over height, also where an SVG has only a `viewBox`.
  public var ratio: Double?
  /// Whether the file's EXIF data turn the image by a quarter, so that `image-orientation: none` swaps the sides.
  public var isTurned = false

  init(_ format: ImageFormat, width: Int, height: Int, isTurned: Bool = false) throws(ImageHeaderError) {
    guard width > 0, height > 0 else { throw .damaged(format, "a side is 0") }
    // Browsers draw nothing whose pixels, of 4 bytes each, take 2 GiB or more.
    guard width < 1 << 29, height < 1 << 29, width * height < 1 << 29 else {
      throw .damaged(format, "\(width) by \(height) pixels are more than browsers draw")
    }
    self.format = format
    self.width = Double(isTurned ? height : width)
    self.height = Double(isTurned ? width : height)
    ratio = Double(isTurned ? height : width) / Double(isTurned ? width : height)
    self.isTurned = isTurned
  }

  init(svgWidth: Double?, height: Double?, ratio: Double?) {
    format = .svg
    width = svgWidth
    self.height = height
    self.ratio = ratio
  }

  /// Reads a header; the format is found from the bytes, whatever the file is called.
  /// - Throws: ``ImageHeaderError``.
  public init(bytes: [UInt8]) throws(ImageHeaderError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result<ImageHeader, ImageHeaderError> { () throws(ImageHeaderError) in
        try Self.read(ByteReader(buffer))
      }
    }
    self = try result.get()
  }

  private static func read(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    if reader.u32(0) == 0x8950_4E47 { return try readPNG(reader) }
    if reader.u16(0) == 0xFFD8 { return try readJPEG(reader) }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return try readGIF(reader) }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return try readWebP(reader) }
    if reader.matches("ftyp", at: 4) { return try readAVIF(reader) }
    if reader.matches("BM", at: 0) { return try readBMP(reader) }
    if reader.u32(0) == 0x0000_0100 || reader.u32(0) == 0x0000_0200 { return try readICO(reader) }
    if let header = try readSVG(reader) { return header }
    throw .unknownFormat
  }
}

extension ImageHeader {
  /// PNG 3, 11.2.1: IHDR is the first chunk.
  private static func readPNG(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    guard reader.u32(4) == 0x0D0A_1A0A else { throw .damaged(.png, "the signature is wrong") }
    guard let width = reader.u32(16), let height = reader.u32(20) else { throw .truncated(.png) }
    guard reader.matches("IHDR", at: 12) else { throw .damaged(.png, "it does not begin with IHDR") }
    guard width <= 0x7FFF_FFFF, height <= 0x7FFF_FFFF else { throw .damaged(.png, "a side is too long") }
    // Table 11.1: the depths of each colour type.
    if let depth = reader.u8(24), let colorType = reader.u8(25) {
      let depths: [Int: [Int]] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
      guard depths[colorType]?.contains(depth) == true else {
        throw .damaged(.png, "the depth \(depth) of colour type \(colorType) does not exist")
      }
    }
    guard let checksum = reader.u32(29) else { throw .truncated(.png) }
    guard checksum == Int(crc32(of: reader, 12..<29)) else {
      throw .damaged(.png, "the checksum of the header is wrong")
    }
    let chunks = chunksBeforePixels(png: reader)
    guard chunks.hasPixels else { throw .damaged(.png, "it has no pixels") }
    return try ImageHeader(.png, width: width, height: height, isTurned: chunks.isTurned)
  }

  /// PNG 3, 5.5: the polynomial of a chunk's checksum.
  private static func crc32(of reader: ByteReader, _ range: Range<Int>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for offset in range {
      value ^= UInt32(truncatingIfNeeded: reader.u8(offset) ?? 0)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~value
  }

  /// PNG 3, 11.3.5.2: an eXIf chunk before the pixels may turn the image.
  private static func chunksBeforePixels(png reader: ByteReader) -> (isTurned: Bool, hasPixels: Bool) {
    var offset = 8
    var isTurned = false
    for _ in 0..<4096 {
      guard let length = reader.u32(offset), !reader.matches("IEND", at: offset + 4) else { return (isTurned, false) }
      if reader.matches("IDAT", at: offset + 4) { return (isTurned, true) }
      if reader.matches("eXIf", at: offset + 4), let segment = reader.slice(offset + 8, length) {
        isTurned = exifOrientation(segment, at: 0).map { $0 >= 5 } ?? false
      }
      offset += 12 + length
    }
    return (isTurned, true)
  }

  /// GIF89a, 18: the logical screen.
  private static func readGIF(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    guard let width = reader.u16LittleEndian(6), let height = reader.u16LittleEndian(8) else {
      throw .truncated(.gif)
    }
    return try ImageHeader(.gif, width: width, height: height)
  }

  /// The bitmap's information header, or OS/2's core header.
  private static func readBMP(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    guard let headerSize = reader.u32LittleEndian(14) else { throw .truncated(.bmp) }
    if headerSize == 12 {
      guard let width = reader.u16LittleEndian(18), let height = reader.u16LittleEndian(20) else {
        throw .truncated(.bmp)
      }
      return try ImageHeader(.bmp, width: width, height: height)
    }
    guard headerSize >= 16 else { throw .damaged(.bmp, "the header is of an unknown size") }
    guard let width = reader.u32LittleEndian(18), let height = reader.u32LittleEndian(22) else {
      throw .truncated(.bmp)
    }
    // A negative height is a bitmap from top to bottom.
    let signedWidth = Int(Int32(truncatingIfNeeded: width))
    let signedHeight = abs(Int(Int32(truncatingIfNeeded: height)))
    guard signedWidth > 0 else { throw .damaged(.bmp, "a side is not positive") }
    return try ImageHeader(.bmp, width: signedWidth, height: signedHeight)
  }

  /// The largest image of an icon or cursor file, as browsers show.
  private static func readICO(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    guard let count = reader.u16LittleEndian(4) else { throw .truncated(.ico) }
    guard count > 0 else { throw .damaged(.ico, "it has no images") }
    var best = (width: 0, height: 0)
    for i in 0..<count {
      let entry = 6 + i * 16
      guard let width = reader.u8(entry), let height = reader.u8(entry + 1), reader.u32(entry + 12) != nil else {
        throw .truncated(.ico)
      }
      let size = (width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
      if size.width * size.height > best.width * best.height { best = size }
    }
    return try ImageHeader(.ico, width: best.width, height: best.height)
  }

  /// RFC 9649: the first chunk is VP8, VP8L or VP8X.
  private static func readWebP(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
    if reader.matches("VP8 ", at: 12) {
      guard let width = reader.u16LittleEndian(26), let height = reader.u16LittleEndian(28) else {
        throw .truncated(.webp)
      }
      guard reader.u24(23) == 0x9D012A else { throw .damaged(.webp, "the VP8 start code is wrong") }
      return try ImageHeader(.webp, width: width & 0x3FFF, height: height & 0x3FFF)
    }
    if reader.matches("VP8L", at: 12) {
      guard let signature = reader.u8(20), let bits = reader.u32LittleEndian(21) else { throw .truncated(.webp) }
      guard signature == 0x2F else { throw .damaged(.webp, "the VP8L signature is wrong") }
      return try ImageHeader(.webp, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
    if reader.matches("VP8X", at: 12) {
      guard let width = reader.u24LittleEndian(24), let height = reader.u24LittleEndian(27) else {
        throw .truncated(.webp)
      }
      return try ImageHeader(.webp, width: width + 1, height: height + 1)
    }
    guard reader.count >= 16 else { throw .truncated(.webp) }
    throw .damaged(.webp, "the first chunk is unknown")
  }
}
