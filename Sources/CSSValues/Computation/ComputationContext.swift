/// All that a computed value depends on besides the specified one (CSS Cascade 5, 4.4).
public struct ComputationContext: Sendable {
  /// The parent's computed style, the initial one for the root.
  public var parent: ComputedStyle
  /// The root element's font; of the root itself the initial font, which `rem` in its `font-size` counts from.
  public var rootFont: FontStyle
  /// Whether the element is the root: its own font is then what `rem` counts from, outside of `font-size`.
  public var isRoot = false
  /// The viewport as it is now.
  public var viewport: Viewport
  /// The viewport's height with all bars shown, in px; `nil` where it never changes.
  public var smallHeight: Double?
  /// The viewport's height with all bars hidden, in px; `nil` where it never changes.
  public var largeHeight: Double?
  /// The query container's size by physical axis in px, where there is one; the small viewport's stands in.
  public var containerWidth: Double?
  /// The query container's height in px.
  public var containerHeight: Double?
  /// Where metrics come from; without one, the fallbacks of CSS Values 4 are used.
  public var fontMetrics: (any FontMetricsProvider)?
  /// Whether the element's used colour scheme is dark.
  public var isDark = false
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
  public init(parent: ComputedStyle, rootFont: FontStyle, viewport: Viewport) {
    self.parent = parent
    self.rootFont = rootFont
    self.viewport = viewport
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
