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
      If the folder has trust roots, their chain and the signatures of the newest root's keys are checked. `--root` makes \
      sure that they begin with the root that apps were built with.

      With an address, the command fetches the release from its host as apps do, and verifies it. It also checks how the \
      host serves it: content types, caching, redirects, parts of files. Use it as a test after a deployment.

      Examples:
        hybrid verify dist
        hybrid verify https://cdn.example.com/app/ --root app/1.root.json
      """)

  @Argument(
    help: ArgumentHelp("The folder of the release, or the address of one.", valueName: "dist"), completion: .directory)
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
    let isAddress = folder.contains("://")
    if !isAddress { try ReleaseInput.require(folder) }
    let keys = try PublicKeys.load(publicKeys, output)
    let firstRoot = try root.map { try RootInput.load($0) }
    func faults(_ folder: String) -> [ManifestError] {
      ReleaseFolder.verify(
        folder, keys: keys.isEmpty ? nil : keys, firstRoot: firstRoot,
        now: fresh ? Timestamp(seconds: Int64(Date().timeIntervalSince1970)) : nil)
    }
    if isAddress {
      let copy = try TemporaryFolder()
      defer { copy.remove() }
      let outcome = try Self.download(folder, to: copy.path)
      let found = faults(copy.path).map { fault in
        var fault = fault
        if fault.kind == .missing, let reason = fault.file.flatMap({ outcome.absent[$0] }) { fault.found = reason }
        return fault
      }
      report(found, notes: [], download: outcome)
      return try (found.isEmpty ? .success : ExitStatus.unsound).exit()
    }
    let found = faults(folder)
    report(found, notes: ReleaseVerifier.notes(of: folder))
    if !found.isEmpty { try ExitStatus.unsound.exit() }
  }

  /// A folder as it is, an address without passwords: those of its host, and what a query may hold.
  private static func shown(_ folder: String) -> String {
    guard folder.contains("://") else { return folder }
    let end = folder.firstIndex { $0 == "?" || $0 == "#" } ?? folder.endIndex
    return OutputText.terminal((folder[..<end] + (end < folder.endIndex ? "\(folder[end])…" : "")).withoutPasswords)
  }

  /// Fetches the release at an address.
  private static func download(_ address: String, to folder: String) throws -> ReleaseDownload.Outcome {
    do throws(ReleaseDownload.Failure) {
      var download = try ReleaseDownload(address, to: folder)
      return try download.run()
    } catch {
      switch error {
      case .address(let text):
        throw CommandFailure(
          .usage, "`\(shown(text))` is not the address of a release",
          help: "write it as https://cdn.example.com/app/, the folder that latest.json is in")
      case .noRelease(let url, let reason):
        throw CommandFailure(
          .noInput, "\(shown(url)): \(reason)", help: "name the address of the folder that latest.json is in")
      case .tooLarge(let size):
        throw CommandFailure(
          .unsound,
          "the release has \(ByteSize.text(Int(clamping: size))); at most \(ByteSize.text(Int(ReleaseDownload.mostBytes))) are fetched"
        )
      case .folder(let error):
        throw CommandFailure(.cannotWrite, "the temporary folder cannot be written: \(error.reason)")
      }
    }
  }

  /// - Parameters:
  ///   - faults: what is wrong with the release.
  ///   - notes: what is in the folder beside its current release.
  ///   - download: how a host serves the release.
  private func report(
    _ faults: [ManifestError], notes: [ReleaseVerifier.Note], download: ReleaseDownload.Outcome? = nil
  ) {
    let warnings = download?.warnings ?? []
    if format == .json {
      let reported = notes.map { JSONText.object([("kind", .string($0.kind.rawValue)), ("file", .string($0.file))]) }
      var members: [(key: String, value: JSONText)] = [("faults", .array(faults.map(Self.json)))]
      if !reported.isEmpty { members.append(("notes", .array(reported))) }
      if let download {
        members.append(("warnings", .array(warnings.map(Self.json))))
        members.append(("files", .integer(download.files)))
        members.append(("bytes", .integer(Int(clamping: download.bytes))))
      }
      Terminal.answer(OutputText.json(JSONText.object(members).compact) + "\n")
      return
    }
    if output.diagnostics == .human, !output.quiet {
      for note in notes {
        Terminal.report("\(Self.shown(folder)): note: \(OutputText.terminal(note.file)): \(note.text)\n")
      }
    }
    if output.diagnostics != .human {
      let served = warnings.map { warning in
        var problem = Diagnostic(
          warning.code, "\(Self.shown(folder)): \(warning.message)", at: SourceLocation(file: warning.file),
          help: warning.help)
        if warning.others > 0 { problem.notes = ["\(BuildSummary.count(warning.others, "other file")) too"] }
        return problem
      }
      DiagnosticPrinter(output, root: download == nil ? folder : ".").report(
        served + faults.map { SiteBuild.diagnostic(for: $0) })
    } else {
      for warning in warnings {
        let others = warning.others > 0 ? " (and \(BuildSummary.count(warning.others, "other file")))" : ""
        Terminal.report(
          "\(Self.shown(folder)): warning[\(warning.code.name)] \(OutputText.terminal(warning.file))\(others): \(OutputText.terminal(warning.message))\n"
        )
        Terminal.report("help: \(warning.help)\n")
      }
      for fault in faults {
        let code = DiagnosticCode.releaseFault(fault.kind.rawValue)?.name ?? ""
        Terminal.report("\(Self.shown(folder)): \(code) \(OutputText.terminal(fault.description))\n")
      }
      if !faults.isEmpty { Terminal.report(BuildSummary.count(faults.count, "fault") + "\n") }
    }
    guard faults.isEmpty, !output.quiet else { return }
    let fetched = download.map {
      ", \(BuildSummary.count($0.files, "file")), \(ByteSize.text(Int(clamping: $0.bytes)))"
    }
    Terminal.answer("\(Self.shown(folder)): sound\(fetched ?? "")\n")
  }

  private static func json(_ warning: ServedFile.Warning) -> JSONText {
    .object([
      ("code", .string(warning.code.name)), ("file", .string(warning.file)), ("others", .integer(warning.others)),
      ("message", .string(warning.message)), ("help", .string(warning.help)),
    ])
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
