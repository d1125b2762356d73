import Diagnostics

/// `diagnostics` in the configuration: how much problems count, by their codes, everywhere or in some files.
public struct DiagnosticRules: Sendable {
  /// What a configuration says of a code.
  enum Level: String, CaseIterable, Sendable {
    case off, warning, error
  }

  /// A level for files; for all of them where there is no pattern.
  struct Rule: Sendable {
    var patterns: [GlobPattern]?
    var level: Level
  }

  /// The rules of each code in order: the last that matches counts.
  private var rules: [DiagnosticCode: [Rule]] = [:]

  /// No rules.
  init() {}

  /// The rules of a configuration that was checked.
  init(_ value: LocatedValue?) {
    for (name, level) in value?.members ?? [] {
      guard let code = DiagnosticCode.named(name.name) else { continue }
      if let level = level.string.flatMap(Level.init) {
        rules[code] = [Rule(patterns: nil, level: level)]
      } else {
        rules[code] = level.members.compactMap { glob, level in
          level.string.flatMap(Level.init).map { Rule(patterns: GlobPattern.patterns(glob.name), level: $0) }
        }
      }
    }
  }

  /// Reports codes that do not exist, patterns that match nothing, and errors that are to be less.
  static func check(_ value: LocatedValue?, _ checker: inout ConfigurationChecker) {
    for (name, level) in value?.members ?? [] {
      guard let code = DiagnosticCode.named(name.name), name.name.hasPrefix("HYB") else {
        let near = DiagnosticCode.nearestName(to: name.name)
        checker.report(
          .configurationValue, "the code `\(name.name)` is unknown", name.location,
          help: near.map { "did you mean `\($0)`?" } ?? "`hybrid explain` lists all codes")
        continue
      }
      for (glob, _) in level.members { checker.checkPattern(glob) }
      for value in level.string == nil ? level.members.map(\.value) : [level] {
        guard code.severity == .error, value.string == "off" || value.string == "warning" else { continue }
        checker.report(
          .configurationValue, "\(code.name) is an error, which cannot be less", value.location,
          help: "errors make the output wrong; only warnings and notes can be turned off")
      }
    }
  }

  /// A problem as it counts; `nil` where it does not. Errors stay errors.
  func applied(_ problem: Diagnostic) -> Diagnostic? {
    guard problem.severity != .error, let rules = rules[problem.code] else { return problem }
    let file = problem.location?.file ?? ""
    guard let rule = rules.last(where: { $0.patterns.map { GlobPattern.anyMatches($0, file) } ?? true }) else {
      return problem
    }
    var problem = problem
    switch rule.level {
    case .off: return nil
    case .warning: problem.severity = .warning
    case .error: problem.severity = .error
    }
    return problem
  }
}
