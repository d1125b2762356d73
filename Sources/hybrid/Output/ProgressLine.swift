import Build
import Synchronization

/// One line on a terminal that says how far the build is; nothing anywhere else.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let state = Mutex<(last: ContinuousClock.Instant, isDirty: Bool)>((.now, false))

  init(_ output: OutputOptions) {
    isShown = output.diagnostics == .human && !output.quiet && Terminal.isLively(2)
  }

  /// Pages done of pages to do; at most ten times a second, and not at all in a build of a moment.
  @Sendable func show(done: Int, total: Int) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.last > .milliseconds(100) else { return }
      state = (now, true)
      Terminal.tell("\r\u{1B}[K\(done) of \(total) pages")
    }
  }

  /// Takes the line away.
  func clear() {
    state.withLock { state in
      if state.isDirty { Terminal.tell("\r\u{1B}[K") }
      state.isDirty = false
    }
  }
}
