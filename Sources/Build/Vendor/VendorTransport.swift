import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file as a server gave it.
struct FetchedFile: Sendable {
  var bytes: [UInt8]
  /// `Content-Type` without parameters.
  var mediaType: String?
}

/// Why a file could not be had.
struct FetchFailure: Error, Sendable {
  var message: String
  /// Whether another attempt may help.
  var mayPass = false
}

/// Fetches files over HTTP for `hybrid vendor`: whole, bounded, a few attempts.
final class VendorTransport: Sendable {
  /// The largest file, in bytes.
  static let largestFile = 64 << 20
  private static let attempts = 3
  private static let timeout = 30.0

  /// Seconds that a whole file may take.
  private static let longest = 120.0

  private let state = Mutex<URLSession?>(nil)
  /// Redirections lead from an encrypted address to encrypted ones alone.
  private let transfers = BoundedTransfers { from, to in
    let scheme = to?.scheme ?? ""
    return scheme == "https" || scheme == "http" && from?.scheme != "https"
  }

  /// The bytes of a URL.
  func fetch(_ url: String) throws(FetchFailure) -> FetchedFile {
    var attempt = 1
    while true {
      do throws(FetchFailure) {
        return try fetchOnce(url)
      } catch {
        guard error.mayPass, attempt < Self.attempts else { throw error }
        Thread.sleep(forTimeInterval: 0.3 * Double(attempt * attempt))
        attempt += 1
      }
    }
  }

  private func session() -> URLSession {
    state.withLock { state in
      if let state { return state }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = Self.timeout
      configuration.timeoutIntervalForResource = Self.longest
      configuration.httpMaximumConnectionsPerHost = 4
      configuration.httpCookieStorage = nil
      let made = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
      state = made
      return made
    }
  }

  private func fetchOnce(_ url: String) throws(FetchFailure) -> FetchedFile {
    guard let address = URL(string: url), address.host?.isEmpty == false else {
      throw FetchFailure(message: "it is no address")
    }
    var request = URLRequest(url: address, timeoutInterval: Self.timeout)
    // Servers that make style sheets for each browser (such as those of fonts) give modern formats to modern names.
    request.setValue("Mozilla/5.0 (hybrid vendor) AppleWebKit/605.1.15 Chrome/120.0", forHTTPHeaderField: "User-Agent")
    request.setValue("*/*", forHTTPHeaderField: "Accept")
    let answer = Mutex<BoundedTransfers.Answer?>(nil)
    let done = DispatchSemaphore(value: 0)
    let task = session().dataTask(with: request)
    transfers.add(task, limit: Self.largestFile) { result in
      answer.withLock { $0 = result }
      done.signal()
    }
    let began = ContinuousClock.now
    task.resume()
    if done.wait(timeout: .now() + Self.longest + Self.timeout) == .timedOut { task.cancel() }
    let head: HTTPURLResponse
    let body: [UInt8]
    switch answer.withLock({ $0 }) ?? .failure(SystemError(reason: "no answer")) {
    case .success(let whole): (head, body) = whole
    case .failure(let error):
      if error.reason.hasPrefix("the answer is longer") {
        throw FetchFailure(message: "it has more than \(Self.largestFile >> 20) MB")
      }
      // A server that was slow for two minutes is slow again.
      throw FetchFailure(
        message: "the server does not answer: \(error.reason)",
        mayPass: ContinuousClock.now - began < .seconds(Self.longest))
    }
    guard head.statusCode == 200 else {
      throw FetchFailure(
        message: "the server answers \(head.statusCode)", mayPass: head.statusCode >= 500 || head.statusCode == 429)
    }
    if url.hasPrefix("https:"), head.url?.scheme != "https" {
      throw FetchFailure(message: "the server leads to an address without encryption")
    }
    return FetchedFile(bytes: body, mediaType: head.mimeType)
  }
}
