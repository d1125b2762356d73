import Diagnostics
import Routing

/// The files by which iOS and Android say that links of a host belong to an app:
/// `.well-known/apple-app-site-association` and `.well-known/assetlinks.json`.
struct ApplicationLinks {
  private let configuration: SiteConfiguration
  private let routes: SiteRoutes

  init(_ configuration: SiteConfiguration, _ routes: SiteRoutes) {
    self.configuration = configuration
    self.routes = routes
  }

  /// What is missing.
  var diagnostics: [Diagnostic] {
    let app = configuration.application
    guard app.iosIdentifiers.isEmpty, app.androidPackages.isEmpty else { return [] }
    return [
      Diagnostic(
        .applicationLinks, "`--emit applinks` needs the app's identifiers",
        at: SourceLocation(file: configuration.path ?? "hybrid.json"), help: "set app.ios or app.android")
    ]
  }

  /// The files by their paths in the release's folder.
  var files: [(path: String, text: String)] {
    let app = configuration.application
    var files: [(path: String, text: String)] = []
    if !app.iosIdentifiers.isEmpty {
      files.append((".well-known/apple-app-site-association", association.pretty))
    }
    if !app.androidPackages.isEmpty { files.append((".well-known/assetlinks.json", assetLinks.pretty)) }
    return files
  }

  /// A pattern of paths as Apple writes it.
  private struct Component {
    /// The segments that its paths have; `nil` where they have any number.
    var depth: Int?
    /// The path's literal texts, with a wildcard between each two.
    var texts: [String]
    /// `?*` or `*`.
    var wildcard = "?*"
    var query: [(key: String, value: JSONText)] = []

    var path: String { texts.joined(separator: wildcard) }

    /// The paths that Apple's wildcards take and the pattern's do not: one of them has a slash within.
    var excess: [String] {
      guard depth != nil, texts.count > 1 else { return [] }
      return (1..<texts.count).map { place in
        texts[..<place].joined(separator: wildcard) + "*/?*" + texts[place...].joined(separator: wildcard)
      }
    }
  }

  /// Apple, "Supporting associated domains": `*` is anything, slashes too, `?` one sign; the first component that matches
  /// decides.
  ///
  /// Patterns with more segments come first. Before those of one number come the longer paths that their wildcards
  /// would take: whatever else claims such a path has had its turn.
  private var association: JSONText {
    let found = self.components
    var components: [JSONText] = []
    var seen: Set<String> = []
    func add(_ path: String, _ query: [(key: String, value: JSONText)], isExcluded: Bool = false) {
      var members: [(key: String, value: JSONText)] = [("/", .string(path))]
      if !query.isEmpty { members.append(("?", .object(query))) }
      if isExcluded { members.append(("exclude", .bool(true))) }
      let component = JSONText.object(members)
      if seen.insert(component.compact).inserted { components.append(component) }
    }
    for component in found where component.depth == nil { add(component.path, component.query) }
    for depth in Set(found.compactMap(\.depth)).sorted(by: >) {
      for component in found where component.depth == depth {
        for path in component.excess { add(path, [], isExcluded: true) }
      }
      for component in found where component.depth == depth { add(component.path, component.query) }
    }
    let details = JSONText.object([
      ("appIDs", .array(configuration.application.iosIdentifiers.map { .string($0) })),
      ("components", .array(components)),
    ])
    return .object([("applinks", .object([("details", .array([details]))]))])
  }

  private var components: [Component] {
    var components: [Component] = []
    for entry in routes.entries {
      guard let pattern = try? Routing.Router.routePattern(of: entry.route) else {
        guard let prefix = try? Routing.Router.webPathPrefix(of: entry.route),
          Routing.Router.mayMatch(entry.route, anyOf: routes.hosts)
        else { continue }
        components.append(Component(depth: nil, texts: [Self.written(prefix), ""], wildcard: "*"))
        continue
      }
      guard Routing.Router.mayMatch(entry.route, anyOf: routes.hosts) else { continue }
      let query = pattern.queryItems.compactMap { item -> (key: String, value: JSONText)? in
        switch item {
        // Apple compares what is written; `*` and `?` are wildcards there as they are in paths.
        case .text(let name, let value): (name, .string(SwiftCode.encoded(value).replacing("*", with: "?")))
        case .parameter(let name, let index): pattern.parameters[index].isOptional ? nil : (name, "?*")
        }
      }
      for whole in pattern.pieceVariants {
        guard let variant = pattern.hasScheme ? Self.path(of: whole) : whole else { continue }
        var component = Component(depth: 0, texts: [""], query: query)
        for piece in variant {
          switch piece {
          case .text(let text): component.texts[component.texts.count - 1] += Self.written(text)
          case .parameter, .segment: component.texts.append("")
          case .rest:
            component.texts[component.texts.count - 1] += "*"
            component.depth = nil
          }
        }
        if component.depth != nil { component.depth = component.path.utf8.count { $0 == 0x2F } }
        components.append(component)
      }
    }
    return components
  }

  /// A text as Apple compares it: `*` would be anything there, so that `?` stands for it, which is any one sign.
  private static func written(_ text: String) -> String { SwiftCode.encodedPath(text).replacing("*", with: "?") }

  /// The pieces of a web URL's path; `nil` for URLs of other schemes, which are not an universal links.
  private static func path(of pieces: [RoutePattern.PieceDescription]) -> [RoutePattern.PieceDescription]? {
    guard case .text(let text)? = pieces.first, text.hasPrefix("https://") || text.hasPrefix("http://") else {
      return nil
    }
    let rest = text.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
    // A host with a parameter in it ends in a later piece.
    guard !rest.isEmpty || pieces.count == 1 else { return nil }
    return [.text(rest.isEmpty ? "/" : String(rest))] + pieces.dropFirst()
  }

  /// Google, "Statement list": one statement for each package.
  private var assetLinks: JSONText {
    .array(
      configuration.application.androidPackages.map { package, fingerprints in
        .object([
          ("relation", .array(["delegate_permission/common.handle_all_urls"])),
          (
            "target",
            .object([
              ("namespace", "android_app"), ("package_name", .string(package)),
              ("sha256_cert_fingerprints", .array(fingerprints.map { .string($0.uppercased()) })),
            ])
          ),
        ])
      })
  }
}
