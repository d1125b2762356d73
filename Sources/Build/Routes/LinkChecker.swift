import Compiler
import Composition
import Diagnostics
import HTML
import Platform
import References
import Routing

/// Resolves the links of a site's pages and scripts: dead links, missing anchors, wrong parameters.
struct LinkChecker {
  /// What is wrong with a link.
  struct Problem {
    var code: DiagnosticCode
    var message: String
    var help: String?
  }

  private let site: Site
  private let configuration: SiteConfiguration
  private let router: Routing.Router?
  private let relaxed: RelaxedRoutes
  private let anchors: (String) -> Set<String>?
  /// Partials, layouts, components and files that pages are made from.
  private let unshipped: Set<String>
  /// Metrics files and dictionaries.
  private let measuring: Set<String>
  private let suggestions = Suggestion.Budget()
  private let routeSteps = RouteSteps()

  /// - Parameter anchors: gives the anchors of a page by its site path; `nil` where they are not known.
  init(
    _ site: Site, _ configuration: SiteConfiguration, _ routes: SiteRoutes,
    anchors: @escaping (String) -> Set<String>?
  ) {
    self.site = site
    self.configuration = configuration
    router = routes.router
    relaxed = RelaxedRoutes(routes)
    self.anchors = anchors
    unshipped = Set(site.fragments.map(\.path).filter { Site.isPageName($0) || Site.isMarkdownName($0) })
    measuring = Site.measuringFiles(of: configuration)
  }

  /// What is wrong with a URL in a file; `nil` where it leads somewhere or is not the site's to check.
  ///
  /// - Parameter base: what the file's URLs count from, where that is not the file.
  func problem(of link: PageLinks.Link, in file: String, base: DocumentBase? = nil) -> Problem? {
    let isScripted = link.isScripted
    switch reference(link, file, base) {
    case .samePage(let fragment): return missingAnchor(fragment, in: file, isScripted)
    case .data: return nil
    case .remote(let url):
      if !isScripted, !url.contains("{{"), !Routing.Router.hasReadableHost(url) {
        return Problem(code: .deadLink, message: "the host of the link's target `\(Self.shown(url))` cannot be read")
      }
      guard let path = pathOnOwnHost(url) else { return nil }
      if let target = target(of: url) {
        return target.page.flatMap { missingAnchor(fragment(of: url), in: $0, isScripted) }
      }
      return problem(ofPath: path, fragment: fragment(of: url), link, isScripted, file: nil)
    case .otherScheme(let scheme):
      guard let router, scheme == router.scheme || router.schemes.contains(scheme) && link.url.contains("://") else {
        return nil
      }
      routeSteps.left += link.url.utf8.count * RouteSteps.perByte
      let path = router.path(of: link.url, steps: &routeSteps.left)
      if routeSteps.left == 0 { return unchecked(link.url) }
      return problem(ofPath: path, fragment: fragment(of: link.url), link, isScripted, file: nil)
    case .outside(let url):
      return Problem(
        code: .deadLink, message: "the link's target `\(Self.shown(url))` leaves the site",
        help: "move the file into the site and name it from there")
    case .directory(let path, let suffix):
      let url = "/" + Self.encoded(path) + suffix
      return problem(ofPath: url, fragment: fragment(of: suffix), link, isScripted, file: path + "/")
    case .local(let path, let suffix):
      let url = "/" + Self.encoded(path) + suffix
      return problem(ofPath: url, fragment: fragment(of: suffix), link, isScripted, file: path)
    }
  }

  private func reference(_ link: PageLinks.Link, _ file: String, _ base: DocumentBase?) -> SiteReference {
    guard let base else { return SiteReference(link.url, from: file, base: configuration.compiler.base) }
    return SiteReference(link.url, from: base, prefix: configuration.compiler.base)
  }

