import ArgumentParser
import Build
import Diagnostics
import Foundation
import Manifest

/// `hybrid roots`: whose signatures apps count.
struct RootsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roots", abstract: "Create and rotate trust roots, which list the keys that apps trust.",
    discussion: """
      An app is built with roots/1.root.json. Each further root is signed by enough keys of the one before and by enough \
      of its own, so keys can change without a new app.
      """,
    subcommands: [RootsListVerb.self, RootsAddVerb.self, RootsSignVerb.self], defaultSubcommand: RootsListVerb.self)

  /// What became of a root.
  static func report(_ written: RootFolder.Written, folder: String, format: AnswerFormat, _ output: OutputOptions) {
    if !written.isComplete {
      var parts: [String] = []
      if written.missingOld > 0 { parts.append("\(written.missingOld) by keys of root \(written.root.version - 1)") }
      if written.missingOwn > 0 { parts.append("\(written.missingOwn) by its own keys") }
      DiagnosticPrinter(output).report([
        Diagnostic(
          .rootIncomplete, "root \(written.root.version) lacks signatures: \(parts.joined(separator: ", "))",
          help: "run `hybrid roots sign \(folder) --sign-key FILE`")
      ])
    }
    if format == .json {
      Terminal.answer(
        json(written.root, path: written.path, isComplete: written.isComplete).compact + "\n")
    } else if !output.quiet {
      let keys = "\(written.root.threshold) of \(BuildSummary.count(written.root.keys.count, "key"))"
      Terminal.answer(
        "\(folder)/\(written.path): root \(written.root.version), \(keys)\(written.isComplete ? "" : ", not published yet")\n"
      )
    }
  }

  static func json(_ root: TrustRoot, path: String, isComplete: Bool) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("version", .integer(Int(clamping: root.version))), ("path", .string(path)), ("isPublished", .bool(isComplete)),
      ("threshold", .integer(root.threshold)), ("keys", .array(root.keys.map { .string($0.id) })),
    ]
    if let expires = root.expires { members.append(("expires", .string(expires.description))) }
    return .object(members)
  }
}

/// `hybrid roots list`.
struct RootsListVerb: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the roots and their keys.")

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func run() throws {
    try ReleaseInput.require(folder)
    let roots: [(root: TrustRoot, isPublished: Bool)]
    do throws(ManifestError) {
      let folder = RootFolder(folder: folder)
      var all = try folder.chain().map { (root: $0, isPublished: true) }
      if let draft = try folder.draft() { all.append((draft, false)) }
      roots = all
    } catch {
      throw ProblemFailure(error, folder: folder, output)
    }
    if format == .json {
      Terminal.answer(
        JSONText.array(
          roots.map {
            RootsVerb.json($0.root, path: TrustRoot.path($0.root.version), isComplete: $0.isPublished)
          }
        ).compact + "\n")
      return
    }
    for (root, isPublished) in roots {
      var line = "root \(root.version): \(root.threshold) of \(BuildSummary.count(root.keys.count, "key"))"
      if let expires = root.expires { line += ", expires \(expires)" }
      if !isPublished { line += ", waits for signatures" }
      Terminal.answer(line + "\n" + root.keys.map { "  \($0.id)\n" }.joined())
    }
    if roots.isEmpty { Terminal.answer("\(folder): no roots\n") }
  }
}

