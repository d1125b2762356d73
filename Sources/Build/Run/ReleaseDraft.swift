import CSSValues
import Compiler
import JSONValues
import Manifest

/// Puts the files of a release into their packages.
enum ReleaseDraft {
  /// The name of the package that every client installs.
  static let baseName = "base"
  /// The entry of the base package that lists the pages.
  static let pagesName = "pages.json"
  /// The entry of the base package that lists the routes.
  static let routesName = "routes.json"

  /// The entry of the base package that lists the images that stand for each other.
  static let candidatesName = "candidates.json"

  /// The name that a viewport's layouts have in the release: a dark scheme's are a viewport of their own.
  static func name(_ viewport: String, _ scheme: ColorScheme) -> String {
    scheme == .light ? viewport : viewport + "+" + scheme.rawValue
  }

  /// The release of pages and assets, both in order of their paths.
  static func release(
    _ configuration: SiteConfiguration, sequence: Int, pages: [BuiltPage], assets: [PackageFile],
    routes: SiteRoutes = SiteRoutes()
  ) -> ReleaseContents {
    var release = ReleaseContents(
      name: configuration.name, version: configuration.version, sequence: UInt64(max(0, sequence)))
    release.runtimeVersion = configuration.runtimeVersion
    release.viewports = configuration.compiler.screens.map { screen in
      ManifestViewport(
        name: name(screen.name, screen.colorScheme), width: screen.width, height: screen.height, scale: screen.scale,
        fontScale: screen.fontScale, colorScheme: screen.colorScheme.rawValue, safeArea: screen.safeArea.sides)
    }
    release.packages = packages(configuration, pages, assets, routes)
    release.pages = pagesName
    if !routes.entries.isEmpty { release.routes = routesName }
    release.navigation = configuration.navigation?.manifestValue
    release.fonts = fonts(of: pages)
    return release
  }

  /// The base package, the configuration's packages, and one for each viewport.
  private static func packages(
    _ configuration: SiteConfiguration, _ pages: [BuiltPage], _ assets: [PackageFile], _ routes: SiteRoutes
  ) -> [PackageContents] {
    let rules = configuration.packages
    var packages = [PackageContents(name: baseName)]
    packages += rules.map { PackageContents(name: $0.name, load: $0.isOnDemand ? .onDemand : .install) }
    var layoutPackages: [String: Int] = [:]
    for screen in configuration.compiler.screens {
      let name = name(screen.name, screen.colorScheme)
      layoutPackages[name] = packages.count
      packages.append(PackageContents(name: name, viewport: name))
    }
    packages[0].files.reserveCapacity(2 * pages.count + assets.count + 4)
    for package in layoutPackages.values { packages[package].files.reserveCapacity(pages.count) }
    func home(of source: String) -> Int {
      (rules.firstIndex { GlobPattern.anyMatches($0.include, source) } ?? -1) + 1
    }
    var listing: [JSONText] = []
    for page in pages {
      let place = home(of: page.path)
      // Page files are small and stay in the base package, so that every page of a release can be opened.
      if let file = page.page { packages[0].files.append(file) }
      if let file = page.web { packages[place].files.append(file) }
      for layout in page.layouts {
        if let package = layoutPackages[layout.viewport] { packages[package].files.append(layout.file) }
      }
      listing.append(entry(page, package: packages[place].name))
    }
    let shown = ImagePlacement(pages, viewports: configuration.compiler.viewports.map(\.name))
    for asset in assets {
      let place = home(of: asset.origin)
      let viewports = place == 0 ? shown.viewports(showing: asset.origin).compactMap { layoutPackages[$0] } : []
      for package in viewports.isEmpty ? [place] : viewports { packages[package].files.append(asset) }
    }
    let groups = shown.groups(of: Set(assets.map(\.origin)))
    if !groups.isEmpty {
      let listing = JSONText.object([("images", .array(groups.map { .array($0.map { .string($0) }) }))])
      append(listing, named: candidatesName, to: &packages[0])
    }
    let base = configuration.compiler.base
    append(
      .object([("pages", .array(listing))] + (base == "/" ? [] : [("base", .string(base))])), named: pagesName,
      to: &packages[0])
    if !routes.entries.isEmpty { append(routeListing(routes), named: routesName, to: &packages[0]) }
    return packages
  }

  private static func append(_ json: JSONText, named name: String, to package: inout PackageContents) {
    package.files.append(PackageFile(path: name, packing: Array(json.compact.utf8), origin: name, effort: .thorough))
  }

  /// A page as the list of pages has it; the package is named where it is not the base package.
  private static func entry(_ page: BuiltPage, package: String) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("path", .string(page.path))]
    if !page.title.isEmpty { members.append(("title", .string(page.title))) }
    if package != baseName { members.append(("package", .string(package))) }
    return .object(members)
  }

  private static func routeListing(_ routes: SiteRoutes) -> JSONText {
    let listed = routes.entries.map(\.route).map { route in
      var members: [(key: String, value: JSONText)] = [
        (route.isURLPattern ? "urlPattern" : "pattern", .string(route.pattern))
      ]
      if let page = route.page { members.append(("page", .string(page))) }
      if let name = route.name { members.append(("name", .string(name))) }
      return JSONText.object(members)
    }
    var members: [(key: String, value: JSONText)] = [("routes", .array(listed))]
    if let scheme = routes.scheme { members.append(("scheme", .string(scheme))) }
    if !routes.hosts.isEmpty { members.append(("hosts", .array(routes.hosts.map { .string($0) }))) }
    return .object(members)
  }

  private static func fonts(of pages: [BuiltPage]) -> [ManifestFont] {
    var fonts: Set<ManifestFont> = []
    for page in pages {
      for font in page.fonts { fonts.insert(ManifestFont(family: font.family, hash: font.hash)) }
    }
    return Array(fonts)
  }
}

extension JSONText {
  /// The same value as the manifest's library has it.
  var manifestValue: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(Int64(value))
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.manifestValue))
    case .object(let members):
      .object(Dictionary(members.map { ($0.key, $0.value.manifestValue) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}
