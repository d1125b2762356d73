import Diagnostics
import Routing

/// The routes of a site: those that follow from its files, with those of the configuration over them.
public struct SiteRoutes: Sendable {
  /// A route with where it comes from.
  public struct Entry: Sendable {
    /// The pattern and what it leads to.
    public var route: Route
    /// The pattern's place in the configuration, or the page that it follows from.
    public var location: SourceLocation
    /// Whether the configuration names it.
    public var isConfigured: Bool
  }

  /// The routes, the configuration's first in its order, then the files' in the order of their paths.
  public private(set) var entries: [Entry] = []
  /// The routes compiled; `nil` where they have errors.
  public private(set) var router: Routing.Router?
  /// What is wrong with them.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The app's own URL scheme.
  let scheme: String?
  /// The hosts whose URLs stand for their paths, as URLs have them.
  let hosts: [String]

  /// No routes.
  init() {
    scheme = nil
    hosts = []
  }

  /// The routes of a site.
  ///
  /// - Parameter pages: the site paths of all pages, sorted.
  public init(_ configuration: SiteConfiguration, pages: [String]) {
    let known = Set(pages)
    scheme = configuration.application.scheme?.lowercased()
    hosts = configuration.application.hosts.map { Routing.Router.host($0) ?? $0 }
    for rule in configuration.routes {
      let route = Route(pattern: rule.pattern, isURLPattern: rule.isURLPattern, page: rule.page, name: rule.name)
      entries.append(Entry(route: route, location: rule.location, isConfigured: true))
    }
    let configured = Set(configuration.routes.compactMap(\.page))
    let fixed = entries.count
    for page in pages where !configured.contains(page) {
      let found = Self.pattern(ofPage: page)
      if let name = found.noParameter {
        diagnostics.append(
          Diagnostic(
            .fileParameter, "`[\(name)]` in the file's name is not a parameter, so that its route is `\(found.text)`",
            at: SourceLocation(file: page), help: Self.help(forParameter: name)))
      }
      let route = Route(pattern: found.text, page: page)
      entries.append(Entry(route: route, location: SourceLocation(file: page), isConfigured: false))
    }
    compile(known, fixed: fixed)
  }

  /// Forgets the compiled routes: no link is looked up any more.
  mutating func releaseRouter() { router = nil }

  // MARK: From files

  /// The pattern of a page's file: `profile.html` → `/profile`, `user/[name]/index.html` → `/user/{name}`; a name in
  /// brackets that is not a parameter's stands for itself, and the first such name is reported.
  static func pattern(ofPage path: String) -> (text: String, noParameter: String?) {
    var segments = path.split(separator: "/").map(String.init)
    if let name = segments.popLast() {
      let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
      if stem != "index" { segments.append(stem) }
    }
    var pattern = ""
    var noParameter: String?
    for (index, segment) in segments.enumerated() {
      let isRest = index == segments.count - 1 && segment.hasPrefix("[...") && segment.hasSuffix("]")
      pattern += "/" + (isRest ? "**" : Self.pattern(ofSegment: segment, &noParameter))
    }
    pattern = pattern.isEmpty ? "/" : pattern
    do {
      return (try RoutePattern(pattern).text, noParameter)
    } catch {
      // Names that occur twice, and what no pattern can say.
      var names: Set<String> = []
      let repeated = segments.joined(separator: "/").split(separator: "[").dropFirst().map {
        String($0.prefix { $0 != "]" })
      }.first { !names.insert(String($0.prefix { $0 != ":" })).inserted }
      return ("/" + segments.map(literal).joined(separator: "/"), noParameter ?? repeated)
    }
  }

  /// What to write in place of a name in brackets that is not a parameter's.
  private static func help(forParameter name: String) -> String {
    if name.hasPrefix("...") { return "`[...name]` must be a whole segment at the end of a path" }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, RouteParameterType(rawValue: String(parts[1])) == nil {
      return "there are the types \(RouteParameterType.allCases.map(\.rawValue).joined(separator: ", "))"
    }
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    guard (try? RoutePattern("/{\(plain)}")) != nil, plain != name else {
      return (try? RoutePattern("/{\(name)}")) != nil
        ? "a name occurs only once in a path" : "a parameter's name is a letter or `_`, then letters, digits and `_`"
    }
    return "rename the file; `[\(plain)]` is a parameter"
  }

