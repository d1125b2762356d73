import Manifest
import Routing

/// What a session asks of the web view that shows its pages.
@MainActor public protocol SessionView: AnyObject {
  /// Loads a URL from the start.
  func load(_ visit: Visit)
  /// Runs a script in the page: a call of the bridge.
  func evaluate(_ script: String)
}

/// Decides what becomes of visits, and hears of them.
@MainActor public protocol SessionDelegate: AnyObject {
  /// Whether a proposed visit is made; without it every proposal is.
  func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision
  /// A visit started.
  func session(_ session: Session, didStart visit: Visit)
  /// A visit was completed.
  func session(_ session: Session, didComplete visit: Visit)
  /// A visit failed; ``Session/retry()`` makes it again where the error says so.
  func session(_ session: Session, didFail visit: Visit, with error: VisitError)
  /// The server wants to know who is there (401): call ``Session/resumeAfterSignIn()`` or ``Session/cancelSignIn()``.
  func sessionNeedsSignIn(_ session: Session, for visit: Visit)
  /// A form that the page sent by itself was answered without a place to go to next: the page shows the answer, or the
  /// delegate does.
  func session(_ session: Session, didReceive answer: FormAnswer, of visit: Visit)
  /// The stack is another.
  func session(_ session: Session, didChange stack: NavigationStack)
}

extension SessionDelegate {
  /// Makes every proposed visit.
  public func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision { .visit }
  /// Does nothing.
  public func session(_ session: Session, didStart visit: Visit) {}
  /// Does nothing.
  public func session(_ session: Session, didComplete visit: Visit) {}
  /// Does nothing.
  public func session(_ session: Session, didFail visit: Visit, with error: VisitError) {}
  /// Does nothing: the visit waits.
  public func sessionNeedsSignIn(_ session: Session, for visit: Visit) {}
  /// Does nothing: the page goes on.
  public func session(_ session: Session, didReceive answer: FormAnswer, of visit: Visit) {}
  /// Does nothing.
  public func session(_ session: Session, didChange stack: NavigationStack) {}
}

/// A reader's way through a site: visits, the stack of screens, errors, sign-in and restoration.
///
/// A session owns no view controller: a platform's container renders ``stack``, and a ``SessionView`` shows the page of the
/// screen on top.
///
/// ```swift
/// let session = Session(navigation: try release.navigation())
/// session.delegate = delegate
/// session.propose("/orders/1042")
/// ```
@MainActor public final class Session {
  /// What becomes of a proposed visit.
  public enum Decision: Hashable, Sendable {
    /// It is made.
    case visit
    /// It is made with another action.
    case visitWith(VisitAction)
    /// It is not made.
    case reject
  }

  /// The routes and rules.
  public let navigation: SiteNavigation
  /// Cookies and credentials, shared with other sessions of the store.
  public let cookies: SharedCookies
  /// Decides and hears.
  public weak var delegate: (any SessionDelegate)?
  /// Shows the pages.
  public weak var view: (any SessionView)?
  /// The screens.
  public private(set) var stack = NavigationStack() {
    didSet { if stack != oldValue { delegate?.session(self, didChange: stack) } }
  }
  /// The visit that is under way, or the last one.
  public private(set) var currentVisit: Visit?
  /// What `runtimeVersion` the app offers, and what the release asks for.
  private let runtimeVersion: (offered: String?, required: String?)
  private var visitCount = 0
  private var identifierCount = 0
  private var waitsForSignIn: Visit?
  private var cache: PageCache

  /// A session of a site.
  ///
  /// - Parameters:
  ///   - navigation: the release's routes and rules.
  ///   - cookies: those that all sessions of one store share.
  ///   - runtimeVersion: what the app offers and the release asks for; an older app fails visits with `updateRequired`.
  ///   - cacheLimit: of how many screens snapshots are kept.
  public init(
    navigation: SiteNavigation, cookies: SharedCookies = SharedCookies(),
    runtimeVersion: (offered: String?, required: String?) = (nil, nil), cacheLimit: Int = 10
  ) {
    self.navigation = navigation
    self.cookies = cookies
    self.runtimeVersion = runtimeVersion
    cache = PageCache(limit: cacheLimit)
  }

  // MARK: Visits

  /// Proposes a visit, as a link does: the delegate decides.
  @discardableResult public func propose(_ url: String, action: VisitAction = .advance) -> Visit? {
    let target = navigation.match(url)
    let proposal = VisitProposal(url: url, action: action, page: target?.page, values: target?.values ?? [:])
    switch delegate?.session(self, decides: proposal) ?? .visit {
    case .reject: return nil
    case .visit: return visit(url, action: action)
    case .visitWith(let other): return visit(url, action: other)
    }
  }

