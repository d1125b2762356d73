#if canImport(WebKit)
  import Foundation
  import HybridClient
  import WebKit

  /// Answers a web view's requests for `hybrid://` from a release: types, ranges and `ETag` as `WebContent` has them.
  ///
  /// ```swift
  /// let configuration = WKWebViewConfiguration()
  /// configuration.setURLSchemeHandler(ReleaseSchemeHandler(content), forURLScheme: "hybrid")
  /// ```
  @MainActor public final class ReleaseSchemeHandler: NSObject, WKURLSchemeHandler {
    private let content: WebContent
    private var running: Set<ObjectIdentifier> = []

    /// A handler of a release's content; WebKit follows no redirections of such handlers: give it
    /// `WebContent(release, redirections: false)`.
    public init(_ content: WebContent) {
      self.content = content
      super.init()
    }

    /// Answers a request, off the main thread.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
      guard let url = urlSchemeTask.request.url else {
        return urlSchemeTask.didFailWithError(URLError(.badURL))
      }
      let asked = WebRequest(
        method: urlSchemeTask.request.httpMethod ?? "GET", url: url.absoluteString,
        headers: urlSchemeTask.request.allHTTPHeaderFields ?? [:])
      let content = content
      let identifier = ObjectIdentifier(urlSchemeTask)
      running.insert(identifier)
      Task {
        let answer = await Task.detached { content.response(to: asked) }.value
        // WebKit ends the program when a task is answered that it has stopped.
        guard running.remove(identifier) != nil else { return }
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { _, last in last }
        guard
          let response = HTTPURLResponse(
            url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return urlSchemeTask.didFailWithError(URLError(.badServerResponse)) }
        urlSchemeTask.didReceive(response)
        urlSchemeTask.didReceive(Data(answer.body))
        urlSchemeTask.didFinish()
      }
    }

    /// Nothing is answered to a request from here on.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
      running.remove(ObjectIdentifier(urlSchemeTask))
    }
  }
#endif
