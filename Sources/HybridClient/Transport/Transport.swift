/// Why a request failed.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: String, Sendable, Hashable {
    /// No connection, a cut one, a time-out: worth another try.
    case connection
    /// The server answered with an error that may pass (429, 5xx): worth another try.
    case unavailable
    /// The server has no such file (404, 410) or refuses it: no further try.
    case refused
    /// The answer is longer than the file may be.
    case tooLong
    /// The URL cannot be made.
    case address
  }

  /// What went wrong.
  public var kind: Kind
  /// The file.
  public var url: String
  /// What the server or the system says.
  public var detail: String

  /// An error from its parts.
  public init(_ kind: Kind, url: String, detail: String) {
    self.kind = kind
    self.url = url
    self.detail = detail
  }

  /// Whether another try may help.
  public var isTransient: Bool { kind == .connection || kind == .unavailable }
  /// One line for people.
  public var description: String { "\(url): \(kind.rawValue): \(detail)" }
}

/// What a server answered before the first byte of the body.
public struct TransportResponse: Sendable, Hashable {
  /// The place in the file of the body's first byte: the one asked for, or 0 when the server sends the whole file.
  public var offset: UInt64
  /// The body's length, where the server says it.
  public var length: UInt64?

  /// An answer from its parts.
  public init(offset: UInt64, length: UInt64?) {
    self.offset = offset
    self.length = length
  }
}

/// Fetches a release's files. Implementations need no retries and no checks: the client does both.
public protocol Transport: Sendable {
  /// Fetches a file from a byte on.
  ///
  /// - Parameters:
  ///   - path: the path relative to the place of `latest.json`.
  ///   - offset: the first byte wanted; a server that cannot may send the whole file.
  ///   - end: the byte after the last one wanted, or `nil` for all that follow.
  ///   - isFresh: whether a cached answer must not be used: `latest.json`.
  ///   - onResponse: called once, before any bytes.
  ///   - onBytes: called with the body's pieces in order; when it throws, the transfer is given up.
  /// - Throws: ``TransportError``, `CancellationError`, or what the closures throw.
  func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void,
    onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws
}
