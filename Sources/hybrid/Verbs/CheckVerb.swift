import ArgumentParser
import Build
import Diagnostics

/// `hybrid check`: finds every problem, notes too, and writes nothing.
struct CheckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report every problem of a site; write nothing.",
    discussion: """
      Also prints notes: mistakes that browsers recover from without loss.

      Examples:
        hybrid check my-app --accessibility --layout
        hybrid check my-app --max-problems 20 --warnings-as-errors
        hybrid check my-app --diagnostics-file problems.sarif
      """)

  @OptionGroup var site: SiteOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Treat warnings as errors: exit status 2.")
  var warningsAsErrors = false

  @Flag(help: "List the rules of style sheets that no page uses on any screen; compiles all pages again.")
  var unusedRules = false

  @Flag(
    help:
      "Also check accessibility: names, contrast, headings, small targets, ARIA (HYB4190 to HYB4217, HYB6101 to HYB6114)."
  )
  var accessibility = false

  @Flag(
    help: """
      Also lay each page out at the widths between the smallest and the largest viewport, and at twice the text size: what \
      collides, protrudes, wraps, scrolls sideways, is cut or covered, and fonts that move it (HYB3092 to HYB3101).
      """)
  var layout = false

  @Flag(help: "Also write pages and style sheets shorter, as `build --minify` does, and report what stays as it is.")
  var minify = false

  func run() throws {
    try SiteInput.require(site.root, config: site.config)
    var options = BuildOptions(root: site.root, configurationFile: site.config, jobs: site.jobs)
    options.warningsAsErrors = warningsAsErrors
    options.findsUnusedRules = unusedRules
    options.checksAccessibility = accessibility
    options.checksLayout = layout
    options.minifies = minify
    try cache.apply(to: &options)
    let build = SiteBuild(options)
    let progress = ProgressLine(output)
    build.progress = progress.show
    let outcome = build.check()
    progress.clear()
    let printer = DiagnosticPrinter(output, root: options.root)
    if !outcome.diagnostics.isEmpty || output.wantsWholeReport { printer.report(outcome.diagnostics) }
    printer.reportCount(outcome.diagnostics)
    if let summary = outcome.summary, !output.quiet {
      let found = outcome.diagnostics.isEmpty ? ", no problems" : ""
      Terminal.answer("\(summary.input) checked in \(BuildSummary.time(summary.seconds))\(found)\n")
    }
    try ExitStatus(outcome.verdict).exit()
  }
}
