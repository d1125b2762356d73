import ArgumentParser
import Build
import Diagnostics
import Manifest

/// `hybrid delta`: patches from earlier releases.
struct DeltaVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delta", abstract: "Write patches from earlier releases to the current one.",
    discussion: """
      For every earlier release that OLD still contains, writes patches that produce each package of NEW's current release \
      from it. Applies and checks each patch, and lists it in a new manifest of the same release. OLD and NEW may be one \
      folder: builds keep the files of earlier releases in it. Sign with the same keys as the release. The release must be \
      sound, and existing signatures must be by keys of the folder's roots (or named with `--key`).
      """)

  @Argument(help: ArgumentHelp("A folder with earlier releases.", valueName: "old"), completion: .directory)
  var old: String

  @Argument(
    help: ArgumentHelp("The folder of the release, which the patches go to.", valueName: "new"), completion: .directory)
  var new: String

  @Option(help: ArgumentHelp("The number of earlier releases to keep patches from, the newest ones.", valueName: "n"))
  var keep = 10

  @Flag(
    help: """
      Also write patches that make the packages from nothing, for first installations: a third of the bytes or fewer, and more \
      work for the device.
      """)
  var firstInstall = false

  @OptionGroup var keys: KeyOptions

  @OptionGroup var standing: StandingOptions

  @Option(help: "Format of the sizes: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if keep < 1 || keep > 10_000 { throw ValidationError("`--keep` must be 1 to 10000, not \(keep).") }
  }

  func run() throws {
    try ReleaseInput.require(old)
    try ReleaseInput.require(new)
    var publisher = ReleasePublisher(folder: new)
    publisher.keys = try keys.load(output).keys
    // Files of earlier releases are a build's to remove.
    publisher.keep = 10_000
    let report: PatchReport
    do {
      report = try publisher.writePatches(
        from: old, keeping: keep, fromNothing: firstInstall, requirements: try standing.load(output, folder: new))
      try standing.remember(publisher)
    } catch {
      throw ProblemFailure(error, folder: new, output)
    }
    var problems = SiteBuild.signatureProblems(publisher, folder: new)
    if report.wasSignedOnlyByWithdrawnKeys { problems.append(SiteBuild.withdrawnKeysProblem(new)) }
    if report.sources == 0, !firstInstall {
      problems.append(
        Diagnostic(
          .deltaWithoutSource, "\(old) holds no earlier release with its archives",
          help: "name a copy of the folder as it was before the build, or build with a larger `--keep`"))
    }
    problems += report.wholeEntries.map { entry in
      Diagnostic(
        .entryTooLargeForPatch,
        "\(entry.path) of `\(entry.package)` has \(ByteSize.text(Int(clamping: entry.size))): updates fetch it whole",
        help: "cut it into smaller files, or put it into a package with `\"load\": \"onDemand\"`")
    }
    if output.verbose {
      problems += report.patches.filter { $0.url == nil }.map { patch in
        Diagnostic(
          .patchLeftOut,
          "the patch of `\(patch.package)` from \(patch.fromVersion ?? "nothing") has \(ByteSize.text(Int(clamping: patch.size))), the package \(ByteSize.text(Int(clamping: patch.packageSize)))"
        )
      }
    }
    DiagnosticPrinter(output).report(problems)
    printReport(report)
  }

  private func printReport(_ report: PatchReport) {
    let written = report.patches.filter { $0.url != nil }
    if format == .json {
      let patches = report.patches.map { patch in
        var members: [(key: String, value: JSONText)] = [
          ("from", .string(patch.from.description)), ("package", .string(patch.package)),
          ("size", .integer(Int(clamping: patch.size))), ("packageSize", .integer(Int(clamping: patch.packageSize))),
        ]
        if let version = patch.fromVersion { members.insert(("fromVersion", .string(version)), at: 1) }
        if let url = patch.url { members.append(("url", .string(url))) }
        return JSONText.object(members)
      }
      Terminal.answer(
        JSONText.object([
          ("patches", .array(patches)), ("sources", .integer(report.sources)), ("removed", .integer(report.removed)),
        ]).compact + "\n")
    } else if !output.quiet {
      for patch in written {
        let size = ByteSize.text(Int(clamping: patch.size))
        let whole = ByteSize.text(Int(clamping: patch.packageSize))
        Terminal.answer("\(patch.package) from \(patch.fromVersion ?? "nothing"): \(size) instead of \(whole)\n")
      }
      let sources = BuildSummary.count(report.sources, "earlier release")
      let size = ByteSize.text(written.reduce(0) { $0 + Int(clamping: $1.size) })
      let nothing = firstInstall ? " and from nothing" : ""
      var text = "\(BuildSummary.count(written.count, "patch")) from \(sources)\(nothing), \(size)".replacing(
        "patchs", with: "patches")
      if report.removed > 0 { text += "; \(report.removed) of older releases taken out" }
      Terminal.answer(text + "\n")
    }
  }
}
