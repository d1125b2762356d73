import Foundation
import Transfers

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

  private let transfers = BoundedTransfers()

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

  private func fetchOnce(_ url: String) throws(FetchFailure) -> FetchedFile {
    guard let address = URL(string: url), address.host?.isEmpty == false else {
      throw FetchFailure(message: "it is not a valid address")
    }
    let request = HTTPRequest(
      url: address.absoluteString,
      headers: [
        // Servers that make style sheets for each browser (such as those of fonts) give modern formats to modern names.
        ("User-Agent", "Mozilla/5.0 (hybrid vendor) AppleWebKit/605.1.15 Chrome/120.0"), ("Accept", "*/*"),
      ], pause: Self.timeout, longest: Self.longest)
    let began = ContinuousClock.now
    let head: HTTPHead
    let body: [UInt8]
    switch transfers.answer(to: request, limit: Self.largestFile) {
    case .success(let whole): (head, body) = whole
    case .failure(.tooLong(let limit)): throw FetchFailure(message: "it has more than \(limit >> 20) MB")
    case .failure(.network(let reason)):
      // A server that was slow for two minutes is slow again.
      throw FetchFailure(
        message: "the server does not answer: \(reason)",
        mayPass: ContinuousClock.now - began < .seconds(Self.longest))
    }
    guard head.status == 200 else {
      throw FetchFailure(
        message: "the server answers \(head.status)", mayPass: head.status >= 500 || head.status == 429)
    }
    let mediaType = head.value("Content-Type")?.prefix { $0 != ";" && $0 != "," }
    return FetchedFile(bytes: body, mediaType: mediaType?.trimmingCharacters(in: .whitespaces).lowercased())
  }
}
