/// How much a problem counts.
public enum Severity: String, Sendable, Codable, Comparable, CaseIterable {
  /// Shown on request (`hybrid check`): browsers recover from it and nothing is lost.
  case note
  /// What browsers tolerate or the network would give.
  case warning
  /// What makes the output wrong.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

/// A kind of problem: `HYB` and four digits, stable for ever, explained by `hybrid explain`.
///
/// The codes of each area are in one file under `Codes/`; an area appends to its own list and never renumbers.
///
/// | range | area |
/// | --- | --- |
/// | 0100–0199 | the site: files, references, output |
/// | 0200–0299 | configuration |
/// | 1000–1999 | HTML and XML |
/// | 2000–2999 | CSS |
/// | 3000–3999 | layout, text, fonts, images |
/// | 4000–4999 | the Token dialect, bindings, scripts, composition; 4190–4230 accessibility |
/// | 5000–5999 | packages, signatures, updates |
/// | 6000–6099 | routes and navigation |
/// | 6100–6199 | accessibility |
/// | 9000–9999 | the tool itself |
public struct DiagnosticCode: Hashable, Sendable {
  /// The number after `HYB`, 1 to 9999.
  public let number: Int
  /// The severity where the configuration does not say otherwise.
  public let severity: Severity
  /// A short title for tables, without a full stop.
  public let title: String
  /// What it means, why it matters and how to mend it: the text of `hybrid explain` and of `docs/reference/diagnostics.md`.
  public let explanation: String

  /// Declares a code; see the files under `Codes/`.
  public init(_ number: Int, _ severity: Severity, _ title: String, _ explanation: String) {
    self.number = number
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }

  /// The code as people read it: `HYB0123`.
  public var name: String {
    let digits = String(number)
    return "HYB" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool { left.number == right.number }
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Every code, in order of number.
  public static let all: [DiagnosticCode] =
    (site + hosting + references + images + configuration + html + css + cssRules + layout + layoutLint + token
    + composition
    + packages
    + routes + accessibility + accessibilityRules + tool)
    .sorted {
      $0.number < $1.number
    }

  /// The name of the code that a wrong one is most like: the same number with all its digits, or one of few other letters.
  public static func nearestName(to text: String) -> String? {
    let upper = text.uppercased()
    let digits = upper.hasPrefix("HYB") ? upper.dropFirst(3) : upper[...]
    if let number = Int(digits), let known = all.first(where: { $0.number == number }) { return known.name }
    return Suggestion.nearest(to: upper, in: all.map(\.name))
  }

  /// The code with the given name (`HYB0123`, in any case) or number.
  public static func named(_ text: String) -> DiagnosticCode? {
    // Parse errors have the HTML standard's names for titles.
    if text.contains("-"), let known = all.first(where: { $0.title == text.lowercased() }) { return known }
    let upper = text.uppercased()
    let digits = upper.hasPrefix("HYB") ? upper.dropFirst(3) : upper[...]
    // HYB137 may be HYB0137 or HYB1370 with a digit too few.
    if upper.hasPrefix("HYB"), digits.utf8.count != 4 { return nil }
    guard let number = Int(digits) else { return nil }
    return all.first { $0.number == number }
  }
}
