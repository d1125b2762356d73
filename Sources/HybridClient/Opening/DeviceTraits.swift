import CSSValues
import Manifest
import PageFormat

/// The screen and settings of a device, which decide the layout that a page opens with. Lengths are in CSS px.
///
/// ```swift
/// let phone = DeviceTraits(width: 390, height: 844, scale: 3, fontScale: 1, colorScheme: .dark)
/// ```
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
  public var colorScheme: ColorScheme
  /// The hashes of the font files that the device draws with; `nil` trusts that it has all of the release's.
  public var fontHashes: Set<String>?
  /// The fonts that the device has; `nil` trusts that it has those that the site's configuration names.
  public var fonts: FontCatalog?
  /// How far the screen's notch and bars reach into the web content.
  public var safeArea: SafeAreaInsets

  /// A device from its traits.
  public init(
    width: Double, height: Double, scale: Double, fontScale: Double = 1, colorScheme: ColorScheme = .light,
    fontHashes: Set<String>? = nil, fonts: FontCatalog? = nil, safeArea: SafeAreaInsets = .zero
  ) {
    self.fonts = fonts
    self.safeArea = safeArea
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
  case colorScheme(wanted: ColorScheme)
  /// The page's styles ask for `env(safe-area-inset-*)`, and it was laid out for other insets.
  case safeArea(wanted: SafeAreaInsets, nearest: SafeAreaInsets)
  /// The Web page has no `<meta name="viewport">`: browsers of phones lay it out 980 px wide.
  case noViewport
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
    case .safeArea(let wanted, let nearest): "safe area \(wanted), built for \(nearest)"
    case .noViewport: "the page has no `<meta name=\"viewport\">`"
    case .font(let family): "the font \(family) is missing"
    case .data(let nodes): "the size of \(nodes) nodes depends on data"
    }
  }
}

/// A family whose text was measured with another font than the page asks for.
public struct ApproximateFamily: Sendable, Hashable, CustomStringConvertible {
  /// Whether the device has the family.
  public enum Availability: Sendable, Hashable {
    /// ``DeviceTraits/fonts`` was not given.
    case unknown
    /// It has the family, whose metrics the build did not know.
    case present
    /// It lacks the family too, and draws the text with a font of its own.
    case missing
  }

  /// The family as the page's styles name it.
  public var name: String
  /// The family of the font that measured.
  public var measuredWith: String
  /// Whether the device has the family.
  public var availability: Availability

  /// A family with the font that measured its text.
  public init(name: String, measuredWith: String, availability: Availability = .unknown) {
    self.name = name
    self.measuredWith = measuredWith
    self.availability = availability
  }

  /// One line for people.
  public var description: String {
    let text = "\(name), measured with \(measuredWith)"
    return switch availability {
    case .unknown: text
    case .present: text + "; the device has it"
    case .missing: text + "; the device lacks it"
    }
  }
}

/// Whether a page's frames can be used as they are.
///
/// ```swift
/// switch page.fit {
/// case .exact: break  // the frames are this device's
/// case .approximate(let families): print(families.map(\.name))  // text in these fonts may differ
/// case .needsLayout(let reasons): print(reasons)  // the frames are those of the nearest viewport
/// }
/// ```
public enum LayoutFit: Sendable, Hashable {
  /// They are those of the device.
  case exact
  /// They are those of the device, except for text of these families, which the build measured with stand-in fonts: lines may
  /// be wider or narrower, and break elsewhere. Show them; an app that measures text may lay the page out again.
  case approximate([ApproximateFamily])
  /// The device must lay the page out; the reasons, the weightiest first.
  case needsLayout([LayoutReason])
}
