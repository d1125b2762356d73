import Foundation
import Testing

/// The repository's fixtures and how expectations are kept.
enum Fixtures {
  /// The root of the repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = repository.appendingPathComponent("Tests/Fixtures")

  /// Compares a text with a file; `HYBRID_UPDATE=1 swift test` writes the file instead, to be looked at.
  static func expect(_ text: String, equals file: URL, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(file.lastPathComponent)", sourceLocation: location)
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

    func write(_ path: String, _ text: String = "") throws {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appendingPathComponent(path)) }

    func link(_ path: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: url.appendingPathComponent(path).path, withDestinationPath: target)
    }
  }
}
