import CImages

extension PixelImage {
  /// The image as a file of a format, as small as it gets with a quality: the encoder's setting is searched for by halving
  /// a range, in at most ``mostTries`` tries. `nil` where the format cannot hold the image.
  public func encoded(as format: ImageFile.Format, _ quality: ImageFile.Quality) -> [UInt8]? {
    switch format {
    case .png: return Self.bytes { cimages_encode_png(pixels, UInt32(width), UInt32(height), $0, $1) }
    case .jpeg: return isOpaque ? searched(as: format, quality) : nil
    case .avif: return searched(as: format, quality)
    case .webp:
      let lossy = searched(as: format, quality)
      // Drawings are smaller without loss. Photographs never are, and trying takes long: few colors decide.
      guard hasFewColors, let exact = encodedExactly() else { return lossy }
      return lossy.map { $0.count <= exact.count ? $0 : exact } ?? exact
    }
  }

  /// The most settings of an encoder that are tried for an image.
  public static let mostTries = 6

  private func searched(as format: ImageFile.Format, _ quality: ImageFile.Quality) -> [UInt8]? {
    // Below, flat parts show steps that the mean does not count; above, files grow for nothing.
    var range = format == .avif ? 40...80 : 50...88
    if quality == .small { range = (range.lowerBound - 12)...range.upperBound }
    var (low, high) = (range.lowerBound, range.upperBound)
    var best: [UInt8]?
    for _ in 0..<Self.mostTries where low <= high {
      let setting = (low + high) / 2
      guard let bytes = encoded(as: format, setting: setting),
        let decoded = Self.decoded(bytes, width: width, height: height)
      else { return nil }
      if similarity(to: decoded) >= quality.similarity {
        best = bytes
        high = setting - 1
      } else {
        low = setting + 1
      }
    }
    return best ?? encoded(as: format, setting: range.upperBound)
  }

  private func encoded(as format: ImageFile.Format, setting: Int) -> [UInt8]? {
    let (width, height) = (UInt32(width), UInt32(height))
    return Self.bytes { bytes, count in
      switch format {
      case .avif: cimages_encode_avif(pixels, width, height, Int32(setting), bytes, count)
      case .webp: cimages_encode_webp(pixels, width, height, Int32(setting), 0, bytes, count)
      case .jpeg: cimages_encode_jpeg(pixels, width, height, Int32(setting), bytes, count)
      case .png: cimages_encode_png(pixels, width, height, bytes, count)
      }
    }
  }

  private func encodedExactly() -> [UInt8]? {
    Self.bytes { cimages_encode_webp(pixels, UInt32(width), UInt32(height), 0, 1, $0, $1) }
  }

  private static func bytes(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [UInt8]? {
    var start: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard encode(&start, &count) != 0, let start else { return nil }
    defer { cimages_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Whether a sample of the pixels has at most 256 colors.
  private var hasFewColors: Bool {
    var colors: Set<UInt32> = []
    let count = width * height
    let step = max(1, count / 65_536)
    return pixels.withUnsafeBufferPointer { pixels in
      for index in stride(from: 0, to: count, by: step) {
        let at = index * 4
        let color =
          UInt32(pixels[at]) << 24 | UInt32(pixels[at + 1]) << 16 | UInt32(pixels[at + 2]) << 8
          | UInt32(pixels[at + 3])
        if colors.insert(color).inserted, colors.count > 256 { return false }
      }
      return true
    }
  }
}
