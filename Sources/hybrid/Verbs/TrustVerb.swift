import ArgumentParser
import Build
import Diagnostics

/// `hybrid trust`: lets a site's filters run.
struct TrustVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Let the filters of a site run.",
    discussion: """
      Lists the programs that `filters` in the configuration name, and records in your own configuration folder that they \
      may run. Nothing runs now. After a change of the configuration, or of a program inside of the site, trust it again. \
      What programs read by themselves, such as modules and their own configuration, is not looked at.
      """)

  @Argument(help: ArgumentHelp("The site's folder.", valueName: "root"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The configuration, instead of the one at the root.", valueName: "file"),
    completion: .file(extensions: ["json", "yml", "yaml"]))
  var config: String?

  @Flag(help: "Stop trusting the site's filters.")
  var revoke = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    try SiteInput.require(root, config: config)
    let options = BuildOptions(root: root, configurationFile: config)
    let site = options.root
    guard !revoke else { return try forget(site) }
    let answer = ConfigurationReader.read(root: site, file: options.configurationFile)
    let filters = SiteFilters(root: site, configuration: answer.configuration)
    let problems = answer.diagnostics.filter { $0.severity == .error } + filters.missingPrograms
    guard problems.isEmpty else {
      DiagnosticPrinter(output, root: site).report(problems)
      return try ExitStatus.badConfiguration.exit()
    }
    guard !filters.descriptions.isEmpty else { return Terminal.answer("\(root): the configuration has no filters\n") }
    do throws(SystemError) {
      try filters.trust()
    } catch {
      throw Self.failure(error)
    }
    Terminal.answer("\(root): these filters may run now\n")
    for line in filters.descriptions { Terminal.answer("  \(OutputText.terminal(line))\n") }
  }

  private func forget(_ site: String) throws {
    do throws(SystemError) {
      let wasTrusted = try FilterTrust.remove(root: site)
      Terminal.answer(wasTrusted ? "\(root): trusted no longer\n" : "\(root): was not trusted\n")
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> CommandFailure {
    CommandFailure(.cannotWrite, "what is trusted cannot be written: \(error.reason)")
  }
}
