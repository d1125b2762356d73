import Diagnostics
import Foundation
import Manifest
import Platform
import Transfers

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

extension RemoteCacheOptions {
  /// Whether credentials would be sent so that everybody on the way can read them.
  var exposesCredentials: Bool {
    guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http" else { return false }
    let host = parts.host?.lowercased() ?? ""
    if host == "localhost" || host.hasPrefix("127.") || host == "[::1]" || host == "::1" { return false }
    return parts.user != nil || EnvironmentVariable.remoteCacheToken.value() != nil
      || EnvironmentVariable.remoteCacheUser.value() != nil
  }

  /// What is wrong with using the address.
  var problems: [Diagnostic] {
    guard exposesCredentials else { return [] }
    return [
      Diagnostic(
        .remoteCacheUnencrypted, "the remote cache's credentials are sent over http:",
        help: "name an address with https: after `--remote-cache`")
    ]
  }
}

/// A cache that checkouts share over HTTP, by Bazel's cache protocol: `/ac/<sha256>` holds what an action made (an
/// `ActionResult`), `/cas/<sha256>` the bytes themselves.
///
/// Whatever goes wrong is a miss. After the second failure in a row of the network nothing is asked any more.
final class RemoteCache: Sendable {
  /// Seconds that one request may take, and all of a kind together.
  private static let requestTimeout = 10.0
  private static let totalTimeout = 60.0
  /// More than this for one group is nothing that this tool wrote.
  private static let largestBlob = 512 << 20
  /// The most bytes of an action's result, and of what a server says to a refusal.
  private static let largestAction = 64 << 10

  private let base: String
  private let transfers = BoundedTransfers()
  private let authorization: String?
  private struct State {
    var failures = 0
    var deadline: ContinuousClock.Instant?
    var problem: String?
  }
  private let state = Mutex(State())

  /// Why the server was of no use, where it was not: the first reason met.
  var problem: String? { state.withLock { $0.problem } }

  /// `HYBRID_REMOTE_CACHE_TOKEN` (bearer) or `HYBRID_REMOTE_CACHE_USER` and `HYBRID_REMOTE_CACHE_PASSWORD` are sent with
  /// every request.
  init(_ options: RemoteCacheOptions) {
    base = options.url.hasSuffix("/") ? String(options.url.dropLast()) : options.url
    if let token = EnvironmentVariable.remoteCacheToken.value() {
      authorization = "Bearer " + token
    } else if let user = EnvironmentVariable.remoteCacheUser.value() {
      let pair = user + ":" + (EnvironmentVariable.remoteCachePassword.value() ?? "")
      authorization = "Basic " + Data(pair.utf8).base64EncodedString()
    } else {
      authorization = nil
    }
  }

  /// Whether the server answers. After two failures in a row, or when the time is up, it is not asked again.
  private var isUsable: Bool {
    state.withLock { state in
      let deadline = state.deadline ?? .now + .seconds(Self.totalTimeout)
      state.deadline = deadline
      return state.failures < 2 && ContinuousClock.now < deadline
    }
  }

  /// The bytes that an action made; `nil` where anything is missing or not what its hash says.
  func result(of action: ContentHash) -> [UInt8]? {
    guard let answer = get("/ac/" + CacheFolder.hexadecimal(action.digest), limit: Self.largestAction),
      let digest = ActionResult.output(of: answer), digest.size <= Self.largestBlob
    else { return nil }
    guard let blob = get("/cas/" + digest.hash, limit: digest.size), blob.count == digest.size,
      CacheFolder.hexadecimal(ContentHash(of: blob).digest) == digest.hash
    else { return nil }
    return blob
  }

  /// Adds what an action made, the bytes before the action, so that no action names bytes that are not there.
  func put(_ bytes: [UInt8], for action: ContentHash) {
    let hash = CacheFolder.hexadecimal(ContentHash(of: bytes).digest)
    guard put("/cas/" + hash, bytes) else { return }
    _ = put("/ac/" + CacheFolder.hexadecimal(action.digest), ActionResult.encode(hash: hash, size: bytes.count))
  }

