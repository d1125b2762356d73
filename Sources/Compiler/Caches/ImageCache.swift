import HTML
import Layout
import Platform
import Text

/// The natural sizes of a site's images, by site path.
final class ImageCache: Sendable {
  /// What an image's file says.
  struct Image: Sendable {
    /// The natural size; `nil` where the image is broken.
    var size: StyledTree.ReplacedContent?
    /// Why an image that is there cannot be shown.
    var problem: String?
    /// The format of a file that ends before its image does, so that browsers show a part of it or nothing.
    var cutFormat: ImageFormat?
    /// Whether it is an SVG document.
    var isVector = false
  }

  private let images: Mutex<[String: Image]>

  /// Without any image.
  init() { images = Mutex([:]) }

  /// The images of another cache, without those at some paths.
  init(keeping other: ImageCache, except changed: Set<String>) {
    let kept = other.images.withLock { $0.filter { !changed.contains($0.key) } }
    images = Mutex(kept)
  }

  /// The image at a path, read the first time it is asked for.
  func image(_ path: String, in files: any SiteFiles) -> Image {
    if let known = images.withLock({ $0[path] }) { return known }
    let image = Self.read(path, files)
    images.withLock { $0[path] = image }
    return image
  }

  private static func read(_ path: String, _ files: any SiteFiles) -> Image {
    // A file that is missing is reported where it is named.
    guard let bytes = try? files.read(path) else { return Image() }
    let image = Image(bytes)
    // A file that XML's parser refuses is a broken image, whatever its header says.
    guard image.isVector, let fault = VectorImage.fault(in: bytes) else { return image }
    return Image(problem: "the SVG cannot be shown: \(fault)")
  }
}

extension ImageCache.Image {
  /// What the bytes of an image say.
  init(_ bytes: [UInt8]) {
    do {
      let header = try ImageHeader(bytes: bytes)
      size = StyledTree.ReplacedContent(
        naturalWidth: header.width, naturalHeight: header.height, naturalRatio: header.ratio)
      isVector = header.format == .svg
      cutFormat = ImageHeader.formatOfCutFile(bytes)
    } catch {
      problem = bytes.isEmpty ? "the file is empty" : error.text
    }
  }
}
