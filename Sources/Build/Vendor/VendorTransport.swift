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
final class VendorTransport: NSObject, URLSessionTaskDelegate, Sendable {
  /// The largest file, in bytes.
  static let largestFile = 64 << 20
  private static let attempts = 3
  private static let timeout = 30.0

  private let state = Mutex<URLSession?>(nil)

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
      configuration.timeoutIntervalForResource = Self.timeout * 6
      configuration.httpMaximumConnectionsPerHost = 4
      configuration.httpCookieStorage = nil
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
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
    let answer = Mutex<(data: Data?, response: HTTPURLResponse?, error: String?)>((nil, nil, "no answer"))
    let done = DispatchSemaphore(value: 0)
    let task = session().dataTask(with: request) { data, response, error in
      let message = error.map { ($0 as NSError).localizedDescription }
      answer.withLock { $0 = (data, response as? HTTPURLResponse, message) }
      done.signal()
    }
    task.resume()
    if done.wait(timeout: .now() + Self.timeout * 7) == .timedOut { task.cancel() }
    let (data, response, error) = answer.withLock { $0 }
    guard let response else {
      throw FetchFailure(message: "the server does not answer: \(error ?? "no answer")", mayPass: true)
    }
    guard response.statusCode == 200, let data else {
      throw FetchFailure(
        message: "the server answers \(response.statusCode)",
        mayPass: response.statusCode >= 500 || response.statusCode == 429)
    }
    guard data.count <= Self.largestFile else {
      throw FetchFailure(message: "it has more than \(Self.largestFile >> 20) MB")
    }
    if url.hasPrefix("https:"), response.url?.scheme != "https" {
      throw FetchFailure(message: "the server leads to an address without encryption")
    }
    return FetchedFile(bytes: Array(data), mediaType: response.mimeType)
  }

  /// Redirections: from an encrypted address to encrypted ones alone.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isEncrypted = task.originalRequest?.url?.scheme == "https"
    let scheme = request.url?.scheme ?? ""
    completionHandler(scheme == "https" || scheme == "http" && !isEncrypted ? request : nil)
  }
}
