import CImages

/// An image's pixels in memory.
public struct PixelImage: Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Rows of red, green, blue and alpha, not premultiplied.
  public let pixels: [UInt8]

  /// An image of pixels; `nil` for another number of bytes.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767, pixels.count == width * height * 4 else {
      return nil
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Decodes a file.
  public init(decoding bytes: [UInt8]) throws(ImageFile.Fault) {
    let file = try ImageFile(bytes)
    guard let image = Self.decoded(bytes, width: file.width, height: file.height) else { throw .unreadable }
    self = image
  }

  /// The pixels of a file of any format that has this size.
  static func decoded(_ bytes: [UInt8], width: Int, height: Int) -> PixelImage? {
    var isRead = false
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      // A decoder that ends early leaves what was there.
      buffer.initialize(repeating: 0)
      count = buffer.count
      guard let start = buffer.baseAddress else { return }
      isRead = cimages_decode(bytes, bytes.count, start, UInt32(width), UInt32(height)) != 0
    }
    return isRead ? PixelImage(width: width, height: height, pixels: pixels) : nil
  }

  /// The image with fewer pixels; `nil` for a size that is not smaller.
  public func reduced(toWidth width: Int, height: Int) -> PixelImage? {
    guard width > 0, height > 0, width <= self.width, height <= self.height else { return nil }
    if width == self.width, height == self.height { return self }
    var isDone = false
    let reduced = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      buffer.initialize(repeating: 0)
      count = buffer.count
      guard let start = buffer.baseAddress else { return }
      isDone =
        cimages_reduce(
          pixels, UInt32(self.width), UInt32(self.height), start, UInt32(width), UInt32(height)) != 0
    }
    return isDone ? PixelImage(width: width, height: height, pixels: reduced) : nil
  }

  /// How alike another image of the same size is: the mean of SSIM over windows of 8 by 8 pixels; 1 for an equal one, 0 for
  /// another size.
  public func similarity(to other: PixelImage) -> Double {
    guard other.width == width, other.height == height else { return 0 }
    return cimages_similarity(pixels, other.pixels, UInt32(width), UInt32(height))
  }

  /// Whether no pixel is transparent.
  public var isOpaque: Bool { cimages_is_opaque(pixels, UInt32(width), UInt32(height)) != 0 }
}
