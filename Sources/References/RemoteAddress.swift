import Foundation

/// A URL of a file on the network as lock files have it: `https:` where it names no scheme, and without its fragment, which is
/// the other part.
public struct RemoteAddress: Hashable, Sendable {
  /// The URL without its fragment.
  public let url: String
  /// The fragment with its `#`; empty for none.
  public let fragment: String

  /// The address of a URL; `nil` where it is none of the web.
  public init?(_ url: String) {
    let text = SiteReference.stripped(url)
    let lower = text.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://") || text.hasPrefix("//") else { return nil }
    let whole = text.hasPrefix("//") ? "https:" + text : text
    let hash = whole.firstIndex(of: "#") ?? whole.endIndex
    self.url = String(whole[..<hash])
    fragment = String(whole[hash...])
  }

  /// The absolute address of a reference in a file that was fetched from another; `nil` where it is none of the web.
  public init?(_ url: String, against source: String) {
    if let address = RemoteAddress(url) {
      self = address
      return
    }
    let text = SiteReference.stripped(url)
    guard !text.isEmpty, !text.hasPrefix("#"), SiteReference.scheme(of: text) == nil, let base = URL(string: source),
      let resolved = URL(string: text, relativeTo: base)?.absoluteURL
    else { return nil }
    self.init(resolved.absoluteString)
  }
}
