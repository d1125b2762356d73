/// A source that gets a diagnostic, and the same source without the problem. A test runs both, except for texts.
public struct DiagnosticExample: Sendable {
  /// What the two texts are.
  public enum Kind: String, Sendable, CaseIterable {
    /// Markup in the `<body>` of a Web page.
    case body
    /// A whole Web page.
    case page
    /// A style sheet.
    case styles
    /// Markup in the `<body>` of a Token page.
    case token
    /// The file hybrid.json.
    case configuration
    /// Files of a site: ``DiagnosticExample/wrongFiles`` and ``DiagnosticExample/rightFiles``.
    case files
    /// Commands of a shell, in a folder that ``DiagnosticExample/setting`` describes.
    case commands
    /// A text that no test runs; ``DiagnosticExample/reason`` says why.
    case text
  }

  /// A file of an example.
  public struct File: Sendable {
    /// The path from the site's root.
    public let path: String
    /// The text, without the last line break.
    public let text: String

    init(_ path: String, _ text: String) {
      self.path = path
      self.text = text
    }

    /// The language of the text, as code blocks in Markdown name it.
    public var language: String {
      let ending = path.split(separator: ".").last ?? ""
      return ["html", "css", "js", "xhtml"].contains(ending) ? String(ending) : "text"
    }
  }

  /// Where the commands of examples run.
  public static let setting =
    "The commands run in a folder with a site (`site`), its signed release (`dist`) and the key (`release.pem`)."

  /// The number of the code, as in ``DiagnosticCode/number``.
  public let number: Int
  /// What the two texts are.
  public let kind: Kind
  /// The source that gets the diagnostic; several files are one text, with their paths.
  public let wrong: String
  /// The source without the problem.
  public let right: String
  /// The files that get the diagnostic, where the example has files.
  public let wrongFiles: [File]
  /// The files without the problem.
  public let rightFiles: [File]
  /// Why no test runs the sources; `nil` where one does.
  public let reason: String?

  init(_ number: Int, _ kind: Kind, wrong: String, right: String, reason: String? = nil) {
    self.number = number
    self.kind = kind
    self.wrong = wrong
    self.right = right
    self.reason = reason
    wrongFiles = []
    rightFiles = []
  }

  init(_ number: Int, wrong: [File], right: [File]) {
    self.number = number
    kind = .files
    self.wrong = Self.joined(wrong)
    self.right = Self.joined(right)
    reason = nil
    wrongFiles = wrong
    rightFiles = right
  }

  private static func joined(_ files: [File]) -> String {
    files.map { "\($0.path):\n\($0.text)" }.joined(separator: "\n\n")
  }

  /// The language of the texts, as code blocks in Markdown name it.
  public var language: String {
    switch kind {
    case .body, .page, .token: "html"
    case .styles: "css"
    case .commands: "bash"
    case .configuration, .files, .text: "text"
    }
  }

  /// Every example, in order of number.
  public static let all: [DiagnosticExample] =
    (sites + siteFiles + images + markup + parsing + styles + layout + layoutLint + pages + composition + behaviour
    + accessibilityRules + releases + tool).sorted { $0.number < $1.number }
}

extension DiagnosticCode {
  /// A wrong and a right source. Every code has them.
  public var example: DiagnosticExample? { Self.examples[number] }

  private static let examples = Dictionary(
    DiagnosticExample.all.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
}
