import CSSValues
import CairoPainting
import GTKShims
import HostCore
import Painting
import Text

/// Draws display lists of views with Cairo, as first screens of Web pages are drawn.
@MainActor final class ViewPainting {
  private let pictures: PictureStore
  private let fonts: FontSet
  private let glyphs = GlyphCache()
  private var painter: (scale: Double, width: Double, height: Double, value: BoxPainter)?
  private var measurer: SystemTextMeasurer?
  private var images: [String: DecodedImage] = [:]
  private static let mostImages = 32

  init(_ pictures: PictureStore, _ fonts: FontSet) {
    self.pictures = pictures
    self.fonts = fonts
  }

  /// A painter for a screen.
  func painter(scale: Double, width: Double, height: Double) -> BoxPainter? {
    if let painter, painter.scale == scale, painter.width == width, painter.height == height { return painter.value }
    guard let made = try? BoxPainter(scale: scale, width: width, height: height) else { return nil }
    painter = (scale, width, height, made)
    return made
  }

  /// The size of an image, where it is decoded; `whenReady` is called once it is.
  func size(of source: String, whenReady: @escaping () -> Void) -> PictureStore.Size? {
    pictures.picture(source, shown: { $0 }, whenReady: whenReady)?.size
  }

  /// Draws a list into a context of GTK's.
  func draw(_ list: DisplayList, _ cairo: HVHandle, scale: Double) {
    picture(of: list, scale: scale).draw(into: OpaquePointer(cairo))
  }

  /// Draws what GTK has of a view through what its style asks for.
  func draw(_ content: HVHandle, through paint: ViewPaint, _ cairo: HVHandle, scale: Double) {
    var list = DisplayList(width: 0, height: 0)
    list.canvasColor = .transparent
    for item in paint.effects { list.append(item, node: 0) }
    var bounds = [0.0, 0, 0, 0]
    hv_content_bounds(content, &bounds)
    let area = LayoutRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]).inset(by: -paint.spread)
    picture(of: list, scale: scale).draw(
      { hv_content_draw(content, UnsafeMutableRawPointer($0)) }, in: area, into: OpaquePointer(cairo))
  }

  private func picture(of list: DisplayList, scale: Double) -> PagePicture {
    let measurer =
      self.measurer.flatMap { $0.scale == scale ? $0 : nil } ?? SystemTextMeasurer(fonts: fonts, scale: scale).drawing
    self.measurer = measurer
    var known: [String: DecodedImage] = [:]
    for source in list.imageSources { known[source] = decoded(source) }
    return PagePicture(of: list, measuredBy: measurer, scale: scale, glyphs: glyphs) { known[$0] }
  }

  private func decoded(_ source: String) -> DecodedImage? {
    if let known = images[source] { return known }
    guard let picture = pictures.picture(source, shown: { $0 }, whenReady: {}),
      let image = DecodedImage(width: picture.kept.width, height: picture.kept.height, pixels: picture.pixels)
    else { return nil }
    if images.count >= Self.mostImages { images = [:] }
    images[source] = image
    return image
  }
}
