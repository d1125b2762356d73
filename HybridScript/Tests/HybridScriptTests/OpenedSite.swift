import Foundation
import HybridClient
import HybridScript
import JSONValues
import Manifest
import Testing

/// A page opened from a package that the tool built, its commands and what its scripts asked.
final class OpenedSite: ViewHost, ScriptHost {
  var commands: [ViewCommand] = []
  var calls: [String] = []
  var logs: [String] = []
  var errors: [ScriptError] = []
  /// What the app does when a script calls it.
  var onCall: (([JSONValue]) -> Void)?
  var requests: [(Result<JSONValue, ScriptRequestFailure>) -> Void] = []

  func apply(_ commands: [ViewCommand]) { self.commands += commands }
  func call(_ function: String, _ arguments: [JSONValue]) -> JSONValue {
    calls.append(function + JSONValue.array(arguments).canonicalText)
    onCall?(arguments)
    return .null
  }
  func request(_ options: JSONValue, answer: @escaping (Result<JSONValue, ScriptRequestFailure>) -> Void) {
    requests.append(answer)
  }
  func log(_ text: String) { logs.append(text) }
  func failed(_ error: ScriptError) { errors.append(error) }

  /// The texts that views were given, in order, since the last call.
  func takeTexts() -> [String] {
    defer { commands = [] }
    return commands.compactMap { if case .setText(_, let text, _) = $0 { text } else { nil } }
  }
}

enum Tool {
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static var path: String {
    ProcessInfo.processInfo.environment["HYBRID_TOOL"] ?? repository.appendingPathComponent(".build/debug/hybrid").path
  }
  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Builds a site into a temporary folder and opens the release.
  static func open(_ site: String) throws -> OpenedRelease {
    let folder = NSTemporaryDirectory() + "hybrid-script-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["build", site, "-o", folder + "/dist", "-q"]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try ReleaseFolder.open(folder + "/dist")
  }
}

/// The fixture's page, started, with timers that are still: only the test's thread uses it.
final class FixturePage {
  static let release: OpenedRelease? = try? Tool.open(
    Tool.repository.appendingPathComponent("HybridScript/Tests/Fixtures/site").path)

  let site = OpenedSite()
  let page: ScriptedPage
  private let queue = DispatchQueue(label: "suspended")

  init(seconds: Double = 0.3, megabytes: Int = 128) throws {
    let release = try #require(Self.release)
    let opened = try release.openPage("index.html", for: DeviceTraits(width: 375, height: 667, scale: 2))
    queue.suspend()
    page = ScriptedPage(
      try LivePage(opened, host: site), host: site, contents: { try? release.contents(of: $0) }, queue: queue,
      seconds: seconds, megabytes: megabytes)
    page.start()
    site.errors = []
    site.logs = []
  }

  // A queue that is still must not be released.
  deinit { queue.resume() }

  func node(_ id: String) throws -> Int {
    try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
  }

  /// Runs a script as a file of the site, and what it logged.
  func logs(of script: String) -> [String] {
    site.logs = []
    page.run(script, "test.js")
    return site.logs
  }

  /// The errors since the last call, one a line.
  func takeErrors() -> String {
    defer { site.errors = [] }
    return site.errors.map { "\($0.kind) \($0)" }.joined(separator: "\n")
  }
}
