import JSONValues
import Manifest

/// What a page says, for searches by the system: Core Spotlight and AppSearch (docs/guides/search.md).
///
/// ```swift
/// for record in try release.searchRecords() { print(record.route, record.title) }
/// ```
public struct SearchRecord: Sendable, Hashable {
  /// The page's path in the site.
  public var path: String
  /// The URL that leads to it.
  public var route: String
  /// The title; empty where the page has none.
  public var title = ""
  /// What the page says of itself; empty where it does not.
  public var description = ""
  /// The language; empty where the page names none.
  public var language = ""
  /// The site path of the page's picture; empty where it has none.
  public var image = ""
  /// The headings in order.
  public var headings: [String] = []
  /// The text, a line for each paragraph.
  public var text = ""

  /// Reads a record; `nil` for a value that is none.
  init?(_ value: JSONValue) {
    guard let path = value["path"]?.text, let route = value["route"]?.text else { return nil }
    self.path = path
    self.route = route
    title = value["title"]?.text ?? ""
    description = value["description"]?.text ?? ""
    language = value["language"]?.text ?? ""
    image = value["image"]?.text ?? ""
    headings = value["headings"]?.elements?.compactMap(\.text) ?? []
    text = value["text"]?.text ?? ""
  }
}
