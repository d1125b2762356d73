/// A page that a search found.
///
/// ```swift
/// for hit in try release.search("harbour fest") { print(hit.title, hit.route, hit.excerpt) }
/// ```
public struct SearchHit: Sendable, Hashable {
  /// The page's path in the site, such as `news/index.html`.
  public var path: String
  /// The URL that leads to it, such as `/news/`.
  public var route: String
  /// The title; the path where the page has none.
  public var title: String
  /// The places of the question's words in ``title``, in order.
  public var titleHighlights: [Range<String.Index>]
  /// The part of the text that fits the question best, on one line, with `…` where something is cut off.
  public var excerpt: String
  /// The places of the question's words in ``excerpt``, in order.
  public var highlights: [Range<String.Index>]
  /// The page's language, such as `de-AT`; `nil` where it names none.
  public var language: String?
  /// The site path of the page's picture; `nil` where it has none.
  public var image: String?
  /// How well the page fits: scores of one question can be compared.
  public var score: Double
}