  private static func pattern(ofSegment segment: String, _ noParameter: inout String?) -> String {
    var result = ""
    var rest = segment[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let body = rest[rest.index(after: open)..<close]
      let parameter = "{\(body)}"
      result += literal(String(rest[..<open]))
      if (try? RoutePattern("/" + parameter)) != nil {
        result += parameter
      } else {
        noParameter = noParameter ?? String(body)
        result += literal("[\(body)]")
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + literal(String(rest))
  }

  /// A name with everything escaped that means something in a pattern.
  private static func literal(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F || "{}[]*?#%".utf8.contains(byte) {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      } else if byte < 0x80 {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        // Whole scalars are appended below.
        return text.unicodeScalars.map { $0.isASCII ? literal(String($0)) : String($0) }.joined()
      }
    }
    return result
  }

  // MARK: Conflicts

  private mutating func compile(_ pages: Set<String>, fixed: Int) {
    do {
      router = try Routing.Router(entries.map(\.route), pages: pages, scheme: scheme, hosts: hosts)
      return
    } catch let faults {
      // A route of the configuration takes the place of the file's of the same pattern.
      var overridden: Set<Int> = []
      for case .conflict(let conflict) in faults.faults where conflict.kind == .duplicate {
        let (low, high) = (min(conflict.first, conflict.second), max(conflict.first, conflict.second))
        if low < fixed, high >= fixed { overridden.insert(high) }
      }
      if !overridden.isEmpty {
        entries = entries.indices.filter { !overridden.contains($0) }.map { entries[$0] }
        compile(pages, fixed: fixed)
        return
      }
      for fault in faults.faults { report(fault) }
    }
  }

  private mutating func report(_ fault: Routing.Router.Fault) {
    switch fault {
    case .pattern(let route, let message, _):
      diagnostics.append(
        Diagnostic(
          .badRoutePattern, "the pattern `\(entries[route].route.pattern)` cannot be read: \(message)",
          at: entries[route].location))
    case .conflict(let conflict):
      // The problem is at the pattern that loses; of equals at the later one.
      let isOrdered = conflict.kind == .shadowed
      let winner = isOrdered ? conflict.first : min(conflict.first, conflict.second)
      let loser = isOrdered ? conflict.second : max(conflict.first, conflict.second)
      let help =
        switch conflict.kind {
        case .duplicate: "rename or remove one of them"
        case .shadowed: "narrow the other one, for example with a type such as `{id:int}`, or remove this one"
        case .ambiguous:
          conflict.example == nil
            ? "let one of them ask for more of the query, or make items optional (`{name?}`)"
            : "let one of them begin with a longer literal, or give a parameter a type"
        }
      let first = entries[winner]
      let second = entries[loser]
      let place = Self.place(first)
      let (code, message): (DiagnosticCode, String) =
        switch conflict.kind {
        case .duplicate:
          (.duplicateRoute, "the route `\(second.route.pattern)` is the same as `\(first.route.pattern)` of \(place)")
        case .shadowed:
          (
            .shadowedRoute,
            "the route `\(second.route.pattern)` never matches: `\(first.route.pattern)` of \(place) takes its URLs"
          )
        case .ambiguous:
          (
            .ambiguousRoute,
            "the route `\(second.route.pattern)` and `\(first.route.pattern)` of \(place) match the same URLs"
              + (conflict.example.map { ", such as `\($0.count > 120 ? $0.prefix(117) + "..." : $0)`" } ?? "")
          )
        }
      diagnostics.append(
        Diagnostic(
          code, message, at: second.location, help: help,
          notes: ["the other one is at \(place)"]))
    }
  }

  /// A route's place as messages name it: `hybrid.json:12:20`, or the page.
  private static func place(_ entry: Entry) -> String {
    entry.isConfigured
      ? "\(entry.location.file):\(entry.location.line):\(entry.location.column)" : entry.location.file
  }
}
