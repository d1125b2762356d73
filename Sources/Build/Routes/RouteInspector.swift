import Compiler
import Diagnostics
import Routing

/// Looks at the routes of a site without building it.
public final class RouteInspector {
  /// Why the routes cannot be looked at.
  public enum Failure: Error, Sendable {
    /// The configuration has errors.
    case configuration([Diagnostic])
  }

  /// The configuration.
  let configuration: SiteConfiguration
  /// The problems of the configuration, of the walk through the site and of the routes: what a build would refuse before
  /// it reads a page.
  public let diagnostics: [Diagnostic]
  /// The routes.
  public let routes: SiteRoutes
  let site: Site

  /// The routes of a site.
  ///
  /// - Throws: ``Failure``.
  public init(root: String, configurationFile: String?) throws(Failure) {
    let place = SitePlace(root: root, configurationFile: configurationFile)
    if let problem = place.problem { throw .configuration([problem]) }
    let root = place.root
    let answer = ConfigurationReader.read(root: root, file: place.configurationFile)
    if answer.diagnostics.contains(where: { $0.severity == .error }) { throw .configuration(answer.diagnostics) }
    configuration = answer.configuration
    site = SiteWalk.walk(
      root: root, configuration: configuration, outputFolders: [place.outputFolder])
    routes = SiteRoutes(configuration, pages: site.pages.map(\.path))
    // An app may have routes before there is a page.
    let problems = answer.diagnostics + site.diagnostics.filter { $0.code != .noPages }
    diagnostics = SiteBuild.sorted(problems + SiteBuild.missingFiles(configuration, site) + routes.diagnostics)
  }

  /// Whether the problems are errors, of the configuration or of anything else.
  public var verdict: BuildOutcome.Verdict { SiteBuild.verdict(of: diagnostics) }

  // MARK: The table

  /// The routes as JSON.
  public var listing: JSONText {
    .array(
      routes.entries.map { entry in
        var members: [(key: String, value: JSONText)] = [
          (entry.route.isURLPattern ? "urlPattern" : "pattern", .string(entry.route.pattern))
        ]
        if let page = entry.route.page { members.append(("page", .string(page))) }
        if let name = entry.route.name { members.append(("name", .string(name))) }
        members.append(("source", .string(Self.source(entry))))
        return .object(members)
      })
  }

  /// The routes as a table of patterns, pages and where they come from.
  public var table: String {
    let rows = routes.entries.map {
      [$0.route.pattern, $0.route.page ?? "(the app)", $0.route.name ?? "", Self.source($0)]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where column < 3 ? widths[column] > 0 : true {
        line += text
        if column < 3 { line += String(repeating: " ", count: widths[column] - text.unicodeScalars.count + 2) }
      }
      return line + "\n"
    }.joined()
  }

  private static func source(_ entry: SiteRoutes.Entry) -> String {
    entry.isConfigured ? "\(entry.location.file):\(entry.location.line)" : "file"
  }

  // MARK: One decision

  /// What a URL leads to, with the reason.
  public struct Decision: Sendable {
    /// The target; `nil` where no route matches.
    public var target: Routing.Router.Target?
    /// As people read it.
    public var text: String
    /// As programs read it.
    public var json: JSONText
  }

