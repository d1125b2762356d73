import ArgumentParser
import Build
import Diagnostics

/// `hybrid vendor`: fetches what the site names on the network into it, once and on request.
struct VendorVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vendor", abstract: "Fetch the remote style sheets, scripts, fonts and images that a site names.",
    discussion: """
      Writes them to vendor/ with a lock file of their digests, which builds verify. In the release, pages and style sheets \
      refer to these files. Existing files are not fetched again. Builds themselves never use the network.
      """)

  @Argument(help: ArgumentHelp("The site's folder.", valueName: "root"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The configuration, instead of the one at the root.", valueName: "file"),
    completion: .file(extensions: ["json", "yml", "yaml"]))
  var config: String?

  @Flag(help: "Fetch everything again, and take what the servers give now.")
  var update = false

  @Flag(help: "Remove the files that nothing names any more.")
  var prune = false

  @Flag(help: "Fetch nothing; exit status 1 where a remote file is not vendored.")
  var check = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if check, update || prune {
      throw ValidationError("`--check` changes nothing: it cannot be combined with `--update` or `--prune`.")
    }
  }

  func run() throws {
    try SiteInput.require(root, config: config)
    var options = VendorOptions(root: root, configurationFile: config)
    options.updates = update
    options.prunes = prune
    options.isDry = check
    var vendoring = SiteVendoring(options)
    let outcome = vendoring.run()
    if !outcome.diagnostics.isEmpty || output.diagnostics == .sarif {
      DiagnosticPrinter(output, root: root).report(outcome.diagnostics)
    }
    if !output.quiet { Terminal.answer(text(outcome)) }
    if outcome.verdict == .success, check, !outcome.fetched.isEmpty { try ExitStatus.sourceErrors.exit() }
    try ExitStatus(outcome.verdict).exit()
  }

  private func text(_ outcome: VendorOutcome) -> String {
    var lines = outcome.fetched.map { file in
      check
        ? "not vendored: \(OutputText.terminal(file.url.withoutPasswords))"
        : "\(file.path)  \(ByteSize.text(file.size))  \(OutputText.terminal(file.url.withoutPasswords))"
    }
    lines += outcome.removed.map { "removed: \($0)" }
    lines += outcome.unused.map { "nothing names: \($0)" }
    let count = BuildSummary.count(outcome.fetched.count, "file")
    lines.append("\(count) \(check ? "to fetch" : "fetched"), \(outcome.kept) kept")
    return lines.joined(separator: "\n") + "\n"
  }
}
