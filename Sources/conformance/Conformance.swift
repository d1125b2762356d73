import Foundation

/// Answers the external suites: `conformance SUITE` reads one JSON question a line and writes one JSON answer a line.
///
/// It holds no logic beyond reading and printing; `../shared/conformance/run.py` says what each suite asks.
@main
struct Conformance {
  static func main() {
    guard CommandLine.arguments.count == 2, let answer = suites[CommandLine.arguments[1]] else {
      FileHandle.standardError.write(Data("usage: conformance \(suites.keys.sorted().joined(separator: "|"))\n".utf8))
      exit(64)
    }
    while let line = readLine(strippingNewline: true) {
      guard !line.isEmpty else { continue }
      let reply = answer(Data(line.utf8))
      FileHandle.standardOutput.write(reply + Data([0x0A]))
    }
  }

  /// What answers a question of each suite.
  static let suites: [String: @Sendable (Data) -> Data] = [
    "html": HTMLSuite.answer,
    "tokenizer": TokenizerSuite.answer,
    "css": CSSSyntaxSuite.answer,
    "selectors": SelectorsSuite.answer,
    "style": StyleSuite.answer,
    "parse": ParseSuite.answer,
    "layout": LayoutSuite.answer,
    "pages": PagesSuite.answer,
    "relayout": RelayoutSuite.answer,
  ]
}

/// The part of a question and an answer that all suites share.
struct QuestionID: Codable {
  var id: String
}

/// Encodes an answer as one line.
func encoded(_ answer: some Encodable) -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  return (try? encoder.encode(answer)) ?? Data("{}".utf8)
}

/// The answer to a question that cannot be answered.
func unanswered(_ question: Data) -> Data {
  encoded(QuestionID(id: (try? JSONDecoder().decode(QuestionID.self, from: question))?.id ?? ""))
}