/// `hybrid roots add`.
struct RootsAddVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make the first root, or the next one with other keys.",
    discussion: """
      Name all keys that are valid from now on; every other key becomes invalid. Sign with enough keys of the previous root \
      (its threshold) and with enough of the new ones (the new threshold). A root that lacks signatures waits as a draft \
      for `hybrid roots sign`.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @Option(
    name: .customLong("key"), help: ArgumentHelp("A public key of the root (.pub); may be repeated.", valueName: "file")
  )
  var publicKeys: [String] = []

  @Option(help: ArgumentHelp("How many of the keys must sign a release.", valueName: "n"))
  var threshold = 1

  @Option(help: ArgumentHelp("When apps stop trusting the root for new releases.", valueName: "date"))
  var expires: String?

  @OptionGroup var keys: KeyOptions

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if publicKeys.isEmpty { throw ValidationError("Name the root's keys with `--key FILE`.") }
    if threshold < 1 || threshold > publicKeys.count {
      throw ValidationError("`--threshold` must be 1 to \(publicKeys.count), the number of keys, not \(threshold).")
    }
    if let expires { _ = try Expiry.moment(expires) }
  }

  func run() throws {
    let root = try PublicKeys.load(publicKeys, output)
    let signers = try keys.load(output).keys
    do {
      let written = try RootFolder(folder: folder).add(
        keys: root, threshold: threshold, expires: try expires.map { try Expiry.future($0, output) }, signers: signers)
      RootsVerb.report(written, folder: folder, format: format, output)
    } catch {
      throw ProblemFailure(error, folder: folder, output)
    }
  }
}

/// `hybrid roots sign`.
struct RootsSignVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Add signatures to the root that waits for them.",
    discussion: """
      Prints what it signs first: the root's version, how many of which keys must sign, which of them are new, which are \
      withdrawn, and the expiry. On a terminal it asks before it signs; `--dry-run` signs nothing.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @OptionGroup var keys: KeyOptions

  @Flag(name: [.customLong("dry-run")], help: "Only print what would be signed.")
  var isDryRun = false

  @Flag(help: "Do not ask for confirmation on a terminal.")
  var yes = false

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func run() throws {
    try ReleaseInput.require(folder)
    let folder = RootFolder(folder: self.folder)
    let (root, previous): (TrustRoot, TrustRoot?)
    do {
      previous = try folder.newest()
      guard let draft = try folder.draft() else {
        throw ManifestError(
          .missing, file: "roots/\((previous?.version ?? 0) + 1).root.draft.json",
          expected: "a root that waits for signatures")
      }
      root = draft
    } catch {
      throw ProblemFailure(error, folder: self.folder, output)
    }
    if isDryRun {
      return Terminal.answer(
        format == .json
          ? RootsVerb.json(root, path: "roots/\(root.version).root.draft.json", isComplete: false).compact + "\n"
          : Self.text(root, after: previous))
    }
    let signers = try keys.load(output).keys
    guard !signers.isEmpty else {
      throw CommandFailure(.usage, "no key to sign with", help: "name one with `--sign-key`, or set HYBRID_SIGN_KEY")
    }
    if output.diagnostics == .human { Terminal.report(Self.text(root, after: previous)) }
    if !yes, isatty(0) == 1, isatty(2) == 1 {
      Terminal.report("Sign it? [y/N] ")
      guard ["y", "yes"].contains(readLine()?.lowercased()) else {
        throw CommandFailure(.usage, "nothing was signed", help: "`--yes` signs without a question")
      }
    }
    do {
      RootsVerb.report(
        try folder.sign(with: signers, shown: root), folder: self.folder, format: format, output)
    } catch {
      throw ProblemFailure(error, folder: self.folder, output)
    }
  }

  /// What a root says, and how it differs from the one before.
  private static func text(_ root: TrustRoot, after previous: TrustRoot?) -> String {
    var text = "root \(root.version) to sign: \(root.threshold) of \(BuildSummary.count(root.keys.count, "key"))"
    if let previous, previous.threshold != root.threshold { text += " (before: \(previous.threshold))" }
    text += root.expires.map { ", expires \($0)\n" } ?? ", never expires\n"
    for key in root.keys {
      text += "  \(key.id)\(previous.map { $0.keys.contains(key) ? "" : ", new" } ?? "")\n"
    }
    for key in previous?.keys ?? [] where !root.keys.contains(key) { text += "  \(key.id), withdrawn\n" }
    return text
  }
}
