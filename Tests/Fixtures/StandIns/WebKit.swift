@_exported import Foundation
@_exported import FoundationNetworking
@_exported import UIKit

@MainActor public protocol WKURLSchemeTask: NSObjectProtocol {
  var request: URLRequest { get }
  func didReceive(_ response: URLResponse)
  func didReceive(_ data: Data)
  func didFinish()
  func didFailWithError(_ error: any Error)
}
@MainActor public protocol WKURLSchemeHandler: NSObjectProtocol {
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
@MainActor open class WKScriptMessage: NSObject { open var body: Any { "" } }
@MainActor open class WKUserContentController: NSObject {
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
}
@MainActor open class WKWebpagePreferences: NSObject {
  open var allowsContentJavaScript: Bool = true
}
@MainActor open class WKWebViewConfiguration: NSObject {
  public nonisolated override init() {}
  open var userContentController: WKUserContentController { fatalError() }
  open var defaultWebpagePreferences: WKWebpagePreferences! { fatalError() }
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {}
}
@MainActor open class WKNavigation: NSObject {}
@MainActor open class WKFrameInfo: NSObject { open var isMainFrame: Bool { fatalError() } }
@MainActor open class WKNavigationAction: NSObject {
  open var request: URLRequest { fatalError() }
  open var targetFrame: WKFrameInfo? { fatalError() }
}
@MainActor open class WKNavigationResponse: NSObject {
  open var response: URLResponse { fatalError() }
  open var isForMainFrame: Bool { fatalError() }
}
public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }
public enum WKNavigationResponsePolicy: Int, Sendable { case cancel, allow, download }
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}
// Requirements that Objective-C has as optional.
extension WKNavigationDelegate {
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
  ) {}
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
  ) {}
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {}
  public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}
@MainActor open class WKWebView: UIView {
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    super.init(frame: frame)
  }
  @available(*, unavailable) public required init?(coder: NSCoder) { fatalError() }
  public let configuration: WKWebViewConfiguration
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open var isFindInteractionEnabled = false
  open var findInteraction: UIFindInteraction? { fatalError() }
  open var title: String? { fatalError() }
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
  open func evaluateJavaScript(
    _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {}
}
