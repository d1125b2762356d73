import Compiler
import Diagnostics
import Images
import Manifest

/// What `hybrid.json` or `hybrid.yml` says, with the defaults for what it does not.
public struct SiteConfiguration: Sendable {
  /// `name`.
  public var name = "site"
  /// `siteFolder`: where the pages are, seen from the folder of the configuration; `nil` for that folder.
  public var siteFolder: String?
  /// `version`, a semantic version.
  public var version = "0.0.0"
  /// `sequence`: 0 or more.
  public var sequence = 0
  /// `runtimeVersion`.
  public var runtimeVersion: String?
  /// What the pages depend on: viewports, colour schemes, environment, fonts, dialect, base, allowRemote.
  public var compiler = CompilerOptions()
  /// `packages`, in order: the first that matches a file takes it.
  public var packages: [PackageRule] = []
  /// `routes`.
  public var routes: [RouteRule] = []
  /// `navigation` as written, for the manifest.
  public var navigation: JSONText?
  /// The rules of `navigation`.
  public var navigationRules: [NavigationRule] = []
  /// Whether problems of links are errors: `"links": "strict"`.
  public var hasStrictLinks = false
  /// `app`.
  public var application = Application()
  /// `api` as written.
  public var api: JSONText?
  /// `languages`: the default first; empty where the folder i18n/ decides.
  public var languages: [String] = []
  /// `components`: a folder of the site.
  public var components = "components"
  /// `markdown.pages`.
  public var markdownPages: [GlobPattern] = []
  /// `markdown.layout`, a site path.
  public var markdownLayout: String?
  /// `filters`, in order.
  public var filters: [FilterRule] = []
  /// `diagnostics`.
  public var diagnosticRules = DiagnosticRules()
  /// The hash of the configuration's bytes.
  public var digest = ContentHash(of: [])
  /// `include`: `nil` for everything.
  public var include: [GlobPattern]?
  /// `exclude`.
  public var exclude: [GlobPattern] = []
  /// `budgets`.
  public var budgets = Budgets()
  /// `subsetFonts` as characters: kept in every font, and all that scripts, bindings and readers show.
  public var fontCharacters: [ClosedRange<UInt32>] = []
  /// `images`; `nil` where images stay as they are.
  public var images: ImageSettings?
  /// The site path of the file that was read, or `nil` where there is none.
  public var path: String?
  /// Where the values are in the file.
  public var places = ConfigurationPlaces()

  /// The defaults.
  public init() {}

  /// What is made of images.
  public struct ImageSettings: Sendable {
    /// The formats beside an image's own, the best first.
    public var formats: [ImageFile.Format] = [.avif, .webp]
    /// How alike images must be to what they were made from.
    public var quality = ImageFile.Quality.balanced
    /// Images that stay as they are.
    public var exclude: [GlobPattern] = []
  }

  /// A package beside the base package.
  public struct PackageRule: Sendable {
    /// Unique among packages and viewports.
    public var name: String
    /// What it takes.
    public var include: [GlobPattern]
    /// Whether it is fetched when a page of it is opened, rather than with the release.
    public var isOnDemand: Bool
  }

  /// A program that files go through.
  public struct FilterRule: Sendable {
    /// The pattern as written.
    public var glob: String
    /// What it matches.
    public var patterns: [GlobPattern]
    /// The program and its arguments.
    public var words: [String]
  }

  /// A URL pattern of a page.
  public struct RouteRule: Sendable {
    /// The pattern as written.
    public var pattern: String
    /// Whether it is in URLPattern's syntax.
    public var isURLPattern: Bool
    /// The page's site path; `nil` where the app answers the URL itself.
    public var page: String?
    /// The name in generated code.
    public var name: String?
    /// Where the pattern is in the configuration.
    public var location: SourceLocation
  }

  /// A rule of `navigation`.
  public struct NavigationRule: Sendable {
    /// The patterns with their places.
    public var patterns: [(text: String, location: SourceLocation)]
    /// The properties in order.
    public var properties: [(key: String, value: JSONText)]
  }

  /// The app that shows the site.
  public struct Application: Sendable {
    /// The app's own URL scheme, in lower case.
    public var scheme: String?
    /// Hosts whose links open in the app, in lower case.
    public var hosts: [String] = []
    /// iOS application identifiers.
    public var iosIdentifiers: [String] = []
    /// Android packages with the fingerprints of their certificates.
    public var androidPackages: [(package: String, fingerprints: [String])] = []
  }

  /// Sizes in bytes that the output stays within.
  public struct Budgets: Sendable {
    /// All packages together.
    public var total: Int?
    /// Each package.
    public var package: Int?
    /// Each page's page and layout files, uncompressed.
    public var page: Int?
  }
}
