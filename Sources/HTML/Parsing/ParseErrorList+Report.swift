import Diagnostics
import Names

extension ParseErrorList {
  /// Reports the errors as diagnostics, in the order of the source.
  func report(in source: SourceFile, to diagnostics: inout DiagnosticSink) {
    let records = UnclosedElements.named(in: withoutConsequences, source)
    let ordered = records.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    for (_, record) in ordered {
      let name = record.name.string
      let opened = record.opened >= 0 ? " of line \(source.position(at: record.opened).line)" : ""
      guard !record.isUnavoidable else {
        diagnostics.report(
          Diagnostic(
            record.error.code, record.error.message(name: name, opened: opened), in: source,
            at: record.start..<record.end, severity: .note, help: help(record, name, source)))
        continue
      }
      diagnostics.report(
        record.error.code, record.error.message(name: name, opened: opened), in: source, at: record.start..<record.end,
        help: help(record, name, source))
    }
    diagnostics.drop(.note, count: dropped.notes)
    diagnostics.drop(.warning, count: dropped.warnings)
  }

  /// The records except those of a page's end that follow from a quote which is never closed.
  private var withoutConsequences: [ParseErrorRecord] {
    guard let quote = records.last(where: { $0.error == .unclosedAttributeQuote }) else { return records }
    return records.filter { $0.error != .eofInTag || $0.start > quote.start }
  }

  private func help(_ record: ParseErrorRecord, _ name: String, _ source: SourceFile) -> String? {
    guard record.error == .unclosedAttributeQuote, record.end > 0, record.end <= source.bytes.count else {
      return record.error.help(name: name)
    }
    let quote = source.bytes[record.end - 1] == 0x27 ? "'" : "\""
    return "add the missing `\(quote)` where the value ends"
  }
}

extension ParseErrorRecord {
  /// Whether nothing that an author could write prevents the error: no tag ends `<plaintext>`.
  fileprivate var isUnavoidable: Bool { error == .unclosedElement && name == .plaintext }
}

extension ParseError {
  /// What to write instead, where that is one thing.
  func help(name: String) -> String? {
    switch self {
    case .nonVoidHTMLElementStartTagWithTrailingSolidus: "write `<\(name)></\(name)>`"
    case .unclosedElement where name == "plaintext": "remove the tag: nothing ends it"
    case .unclosedElement, .eofWithOpenElements: "add the missing `</\(name)>`"
    case .eofInTag: "add the missing `>`"
    case .missingDoctype, .nonConformingDoctype: "write `<!DOCTYPE html>`"
    case .abruptClosingOfEmptyComment: "write `<!---->`"
    case .incorrectlyClosedComment: "write `-->`"
    case .missingSemicolonAfterCharacterReference: "write `;` behind the name, or `&amp;` for the ampersand itself"
    case .unknownNamedCharacterReference: "write `&amp;` for the ampersand itself"
    default: nil
    }
  }
}
