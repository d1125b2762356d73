import Build
import Foundation
import Platform

/// Single keys of a terminal while a command runs: no line has to be ended, and nothing is shown of them.
///
/// The terminal is as it was when the command ends, also by a signal.
final class TerminalKeys: Sendable {
  /// The terminal's settings before, for a signal handler; allocated once and never freed.
  private static nonisolated(unsafe) let saved: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
  }()
  private static nonisolated(unsafe) var isChanged = false

  private let pressed = Mutex<[Character]>([])

  /// Keys of the terminal that standard input is; `nil` where it is none, or belongs to another command.
  init?() {
    guard isatty(0) == 1, tcgetpgrp(0) == getpgrp(), tcgetattr(0, Self.saved) == 0 else { return nil }
    var settings = Self.saved.pointee
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // In the background, reading fails and does not stop the command.
    signal(SIGTTIN, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
    guard tcsetattr(0, TCSANOW, &settings) == 0 else { return nil }
    Self.isChanged = true
  }

  /// Begins to read; `q` ends the command at once by `quit`.
  func start(quit: @escaping @Sendable () -> Never) {
    Thread.detachNewThread { [self] in
      while true {
        var byte: UInt8 = 0
        let count = read(0, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR && errno != EIO) { return }
        guard count == 1 else {
          usleep(300_000)
          continue
        }
        let key = Character(Unicode.Scalar(byte | 0x20))
        if key == "q" { quit() }
        pressed.withLock { if $0.count < 16 { $0.append(key) } }
      }
    }
  }

  /// The keys since the last call.
  func take() -> [Character] {
    pressed.withLock { pressed in
      defer { pressed = [] }
      return pressed
    }
  }

  /// Puts the terminal back; safe in a signal handler.
  static func restore() {
    if isChanged { tcsetattr(0, TCSANOW, saved) }
  }
}
