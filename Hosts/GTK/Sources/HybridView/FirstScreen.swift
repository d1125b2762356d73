import CSSValues
import CairoPainting
import HybridClient
import PageFormat
import Painting
import Text

/// A Web page's first screen, painted from its package: what is seen until the web view has the page.
struct FirstScreen: Sendable {
  let list: DisplayList
  let picture: Picture
  let page: OpenedPage

  private static let fonts = FontLibrary()
  private static let glyphs = GlyphCache()

  /// Paints the screen; `nil` where the package has no frames of this width, or the page cannot be painted or is not to be.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - device: the screen.
  ///   - contents: the bytes of images, by their addresses in the page.
  init?(of page: OpenedPage, on device: DeviceTraits, contents: @escaping (String) -> [UInt8]?) {
    guard let layout = page.layout, layout.viewport.width == device.width, page.isPaintable,
      page.page.paintsFirstScreen
    else { return nil }
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
    let seen = list.imageSources(in: area)
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
    let measurer = SystemTextMeasurer(fonts: FontSet(library: Self.fonts), scale: layout.viewport.scale)
    let drawing = PagePicture(of: list, measuredBy: measurer, scale: device.scale, glyphs: Self.glyphs) { decoded[$0] }
    guard let (width, height, pixels) = try? drawing.pixels(of: area),
      let picture = Picture(width: width, height: height, pixels: pixels)
    else { return nil }
    self.list = list
    self.picture = picture
    self.page = page
  }

  /// Where the link at a point leads, as the page writes it.
  func link(atX x: Double, y: Double) -> String? {
    let reader = page.page
    var hits = list.nodes(atX: x, y: y)
    // Links without paint of their own are found by their frames, the innermost first.
    hits += page.nodes.reversed().filter { node in
      guard node.tag == "a", let frame = node.frame else { return false }
      return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
    }.map(\.index)
    for hit in hits {
      var next: Int? = hit
      while let node = next {
        if reader.tag(node) == "a", let target = reader.attribute(node, "href") { return target }
        next = reader.parent(node)
      }
    }
    return nil
  }
}

extension OpenedPage {
  /// Whether the frames are those of the device, or nearly: a height or density beside them moves little.
  fileprivate var isPaintable: Bool {
    guard case .needsLayout(let reasons) = fit else { return true }
    return reasons.allSatisfy { reason in
      switch reason {
      case .height, .scale, .safeArea, .font: true
      default: false
      }
    }
  }
}

extension DisplayList {
  /// The images that are painted in an area.
  fileprivate func imageSources(in area: LayoutRect) -> [String] {
    var sources: [String] = []
    for (item, bounds) in zip(items, self.bounds)
    where bounds.y < area.y + area.height && bounds.y + bounds.height >= area.y {
      switch item {
      case .image(let source, _, _, _): sources.append(source)
      case .fill(_, .pattern(let pattern), _), .stroke(_, .pattern(let pattern), _): sources.append(pattern.source)
      default: break
      }
    }
    return sources
  }
}
