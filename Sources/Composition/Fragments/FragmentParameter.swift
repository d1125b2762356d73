import Diagnostics
import HTML

/// A parameter that a partial, layout or component declares.
struct FragmentParameter: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case text, number, boolean, data
  }

  var name: String
  var kind: Kind
  var fallback: StaticValue?
  var isRequired: Bool

  /// What a `<param name type default>` declares; `nil` for one of an `<object>` (`value` without `type`).
  init?(_ piece: MarkupPiece, in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    if scan.attribute(piece, .value) != nil { return nil }
    func fail(_ message: String, help: String) {
      diagnostics.report(.parameterInvalid, message, in: scan.source, at: piece.range, help: help)
    }
    guard let name = scan.value(piece, .name), let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    else {
      fail("`<param>` needs a name of letters, digits and `-`", help: "write `<param name=\"title\" type=\"text\">`")
      return nil
    }
    self.name = name
    let type = scan.value(piece, .type) ?? "text"
    guard let kind = Kind(rawValue: type) else {
      let near = Suggestion.nearest(to: type, in: Kind.allCases.map(\.rawValue))
      fail(
        "there is no type `\(type)`",
        help: near.map { "did you mean `\($0)`?" } ?? "types are text, number, boolean, data")
      return nil
    }
    self.kind = kind
    isRequired = scan.attribute(piece, CompositionNames.required) != nil
    if let text = scan.value(piece, CompositionNames.fallback) {
      guard kind != .data, let value = Self.value(text, kind) else {
        fail("the default `\(text)` of `\(name)` is not a \(kind.rawValue)", help: "write a value of the declared type")
        return nil
      }
      fallback = value
    }
  }

  /// A literal of a type.
  static func value(_ text: String, _ kind: Kind) -> StaticValue? {
    switch kind {
    case .text: return .text(text)
    case .number:
      guard let number = Double(text), number.isFinite else { return nil }
      return .number(number)
    case .boolean:
      switch text.lowercased() {
      case "", "true": return .boolean(true)
      case "false": return .boolean(false)
      default: return nil
      }
    case .data: return nil
    }
  }
}
