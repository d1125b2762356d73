import Foundation

/// What an interruption from the keyboard does: a line, and exit status 130 at once.
///
/// Nothing needs to be undone: a release is published by renaming, so that whatever moment this is, the last one is whole.
enum Interruption {
  static func install() {
    signal(SIGINT) { _ in
      // Only calls that are safe in a signal handler.
      let text: StaticString = "\nhybrid: interrupted; the last release is untouched\n"
      _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.interrupted.rawValue)
    }
  }
}
