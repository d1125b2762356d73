/// What readers can find a page by: its text as it is shown, without what every page has around it.
public struct PageSearchText: Hashable, Sendable {
  /// `<meta name="description">`.
  public var description = ""
  /// `lang` of the document; empty where it has none.
  public var language = ""
  /// The site path of the page's picture: `og:image`, or the first image of its text; empty for none.
  public var image = ""
  /// The headings in order, the page's title not among them.
  public var headings: [String] = []
  /// The text by blocks, such as paragraphs, headings and cells.
  public var blocks: [String] = []

  /// A page without text.
  public init() {}
}
