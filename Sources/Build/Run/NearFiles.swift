import Compiler
import Diagnostics
import Manifest

/// The files of a site that a reference may mean which names none: "case differs", "did you mean".
///
/// All kinds of references ask here, when the whole site is known: a page's cached problems must not depend on files that it does
/// not name. In order, a suggestion is a file whose path differs only in capital and small letters, one with another ending, one with
/// a similar name in the same folder, a route, and a file of that name in another folder.
struct NearFiles {
  /// What a reference may lead to, by the ending of its name.
  private enum Kind: Hashable {
    case page, sheet, script, image, font, media
    case other(String)

    init(_ ending: String) {
      switch ContentType.kind(ofExtension: ending) {
      case .page, .markdown: self = .page
      case .sheet: self = .sheet
      case .script: self = .script
      case .image: self = .image
      case .font: self = .font
      case .media: self = .media
      case .other:
        switch ending.lowercased() {
        // A page may be named without its ending, and metrics stand for a font.
        case "": self = .page
        case "metrics": self = .font
        case let ending: self = .other(ending)
        }
      }
    }
  }

  /// The parts of a path.
  private struct Parts {
    var folder: Substring
    var name: Substring
    var stem: Substring
    var kind: Kind

    init(_ path: String) {
      let slash = path.lastIndex(of: "/")
      let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
      folder = slash.map { path[..<$0] } ?? ""
      self.name = name
      let dot = name.dropFirst().lastIndex(of: ".")
      stem = dot.map { name[..<$0] } ?? name
      kind = Kind(dot.map { String(name[name.index(after: $0)...]) } ?? "")
    }
  }

  /// A folder's files of a kind.
  private struct Group: Hashable {
    var folder: Substring
    var kind: Kind
  }

  private var ofLowercase: [String: String] = [:]
  private var stems: [Group: Suggestion.Words] = [:]
  private var stemCounts: [Group: Int] = [:]
  private var ofStem: [Group: [Substring: String]] = [:]
  private var folders: [Substring: [String]] = [:]
  private let routes: Suggestion.Words
  private let routeCount: Int
  private var answers: [String: String?] = [:]
  /// How many more names may be compared.
  private var budget: Int

  /// More comparisons would make a build with many files and many missing ones slow: what is left has only suggestions that need no
  /// comparison.
  static let maximumComparisons = 20_000_000

  /// - Parameters:
  ///   - paths: all files of the site.
  ///   - routes: the routes' patterns.
  ///   - budget: how many names may be compared.
  init(_ paths: some Sequence<String>, routes: [String] = [], budget: Int = NearFiles.maximumComparisons) {
    self.budget = budget
    var names: [Group: [String]] = [:]
    for path in paths.sorted() {
      let lower = path.lowercased()
      if ofLowercase[lower] == nil { ofLowercase[lower] = path }
      let parts = Parts(path)
      let group = Group(folder: parts.folder, kind: parts.kind)
      // Of several endings the first in alphabetical order is suggested.
      if ofStem[group]?[parts.stem] == nil {
        ofStem[group, default: [:]][parts.stem] = path
        names[group, default: []].append(String(parts.stem))
      }
      folders[parts.name, default: []].append(String(parts.folder))
    }
    stems = names.mapValues { Suggestion.Words($0) }
    stemCounts = names.mapValues(\.count)
    let fixed = routes.filter { $0.count > 1 && !$0.contains("{") }
    self.routes = Suggestion.Words(fixed)
    routeCount = fixed.count
  }

  /// What to write in place of a path that names no file of the site; `nil` where no file is near.
  mutating func help(for path: String) -> String? {
    if let known = answers[path] { return known }
    let answer = suggestion(for: path)
    answers[path] = .some(answer)
    return answer
  }

