import Build
import Foundation

/// Shows an address in the user's browser.
enum WebBrowser {
  /// Starts the browser and does not wait for it; why it cannot be started, or `nil`.
  static func open(_ address: String) -> String? {
    #if os(macOS)
      let usual = "open"
    #else
      let usual = "xdg-open"
    #endif
    let named = EnvironmentVariable.browser.value()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [named ?? usual, address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return error.localizedDescription
    }
    // `env` ends at once where there is no such program; a browser may go on.
    for _ in 0..<20 where process.isRunning { usleep(10_000) }
    if !process.isRunning, process.terminationStatus == 127 { return "there is no program `\(named ?? usual)`" }
    return nil
  }

  /// Opens an address, and says on stderr what else to do where that is not possible.
  static func show(_ address: String) {
    guard let reason = open(address) else { return }
    Terminal.report("hybrid: the browser cannot be started: \(OutputText.terminal(reason)); open \(address) yourself\n")
  }
}
