import Build
import CSSValues
import CairoPainting
import Diff
import Foundation
import PageFormat
import Painting
import Text

/// Draws pages of a release with the painter, as `hybrid picture` does.
///
/// Texts are drawn with this machine's fonts: a release does not say which file of a device draws them.
struct DiffPictures {
  /// A PNG and its size in CSS px.
  struct Picture {
    var png: [UInt8]
    var width: Double
    var height: Double
  }

  /// What is below is cut off.
  static let tallest = 4_000.0
  private static let widest = 2_000.0
  private let fonts = FontSet(library: FontLibrary())
  private let folder: String

  /// - Parameter folder: where pictures are kept while they are made.
  init(folder: String) { self.folder = folder }

  /// A page in a viewport; `nil` where the release does not have it.
  func picture(of page: String, in viewport: String, from release: ComparedRelease) -> Picture? {
    guard let reader = try? release.page(page), let layout = try? release.layout(page, in: viewport, for: reader) else {
      return nil
    }
    let base = PreviewPainting.base(of: release.manifest.pages.flatMap { try? release.contents(of: $0) })
    let images = PageImageSource(path: page, base: base) { path in (try? release.contents(of: "web/" + path)) ?? nil }
    var painter = PagePainter(
      page: reader, layout: layout, imageSize: { images.size(of: $0) }, keepsRatio: images.keepsRatio)
    guard let list = try? painter.paint() else { return nil }
    var decoded: [String: DecodedImage] = [:]
    for source in list.imageSources {
      guard let bytes = images.bytes(of: source) else { continue }
      decoded[source] = DecodedImage(bytes) ?? drawing(source, images)
    }
    let area = LayoutRect(
      x: 0, y: 0, width: min(Self.widest, max(1, list.size.width)), height: min(Self.tallest, max(1, list.size.height)))
    let measurer = SystemTextMeasurer(fonts: fonts, scale: layout.viewport.scale)
    let file = folder + "/picture.png"
    let drawn = PagePicture(of: list, measuredBy: measurer, scale: 1) { decoded[$0] }
    guard (try? drawn.write(to: file, as: .png, area: area)) != nil, let png = try? SystemFile.read(file) else {
      return nil
    }
    return Picture(png: png, width: area.width, height: area.height)
  }

  private func drawing(_ source: String, _ images: PageImageSource) -> DecodedImage? {
    guard let (list, measurer) = images.drawing(source, scale: 1) else { return nil }
    let area = LayoutRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
    let picture = PagePicture(of: list, measuredBy: measurer, scale: 1)
    guard let (width, height, bytes) = try? picture.pixels(of: area) else { return nil }
    return DecodedImage(width: width, height: height, pixels: bytes)
  }
}
