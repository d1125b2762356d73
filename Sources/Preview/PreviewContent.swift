import Foundation

/// What a preview shows at one moment.
public struct PreviewContent: Sendable {
  /// Grows with every change: clients ask for files by it.
  public var version = 0
  /// The bytes of an entry, published or not: `pages/…`, `layouts/…`, `web/…`.
  public var file: @Sendable (_ entry: String) -> [UInt8]? = { _ in nil }
  /// The text that `/state.json` answers with: a JSON object.
  public var state = "{}"

  /// Nothing yet.
  public init() {}
}
