import CCairo
import CSSValues
import PageFormat
import Painting
import Text

/// A page's display list as a picture: PNG, SVG or PDF.
public struct PagePicture {
  /// What the picture is written as.
  public enum Format: String, Sendable, CaseIterable { case png, svg, pdf }

  /// Why a picture cannot be made.
  public enum Failure: Error, Hashable, Sendable {
    /// More pixels than ``PagePicture/mostPixels``, or a side beyond Cairo's limit.
    case tooLarge
    /// Cairo's own word for it.
    case cairo(String)
  }

  /// The most pixels of a picture.
  public static let mostPixels = 1e8
  /// The largest side in pixels.
  public static let largestSide = 32_767.0

  private let list: DisplayList
  private let scale: Double
  private let measurer: SystemTextMeasurer
  private let glyphs: GlyphCache
  private let images: (String) -> DecodedImage?

  /// A picture of a list.
  ///
  /// - Parameters:
  ///   - list: what is drawn.
  ///   - measurer: shapes the texts, at the scale of the layout.
  ///   - scale: device pixels per CSS px.
  ///   - glyphs: glyphs that were drawn before.
  ///   - images: decoded images by their addresses.
  public init(
    of list: DisplayList, measuredBy measurer: SystemTextMeasurer, scale: Double, glyphs: GlyphCache = GlyphCache(),
    images: @escaping (String) -> DecodedImage? = { _ in nil }
  ) {
    self.list = list
    self.measurer = measurer
    self.scale = scale
    self.glyphs = glyphs
    self.images = images
  }

  /// Writes an area of the page into a file.
  ///
  /// - Parameters:
  ///   - path: the file; what is there is replaced.
  ///   - format: what is written.
  ///   - area: in CSS px of the page.
  /// - Throws: ``Failure``.
  public func write(to path: String, as format: Format, area: LayoutRect) throws(Failure) {
    let (width, height) = ((area.width * scale).rounded(.up), (area.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= Self.largestSide, height <= Self.largestSide,
      width * height <= Self.mostPixels
    else { throw .tooLarge }
    let surface =
      switch format {
      case .png: cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
      case .svg: cairo_svg_surface_create(path, area.width, area.height)
      // A point is 1/72 inch, a CSS px 1/96.
      case .pdf: cairo_pdf_surface_create(path, area.width * 0.75, area.height * 0.75)
      }
    guard let surface else { throw .cairo("no surface") }
    defer { cairo_surface_destroy(surface) }
    try check(cairo_surface_status(surface))
    if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
    // The same page gives the same bytes.
    if format == .pdf {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1980-01-01T00:00:00Z")
    }
    draw(on: surface, area, unit: format == .png ? scale : format == .pdf ? 0.75 : 1, isVector: format != .png)
    if format == .png { try check(cairo_surface_write_to_png(surface, path)) }
    cairo_surface_finish(surface)
    try check(cairo_surface_status(surface))
  }

  /// The pixels of an area: rows of blue, green, red and alpha, premultiplied.
  ///
  /// - Throws: ``Failure``.
  public func pixels(of area: LayoutRect) throws(Failure) -> (width: Int, height: Int, bytes: [UInt8]) {
    let (wide, high) = ((area.width * scale).rounded(.up), (area.height * scale).rounded(.up))
    guard wide >= 1, high >= 1, wide <= Self.largestSide, high <= Self.largestSide, wide * high <= Self.mostPixels
    else { throw .tooLarge }
    let (width, height) = (Int(wide), Int(high))
    // A pixel has four bytes, so that rows need no padding.
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    var status = CAIRO_STATUS_NO_MEMORY
    // Cairo draws into the array itself: a copy would take as long as most screens.
    bytes.withUnsafeMutableBufferPointer { pixels in
      guard
        let surface = cairo_image_surface_create_for_data(
          pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
      else { return }
      draw(on: surface, area, unit: scale, isVector: false)
      cairo_surface_finish(surface)
      status = cairo_surface_status(surface)
      cairo_surface_destroy(surface)
    }
    try check(status)
    return (width, height, bytes)
  }

  private func draw(on surface: OpaquePointer, _ area: LayoutRect, unit: Double, isVector: Bool) {
    guard let context = cairo_create(surface) else { return }
    defer { cairo_destroy(context) }
    cairo_scale(context, unit, unit)
    cairo_translate(context, -area.x, -area.y)
    let renderer = renderer(context)
    renderer.isVector = isVector
    renderer.unit = unit
    renderer.draw(area)
  }

  /// Draws the whole list into a context of another program part, such as a toolkit's.
  ///
  /// - Parameter context: a `cairo_t` whose user space is in CSS px.
  public func draw(into context: OpaquePointer) {
    cairo_save(context)
    let everywhere = LayoutRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)
    renderer(context).draw(everywhere)
    cairo_restore(context)
  }

  /// Draws what something else draws through the clips and groups that the list begins: as pixels of their own, which are laid over
  /// what the context has.
  ///
  /// - Parameters:
  ///   - content: draws what is changed, in CSS px.
  ///   - area: what it may touch with all that filters make of it; larger ones than a picture may be are drawn unchanged.
  ///   - context: a `cairo_t` whose user space is in CSS px.
  public func draw(_ content: (OpaquePointer) -> Void, in area: LayoutRect, into context: OpaquePointer) {
    let (left, top) = ((area.x * scale).rounded(.down), (area.y * scale).rounded(.down))
    let (right, bottom) = ((area.right * scale).rounded(.up), (area.bottom * scale).rounded(.up))
    let (width, height) = (right - left, bottom - top)
    guard width >= 1, height >= 1, width <= Self.largestSide, height <= Self.largestSide,
      width * height <= Self.mostPixels,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return content(context) }
    defer { cairo_surface_destroy(surface) }
    guard let own = cairo_create(surface) else { return content(context) }
    cairo_scale(own, scale, scale)
    cairo_translate(own, -left / scale, -top / scale)
    renderer(own).draw(around: content)
    cairo_destroy(own)
    cairo_save(context)
    cairo_translate(context, left / scale, top / scale)
    cairo_scale(context, 1 / scale, 1 / scale)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
  }

  private func renderer(_ context: OpaquePointer) -> CairoRenderer {
    CairoRenderer(list, context: context, scale: scale, measurer: measurer, glyphs: glyphs, images: images)
  }

  private func check(_ status: cairo_status_t) throws(Failure) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .cairo(cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown")
  }
}
