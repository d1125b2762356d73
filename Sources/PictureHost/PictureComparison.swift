import CCairo

/// How two PNG images differ: what a test of a committed picture asks.
public struct PictureComparison: Sendable, Hashable {
  /// Pixels that look otherwise.
  public let differingPixels: Int
  /// All pixels of each image.
  public let pixels: Int

  /// Compares two images of one size.
  ///
  /// - Parameters:
  ///   - first: a PNG file's bytes.
  ///   - second: another's.
  ///   - tolerance: by how much a channel, 0 to 255, may differ for pixels to count as the same: the edges of letters
  ///     differ a little between versions of the font libraries.
  /// - Returns: `nil` where one of them is not a PNG image or their sizes differ.
  public init?(_ first: [UInt8], _ second: [UInt8], tolerance: Int = 64) {
    guard let one = Picture(first)?.pixels, let other = Picture(second)?.pixels, one.width == other.width,
      one.bytes.count == other.bytes.count
    else { return nil }
    pixels = one.bytes.count / 4
    var count = 0
    for pixel in stride(from: 0, to: one.bytes.count, by: 4) {
      let isOther = (pixel..<pixel + 4).contains { abs(Int(one.bytes[$0]) - Int(other.bytes[$0])) > tolerance }
      if isOther { count += 1 }
    }
    differingPixels = count
  }
}

extension Picture {
  /// The pixels row by row, four bytes each, and the width of a row in pixels.
  fileprivate var pixels: (bytes: [UInt8], width: Int)? {
    cairo_surface_flush(surface)
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let columns = Int(cairo_image_surface_get_width(surface))
    let rows = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * columns * 4)
    for row in 0..<rows {
      let line = UnsafeBufferPointer(start: data + row * stride, count: columns * 4)
      if format == CAIRO_FORMAT_ARGB32 {
        bytes.append(contentsOf: line)
      } else {
        // The fourth byte of RGB24 means nothing (cairo_format_t).
        for (offset, byte) in line.enumerated() { bytes.append(offset % 4 == 3 ? 255 : byte) }
      }
    }
    return (bytes, columns)
  }
}
