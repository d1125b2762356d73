import Build
import Synchronization

/// One line on a terminal that says how far the build is; nothing anywhere else.
///
/// It is written over by a carriage return and spaces alone, so that without colours nothing but text is written.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let state = Mutex<(last: ContinuousClock.Instant, width: Int)>((.now, 0))

  init(_ output: OutputOptions) {
    isShown = output.diagnostics == .human && !output.quiet && Terminal.isLively(2)
  }

  /// Pages done of pages to do; at most ten times a second, and not at all in a build of a moment.
  @Sendable func show(done: Int, total: Int) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.last > .milliseconds(100) else { return }
      let text = "\(done) of \(total) pages"
      let rest = String(repeating: " ", count: max(0, state.width - text.utf8.count))
      state = (now, max(state.width, text.utf8.count))
      Terminal.tell("\r\(text)\(rest)")
    }
  }

  /// Takes the line away.
  func clear() {
    state.withLock { state in
      if state.width > 0 { Terminal.tell("\r\(String(repeating: " ", count: state.width))\r") }
      state.width = 0
    }
  }
}
