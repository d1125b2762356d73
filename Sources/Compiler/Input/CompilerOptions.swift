import CSS
import CSSValues
import Style

/// How a page is read.
public enum Dialect: String, Hashable, Sendable {
  case web
  case token
}

/// The `environment` key: the user's and the device's features that media queries see, beside the viewport.
public struct DeviceFeatures: Hashable, Sendable {
  /// `hover: hover`.
  public var canHover = false
  /// `pointer: fine`; otherwise coarse.
  public var hasFinePointer = false
  /// `scripting: enabled`.
  public var scripting = true
  /// `prefers-reduced-motion: reduce`.
  public var reducedMotion = false
  /// Whether the sizes of `::-webkit-scrollbar` count, as in Chromium on desktops; scrollbars that are over the content,
  /// as on phones, take no room.
  public var customScrollbars = false
  /// Whether text areas and `scrollbar-gutter` keep room for classic scrollbars, as in Chromium on desktops, which keeps it
  /// even where scrollbars are hidden.
  public var reservesScrollbars = false
  /// `prefers-contrast: more`.
  public var moreContrast = false

  /// A phone.
  public init() {}
}

/// What every page of a build has in common: the part of the configuration that pages depend on.
public struct CompilerOptions: Hashable, Sendable {
  /// The viewports.
  public var viewports: [Viewport] = Viewport.defaults
  /// The color schemes that each of them is laid out in.
  public var colorSchemes: [ColorScheme] = [.light]
  /// The features.
  public var features = DeviceFeatures()
  /// `fonts`: family → site path of a font or metrics file.
  public var fonts: [String: String] = [:]
  /// `hyphenation`: language → site path of a dictionary.
  public var hyphenation: [String: String] = [:]
  /// The site paths of what measures the text of every page, whether the page names it or not.
  public var textFiles: Set<String> { Set(fonts.values).union(hyphenation.values) }
  /// `dialect`: how pages that do not say are read.
  public var dialect: Dialect = .web
  /// `base`: the path prefix that the site's own absolute references carry, such as `/app/`.
  public var base = "/"
  /// Whether the site ships no script file at all: pages saved without their scripts, where a missing one is a warning.
  public var isSnapshot = false
  /// `components`: a team's own components of Token pages.
  public var components: [Component] = []
  /// `allowRemote`: remote references are not warnings.
  public var allowsRemote = false
  /// The most steps that matching one page's selectors in one environment may take; what is left counts as not matching
  /// (HYB2512). A step is a compound selector that is tried on an element.
  public var maximumMatchingSteps = MatchMemory.defaultMaximumSteps
  /// `bridge`: pages load the script of the bridge between a web view and the app's session.
  public var hasBridge = false
  /// The pages that routes of the configuration show in other folders than their own: their URLs are packed as counting
  /// from the root.
  public var pagesShownElsewhere: Set<String> = []
  /// Whether `<meta name="viewport">` counts, as on phones; desktop browsers pass it over.
  public var readsMetaViewport = true
  /// `subsetFonts`: the characters of pages are collected.
  public var subsetsFonts = false
  /// `images`: pages mark the images that the build may write in other sizes.
  public var rewritesImages = false
  /// Whether pages say what their text was measured with, so that devices can lay them out at any size.
  public var measuresText = false
  /// `accessibility`: what keeps readers from a page is reported (HYB6101 to HYB6114, HYB4190).
  public var checksAccessibility = false
  /// `search`: what readers can find pages by is collected.
  public var collectsSearch = false
  /// `minify`: pages are written without white space and comments that show nowhere.
  public var minifiesPages = false
  /// `minify`: style sheets, `<style>` and `style` attributes are written shorter.
  public var minifiesStyles = false
  /// Whether pages are laid out at all widths between the smallest and the largest viewport, for faults (HYB3092 to HYB3097).
  public var checksLayout = false

  /// The defaults.
  public init() {}

  /// What a page is laid out for: each viewport in each colour scheme, in that order.
  public var screens: [Viewport] {
    viewports.flatMap { viewport in colorSchemes.map { viewport.preferring($0) } }
  }

  /// Whether a page is loaded by URLs in other folders than its file's: its own route has parameters in folders
  /// (`user/[name]/index.html` answers `/user/ada`) or takes any path (`[...path].html`), or the configuration's do.
  public func isShownElsewhere(_ page: String) -> Bool {
    let parts = page.split(separator: "/", omittingEmptySubsequences: false)
    return pagesShownElsewhere.contains(page) || parts.last?.hasPrefix("[...") == true
      || parts.dropLast().contains { $0.contains("[") }
  }
}
