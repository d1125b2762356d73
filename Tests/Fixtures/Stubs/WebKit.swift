// What the documents' Swift uses of WebKit, so that it compiles where WebKit is not.
@_exported import Foundation
@_exported import FoundationNetworking

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
@MainActor public final class WKScriptMessage: NSObject { public var body: Any { "" } }
@MainActor public final class WKUserContentController: NSObject {
  public func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
}
@MainActor public final class WKWebViewConfiguration: NSObject {
  public nonisolated override init() {}
  public var userContentController: WKUserContentController { fatalError() }
  public func setURLSchemeHandler(_ handler: (any WKURLSchemeHandler)?, forURLScheme scheme: String) {}
}
@MainActor public final class WKWebView: NSObject {
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { self.configuration = configuration }
  public let configuration: WKWebViewConfiguration
  public func load(_ request: URLRequest) {}
  public func evaluateJavaScript(_ script: String, completionHandler: ((Any?, (any Error)?) -> Void)?) {}
}
