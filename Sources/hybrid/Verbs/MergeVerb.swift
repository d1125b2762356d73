import ArgumentParser
import Build

/// `hybrid merge`: joins the shards of a build into a release.
struct MergeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the shards of a build into a release.",
    discussion: """
      Takes the folders that `hybrid build --shard 1/n` to `--shard n/n` wrote, and publishes exactly the bytes that a \
      build of the whole site produces. The sources are not needed.
      """)

  @Argument(help: ArgumentHelp("The folders of all shards, in any order.", valueName: "shard"), completion: .directory)
  var shards: [String]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder of the release.", valueName: "folder"), completion: .directory)
  var outDir = "dist"

  @Option(help: ArgumentHelp("The release's number, over the configuration's.", valueName: "n"))
  var sequence: Int?

  @Option(help: ArgumentHelp("The number of releases whose files are kept.", valueName: "n"))
  var keep = 3

  @OptionGroup var signing: SigningOptions
  @OptionGroup var replacement: ReplacementOptions
  @OptionGroup var emitted: EmitOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Treat warnings as errors: exit status 2, and nothing is published.")
  var warningsAsErrors = false

  @Option(help: "Format of the sizes: text or json.")
  var format: AnswerFormat = .text

  func validate() throws {
    if let sequence, sequence < 0 || sequence > 9_007_199_254_740_991 {
      throw ValidationError("`--sequence` must be 0 or more, not \(sequence).")
    }
    if keep < 1 || keep > 10_000 { throw ValidationError("`--keep` must be 1 to 10000, not \(keep).") }
  }

  func run() throws {
    var options = BuildOptions(outputFolder: outDir)
    options.sequence = sequence
    options.keep = keep
    options.warningsAsErrors = warningsAsErrors
    options.signing = try signing.load(output, replacement)
    try emitted.apply(to: &options, output)
    let outcome: BuildOutcome
    do throws(ShardMerge.Failure) {
      outcome = try ShardMerge(folders: shards).publish(options)
    } catch {
      throw CommandFailure(error.isMissingInput ? .noInput : .unsound, error.message, help: error.help)
    }
    BuildReport(output, root: ".", format: format).report(outcome)
    try ExitStatus(outcome.verdict).exit()
  }
}
