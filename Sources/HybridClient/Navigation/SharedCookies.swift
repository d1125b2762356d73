import Synchronization

/// The cookies and credentials that all sessions of one store share: who signs in once is signed in everywhere.
public final class SharedCookies: Sendable {
  private let values = Mutex<[String: [String: String]]>([:])
  private let credentials = Mutex<[String: String]>([:])

  /// No cookies.
  public init() {}

  /// A host's cookies as a `Cookie` header has them, sorted by name; `nil` where there are none.
  public func header(for host: String) -> String? {
    let cookies = values.withLock { $0[host.lowercased()] ?? [:] }
    guard !cookies.isEmpty else { return nil }
    return cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
  }

  /// Sets a cookie; `nil` removes it.
  public func set(_ name: String, to value: String?, for host: String) {
    values.withLock { $0[host.lowercased(), default: [:]][name] = value }
  }

  /// The value of the `Authorization` header for a host.
  public func authorization(for host: String) -> String? { credentials.withLock { $0[host.lowercased()] } }

  /// Sets the value of the `Authorization` header for a host; `nil` removes it.
  public func setAuthorization(_ value: String?, for host: String) {
    credentials.withLock { $0[host.lowercased()] = value }
  }
}
