/// Why a page cannot be shown as native views.
public enum LivePageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The page with this path is a Web page: its elements are not native views.
  case webPage(String)

  // UNIMPLEMENTED: hosts that paint Web pages from their frames.
  /// One line for people.
  public var description: String {
    switch self {
    case .webPage(let path):
      "\(path) is a Web page, which has no native views: show it in a web view with WebContent, or write it as a Token page"
    }
  }
}
