import Build
import Diagnostics

/// Problems as a SARIF 2.1.0 document, which code-scanning services read.
struct SARIFReport {
  var pathPrefix: String

  func text(_ diagnostics: [Diagnostic]) -> String {
    let codes = Set(diagnostics.map(\.code)).sorted { $0.number < $1.number }
    let rules = codes.map { code in
      JSONText.object([
        ("id", .string(code.name)),
        ("shortDescription", .object([("text", .string(code.title))])),
        ("fullDescription", .object([("text", .string(code.explanation))])),
        ("defaultConfiguration", .object([("level", .string(code.severity.rawValue))])),
      ])
    }
    let driver = JSONText.object([
      ("name", "hybrid"), ("version", .string(HybridVersion.text)), ("rules", .array(rules)),
    ])
    let indices = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($0.element, $0.offset) })
    let results = diagnostics.map { result($0, ruleIndex: indices[$0.code] ?? 0) }
    return JSONText.object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      (
        "runs",
        .array([
          .object([
            ("tool", .object([("driver", driver)])), ("columnKind", "unicodeCodePoints"), ("results", .array(results)),
          ])
        ])
      ),
    ]).pretty
  }

  private func result(_ diagnostic: Diagnostic, ruleIndex: Int) -> JSONText {
    let place = diagnostic.location ?? SourceLocation(file: ".")
    let text = ([diagnostic.message] + diagnostic.notes + [diagnostic.help].compactMap { $0 }).joined(separator: "\n")
    var members: [(key: String, value: JSONText)] = [
      ("ruleId", .string(diagnostic.code.name)), ("ruleIndex", .integer(ruleIndex)),
      ("level", .string(diagnostic.severity.rawValue)),
      ("message", .object([("text", .string(OutputText.lines(text)))])),
      ("locations", .array([.object([("physicalLocation", physical(place))])])),
    ]
    if !diagnostic.others.isEmpty {
      let others = diagnostic.others.map { JSONText.object([("physicalLocation", physical($0))]) }
      members.append(("relatedLocations", .array(others)))
    }
    return .object(members)
  }

  private func physical(_ place: SourceLocation) -> JSONText {
    let region = JSONText.object([
      ("startLine", .integer(place.line)), ("startColumn", .integer(place.column)),
      ("endLine", .integer(place.endLine)), ("endColumn", .integer(place.endColumn)),
    ])
    return .object([
      ("artifactLocation", .object([("uri", .string(Self.uri(pathPrefix + place.file)))])), ("region", region),
    ])
  }

  /// A relative path as a URI reference.
  static func uri(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let isPlain =
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || "-._~/@+".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
