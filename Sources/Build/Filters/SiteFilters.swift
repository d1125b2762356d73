import Diagnostics
import Foundation
import Manifest

/// The filters of a site: which programs run for which files, whether they may, and what they made.
public struct SiteFilters: Sendable {
  /// A filter whose program was found.
  struct Filter: Sendable {
    var rule: SiteConfiguration.FilterRule
    var program: FilterProgram
    /// The files of the site that the command names after the program, such as the script of an interpreter.
    var namedFiles: [FilterProgram]

    /// What its answers depend on beside the input.
    var fingerprint: String {
      let digests = namedFiles.map { "=\($0.digest)" }.joined()
      return "\(rule.glob)=\(rule.words.joined(separator: "\u{0}"))=\(program.digest)\(digests)"
    }
  }

  private let root: String
  private let configuration: SiteConfiguration
  private let filters: [Filter]
  /// Programs that are missing.
  private let problems: [Diagnostic]
  private let key: String
  private let limits: FilterProcess.Limits

  /// The filters of a configuration; no program runs by this.
  ///
  /// - Parameters:
  ///   - root: the site's folder.
  ///   - configuration: the site's configuration.
  ///   - trustedRoot: the folder whose trust counts, where the site is a copy of it; `nil` for the site's own.
  public init(root: String, configuration: SiteConfiguration, trustedRoot: String? = nil) {
    self.init(root: root, configuration: configuration, trustedRoot: trustedRoot, limits: FilterProcess.Limits())
  }

  init(root: String, configuration: SiteConfiguration, trustedRoot: String? = nil, limits: FilterProcess.Limits) {
    self.root = root
    self.configuration = configuration
    self.limits = limits
    var filters: [Filter] = []
    var problems: [Diagnostic] = []
    for rule in configuration.filters {
      let name = rule.words.first ?? ""
      if let program = FilterProgram(name, root: root) {
        let files = rule.words.dropFirst().compactMap { FilterProgram(fileNamedBy: $0, root: root) }
        filters.append(Filter(rule: rule, program: program, namedFiles: files))
      } else {
        let fault = FilterProgram.fault(of: name, root: root)
        problems.append(
          configuration.places.diagnostic(
            .filterProgram, "the program `\(name)` of the filter for `\(rule.glob)` \(fault.reason)",
            at: ["filters", .key(rule.glob)], help: fault.help))
      }
    }
    self.filters = filters
    self.problems = problems
    key = FilterTrust.key(
      root: root, as: trustedRoot ?? root, configuration: configuration,
      programs: filters.flatMap { [$0.program] + $0.namedFiles })
  }

  /// One line for each filter: what would run for what.
  public var descriptions: [String] {
    filters.map { "\($0.rule.glob): \($0.rule.words.joined(separator: " ")) (\($0.program.path))" }
  }

  /// The programs that are missing.
  public var missingPrograms: [Diagnostic] { problems }

  /// Notes that the user trusts these filters.
  public func trust() throws(SystemError) { try FilterTrust.add(key, root: root) }

  /// What filters made of a site's files.
  public struct Results: Sendable {
    /// The files by their paths.
    var files: [String: [UInt8]] = [:]
    /// What they depend on beside their inputs.
    var fingerprint = ""
    /// What was wrong. With an error there is nothing to build from.
    var diagnostics: [Diagnostic] = []
    /// The answers by input, for the next run.
    var known: [Site.File: Entry] = [:]
    /// How many inputs there were, and how many of their answers were known.
    var figures = CacheFigures.Share()
  }

  /// The answer for one file.
  struct Entry: Sendable {
    var fingerprint: String
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// Runs what has to run.
  ///
  /// - Parameters:
  ///   - site: the site.
  ///   - isAllowed: whether programs may run whoever wrote the configuration.
  ///   - cache: where answers are kept.
  ///   - known: answers of an earlier run.
  ///   - jobs: how many run at once.
  func results(
    for site: Site, isAllowed: Bool, cache: CacheFolder? = nil, known: [Site.File: Entry] = [:], jobs: Int = 2
  ) -> Results {
    var results = Results()
    guard !configuration.filters.isEmpty else { return results }
    results.diagnostics = problems
    let work = site.filtered(by: filters)
    guard !work.isEmpty else { return results }
    guard isAllowed || FilterTrust.contains(key) else {
      results.diagnostics.append(untrusted(work))
      return results
    }
    results.fingerprint = filters.map(\.fingerprint).joined(separator: "\n")
    let (root, limits) = (root, limits)
    let answers = ParallelWork.map(work, threads: jobs) { piece -> Outcome in
      if let entry = known[piece.file], entry.fingerprint == piece.filter.fingerprint {
        return .made(entry, isKnown: true)
      }
      return Self.run(piece.filter, piece.file.path, root: root, cache: cache, limits)
    }
    for (piece, answer) in zip(work, answers) {
      switch answer {
      case .failed(let diagnostics): results.diagnostics += diagnostics
      case .made(let entry, let isKnown):
        results.figures.all += 1
        if isKnown { results.figures.found += 1 }
        results.files[piece.file.path] = entry.output
        results.known[piece.file] = entry
        results.diagnostics += FilterReports.problems(
          in: String(decoding: entry.errors, as: UTF8.self), file: piece.file.path, isFailure: false)
      }
    }
    return results
  }

