import CSSValues
import Diagnostics
import Names

/// What is said of declarations that do not count.
enum PropertyDiagnostics {
  /// Reports a name that no table knows, unless browsers' own prefixes or a hack explain it.
  static func reportUnknown(_ name: Token, _ stream: TokenStream, _ sink: inout DiagnosticSink) {
    guard let file = stream.file else { return }
    let text = stream.text(name)
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_"),
      !silent.contains(text.lowercased())
    else { return }
    let nearest = Suggestion.nearest(to: text.lowercased(), in: PropertyTable.names)
    sink.report(
      .cssUnknownProperty, "Unknown property '\(text)'", in: file, at: name.range,
      help: nearest.map { "did you mean '\($0)'?" })
  }

  /// Names that old sheets hold for other browsers.
  private static let silent: Set<String> = ["zoom", "behavior", "speak-as", "mso-line-height-rule"]

  /// Reports a value that the property's grammar does not allow.
  static func reportInvalid(
    _ property: PropertyID, _ name: Token, _ value: TokenCursor, _ sink: inout DiagnosticSink
  ) {
    guard let file = value.stream.file, !isHack(value) else { return }
    let text = value.sourceText
    let shown = text.count > 60 ? String(text.prefix(57)) + "..." : text
    let expected = property.definition.grammar
    sink.report(
      .cssInvalidValue,
      shown.isEmpty
        ? "'\(value.stream.text(name))' has no value" : "'\(shown)' is no value of '\(value.stream.text(name))'",
      in: file, at: value.isAtEnd ? name.range : value.stream.byteRange(value.remaining),
      help: expected.isEmpty ? nil : "expected \(expected)")
  }

  /// Whether a value is meant for another browser: a prefix, `progid:`, `\9`, `!ie`.
  private static func isHack(_ value: TokenCursor) -> Bool {
    for index in value.remaining {
      let token = value.stream.tokens[index]
      switch token.kind {
      case .ident, .function:
        let isVendor = value.stream.withText(token) { bytes in
          bytes.count > 3 && bytes[0] == 0x2D && bytes[1] != 0x2D && bytes.dropFirst().contains(0x2D)
        }
        if isVendor || value.text(token, is: "progid") || value.text(token, is: "expression")
          || value.text(token, is: "alpha") || token.flags.contains(.escaped)
        {
          return true
        }
      case .dimension where token.flags.contains(.escaped): return true
      case .delim where token.isDelim("!"): return true
      default: break
      }
    }
    return false
  }
}
