import CSSValues
import Diagnostics
import Names

/// What is said of declarations that do not count.
enum PropertyDiagnostics {
  /// Reports a name that no table knows, unless browsers' own prefixes or a hack explain it.
  static func reportUnknown(_ name: Token, _ stream: TokenStream, _ sink: inout DiagnosticSink) {
    guard let file = stream.file else { return }
    // OPTIMIZATION: frameworks' sheets have hundreds of prefixed names.
    guard let first = stream.withText(name, { $0.first }), first != UInt8(ascii: "-"), first != UInt8(ascii: "_") else {
      return
    }
    let text = stream.text(name)
    guard !silent.contains(text.lowercased()) else { return }
    sink.report(
      .cssUnknownProperty, "Unknown property `\(text)`", in: file, at: name.range,
      help: Suggestion.nearest(to: text.lowercased(), in: knownNames).map { "did you mean `\($0)`?" })
  }

  private static let knownNames = Suggestion.Words(PropertyTable.names)

  /// Names that old sheets hold for other browsers.
  private static let silent: Set<String> = ["zoom", "behavior", "speak-as", "mso-line-height-rule"]

  /// Reports a value that the property's grammar does not allow.
  ///
  /// - Parameter expected: what the property allows by the name that was written, if that is not what its own name allows.
  static func reportInvalid(
    _ property: PropertyID, _ name: Token, _ value: TokenCursor, expected: String? = nil, _ sink: inout DiagnosticSink
  ) {
    guard let file = value.stream.file, !isHack(value) else { return }
    let text = value.sourceText.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = text.count > 60 ? String(text.prefix(57)) + "..." : text
    sink.report(
      .cssInvalidValue,
      shown.isEmpty
        ? "`\(value.stream.text(name))` has no value"
        : "`\(shown)` is not a valid value of `\(value.stream.text(name))`",
      in: file, at: value.isAtEnd ? name.range : value.stream.byteRange(value.remaining),
      help: expected.map { "expected \($0)" } ?? help(property, value))
  }

  /// What to write instead.
  private static func help(_ property: PropertyID, _ value: TokenCursor) -> String? {
    if value.remaining.contains(where: { value.stream.tokens[$0].isDelim("!") }) {
      return "write `!important` once, at the end, or nothing"
    }
    let expected = ExpectedValues.text(property)
    let expectation = expected.isEmpty ? "" : "expected \(expected)"
    if let (written, meant) = ExpectedValues.suggestion(property, value) {
      return "did you mean `\(meant)` for `\(written)`?" + (expectation.isEmpty ? "" : " \(expectation)")
    }
    if let length = ExpectedValues.missingUnit(property, value) {
      return "a length needs a unit: `\(length)`?" + (expectation.isEmpty ? "" : " \(expectation)")
    }
    return expectation.isEmpty ? nil : expectation
  }

  /// Whether a value is meant for another browser: a prefix, `progid:`, `\9`, `!ie`, `constant()` (once `env()`).
  private static func isHack(_ value: TokenCursor) -> Bool {
    for index in value.remaining {
      let token = value.stream.tokens[index]
      switch token.kind {
      case .ident, .function:
        let isVendor = value.stream.withText(token) { bytes in
          bytes.count > 3 && bytes[0] == 0x2D && bytes[1] != 0x2D && bytes.dropFirst().contains(0x2D)
        }
        if isVendor || value.text(token, is: "progid") || value.text(token, is: "expression")
          || value.text(token, is: "alpha") || token.kind == .function && value.text(token, is: "constant")
          || token.flags.contains(.escaped)
        {
          return true
        }
      case .dimension where token.flags.contains(.escaped): return true
      case .delim where token.isDelim("!"):
        // `!ie` and `!ie7`.
        let next = index + 1 < value.end ? value.stream.tokens[index + 1] : token
        if next.kind == .ident, value.stream.text(next).lowercased().hasPrefix("ie") { return true }
      default: break
      }
    }
    return false
  }
}
