import Compiler
import Composition
import Diagnostics
import Markdown

extension SiteBuild {
  /// The problems without those that follow from another: from a path prefix or an address that the configuration lacks, from data
  /// files that cannot be read, and from a missing partial or layout, which is reported once.
  static func withoutConsequences(
    _ diagnostics: [Diagnostic], _ site: Site, _ configuration: SiteConfiguration
  ) -> [Diagnostic] {
    let based = withRecognizedAddress(withRecognizedBase(diagnostics, site, configuration), site, configuration)
    return withPlaceholdersOnce(withDatesInFrontMatter(withMissingFilesOnce(withoutUnreadData(based)), site))
  }

  /// Whether problems of a kind are counted to find their cause, each reference by itself.
  static func countsReferences(_ problem: Diagnostic) -> Bool {
    problem.code == .remoteReference || NearFiles.missingPath(problem) != nil
  }

  /// The problems of a page without those of what could not be composed: a page without its layout has no viewport, language or fonts.
  static func withoutUncomposed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.code == .compositionFileMissing || $0.code == .compositionCycle }) else {
      return diagnostics
    }
    return diagnostics.filter { $0.severity == .error || (4100..<4190).contains($0.code.number) }
  }

  /// The problems of a page without those of its look, where one of its style sheets is missing: colors, fonts and boxes are not those
  /// that its readers will see.
  static func withoutUnstyled(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.code == .missingStylesheet }) else {
      return diagnostics
    }
    return diagnostics.filter { problem in
      if problem.code == .approximateFont { return !problem.message.hasPrefix("no style sheet names a font") }
      return !codesOfLooks.contains(problem.code)
    }
  }

  private static let codesOfLooks: Set<DiagnosticCode> = [
    .lowContrast, .smallTarget, .coveredText, .textOverlap, .elementCollision, .parentProtrusion, .viewportProtrusion,
    .elementWrapping, .smallRange, .textCut, .coveredByBar, .anchorUnderBar, .barInUnsafeArea, .swappedFont,
  ]

  /// Each placeholder of a partial or layout that nothing fills once, with the places that use the file.
  private static func withPlaceholdersOnce(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Key: Hashable {
      var place: SourceLocation?
      var message: String
    }
    let start = UnfilledPlaceholder.noteStart
    var uses: [Key: [String]] = [:]
    for problem in diagnostics where problem.code == .placeholderUnfilled {
      let key = Key(place: problem.location, message: problem.message)
      uses[key, default: []] += problem.notes.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
    guard !uses.isEmpty else { return diagnostics }
    var seen: Set<Key> = []
    return diagnostics.compactMap { problem in
      guard problem.code == .placeholderUnfilled else { return problem }
      let key = Key(place: problem.location, message: problem.message)
      guard seen.insert(key).inserted else { return nil }
      var first = problem
      let places = Set(uses[key, default: []]).sorted { ($0.count, $0) < ($1.count, $1) }
      first.notes.removeAll { $0.hasPrefix(start) }
      if !places.isEmpty {
        let rest = places.count > 3 ? " and \(places.count - 3) more place\(places.count == 4 ? "" : "s")" : ""
        first.notes.append(start + places.prefix(3).joined(separator: ", ") + rest)
      }
      return first
    }
  }

  /// Each missing partial or layout once, at the first place that names it.
  private static func withMissingFilesOnce(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    func name(_ problem: Diagnostic) -> String? {
      guard problem.code == .compositionFileMissing, let trail = problem.message.ranges(of: " (").last
      else { return nil }
      return String(problem.message[..<trail.lowerBound])
    }
    var groups: [String: [Diagnostic]] = [:]
    for problem in diagnostics { if let name = name(problem) { groups[name, default: []].append(problem) } }
    guard groups.values.contains(where: { $0.count > 1 }) else { return diagnostics }
    var firsts: [String: Diagnostic] = [:]
    for (name, group) in groups where group.count > 1 {
      var places: [SourceLocation] = []
      for problem in inOrderOfPlace(group) {
        if let place = problem.location, !places.contains(place) { places.append(place) }
      }
      guard var first = inOrderOfPlace(group).first else { continue }
      first.message = name
      if places.count > 1 {
        let others = places.dropFirst()
        let named = others.prefix(3).map { "\($0.file):\($0.line)" }.joined(separator: ", ")
        let rest = others.count > 3 ? " and others" : ""
        first.notes.append("and \(others.count) more place\(others.count == 1 ? "" : "s"): \(named)\(rest)")
      }
      firsts[name] = first
    }
    return diagnostics.compactMap { problem in
      guard let name = name(problem), groups[name, default: []].count > 1 else { return problem }
      return firsts.removeValue(forKey: name)
    }
  }

  // MARK: Dates

  /// A date of the front matter that does not exist is reported there, not where a layout formats it.
  private static func withDatesInFrontMatter(_ diagnostics: [Diagnostic], _ site: Site) -> [Diagnostic] {
    func date(_ problem: Diagnostic) -> String? {
      guard problem.code == .formatInvalid,
        let match = problem.message.firstMatch(of: #/the text `(\d{4}-\d{2}-\d{2}[^`]*)` is not a date/#)
      else { return nil }
      return String(match.1)
    }
    let dates = Set(diagnostics.compactMap(date))
    guard !dates.isEmpty else { return diagnostics }
    var places: [String: [(source: SourceFile, range: Range<Int>)]] = [:]
    let pages = site.pages.map { site.composition.derived[$0.path]?.source ?? $0.path }
    for path in Set(pages).sorted() {
      guard let bytes = try? SiteFile.read(path, in: site.root, limit: SiteWalk.maximumPageSize),
        let range = frontMatter(of: bytes, isMarkdown: Site.isMarkdownName(path))
      else { continue }
      for date in dates {
        guard let found = bytes[range].firstRange(of: Array(date.utf8)) else { continue }
        places[date, default: []].append((SourceFile(path: path, bytes: bytes), found))
      }
    }
    return diagnostics.flatMap { problem -> [Diagnostic] in
      guard let date = date(problem), let found = places[date], !found.isEmpty else { return [problem] }
      let use = problem.location.map { ["\($0.file):\($0.line) formats it"] } ?? []
      return found.map { place in
        Diagnostic(
          problem.code, problem.message, in: place.source, at: place.range,
          help: "write a day of the calendar, such as 2026-02-28", notes: problem.notes + use)
      }
    }
  }

  /// The bytes of a page's front matter.
  private static func frontMatter(of bytes: [UInt8], isMarkdown: Bool) -> Range<Int>? {
    if isMarkdown { return MarkdownFrontMatter(of: bytes)?.text }
    guard let start = bytes.firstRange(of: Array("application/hybrid+json".utf8)) else { return nil }
    let end = bytes[start.upperBound...].firstRange(of: Array("</script".utf8))
    return start.upperBound..<(end?.lowerBound ?? bytes.count)
  }

  // MARK: The address

  /// A whole URL in its parts.
  private struct WholeURL {
    /// `https://example.org`.
    var origin: String
    /// The path without its first `/`, and what follows it.
    var path: String
  }

  /// What a page loads over the network, as the report of it names it.
  private static func remoteURL(_ problem: Diagnostic) -> WholeURL? {
    guard problem.code == .remoteReference,
      let match = problem.message.firstMatch(of: #/`((?i:https?:)?\/\/[^\/`?#]+)\/?([^`]*)`/#)
    else { return nil }
    let origin = match.1.hasPrefix("//") ? "https:" + match.1 : String(match.1)
    return WholeURL(origin: origin.lowercased(), path: String(match.2))
  }

  /// One problem in the place of many where pages name the site's own files by whole URLs (Hugo's `canonifyURLs`, `<base href>`), and
  /// `base` does not have the address.
  private static func withRecognizedAddress(
    _ diagnostics: [Diagnostic], _ site: Site, _ configuration: SiteConfiguration
  ) -> [Diagnostic] {
    guard configuration.compiler.base.hasPrefix("/") else { return diagnostics }
    var found: [String: Set<String>] = [:]
    var lost: [String: Set<String>] = [:]
    for problem in diagnostics {
      guard let url = remoteURL(problem) else { continue }
      var prefixes = [configuration.compiler.base]
      if let slash = url.path.firstIndex(of: "/") { prefixes.append("/" + url.path[...slash]) }
      prefixes.append("/")
      let own = prefixes.first { prefix in
        ("/" + url.path).hasPrefix(prefix) && isThere(String(("/" + url.path).dropFirst(prefix.count)), site)
      }
      if let own {
        found[url.origin + own, default: []].insert(url.path)
      } else {
        lost[url.origin, default: []].insert(url.path)
      }
    }
    // Two different files, and most of what is there: a library's own host may have a file of one name.
    let best = found.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let (address, paths) = best, paths.count > 1 else { return diagnostics }
    func isOwn(_ problem: Diagnostic) -> Bool {
      remoteURL(problem).map { ($0.origin + "/" + $0.path).hasPrefix(address) } ?? false
    }
    let consequences = diagnostics.filter(isOwn)
    let origin = consequences.first.flatMap(remoteURL)?.origin ?? ""
    guard var cause = inOrderOfPlace(consequences).first, paths.count >= (lost[origin]?.count ?? 0) else {
      return diagnostics
    }
    let files = Set(consequences.compactMap { $0.location?.file })
    cause.code = .baseMissing
    cause.message =
      "\(consequences.count) references in \(files.count == 1 ? "one file" : "\(files.count) files") begin with `\(address)`, and the site has these files itself"
    cause.help = "set `\"base\": \"\(address)\"` in hybrid.json"
    cause.notes = []
    cause.severity = .warning
    return diagnostics.filter { !isOwn($0) } + [cause]
  }

  // MARK: The base

  /// The path of a missing file that pages name by a URL.
  private static func missingPath(_ diagnostic: Diagnostic) -> String? {
    diagnostic.code == .compositionFileMissing ? nil : NearFiles.missingPath(diagnostic)
  }

  /// One problem in the place of many where a generator (Hugo, Jekyll, Vite …) wrote a site for a path of a host, and `base` does not
  /// say so.
  private static func withRecognizedBase(
    _ diagnostics: [Diagnostic], _ site: Site, _ configuration: SiteConfiguration
  ) -> [Diagnostic] {
    guard configuration.compiler.base == "/" else { return diagnostics }
    var found: [Substring: Set<String>] = [:]
    var lost: [Substring: Set<String>] = [:]
    for diagnostic in diagnostics {
      guard let path = missingPath(diagnostic), let slash = path.firstIndex(of: "/"), slash > path.startIndex else {
        continue
      }
      let prefix = path[..<slash]
      let rest = String(path[path.index(after: slash)...])
      if isThere(rest, site) { found[prefix, default: []].insert(rest) } else { lost[prefix, default: []].insert(rest) }
    }
    // Two different files, and most of what is missing: one may be a mistake.
    let best = found.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let (prefix, paths) = best, paths.count > 1, paths.count >= (lost[prefix]?.count ?? 0),
      !site.paths.contains(where: { $0.hasPrefix(prefix + "/") })
    else { return diagnostics }
    let consequences = diagnostics.filter { missingPath($0)?.hasPrefix(prefix + "/") == true }
    let files = Set(consequences.compactMap { $0.location?.file })
    guard let first = consequences.first else { return diagnostics }
    var cause = first
    cause.code = .baseMissing
    cause.message =
      "\(consequences.count) references in \(files.count == 1 ? "one file" : "\(files.count) files") begin with `/\(prefix)/`, where the site has nothing"
    cause.help = "set `\"base\": \"/\(prefix)/\"` in hybrid.json"
    cause.notes = []
    cause.severity = consequences.contains { $0.severity == .error } ? .error : .warning
    return diagnostics.filter { missingPath($0)?.hasPrefix(prefix + "/") != true } + [cause]
  }

  /// Whether a path without the prefix names a file or a folder with a page.
  private static func isThere(_ path: String, _ site: Site) -> Bool {
    let plain = String(path.prefix { $0 != "?" && $0 != "#" })
    if plain.isEmpty { return site.paths.contains("index.html") }
    if site.paths.contains(plain) { return true }
    let folder = plain.hasSuffix("/") ? plain : plain + "/"
    return site.paths.contains(folder + "index.html") || site.paths.contains(plain + ".html")
  }

  // MARK: Data

  /// The problems without those of values that a broken data file would have given.
  private static func withoutUnreadData(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let names = diagnostics.compactMap { diagnostic -> String? in
      guard diagnostic.code == .dataFileInvalid, let path = diagnostic.location?.file, path.hasPrefix("data/"),
        let dot = path.lastIndex(of: ".")
      else { return nil }
      return String(path[..<dot]).replacing("/", with: ".")
    }
    guard !names.isEmpty else { return diagnostics }
    return diagnostics.filter { diagnostic in
      diagnostic.code == .dataFileInvalid || !codesOfValues.contains(diagnostic.code)
        || !names.contains { mentions(diagnostic.message, $0) }
    }
  }

  private static let codesOfValues: Set<DiagnosticCode> = [.dataMissing, .dataType, .bracesRemain]

  /// Whether a message names a value, or a member of it.
  private static func mentions(_ message: String, _ name: String) -> Bool {
    message.ranges(of: name).contains { range in
      guard range.upperBound < message.endIndex else { return true }
      let next = message[range.upperBound]
      return !next.isLetter && !next.isNumber && next != "_" && next != "-"
    }
  }
}
