import Build
import Foundation

/// What an interruption from the keyboard does: a line, and exit status 130 at once.
///
/// Nothing needs to be undone: a release is published by renaming, so that whatever moment this is, the last one is whole.
enum Interruption {
  static func install() {
    // A program that starts this one from a thread with blocked signals hands the block down.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    RunningFilters.prepare()
    signal(SIGINT) { _ in
      RunningFilters.endAll()
      TerminalKeys.restore()
      // Only calls that are safe in a signal handler.
      let text: StaticString = "\nhybrid: interrupted; the last release is untouched\n"
      _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.interrupted.rawValue)
    }
    // The filters that run end with the tool. Who ignores a signal, as nohup does, goes on to.
    for end in [SIGTERM, SIGHUP] {
      if unsafeBitCast(signal(end, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(end) { number in
        RunningFilters.endAll()
        TerminalKeys.restore()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
    }
    // The runtime has said what went wrong by then; with HYBRID_BACKTRACE it goes on to say where.
    guard EnvironmentVariable.backtrace.value() == nil else { return }
    for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      signal(fault) { _ in
        let text: StaticString = "\nhybrid: internal error; the last release is untouched\n"
        _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
        _exit(ExitStatus.internalError.rawValue)
      }
    }
  }

  /// From now on an interruption from the keyboard ends the command without a word: it is how the command is meant to end,
  /// and no build runs.
  static func endQuietly() {
    signal(SIGINT) { _ in
      TerminalKeys.restore()
      let text: StaticString = "\n"
      _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.interrupted.rawValue)
    }
  }
}
