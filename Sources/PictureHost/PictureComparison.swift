import CairoPainting

/// How two images differ: what a test of a committed picture asks.
public struct PictureComparison: Sendable, Hashable {
  /// Pixels that look otherwise.
  public let differingPixels: Int
  /// All pixels of each image.
  public let pixels: Int

  /// Compares two images of one size.
  ///
  /// - Parameters:
  ///   - first: a file's bytes.
  ///   - second: another's.
  ///   - tolerance: by how much a channel, 0 to 255, may differ for pixels to count as the same: the edges of letters
  ///     differ a little between versions of the font libraries.
  /// - Returns: `nil` where one of them is not an image or their sizes differ.
  public init?(_ first: [UInt8], _ second: [UInt8], tolerance: Int = 64) {
    guard let one = DecodedImage(first), let other = DecodedImage(second), one.width == other.width,
      one.height == other.height
    else { return nil }
    let (bytes, others) = (one.pixels, other.pixels)
    pixels = bytes.count / 4
    differingPixels = stride(from: 0, to: bytes.count, by: 4).count { pixel in
      (pixel..<pixel + 4).contains { abs(Int(bytes[$0]) - Int(others[$0])) > tolerance }
    }
  }
}
