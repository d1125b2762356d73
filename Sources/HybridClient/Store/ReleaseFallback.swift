import JSONValues
import Manifest

/// Why an older release is shown than the one that was shown before.
public struct ReleaseFallback: Sendable, Hashable {
  /// What was wrong with the release that was taken back.
  public enum Reason: Sendable, Hashable {
    /// It was launched as often as a release on trial may be, and not called healthy.
    case notHealthy
    /// It was on trial for too long when the app asked ``ReleaseStore/rollBackIfUnhealthy(now:)``.
    case tookTooLong
    /// The app asked for an older one: ``ReleaseStore/launch(now:insteadOf:)``.
    case asked
    /// Its files are missing or damaged; the text says which. It may be installed again.
    case damaged(String)
  }

  /// The hash of the manifest of the release that was taken back.
  public let release: ContentHash
  /// Its version; `nil` when its manifest cannot be read.
  public let version: String?
  /// Why.
  public let reason: Reason

  var json: JSONValue {
    let (word, detail): (String, String?) =
      switch reason {
      case .notHealthy: ("notHealthy", nil)
      case .tookTooLong: ("tookTooLong", nil)
      case .asked: ("asked", nil)
      case .damaged(let text): ("damaged", text)
      }
    return .object(of: [
      ("release", .string(release.description)), ("version", version.map { .string($0) }), ("reason", .string(word)),
      ("detail", detail.map { .string($0) }),
    ])
  }

  init(release: ContentHash, version: String?, reason: Reason) {
    self.release = release
    self.version = version
    self.reason = reason
  }

  init?(_ value: JSONValue?) {
    guard let value, let release = value["release"]?.text.flatMap({ ContentHash($0) }) else { return nil }
    self.release = release
    version = value["version"]?.text
    switch value["reason"]?.text {
    case "notHealthy": reason = .notHealthy
    case "tookTooLong": reason = .tookTooLong
    case "asked": reason = .asked
    default: reason = .damaged(value["detail"]?.text ?? "")
    }
  }
}
