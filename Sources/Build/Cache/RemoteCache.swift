/// A cache that checkouts share over HTTP.
final class RemoteCache: Sendable {}

/// Where a cache that checkouts share is, and whether this build adds to it.
public struct RemoteCacheOptions: Sendable {
  /// The address.
  public var url: String
  /// Whether results are added.
  public var uploads: Bool

  /// A cache at an address.
  public init(url: String, uploads: Bool) {
    self.url = url
    self.uploads = uploads
  }
}
