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
  ///
  /// - Parameter fonts: those that measured the pages' text.
  static func release(
    _ configuration: SiteConfiguration, sequence: Int, pages: PageList, fonts: Set<ManifestFont>, assets: [PackageFile],
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
    release.fonts = Array(fonts)
    return release
  }

  /// The base package, the configuration's packages, and one for each viewport.
  private static func packages(
    _ configuration: SiteConfiguration, _ pages: PageList, _ assets: [PackageFile], _ routes: SiteRoutes
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
    func home(of source: String) -> Int {
      (rules.firstIndex { GlobPattern.anyMatches($0.include, source) } ?? -1) + 1
    }
    let homes = pages.paths.map(home)
    for package in 0...rules.count {
      packages[package].laterFiles = { () throws(PublishError) in try files(of: pages, homes, in: package) }
    }
    for (viewport, package) in layoutPackages {
      packages[package].laterFiles = { () throws(PublishError) in try layouts(of: pages, viewport) }
    }
    let names = packages.map(\.name)
    let listing = zip(pages.paths, homes).lazy.map { path, place in
      entry(path, title: pages.title(of: path), package: names[place]).compact
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
      append(listing.compact, named: candidatesName, to: &packages[0])
    }
    let base = configuration.compiler.base
    append(
      list("pages", listing, base == "/" ? [] : [("base", .string(base))]), named: pagesName, to: &packages[0])
    if !routes.entries.isEmpty { append(routeListing(routes), named: routesName, to: &packages[0]) }
    return packages
  }

  private static func append(_ json: String, named name: String, to package: inout PackageContents) {
    package.files.append(PackageFile(path: name, packing: Array(json.utf8), origin: name, effort: .thorough))
  }

  /// The page files, in the base package, and the pages for web views of one package.
  ///
  /// - Parameter homes: the package of each page.
  private static func files(
    of pages: PageList, _ homes: [Int], in package: Int
  ) throws(PublishError) -> [PackageFile] {
    var files: [PackageFile] = []
    for (path, home) in zip(pages.paths, homes) where package == 0 || home == package {
      guard let page = try pages.loaded(path) else { continue }
      // Page files are small and stay in the base package, so that every page of a release can be opened.
      if package == 0, let file = page.page { files.append(file.from(path)) }
      if home == package, let file = page.web { files.append(file.from(path)) }
    }
    return files
  }

  private static func layouts(of pages: PageList, _ viewport: String) throws(PublishError) -> [PackageFile] {
    var files: [PackageFile] = []
    for path in pages.paths {
      guard let page = try pages.loaded(path) else { continue }
      for layout in page.layouts where layout.viewport == viewport { files.append(layout.file.from(path)) }
    }
    return files
  }

  /// A page as the list of pages has it; the package is named where it is not the base package.
  private static func entry(_ path: String, title: String, package: String) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("path", .string(path))]
    if !title.isEmpty { members.append(("title", .string(title))) }
    if package != baseName { members.append(("package", .string(package))) }
    return .object(members)
  }

  private static func routeListing(_ routes: SiteRoutes) -> String {
    // One by one: there is a route for each page.
    let listed = routes.entries.lazy.map(\.route).map { route in
      var members: [(key: String, value: JSONText)] = [
        (route.isURLPattern ? "urlPattern" : "pattern", .string(route.pattern))
      ]
      if let page = route.page { members.append(("page", .string(page))) }
      if let name = route.name { members.append(("name", .string(name))) }
      return JSONText.object(members).compact
    }
    var members: [(key: String, value: JSONText)] = []
    if let scheme = routes.scheme { members.append(("scheme", .string(scheme))) }
    if !routes.hosts.isEmpty { members.append(("hosts", .array(routes.hosts.map { .string($0) }))) }
    return list("routes", listed, members)
  }

  /// An object with a list, whose elements are texts already, before other members.
  private static func list(
    _ name: String, _ elements: some Sequence<String>, _ members: [(key: String, value: JSONText)]
  ) -> String {
    let end = members.isEmpty ? "]}" : "]," + JSONText.object(members).compact.dropFirst()
    return "{\"\(name)\":[" + elements.joined(separator: ",") + end
  }
}

extension PackageFile {
  /// The file with an origin whose text is in memory already.
  fileprivate func from(_ path: String) -> PackageFile {
    guard origin == path else { return self }
    var file = self
    file.origin = path
    return file
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
