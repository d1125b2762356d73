import CSSValues
import PageFormat

/// A file that a picture carries inside of it.
public struct PictureFile: Sendable {
  /// The media type.
  public var type: String
  /// The bytes in Base64.
  public var base64: String

  /// A file of a type.
  public init(type: String, base64: String) { (self.type, self.base64) = (type, base64) }
}

extension DisplayList {
  /// The list as an SVG document: texts stay texts, as wide as they were measured, and images are inside of it.
  ///
  /// The same list gives the same bytes on every machine: nothing is measured or rasterised. Lines at texts do not avoid glyphs.
  ///
  /// - Parameters:
  ///   - title: what the document is called.
  ///   - area: what is shown, in CSS px of the page; `nil` for everything.
  ///   - images: the files of images by their addresses; what has none is a grey box.
  public func svg(
    title: String, area: LayoutRect? = nil, images: @escaping (String) -> PictureFile?
  ) -> String {
    var writer = SVGWriter(self, images: images)
    return writer.document(title: title, area: area)
  }
}
