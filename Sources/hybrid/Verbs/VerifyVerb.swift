import ArgumentParser
import Build
import Diagnostics
import Foundation
import HybridClient
import Manifest

/// `hybrid verify`: reads a release again and names every fault.
struct VerifyVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a release: every hash, signature, archive, page, layout and patch.",
    discussion: """
      Prints every fault with its file, entry and offset, and what was expected. Exit status 65 if there is one. \
      Where the folder has trust roots, their chain and the signatures of the newest one's keys are checked; --root makes \
      sure that they begin with the root that apps were built with.
      """)

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("A public key of which one must have signed; may be repeated.", valueName: "file"))
  var publicKeys: [String] = []

  @Option(help: ArgumentHelp("The first root, as apps have it.", valueName: "file"), completion: .file())
  var root: String?

  @Flag(help: "Also check that neither the release nor its root has expired.")
  var fresh = false

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func run() throws {
    try ReleaseInput.require(folder)
    let keys = try PublicKeys.load(publicKeys, output)
    let firstRoot = try root.map { try RootInput.load($0) }
    let faults = ReleaseFolder.verify(
      folder, keys: keys.isEmpty ? nil : keys, firstRoot: firstRoot,
      now: fresh ? Timestamp(seconds: Int64(Date().timeIntervalSince1970)) : nil)
    report(faults, notes: ReleaseVerifier.notes(of: folder))
    if !faults.isEmpty { try ExitStatus.unsound.exit() }
  }

  /// - Parameter notes: what is in the folder beside its current release.
  private func report(_ faults: [ManifestError], notes: [ReleaseVerifier.Note]) {
    if format == .json {
      let reported = notes.map { JSONText.object([("kind", .string($0.kind.rawValue)), ("file", .string($0.file))]) }
      var members: [(key: String, value: JSONText)] = [("faults", .array(faults.map(Self.json)))]
      if !reported.isEmpty { members.append(("notes", .array(reported))) }
      Terminal.answer(JSONText.object(members).compact + "\n")
      return
    }
    if output.diagnostics == .human, !output.quiet {
      for note in notes {
        Terminal.report("\(folder): note: \(OutputText.terminal(note.file)): \(note.text)\n")
      }
    }
    if output.diagnostics != .human {
      DiagnosticPrinter(output, root: folder).report(faults.map { SiteBuild.diagnostic(for: $0) })
    } else {
      for fault in faults {
        let code = DiagnosticCode.releaseFault(fault.kind.rawValue)?.name ?? ""
        Terminal.report("\(folder): \(code) \(OutputText.terminal(fault.description))\n")
      }
      if !faults.isEmpty { Terminal.report(BuildSummary.count(faults.count, "fault") + "\n") }
    }
    if faults.isEmpty, !output.quiet { Terminal.answer("\(folder): sound\n") }
  }

  private static func json(_ fault: ManifestError) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("kind", .string(fault.kind.rawValue))]
    if let code = DiagnosticCode.releaseFault(fault.kind.rawValue) { members.append(("code", .string(code.name))) }
    if let file = fault.file { members.append(("file", .string(file))) }
    if let entry = fault.entry { members.append(("entry", .string(entry))) }
    if let offset = fault.offset { members.append(("offset", .integer(Int(clamping: offset)))) }
    if let expected = fault.expected { members.append(("expected", .string(expected))) }
    if let rule = fault.rule { members.append(("rule", .string(rule))) }
    if let found = fault.found { members.append(("found", .string(found))) }
    return .object(members)
  }
}