  /// Makes a visit without asking.
  ///
  /// - Returns: the visit; where the URL's rules go back instead (`pop`, `clear_all`, historical locations), the restoration
  ///   of the screen that is seen then, or `nil` where nothing changed.
  @discardableResult public func visit(_ url: String, action: VisitAction = .advance) -> Visit? {
    let properties = navigation.properties(for: url)
    if properties.isHistoricalLocation || properties.presentation == .none { return follow(properties) }
    switch properties.presentation {
    case .pop: return change(.pop)
    case .clearAll: return change(.clearAll)
    case .refresh:
      if properties.context == .modal { stack.apply(.dismissModal) }
      return reload()
    default: break
    }
    let target = navigation.match(url)
    let known = action == .restore ? restored(url) : nil
    let identifier = known?.restorationIdentifier ?? makeIdentifier()
    let visit = start(url, action: action, identifier: identifier, page: target?.page)
    let entry = NavigationStack.Entry(
      url: url, page: target?.page, restorationIdentifier: identifier, title: properties.title)
    if let error = refusal(of: url, isRouted: target != nil) {
      fail(error)
      return currentVisit
    }
    if action == .restore, known != nil { popTo(identifier) } else { present(entry, action, properties) }
    view?.load(currentVisit ?? visit)
    return currentVisit
  }

  /// Loads the top screen again.
  @discardableResult public func reload() -> Visit? {
    guard let top = stack.top else { return nil }
    cache.remove(top.restorationIdentifier)
    let visit = start(top.url, action: .replace, identifier: top.restorationIdentifier, page: top.page)
    view?.load(visit)
    return visit
  }

  /// Makes the failed visit again, where its error says that this may help.
  @discardableResult public func retry() -> Visit? {
    guard let visit = currentVisit, case .failed(let error) = visit.state, error.canRetry else { return nil }
    let again = start(visit.url, action: .replace, identifier: visit.restorationIdentifier, page: visit.page)
    view?.load(again)
    return again
  }

  /// Goes back one screen and restores it.
  public func pop() { change(.pop) }

  /// Closes the modal and restores the screen below.
  public func dismissModal() { change(.dismissModal) }

  /// Goes back to the first screen and restores it.
  public func clearAll() { change(.clearAll) }

  // MARK: Sign-in

  /// The reader signed in: the visit that the server refused is made again.
  @discardableResult public func resumeAfterSignIn() -> Visit? {
    guard let waiting = waitsForSignIn else { return nil }
    waitsForSignIn = nil
    // The screen that waited is seen again, whatever was shown for signing in.
    if stack.isModal, !stack.modal.contains(where: { $0.restorationIdentifier == waiting.restorationIdentifier }) {
      stack.apply(.dismissModal)
    }
    if stack.contains(waiting.restorationIdentifier) { popTo(waiting.restorationIdentifier) }
    let visit = start(
      waiting.url, action: .replace, identifier: waiting.restorationIdentifier, page: waiting.page)
    view?.load(visit)
    return visit
  }

  /// The reader did not sign in: the visit, or the form that waited, fails with 401.
  public func cancelSignIn() {
    guard var waiting = waitsForSignIn else { return }
    waitsForSignIn = nil
    if waiting.state == .started { waiting.state = .failed(.http(status: 401)) }
    if currentVisit?.number == waiting.number { currentVisit = waiting }
    delegate?.session(self, didFail: waiting, with: .http(status: 401))
  }

  // MARK: Answers

  /// The view loaded the visit's page.
  public func complete(title: String? = nil) {
    guard currentVisit?.state == .started else { return }
    currentVisit?.state = .completed
    if let title, stack.top?.title == nil { stack.setTitle(title) }
    if let visit = currentVisit { delegate?.session(self, didComplete: visit) }
  }

  /// The visit failed; a 401 waits for the reader to sign in.
  public func fail(_ error: VisitError) {
    guard let visit = currentVisit else { return }
    let isUnderWay = visit.state == .started || visit.state == .completed
    if error == .http(status: 401), waitsForSignIn == nil, isUnderWay {
      waitsForSignIn = visit
      delegate?.sessionNeedsSignIn(self, for: visit)
      return
    }
    currentVisit?.state = .failed(error)
    if let visit = currentVisit { delegate?.session(self, didFail: visit, with: error) }
  }

  /// Handles a message of the bridge; one that cannot be read is ignored.
  public func receive(_ message: BridgeMessage) {
    switch message.name {
    case "formAnswered" where message.text("location") == nil:
      guard let visit = currentVisit else { return }
      delegate?.session(
        self, didReceive: FormAnswer(message), of: visit)
    case "formFailed": failForm(message)
    case "visitProposed", "formAnswered":
      guard let location = message.text("location") else { return }
      propose(location, action: message.text("action").flatMap(VisitAction.init) ?? .advance)
    case "visitRequestFailed":
      let status = message.integer("statusCode") ?? 0
      fail(status > 0 ? .http(status: status) : .network(reason: message.text("message") ?? "no answer"))
    case "pageLoaded", "visitCompleted": complete(title: message.text("title"))
    case "formSubmitted":
      let error = VisitError.standardFormSubmission(action: message.text("action") ?? "")
      if let visit = currentVisit { delegate?.session(self, didFail: visit, with: error) }
    case "errorRaised":
      if let visit = currentVisit {
        delegate?.session(self, didFail: visit, with: .script(message.text("message") ?? "a script failed"))
      }
    default: break
    }
  }

