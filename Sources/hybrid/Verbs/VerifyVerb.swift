import ArgumentParser
import Build
import HybridClient
import Manifest

/// `hybrid verify`: reads a release again and names every fault.
struct VerifyVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a release: every hash, archive, page and layout.",
    discussion:
      "Every fault is named with its file, entry and offset, and what was expected. Exit status 65 where there is one.")

  @Argument(help: ArgumentHelp("The folder of the release.", valueName: "dist"), completion: .directory)
  var folder = "dist"

  @Option(help: "How the answer is told: text or json.")
  var format: AnswerFormat = .text

  @Flag(name: .shortAndLong, help: "Tell faults alone.")
  var quiet = false

  func run() throws {
    guard SystemFile.isFolder(folder) else {
      throw CommandFailure(.noInput, "\(folder): no such folder", help: "name the folder that `hybrid build` wrote")
    }
    let faults = ReleaseFolder.verify(folder)
    if format == .json {
      Terminal.answer(JSONText.object([("faults", .array(faults.map(Self.json)))]).compact + "\n")
    } else if faults.isEmpty {
      if !quiet { Terminal.answer("\(folder): sound\n") }
    } else {
      for fault in faults { Terminal.tell("\(folder): \(HumanDiagnostics.printable(fault.description))\n") }
      Terminal.tell(BuildSummary.count(faults.count, "fault") + "\n")
    }
    if !faults.isEmpty { try ExitStatus.unsound.exit() }
  }

  private static func json(_ fault: ManifestError) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("kind", .string(fault.kind.rawValue))]
    if let file = fault.file { members.append(("file", .string(file))) }
    if let entry = fault.entry { members.append(("entry", .string(entry))) }
    if let offset = fault.offset { members.append(("offset", .integer(Int(clamping: offset)))) }
    if let expected = fault.expected { members.append(("expected", .string(expected))) }
    if let found = fault.found { members.append(("found", .string(found))) }
    return .object(members)
  }
}
