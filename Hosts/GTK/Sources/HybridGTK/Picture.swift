import CairoPainting
import Foundation
import GTKShims
import Synchronization

/// Pixels that can be drawn. Never written once it is made.
final class Picture: @unchecked Sendable {
  let surface: HVHandle
  /// The image's own size, whatever the size of what is kept of it.
  let width: Int
  let height: Int
  /// The size of what is kept.
  let kept: (width: Int, height: Int)

  private init(_ surface: HVHandle, of size: (width: Int, height: Int)? = nil) {
    self.surface = surface
    kept = (Int(hv_picture_width(surface)), Int(hv_picture_height(surface)))
    (width, height) = size ?? kept
  }

  /// The same image with no more pixels than a size needs.
  ///
  /// - Parameter size: how large it is drawn, in pixels.
  func reduced(to size: (width: Double, height: Double)) -> Picture {
    func pixels(_ wanted: Double, _ own: Int) -> Int { max(1, min(own, Int(min(wanted, 1e6).rounded(.up)))) }
    let (columns, rows) = (pixels(size.width, kept.width), pixels(size.height, kept.height))
    // What saves little is not worth another look.
    guard columns * rows * 4 < kept.width * kept.height * 3,
      let surface = hv_picture_reduced(surface, Int32(columns), Int32(rows))
    else { return self }
    return Picture(surface, of: (width, height))
  }

  /// Whether what is kept has the pixels that a size needs, or all that the image has.
  func suffices(for size: (width: Double, height: Double)) -> Bool {
    (kept.width >= width || Double(kept.width) * 1.1 >= size.width)
      && (kept.height >= height || Double(kept.height) * 1.1 >= size.height)
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
    else {
      if let reason = DecodedImage.missingLibrary(for: bytes) { Self.report(reason) }
      return nil
    }
    self.init(surface)
  }

  /// What was reported: once for all images.
  private static let reported = Mutex<Set<String>>([])

  private static func report(_ reason: String) {
    guard reported.withLock({ $0.insert(reason).inserted }) else { return }
    FileHandle.standardError.write(Data((reason + "\n").utf8))
  }

  deinit { hv_picture_free(surface) }

  private static let mostBytes = 16 << 20

  var size: (width: Double, height: Double) { (Double(width), Double(height)) }

  /// The bytes that it takes.
  var cost: Int { kept.width * kept.height * 4 }

  var pixels: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: cost) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      hv_picture_pixels(surface, start)
      count = cost
    }
  }
}
