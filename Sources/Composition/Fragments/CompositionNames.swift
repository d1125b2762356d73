import Diagnostics
import HTML
import Names

/// The attributes of composition.
package enum CompositionNames {
  static let include = Name("include")
  static let scoped = Name("scoped")
  static let required = Name("required")
  static let fallback = Name("default")
  static let loop = Name("t:static")
  static let condition = Name("t:if")
  static let otherwise = Name("t:else")
  static let message = Name("t:text")
  static let clientLoop = Name("t:for")
  static let clientData = Name("t:data")
  static let hreflang = Name("hreflang")
  static let dir = Name("dir")

  private static let directives = ["t:static", "t:if", "t:else", "t:text", "t:for", "t:data"]

  /// Whether an attribute is not a misspelt one of composition: known, or far from all names.
  static func isPermitted(_ name: Name) -> Bool {
    isKnown(name) || Suggestion.nearest(to: name.string, in: directives) == nil
  }

  /// Whether an attribute of a tag that uses a fragment is not a parameter of it.
  static func isDirective(_ name: Name) -> Bool { name == .slot || name.string.hasPrefix("t:") }

  /// Whether an attribute is composition's, or has nothing to do with it.
  private static func isKnown(_ name: Name) -> Bool {
    let text = name.string
    return !text.hasPrefix("t:") || directives.contains(text) || text.hasPrefix("t:arg-") || text.hasPrefix("t:text-")
  }

  /// Reports an attribute of a Token page that begins with `t:` and is far from all names: no other tool reads such pages.
  /// What is near to one was reported when the page was put together.
  package static func reportUnknown(
    _ attribute: Document.Attribute, in source: SourceFile, _ diagnostics: inout DiagnosticSink
  ) {
    guard !isKnown(attribute.name), isPermitted(attribute.name) else { return }
    let name = attribute.name.string
    let start = directives.filter { name.hasPrefix($0) }.max { $0.count < $1.count }
    diagnostics.report(
      .directiveUnknown, "there is no `\(name)`", in: source, at: attribute.sourceRange,
      help: start.map { "did you mean `\($0)`?" } ?? "loops are `t:for`, and `t:data` of a table")
  }

  /// Reports loops that are on elements with such a loop already: the tags that composition writes have only the first.
  static func reportRepeated(in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    for (name, range) in scan.repeatedAttributes where [clientLoop, clientData, loop].contains(name) {
      diagnostics.report(
        .repetitionMisplaced, "`\(name)` is given twice: the second does nothing", in: scan.source, at: range,
        help: "put an inner loop on an element inside")
    }
  }

  /// Reports an attribute that nearly has a name of composition's: it would do nothing.
  static func report(_ attribute: Document.Attribute, in scan: MarkupScan, _ diagnostics: inout DiagnosticSink) {
    diagnostics.report(
      .directiveUnknown, "there is no `\(attribute.name)`", in: scan.source, at: attribute.sourceRange,
      help: Suggestion.nearest(to: attribute.name.string, in: directives).map { "did you mean `\($0)`?" })
  }
}
