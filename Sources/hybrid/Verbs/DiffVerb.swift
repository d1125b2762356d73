import ArgumentParser
import Build
import Diff
import Manifest

/// `hybrid diff`: what a reader sees otherwise in one release than in another.
struct DiffVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two releases as readers see them, grouped by cause.",
    discussion: """
      OLD and NEW are release folders or sites; a site is compiled into a temporary folder. With `--git` they are commits of \
      the repository that `--root` is in; without NEW, the commit is compared with the site as it is.

      Boxes are compared in every viewport, without a browser. One declaration that moves 412 boxes on 96 pages is one \
      finding. `--fail-on` takes any of \(FailCondition.names.joined(separator: ", ")), and size+5% or size+10kB.

      Examples:
        hybrid diff dist site
        hybrid diff --git main --root site --format markdown
        hybrid diff old new --fail-on overlap,overflow,size+5% --html diff.html
      """)

  @Argument(help: ArgumentHelp("The release or site before; with `--git`, a commit.", valueName: "old"))
  var old: String

  @Argument(help: ArgumentHelp("The release or site now; with `--git`, a commit.", valueName: "new"))
  var new: String?

  @Flag(help: "OLD and NEW are commits.")
  var git = false

  @Option(help: ArgumentHelp("The site's folder, with `--git`.", valueName: "folder"), completion: .directory)
  var root = "."

  @Option(help: "text, json, markdown (a comment on a pull request) or sarif.")
  var format: DiffFormat?

  @Flag(help: "The same as `--format json`.")
  var json = false

  @Option(help: ArgumentHelp("Write a page with pictures of what changed.", valueName: "file"), completion: .file())
  var html: String?

  @Option(help: ArgumentHelp("The number of pages with pictures in the file of `--html`.", valueName: "n"))
  var pictures = 12

  @Option(help: ArgumentHelp("The number of findings in text and Markdown.", valueName: "n"))
  var limit = 20

  @Option(help: ArgumentHelp("End with status 4 where one of these differs.", valueName: "kinds"))
  var failOn: FailConditions?

  @Flag(help: "Compile sites without the cache.")
  var noCache = false

  @OptionGroup var filters: FilterOptions
  @OptionGroup var output: OutputOptions

  /// `--format` of `hybrid diff`.
  enum DiffFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown, sarif
  }

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("`--json` cannot be combined with `--format \(format)`.")
    }
    if !git, new == nil { throw ValidationError("NEW is missing; only with `--git` it is the site as it is.") }
    if pictures < 0 || pictures > 200 { throw ValidationError("`--pictures` must be 0 to 200, not \(pictures).") }
    if limit < 1 || limit > 1_000 { throw ValidationError("`--limit` must be 1 to 1000, not \(limit).") }
  }

  func run() throws {
    if let html {
      do throws(SystemError) {
        try OutputFile.check(html)
      } catch {
        throw CommandFailure(.cannotWrite, "\(html) cannot be written: \(error.reason)")
      }
    }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let builder = DiffSide.Builder(
      folder: folder, usesCache: !noCache, allowsFilters: filters.allowFilters, output: output)
    let (before, after) = try sides(builder)
    let difference: ReleaseDifference
    do {
      difference = try ReleaseComparison(
        old: before.release, new: after.release, source: { [after] in after.source(ofPage: $0) },
        oldSource: { [before] in before.source(ofPage: $0) }
      ).run()
    } catch {
      throw CommandFailure(.unsound, "a release cannot be read: \(error)", help: "`hybrid verify` names every fault")
    }
    let report = DiffReport(difference: difference, old: before.name, new: after.name, limit: limit)
    switch json ? .json : format ?? .text {
    case .text: Terminal.answer(report.text)
    case .json: Terminal.answer(OutputText.json(report.json.compact) + "\n")
    case .markdown: Terminal.answer(report.markdown)
    case .sarif: Terminal.answer(report.sarif(pathPrefix: after.pathPrefix))
    }
    if let html {
      let page = DiffPage(report: report, old: before.release, new: after.release, mostPictures: pictures).text
      do throws(SystemError) {
        try OutputFile.write(Array(page.utf8), to: html)
      } catch {
        throw CommandFailure(.cannotWrite, "\(html) cannot be written: \(error.reason)")
      }
    }
    let failures = failOn?.failures(in: difference) ?? []
    guard !failures.isEmpty else { return }
    if !output.quiet { Terminal.report("hybrid: `--fail-on`: \(failures.joined(separator: ", "))\n") }
    try ExitStatus.differs.exit()
  }

  private func sides(_ builder: DiffSide.Builder) throws -> (DiffSide, DiffSide) {
    guard git else {
      // `validate` refuses a call without NEW.
      let new = new ?? "."
      return (try builder.side(old, beside: new), try builder.side(new, beside: old))
    }
    try SiteInput.require(root)
    let repository = try GitRepository(root: root)
    let before = try builder.commit(old, of: repository, "old")
    let after =
      try new.map { try builder.commit($0, of: repository, "new") } ?? builder.side(root, beside: root + "/dist")
    return (before, after)
  }
}
