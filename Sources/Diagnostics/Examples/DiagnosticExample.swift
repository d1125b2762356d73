/// A source that gets a diagnostic, and the same source without the problem. A test runs `hybrid check` on both.
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
  }

  /// The number of the code, as in ``DiagnosticCode/number``.
  public let number: Int
  /// What the two texts are.
  public let kind: Kind
  /// The source that gets the diagnostic.
  public let wrong: String
  /// The source without the problem.
  public let right: String

  init(_ number: Int, _ kind: Kind, wrong: String, right: String) {
    self.number = number
    self.kind = kind
    self.wrong = wrong
    self.right = right
  }

  /// The language of the texts, as code blocks in Markdown name it.
  public var language: String {
    switch kind {
    case .body, .page, .token: "html"
    case .styles: "css"
    case .configuration: "text"
    }
  }

  /// Every example, in order of number.
  public static let all: [DiagnosticExample] = sites + markup + styles + layoutLint + pages + behaviour
}

extension DiagnosticCode {
  /// A wrong and a right source, for codes where a short one exists.
  public var example: DiagnosticExample? { Self.examples[number] }

  private static let examples = Dictionary(
    DiagnosticExample.all.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
}
