import CImages

/// What is known of an image's file without decoding it.
public struct ImageFile: Hashable, Sendable {
  /// The formats that are written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case avif, webp, jpeg, png

    /// The media type.
    public var mediaType: String { "image/" + rawValue }

    /// The end of a file's name, without a dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
  }

  /// How alike an encoded image must be to its pixels, as ``PixelImage/similarity(to:)`` has it.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    case small, balanced, fine

    /// The least similarity, 0 to 1.
    var similarity: Double {
      switch self {
      case .small: 0.955
      case .balanced: 0.975
      case .fine: 0.987
      }
    }
  }

  /// Why an image is not written again.
  public enum Fault: String, Error, Hashable, Sendable {
    case unreadable = "it cannot be decoded"
    case tooLarge = "it has more pixels than are decoded"
    case animated = "it is animated"
    case otherColors = "it has a color profile other than sRGB"
    case printColors = "its colors are CMYK, for printing, and not sRGB"
    case otherFormat = "only PNG, JPEG and WebP files are read"
    case notEncoded = "it cannot be encoded"
  }

  /// The file's format; only those that are read to be written again.
  public let format: Format
  /// Pixels, as the image is shown.
  public let width: Int
  /// Pixels.
  public let height: Int

  /// The most pixels that an image may have to be decoded.
  public static let mostPixels = 1 << 25

  /// Reads a file's header.
  public init(_ bytes: [UInt8]) throws(Fault) {
    switch cimages_format(bytes, bytes.count) {
    case Int32(CIMAGES_PNG.rawValue): format = .png
    case Int32(CIMAGES_JPEG.rawValue): format = .jpeg
    case Int32(CIMAGES_WEBP.rawValue): format = .webp
    default: throw .otherFormat
    }
    var (width, height) = (UInt32(0), UInt32(0))
    guard cimages_size(bytes, bytes.count, &width, &height) != 0, width > 0, height > 0 else { throw .unreadable }
    let pixels = UInt64(width) * UInt64(height)
    guard width <= 32_767, height <= 32_767, pixels <= UInt64(Self.mostPixels) else { throw .tooLarge }
    let traits = cimages_traits(bytes, bytes.count)
    guard traits & Int32(CIMAGES_ANIMATED.rawValue) == 0 else { throw .animated }
    guard traits & Int32(CIMAGES_CMYK.rawValue) == 0 else { throw .printColors }
    guard traits & Int32(CIMAGES_OTHER_COLORS.rawValue) == 0 else { throw .otherColors }
    (self.width, self.height) = (Int(width), Int(height))
  }
}
