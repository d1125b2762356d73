import Build
import Foundation

/// The two streams, and what may be done with them.
enum Terminal {
  /// Writes an answer to stdout.
  static func answer(_ text: String) { write(text, to: 1) }

  /// Writes diagnostics or progress to stderr.
  static func report(_ text: String) { write(text, to: 2) }

  /// Why an answer could not be written, where it could not; a reader that went away is not a failure.
  private(set) static nonisolated(unsafe) var answerFailure: String?

  /// Whether a file that was asked for beside the answer could not be written; the main thread sets and reads it.
  static nonisolated(unsafe) var hasFileFailure = false

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Foundation.write(descriptor, rest.baseAddress!, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else {
          // Verbs answer only from the main thread, which reads this when they have ended.
          if descriptor == 1, errno != EPIPE { answerFailure = String(cString: strerror(errno)) }
          return
        }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Whether lines may move and be coloured: a terminal that is not dumb, not in CI.
  static func isLively(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && EnvironmentVariable.terminal.value() != "dumb"
      && !EnvironmentVariable.isContinuousIntegration
  }

  /// The columns of a terminal; 80 where it does not say.
  static func width(_ descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether a stream gets colours.
  static func hasColor(_ choice: ColorChoice, _ descriptor: Int32) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isLively(descriptor) && EnvironmentVariable.noColor.value() == nil
    }
  }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
  fileprivate var baseAddress: UnsafePointer<UInt8>? { base.baseAddress.map { $0 + startIndex } }
}
