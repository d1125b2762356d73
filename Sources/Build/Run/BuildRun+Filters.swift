import Diagnostics

extension BuildRun {
  /// Runs the configuration's filters, where they may run, and puts what they made into the site; the answer is what was wrong.
  mutating func runFilters(for site: inout Site, _ configuration: SiteConfiguration) -> [Diagnostic] {
    filterFigures = CacheFigures.Share()
    guard !configuration.filters.isEmpty else {
      state.filterAnswers = [:]
      return []
    }
    let results = timeline.measure("filters", "build") {
      SiteFilters(root: options.root, configuration: configuration, trustedRoot: options.trustedRoot).results(
        for: site, isAllowed: options.allowsFilters, cache: caching?.folder, known: previous.filterAnswers,
        jobs: options.jobs)
    }
    state.filterAnswers = results.known
    filterFigures = results.figures
    site.filtered = results.files
    site.filterFingerprint = results.fingerprint
    return results.diagnostics
  }
}
