import Diagnostics

extension SiteBuild {
  /// From so many places on, what is wrong in the same way is one problem with a count.
  private static let fewestRepeated = 10

  /// The problems with those of one cause reported once, at the first place: what is said in the same words of many places, and
  /// many files that are missing from one folder.
  static func withoutRepetition(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let folded = folded(diagnostics) { problem in
      Repetition(code: problem.code, severity: problem.severity, text: problem.message)
    } message: { _ in
      nil
    }
    return self.folded(folded) { problem in
      guard let path = NearFiles.missingPath(problem), problem.message.hasSuffix("is not in the site") else {
        return nil
      }
      return Repetition(code: problem.code, severity: problem.severity, text: folder(of: path))
    } message: { problems in
      message(ofMissing: problems)
    }
  }

  /// What problems of one cause have in common.
  private struct Repetition: Hashable {
    var code: DiagnosticCode
    var severity: Severity
    var text: String
  }

  private static func folded(
    _ diagnostics: [Diagnostic], by repetition: (Diagnostic) -> Repetition?, message: ([Diagnostic]) -> String?
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
      return one(of: group, message: message(group))
    }
  }

  /// One problem for many, with their places.
  private static func one(of group: [Diagnostic], message: String?) -> Diagnostic {
    var first = group[0]
    var places: [SourceLocation] = []
    var count = 0
    for problem in group {
      if let place = problem.location { places.append(place) }
      if places.count <= Diagnostic.mostOthers { places += problem.others }
      count += 1 + problem.otherCount
    }
    if let message {
      first.message = message
      first.notes = []
      first.help = nil
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
    let place = folder.isEmpty ? "the site's own folder" : "the folder `\(folder)`"
    let listed = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(names.count) file\(names.count == 1 ? "" : "s") of \(place) are not in the site: \(listed)\(rest)"
  }
}
