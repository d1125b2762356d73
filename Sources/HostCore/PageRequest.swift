import Foundation
import JSONValues
import Manifest
import Transfers

/// What a script asks of the network with `token.request`: its options, read and checked.
public struct PageRequest: Sendable, Hashable {
  /// Why a request has no answer, in a few words for the script.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The words: of an answer with another status than 200 to 299, the status.
    public var description: String
  }

  /// A field of the head.
  public struct Header: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
  }

  /// `GET` or another method, in capitals.
  public private(set) var method = "GET"
  /// The absolute URL, with the parameters of a request that sends nothing.
  public private(set) var url: String
  /// The fields of the head.
  public private(set) var headers: [Header] = []
  /// What is sent.
  public private(set) var body: [UInt8]?
  /// How long the whole answer may take, in seconds.
  public private(set) var seconds = 60.0
  /// Whether the script wants the answer as it is, though it is JSON.
  public private(set) var wantsText = false

  /// The longest time that a script may wait, in seconds.
  private static let mostSeconds = 600.0

  /// Reads the options of `token.request`: `url`, `method`, `header`, `httpParameter`, `jsonParameter`, `timeout` and `resultType`.
  ///
  /// - Throws: ``Failure`` where the URL or the method cannot be asked.
  public init(_ options: JSONValue) throws(Failure) {
    let given = options["url"]?.text ?? ""
    guard var components = URLComponents(string: given),
      ["http", "https"].contains(components.scheme?.lowercased() ?? ""),
      !(components.host ?? "").isEmpty
    else { throw Failure(description: "\(given.prefix(200)) is not an absolute http or https URL") }
    if let name = options["method"]?.text, !name.isEmpty { method = name.uppercased() }
    // RFC 9110, 5.6.2: a method is a token.
    guard method.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }) else {
      throw Failure(description: "\(method.prefix(40)) is not a method")
    }
    components.fragment = nil
    let parameters = Self.form(options["httpParameter"])
    if method == "GET" || method == "HEAD" {
      if !parameters.isEmpty {
        let query = components.percentEncodedQuery.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
        components.percentEncodedQuery = query + parameters
      }
    } else if let json = options["jsonParameter"], json != .null {
      body = Array(json.canonicalText.utf8)
      headers.append(Header(name: "Content-Type", value: "application/json"))
    } else if options["httpParameter"] != nil {
      body = Array(parameters.utf8)
      headers.append(Header(name: "Content-Type", value: "application/x-www-form-urlencoded;charset=UTF-8"))
    }
    guard let url = components.string else { throw Failure(description: "\(given.prefix(200)) is not a URL") }
    self.url = url
    if case .object(let fields)? = options["header"] {
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append(Header(name: name, value: Self.text(value)))
      }
    }
    if let timeout = options["timeout"]?.double, timeout.isFinite, timeout > 0 {
      seconds = min(timeout, Self.mostSeconds)
    }
    wantsText = options["resultType"]?.text == "text"
  }

  /// What scripts get for the bytes of an answer: JSON where it is, a text otherwise.
  func value(of bytes: [UInt8]) -> JSONValue {
    if !wantsText, let value = try? JSONParser.parse(bytes) { return value }
    return .string(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Parameters

  /// As `String()` of JavaScript.
  private static func text(_ value: JSONValue) -> String { value.text ?? value.canonicalText }

  /// Members in the form of `application/x-www-form-urlencoded` (URL Standard, 5.2), by their names.
  private static func form(_ value: JSONValue?) -> String {
    guard case .object(let members)? = value else { return "" }
    return members.sorted { $0.key < $1.key }.map { encoded($0.key) + "=" + encoded(text($0.value)) }.joined(
      separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20: result += "+"
      default:
        result += "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

/// Sends what scripts ask of the network, a few requests at a time, each in a thread of its own.
public final class PageNetwork: Sendable {
  /// The most bytes of an answer.
  public static let mostBytes = 16 << 20
  /// The most requests at a time; more fail.
  public static let mostRequests = 16

  private let transfers = HTTPTransfers()
  private let open = OpenRequests()

  /// A network that was not asked yet.
  public init() {}

  /// Sends a request and waits for the whole answer. The caller's task may be cancelled: the request then ends at once.
  public func send(_ request: PageRequest) async -> Result<JSONValue, PageRequest.Failure> {
    guard await open.begin() else {
      return .failure(PageRequest.Failure(description: "more than \(Self.mostRequests) requests at a time"))
    }
    let call = HTTPCall()
    let receiver = WholeAnswer()
    let transfers = transfers
    let sent = HTTPRequest(
      method: request.method, url: request.url, headers: request.headers.map { ($0.name, $0.value) },
      body: request.body,
      pause: request.seconds, longest: request.seconds)
    let fault: HTTPFault? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: transfers.run(sent, to: receiver, call)) }
      }
    } onCancel: {
      call.cancel()
    }
    await open.end()
    let (status, bytes) = receiver.answer
    if let status, !(200...299).contains(status) { return .failure(PageRequest.Failure(description: "\(status)")) }
    switch fault {
    case nil: return .success(request.value(of: bytes))
    case .refused: return .failure(PageRequest.Failure(description: "the answer has more than \(Self.mostBytes) bytes"))
    case .some(let fault): return .failure(PageRequest.Failure(description: "\(fault)"))
    }
  }

  /// How many requests are under way.
  private actor OpenRequests {
    private var count = 0

    func begin() -> Bool {
      guard count < PageNetwork.mostRequests else { return false }
      count += 1
      return true
    }

    func end() { count -= 1 }
  }
}

/// An answer that is kept whole, up to a bound.
private final class WholeAnswer: HTTPReceiver {
  private let lock = NSLock()
  // Guarded by the lock.
  nonisolated(unsafe) private var status: Int?
  nonisolated(unsafe) private var bytes: [UInt8] = []

  var isBehind: Bool { false }
  var answer: (status: Int?, bytes: [UInt8]) { lock.withLock { (status, bytes) } }

  func receive(_ head: HTTPHead) -> Bool {
    lock.withLock { status = head.status }
    return (200...299).contains(head.status)
  }

  func receive(_ part: UnsafeRawBufferPointer) -> Bool {
    lock.withLock {
      guard bytes.count + part.count <= PageNetwork.mostBytes else { return false }
      bytes.append(contentsOf: part)
      return true
    }
  }
}
