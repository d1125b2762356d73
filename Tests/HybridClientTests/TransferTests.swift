import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HybridClient

/// Transfers that are cancelled at any moment leave a transport that goes on.
struct TransferTests {
  @Test func transfersThatAreCancelledAsTheyEndTakeNoOtherWithThem() async throws {
    let body = [UInt8](repeating: 7, count: 1000)
    let server = try LoopbackServer { _ in LoopbackServer.Answer(status: 200, body: body) }
    defer { server.stop() }
    let url = try #require(URL(string: server.address))
    let transport = URLSessionTransport(base: url, timeout: 10)
    let received = Mutex(0)
    let fetch: @Sendable () async throws -> Void = {
      try await transport.fetch(
        "a", from: 0, to: nil, isFresh: false, onResponse: { _ in },
        onBytes: { bytes in received.withLock { $0 += bytes.count } })
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<150 {
            let task = Task { try await fetch() }
            // About as long as a transfer takes: some are cancelled before their end, some after, some as they end.
            try? await Task.sleep(nanoseconds: UInt64(number % 15) * 200_000)
            task.cancel()
            _ = await task.result
          }
        }
      }
    }
    received.withLock { $0 = 0 }
    try await fetch()
    #expect(received.withLock { $0 } == body.count)
  }
}
