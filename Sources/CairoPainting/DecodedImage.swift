import CCairo
import CImages
import Painting

/// An image in memory as Cairo draws it: PNG, JPEG as its EXIF data turn it, WebP, AVIF, and the first frame of GIF.
///
/// UNIMPLEMENTED: `image-orientation: none`.
public final class DecodedImage: @unchecked Sendable {
  // The surface is never written once it is made.
  let surface: OpaquePointer
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int

  /// The size in pixels that a file declares; `nil` where it is damaged or not an image.
  public static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height) = (UInt32(0), UInt32(0))
    guard cimages_size(bytes, bytes.count, &width, &height) != 0, width > 0, height > 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// Decodes a file; `nil` where it is not an image, is damaged, or has more pixels than `PaintLimits.imagePixels`.
  public init?(_ bytes: [UInt8]) {
    guard let size = Self.size(of: bytes), size.width <= 32_767, size.height <= 32_767,
      size.width * size.height <= PaintLimits.imagePixels,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    // Rows of 32-bit pixels have no gaps.
    guard cimages_decode(bytes, bytes.count, data, UInt32(size.width), UInt32(size.height)) != 0 else {
      cairo_surface_destroy(surface)
      return nil
    }
    Self.premultiply(data, count: size.width * size.height)
    cairo_surface_mark_dirty(surface)
    self.surface = surface
    (width, height) = size
  }

  /// An image of pixels: rows of blue, green, red and alpha, premultiplied; `nil` for another number of bytes.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767, pixels.count == width * height * 4,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    pixels.withUnsafeBufferPointer { if let start = $0.baseAddress { data.update(from: start, count: pixels.count) } }
    cairo_surface_mark_dirty(surface)
    self.surface = surface
    (self.width, self.height) = (width, height)
  }

  deinit { cairo_surface_destroy(surface) }

  /// From red, green, blue, alpha in bytes to premultiplied words of alpha, red, green, blue.
  private static func premultiply(_ data: UnsafeMutablePointer<UInt8>, count: Int) {
    data.withMemoryRebound(to: UInt32.self, capacity: count) { words in
      for index in 0..<count {
        let word = UInt32(littleEndian: words[index])
        let alpha = word >> 24
        func part(_ shift: UInt32) -> UInt32 {
          let product = (word >> shift & 255) * alpha + 128
          return (product + product >> 8) >> 8
        }
        words[index] = alpha << 24 | part(0) << 16 | part(8) << 8 | part(16)
      }
    }
  }
}

extension DecodedImage {
  /// Why a sound file of a format that ``init(_:)`` decodes may come to nothing here; `nil` where its library is there.
  public static func missingLibrary(for bytes: [UInt8]) -> String? {
    missingLibrary(for: bytes) { cimages_has_library($0) != 0 }
  }

  /// - Parameter hasLibrary: whether a format's library is there.
  static func missingLibrary(for bytes: [UInt8], hasLibrary: (Int32) -> Bool) -> String? {
    let format = cimages_format(bytes, bytes.count)
    guard format == Int32(CIMAGES_AVIF.rawValue), !hasLibrary(format) else { return nil }
    return "an AVIF image is left out: libavif is not installed, or not in the version that this program was built with"
  }

  /// The pixels: rows of blue, green, red and alpha, premultiplied.
  public var pixels: [UInt8] {
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: width * height * 4))
  }
}
