import Foundation
import Testing

/// Runs the program as people do, and keeps what it said.
struct Command {
  var status: Int32
  var output: String
  /// What was written to stderr, beside what nearly all pages of a line or two are warned of: see ``withoutUsualWarnings(_:)``.
  var errors: String
  /// All that was written to stderr.
  var wholeErrors = ""

  /// The root of the repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whether tests can make repositories.
  static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

  /// The program beside the tests' own executable: `.build/debug/hybrid`.
  static let executable: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent("hybrid")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return repository.appendingPathComponent(".build/debug/hybrid")
  }()

  /// Where the commands of all tests keep their caches: nothing is written into the user's own.
  static let caches: URL = {
    atexit { try? FileManager.default.removeItem(at: Command.caches) }
    return FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-test-caches-\(getpid())")
  }()

  /// The cache that a command keeps for a site; there after its first build.
  static func cache(ofSite site: URL) throws -> URL {
    let folder = caches.appendingPathComponent("hybrid/sites")
    let name = site.resolvingSymlinksInPath().lastPathComponent
    let answer = try run("cache", "stats", site.path, "--format", "json").output
    let path = try #require(answer.firstMatch(of: #/"path":"([^"]*)"/#)).1
    #expect(path.hasPrefix(folder.path + "/\(name)-"), "\(path)")
    return URL(fileURLWithPath: String(path))
  }

  /// Runs `hybrid` to its end.
  ///
  /// - Parameters:
  ///   - folder: the current folder; the repository by default.
  ///   - environment: added to a plain one.
  static func run(_ arguments: String..., in folder: URL = repository, environment: [String: String] = [:]) throws
    -> Command
  {
    try start(arguments, in: folder, environment: environment).finish()
  }

  /// A command that is still running.
  final class Running {
    let process = Process()
    private let output = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hybrid-\(UUID().uuidString).out")
    private let errors = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hybrid-\(UUID().uuidString).err")

    init(_ arguments: [String], in folder: URL, environment: [String: String], program: URL) throws {
      _ = FileManager.default.createFile(atPath: output.path, contents: nil)
      _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
      process.executableURL = program
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = [
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_CACHE_HOME": Command.caches.path,
      ].merging(environment) { $1 }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      try? FileManager.default.removeItem(at: output)
      try? FileManager.default.removeItem(at: errors)
    }

    /// What was written to stdout so far.
    var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
    /// What was written to stderr so far.
    var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Waits for the end.
    func finish() -> Command {
      process.waitUntilExit()
      let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
      let errors = errorsSoFar
      return Command(
        status: status, output: outputSoFar, errors: Command.withoutUsualWarnings(errors), wholeErrors: errors)
    }

    /// Waits until stdout has a text, at most a minute.
    func wait(forOutput text: String, _ location: SourceLocation = #_sourceLocation) {
      let end = Date(timeIntervalSinceNow: 60)
      while !outputSoFar.contains(text), Date() < end, process.isRunning { usleep(5_000) }
      #expect(outputSoFar.contains(text), "stdout so far: \(outputSoFar)", sourceLocation: location)
    }

    /// Waits until stderr has a text, at most a minute.
    func wait(for text: String, _ location: SourceLocation = #_sourceLocation) {
      let end = Date(timeIntervalSinceNow: 60)
      while !errorsSoFar.contains(text), Date() < end, process.isRunning { usleep(5_000) }
      #expect(errorsSoFar.contains(text), "stderr so far: \(errorsSoFar)", sourceLocation: location)
    }
  }

  static func start(
    _ arguments: [String], in folder: URL = repository, environment: [String: String] = [:], program: URL = executable
  ) throws -> Running {
    try Running(arguments, in: folder, environment: environment, program: program)
  }

  /// Diagnostics without those of pages that name no font (HYB3001) and no viewport (HYB3085), which few pages of tests do;
  /// the count of warnings is that of the others. Tests of these two read ``wholeErrors``.
  static func withoutUsualWarnings(_ errors: String) -> String {
    let marks =
      ["warning[HYB3085]", "warning[HYB3001]: no style sheet names", "\"code\":\"HYB3085\"", "title=HYB3085"]
      + ["\"message\":\"no style sheet names a font", "title=HYB3001::no style sheet names"]
    var left: [Substring] = []
    var removed = 0
    var isInside = false
    for line in errors.split(separator: "\n", omittingEmptySubsequences: false) {
      if marks.contains(where: { line.contains($0) }) {
        removed += 1
        isInside = true
      } else if isInside, line.hasPrefix("  ") || line.hasPrefix("help: ") || line.hasPrefix("note: ") {
        continue
      } else if removed > 0, let match = line.wholeMatch(of: #/(?:(\d+ errors?)(?:, )?)?(\d+) warnings?/#) {
        isInside = false
        let count = (Int(match.2) ?? 0) - removed
        let parts = [match.1.map(String.init), count > 0 ? "\(count) warning\(count == 1 ? "" : "s")" : nil]
        let summary = parts.compactMap { $0 }.joined(separator: ", ")
        if !summary.isEmpty { left.append(Substring(summary)) }
      } else {
        isInside = false
        left.append(line)
      }
    }
    return left.joined(separator: "\n")
  }

  /// The output with times taken out: `in 0.18 s` becomes `in T`.
  var timeless: String { output.replacing(#/in \d+\.\d\d s/#, with: "in T") }
}

/// A folder that is removed at the end.
final class Scratch {
  let url: URL
  var path: String { url.path }

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Publishes as somebody does who has access to the host and none of the root's keys: the tool itself would refuse.
  func publishIgnoringRoots(_ site: String, to folder: String, signedBy key: String?) throws {
    let roots = url.appendingPathComponent(folder + "/roots")
    let away = url.appendingPathComponent("roots-\(UUID().uuidString)")
    try FileManager.default.moveItem(at: roots, to: away)
    let arguments = ["--allow-unsigned"] + (key.map { ["--sign-key", $0] } ?? [])
    let run = try Command.start(["build", site, "-o", folder] + arguments, in: url).finish()
    #expect(run.status == 0, "\(run.errors)")
    try? FileManager.default.removeItem(at: roots)
    try FileManager.default.moveItem(at: away, to: roots)
  }

  @discardableResult
  func write(_ path: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Every file below a folder with its bytes, by path.
  static func contents(_ folder: URL) -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: folder.path)
    while let name = names?.nextObject() as? String {
      if let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path) {
        files[name] = data
      }
    }
    return files
  }
}
