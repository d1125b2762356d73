import CSSValues
import CairoPainting
import HostCore
import HybridClient
import Painting
import Text

/// A view host that draws: what a client would show, as a PNG. `ViewPainter` makes steps of painting of the views, which the
/// renderer of `hybrid picture` draws.
public final class PictureHost: ViewHost {
  private let tree = HostTree(NoPlatform())
  private let fonts: FontSet
  private let image: (String) -> [UInt8]?
  private var pictures: [String: DecodedImage?] = [:]

  /// The machine's fonts, which are looked for once.
  private static let systemFonts = FontSet(library: FontLibrary())

  /// A host without views.
  ///
  /// - Parameters:
  ///   - fonts: what texts are drawn with; those of the machine without any.
  ///   - image: the bytes of an image by its `src`, or `nil` if there is no such image.
  public init(fonts: FontSet? = nil, image: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.fonts = fonts ?? Self.systemFonts
    self.image = image
  }

  /// Makes and changes views.
  public func apply(_ commands: [ViewCommand]) { tree.apply(commands) }

  /// The computed style of a node: that of the page (`LivePage.computedStyle(of:)`). Without it only plain looks are drawn.
  public var style: (Int) -> ComputedStyle? {
    get { tree.style }
    set { tree.style = newValue }
  }

  /// The largest side of a picture, in device pixels.
  public static let maximumSide = 16_384

  /// Draws the page into a PNG file.
  ///
  /// - Parameters:
  ///   - path: the file; what is there is replaced.
  ///   - width: CSS px.
  ///   - height: CSS px.
  ///   - scale: device pixels in a CSS px.
  /// - Returns: whether the file could be written.
  public func writePNG(to path: String, width: Double, height: Double, scale: Double) -> Bool {
    let side = Double(Self.maximumSide)
    guard width >= 1, height >= 1, scale > 0, width * scale <= side, height * scale <= side else { return false }
    let measurer = SystemTextMeasurer(fonts: fonts, scale: scale).drawing
    var painter = ViewPainter(width: width, height: height, measuredBy: measurer) { [self] source in
      picture(source).map { (Double($0.width), Double($0.height)) }
    }
    if let boxes = try? BoxPainter(scale: scale, width: width, height: height, imageSize: painter.imageSize) {
      painter.viewPaint = { [tree] view, box in tree.paint(of: view, by: boxes, at: (box.x, box.y)) }
    }
    painter.paint(tree.roots)
    let drawn = PagePicture(of: painter.list, measuredBy: measurer, scale: scale) { [self] in picture($0) }
    do {
      try drawn.write(to: path, as: .png, area: LayoutRect(x: 0, y: 0, width: width, height: height))
      return true
    } catch {
      return false
    }
  }

  private func picture(_ source: String) -> DecodedImage? {
    if let known = pictures[source] { return known }
    let picture = image(source).flatMap { DecodedImage($0) }
    pictures[source] = .some(picture)
    return picture
  }
}
