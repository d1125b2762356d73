import ArgumentParser
import Diagnostics
import Foundation

/// Prints lines whose names and texts come from a server: nothing in them steers a terminal or a runner of CI.
func print(_ lines: Any) { Swift.print(VisibleLines.text("\(lines)")) }

extension Updater {
  static func main() async {
    do {
      let command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = command
        try command.run()
      }
    } catch {
      let status = exitCode(for: error)
      // What was asked for, such as help.
      if status.isSuccess { exit(withError: error) }
      let text = fullMessage(for: error)
      if !text.isEmpty { FileHandle.standardError.write(Data((VisibleLines.text(text) + "\n").utf8)) }
      Foundation.exit(status.rawValue)
    }
  }
}
