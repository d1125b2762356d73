/// A request over HTTP or HTTPS.
public struct HTTPRequest: Sendable {
  /// `GET` or another method.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The head's fields, beside those that every request has.
  public var headers: [(name: String, value: String)]
  /// What is sent.
  public var body: [UInt8]?
  /// How many seconds a transfer may take until the head of its answer is there, and until each 4 kB more have come.
  public var pause: Double
  /// How many seconds all of it may take.
  public var longest: Double

  /// A request from its parts.
  public init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    pause: Double, longest: Double = .infinity
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.pause = pause
    self.longest = longest
  }

  /// Whether a redirection to an address of a scheme is followed from a URL: from an encrypted one only to encrypted
  /// ones, so that nobody on the way reads or writes what was asked for in secret.
  static func follows(toScheme scheme: String?, from url: String) -> Bool {
    switch scheme?.lowercased() {
    case "https": true
    case "http": !url.lowercased().hasPrefix("https:")
    default: false
    }
  }
}

/// The head of an answer.
public struct HTTPHead: Sendable {
  /// The status: 200 and the like.
  public var status: Int
  /// The URL that answered: another one than was asked for after a redirection.
  public var url: String
  /// The head's fields in order.
  public var headers: [(name: String, value: String)]

  /// A head from its parts.
  public init(status: Int, url: String, headers: [(name: String, value: String)]) {
    self.status = status
    self.url = url
    self.headers = headers
  }

  /// The first value of a field, whatever the case of its name.
  public func value(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// How many bytes the body has, where the head says it of the body as it is handed on: uncompressed.
  public var bodyLength: UInt64? {
    guard value("Transfer-Encoding") == nil else { return nil }
    if let coding = value("Content-Encoding"), coding.lowercased() != "identity" { return nil }
    return value("Content-Length").flatMap { UInt64($0) }
  }

  /// Whether the head says two lengths, or what is not a length: what follows may be anybody's (RFC 9112, 6.3).
  var isAmbiguous: Bool {
    let lengths = headers.filter { $0.name.lowercased() == "content-length" }.map(\.value)
    guard let first = lengths.first else { return false }
    let isNumber = !first.isEmpty && first.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && Int64(first) != nil
    return !isNumber || lengths.contains { $0 != first }
  }
}

/// Why a request has no whole answer.
public enum HTTPFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URL cannot be asked.
  case address
  /// It was cancelled.
  case cancelled
  /// Nothing came for too long, or not all in time.
  case timedOut
  /// Whoever receives wants no more.
  case refused
  /// The network or the server, in a few words.
  case network(String)

  /// A few words for people.
  public var description: String {
    switch self {
    case .address: "it is not a valid address"
    case .cancelled: "it was cancelled"
    case .timedOut: "no answer in time"
    case .refused: "the answer was refused"
    case .network(let reason): reason
    }
  }
}

/// Takes an answer, in a thread that may be held up: nothing more is read from the network meanwhile.
public protocol HTTPReceiver: AnyObject, Sendable {
  /// Whether the next bytes would wait.
  var isBehind: Bool { get }
  /// Takes the head of the answer, once, before any bytes.
  ///
  /// - Returns: whether the body is wanted.
  func receive(_ head: HTTPHead) -> Bool
  /// Takes bytes of the body in order, and waits while it is behind.
  ///
  /// - Returns: whether more are wanted.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}
