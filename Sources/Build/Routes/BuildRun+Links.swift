import Compiler
import Diagnostics
import HTML
import Manifest
import Routing

extension BuildRun {
  /// At most so many problems of links are reported for one file.
  private static let maximumLinkProblems = 1_000

  /// The problems of all links, when the whole site is known.
  func linkProblems(_ site: Site, _ configuration: SiteConfiguration, _ routes: SiteRoutes) -> [Diagnostic] {
    Self.problems(of: PageList(site, state.pages), site, configuration, routes)
      + Self.bridgeProblems(site, configuration)
      + searchProblems(site, configuration, routes)
  }

  /// The problems of pages' links and of the literals in the site's scripts.
  static func problems(
    of pages: PageList, _ site: Site, _ configuration: SiteConfiguration, _ routes: SiteRoutes
  ) -> [Diagnostic] {
    let anchors = PageAnchors(pages)
    let checker = LinkChecker(site, configuration, routes) { anchors.anchors(of: $0) }
    var diagnostics: [Diagnostic] = []
    // What a layout or a partial says is reported once, not for every page.
    var known: Set<Diagnostic> = []
    for page in pages {
      diagnostics += problems(
        of: page.links.links, in: page.path, base: page.links.base, site, checker, configuration.hasStrictLinks
      )
      .filter { known.insert($0).inserted }
    }
    for asset in site.assets where asset.path.hasSuffix(".js") || asset.path.hasSuffix(".mjs") {
      guard let bytes = try? SiteFile.read(asset.path, in: site.root, limit: 4 << 20) else { continue }
      // A script's relative URLs count from the page that loads it, which is not known here.
      let links = ScriptLiterals.visits(in: bytes).filter { $0.url.hasPrefix("/") || $0.url.contains("://") }.map {
        PageLinks.Link(url: $0.url, kind: .script, range: $0.range)
      }
      diagnostics += problems(of: links, in: asset.path, site, checker, configuration.hasStrictLinks)
    }
    return diagnostics
  }

  private static func problems(
    of links: [PageLinks.Link], in path: String, base: DocumentBase? = nil, _ site: Site, _ checker: LinkChecker,
    _ isStrict: Bool
  ) -> [Diagnostic] {
    var found: [(link: PageLinks.Link, problem: LinkChecker.Problem)] = []
    for link in links where found.count < maximumLinkProblems {
      if let problem = checker.problem(of: link, in: path, base: base) { found.append((link, problem)) }
      if let action = link.action, !["advance", "replace", "restore"].contains(action) {
        let near = Suggestion.nearest(to: action, in: ["advance", "replace", "restore"])
        found.append(
          (
            link,
            LinkChecker.Problem(
              code: .linkAction, message: "the visit action `\(action.prefix(60))` is unknown",
              help: near.map { "did you mean `\($0)`?" })
          ))
      }
    }
    // Files are read again where there is something to report: places are only needed then.
    var sources: [String: SourceFile] = [:]
    return found.map { link, problem in
      let file = link.file ?? path
      let source = sources[file] ?? Self.source(file, site)
      sources[file] = source
      let end = min(max(link.end, link.start), source.bytes.count)
      return Diagnostic(
        problem.code, problem.message, in: source, at: min(link.start, end)..<end,
        severity: isStrict && problem.code != .linkAction ? .error : nil, help: problem.help)
    }
  }

  private static func source(_ path: String, _ site: Site) -> SourceFile {
    // Of a file that went away since at least the name is reported.
    let bytes = (try? SiteFile.read(path, in: site.root)) ?? []
    return SourceFile(path: path, bytes: Site.isPageName(path) ? EncodingSniffer.decode(bytes).text : bytes)
  }

  // MARK: The bridge

  /// The site path of the bridge's script.
  static let bridgePath = "hybrid-bridge.js"

  /// The script that `"bridge": true` adds.
  static func bridgeFiles(_ configuration: SiteConfiguration) -> [PackageFile] {
    guard configuration.compiler.hasBridge else { return [] }
    return [
      PackageFile(
        path: "web/" + bridgePath, packing: Array(BridgeScript.text.utf8), origin: bridgePath, effort: .thorough)
    ]
  }

  private static func bridgeProblems(_ site: Site, _ configuration: SiteConfiguration) -> [Diagnostic] {
    guard configuration.compiler.hasBridge, site.contains(bridgePath) else { return [] }
    return [
      Diagnostic(
        .bridgeName, "the site's own \(bridgePath) is in the way of the bridge's script",
        at: SourceLocation(file: bridgePath), help: "rename it, or take `bridge` out of the configuration")
    ]
  }
}

/// The anchors of pages, found when a link leads to one: in memory are those of the pages that were asked for last.
private final class PageAnchors {
  /// So many pages have their anchors in memory.
  private static let mostKnown = 1_000

  private let pages: PageList
  private var known: [String: Set<String>?] = [:]

  init(_ pages: PageList) { self.pages = pages }

  func anchors(of path: String) -> Set<String>? {
    if let known = known[path] { return known }
    if known.count == Self.mostKnown { known = [:] }
    let found = pages.page(path).map { Set($0.links.anchors) }
    known[path] = .some(found)
    return found
  }
}
