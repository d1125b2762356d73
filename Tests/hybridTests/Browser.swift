import Foundation

/// Chromium spoken to through a pipe, as the DevTools protocol has it: messages end with a NUL.
final class Browser {
  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle
  private var buffer = Data()
  private var number = 0
  private(set) var events: [[String: Any]] = []

  static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(program: String, folder: URL) throws {
    let (to, from) = (folder.path + "/to", folder.path + "/from")
    guard mkfifo(to, 0o600) == 0, mkfifo(from, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --user-data-dir=\"$1/profile\" --remote-debugging-pipe about:blank 3<\"$1/to\" 4>\"$1/from\"",
      program, folder.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    input = try FileHandle(forWritingTo: URL(fileURLWithPath: to))
    output = try FileHandle(forReadingFrom: URL(fileURLWithPath: from))
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends a command and waits for its answer; what comes before it is kept as events.
  @discardableResult func send(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws
    -> [String: Any]
  {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    try input.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try read()
      if answer["id"] as? Int == number { return answer["result"] as? [String: Any] ?? answer }
      events.append(answer)
    }
  }

  /// The next event of a kind that fits.
  func wait(_ fits: ([String: Any]) -> Bool) throws -> [String: Any] {
    while true {
      if let index = events.firstIndex(where: fits) { return events.remove(at: index) }
      events.append(try read())
    }
  }

  private func read() throws -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let line = buffer[..<end]
        buffer = Data(buffer[(end + 1)...])
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      }
      var ready = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) > 0 else { throw CocoaError(.fileReadUnknown) }
      let more = output.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      buffer += more
    }
  }
}
