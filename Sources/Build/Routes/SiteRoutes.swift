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

  /// No routes.
  init() {
    scheme = nil
  }

  /// The routes of a site.
  ///
  /// - Parameter pages: the site paths of all pages, sorted.
  public init(_ configuration: SiteConfiguration, pages: [String]) {
    let known = Set(pages)
    scheme = configuration.application.scheme?.lowercased()
    for rule in configuration.routes {
      let route = Route(pattern: rule.pattern, isURLPattern: rule.isURLPattern, page: rule.page, name: rule.name)
      entries.append(Entry(route: route, location: rule.location, isConfigured: true))
    }
    let configured = Set(configuration.routes.compactMap(\.page))
    let fixed = entries.count
    for page in pages where !configured.contains(page) {
      let route = Route(pattern: Self.pattern(ofPage: page), page: page)
      entries.append(Entry(route: route, location: SourceLocation(file: page), isConfigured: false))
    }
    compile(known, fixed: fixed)
  }

  // MARK: From files

  /// The pattern of a page's file: `profile.html` → `/profile`, `user/[name]/index.html` → `/user/{name}`.
  static func pattern(ofPage path: String) -> String {
    var segments = path.split(separator: "/").map(String.init)
    if let name = segments.popLast() {
      let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
      if stem != "index" { segments.append(stem) }
    }
    var pattern = ""
    for (index, segment) in segments.enumerated() {
      let isRest = index == segments.count - 1 && segment.hasPrefix("[...") && segment.hasSuffix("]")
      pattern += "/" + (isRest ? "**" : Self.pattern(ofSegment: segment))
    }
    pattern = pattern.isEmpty ? "/" : pattern
    // A name in brackets that is no parameter's stands for itself.
    return (try? RoutePattern(pattern)) == nil ? "/" + segments.map(literal).joined(separator: "/") : pattern
  }

  private static func pattern(ofSegment segment: String) -> String {
    var result = ""
    var rest = segment[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let body = rest[rest.index(after: open)..<close]
      let parameter = "{\(body)}"
      result += literal(String(rest[..<open]))
      result += (try? RoutePattern("/" + parameter)) != nil ? parameter : literal("[\(body)]")
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
      router = try Routing.Router(entries.map(\.route), pages: pages, scheme: scheme)
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
          .badRoutePattern, "the pattern “\(entries[route].route.pattern)” cannot be read: \(message)",
          at: entries[route].location))
    case .conflict(let conflict):
      // The problem stands at the pattern that loses; of equals at the later one.
      let isOrdered = conflict.kind == .shadowed
      let winner = isOrdered ? conflict.first : min(conflict.first, conflict.second)
      let loser = isOrdered ? conflict.second : max(conflict.first, conflict.second)
      let first = entries[winner]
      let second = entries[loser]
      let place = Self.place(first)
      let (code, message): (DiagnosticCode, String) =
        switch conflict.kind {
        case .duplicate:
          (.duplicateRoute, "the route “\(second.route.pattern)” is the same as “\(first.route.pattern)” of \(place)")
        case .shadowed:
          (
            .shadowedRoute,
            "the route “\(second.route.pattern)” never matches: “\(first.route.pattern)” of \(place) takes its URLs"
          )
        case .ambiguous:
          (
            .ambiguousRoute,
            "the route “\(second.route.pattern)” and “\(first.route.pattern)” of \(place) match the same URLs"
          )
        }
      diagnostics.append(
        Diagnostic(
          code, message, at: second.location, help: "rename or remove one of them",
          notes: ["the other one is at \(place)"]))
    }
  }

  /// A route's place as messages name it: `hybrid.json:12:20`, or the page.
  private static func place(_ entry: Entry) -> String {
    entry.isConfigured
      ? "\(entry.location.file):\(entry.location.line):\(entry.location.column)" : entry.location.file
  }
}
