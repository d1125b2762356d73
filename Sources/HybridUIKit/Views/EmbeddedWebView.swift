#if canImport(UIKit) && canImport(WebKit)
  import Foundation
  import HostCore
  import JSONValues
  import Manifest
  import UIKit
  import WebKit

  /// Another page in a `webView`: of the network, or of the release, without scripts.
  @MainActor final class EmbeddedWebView: HostedView, WKNavigationDelegate {
    private let web: WKWebView
    private var loaded: String?

    init(_ adapter: UIKitAdapter) {
      let configuration = WKWebViewConfiguration()
      configuration.setURLSchemeHandler(ReleaseSchemeHandler(adapter.content), forURLScheme: "hybrid")
      configuration.defaultWebpagePreferences.allowsContentJavaScript = false
      web = WKWebView(frame: .zero, configuration: configuration)
      super.init(.web, adapter)
      web.navigationDelegate = self
      fill(with: web)
    }

    override var control: UIView? { web }

    override func update(_ node: HostView) {
      super.update(node)
      load(node)
    }

    private func load(_ node: HostView) {
      guard let source = node["src"] ?? node["url"], source != loaded else { return }
      loaded = source
      let address =
        PageAddress.path(of: source, from: adapter.source).map { adapter.content.origin + "/" + $0 } ?? source
      guard PageAddress.isWeb(address), let url = URL(string: address) else { return }
      web.load(URLRequest(url: url))
    }

    override func perform(_ action: String, _ arguments: [JSONValue]) {
      guard action == "reload" else { return }
      loaded = nil
      if let node { load(node) }
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
      let address = navigationAction.request.url?.absoluteString ?? ""
      decisionHandler(PageAddress.isWeb(address) && navigationAction.targetFrame != nil ? .allow : .cancel)
    }
  }
#endif
