import Diagnostics

extension SiteBuild {
  /// Runs the configuration's filters, where they may run, and puts what they made into the site; the answer is what was wrong.
  func runFilters(for site: inout Site, _ configuration: SiteConfiguration) -> [Diagnostic] {
    filterFigures = CacheFigures.Share()
    guard !configuration.filters.isEmpty else {
      filterAnswers = [:]
      return []
    }
    let results = timeline.measure("filters", "build") {
      SiteFilters(root: options.root, configuration: configuration, trustedRoot: options.trustedRoot).results(
        for: site, isAllowed: options.allowsFilters, cache: caching?.folder, known: filterAnswers, jobs: options.jobs)
    }
    filterAnswers = results.known
    filterFigures = results.figures
    site.filtered = results.files
    site.filterFingerprint = results.fingerprint
    return results.diagnostics
  }
}
