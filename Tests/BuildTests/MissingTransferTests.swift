import Testing

@testable import Transfers

/// What is said where no connection can be made: an app loads libcurl, which some systems lack.
@Suite struct MissingTransferTests {
  private final class Receiver: HTTPReceiver {
    var isBehind: Bool { false }
    func receive(_ head: HTTPHead) -> Bool { true }
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
  }

  @Test func missingConnectionsAreNamed() {
    let transfers = HTTPTransfers { nil }
    let request = HTTPRequest(url: "http://127.0.0.1:9/", pause: 1)
    guard case .network(let reason)? = transfers.run(request, to: Receiver()) else {
      Issue.record("a request without a connection has an answer")
      return
    }
    #expect(reason.hasPrefix("no connection can be made: ") && !reason.hasSuffix(": "), "\(reason)")
  }
}
