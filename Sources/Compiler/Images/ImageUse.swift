import Diagnostics

/// An image of a page with the sizes that its boxes have, so that its file can be written in these.
public struct ImageUse: Hashable, Sendable {
  /// What the image is shown in at a viewport in a color scheme.
  public struct Box: Hashable, Sendable {
    /// The width that the whole image has there, in CSS px of the page; 0 where it is not shown.
    public var width: Double
    /// The height likewise.
    public var height: Double
    /// The length that the page's `sizes` give there, in CSS px of the page.
    public var sourceSize: Double
    /// Device pixels per CSS px of the page.
    public var scale: Double

    /// A box.
    public init(width: Double, height: Double, sourceSize: Double, scale: Double) {
      self.width = width
      self.height = height
      self.sourceSize = sourceSize
      self.scale = scale
    }

    /// The width in device pixels.
    public var pixels: Int { width > 0 ? Int((width * scale - 0.01).rounded(.up)) : 0 }
  }

  /// How a page shows the file.
  public enum Manner: Int, Hashable, Sendable {
    /// `src` of an `<img>` names it.
    case source
    /// It is one of the candidates that the page's author chose: it keeps its pixels, and its file may get smaller.
    case candidate
    /// It is the background of boxes.
    case background
  }

  /// How the page shows it.
  public var manner = Manner.source
  /// How often the element of a candidate names the file.
  public var mentions = 0
  /// The site path of the file.
  public var path: String
  /// Pixels of the file.
  public var width: Int
  /// Pixels of the file.
  public var height: Int
  /// The boxes, in the order of the layouts.
  public var boxes: [Box]
  /// The `sizes` attribute for candidates with widths.
  public var sizes = ""
  /// The number of the mark that the packaged page has on the element; `nil` where the markup stays as it is.
  public var mark: Int?
  /// Whether a `<picture>` may be put around it, so that browsers choose among formats.
  public var isWrapped = false
  /// Whether it gets `width` and `height`.
  public var getsDimensions = false
  /// Why the markup stays as it is, for people.
  public var reason = ""
  /// Where the element was written.
  public var location: SourceLocation

  /// An image whose markup stays as it is.
  public init(path: String, width: Int, height: Int, boxes: [Box], location: SourceLocation) {
    self.path = path
    self.width = width
    self.height = height
    self.boxes = boxes
    self.location = location
  }

  /// The most device pixels that a box is wide; 0 where no viewport shows the image.
  public var mostPixels: Int { boxes.map(\.pixels).max() ?? 0 }
}
