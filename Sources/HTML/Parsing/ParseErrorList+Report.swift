import Diagnostics
import Names

extension ParseErrorList {
  /// Tells the errors as diagnostics, in the order of the source.
  func report(in source: SourceFile, to diagnostics: inout DiagnosticSink) {
    let ordered = records.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    for (_, record) in ordered {
      let name = record.name.string
      let opened = record.opened >= 0 ? " of line \(source.position(at: record.opened).line)" : ""
      diagnostics.report(
        record.error.code, record.error.message(name: name, opened: opened), in: source, at: record.start..<record.end,
        help: record.error.help(name: name))
    }
    diagnostics.drop(.note, count: dropped.notes)
    diagnostics.drop(.warning, count: dropped.warnings)
  }
}

extension ParseError {
  /// What to write instead, where that is one thing.
  func help(name: String) -> String? {
    switch self {
    case .nonVoidHTMLElementStartTagWithTrailingSolidus: "write <\(name)></\(name)>"
    case .missingDoctype, .nonConformingDoctype: "write <!DOCTYPE html>"
    case .abruptClosingOfEmptyComment: "write <!---->"
    case .incorrectlyClosedComment: "write -->"
    case .missingSemicolonAfterCharacterReference: "write \";\" behind the name, or \"&amp;\" for the ampersand itself"
    case .unknownNamedCharacterReference: "write \"&amp;\" for the ampersand itself"
    default: nil
    }
  }
}
