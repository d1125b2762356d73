import JSONValues

/// What a screen was given to show by an app that says so again and again, as SwiftUI does.
public struct GivenPage: Equatable {
  /// The release, by the object that has what its screens share.
  public let release: ObjectIdentifier
  /// The page's URL in the site.
  public let url: String
  /// What fills its bindings.
  public let data: JSONValue

  /// What a screen does to show what it is given.
  public enum Change: Hashable, Sendable {
    /// It shows that.
    case nothing
    /// It fills the page that it shows with other data. The same data again would overwrite what a reader entered.
    case data
    /// It shows another page, or one of another release.
    case page
  }

  /// A page with its data.
  public init(release: ObjectIdentifier, url: String, data: JSONValue) {
    self.release = release
    self.url = url
    self.data = data
  }

  /// What a screen that was given this does when it is given another one.
  public func change(to next: GivenPage) -> Change {
    if release != next.release || url != next.url { return .page }
    return data == next.data ? .nothing : .data
  }
}
