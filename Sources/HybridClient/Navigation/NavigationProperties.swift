import JSONValues
import Manifest
import Routing

/// What the navigation rules say of a URL (Hotwire Native, "Path configuration"); unknown values are the defaults.
public struct NavigationProperties: Sendable {
  /// Where a screen is shown.
  public enum Context: String, Sendable {
    /// On the main stack.
    case standard = "default"
    /// In a modal.
    case modal
  }

  /// How a screen gets there.
  public enum Presentation: String, Sendable {
    /// Pushed, or replaced where the top screen has the same URL.
    case standard = "default"
    case push, pop, replace, refresh, none
    case replaceRoot = "replace_root"
    case clearAll = "clear_all"
  }

  /// Every property, a team's own among them.
  public let values: [String: JSONValue]

  /// Properties by name.
  public init(_ values: [String: JSONValue] = [:]) {
    self.values = values
  }

  /// `context`.
  public var context: Context { text("context").flatMap(Context.init) ?? .standard }
  /// `presentation`.
  public var presentation: Presentation { text("presentation").flatMap(Presentation.init) ?? .standard }
  /// `title`.
  public var title: String? { text("title") }
  /// `uri`: the native screen.
  public var uri: String? { text("uri") }
  /// `modal_style`.
  public var modalStyle: String? { text("modal_style") }
  /// `modal_dismiss_gesture_enabled`: whether readers may put a modal away without its own buttons; true where no rule says
  /// otherwise.
  public var isModalDismissGestureEnabled: Bool { flag("modal_dismiss_gesture_enabled") ?? true }
  /// `pull_to_refresh_enabled`; true where no rule says otherwise.
  public var isPullToRefreshEnabled: Bool { flag("pull_to_refresh_enabled") ?? true }
  /// `animated`; true where no rule says otherwise.
  public var isAnimated: Bool { flag("animated") ?? true }
  /// `historical_location`: the app goes back at this URL, which is never shown.
  public var isHistoricalLocation: Bool { flag("historical_location") ?? false }
  /// `query_string_presentation` is `replace`: the same path with another query replaces the screen.
  public var replacesQueries: Bool { text("query_string_presentation") == "replace" }

  private func text(_ name: String) -> String? {
    if case .string(let text)? = values[name] { text } else { nil }
  }

  private func flag(_ name: String) -> Bool? {
    if case .bool(let flag)? = values[name] { flag } else { nil }
  }
}

/// The routes and rules of a release: where URLs lead and how they are shown.
///
/// ```swift
/// let navigation = try release.navigation()
/// if let target = navigation.match("/orders/1042") { print(target) }
/// print(navigation.properties(for: "/cart").context)
/// ```
public struct SiteNavigation: Sendable {
  /// The routes.
  public let router: Router
  /// The rules.
  public let rules: NavigationRules<JSONValue>
  /// `settings` of the navigation.
  public let settings: JSONValue?
  /// The path prefix that URLs below `hybrid://<name>` and paths may carry, as ``WebContent/base``.
  public let base: String
  /// Whether a URL of the web is a deep link, which stands for its path where `app.hosts` names no hosts. Without deep links it is
  /// another site's, as in links.
  public var takesDeepLinks = true

  /// Routes and rules from their parts.
  public init(
    router: Router, rules: NavigationRules<JSONValue> = NavigationRules(), settings: JSONValue? = nil,
    base: String = "/"
  ) {
    self.router = router
    self.rules = rules
    self.settings = settings
    self.base = base.hasSuffix("/") ? base : base + "/"
  }

  /// The properties of a URL.
  public func properties(for url: String) -> NavigationProperties {
    NavigationProperties(rules.properties(for: router.path(of: withoutBase(url))))
  }

  /// What a URL leads to, or `nil`.
  public func match(_ url: String) -> Router.Target? {
    takesDeepLinks ? router.match(withoutBase(url)) : matchLink(url)
  }

  /// What a link leads to in a host whose pages have no URLs of the web, or `nil`: there such a URL is the site's own only where
  /// `app.hosts` has its host.
  public func matchLink(_ url: String) -> Router.Target? { router.matchLink(withoutBase(url)) }

  /// Whether two URLs name one screen: as WHATWG URL compares them without their fragments, those that stand for paths of
  /// the site by their paths.
  public func isSame(_ first: String, _ second: String) -> Bool {
    first == second || router.identity(of: withoutBase(first)) == router.identity(of: withoutBase(second))
  }

  private func withoutBase(_ url: String) -> String {
    guard base != "/" else { return url }
    var start = url.startIndex
    if url.prefix(9).lowercased() == "hybrid://" {
      start = url.dropFirst(9).firstIndex(of: "/") ?? url.endIndex
    }
    guard url[start...].hasPrefix(base) else { return url }
    return url[..<start] + "/" + url[start...].dropFirst(base.count)
  }

  /// Rules as Hotwire Native's path configuration writes them; rules that cannot be read are left out.
  public static func rules(_ configuration: JSONValue?) -> NavigationRules<JSONValue> {
    guard case .object(let members)? = configuration, case .array(let rules)? = members["rules"] else {
      return NavigationRules()
    }
    return NavigationRules(
      rules.compactMap { rule in
        guard case .object(let rule) = rule, case .array(let patterns)? = rule["patterns"],
          case .object(let properties)? = rule["properties"]
        else { return nil }
        let read = patterns.compactMap { pattern -> NavigationPattern? in
          guard case .string(let text) = pattern else { return nil }
          return try? NavigationPattern(text)
        }
        return NavigationRules.Rule(patterns: read, properties: properties)
      })
  }
}

extension OpenedRelease {
  /// The routes and navigation rules of the release.
  ///
  /// - Parameter base: the path prefix of the site (`base` in the configuration), where it has one.
  /// - Throws: ``ClientError`` where the release's lists cannot be read.
  public func navigation(base: String = "/") throws(ClientError) -> SiteNavigation {
    func members(of entry: String?) throws(ClientError) -> [String: JSONValue] {
      guard let entry else { return [:] }
      let bytes = try contents(of: entry)
      let value: JSONValue
      do {
        value = try JSONParser.parse(bytes)
      } catch {
        throw .store(path: entry, detail: "\(error)")
      }
      if case .object(let members) = value { return members }
      return [:]
    }
    func objects(_ value: JSONValue?) -> [[String: JSONValue]] {
      guard case .array(let elements)? = value else { return [] }
      return elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
    }
    func text(_ value: JSONValue?) -> String? {
      if case .string(let text)? = value { text } else { nil }
    }
    let pages = Set(objects(try members(of: manifest.pages)["pages"]).compactMap { text($0["path"]) })
    let listing = try members(of: manifest.routes)
    let routes = objects(listing["routes"]).compactMap { members -> Route? in
      guard let pattern = text(members["pattern"]) ?? text(members["urlPattern"]) else { return nil }
      return Route(
        pattern: pattern, isURLPattern: members["urlPattern"] != nil, page: text(members["page"]),
        name: text(members["name"]))
    }
    var hosts: [String] = []
    if case .array(let elements)? = listing["hosts"] { hosts = elements.compactMap { text($0) } }
    let router: Router
    do {
      router = try Router(routes, pages: pages, scheme: text(listing["scheme"]), hosts: hosts)
    } catch {
      throw .store(path: manifest.routes ?? "routes", detail: "\(error)")
    }
    var settings: JSONValue?
    if case .object(let members)? = manifest.navigation { settings = members["settings"] }
    return SiteNavigation(
      router: router, rules: SiteNavigation.rules(manifest.navigation), settings: settings, base: base)
  }
}
