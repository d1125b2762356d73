#if canImport(UIKit) && canImport(WebKit)
  import Foundation
  import HostCore
  import HybridClient
  import JSONValues
  import Manifest
  import UIKit

  /// A release as an app: the screens of a `Session` in a navigation controller, its modals above them.
  @MainActor
  public final class SiteViewController: UIViewController, SessionView, SessionDelegate,
    UINavigationControllerDelegate, UIAdaptivePresentationControllerDelegate
  {
    /// What the screens share.
    public let host: ReleaseHost
    /// The visits.
    public let session: Session
    private let data: (String) -> JSONValue
    private let main = UINavigationController()
    private var modal: UINavigationController?
    private var screens: [String: PageViewController] = [:]
    private var hasShown = false
    /// The first page of the release is shown: mark it healthy, then look for updates.
    public var onFirstPage: () -> Void = {}
    /// The first page cannot be shown: go back to the release before.
    public var onBadRelease: (VisitError) -> Void = { _ in }
    /// The server wants to know who is there: call `resumeAfterSignIn()` or `cancelSignIn()` of the session afterwards.
    public var onSignIn: (Session, Visit) -> Void = { session, _ in session.cancelSignIn() }

    /// A release as an app.
    ///
    /// - Parameters:
    ///   - host: the release.
    ///   - cookies: those that all sessions of a store share.
    ///   - data: what the bindings of a Token page are filled from, by its path in the site.
    /// - Throws: `ClientError` where the routes cannot be read.
    public init(
      _ host: ReleaseHost, cookies: SharedCookies = SharedCookies(),
      data: @escaping (String) -> JSONValue = { _ in .object([:]) }
    ) throws(ClientError) {
      self.host = host
      self.data = data
      session = Session(navigation: try host.release.navigation(), cookies: cookies)
      super.init(nibName: nil, bundle: nil)
      session.view = self
      session.delegate = self
    }

    /// Not from storyboards.
    @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("made with a release") }

    /// The URL that is visited when the view is loaded: a tab's first screen. Nothing is visited without it.
    public var startURL: String?

    /// Puts the navigation controller in.
    public override func viewDidLoad() {
      super.viewDidLoad()
      main.delegate = self
      addChild(main)
      main.view.frame = view.bounds
      main.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(main.view)
      main.didMove(toParent: self)
      if let startURL { visit(startURL) }
    }

    /// Visits a URL, as a link does.
    public func visit(_ url: String) { session.propose(url) }

    /// Proposes a visit that a script of a page asks for (`pushNavigatorWithURL`): as in links, what does not begin with `/` counts
    /// from the page's folder.
    ///
    /// - Parameters:
    ///   - address: as the script says it.
    ///   - page: the page's path in the site, such as `news/index.html`.
    public func visit(_ address: String, from page: String) {
      if let target = PageAddress.visit(to: address, from: page) { session.propose(target) }
    }

    // MARK: Screens

    private func screen(_ entry: NavigationStack.Entry) -> PageViewController {
      let identifier = entry.restorationIdentifier
      if let known = screens[identifier] { return known }
      let made = PageViewController(host, data: entry.page.map { data($0) } ?? .object([:]))
      made.title = entry.title
      made.onVisit = { [weak self] url in self?.session.propose(url) }
      made.onShown = { [weak self] title in
        guard let self, session.currentVisit?.restorationIdentifier == identifier else { return }
        session.complete(title: title)
      }
      made.onFailure = { [weak self] error in
        guard let self, session.currentVisit?.restorationIdentifier == identifier else { return }
        session.fail(error)
      }
      made.onMessage = { [weak self] message in self?.session.receive(message) }
      screens[identifier] = made
      return made
    }

    /// Whether changes of the stack are shown as movements.
    private var isAnimated: Bool { hasShown && !UIAccessibility.isReduceMotionEnabled }

    // MARK: SessionView

    /// Loads a visit into its screen.
    public func load(_ visit: Visit) {
      let entries = session.stack.entries + session.stack.modal
      guard let entry = entries.last(where: { $0.restorationIdentifier == visit.restorationIdentifier }) else { return }
      let isKnown = screens[visit.restorationIdentifier] != nil
      let screen = screen(entry)
      if visit.action == .restore, isKnown, screen.hasPage {
        session.complete()
        return
      }
      let url = host.content.url(for: visit) ?? visit.url
      screen.show(url, page: visit.page, headers: visit.headers)
    }

    /// Runs a script in the screen on top.
    public func evaluate(_ script: String) {
      if let top = session.stack.top { screens[top.restorationIdentifier]?.evaluate(script) }
    }

    // MARK: SessionDelegate

    /// Links of other places are opened by the system.
    public func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision {
      guard proposal.page == nil || session.navigation.matchLink(proposal.url) == nil,
        let scheme = PageAddress.scheme(of: proposal.url), scheme != "hybrid"
      else { return .visit }
      if PageAddress.opensOutside(proposal.url), let url = URL(string: proposal.url) {
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
      }
      return .reject
    }

    /// Shows the screens of the stack.
    public func session(_ session: Session, didChange stack: NavigationStack) {
      let kept = Set((stack.entries + stack.modal).map(\.restorationIdentifier))
      screens = screens.filter { kept.contains($0.key) }
      let wanted = stack.entries.map { screen($0) }
      if main.viewControllers != wanted { main.setViewControllers(wanted, animated: isAnimated) }
      for entry in stack.entries + stack.modal { screens[entry.restorationIdentifier]?.title = entry.title }
      guard stack.isModal else {
        modal?.dismiss(animated: isAnimated, completion: nil)
        modal = nil
        return
      }
      let above = stack.modal.map { screen($0) }
      if let modal {
        if modal.viewControllers != above { modal.setViewControllers(above, animated: isAnimated) }
      } else {
        let made = UINavigationController()
        made.setViewControllers(above, animated: false)
        made.delegate = self
        made.presentationController?.delegate = self
        if let first = stack.modal.first { style(made, session.navigation.properties(for: first.url)) }
        modal = made
        present(made, animated: isAnimated, completion: nil)
      }
    }

    /// Shows a modal as the navigation rules say (`modal_style`).
    private func style(_ modal: UIViewController, _ properties: NavigationProperties) {
      let style = ModalPlace.Style(rawValue: properties.modalStyle ?? "") ?? .large
      switch style {
      case .full: modal.modalPresentationStyle = .fullScreen
      case .formSheet: modal.modalPresentationStyle = .formSheet
      case .medium, .large, .pageSheet: modal.modalPresentationStyle = .pageSheet
      }
      if style == .medium { modal.sheetPresentationController?.detents = [.medium(), .large()] }
      modal.isModalInPresentation = !properties.isModalDismissGestureEnabled
    }

    /// The first visit that is completed says that the release is healthy.
    public func session(_ session: Session, didComplete visit: Visit) {
      guard !hasShown else { return }
      hasShown = true
      onFirstPage()
    }

    /// Says why a page cannot be shown; of the first page, the release is bad.
    public func session(_ session: Session, didFail visit: Visit, with error: VisitError) {
      if case .script = error { return }
      if !hasShown, error.isOfRelease(visit) { return onBadRelease(error) }
      let alert = UIAlertController(
        title: nil, message: error.readerText, preferredStyle: UIAlertController.Style.alert)
      if error.canRetry {
        alert.addAction(
          UIAlertAction(title: "Try Again", style: .default) { [weak session] _ in session?.retry() })
      }
      alert.addAction(UIAlertAction(title: "OK", style: .cancel, handler: nil))
      (modal ?? main).present(alert, animated: true, completion: nil)
    }

    /// The app asks the reader to sign in.
    public func sessionNeedsSignIn(_ session: Session, for visit: Visit) { onSignIn(session, visit) }

    // MARK: UIKit's own ways back

    /// The reader went back by the bar's button or by a swipe: the session follows.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      let isModal = navigationController === modal
      let shown = navigationController.viewControllers.count
      var steps = (isModal ? session.stack.modal.count : session.stack.entries.count) - shown
      while steps > 0, shown > 0, isModal == session.stack.isModal {
        session.pop()
        steps -= 1
      }
    }

    /// The reader pulled the modal down.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      modal = nil
      session.dismissModal()
    }
  }
#endif
