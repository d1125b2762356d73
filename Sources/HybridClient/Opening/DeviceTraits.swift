import Manifest
import PageFormat

/// What a device shows pages with.
public struct DeviceTraits: Sendable, Hashable {
  /// The web content's width in CSS px (points).
  public var width: Double
  /// The web content's height in CSS px (points).
  public var height: Double
  /// Device pixels in a CSS px.
  public var scale: Double
  /// The reader's font scale, 1 for none.
  public var fontScale: Double
  /// The colour scheme.
  public var colorScheme: LayoutColorScheme
  /// The hashes of the font files that the device draws with; `nil` trusts that it has all of the release's.
  public var fontHashes: Set<String>?

  /// A device from its traits.
  public init(
    width: Double, height: Double, scale: Double, fontScale: Double = 1, colorScheme: LayoutColorScheme = .light,
    fontHashes: Set<String>? = nil
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.fontScale = fontScale
    self.colorScheme = colorScheme
    self.fontHashes = fontHashes
  }

  /// The device as one that has the whole fonts where it has their subsets, which measure alike.
  func knowing(_ fonts: [ManifestFont]) -> DeviceTraits {
    guard let hashes = fontHashes else { return self }
    var device = self
    for font in fonts { if let subset = font.subset, hashes.contains(subset) { device.fontHashes?.insert(font.hash) } }
    return device
  }
}

/// Why the frames in a package are not those of the device.
public enum LayoutReason: Sendable, Hashable, CustomStringConvertible {
  /// The page was not laid out at all, or its layouts are not installed.
  case noLayout
  /// The page was laid out for other widths.
  case width(wanted: Double, nearest: Double)
  /// The page was laid out for other heights.
  case height(wanted: Double, nearest: Double)
  /// The page was laid out for other pixel densities.
  case scale(wanted: Double, nearest: Double)
  /// The page was laid out for other font scales.
  case fontScale(wanted: Double, nearest: Double)
  /// The page was laid out for the other colour scheme.
  case colorScheme(wanted: LayoutColorScheme)
  /// The device lacks a font that measured.
  case font(family: String)
  /// The size of so many nodes depends on data.
  case data(nodes: Int)

  /// One line for people.
  public var description: String {
    switch self {
    case .noLayout: "no layout"
    case .width(let wanted, let nearest): "width \(wanted), built for \(nearest)"
    case .height(let wanted, let nearest): "height \(wanted), built for \(nearest)"
    case .scale(let wanted, let nearest): "scale \(wanted), built for \(nearest)"
    case .fontScale(let wanted, let nearest): "font scale \(wanted), built for \(nearest)"
    case .colorScheme(let wanted): "colour scheme \(wanted)"
    case .font(let family): "the font \(family) is missing"
    case .data(let nodes): "the size of \(nodes) nodes depends on data"
    }
  }
}

/// Whether a page's frames can be used as they are.
public enum LayoutFit: Sendable, Hashable {
  /// They are those of the device.
  case exact
  /// The device must lay the page out; the reasons, the weightiest first.
  case needsLayout([LayoutReason])
}