  /// The page that a link of a file leads to, if any.
  func page(of link: PageLinks.Link, in file: String, base: DocumentBase? = nil) -> String? {
    let target: (url: String, file: String?)
    switch reference(link, file, base) {
    case .samePage: return file
    case .data, .outside: return nil
    case .remote(let url):
      guard let path = pathOnOwnHost(url) else { return nil }
      target = (self.target(of: url) == nil ? path : url, nil)
    case .otherScheme: target = (link.url, nil)
    case .directory(let path, let suffix): target = ("/" + Self.encoded(path) + suffix, nil)
    case .local(let path, let suffix): target = ("/" + Self.encoded(path) + suffix, path)
    }
    if let file = target.file, Site.isPageName(file), site.contains(file) { return file }
    return self.target(of: target.url)?.page
  }

  /// - Parameters:
  ///   - url: the path that routes are asked for, with its query.
  ///   - file: the site path that the link names, with a closing `/` for a folder.
  private func problem(
    ofPath url: String, fragment: String, _ link: PageLinks.Link, _ isScripted: Bool, file: String?
  ) -> Problem? {
    if let file, !file.hasSuffix("/"), site.contains(file) {
      if unshipped.contains(file), Site.isMarkdownName(file) {
        let page = site.composition.markdownPages[file]
        return Problem(
          code: .deadLink, message: "the link's target `\(Self.shown(file))` does not ship as Markdown",
          help: page.map { "its page is `\(Self.shown($0))`" } ?? "it is a draft")
      }
      if unshipped.contains(file) {
        return Problem(
          code: .deadLink, message: "the link's target `\(Self.shown(file))` is part of other pages and does not ship",
          help: "a page of its own begins with `<!DOCTYPE html>`")
      }
      if measuring.contains(file) {
        return Problem(
          code: .deadLink, message: "the link's target `\(Self.shown(file))` measures text in builds and does not ship",
          help: "a copy of it under another name does")
      }
      return missingAnchor(fragment, in: file, isScripted)
    }
    guard let router else { return nil }
    if let target = target(of: url) {
      guard let page = target.page else { return nil }
      return missingAnchor(fragment, in: page, isScripted)
    }
    // What was not compared with all routes may lead to one of them.
    if routeSteps.left == 0 { return unchecked(url) }
    if let file, file.isEmpty || file == "/" {
      // The site's own root without an index page: browsers would list it, apps begin elsewhere.
      return nil
    }
    let faults = relaxed.routes.compactMap { entry in
      entry.table.match(url).map { (entry.pattern, entry.pattern.faults(of: $0, in: url)) }
    }
    // A form's fields give the query.
    if link.kind == .form, faults.contains(where: { $0.1.allSatisfy(Self.isOfQuery) }) { return nil }
    if let wrong = wrongParameter(faults) { return wrong }
    let shown = file ?? url
    let message =
      shown.split(separator: "/").last?.contains(".") == true || shown.hasSuffix("/")
      ? "the link's target `\(Self.shown(shown))` is not in the site"
      : "no page and no route answers the link's target `\(Self.shown(file.map { "/" + $0 } ?? url))`"
    return Problem(code: .deadLink, message: message)
  }

  /// What a link's URL leads to, as far as the steps for all links allow to find out.
  private func target(of url: String) -> Routing.Router.Target? {
    routeSteps.left += url.utf8.count * RouteSteps.perByte
    return router?.match(url, steps: &routeSteps.left)
  }

  /// That a link was not compared with all routes, of the first such link.
  private func unchecked(_ url: String) -> Problem? {
    guard !routeSteps.isReported else { return nil }
    routeSteps.isReported = true
    return Problem(
      code: .uncheckedLink,
      message: "the link's target `\(Self.shown(url))` was not compared with all routes: their patterns take too long",
      help: "let patterns repeat less; later links that take as long are not reported")
  }

  private static func isOfQuery(_ fault: RoutePattern.Fault) -> Bool {
    switch fault {
    case .type(let parameter, _): parameter.isQuery
    case .missing, .value: true
    }
  }

