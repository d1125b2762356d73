import Diagnostics
import Routing

/// The files by which iOS and Android tell that links of a host belong to an app:
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
        .applicationLinks, "--emit applinks needs the app's identifiers",
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

  /// Apple, "Supporting associated domains": `*` is anything, `?` one character.
  private var association: JSONText {
    var components: [JSONText] = []
    var seen: Set<String> = []
    for entry in routes.entries {
      guard let pattern = try? Routing.Router.routePattern(of: entry.route) else {
        guard let prefix = try? Routing.Router.webPathPrefix(of: entry.route) else { continue }
        let path = SwiftCode.encodedPath(prefix) + "*"
        if seen.insert(path).inserted { components.append(.object([("/", .string(path))])) }
        continue
      }
      let query = pattern.queryItems.compactMap { item -> (key: String, value: JSONText)? in
        switch item {
        case .text(let name, let value): (name, .string(value))
        case .parameter(let name, let index): pattern.parameters[index].isOptional ? nil : (name, "?*")
        }
      }
      for whole in pattern.pieceVariants {
        guard let variant = pattern.hasScheme ? Self.path(of: whole) : whole else { continue }
        let path = variant.map { piece in
          switch piece {
          case .text(let text): SwiftCode.encodedPath(text)
          case .parameter, .segment: "?*"
          case .rest: "*"
          }
        }.joined()
        guard seen.insert(path + "?" + JSONText.object(query).compact).inserted else { continue }
        var members: [(key: String, value: JSONText)] = [("/", .string(path))]
        if !query.isEmpty { members.append(("?", .object(query))) }
        components.append(.object(members))
      }
    }
    let details = JSONText.object([
      ("appIDs", .array(configuration.application.iosIdentifiers.map { .string($0) })),
      ("components", .array(components)),
    ])
    return .object([("applinks", .object([("details", .array([details]))]))])
  }

  /// The pieces of a web URL's path; `nil` for URLs of other schemes, which are no universal links.
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
