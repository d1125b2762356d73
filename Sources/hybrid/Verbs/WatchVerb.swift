import ArgumentParser
import Build
import Diagnostics
import Foundation
import Preview

/// `hybrid watch`: builds, then again after every change.
struct WatchVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Build, then rebuild what every saved file affects.",
    discussion: """
      Errors are printed and do not end it; the last good release stays until you fix them. In a terminal, the key o opens \
      the preview, r builds again, and q ends it, as Ctrl-C does.
      """)

  @OptionGroup var site: SiteOptions
  @OptionGroup var publish: PublishOptions
  @OptionGroup var replacement: ReplacementOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Shorten pages and style sheets where the page still looks the same.")
  var minify = false

  @Flag(help: "Show the pages in a browser, at 127.0.0.1:4600.")
  var preview = false

  @OptionGroup var previewOptions: PreviewOptions

  func run() throws {
    try SiteInput.require(site.root, config: site.config)
    var options = BuildOptions(site, publish)
    replacement.apply(to: &options.signing)
    try cache.apply(to: &options)
    options.allowsFilters = filters.allowFilters
    options.minifies = minify
    let build = SiteBuild(options)
    let watch = SiteWatch(build)
    var live: LivePreview?
    var address: String?
    if preview || previewOptions.host != nil || previewOptions.port != nil || previewOptions.data != nil {
      let (server, started) = try previewOptions.start(releaseFolder: options.outputFolder)
      (live, address) = (LivePreview(server, build), started)
    }
    var last: BuildOutcome?
    let keys = TerminalKeys()
    if let keys {
      keys.start {
        RunningFilters.endAll()
        TerminalKeys.restore()
        Foundation.exit(0)
      }
      watch.whileWaiting = {
        var rebuilds = false
        for key in keys.take() {
          if key == "r" { rebuilds = true }
          guard key == "o" else { continue }
          if address == nil, let (server, started) = self.startPreview(of: options.outputFolder) {
            (live, address) = (LivePreview(server, build), started)
            if let last { live?.finished(last) }
          }
          if let address { WebBrowser.show(address) }
        }
        return rebuilds
      }
    }
    var isFirst = true
    let report = BuildReport(output, root: options.root)
    watch.run { outcome in
      live?.finished(outcome)
      if outcome.summary != nil { last = outcome }
      report.reportProblems(outcome, inWatch: true)
      if outcome.summary != nil || outcome.verdict == .badConfiguration {
        if !output.quiet { Terminal.report(Self.line(outcome, isFirst: isFirst)) }
        if isFirst, keys != nil, !output.quiet {
          Terminal.report("keys: o opens the preview, r builds again, q ends\n")
        }
        isFirst = false
      }
      return true
    }
  }

  /// Starts the preview; `nil`, with a line on stderr, where that is not possible.
  private func startPreview(of folder: String) -> (server: PreviewServer, address: String)? {
    do {
      return try previewOptions.start(releaseFolder: folder)
    } catch {
      Terminal.report("hybrid: \(OutputText.terminal((error as? CommandFailure)?.message ?? "\(error)"))\n")
      return nil
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
