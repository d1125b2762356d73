import Foundation

/// The program `updater` of this repository, run as a process of its own.
struct UpdaterProgram {
  let process = Process()
  private let output: URL

  /// The program beside the tests' own: `.build/debug/updater`.
  static let executable: URL = {
    var url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while url.path != "/", !FileManager.default.fileExists(atPath: url.appendingPathComponent("updater").path) {
      url.deleteLastPathComponent()
    }
    if url.path != "/" { return url.appendingPathComponent("updater") }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/debug/updater")
  }()

  init(_ arguments: [String]) throws {
    output = FileManager.default.temporaryDirectory.appendingPathComponent("updater-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Waits until a line is the last that was written, at most a minute.
  func wait(forLast line: String) {
    let end = Date(timeIntervalSinceNow: 60)
    let wanted = Data((line + "\n").utf8)
    while process.isRunning, Date() < end, (try? Data(contentsOf: output))?.suffix(wanted.count) != wanted {
      usleep(100)
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: what it wrote, and its exit status; negative for a signal.
  func finish() -> (output: String, status: Int32) {
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: output) }
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    return (text, process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
  }

  static func run(_ arguments: String...) throws -> (output: String, status: Int32) {
    try UpdaterProgram(arguments).finish()
  }
}
