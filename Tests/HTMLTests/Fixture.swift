import Diagnostics
import Foundation

@testable import HTML

/// A case of a fixture file: a source, how to read it, and the answers that are expected.
///
/// A file holds cases one after the other. A case begins with `#case NAME`, then `#parser web`, `scripted` (with the
/// scripting flag), `token`, `xml` or `fragment CONTEXT`, then `#source` and the source's lines, then any of `#tree`, `#diagnostics`, `#xhtml`, `#polyglot`
/// and `#json` with the lines that are expected. `UPDATE_FIXTURES=1 swift test` writes the answers into the files.
struct Fixture {
  var name = ""
  var parser = "web"
  var sections: [(name: String, text: String)] = []

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/HTML")

  private static let sectionNames: Set<String> = ["source", "tree", "diagnostics", "xhtml", "polyglot", "json"]

  /// The cases of a file.
  static func load(_ file: String) throws -> [Fixture] {
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    var cases: [Fixture] = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("#case ") {
        cases.append(Fixture(name: String(line.dropFirst(6))))
      } else if line.hasPrefix("#parser "), !cases.isEmpty {
        cases[cases.count - 1].parser = String(line.dropFirst(8))
      } else if line.hasPrefix("#"), sectionNames.contains(String(line.dropFirst())), !cases.isEmpty {
        cases[cases.count - 1].sections.append((String(line.dropFirst()), ""))
      } else if let last = cases.last?.sections.indices.last {
        cases[cases.count - 1].sections[last].text += line + "\n"
      }
    }
    for index in cases.indices {
      for section in cases[index].sections.indices {
        let text = cases[index].sections[section].text
        cases[index].sections[section].text = String(text.reversed().drop { $0 == "\n" }.reversed())
      }
    }
    return cases
  }

  /// Writes cases back.
  static func save(_ cases: [Fixture], to file: String) throws {
    var text = ""
    for item in cases {
      text += "#case \(item.name)\n#parser \(item.parser)\n"
      for section in item.sections { text += "#\(section.name)\n\(section.text)\n" }
      text += "\n"
    }
    try text.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
  }

  /// The source; `\0`, `\r` and `\f` stand for characters that a text file should not hold.
  var source: SourceFile {
    let text = sections.first { $0.name == "source" }?.text ?? ""
    let decoded = text.replacingOccurrences(of: "\\0", with: "\0").replacingOccurrences(of: "\\r", with: "\r")
      .replacingOccurrences(of: "\\f", with: "\u{C}")
    return SourceFile(path: "page.html", text: decoded)
  }

  /// What the product answers for each section but the source.
  func answers() -> [String: String] {
    var diagnostics = DiagnosticSink()
    var document: Document?
    var root = NodeID.document
    switch parser {
    case "web": document = HTMLParser.parse(source, diagnostics: &diagnostics)
    case "scripted": document = HTMLParser.parse(source, scripting: true, diagnostics: &diagnostics)
    case "token": document = TokenParser.parse(source, diagnostics: &diagnostics)
    case "xml": document = XMLDocumentParser.parse(source, diagnostics: &diagnostics)
    default:
      let context = String(parser.dropFirst("fragment ".count))
      let result = HTMLParser.parseFragment(source, context: context, diagnostics: &diagnostics)
      document = result.document
      root = result.root
    }
    var answers: [String: String] = [:]
    answers["tree"] = document?.dump(childrenOf: root) ?? "nothing"
    answers["diagnostics"] = diagnostics.diagnostics.map(Self.line).joined(separator: "\n")
    for (name, form) in [("xhtml", MarkupForm.xml), ("polyglot", .polyglot)] {
      guard let document else { continue }
      let markup = document.xhtml(form)
      let difference = document.difference(fromWellFormed: markup, form).map { "\nDIFFERENCE: \($0)" } ?? ""
      answers[name] = String(decoding: markup, as: UTF8.self) + difference
      guard form == .polyglot, parser == "web" || parser == "scripted" else { continue }
      if let difference = document.difference(fromHTML: markup) {
        answers[name, default: ""] += "\nAS HTML: \(difference.text)"
      }
    }
    answers["json"] = document?.json(source: source)
    return answers
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.line):\($0.column)-\($0.endLine):\($0.endColumn)" } ?? "-"
    let help = diagnostic.help.map { " (\($0))" } ?? ""
    let text = "\(place) \(diagnostic.severity) \(diagnostic.code.name) \(diagnostic.code.title)"
    return "\(text): \(diagnostic.message)\(help)"
  }
}