  /// A form that was sent from the page on top was answered with a status that is not a success: a 401 asks the reader to
  /// sign in, and the page is loaded again afterwards; of any other the delegate hears. The page stays as it is.
  private func failForm(_ message: BridgeMessage) {
    guard let visit = currentVisit else { return }
    let status = message.integer("statusCode") ?? 0
    if status == 401, waitsForSignIn == nil {
      waitsForSignIn = visit
      delegate?.sessionNeedsSignIn(self, for: visit)
      return
    }
    let reason = message.text("message") ?? "no answer"
    delegate?.session(self, didFail: visit, with: status > 0 ? .http(status: status) : .network(reason: reason))
  }

  // MARK: The page cache

  /// Keeps a picture or snapshot of the top screen, which a later restoration shows at once.
  public func cacheSnapshot(_ snapshot: [UInt8]) {
    if let top = stack.top { cache.insert(snapshot, for: top.restorationIdentifier) }
  }

  /// The snapshot of an entry.
  public func snapshot(for restorationIdentifier: String) -> [UInt8]? { cache[restorationIdentifier] }

  // MARK: Steps

  private func start(_ url: String, action: VisitAction, identifier: String, page: String?) -> Visit {
    if currentVisit?.state == .started { currentVisit?.state = .cancelled }
    visitCount += 1
    var visit = Visit(
      number: visitCount, url: url, action: action, restorationIdentifier: identifier, page: page)
    visit.headers = page == nil ? cookies.headers(for: url) : [:]
    visit.hasCachedSnapshot = action == .restore && cache[identifier] != nil
    currentVisit = visit
    delegate?.session(self, didStart: visit)
    return visit
  }

  private func makeIdentifier() -> String {
    identifierCount += 1
    return "r\(identifierCount)"
  }

  /// Why a visit cannot be made at all.
  private func refusal(of url: String, isRouted: Bool) -> VisitError? {
    if let required = runtimeVersion.required, let offered = runtimeVersion.offered,
      !RuntimeVersion.isAtLeast(offered, required)
    {
      return .updateRequired(runtimeVersion: required)
    }
    // A URL of another host is the network's.
    return isRouted || url.contains("://") ? nil : .pageMissing(url)
  }

  private func present(_ entry: NavigationStack.Entry, _ action: VisitAction, _ properties: NavigationProperties) {
    if properties.presentation == .replaceRoot { return stack.apply(.replaceRoot(entry)) }
    if properties.context == .modal, !stack.isModal { return stack.apply(.presentModal(entry)) }
    // Hotwire Native: a visit outside of the modal closes it first.
    if properties.context == .standard, stack.isModal { stack.apply(.dismissModal) }
    let isSame = stack.top.map { navigation.isSame($0.url, entry.url) } == true
    let differsInQuery =
      properties.replacesQueries && stack.top.map { navigation.isSame(Self.path($0.url), Self.path(entry.url)) } == true
    if properties.presentation != .push,
      action == .replace || properties.presentation == .replace || isSame || differsInQuery
    {
      stack.apply(.replace(entry))
    } else {
      stack.apply(.push(entry))
    }
  }

  private static func path(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }) }

  /// `recede`, `resume` and `refresh` of Turbo Rails, or a rule without presentation.
  private func follow(_ properties: NavigationProperties) -> Visit? {
    let change: NavigationStack.Change? =
      properties.context == .modal && stack.isModal ? .dismissModal : properties.presentation == .pop ? .pop : nil
    guard properties.presentation == .refresh else { return change.flatMap { self.change($0) } }
    if let change { stack.apply(change) }
    return reload()
  }

  /// Changes the stack; where another screen is seen then, the view shows it.
  @discardableResult private func change(_ change: NavigationStack.Change) -> Visit? {
    let before = stack.top?.restorationIdentifier
    stack.apply(change)
    guard let top = stack.top, top.restorationIdentifier != before else { return nil }
    return restore(top)
  }

  private func restored(_ url: String) -> NavigationStack.Entry? {
    (stack.isModal ? stack.modal : stack.entries).last { navigation.isSame($0.url, url) }
  }

  private func popTo(_ identifier: String) {
    while let top = stack.top, top.restorationIdentifier != identifier {
      let before = stack
      stack.apply(.pop)
      if stack == before { return }
    }
  }

  private func restore(_ entry: NavigationStack.Entry) -> Visit {
    let visit = start(entry.url, action: .restore, identifier: entry.restorationIdentifier, page: entry.page)
    view?.load(visit)
    return visit
  }
}

/// Snapshots of the screens seen last.
struct PageCache {
  private var snapshots: [String: [UInt8]] = [:]
  private var order: [String] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  subscript(identifier: String) -> [UInt8]? { snapshots[identifier] }

  mutating func insert(_ snapshot: [UInt8], for identifier: String) {
    remove(identifier)
    snapshots[identifier] = snapshot
    order.append(identifier)
    while order.count > limit { snapshots[order.removeFirst()] = nil }
  }

  mutating func remove(_ identifier: String) {
    snapshots[identifier] = nil
    order.removeAll { $0 == identifier }
  }
}
