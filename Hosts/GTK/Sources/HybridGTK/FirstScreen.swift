import CSSValues
import CairoPainting
import HostCore
import HybridClient
import HybridLayout
import HybridLiveLayout
import Manifest
import PageFormat
import Painting
import Text

/// A Web page's first screen, painted from its package: what is seen until the web view has the page.
struct FirstScreen: Sendable {
  let list: DisplayList
  let picture: Picture
  let page: OpenedPage
  /// Pixels of the picture in a CSS px.
  let scale: Double

  private static let glyphs = GlyphCache()

  /// Paints the screen; `nil` where the package has neither frames of this width nor measures to find them, or the page cannot be
  /// painted or is not to be.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - release: where it is.
  ///   - device: the screen.
  ///   - fonts: those of the release before those of the machine.
  ///   - measures: those of the release.
  ///   - contents: the bytes of images, by their addresses in the page.
  init?(
    of page: OpenedPage, in release: OpenedRelease, on device: DeviceTraits, fonts: FontSet,
    measures: PackagedMeasures?,
    contents: @escaping (String) -> [UInt8]?
  ) {
    guard let page = Self.laidOut(page, in: release, on: device, measures), let layout = page.layout else { return nil }
    var headers: [String: (width: Double, height: Double)] = [:]
    var files: [String: [UInt8]] = [:]
    func bytes(_ source: String) -> [UInt8]? {
      if let known = files[source] { return known }
      files[source] = contents(source)
      return files[source]
    }
    func size(_ source: String) -> (width: Double, height: Double)? {
      if let known = headers[source] { return known }
      guard let bytes = bytes(source), let header = try? ImageHeader(bytes: bytes) else { return nil }
      let size: (Double, Double) =
        switch (header.width, header.height, header.ratio) {
        case (let width?, let height?, _): (width, height)
        case (let width?, nil, let ratio?): (width, width / ratio)
        case (nil, let height?, let ratio?): (height * ratio, height)
        case (nil, nil, let ratio?): (300, 300 / ratio)
        default: (300, 150)
        }
      headers[source] = size
      return size
    }
    var painter = PagePainter(page: page.page, layout: layout, imageSize: size)
    guard var list = try? painter.paint() else { return nil }
    if list.canvasColor.isTransparent { list.canvasColor = .white }
    let area = LayoutRect(x: 0, y: 0, width: device.width, height: device.height)
    // What is below the screen is not decoded.
    let seen = list.imageSources(touching: area)
    var decoded: [String: DecodedImage] = [:]
    for source in seen {
      guard let bytes = bytes(source) else { continue }
      if let image = DecodedImage(bytes) {
        decoded[source] = image
      } else if let size = size(source) {
        let scale = device.scale * 2
        let drawn = (width: Int(min(size.width * scale, 2_048)), height: Int(min(size.height * scale, 2_048)))
        guard let picture = Picture(file: bytes, drawnAt: drawn) else { continue }
        decoded[source] = DecodedImage(width: picture.width, height: picture.height, pixels: picture.pixels)
      }
    }
    let measurer = SystemTextMeasurer(fonts: fonts, scale: layout.viewport.scale)
    let drawing = PagePicture(of: list, measuredBy: measurer, scale: device.scale, glyphs: Self.glyphs) { decoded[$0] }
    guard let (width, height, pixels) = try? drawing.pixels(of: area),
      let picture = Picture(width: width, height: height, pixels: pixels)
    else { return nil }
    self.list = list
    self.picture = picture
    self.page = page
    scale = device.scale
  }

  /// The page with the frames of the device: those of the package where they fit, else laid out with what the release's texts were
  /// measured with.
  private static func laidOut(
    _ page: OpenedPage, in release: OpenedRelease, on device: DeviceTraits, _ measures: PackagedMeasures?
  ) -> OpenedPage? {
    if page.canBePainted(width: device.width) { return page }
    guard let measures, page.page.paintsFirstScreen else { return nil }
    let shown = try? release.layout(page.page.source, on: device, measures: measures).laidOutPage(for: device)
    return shown.flatMap { $0.canBePainted(width: device.width) ? $0 : nil }
  }

  /// Where the link at a point leads, as the page writes it.
  func link(atX x: Double, y: Double) -> String? { page.link(atX: x, y: y, in: list) }
}
