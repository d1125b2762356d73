import CSS
import Diagnostics

/// Checks the native side's properties in a Token page's sheets, as ``TokenPreparation`` checks attributes. Which components
/// a rule will meet is not known, so that a value is right where one component's property takes it.
struct TokenSheetCheck {
  let registry: ComponentRegistry

  /// Reports what no component takes.
  func check(_ sheet: CSSStyleSheet, _ diagnostics: inout DiagnosticSink) {
    for block in sheet.blocks where block.hasCustomProperties {
      for declaration in block.declarations {
        guard case .custom(let name) = declaration.property, case .unresolved(let value) = declaration.value,
          !value.hasReferences, let property = TokenPropertyNames.nativeProperty(name)
        else { continue }
        check(property, TokenPropertyText.unquoted(value.text), in: sheet.source, at: declaration.range, &diagnostics)
      }
    }
  }

  private func check(
    _ name: String, _ value: String, in source: SourceFile, at place: Range<UInt32>,
    _ diagnostics: inout DiagnosticSink
  ) {
    let range = Int(place.lowerBound)..<Int(place.upperBound)
    let types = registry.types(ofProperty: name)
    let faults = types.map { type -> TokenPropertyText.Fault? in
      // Only an attribute may do without a value.
      if type == .boolean, value.isEmpty { return .type(expected: "true or false") }
      return TokenPropertyText.fault(in: value, type: type)
    }
    guard let fault = faults.first, let fault, !faults.contains(nil) else { return }
    switch fault {
    case .type(let expected):
      diagnostics.report(
        .tokenPropertyType, "`\(name)` takes \(expected), not `\(value.prefix(60))`", in: source, at: range)
    case .keyword(let words):
      let near = Suggestion.nearest(to: value, in: words)
      diagnostics.report(
        .tokenPropertyKeyword, "`\(name)` does not know `\(value.prefix(60))`", in: source, at: range,
        help: near.map { "did you mean `\($0)`?" } ?? "it knows \(words.joined(separator: ", "))")
    }
  }
}
