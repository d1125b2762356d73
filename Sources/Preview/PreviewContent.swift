import Manifest

/// What a preview shows at one moment.
public struct PreviewContent: Sendable {
  /// Grows by one with every change, from the moment of the start on in milliseconds since 1970, so that the versions of
  /// two servers are not taken for each other.
  public internal(set) var version: Int
  /// The bytes of an entry, published or not: `pages/…`, `layouts/…`, `web/…`.
  public var file: @Sendable (_ entry: String) -> [UInt8]? = { _ in nil }
  /// The display list of a whole page in a viewport, as JSON; `nil` where the page or its layout is not there.
  public var displayList: @Sendable (_ page: String, _ viewport: String) -> [UInt8]? = { _, _ in nil }
  /// The hash of the manifest of the release that is shown, whose bytes are all that is served as it; `nil` where none is.
  public var manifest: ContentHash?
  /// A part of what `/state.json` answers with: a JSON object.
  public var state = "{}"

  /// Nothing yet.
  init(version: Int) { self.version = version }
}
