/// A width and a height in CSS px.
public struct ViewportSize: Hashable, Sendable {
  /// CSS px.
  public var width: Double
  /// CSS px.
  public var height: Double

  /// A size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// All that a computed value depends on besides the specified one (CSS Cascade 5, 4.4).
public struct ComputationContext: Sendable {
  /// The parent's computed style, the initial one for the root.
  public var parent: ComputedStyle
  /// The root element's font; of the root itself the initial font, which `rem` in its `font-size` counts from.
  public var rootFont: FontStyle
  /// Whether the element is the root: its own font is then what `rem` counts from, outside of `font-size`.
  public var isRoot = false
  /// The viewport with all bars shown, hidden, and as it is now.
  public var smallViewport: ViewportSize
  /// With all bars hidden.
  public var largeViewport: ViewportSize
  /// As it is now.
  public var dynamicViewport: ViewportSize
  /// The query container's size by physical axis in px, where there is one; the small viewport's stands in.
  public var containerWidth: Double?
  /// The query container's height in px.
  public var containerHeight: Double?
  /// Device pixels in a CSS px: border widths snap to it.
  public var devicePixelRatio: Double
  /// Where metrics come from; without one, the fallbacks of CSS Values 4 are used.
  public var fontMetrics: (any FontMetricsProvider)?
  /// Whether the element's used colour scheme is dark.
  public var isDark = false
  /// What `env(safe-area-inset-*)` are, in px.
  public var safeArea = Sides<Double>(0)
  /// Whether the document is in quirks mode.
  public var isQuirks = false
  /// Resolves a URL as the document would; without it URLs are kept as written.
  public var resolveURL: (@Sendable (String) -> String)?
  /// `font-size: medium` in px.
  public var mediumFontSize: Double = 16
  /// The element's place among its siblings from 1, for `sibling-index()`, and their number.
  public var siblingIndex: Int?
  /// The number of siblings, the element included.
  public var siblingCount: Int?
  /// What the computed values came to depend on, collected while they are computed.
  public var dependencies: StyleDependencies = []

  /// A context for an element below `parent`, in a viewport that never changes its size.
  public init(parent: ComputedStyle, rootFont: FontStyle, viewport: ViewportSize, devicePixelRatio: Double = 1) {
    self.parent = parent
    self.rootFont = rootFont
    self.smallViewport = viewport
    self.largeViewport = viewport
    self.dynamicViewport = viewport
    self.devicePixelRatio = devicePixelRatio
  }
}

/// What a computed style depends on besides the sheets and the tree.
public struct StyleDependencies: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Viewport units.
  public static let viewport = StyleDependencies(rawValue: 1)
  /// Container units.
  public static let container = StyleDependencies(rawValue: 2)
  /// Metrics of a font.
  public static let fontMetrics = StyleDependencies(rawValue: 4)
  /// The device pixel ratio.
  public static let devicePixelRatio = StyleDependencies(rawValue: 8)
  /// The colour scheme.
  public static let colorScheme = StyleDependencies(rawValue: 16)
  /// The root's font.
  public static let rootFont = StyleDependencies(rawValue: 32)
  /// The element's place among its siblings: no other element may share the style.
  public static let siblings = StyleDependencies(rawValue: 64)
  /// `env()`: the safe area and the reader's text scale.
  public static let safeArea = StyleDependencies(rawValue: 128)
  /// The bounds of substitution: a text that `var()` and the like gave was too long and counts as invalid.
  public static let textLimit = StyleDependencies(rawValue: 256)
  /// `if(media())`.
  public static let mediaCondition = StyleDependencies(rawValue: 512)
}
