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
    let fetch: @Sendable (@escaping @Sendable () -> Void) async throws -> Void = { onBytes in
      try await transport.fetch(
        "a", from: 0, to: nil, isFresh: false, onResponse: { _ in },
        onBytes: { bytes in
          received.withLock { $0 += bytes.count }
          onBytes()
        })
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<400 {
            let running = RunningTask()
            // The end of the answer is told a moment after its bytes, and then the transfer ends: some are cancelled
            // before each of these, and some just then.
            let task = Task {
              try await fetch { DispatchQueue.global().async { running.cancel(after: number % 40) } }
            }
            running.set(task)
            _ = await task.result
          }
        }
      }
    }
    received.withLock { $0 = 0 }
    try await fetch {}
    #expect(received.withLock { $0 } == body.count)
  }

  /// A task that something which it does can cancel.
  private final class RunningTask: Sendable {
    private let task = Mutex<Task<Void, any Error>?>(nil)

    func set(_ task: Task<Void, any Error>) { self.task.withLock { $0 = task } }

    /// Cancels the task after so many steps of 10 microseconds.
    func cancel(after steps: Int) {
      usleep(UInt32(steps * 10))
      task.withLock { $0 }?.cancel()
    }
  }
}
