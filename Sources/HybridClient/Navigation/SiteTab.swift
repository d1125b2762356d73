import JSONValues

/// A tab of an app: a stack of screens of its own.
public struct SiteTab: Hashable, Sendable {
  /// What readers see.
  public var title: String
  /// The URL of its first screen.
  public var url: String

  /// A tab from its parts.
  public init(title: String, url: String) {
    self.title = title
    self.url = url
  }
}

extension SiteNavigation {
  /// The tabs that the navigation's settings name: `"tabs": [{ "title": "News", "url": "/" }]`, where `path` may stand for `url`.
  /// What is no such object is the app's own and left out.
  public var tabs: [SiteTab] {
    (settings?["tabs"]?.elements ?? []).prefix(Self.mostTabs).compactMap { tab in
      guard let title = tab["title"]?.text, let url = (tab["url"] ?? tab["path"])?.text else { return nil }
      return SiteTab(title: title, url: url)
    }
  }

  /// More tabs than any bar has room for.
  private static let mostTabs = 16
}
