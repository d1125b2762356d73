import Layout
import Platform

/// Runs independent pieces of work on threads of their own.
///
/// Threads rather than tasks: deep documents need deep stacks, and the runtime's own threads have small ones.
enum ParallelWork {
  /// Bytes of stack of each thread; the system hands them out as they are touched.
  static let stackSize = 256 << 20

  /// The answers to all inputs in their order, worked out by at most `threads` threads at once.
  ///
  /// - Parameter finished: called on a thread of the work, once for each input, with the number of those done and the
  ///   input's own.
  static func map<Inputs: RandomAccessCollection & Sendable, Output: Sendable>(
    _ inputs: Inputs, threads: Int, finished: @Sendable @escaping (_ done: Int, _ index: Int) -> Void = { _, _ in },
    _ work: @Sendable @escaping (Inputs.Element) -> Output
  ) -> [Output] where Inputs.Index == Int {
    guard !inputs.isEmpty else { return [] }
    let state = State<Output>(count: inputs.count)
    let threadCount = min(max(1, threads), inputs.count)
    let body: @Sendable () -> Void = {
      while let index = state.next() {
        let done = state.put(work(inputs[inputs.startIndex + index]), at: index)
        finished(done, index)
      }
    }
    let workers = (0..<threadCount).compactMap { _ in LargeStackThread(stackSize: stackSize, body) }
    // Joined, so that no thread is still ending when the process does. Where the system has no thread left, the answers are
    // worked out here, on a stack that is smaller: deep documents are rare.
    for worker in workers { worker.join() }
    body()
    return state.answers()
  }

  private final class State<Output: Sendable>: Sendable {
    private let count: Int
    private let nextIndex = Atomic<Int>(0)
    private let outputs: Mutex<(values: [Output?], done: Int)>

    init(count: Int) {
      self.count = count
      outputs = Mutex(([Output?](repeating: nil, count: count), 0))
    }

    func next() -> Int? {
      let index = nextIndex.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }

    func put(_ output: Output, at index: Int) -> Int {
      outputs.withLock { state in
        state.values[index] = output
        state.done += 1
        return state.done
      }
    }

    func answers() -> [Output] {
      outputs.withLock { state in state.values.compactMap { $0 } }
    }
  }
}
