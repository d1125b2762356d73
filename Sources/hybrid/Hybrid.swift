import ArgumentParser
import Diagnostics
import Foundation

/// The program: its verbs, and what all of them share.
@main
struct Hybrid: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hybrid",
    abstract: "Compiles folders of pages into offline packages for hybrid apps.",
    discussion: """
      A site is a folder: every .html, .htm and .xhtml file in it is a page. `hybrid build` compiles it into compressed \
      packages and a manifest that any static host can serve, with every page laid out for each viewport.

      Examples:
        hybrid new my-app --template tabs   # a site to start from
        hybrid build my-app                 # a release in my-app/dist
        hybrid watch my-app --preview       # rebuilds and shows every save
        hybrid check my-app                 # all problems, notes too
        hybrid explain HYB0130              # what a problem means
      """,
    version: HybridVersion.text + HybridVersion.origin,
    groupedSubcommands: [
      CommandGroup(
        name: "Writing a site",
        subcommands: [
          NewVerb.self, InitVerb.self, BuildVerb.self, WatchVerb.self, PreviewVerb.self, CheckVerb.self,
        ]),
      CommandGroup(
        name: "Looking inside",
        subcommands: [
          InspectVerb.self, PictureVerb.self, DiffVerb.self, SearchVerb.self, RoutesVerb.self, ExplainVerb.self,
        ]),
      CommandGroup(
        name: "Publishing",
        subcommands: [VerifyVerb.self, DeltaVerb.self, SignVerb.self, KeygenVerb.self, RootsVerb.self, MergeVerb.self]),
      CommandGroup(
        name: "Around a site",
        subcommands: [
          TrustVerb.self, VendorVerb.self, FontsVerb.self, CacheVerb.self, CleanVerb.self, ReferenceVerb.self,
        ]),
    ])

  /// Ends with "did you mean" where the first word is not a verb.
  private static func refuseUnknownVerb() throws {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return }
    let verbs = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !verbs.contains(word), let near = Suggestion.nearest(to: word, in: verbs) else { return }
    throw CommandFailure(.usage, "there is no command `\(word)`", help: "did you mean `hybrid \(near)`?")
  }

  static func main() {
    Interruption.install()
    do {
      try refuseUnknownVerb()
      var command = try parseAsRoot()
      try command.run()
      if Terminal.hasFileFailure { Foundation.exit(ExitStatus.cannotWrite.rawValue) }
      if let reason = Terminal.answerFailure {
        throw CommandFailure(.cannotWrite, "the answer cannot be written to stdout: \(reason)")
      }
    } catch let failure as CommandFailure {
      Terminal.report("hybrid: \(OutputText.terminal(failure.message))\n")
      if let help = failure.help { Terminal.report("help: \(OutputText.terminal(help))\n") }
      Foundation.exit(failure.status.rawValue)
    } catch let failure as ProblemFailure {
      failure.report()
      Foundation.exit(failure.status.rawValue)
    } catch {
      exit(afterUsage: error)
    }
  }
}

extension Hybrid {
  /// Ends with the parser's words about the arguments: what people asked for on stdout, what was wrong on stderr, without
  /// the control characters that arguments may bring along.
  private static func exit(afterUsage error: any Error) -> Never {
    let text = fullMessage(for: error)
    let status = exitCode(for: error)
    if !text.isEmpty {
      let lines = OutputText.dump(text) + "\n"
      if status.isSuccess { Terminal.answer(lines) } else { Terminal.report(lines) }
    }
    Foundation.exit(status.rawValue)
  }
}

/// The version of the tool.
enum HybridVersion {
  static let text = "0.2.0"
  /// The commit and its date, which `Tools/release` writes here; empty in other builds.
  static let origin = ""
}
