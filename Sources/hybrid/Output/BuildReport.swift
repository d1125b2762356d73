import Build
import Diagnostics

/// What `build`, `check` and `watch` say at the end of a run.
struct BuildReport {
  var output: OutputOptions
  var root: String
  var format: AnswerFormat

  init(_ output: OutputOptions, root: String, format: AnswerFormat = .text) {
    self.output = output
    self.root = root
    self.format = format
  }

  /// The diagnostics on stderr, then the sizes on stdout.
  func report(_ outcome: BuildOutcome) {
    reportProblems(outcome)
    guard let summary = outcome.summary else { return }
    let isPublished = outcome.verdict == .success || outcome.verdict == .overBudget
    if format == .json {
      Terminal.answer(json(outcome, summary).compact + "\n")
    } else if isPublished, !output.quiet {
      let written = outcome.writtenLine.map { OutputText.terminal($0) + "\n" } ?? ""
      Terminal.answer(text(summary) + (Self.unreferencedLine(outcome) ?? "") + written)
    }
  }

  /// The diagnostics: notes only where asked for. A watch says in its own line what became of the release.
  func reportProblems(_ outcome: BuildOutcome, inWatch: Bool = false) {
    var shown = outcome.diagnostics.filter { output.verbose || $0.severity > .note }
    if output.verbose {
      shown += outcome.unreferenced.map {
        Diagnostic(.unreferencedFile, "nothing refers to this file; it is shipped", at: SourceLocation(file: $0))
      }
      shown += outcome.leftOut.map {
        Diagnostic(
          .fileLeftOut, "nothing refers to this file; it is left out", at: SourceLocation(file: $0),
          help: "a line !\($0) in .hybridignore ships it")
      }
    }
    let printer = DiagnosticPrinter(output, root: root)
    if !shown.isEmpty || output.wantsWholeReport { printer.report(shown) }
    printer.reportCount(shown)
    if let problem = outcome.cacheProblem, output.diagnostics == .human, !output.quiet {
      Terminal.report("The cache was of no use: \(OutputText.terminal(problem)).\n")
    }
    if let problem = outcome.remoteCacheProblem, output.diagnostics == .human, !output.quiet {
      Terminal.report("The remote cache was of no use: \(OutputText.terminal(problem)).\n")
    }
    if output.diagnostics == .human, !output.quiet, !inWatch {
      switch outcome.verdict {
      case .unsound: Terminal.report("The release in the output folder is unsound.\n")
      case .sourceErrors: Terminal.report("Nothing was published: the sources have errors.\n")
      case .warningsCount: Terminal.report("Nothing was published: warnings count (`--warnings-as-errors`).\n")
      case .badConfiguration, .cannotWrite, .refused: Terminal.report("Nothing was published.\n")
      case .success, .overBudget: break
      }
    }
  }

  /// How many files that nothing refers to ship, and how many do not; `nil` where there are none.
  static func unreferencedLine(_ outcome: BuildOutcome) -> String? {
    let (shipped, leftOut) = (outcome.unreferenced.count, outcome.leftOut.count)
    var parts: [String] = []
    if shipped > 0 {
      parts.append(
        "\(BuildSummary.count(shipped, "file")) that nothing refers to \(shipped == 1 ? "is" : "are") shipped (\(ByteSize.text(outcome.unreferencedSize)))"
      )
    }
    if leftOut > 0 {
      let what = shipped > 0 ? "\(leftOut)" : "\(BuildSummary.count(leftOut, "file")) that nothing refers to"
      parts.append("\(what) \(leftOut == 1 ? "is" : "are") left out")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + "; -v lists them.\n"
  }

  /// The line of sizes, and under it each package where asked for.
  private func text(_ summary: BuildSummary) -> String {
    var text = summary.line + "\n"
    if output.verbose {
      let names = summary.packages.map { OutputText.terminal($0.name) }
      let width = names.map(\.count).max() ?? 0
      for (package, shown) in zip(summary.packages, names) {
        let name = shown + String(repeating: " ", count: width - shown.count)
        let entries = BuildSummary.count(package.entries, "file")
        text +=
          "  \(name)  \(ByteSize.text(package.size)) (\(entries), \(ByteSize.text(package.unpackedSize)) unpacked)\n"
      }
    }
    return text
  }

  /// What came from caches, by kind; `null` where the build had none.
  private func fromCache(_ outcome: BuildOutcome) -> JSONText {
    guard let cache = outcome.cache else { return .null }
    func object(_ found: Int, _ all: Int) -> JSONText { .object([("found", .integer(found)), ("all", .integer(all))]) }
    let found = cache.hits + cache.remoteHits
    return .object([
      ("pages", object(found, found + cache.misses)), ("images", object(cache.images.found, cache.images.all)),
      ("filtered", object(cache.filtered.found, cache.filtered.all)),
    ])
  }

  private func json(_ outcome: BuildOutcome, _ summary: BuildSummary) -> JSONText {
    let packages = summary.packages.map { package in
      JSONText.object([
        ("name", .string(package.name)), ("size", .integer(package.size)), ("entryCount", .integer(package.entries)),
        ("unpackedSize", .integer(package.unpackedSize)),
      ])
    }
    func count(_ severity: Severity) -> JSONText {
      .integer(outcome.diagnostics.count { $0.severity == severity })
    }
    return .object([
      ("pages", .integer(summary.pages)), ("viewports", .integer(summary.viewports)),
      ("files", .integer(summary.files)),
      ("packages", .array(packages)), ("size", .integer(summary.packages.reduce(0) { $0 + $1.size })),
      ("seconds", .number((summary.seconds * 1000).rounded() / 1000)), ("errors", count(.error)),
      ("warnings", count(.warning)), ("unreferenced", .array(outcome.unreferenced.map { .string($0) })),
      ("unreferencedSize", .integer(outcome.unreferencedSize)),
      ("leftOut", .array(outcome.leftOut.map { .string($0) })), ("folder", .string(summary.folder)),
      ("fromCache", fromCache(outcome)),
    ])
  }
}