  private func get(_ path: String, limit: Int) -> [UInt8]? {
    guard let answer = send(path, method: "GET", body: nil, limit: limit), answer.status == 200 else { return nil }
    return answer.body
  }

  private func put(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let answer = send(path, method: "PUT", body: bytes, limit: Self.largestAction) else { return false }
    return (200..<300).contains(answer.status)
  }

  /// Sends a request and waits; `nil` where there was no answer.
  private func send(
    _ path: String, method: String, body: [UInt8]?, limit: Int
  ) -> (status: Int, body: [UInt8])? {
    guard isUsable, let url = URL(string: base + path) else { return nil }
    var request = HTTPRequest(
      method: method, url: url.absoluteString, body: body, pause: Self.requestTimeout,
      longest: Self.requestTimeout * 3)
    if let authorization { request.headers.append(("Authorization", authorization)) }
    if body != nil { request.headers.append(("Content-Type", "application/octet-stream")) }
    // What a server says to a refusal may be longer than what it was asked for.
    let outcome = transfers.answer(to: request, limit: max(limit, Self.largestAction))
    let result = (try? outcome.get()).map { (status: $0.head.status, body: $0.body) }
    let isFailure = result.map { $0.status >= 500 || $0.status == 401 || $0.status == 403 } ?? true
    // A miss is not a refusal.
    let isRefused = result.map { !(200..<300).contains($0.status) && (method == "PUT" || $0.status != 404) } ?? true
    state.withLock { state in
      state.failures = isFailure ? state.failures + 1 : 0
      guard isRefused, state.problem == nil else { return }
      switch outcome {
      case .success(let answer): state.problem = "\(method) was answered with status \(answer.head.status)"
      case .failure(let error): state.problem = "\(method): \(error)"
      }
    }
    return result
  }

  /// Begins a new span of time, as before the uploads.
  func restartClock() { state.withLock { $0.deadline = nil } }
}

/// The part of the remote execution API's `ActionResult` that a cache of one file needs:
/// `output_files = 2 { path = 1, digest = 2 { hash = 1, size_bytes = 2 } }`.
enum ActionResult {
  static func encode(hash: String, size: Int) -> [UInt8] {
    let digest = field(1, Array(hash.utf8)) + [0x10] + varint(size)
    return field(2, field(1, Array("pages".utf8)) + field(2, digest))
  }

  /// The first output file's digest; `nil` where it makes no sense.
  static func output(of bytes: [UInt8]) -> (hash: String, size: Int)? {
    guard let file = fields(bytes[...])?.first(where: { $0.number == 2 })?.bytes,
      let digest = fields(file)?.first(where: { $0.number == 2 })?.bytes, let parts = fields(digest),
      let hash = parts.first(where: { $0.number == 1 })?.bytes.flatMap({ String(validUTF8: $0) })
    else { return nil }
    let isHash =
      hash.utf8.count == 64 && hash.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    guard isHash, let size = parts.first(where: { $0.number == 2 })?.value, size >= 0 else { return nil }
    return (hash, size)
  }

  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(bytes.count) + bytes
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(value)
    return writer.bytes
  }

  private static func fields(_ bytes: ArraySlice<UInt8>?) -> [(number: Int, value: Int?, bytes: ArraySlice<UInt8>?)]? {
    guard let bytes else { return nil }
    var reader = ByteReader(bytes)
    var fields: [(number: Int, value: Int?, bytes: ArraySlice<UInt8>?)] = []
    do throws(ByteCodingError) {
      while !reader.isAtEnd {
        let key = try reader.int()
        switch key & 7 {
        case 0: fields.append((key >> 3, try reader.int(), nil))
        case 1: _ = try reader.raw(8)
        case 2: fields.append((key >> 3, nil, try reader.slice()))
        case 5: _ = try reader.raw(4)
        default: throw ByteCodingError()
        }
      }
    } catch {
      return nil
    }
    return fields
  }
}
