#if canImport(UIKit) && canImport(WebKit)
  import Foundation
  import HostCore
  import HybridClient
  import HybridLayout
  import HybridLiveLayout
  import JSONValues
  import UIKit
  import WebKit

  /// A Web page: its first screen as it is painted from the package, then the system's web view in its place.
  @MainActor public final class WebPageView: UIView, WKNavigationDelegate, WKScriptMessageHandler {
    /// What a page, or the network, has to say.
    public enum Event {
      /// The web view has the page.
      case loaded(title: String?)
      /// The page cannot be loaded: a status of a server, or 0.
      case failed(status: Int, reason: String)
      /// A link was followed to another page.
      case link(String)
      /// The bridge's message.
      case message(BridgeMessage)
    }

    private let host: ReleaseHost
    /// The web view.
    public let web: WKWebView
    private var cover: FirstScreenView?
    private var address: URL?
    private var page: OpenedPage?
    private var isLoaded = false
    /// Hears of what happens.
    public var onEvent: (Event) -> Void = { _ in }

    /// A view of the pages of a release.
    public init(_ host: ReleaseHost) {
      self.host = host
      let configuration = WKWebViewConfiguration()
      configuration.setURLSchemeHandler(ReleaseSchemeHandler(host.content), forURLScheme: "hybrid")
      web = WKWebView(frame: .zero, configuration: configuration)
      super.init(frame: .zero)
      // The bridge holds its handler: it must not hold this view.
      web.configuration.userContentController.add(WeakMessageHandler(self), name: "hybrid")
      web.navigationDelegate = self
      web.isFindInteractionEnabled = true
      web.frame = bounds
      web.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(web)
    }

    /// Not from storyboards.
    @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("made with a release") }

    /// Loads an address, painting its page at once where that can be.
    ///
    /// - Parameters:
    ///   - url: what the web view loads.
    ///   - headers: of the request, for pages of the network.
    ///   - path: the page of the release that shows it; `nil` for pages of the network.
    public func load(_ url: URL, headers: [String: String] = [:], page path: String? = nil) {
      address = url
      isLoaded = false
      var request = URLRequest(url: url)
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      web.load(request)
      guard let path, bounds.width >= 1 else { return }
      let device = host.device(of: self)
      guard let opened = try? host.release.openPage(path, for: device) else { return }
      let (content, fonts, release, measures) = (host.content, host.fonts, host.release, host.measures)
      Task { [weak self] in
        let screen = await Task.detached(priority: .userInitiated) {
          var page = opened
          if let measures, !page.canBePainted(width: device.width) {
            let shown = try? release.layout(path, on: device, measures: measures).laidOutPage(for: device)
            page = shown ?? page
          }
          return FirstScreen(of: page, on: device, content: content, fonts: fonts)
        }.value
        if let screen { self?.show(screen, scale: device.scale) }
      }
    }

    /// Shows the painted screen, unless the web view was faster.
    private func show(_ screen: FirstScreen, scale: Double) {
      guard !isLoaded else { return }
      cover?.removeFromSuperview()
      let view = FirstScreenView(screen, scale: CGFloat(scale))
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.backgroundColor = .systemBackground
      view.onLink = { [weak self] link in self?.follow(link) }
      addSubview(view)
      cover = view
    }

    private func follow(_ link: String) {
      guard let target = URL(string: link, relativeTo: address)?.absoluteString else { return }
      onEvent(.link(target))
    }

    /// Opens the system's find bar for the page.
    func beginFinding() { web.findInteraction?.presentFindNavigator(showingReplace: false) }

    /// Runs a script in the page.
    public func evaluate(_ script: String) { web.evaluateJavaScript(script, completionHandler: nil) }

    /// The web view has the page: the painted screen goes once it is drawn.
    private func handOver() {
      guard !isLoaded else { return }
      isLoaded = true
      for script in cover?.takeActions() ?? [] { evaluate(script) }
      guard let cover else { return }
      self.cover = nil
      Task {
        // Two frames: what was loaded is drawn by then.
        try? await Task.sleep(nanoseconds: 50_000_000)
        cover.removeFromSuperview()
        UIAccessibility.post(notification: .screenChanged, argument: web)
      }
    }

    // MARK: The web view

    /// Links lead to visits; the page itself, and places in it, are loaded.
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
      guard let target = navigationAction.request.url else { return decisionHandler(.cancel) }
      guard navigationAction.targetFrame?.isMainFrame ?? true else {
        return decisionHandler(PageAddress.isWeb(target.absoluteString) ? .allow : .cancel)
      }
      // A visit has an address only: what is in the form would be lost. The bridge says the same of the pages that have it.
      let method = navigationAction.request.httpMethod ?? "GET"
      guard method.uppercased() == "GET" else {
        decisionHandler(.cancel)
        let data: [String: JSONValue] = ["action": .string(target.absoluteString), "method": .string(method)]
        return onEvent(.message(BridgeMessage(name: "formSubmitted", data: data)))
      }
      let isNew = navigationAction.targetFrame == nil
      let isSame = Self.withoutFragment(target) == address.map { Self.withoutFragment($0) }
      // A small page of the release's own leads on where it has moved.
      let isMoved = !isLoaded && PageAddress.scheme(of: target.absoluteString) == "hybrid"
      if !isNew, isSame && (!isLoaded || target.fragment != nil) || !isNew && isMoved {
        return decisionHandler(.allow)
      }
      decisionHandler(.cancel)
      onEvent(.link(target.absoluteString))
    }

    private static func withoutFragment(_ url: URL) -> Substring { url.absoluteString.prefix { $0 != "#" } }

    /// The page is loaded.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      handOver()
      onEvent(.loaded(title: webView.title))
    }

    /// The page cannot be loaded.
    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      failed(error)
    }

    /// The connection broke after the first bytes of the page.
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      failed(error)
    }

    private func failed(_ error: any Error) {
      // Another visit took its place.
      if (error as? URLError)?.code == .cancelled { return }
      // What this view refused itself (WebKitErrorFrameLoadInterruptedByPolicyChange) is reported already, or was a link.
      let refusal = error as NSError
      if refusal.domain == "WebKitErrorDomain", refusal.code == 102 { return }
      onEvent(.failed(status: 0, reason: error.localizedDescription))
    }

    /// A server's answer that is not a success is a failure.
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
      let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
      guard navigationResponse.isForMainFrame, status >= 400 else { return decisionHandler(.allow) }
      decisionHandler(.cancel)
      onEvent(.failed(status: status, reason: "the server answered with status \(status)"))
    }

    /// The process of the web view has ended.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      onEvent(.failed(status: 0, reason: "the web view's process ended"))
    }

    /// A message of the bridge.
    public func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      guard let text = message.body as? String, let message = BridgeMessage(json: text) else { return }
      onEvent(.message(message))
    }
  }

  /// Hands messages to a view that it does not hold.
  @MainActor private final class WeakMessageHandler: NSObject, WKScriptMessageHandler {
    private weak var view: WebPageView?

    init(_ view: WebPageView) {
      self.view = view
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      view?.userContentController(userContentController, didReceive: message)
    }
  }
#endif
