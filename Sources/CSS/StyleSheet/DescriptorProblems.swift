import CSSValues
import Diagnostics

/// What is wrong with the descriptors of at-rules: browsers drop such without a word.
enum DescriptorProblems {
  private static let known: [String: Set<String>] = [
    "font-face": [
      "font-family", "src", "font-style", "font-weight", "font-stretch", "font-width", "font-display", "unicode-range",
      "font-variant", "font-feature-settings", "font-variation-settings", "font-named-instance",
      "font-language-override",
      "ascent-override", "descent-override", "line-gap-override", "size-adjust", "subscript-position-override",
      "superscript-position-override", "subscript-size-override", "superscript-size-override",
    ],
    "property": ["syntax", "inherits", "initial-value"],
    "counter-style": [
      "system", "negative", "prefix", "suffix", "range", "pad", "fallback", "symbols", "additive-symbols", "speak-as",
    ],
    "page": ["size", "marks", "bleed", "page-orientation"],
  ]

  /// Reports what a rule's descriptors lack.
  static func report(
    _ rule: String, _ descriptors: [(name: Token, value: TokenCursor)], at place: Token, in source: SourceFile,
    _ sink: inout DiagnosticSink
  ) {
    guard let known = known[rule] else { return }
    for descriptor in descriptors {
      let name = descriptor.value.lowercasedName(descriptor.name).string
      guard !known.contains(name), !name.hasPrefix("-"), rule != "page" || PropertyID(named: name) == nil else {
        continue
      }
      sink.report(
        .cssUnknownProperty, "`@\(rule)` has no descriptor `\(name)`", in: source, at: descriptor.name.range,
        help: Suggestion.nearest(to: name, in: known).map { "did you mean `\($0)`?" })
    }
    guard rule == "property" else { return }
    func value(_ name: String) -> TokenCursor? {
      descriptors.last { $0.value.lowercasedName($0.name).string == name }?.value
    }
    func invalid(_ name: String, _ expected: String) {
      guard let value = value(name) else {
        sink.report(
          .cssInvalidValue, "`@property` lacks `\(name)`, so that it counts for nothing", in: source, at: place.range,
          help: "expected \(expected)")
        return
      }
      sink.report(
        .cssInvalidValue, "`\(value.sourceText)` is not a valid value of `\(name)`", in: source,
        at: value.isAtEnd ? place.range : value.stream.byteRange(value.remaining), help: "expected \(expected)")
    }
    var isUniversal = false
    if let syntax = value("syntax"), syntax.peekKind == .string, syntax.remaining.count == 1,
      let parsed = RegisteredSyntax(syntax.text(syntax.peek))
    {
      isUniversal = parsed.isUniversal
    } else {
      invalid("syntax", "a string such as `\"<length>\"`, `\"<color>\"` or `\"*\"`")
      isUniversal = true
    }
    let inherits = value("inherits").map { $0.sourceText.lowercased() }
    if inherits != "true", inherits != "false" { invalid("inherits", "true or false") }
    if !isUniversal, value("initial-value") == nil { invalid("initial-value", "a value of the syntax") }
  }
}
