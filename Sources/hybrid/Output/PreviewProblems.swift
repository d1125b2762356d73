import Build
import Diagnostics
import Foundation
import Manifest

/// The problems that a preview lists: those of a watch, or those of the build that made the release.
enum PreviewProblems {
  /// No more are listed.
  private static let most = 500
  /// Bytes of a note or of `latest.json`.
  private static let largestFile = 1 << 22

  /// Problems as the preview reads them.
  static func text(_ problems: [Diagnostic]) -> JSONText {
    .array(
      problems.prefix(most).map { problem -> JSONText in
        let place = problem.location ?? SourceLocation(file: "")
        var members: [(key: String, value: JSONText)] = [
          ("code", .string(problem.code.name)), ("severity", .string(problem.severity.rawValue)),
          ("message", .string(problem.message)), ("file", .string(place.file)), ("line", .integer(place.line)),
          ("column", .integer(place.column)), ("endLine", .integer(place.endLine)),
          ("endColumn", .integer(place.endColumn)), ("notes", .array(problem.notes.map { .string($0) })),
        ]
        if let line = problem.sourceLine { members.append(("sourceLine", .string(line))) }
        if let help = problem.help { members.append(("help", .string(help))) }
        return .object(members)
      })
  }

  /// What opens a place of a source in an editor: an address with `{path}`, `{line}` and `{column}`, and the site's folder.
  static func editing(root: String) -> [(key: String, value: JSONText)] {
    let editor = EnvironmentVariable.editor.value() ?? "vscode://file{path}:{line}:{column}"
    return [("editor", .string(editor)), ("root", .string(root))]
  }

  // MARK: Those of a build

  /// What a build notes for a preview of its release.
  private struct Note: Decodable {
    struct Problem: Decodable {
      var code, severity, message, file: String
      var line, column, endLine, endColumn: Int
      var notes: [String]
      var sourceLine, help: String?
    }
    /// The release's `latest.json`, by its hash: problems of another release are not shown.
    var release: String
    var root: String
    var problems: [Problem]
  }

  /// Notes the problems of a build that published a release. Without a cache nothing is noted.
  static func keep(_ outcome: BuildOutcome, _ options: BuildOptions) {
    guard let folder = options.cacheFolder, let release = digest(ofRelease: options.outputFolder) else { return }
    let root = SystemFile.realPath(options.root) ?? options.root
    let note: JSONText = [
      "release": .string(release), "root": .string(root),
      "problems": text(outcome.diagnostics.filter { $0.severity > .note }),
    ]
    CacheFolder(path: folder, root: options.root).noteProblems(Array(note.compact.utf8))
  }

  /// The state of a preview: the problems of the build that made a release, where this machine built it; else an empty one.
  ///
  /// - Parameters:
  ///   - folder: the folder of the release.
  ///   - site: the site's folder; `nil` for the one around the release.
  ///   - cache: the cache of the build; `nil` for the site's own.
  ///   - isOnlyForThisMachine: whether readers of the preview may know the site's folder.
  static func state(ofRelease folder: String, site: String?, cache: String?, isOnlyForThisMachine: Bool) -> String {
    guard let real = SystemFile.realPath(folder) else { return "{}" }
    let root = site ?? URL(fileURLWithPath: real).deletingLastPathComponent().path
    guard let cache = cache ?? UserCache.folder(ofSite: root),
      let bytes = CacheFolder(path: cache, root: root).notedProblems(limit: largestFile),
      let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)), note.release == digest(ofRelease: folder)
    else { return "{}" }
    let problems = note.problems.prefix(most).map { problem -> JSONText in
      var members: [(key: String, value: JSONText)] = [
        ("code", .string(problem.code)), ("severity", .string(problem.severity)), ("message", .string(problem.message)),
        ("file", .string(problem.file)), ("line", .integer(problem.line)), ("column", .integer(problem.column)),
        ("endLine", .integer(problem.endLine)), ("endColumn", .integer(problem.endColumn)),
        ("notes", .array(problem.notes.map { .string($0) })),
      ]
      if let line = problem.sourceLine { members.append(("sourceLine", .string(line))) }
      if let help = problem.help { members.append(("help", .string(help))) }
      return .object(members)
    }
    var members: [(key: String, value: JSONText)] = [("problems", .array(problems))]
    if isOnlyForThisMachine { members += editing(root: note.root) }
    return JSONText.object(members).compact
  }

  private static func digest(ofRelease folder: String) -> String? {
    (try? SystemFile.read(folder + "/latest.json", limit: largestFile)).map { ContentHash(of: $0).description }
  }
}
