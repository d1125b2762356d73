#if canImport(UIKit) && canImport(WebKit)
  import CSSValues
  import CoreGraphics
  import HostCore
  import HybridClient
  import ImageIO
  import PageFormat
  import Painting

  /// A Web page's first screen, painted from its package: what is seen until the web view has the page.
  struct FirstScreen: @unchecked Sendable {
    // The picture is never written once it is made.
    let page: OpenedPage
    let list: DisplayList
    let picture: CGImage

    /// Paints the screen; `nil` where the package has no frames of this width, or the page cannot be painted or is not to be.
    init?(of page: OpenedPage, on device: DeviceTraits, content: WebContent, fonts: CoreTextFonts) {
      guard let layout = page.layout, page.canBePainted(width: device.width) else { return nil }
      var pictures: [String: PictureCache.Picture?] = [:]
      func picture(_ source: String) -> PictureCache.Picture? {
        if let known = pictures[source] { return known }
        let made = ImageAddress(source, from: page.page.source).flatMap {
          PictureCache.read($0, from: content)
        }
        pictures[source] = .some(made)
        return made
      }
      var painter = PagePainter(page: page.page, layout: layout) { source in
        picture(source).map { (width: $0.width, height: $0.height) }
      }
      guard var list = try? painter.paint() else { return nil }
      if list.canvasColor.isTransparent { list.canvasColor = .white }
      let area = LayoutRect(x: 0, y: 0, width: device.width, height: device.height)
      for source in list.imageSources(touching: area) { _ = picture(source) }
      guard let layer = PixelLayer(area, scale: device.scale) else { return nil }
      CoreGraphicsRenderer(
        list, context: layer.context, scale: layer.scale, fonts: fonts, images: { picture($0)?.image }
      ).draw(area)
      guard let picture = layer.image() else { return nil }
      self.page = page
      self.list = list
      self.picture = picture
    }
  }
#endif
