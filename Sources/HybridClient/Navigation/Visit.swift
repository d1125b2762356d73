/// How a visit changes the history.
public enum VisitAction: String, Hashable, Sendable {
  /// A new entry.
  case advance
  /// The top entry again, or another in its place.
  case replace
  /// An entry of before, from the page cache where it is there.
  case restore
}

/// One way to a URL: proposed by a link or by code, started, and completed or failed.
public struct Visit: Hashable, Sendable {
  /// How far a visit is.
  public enum State: Hashable, Sendable {
    /// The page was asked for.
    case started
    /// The page is shown.
    case completed
    /// The page could not be shown.
    case failed(VisitError)
    /// Another visit came before this one was done.
    case cancelled
  }

  /// The number of the visit in its session, from 1.
  public let number: Int
  /// The URL.
  public let url: String
  /// How the history changes.
  public let action: VisitAction
  /// The name under which scroll positions and snapshots are kept.
  public let restorationIdentifier: String
  /// The page of the package that shows the URL; `nil` where the network or the app does.
  public let page: String?
  /// Whether the page cache had the page: it is shown at once.
  public internal(set) var hasCachedSnapshot = false
  /// What the request of a visit that the network answers carries (`Cookie`, `Authorization`), of ``Session/cookies``;
  /// empty where a page of the package shows the URL.
  public internal(set) var headers: [String: String] = [:]
  /// How far it is.
  public internal(set) var state: State = .started
}

/// Why a visit failed.
public enum VisitError: Error, Hashable, Sendable {
  /// The server answered with a status that is not a success.
  case http(status: Int)
  /// The network gave no answer.
  case network(reason: String)
  /// The release has no such page.
  case pageMissing(String)
  /// The page needs a newer app (`runtimeVersion`).
  case updateRequired(runtimeVersion: String)
  /// A standard submission of a form, which no native session can follow: the answer's redirect would be lost between
  /// the web view and the stack. The form is to be sent as an `XMLHttpRequest`, whose answer names where to go next.
  case standardFormSubmission(action: String)
  /// A script of the page failed.
  case script(String)

  /// Whether a release is bad whose first page fails so: what servers and the network answer says nothing of it.
  public func isOfRelease(_ visit: Visit) -> Bool {
    switch self {
    case .http(status: 401), .standardFormSubmission: false
    case .http, .network: visit.page != nil
    case .pageMissing, .updateRequired, .script: true
    }
  }

  /// Whether the same visit may succeed later: what a retry is offered for.
  public var canRetry: Bool {
    switch self {
    case .http(let status): status == 408 || status == 429 || status >= 500
    case .network: true
    case .pageMissing, .updateRequired, .standardFormSubmission, .script: false
    }
  }
}

/// A visit that a link or code asks for, before anything happens.
public struct VisitProposal: Hashable, Sendable {
  /// The URL.
  public let url: String
  /// How the history would change.
  public let action: VisitAction
  /// The page that would show it.
  public let page: String?
  /// The values of the route's parameters.
  public let values: [String: String]
}
