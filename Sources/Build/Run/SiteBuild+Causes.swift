import Compiler
import Diagnostics

extension SiteBuild {
  /// The problems without those that follow from another: from a path prefix that the configuration lacks, and from data files that
  /// cannot be read.
  static func withoutConsequences(
    _ diagnostics: [Diagnostic], _ site: Site, _ configuration: SiteConfiguration
  ) -> [Diagnostic] {
    withoutUnreadData(withRecognizedBase(diagnostics, site, configuration))
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
    cause.help = "set \"base\": \"/\(prefix)/\" in hybrid.json"
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
