import Build
import Foundation
import Platform

/// How far a build is: one line that moves on a terminal, a plain one now and then in CI, nothing in a pipe.
///
/// It is written over only by a carriage return and spaces, so that without colours nothing but text is written.
final class ProgressLine: Sendable {
  private enum Form { case moving, plain, none }

  private struct State {
    var last: ContinuousClock.Instant
    /// Columns of the line that is there.
    var width = 0
  }

  /// Seconds between two plain lines.
  private static let plainInterval = 10.0

  private let form: Form
  private let began = ContinuousClock.now
  private let state: Mutex<State>

  init(_ output: OutputOptions) {
    let isShown = output.diagnostics == .human && !output.quiet
    form =
      !isShown ? .none : Terminal.isLively(2) ? .moving : EnvironmentVariable.isContinuousIntegration ? .plain : .none
    state = Mutex(State(last: began))
  }

  /// Pages done of pages to do, and the last one: at most ten times a second, and not at all in a build of a moment.
  @Sendable func show(done: Int, total: Int, page: String) {
    guard form != .none else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.last > (form == .moving ? .milliseconds(100) : .seconds(Self.plainInterval)) else { return }
      state.last = now
      let seconds = BuildSummary.time(Self.seconds(now - began))
      if form == .plain {
        Terminal.report("\(done) of \(total) pages in \(seconds)\n")
      } else {
        let text = Self.line("\(done) of \(total) pages, \(seconds)", page, width: Terminal.width(2))
        Terminal.report("\r" + text + String(repeating: " ", count: max(0, state.width - text.count)))
        state.width = text.count
      }
    }
  }

  /// The line with as much of the page's path as there is room for: a line that wraps could not be taken away.
  static func line(_ text: String, _ page: String, width: Int) -> String {
    let room = width - text.count - 3
    guard room > 8 else { return String(text.prefix(max(0, width - 1))) }
    // Control characters in a name must not move the cursor.
    let name = OutputText.terminal(page)
    return text + ", " + (name.count <= room ? name : "…" + name.suffix(room - 1))
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Takes the line away.
  func clear() {
    state.withLock { state in
      if state.width > 0 { Terminal.report("\r\(String(repeating: " ", count: state.width))\r") }
      state.width = 0
    }
  }
}
