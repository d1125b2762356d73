import ArgumentParser
import Build
import Diagnostics

/// `hybrid watch`: builds, then again after every change.
struct WatchVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Build, then rebuild what every saved file affects.",
    discussion: """
      Errors are printed and do not end it; the last good release stays until you fix them. End it with Ctrl-C.
      """)

  @OptionGroup var site: SiteOptions
  @OptionGroup var publish: PublishOptions
  @OptionGroup var replacement: ReplacementOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Show the pages in a browser, at 127.0.0.1:4600.")
  var preview = false

  @OptionGroup var previewOptions: PreviewOptions

  func run() throws {
    try SiteInput.require(site.root, config: site.config)
    var options = BuildOptions(site, publish)
    replacement.apply(to: &options.signing)
    cache.apply(to: &options)
    options.allowsFilters = filters.allowFilters
    let build = SiteBuild(options)
    let watch = SiteWatch(build)
    var live: LivePreview?
    if preview || previewOptions.host != nil || previewOptions.port != nil || previewOptions.data != nil {
      live = LivePreview(try previewOptions.start(releaseFolder: options.outputFolder), build)
    }
    var isFirst = true
    let report = BuildReport(output, root: site.root)
    watch.run { outcome in
      live?.finished(outcome)
      report.reportProblems(outcome, inWatch: true)
      if outcome.summary != nil || outcome.verdict == .badConfiguration {
        if !output.quiet { Terminal.report(Self.line(outcome, isFirst: isFirst)) }
        isFirst = false
      }
      return true
    }
  }

  /// What changed → what was built, and how long it took.
  static func line(_ outcome: BuildOutcome, isFirst: Bool) -> String {
    var text = isFirst ? "" : changes(outcome.changed) + " → "
    let isPublished = outcome.verdict == .success || outcome.verdict == .overBudget
    guard let summary = outcome.summary else { return text + "the configuration has errors; the last release stays\n" }
    if isFirst {
      text += isPublished ? summary.line : "\(summary.input) in \(BuildSummary.time(summary.seconds))"
    } else {
      let size = summary.packages.reduce(0) { $0 + $1.size }
      text += "\(outcome.compiled.count) of \(BuildSummary.count(summary.pages, "page"))"
      if isPublished { text += ", \(BuildSummary.count(summary.packages.count, "package")), \(ByteSize.text(size))" }
      text += " in \(BuildSummary.time(summary.seconds))"
    }
    if !isPublished {
      let errors = outcome.diagnostics.count { $0.severity == .error }
      text += "; \(BuildSummary.count(errors, "error")), the last release stays"
    }
    return text + "\n"
  }

  /// The first names, and how many more.
  private static func changes(_ paths: [String]) -> String {
    if paths.isEmpty { return "the site" }
    let paths = paths.map(OutputText.terminal)
    if paths.count <= 3 { return paths.joined(separator: ", ") }
    return paths.prefix(2).joined(separator: ", ") + " and \(paths.count - 2) more"
  }
}