  private func wrongParameter(_ candidates: [(RoutePattern, [RoutePattern.Fault])]) -> Problem? {
    for (pattern, faults) in candidates {
      guard let fault = faults.first else { continue }
      let message =
        switch fault {
        case .type(let parameter, let found):
          "the parameter `\(parameter.name)` of the route `\(pattern.text)` is of type \(parameter.type.rawValue), not `\(Self.shown(found))`"
        case .missing(let parameter): "the route `\(pattern.text)` needs the parameter `\(parameter.name)`"
        case .value(let name, let expected, let found):
          "the route `\(pattern.text)` needs `\(name)=\(expected)`"
            + (found.map { ", not `\(name)=\(Self.shown($0))`" } ?? "")
        }
      return Problem(code: .wrongParameter, message: message)
    }
    return nil
  }

  private func missingAnchor(_ fragment: String, in page: String, _ isScripted: Bool) -> Problem? {
    let text = fragment.drop { $0 == "#" }
    // HTML, 7.4.6.3: `top` is the top; `#/…` and `#!…` are routes of scripts; `:~:` begins a text fragment.
    guard !text.isEmpty, !isScripted, text.lowercased() != "top", !text.hasPrefix("/"), !text.hasPrefix("!"),
      !text.contains(":~:"), !text.contains("{{"), let known = anchors(page)
    else { return nil }
    let decoded = Self.decoded(String(text))
    if known.contains(String(text)) || known.contains(decoded) { return nil }
    let near = suggestions.nearest(to: decoded, in: known)
    return Problem(
      code: .missingAnchor, message: "`\(page)` has no anchor `#\(Self.shown(decoded))`",
      help: near.map { "did you mean `#\($0)`?" })
  }

  // MARK: Parts of URLs

  /// The path of a URL whose host is the app's own.
  private func pathOnOwnHost(_ url: String) -> String? {
    guard let router, !router.hosts.isEmpty, Routing.Router.hasReadableHost(url), !router.isOfAnotherHost(url),
      url.hasPrefix("//") || ["http:", "https:"].contains(where: url.lowercased().hasPrefix),
      let start = url.index(behind: "//")
    else { return nil }
    let path = url[start...].drop { !"/?#\\".contains($0) }
    return path.hasPrefix("/") ? String(path) : "/" + path
  }

  private func fragment(of url: String) -> String {
    url.firstIndex(of: "#").map { String(url[$0...]) } ?? ""
  }

  private static func encoded(_ path: String) -> String {
    // OPTIMIZATION: hardly any path has one of these, and every link of a site is checked after each save.
    guard path.utf8.contains(where: { $0 == 0x25 || $0 == 0x3F || $0 == 0x23 }) else { return path }
    return path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
  }

  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text as messages show it, cut where hostile input made it long.
  private static func shown(_ text: String) -> String { text.count > 120 ? text.prefix(117) + "..." : text }
}

/// How many steps all links of a site may take through routes that need regular expressions: some for each byte, more than a
/// dozen such routes take, and some for the site.
private final class RouteSteps {
  static let perByte = 100
  var left = 50_000_000
  /// Whether a link was reported for which no steps were left.
  var isReported = false
}

/// The routes that dead links are compared with, with tables of what their paths take whatever the values: made for the
/// first dead link.
private final class RelaxedRoutes: Sendable {
  /// No more routes are looked at for what is wrong with a dead link.
  private static let limit = 1_000

  private let site: SiteRoutes
  private let made = Mutex<[(pattern: RoutePattern, table: RouteTable)]?>(nil)

  init(_ site: SiteRoutes) { self.site = site }

  var routes: [(pattern: RoutePattern, table: RouteTable)] {
    made.withLock { made in
      if let made { return made }
      let routes: [(pattern: RoutePattern, table: RouteTable)] = site.entries.prefix(Self.limit).compactMap { entry in
        guard let pattern = try? Routing.Router.routePattern(of: entry.route) else { return nil }
        return pattern.relaxed.map { (pattern, $0) }
      }
      made = routes
      return routes
    }
  }
}

extension String {
  /// The index behind the first occurrence of a text.
  fileprivate func index(behind text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
