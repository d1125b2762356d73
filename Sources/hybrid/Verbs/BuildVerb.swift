import ArgumentParser
import Build
import Diagnostics
import Foundation

/// `hybrid build`: compiles a site and publishes a release.
struct BuildVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Compile a site into packages and a manifest.",
    discussion: """
      Publishes into dist in the site's folder, or into `--out-dir`. The previous release stays until the new one is \
      complete. If the sources have errors, nothing changes.

      Examples:
        hybrid build my-app --open          # and show it in the browser
        hybrid build my-app -o public --emit web
        hybrid build my-app --sign-key key.pem --sequence 42
      """)

  @OptionGroup var site: SiteOptions
  @OptionGroup var publish: PublishOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var signing: SigningOptions
  @OptionGroup var replacement: ReplacementOptions
  @OptionGroup var emitted: EmitOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Treat warnings as errors: exit status 2, and nothing is published.")
  var warningsAsErrors = false

  @Flag(help: "Make the smallest packages that deflate allows; slower.")
  var best = false

  @Flag(help: "Shorten pages and style sheets where the page still looks the same.")
  var minify = false

  @Option(help: "Format of the sizes: text or json.")
  var format: AnswerFormat = .text

  @Option(help: ArgumentHelp("Build a share of the site, for `hybrid merge`.", valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp("Write a timeline of the build, for chrome://tracing.", valueName: "file"), completion: .file())
  var timings: String?

  @Option(help: ArgumentHelp("Write sizes, times and problems as a page.", valueName: "file"), completion: .file())
  var report: String?

  @Flag(help: "Read back the files of every page instead of a sample; slower.")
  var verify = false

  @Flag(help: "Build with and without the cache, and compare every byte.")
  var verifyIncremental = false

  @Flag(name: .customLong("open"), help: "Show the release in the browser afterwards, as `hybrid preview` does.")
  var opens = false

  func validate() throws {
    if opens, shard != nil {
      throw ValidationError("`--open` shows a whole release: it cannot be combined with `--shard`.")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError("`--shard` must be a share such as 2/8, not `\(shard)`.")
    }
    if shard != nil, let option = ofWholeReleases.first {
      throw ValidationError("\(option) is for the whole release: give it to `hybrid merge`, not to a shard.")
    }
    if verifyIncremental, shard != nil {
      throw ValidationError("`--verify-incremental` cannot be combined with `--shard`.")
    }
    if verifyIncremental, cache.noCache {
      throw ValidationError("`--verify-incremental` cannot be combined with `--no-cache`.")
    }
  }

  /// The options given that say something of a release, which no share of one has.
  private var ofWholeReleases: [String] {
    var given: [String] = publish.sequence == nil ? [] : ["--sequence"]
    if publish.keep != PublishOptions.defaultKeep { given.append("--keep") }
    given += signing.givenOptions + replacement.givenOptions
    // Pages are measured where they are compiled.
    given += emitted.emit.filter { $0 != .measures }.prefix(1).map { "--emit \($0.rawValue)" }
    return given
  }

  func run() throws {
    try SiteInput.require(site.root, config: site.config)
    var options = BuildOptions(site, publish)
    options.warningsAsErrors = warningsAsErrors
    options.isSmallest = best
    options.minifies = minify
    if verify || verifyIncremental { options.verifiesEveryPage = true }
    options.signing = try signing.load(output, replacement, isShard: shard != nil)
    try emitted.apply(to: &options, output)
    try cache.apply(to: &options)
    options.allowsFilters = filters.allowFilters
    if let shard = shard.flatMap(Shard.init) {
      options.shard = shard
      if publish.outDir == nil {
        options.outputFolder = options.root + "/.hybrid/shards/\(shard.index)-of-\(shard.count)"
      }
    }
    options.keepsTimings = timings != nil
    let build = SiteBuild(options)
    // OPTIMIZATION: the process ends behind the build, and the system takes back in one step what would be freed piece by piece.
    if !opens { _ = Unmanaged.passRetained(build) }
    let progress = ProgressLine(output)
    build.progress = progress.show
    let outcome = build.build()
    progress.clear()
    BuildReport(output, root: options.root, format: format).report(outcome)
    if let timings { try Self.write(build.timeline.chromeTrace, to: timings) }
    if let report { try Self.write(HTMLReport(outcome).text, to: report) }
    let isPublished = outcome.verdict == .success || outcome.verdict == .overBudget
    if verifyIncremental, isPublished { try compareWithCleanBuild(options) }
    if isPublished { PreviewProblems.keep(outcome, options) }
    if opens, isPublished {
      try PreviewVerb.serve(options.outputFolder, of: options.root, cache: options.cacheFolder, .usual, opens: true)
    }
    try ExitStatus(outcome.verdict).exit()
  }

  private static func write(_ text: String, to path: String) throws {
    do throws(SystemError) {
      try OutputFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandFailure(.cannotWrite, "\(path) cannot be written: \(error.reason)")
    }
  }

  /// Builds once more without the cache, elsewhere, and compares the two releases.
  private func compareWithCleanBuild(_ options: BuildOptions) throws {
    let differences: [String]
    do throws(SystemError) {
      differences = try IncrementalCheck.differences(options)
    } catch {
      throw CommandFailure(.cannotWrite, "the clean build failed: \(error.reason)")
    }
    guard differences.isEmpty else {
      throw CommandFailure(
        .internalError, "the build with the cache differs from a clean one: \(differences.joined(separator: ", "))",
        help: "please report it with the site; `hybrid clean` removes the cache")
    }
    if !output.quiet { Terminal.answer("a clean build gives the same bytes\n") }
  }
}

extension BuildOptions {
  init(_ site: SiteOptions, _ publish: PublishOptions) {
    self.init(root: site.root, configurationFile: site.config, outputFolder: publish.outDir, jobs: site.jobs)
    sequence = publish.sequence
    keep = publish.keep
  }
}

extension ExitStatus {
  init(_ verdict: BuildOutcome.Verdict) {
    switch verdict {
    case .success: self = .success
    case .sourceErrors: self = .sourceErrors
    case .warningsCount: self = .warningsCount
    case .overBudget: self = .overBudget
    case .badConfiguration: self = .badConfiguration
    case .cannotWrite: self = .cannotWrite
    case .unsound, .refused: self = .unsound
    }
  }
}

/// The folder and file that a verb was given.
enum SiteInput {
  /// Ends with status 66 where the site's folder or the named configuration does not exist.
  static func require(_ root: String, config: String? = nil) throws {
    if root.isEmpty {
      throw CommandFailure(
        .noInput, "the folder has no name", help: "name the site's folder, as in `hybrid build ./site`")
    }
    if !SystemFile.exists(root) {
      throw CommandFailure(
        .noInput, "\(root): no such folder", help: "name the site's folder, as in `hybrid build ./site`")
    }
    if !SystemFile.isFolder(root) {
      throw CommandFailure(.noInput, "\(root) is not a folder", help: "name the folder that the pages are in")
    }
    if let config, !SystemFile.exists(config) {
      throw CommandFailure(.noInput, "\(config): no such file", help: "`--config` names a file from the current folder")
    }
  }
}

/// Why a verb ends at once: a line on stderr and an exit status.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String
  var help: String?

  init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }
}
