import Diagnostics

extension SiteBuild {
  /// From so many places on, what is wrong in the same way is one problem with a count.
  private static let fewestRepeated = 10

  /// The problems with those of one cause reported once, at the first place: what is said in the same words of many places, many
  /// files that are missing from one folder or from many folders of one, and many anchors that one page lacks.
  static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let folded = folded(diagnostics) { problem in
      Repetition(code: problem.code, severity: problem.severity, text: words(problem.message))
    } summary: { _ in
      nil
    }
    let withoutAnchors = self.folded(folded) { problem in
      missingAnchor(problem).map {
        Repetition(code: problem.code, severity: problem.severity, text: String($0.page))
      }
    } summary: { problems in
      summary(ofAnchors: problems)
    }
    let crowded = foldersOfFolders(withoutAnchors)
    return self.folded(withoutAnchors) { problem in
      guard let own = missingFile(problem) else { return nil }
      let outer = around(own)
      return !own.text.isEmpty && crowded.contains(outer) ? outer : own
    } summary: { problems in
      Summary(message: message(ofMissing: problems))
    }
  }

  /// A message without the lines that it names, which are others at each place.
  private static func words(_ message: String) -> String {
    guard message.contains(" of line ") else { return message }
    return message.replacing(#/ of line [0-9]+/#, with: "")
  }

  /// What is said of many problems in the place of what is said of the first.
  private struct Summary {
    var message: String
    var help: String?
  }

  /// What problems of one cause have in common.
  private struct Repetition: Hashable {
    var code: DiagnosticCode
    var severity: Severity
    var text: String
  }

  private static func folded(
    _ diagnostics: [Diagnostic], by repetition: (Diagnostic) -> Repetition?, summary: ([Diagnostic]) -> Summary?
  ) -> [Diagnostic] {
    var groups: [Repetition: [Diagnostic]] = [:]
    // A declaration that several pages have is one place.
    var seen: [Repetition: Set<SourceLocation>] = [:]
    for problem in diagnostics {
      guard let place = problem.location, let key = repetition(problem) else { continue }
      if seen[key, default: []].insert(place).inserted { groups[key, default: []].append(problem) }
    }
    groups = groups.filter { $0.value.count >= fewestRepeated }
    guard !groups.isEmpty else { return diagnostics }
    return diagnostics.compactMap { problem in
      guard problem.location != nil, let key = repetition(problem), let group = groups[key] else { return problem }
      guard !group.isEmpty else { return nil }
      // The first one is the one for all.
      groups[key] = []
      return one(of: group, summary(group))
    }
  }

  /// One problem for many, with their places.
  private static func one(of group: [Diagnostic], _ summary: Summary?) -> Diagnostic {
    var first = group[0]
    var places: [SourceLocation] = []
    var count = 0
    for problem in group {
      if let place = problem.location { places.append(place) }
      if places.count <= Diagnostic.mostOthers { places += problem.others }
      count += 1 + problem.otherCount
    }
    if let summary {
      first.message = summary.message
      first.notes = []
      first.help = summary.help
    }
    let files = Set(places.map(\.file)).count
    let others = places.dropFirst()
    let named = others.prefix(3).map { "\($0.file):\($0.line)" }.joined(separator: ", ")
    first.notes.append(
      "so it is in \(count - 1) more places\(files > 1 ? " of \(files) files" : ""): \(named)"
        + (count > 4 ? " and others" : ""))
    first.setOthers(Array(others.prefix(Diagnostic.mostOthers)), count: count - 1)
    return first
  }

  /// The folder of a file that a problem says is missing.
  private static func missingFile(_ problem: Diagnostic) -> Repetition? {
    guard let path = NearFiles.missingPath(problem), problem.message.hasSuffix("is not in the site") else { return nil }
    return Repetition(code: problem.code, severity: problem.severity, text: folder(of: path))
  }

  /// The folder around that of a problem, with an asterisk for the folders in it.
  private static func around(_ problem: Repetition) -> Repetition {
    var outer = problem
    outer.text = folder(of: problem.text) + "*"
    return outer
  }

  /// The folders with files missing from many folders in them: a tool that writes folders by hashes or dates was not run.
  private static func foldersOfFolders(_ diagnostics: [Diagnostic]) -> Set<Repetition> {
    var folders: [Repetition: Set<String>] = [:]
    for problem in diagnostics {
      guard let own = missingFile(problem), !own.text.isEmpty else { continue }
      folders[around(own), default: []].insert(own.text)
    }
    return Set(folders.filter { $0.value.count >= fewestRepeated }.keys)
  }

  private static func folder(of path: String) -> String {
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    guard let slash = plain.dropLast().lastIndex(of: "/") else { return "" }
    return String(plain[...slash])
  }

  /// `12 files of the folder x/ are not in the site: …`.
  private static func message(ofMissing group: [Diagnostic]) -> String {
    var names: [String] = []
    var seen: Set<String> = []
    for problem in group {
      if let path = NearFiles.missingPath(problem), seen.insert(path).inserted { names.append(path) }
    }
    let folder = folder(of: names.first ?? "")
    let folders = Set(names.map { self.folder(of: $0) }).count
    let outer = folders > 1 ? self.folder(of: folder) : folder
    var place = outer.isEmpty ? "the site's own folder" : "the folder `\(outer)`"
    if folders > 1 { place = "\(folders) folders in \(place)" }
    let listed = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(names.count) file\(names.count == 1 ? "" : "s") of \(place) are not in the site: \(listed)\(rest)"
  }

  /// The page and the anchor that a problem names: `LinkChecker` says "`page` has no anchor `#anchor`".
  private static func missingAnchor(_ problem: Diagnostic) -> (page: Substring, anchor: Substring)? {
    let message = problem.message
    guard problem.code == .missingAnchor, message.hasPrefix("`"), message.hasSuffix("`"),
      let middle = message.firstRange(of: "` has no anchor `")
    else { return nil }
    return (message[..<middle.lowerBound].dropFirst(), message[middle.upperBound...].dropLast())
  }

  /// `12 anchors are missing in x.html: …`, with what helps against the first.
  private static func summary(ofAnchors group: [Diagnostic]) -> Summary? {
    var names: [Substring] = []
    var seen: Set<Substring> = []
    for problem in group {
      if let anchor = missingAnchor(problem)?.anchor, seen.insert(anchor).inserted { names.append(anchor) }
    }
    guard let page = missingAnchor(group[0])?.page, names.count > 1 else { return nil }
    let listed = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return Summary(message: "\(names.count) anchors are missing in `\(page)`: \(listed)\(rest)", help: group[0].help)
  }
}
