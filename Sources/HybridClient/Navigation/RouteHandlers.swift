import Routing

/// Turns the parameters of a URL into a model and shows it, whether the model came from a URL or was in hand already.
///
/// A handler knows no view controller: it is given a `Navigator`, the platform's own.
@MainActor public protocol RouteHandler {
  /// What the handler shows.
  associatedtype Model: Sendable
  /// The platform's way of showing things.
  associatedtype Navigator
  /// The model of a URL's parameters; `nil` where they name none.
  func model(from parameters: [String: String]) async throws -> Model?
  /// Shows a model; `report` notifies the opener that it changed.
  func show(_ model: Model, in navigator: Navigator, report: @escaping @MainActor (Model) -> Void)
}

/// The handlers of an app by pattern.
@MainActor public final class RouteHandlers<Navigator> {
  /// What became of a URL.
  public enum Outcome: Hashable, Sendable {
    /// The handler of the pattern showed it.
    case handled(pattern: String)
    /// A pattern matched and its handler found no model.
    case noModel(pattern: String)
    /// No pattern matched: the not-found handler was asked.
    case notFound
  }

  private typealias Open =
    @MainActor ([String: String], Navigator, @escaping @MainActor (any Sendable) -> Void)
    async throws -> Bool

  /// Shows things.
  public let navigator: Navigator
  /// Asked for URLs that no pattern matches.
  public var notFound: @MainActor (String, Navigator) -> Void = { _, _ in }
  /// The app's own URL scheme: `news://user/ada` stands for `/user/ada` where no pattern has the scheme.
  public let scheme: String?
  /// The hosts whose `http` and `https` URLs stand for their paths; those of any host where there are none.
  public let hosts: [String]
  private var routes: [Route] = []
  private var opens: [Open] = []
  private var router: Router?

  /// No handlers yet.
  ///
  /// - Parameters:
  ///   - navigator: shows things.
  ///   - scheme: the app's own URL scheme, in any case: `app.scheme` of the site, or `SiteNavigation.router.scheme`.
  ///   - hosts: the hosts whose links open in the app: `app.hosts`, or `SiteNavigation.router.hosts`. A link of another
  ///     host is opened only by a pattern with its scheme and host.
  public init(navigator: Navigator, scheme: String? = nil, hosts: [String] = []) {
    self.navigator = navigator
    self.scheme = scheme?.lowercased()
    self.hosts = hosts
  }

  /// Adds a handler for a pattern.
  ///
  /// - Throws: `Router.Faults` where the pattern cannot be read or is in conflict with another.
  public func add<Handler: RouteHandler>(_ pattern: String, _ handler: Handler) throws
  where Handler.Navigator == Navigator {
    let added = routes + [Route(pattern: pattern)]
    router = try Router(added, scheme: scheme, hosts: hosts)
    routes = added
    opens.append { parameters, navigator, report in
      guard let model = try await handler.model(from: parameters) else { return false }
      handler.show(model, in: navigator, report: report)
      return true
    }
  }

  /// Opens a URL.
  ///
  /// - Parameters:
  ///   - url: a URL or a path.
  ///   - changed: called with the model whenever the handler reports that it changed.
  public func open(_ url: String, changed: @escaping @MainActor (any Sendable) -> Void = { _ in }) async throws
    -> Outcome
  {
    guard let target = router?.match(url), let route = target.route else {
      notFound(url, navigator)
      return .notFound
    }
    let isHandled = try await opens[route](target.values, navigator, changed)
    return isHandled ? .handled(pattern: routes[route].pattern) : .noModel(pattern: routes[route].pattern)
  }

  /// Opens a model that is in hand, as its URL would.
  public func open<Handler: RouteHandler>(
    _ model: Handler.Model, with handler: Handler, changed: @escaping @MainActor (Handler.Model) -> Void = { _ in }
  ) where Handler.Navigator == Navigator {
    handler.show(model, in: navigator, report: changed)
  }
}
