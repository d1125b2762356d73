import Compiler
import Diagnostics

extension SiteBuild {
  /// What the configuration names and the site does not have, each at its place.
  static func missingFiles(_ configuration: SiteConfiguration, _ site: Site) -> [Diagnostic] {
    let places = configuration.places
    var problems: [Diagnostic] = []
    lazy var files = NearFiles(site.paths)
    for (family, path) in configuration.compiler.fonts.sorted(by: { $0.key < $1.key }) where !site.contains(path) {
      problems.append(
        places.diagnostic(
          .configurationMissingFile, "the font file `\(path)` of `\(family)` is not in the site",
          at: ["fonts", .key(family)], help: help(for: path, in: &files)))
    }
    for (language, path) in configuration.compiler.hyphenation.sorted(by: { $0.key < $1.key })
    where !site.contains(path) {
      problems.append(
        places.diagnostic(
          .configurationMissingFile, "the hyphenation dictionary `\(path)` of `\(language)` is not in the site",
          at: ["hyphenation", .key(language)], help: help(for: path, in: &files)))
    }
    let pages = Set(site.pages.map(\.path))
    for (index, route) in configuration.routes.enumerated() {
      guard let page = route.page, !pages.contains(page) else { continue }
      let isFile = site.contains(page)
      problems.append(
        places.diagnostic(
          .configurationMissingFile,
          isFile ? "`\(page)` is not a page" : "the page `\(page)` of a route is not in the site",
          at: ["routes", .element(index), "page"],
          help: isFile ? "a page ends in .html, .htm or .xhtml" : help(for: page, in: &files)))
    }
    return problems
  }

  private static func help(for path: String, in files: inout NearFiles) -> String {
    files.help(for: path) ?? "paths count from the site's root"
  }

  /// The configuration's fonts and dictionaries that are there and cannot be used.
  static func unusableFonts(_ configuration: SiteConfiguration, _ compiler: PageCompiler) -> [Diagnostic] {
    let dictionaries = compiler.unusableDictionaries.map { dictionary in
      configuration.places.diagnostic(
        .unreadableDictionary, "the hyphenation dictionary `\(dictionary.path)` cannot be read: \(dictionary.reason)",
        at: ["hyphenation", .key(dictionary.language)])
    }
    let fonts = compiler.unusableFonts.map { font in
      let isMetrics = font.path.hasSuffix(".metrics")
      return configuration.places.diagnostic(
        isMetrics ? .unreadableMetricsFile : .unreadableFont,
        "the \(isMetrics ? "metrics" : "font") file `\(font.path)` cannot be read: \(font.reason)",
        at: ["fonts", .key(font.family)])
    }
    return fonts + dictionaries
  }

  private static let codesOfOutput: Set<DiagnosticCode> = [
    .outputUnwritable, .outputForeign, .signedReplacedByUnsigned, .olderSequence, .signingKeyUnknown,
  ]

  /// What errors say of the whole run: those of the configuration come before those of the sources.
  static func verdict(of diagnostics: [Diagnostic]) -> BuildOutcome.Verdict {
    let errors = diagnostics.filter { $0.severity == .error }
    // What `--emit` misses is missing in the configuration.
    if errors.contains(where: { DiagnosticCode.configuration.contains($0.code) || $0.code == .applicationLinks }) {
      return .badConfiguration
    }
    if errors.contains(where: { codesOfOutput.contains($0.code) }) { return .cannotWrite }
    if errors.contains(where: { $0.code == .releaseRefused }) { return .refused }
    if errors.contains(where: { DiagnosticCode.releaseFaults.contains($0.code) }) { return .unsound }
    return errors.isEmpty ? .success : .sourceErrors
  }
}
