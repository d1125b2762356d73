#if canImport(UIKit) && canImport(WebKit)
  import Foundation
  import HostCore
  import HybridClient
  import JSONValues
  import Manifest
  import UIKit

  /// One page of a release as a screen: native views of a Token page, or a web view with its painted first screen.
  @MainActor public final class PageViewController: UIViewController {
    private var host: ReleaseHost
    private var data: JSONValue
    private var token: TokenPageView?
    private var web: WebPageView?
    private var waiting: (url: String, page: String?, headers: [String: String])?
    private var message: UILabel?
    /// A link or a script asks for another page, by its URL.
    public var onVisit: (String) -> Void = { _ in }
    /// The page is shown, with its title where it says one.
    public var onShown: (String?) -> Void = { _ in }
    /// The page cannot be shown.
    public var onFailure: (VisitError) -> Void = { _ in }
    /// The bridge of a Web page has a message.
    public var onMessage: (BridgeMessage) -> Void = { _ in }

    /// A screen for pages of a release.
    ///
    /// - Parameters:
    ///   - host: the release.
    ///   - data: what the bindings of a Token page are filled from: an object.
    public init(_ host: ReleaseHost, data: JSONValue = .object([:])) {
      self.host = host
      self.data = data
      super.init(nibName: nil, bundle: nil)
    }

    /// Not from storyboards.
    @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("made with a release") }

    /// The live page, where the screen shows a Token page.
    public var live: LivePage? { token?.live }

    /// Whether the screen has a page, which it shows again when it is gone back to.
    var hasPage: Bool { token != nil || web != nil }

    /// Shows a URL.
    ///
    /// - Parameters:
    ///   - url: what a web view loads, where it is not a Token page.
    ///   - page: the page of the release; `nil` for the network's.
    ///   - headers: of the request, for pages of the network.
    public func show(_ url: String, page: String?, headers: [String: String] = [:]) {
      waiting = (url, page, headers)
      if isViewLoaded, view.bounds.width >= 1 { showWaiting() }
    }

    /// Fills a Token page from other data, also before it is shown.
    public func setData(_ data: JSONValue) {
      self.data = data
      token?.setData(data)
    }

    /// Shows the pages of another release, or with other data, from the next one on.
    func use(_ host: ReleaseHost, data: JSONValue) {
      self.host = host
      self.data = data
    }

    /// Runs a script in a Web page.
    public func evaluate(_ script: String) { web?.evaluate(script) }

    /// Opens the system's find bar for the page.
    public func beginFinding() {
      token?.beginFinding()
      web?.beginFinding()
    }

    /// Prepares the view.
    public override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
    }

    /// A page is shown once there is a size for it.
    public override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      if waiting != nil, view.bounds.width >= 1 { showWaiting() }
    }

    private func showWaiting() {
      guard let next = waiting else { return }
      waiting = nil
      clear()
      do {
        if let page = next.page,
          try host.release.openPage(page, for: host.device(of: view)).page.dialect == .token
        {
          return showToken(page)
        }
      } catch {
        return fail(.pageMissing("\(next.url): \(error)"))
      }
      guard let url = URL(string: next.url), PageAddress.isWeb(next.url) else { return fail(.pageMissing(next.url)) }
      showWeb(url, next.page, next.headers)
    }

    private func showToken(_ page: String) {
      let own = TokenPageView(host, page, data: data)
      own.onShown = { [weak self] result in
        switch result {
        case .success: self?.onShown(nil)
        case .failure(let error): self?.fail(.pageMissing("\(page): \(error)"))
        }
      }
      own.onBar = { [weak self] bar in self?.show(bar) }
      token = own
      fill(with: own)
    }

    /// The buttons and colors that a page wants in the navigation bar.
    private func show(_ bar: NavigationBar?) {
      func items(_ isAtStart: Bool) -> [UIBarButtonItem] {
        (bar?.items ?? []).filter { $0.isAtStart == isAtStart }.map { item in
          let action = UIAction { [weak self] _ in self?.token?.press(item) }
          let button = UIBarButtonItem(title: item.look.title, image: nil, primaryAction: action, menu: nil)
          button.tintColor = item.look.color.uiColor
          return button
        }
      }
      navigationItem.leftItemsSupplementBackButton = true
      navigationItem.leftBarButtonItems = items(true)
      // UIKit counts from the edge.
      navigationItem.rightBarButtonItems = items(false).reversed()
      var appearance: UINavigationBarAppearance?
      if let bar, bar.background != nil || bar.titleColor != nil {
        let own = UINavigationBarAppearance()
        if let color = bar.background?.uiColor {
          own.configureWithOpaqueBackground()
          own.backgroundColor = color
        }
        if let color = bar.titleColor?.uiColor { own.titleTextAttributes = [.foregroundColor: color] }
        appearance = own
      }
      navigationItem.standardAppearance = appearance
      navigationItem.scrollEdgeAppearance = appearance
      backColor = bar?.backArrowColor?.uiColor
      navigationController?.navigationBar.tintColor = backColor
    }

    /// The color that the page gives the way back; `nil` for the system's.
    private var backColor: UIColor?

    private func showWeb(_ url: URL, _ page: String?, _ headers: [String: String]) {
      let own = WebPageView(host)
      own.onEvent = { [weak self] event in
        switch event {
        case .loaded(let title): self?.onShown(title)
        case .failed(let status, let reason):
          self?.fail(status > 0 ? .http(status: status) : .network(reason: reason))
        case .link(let url): self?.onVisit(url)
        case .message(let message): self?.onMessage(message)
        }
      }
      web = own
      fill(with: own)
      own.load(url, headers: headers, page: page)
    }

    private func fill(with own: UIView) {
      own.frame = view.bounds
      own.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(own)
    }

    private func clear() {
      token?.end()
      token?.removeFromSuperview()
      web?.removeFromSuperview()
      message?.removeFromSuperview()
      (token, web, message) = (nil, nil, nil)
      show(nil)
    }

    private func fail(_ error: VisitError) { onFailure(error) }

    /// Shows a text in place of the page.
    public func show(message text: String) {
      clear()
      let label = UILabel()
      label.text = text
      label.numberOfLines = 0
      label.textAlignment = .center
      label.font = UIFont.preferredFont(forTextStyle: .body)
      label.adjustsFontForContentSizeCategory = true
      message = label
      fill(with: label)
    }

    /// The page is seen again.
    public override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      token?.live?.handle(.appear)
      // The bar is that of all screens.
      navigationController?.navigationBar.tintColor = backColor
    }

    /// The page is not seen any more, and may be again.
    public override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      token?.live?.handle(.disappear)
    }
  }
#endif