  private mutating func suggestion(for path: String) -> String? {
    let plain = String(path.prefix { $0 != "?" && $0 != "#" }.drop { $0 == "/" })
    guard !plain.isEmpty else { return nil }
    let isFolder = plain.hasSuffix("/")
    let whole = isFolder ? plain + "index.html" : plain
    if let other = ofLowercase[whole.lowercased()] {
      return other == whole ? nil : "case differs: the file is `\(other)`"
    }
    let parts = Parts(whole)
    // A path with a leading slash is one that may be a route's.
    let near =
      (path.hasPrefix("/") ? route("/" + plain) : nil) ?? otherEnding(parts) ?? similarName(parts)
      ?? route("/" + plain) ?? otherFolder(parts)
    return near.map { "did you mean `\($0)`?" }
  }

  private func otherEnding(_ parts: Parts) -> String? {
    if let path = ofStem[Group(folder: parts.folder, kind: parts.kind)]?[parts.stem] { return path }
    // An ending that nothing in the folder has may be misspelt itself.
    guard case .other(let ending) = parts.kind, !ending.isEmpty else { return nil }
    for kind in [Kind.page, .sheet, .script, .image, .font, .media] {
      if let path = ofStem[Group(folder: parts.folder, kind: kind)]?[parts.stem],
        Suggestion.nearest(to: ending, in: [String(Parts(path).name.dropFirst(parts.stem.count + 1))]) != nil
      {
        return path
      }
    }
    return nil
  }

  private mutating func similarName(_ parts: Parts) -> String? {
    let group = Group(folder: parts.folder, kind: parts.kind)
    // Names of one or two letters are similar to all others.
    guard parts.stem.count > 2, let words = stems[group], spend(stemCounts[group] ?? 0) else { return nil }
    let stem = String(parts.stem)
    // `photo-11` is another file than `photo-12`.
    let digits = Self.withoutDigits(stem)
    guard let near = Suggestion.nearest(to: stem, in: words, where: { Self.withoutDigits($0) != digits }) else {
      return nil
    }
    return ofStem[group]?[near[...]]
  }

  private static func withoutDigits(_ text: String) -> [UInt8] { text.utf8.filter { !(0x30...0x39 ~= $0) } }

  private mutating func route(_ path: String) -> String? {
    spend(routeCount) ? Suggestion.nearest(to: path, in: routes) : nil
  }

  /// The file of that name in the folder that is nearest; of a page that each folder has, only where the folder's name is similar.
  private mutating func otherFolder(_ parts: Parts) -> String? {
    guard let found = folders[parts.name], spend(found.count) else { return nil }
    let folder = String(parts.folder)
    let near = Suggestion.nearest(to: folder, in: found) ?? (parts.stem == "index" ? nil : found.min())
    return near.map { $0.isEmpty ? String(parts.name) : "\($0)/\(parts.name)" }
  }

  private mutating func spend(_ comparisons: Int) -> Bool {
    guard budget >= comparisons else { return false }
    budget -= comparisons
    return true
  }

  // MARK: Problems

  private static let codes: Set<DiagnosticCode> = [
    .missingStylesheet, .missingScript, .missingScriptInSnapshot, .missingImport, .missingImage, .missingFile,
    .deadLink, .compositionFileMissing,
  ]

  /// The path that a message about a missing file names.
  static func missingPath(_ diagnostic: Diagnostic) -> String? {
    guard codes.contains(diagnostic.code), let start = diagnostic.message.firstIndex(of: "`") else { return nil }
    let rest = diagnostic.message[diagnostic.message.index(after: start)...]
    return rest.firstIndex(of: "`").map { String(rest[..<$0]) }
  }

  /// The problems of a site, those about missing files with the file that is near.
  static func suggested(in diagnostics: [Diagnostic], _ site: Site, routes: [String]) -> [Diagnostic] {
    guard diagnostics.contains(where: { codes.contains($0.code) }) else { return diagnostics }
    var files = NearFiles(site.paths, routes: routes)
    return diagnostics.map { diagnostic in
      guard diagnostic.help == nil || diagnostic.code == .compositionFileMissing,
        let path = missingPath(diagnostic), let help = files.help(for: path)
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.help = help
      return diagnostic
    }
  }
}
