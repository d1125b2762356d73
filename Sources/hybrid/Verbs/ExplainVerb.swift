import ArgumentParser
import Build
import Diagnostics

/// `hybrid explain`: what a code means and how to mend it.
struct ExplainVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a diagnostic code, such as HYB0104.",
    discussion: "Without a code, lists all of them.")

  @Argument(
    help: ArgumentHelp(
      "The code, in any case, with or without HYB, or the HTML standard's name of a parse error, such as duplicate-attribute.",
      valueName: "code"),
    completion: .list(DiagnosticCode.all.map(\.name)))
  var code: String?

  @Option(help: "Output format: text, json or markdown (docs/reference/diagnostics.md).")
  var format: Format = .text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  func run() throws {
    guard let code else {
      Terminal.answer(list(DiagnosticCode.all))
      return
    }
    guard let known = DiagnosticCode.named(code) else {
      let names = DiagnosticCode.all.map(\.title).filter { $0.contains("-") && !$0.contains(" ") }
      let nearest =
        DiagnosticCode.nearestName(to: code)
        ?? Suggestion.nearest(to: code.lowercased(), in: names)
      throw CommandFailure(
        .noInput, "\(code): no such code",
        help: nearest.map { "did you mean `\($0)`?" } ?? "`hybrid explain` lists all codes")
    }
    Terminal.answer(
      format == .json
        ? json(known).compact + "\n"
        : "\(known.name) (\(known.severity.rawValue)): \(known.title)\n\n\(Self.wrapped(known.explanation))\n"
          + Self.exampleText(known))
  }

  /// The parts of an example: a label and the source below it.
  private static func parts(_ example: DiagnosticExample, quote: String) -> [(
    label: String, text: String, language: String
  )] {
    guard example.kind == .files else {
      return [("Wrong:", example.wrong, example.language), ("Right:", example.right, example.language)]
    }
    return [("Wrong", example.wrongFiles), ("Right", example.rightFiles)].flatMap { label, files in
      files.map { ("\(label), \(quote)\($0.path)\(quote):", $0.text, $0.language) }
    }
  }

  /// The example as an answer in text shows it: both sources, indented.
  private static func exampleText(_ code: DiagnosticCode) -> String {
    guard let example = code.example else { return "" }
    let setting = example.kind == .commands ? "\n\(wrapped(DiagnosticExample.setting))\n" : ""
    return setting
      + parts(example, quote: "").map { label, source, _ in
        "\n\(label)\n\n"
          + source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
          .joined()
      }.joined()
  }

  /// The examples as the document shows them, one heading a code.
  private static func exampleSections(_ codes: [DiagnosticCode]) -> String {
    let sections = codes.compactMap { code in
      code.example.map { example in
        "\n### \(code.name)\n"
          + parts(example, quote: "`").map { label, source, language in
            "\n\(label)\n\n```\(language)\n\(source)\n```\n"
          }.joined()
      }
    }
    return sections.isEmpty ? "" : "\n## Examples\n\n\(DiagnosticExample.setting)\n" + sections.joined()
  }

  private func list(_ codes: [DiagnosticCode]) -> String {
    switch format {
    case .json: return JSONText.array(codes.map(json)).compact + "\n"
    case .text: return codes.map { "\($0.name)  \(Self.padded($0.severity.rawValue))  \($0.title)\n" }.joined()
    case .markdown:
      let rows = codes.map { code in
        "| \(code.name) | \(code.severity.rawValue) | \(MarkdownTable.cell(code.title + ". " + code.explanation)) |\n"
      }
      let head =
        "# Diagnostics\n\nMade by `hybrid explain --format markdown`.\n\n| code | severity | meaning |\n| --- | --- | --- |\n"
      return head + rows.joined() + Self.exampleSections(codes)
    }
  }

  private static func padded(_ word: String) -> String { word + String(repeating: " ", count: max(0, 7 - word.count)) }

  private func json(_ code: DiagnosticCode) -> JSONText {
    var members: [(String, JSONText)] = [
      ("code", .string(code.name)), ("severity", .string(code.severity.rawValue)), ("title", .string(code.title)),
      ("explanation", .string(code.explanation)),
    ]
    if let example = code.example {
      members.append(
        (
          "example",
          .object([
            ("wrong", .string(example.wrong)), ("right", .string(example.right)),
            ("kind", .string(example.kind.rawValue)),
          ])
        ))
    }
    return .object(members)
  }

  /// The text in lines of 80 columns.
  static func wrapped(_ text: String, width: Int = 80) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, line.count + 1 + word.count > width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      return (lines + [line]).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
