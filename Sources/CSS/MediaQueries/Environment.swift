import CSSValues

/// What media queries, viewport units and `env()` see: a value, so that nothing reads a global.
///
/// The default is a phone: 375 × 667 CSS px at 2 device pixels each, light, touched with a finger, scripting on.
public struct Environment: Hashable, Sendable {
  /// The media type that the page is shown on.
  public enum MediaType: UInt8, Hashable, Sendable { case screen, print }
  /// `pointer`, `any-pointer`.
  public enum Pointer: UInt8, Hashable, Sendable { case none, coarse, fine }
  /// `prefers-contrast`.
  public enum Contrast: UInt8, Hashable, Sendable { case noPreference, more, less, custom }
  /// `display-mode`.
  public enum DisplayMode: UInt8, Hashable, Sendable { case browser, standalone, minimalUI, fullscreen }
  /// `scripting`.
  public enum Scripting: UInt8, Hashable, Sendable { case none, initialOnly, enabled }
  /// `color-gamut`.
  public enum ColorGamut: UInt8, Hashable, Sendable, Comparable {
    case none, srgb, p3, rec2020
    public static func < (left: ColorGamut, right: ColorGamut) -> Bool { left.rawValue < right.rawValue }
  }

  /// The size that the page is laid out at, and the reader's settings that come with it. It has no name.
  public var viewport = Viewport(name: "", width: 375, height: 667, scale: 2)
  /// The screen's width in CSS px; `nil` is the viewport's.
  public var deviceWidth: Double?
  /// The screen's height in CSS px; `nil` is the viewport's.
  public var deviceHeight: Double?
  /// The height of the small viewport (with all browser chrome shown), in CSS px; `nil` is the viewport's.
  public var smallHeight: Double?
  /// The height of the large viewport (with all browser chrome retracted), in CSS px; `nil` is the viewport's.
  public var largeHeight: Double?
  /// The media type.
  public var mediaType: MediaType = .screen
  /// Whether the primary pointer hovers.
  public var hover = false
  /// Whether any pointer hovers.
  public var anyHover = false
  /// The primary pointer.
  public var pointer: Pointer = .coarse
  /// The finest of all pointers.
  public var anyPointer: Pointer = .coarse
  /// `prefers-reduced-motion`.
  public var reducedMotion = false
  /// Whether animations that run count, with what they show in the moment in which the page comes up; without, the page
  /// is taken at rest, and only paused animations count.
  public var showsRunningAnimations = false
  /// `prefers-reduced-transparency`.
  public var reducedTransparency = false
  /// `prefers-reduced-data`.
  public var reducedData = false
  /// `prefers-contrast`.
  public var contrast: Contrast = .noPreference
  /// `forced-colors`.
  public var forcedColors = false
  /// `inverted-colors`.
  public var invertedColors = false
  /// `scripting`.
  public var scripting: Scripting = .enabled
  /// `display-mode`.
  public var displayMode: DisplayMode = .browser
  /// `color`: bits of each colour component.
  public var colorBits = 8
  /// `color-gamut`.
  public var colorGamut: ColorGamut = .srgb
  /// The reader's default font size in CSS px, before `Viewport.fontScale`.
  public var defaultFontSize: Double = 16
  /// The reader's default size of monospaced text in CSS px, before `Viewport.fontScale`.
  public var defaultMonospaceFontSize: Double = 13

  /// A phone.
  public init() {}

  /// A desktop computer's browser with a mouse: hover, a fine pointer, one device pixel to a CSS px.
  public static func desktop(width: Double = 1280, height: Double = 720, devicePixelRatio: Double = 1) -> Environment {
    var environment = Environment()
    environment.viewport = Viewport(name: "", width: width, height: height, scale: devicePixelRatio)
    environment.hover = true
    environment.anyHover = true
    environment.pointer = .fine
    environment.anyPointer = .fine
    return environment
  }

  /// The font size that `medium` and the root start from, in CSS px.
  public var initialFontSize: Double { defaultFontSize * viewport.fontScale }
}

/// The facts of an ``Environment`` that a sheet or page depends on: two environments that agree on them give equal
/// styles.
public struct EnvironmentDependencies: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// `width`.
  public static let width = EnvironmentDependencies(rawValue: 1)
  /// `height`.
  public static let height = EnvironmentDependencies(rawValue: 2)
  /// `resolution`.
  public static let resolution = EnvironmentDependencies(rawValue: 4)
  /// `color-scheme`.
  public static let colorScheme = EnvironmentDependencies(rawValue: 8)
  /// `pointer`.
  public static let pointer = EnvironmentDependencies(rawValue: 16)
  /// Motion, transparency, data, contrast, forced and inverted colours.
  public static let preferences = EnvironmentDependencies(rawValue: 32)
  /// `scripting`.
  public static let scripting = EnvironmentDependencies(rawValue: 64)
  /// `media-type`.
  public static let mediaType = EnvironmentDependencies(rawValue: 128)
  /// `display-mode`.
  public static let displayMode = EnvironmentDependencies(rawValue: 256)
  /// `safe-area`.
  public static let safeArea = EnvironmentDependencies(rawValue: 512)
  /// `font-scale`.
  public static let fontScale = EnvironmentDependencies(rawValue: 1024)
  /// The size of a container.
  public static let container = EnvironmentDependencies(rawValue: 2048)
}