  private func untrusted(_ work: [(file: Site.File, filter: Filter)]) -> Diagnostic {
    let used = filters.filter { filter in work.contains { $0.filter.rule.glob == filter.rule.glob } }
    let first = used.first?.rule
    var problem = configuration.places.diagnostic(
      .filterUntrusted,
      "the filters are not trusted: nothing runs `\(first?.words.joined(separator: " ").prefix(120) ?? "")`",
      at: ["filters"] + (first.map { [.key($0.glob)] } ?? []),
      help: "read the commands, then run `hybrid trust` with the site's folder, or build with `--allow-filters`")
    problem.notes = used.map { filter in
      let count = work.count { $0.filter.rule.glob == filter.rule.glob }
      return
        "for \(count == 1 ? "1 file" : "\(count) files"): \(filter.rule.words.joined(separator: " ")) (\(filter.program.path))"
    }
    return problem
  }

  // MARK: One file

  private enum Outcome: Sendable {
    case made(Entry, isKnown: Bool)
    case failed([Diagnostic])
  }

  private static func run(
    _ filter: Filter, _ path: String, root: String, cache: CacheFolder?, _ limits: FilterProcess.Limits
  ) -> Outcome {
    func failed(_ code: DiagnosticCode, _ message: String, help: String? = nil) -> Outcome {
      .failed([Diagnostic(code, message, at: SourceLocation(file: path), help: help)])
    }
    let name = filter.rule.words.first ?? ""
    do throws(SystemError) {
      let input = try SiteFile.read(path, in: root)
      let key = cacheKey(filter, path, input)
      if let kept = cache?.read(key), let entry = Entry(kept, fingerprint: filter.fingerprint) {
        return .made(entry, isKnown: true)
      }
      let answer = try FilterProcess.run(
        filter.program.path, filter.rule.words, input: input, folder: root,
        environment: EnvironmentVariable.forFilters(file: path), limits: limits)
      switch answer.ending {
      case .exited(0):
        let entry = Entry(fingerprint: filter.fingerprint, output: answer.output, errors: answer.errors)
        cache?.write(entry.bytes, for: key)
        return .made(entry, isKnown: false)
      case .exited, .signalled:
        let text = String(decoding: answer.errors, as: UTF8.self)
        let reports = FilterReports.problems(in: text, file: path, isFailure: true)
        if reports.contains(where: { $0.severity == .error }) { return .failed(reports) }
        var how = "was ended by a signal"
        if case .exited(let status) = answer.ending { how = "ended with status \(status)" }
        let said = FilterReports.beginning(of: text)
        return failed(.filterFailed, "the filter `\(name)` \(how)\(said.isEmpty ? "" : ": \(said)")")
      case .outOfTime:
        return failed(
          .filterStopped, "the filter `\(name)` was stopped after \(Int(limits.seconds)) seconds",
          help: "it has to read standard input, write standard output and end")
      case .tooMuchOutput:
        return failed(
          .filterStopped, "the filter `\(name)` was stopped: it wrote more than \(ByteSize.text(limits.output))")
      }
    } catch {
      return failed(.filterFailed, "the filter `\(name)` cannot run: \(error.reason)")
    }
  }

  private static func cacheKey(_ filter: Filter, _ path: String, _ input: [UInt8]) -> ContentHash {
    let text = ["filter 1", filter.fingerprint, path, ContentHash(of: input).description].joined(separator: "\u{0}")
    return ContentHash(of: Array(text.utf8))
  }
}

extension SiteFilters.Entry {
  /// An answer as the cache keeps it: the length of the output in eight bytes, the output, standard error.
  init?(_ bytes: [UInt8], fingerprint: String) {
    guard bytes.count >= 8 else { return nil }
    let length = bytes[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(bytes.count - 8) else { return nil }
    self.fingerprint = fingerprint
    output = Array(bytes[8..<(8 + Int(length))])
    errors = Array(bytes[(8 + Int(length))...])
  }

  var bytes: [UInt8] {
    let length = UInt64(output.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) } + output + errors
  }
}

extension Site {
  /// The files that filters are for, each with the first that matches. Data, messages and Markdown are read as they are.
  func filtered(by filters: [SiteFilters.Filter]) -> [(file: File, filter: SiteFilters.Filter)] {
    guard !filters.isEmpty else { return [] }
    return (pages.filter { composition.derived[$0.path] == nil } + assets + fragments).compactMap { file in
      guard !file.path.hasPrefix("data/"), !file.path.hasPrefix("i18n/"), !Self.isMarkdownName(file.path),
        let filter = filters.first(where: { GlobPattern.anyMatches($0.rule.patterns, file.path) })
      else { return nil }
      return (file, filter)
    }
  }
}
