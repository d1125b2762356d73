import ArgumentParser
import Build
import Diagnostics
import Manifest

/// `hybrid sign`: signs a release without building it.
struct SignVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a release again, without building.",
    discussion: """
      Writes only latest.json: with another expiry (a scheduled job keeps a release fresh in this way), another share of a \
      phased rollout, or the signature of a further key. If only a signature changes, those of other keys stay.
      Before it signs, the command reads every file that the manifest names and compares it with its hash. Existing \
      signatures must be by keys of the folder's roots (or named with `--key`). An unsigned release needs `--draft`. The command \
      refuses a release if another manifest of the folder is newer or, with `--state`, if a newer release was signed before. \
      `--expect-sequence` names a release to sign anyway. A scheduled job uses `--refresh`, which also refuses a release that \
      lacks signatures.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @OptionGroup var signing: SigningOptions

  @Flag(help: "Sign only a release that already has all signatures, as scheduled jobs do to keep one fresh.")
  var refresh = false

  @OptionGroup var standing: StandingOptions

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if refresh, standing.draft {
      throw ValidationError("`--refresh` is for releases that are signed, `--draft` for others.")
    }
  }

  func run() throws {
    try ReleaseInput.require(folder)
    let signing = try self.signing.load(output)
    guard !signing.keys.isEmpty else {
      throw CommandFailure(
        .usage, "no key to sign with", help: "name one with `--sign-key`, or set HYBRID_SIGN_KEY")
    }
    var publisher = ReleasePublisher(folder: folder)
    publisher.keys = signing.keys
    var requirements = try standing.load(output, folder: folder)
    requirements.mustBeSigned = refresh
    let signed: ReleasePublisher.SignedRelease
    do {
      signed = try publisher.signAgain(
        expires: signing.expires, channel: signing.channel, rollout: signing.rollout, requirements: requirements)
      try standing.remember(publisher)
    } catch {
      throw ProblemFailure(error, folder: folder, output)
    }
    let latest = signed.latest
    var problems = SiteBuild.signatureProblems(publisher, folder: folder)
    if signed.wasSignedOnlyByWithdrawnKeys { problems.append(SiteBuild.withdrawnKeysProblem(folder)) }
    DiagnosticPrinter(output).report(problems)
    let ids = signing.keys.map(\.verificationKey.id)
    if format == .json {
      var members: [(key: String, value: JSONText)] = [
        ("sequence", .integer(Int(clamping: latest.sequence))), ("signedBy", .array(ids.map { .string($0) })),
      ]
      if let expires = latest.expires { members.append(("expires", .string(expires.description))) }
      if let channel = latest.channel { members.append(("channel", .string(channel))) }
      if let rollout = latest.rollout { members.append(("rollout", .number(rollout))) }
      Terminal.answer(JSONText.object(members).compact + "\n")
    } else if !output.quiet {
      var text = "\(folder): sequence \(latest.sequence) signed by \(ids.joined(separator: ", "))"
      if let expires = latest.expires { text += ", expires \(expires)" }
      if let channel = latest.channel { text += ", channel \(channel)" }
      if let rollout = latest.rollout { text += ", rolled out to \(rollout)" }
      Terminal.answer(text + "\n")
    }
  }
}

/// The folder of a release that a verb was given.
enum ReleaseInput {
  /// Ends with status 66 where it is not a folder.
  static func require(_ folder: String) throws {
    guard SystemFile.isFolder(folder) else {
      throw CommandFailure(.noInput, "\(folder): no such folder", help: "name the folder that `hybrid build` wrote")
    }
  }
}
