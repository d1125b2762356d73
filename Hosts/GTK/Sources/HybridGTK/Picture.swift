import CairoPainting
import GTKShims

/// Pixels that can be drawn. Never written once it is made.
final class Picture: @unchecked Sendable {
  let surface: HVHandle
  let width: Int
  let height: Int

  private init(_ surface: HVHandle) {
    self.surface = surface
    width = Int(hv_picture_width(surface))
    height = Int(hv_picture_height(surface))
  }

  /// Rows of blue, green, red and alpha, premultiplied; `nil` for another number of bytes.
  convenience init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4,
      let surface = hv_picture_new(pixels, Int32(clamping: width), Int32(clamping: height))
    else { return nil }
    self.init(surface)
  }

  /// A file's image: PNG, JPEG, WebP and AVIF, and what GdkPixbuf reads besides, SVG among them. `nil` for what is damaged
  /// or too large.
  ///
  /// - Parameter size: how large drawings are made, in pixels.
  convenience init?(file bytes: [UInt8], drawnAt size: (width: Int, height: Int)? = nil) {
    if let image = DecodedImage(bytes) {
      self.init(width: image.width, height: image.height, pixels: image.pixels)
      return
    }
    guard bytes.count <= Self.mostBytes,
      let surface = hv_picture_decode(
        bytes, bytes.count, Int32(clamping: size?.width ?? 0), Int32(clamping: size?.height ?? 0))
    else { return nil }
    self.init(surface)
  }

  deinit { hv_picture_free(surface) }

  private static let mostBytes = 16 << 20

  /// The bytes that it takes.
  var cost: Int { width * height * 4 }

  var pixels: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: cost) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      hv_picture_pixels(surface, start)
      count = cost
    }
  }
}