  /// Decides a URL as clients do.
  public func match(_ url: String) -> Decision {
    let path = routes.router?.path(of: url) ?? url
    let properties = navigation.properties(for: path)
    guard let target = routes.router?.match(url) else {
      let isElsewhere = routes.router?.isOfAnotherHost(path) == true
      let near = routes.entries.compactMap { entry -> String? in
        guard let pattern = try? Routing.Router.routePattern(of: entry.route),
          !isElsewhere || pattern.hasScheme, let fault = pattern.faults(in: path)?.first
        else { return nil }
        return "  \(entry.route.pattern) would match except for \(Self.text(fault))\n"
      }
      let reason =
        if !Routing.Router.hasReadableHost(url) {
          "the URL's host cannot be read"
        } else if routes.router?.isOfAnotherHost(url) == true {
          "the host is none of app.hosts (\(routes.hosts.joined(separator: ", "))), and no pattern has it"
        } else {
          "no route matches"
        }
      return Decision(
        target: nil, text: "\(url)\n  \(reason)\n" + near.joined(),
        json: .object([("url", .string(url)), ("route", .null), ("reason", .string(reason))]))
    }
    let values = target.values.sorted { $0.key < $1.key }
    let winner = target.route.map { routes.entries[$0] }
    var text = "\(url)\n"
    text += "  page    \(target.page ?? "none: the app answers it")\n"
    text += "  route   \(winner.map { "\($0.route.pattern) (\(Self.source($0)))" } ?? "none: the page's own path")\n"
    for (name, value) in values { text += "  value   \(name) = \(value)\n" }
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      text += "  rule    \(name) = \(value.compact)\n"
    }
    if path != url { text += "  path    \(path)\n" }
    let others = matching(path).filter { $0 != target.route }
    text += "  reason  \(reason(winner, others))\n"
    for other in others { text += "          less specific: \(routes.entries[other].route.pattern)\n" }
    var members: [(key: String, value: JSONText)] = [("url", .string(url))]
    members.append(("route", winner.map { .string($0.route.pattern) } ?? .null))
    members.append(("page", target.page.map { .string($0) } ?? .null))
    members.append(("values", .object(values.map { ($0.key, .string($0.value)) })))
    members.append(("properties", .object(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
    members.append(("reason", .string(reason(winner, others))))
    members.append(("others", .array(others.map { .string(routes.entries[$0].route.pattern) })))
    return Decision(target: target, text: text, json: .object(members))
  }

  /// The navigation rules of the configuration.
  var navigation: NavigationRules<JSONText> {
    NavigationRules(
      configuration.navigationRules.map { rule in
        // The patterns were read when the configuration was checked.
        NavigationRules.Rule(
          patterns: rule.patterns.compactMap { try? NavigationPattern($0.text) },
          properties: Dictionary(rule.properties.map { ($0.key, $0.value) }) { $1 })
      })
  }

  /// The routes that match a URL when there is no other.
  private func matching(_ url: String) -> [Int] {
    routes.entries.indices.filter { index in
      (try? Routing.Router([routes.entries[index].route], hosts: routes.hosts))?.match(url) != nil
    }
  }

  private func reason(_ winner: SiteRoutes.Entry?, _ others: [Int]) -> String {
    guard winner != nil else { return "no route's pattern matches, and the path names the page" }
    return others.isEmpty
      ? "the only pattern that matches" : "the most specific of \(others.count + 1) patterns that match"
  }

  private static func text(_ fault: RoutePattern.Fault) -> String {
    switch fault {
    case .type(let parameter, let found): "{\(parameter.name):\(parameter.type.rawValue)}, which `\(found)` is not"
    case .missing(let parameter): "the parameter \(parameter.name), which is missing"
    case .value(let name, let expected, _): "\(name)=\(expected), which is missing"
    }
  }

  // MARK: The graph

  /// The links of every page, read without laying anything out.
  func linksOfPages() -> [(path: String, links: PageLinks)] {
    let compiler = SiteBuild.compiler(configuration, site)
    return ParallelWork.map(site.pages.map(\.path), threads: BuildOptions().jobs) { path in
      (path, compiler.links(path))
    }
  }

  /// A picture (SVG) of the pages and the links between them.
  public func graph() -> String {
    let pages = linksOfPages()
    let checker = LinkChecker(site, configuration, routes, anchors: { _ in nil })
    var edges: Set<RouteGraph.Edge> = []
    var dead: Set<RouteGraph.Edge> = []
    let numbers = Dictionary(pages.enumerated().map { ($1.path, $0) }) { first, _ in first }
    for (index, page) in pages.enumerated() {
      for link in page.links.links {
        if let target = checker.page(of: link, in: page.path, base: page.links.base) {
          guard let number = numbers[target], number != index else { continue }
          edges.insert(RouteGraph.Edge(from: index, to: number, kind: link.kind == .form ? .form : .link))
        } else if let problem = checker.problem(of: link, in: page.path), problem.code != .uncheckedLink {
          dead.insert(RouteGraph.Edge(from: index, to: index, kind: .dead))
        }
      }
    }
    let titles = pages.map { page in
      RouteGraph.Node(
        path: page.path,
        patterns: routes.entries.filter { $0.route.page == page.path }.map(\.route.pattern))
    }
    return RouteGraph(nodes: titles, edges: edges, dead: dead).svg
  }
}
