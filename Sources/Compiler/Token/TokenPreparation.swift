import Diagnostics
import HTML
import Names
import PageFormat

/// Prepares a Token document for the cascade: checks its components and turns attributes that look into declarations,
/// which win over CSS.
struct TokenPreparation {
  let registry: ComponentRegistry
  let source: SourceFile

  /// Rewrites the elements' `style` attributes.
  func prepare(_ document: inout Document, diagnostics: inout DiagnosticSink) {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) { prepare(node, in: &document, &diagnostics) }
      node = document.next(after: node)
    }
  }

  private func prepare(_ node: NodeID, in document: inout Document, _ diagnostics: inout DiagnosticSink) {
    let tag = document.name(node).string
    guard let component = registry.component(tag) ?? registry.component("view") else { return }
    if registry.component(tag) == nil {
      let near = Suggestion.nearest(to: tag, in: registry.components.keys)
      diagnostics.report(
        .tokenTagUnknown, "no component has the tag `\(tag)`", in: source, at: document.sourceRange(node),
        help: near.map { "did you mean `\($0)`?" })
    }
    var declarations: [String] = []
    var height: String?
    for attribute in document.attributes(node) where attribute.namespace == .none || attribute.namespace == .other {
      let name = attribute.name.string
      if name.hasPrefix("@") || name.hasPrefix("t:") || name.hasPrefix("data-") { continue }
      // The language and direction of the document, which composition sets too, are no component's.
      if name == "lang" || name == "dir" { continue }
      let value = document.value(attribute)
      guard let property = registry.property(name, of: component) else {
        if registry.component(tag) != nil { reportUnknown(name, component, attribute, &diagnostics) }
        continue
      }
      let isRight = check(value, property, tag: tag, attribute: attribute, &diagnostics)
      if let declaration = TokenPropertyText.declaration(property.name, value) {
        // An attribute wins over whatever a sheet says.
        declarations.append(declaration + " !important")
        // A font may have its family first, which sheets read in their own way.
        if isRight, property.type != .font, !TokenPropertyText.isValid(declaration) {
          diagnostics.report(
            .tokenPropertyType, "`\(property.name)` of `\(tag)` does not take `\(value.prefix(60))`", in: source,
            at: attribute.sourceRange)
        }
      }
    }
    if tag == "tableRow" || tag == "tableSection" { height = rowHeight(of: node, tag: tag, in: document) }
    if tag == "tableRow" { checkRow(node, in: document, &diagnostics) }
    if let height { declarations.insert("min-height:0;height:\(height)", at: 0) }
    guard !declarations.isEmpty else { return }
    let own = document.value(node, .style).map { TokenPropertyText.trimmed($0) + ";" } ?? ""
    document.setAttribute(.style, to: own + declarations.joined(separator: ";"), of: node)
  }

  /// Reports a row that is never shown: data makes its rows of the first one.
  private func checkRow(_ node: NodeID, in document: Document, _ diagnostics: inout DiagnosticSink) {
    let table = document.parentElement(node)
    guard table.exists, document.hasAttribute(table, Self.data), !document.hasAttribute(node, Self.loop) else { return }
    let first = document.children(table).first {
      document.isElement($0) && document.name($0).string == "tableRow" && !document.hasAttribute($0, Self.loop)
    }
    guard first != node else { return }
    diagnostics.report(
      .rowPassedOver, "a table with `t:data` makes its rows of the first `tableRow`; this one is passed over",
      in: source, at: document.sourceRange(node), help: "show parts of one row by data: `t:for`, `@class`, `hidden`")
  }

  private static let data = Name("t:data")
  private static let loop = Name("t:for")

  /// The height that the table gives its rows or section views.
  private func rowHeight(of node: NodeID, tag: String, in document: Document) -> String? {
    var ancestor = document.parentElement(node)
    while ancestor.exists, document.name(ancestor) != .table { ancestor = document.parentElement(ancestor) }
    guard ancestor.exists else { return nil }
    let name = tag == "tableRow" ? "rowHeight" : "rowSectionHeight"
    guard let height = document.attributes(ancestor).first(where: { $0.name.string.camelCased == name }) else {
      return nil
    }
    let value = TokenPropertyText.trimmed(document.value(height))
    // What data gives is laid out on the device.
    guard TokenPropertyText.fault(in: value, type: .length) == nil, !value.contains("{{") else { return nil }
    return TokenPropertyText.withUnit(value)
  }

  /// Reports a value of another type; whether there was nothing to report.
  private func check(
    _ value: String, _ property: ComponentProperty, tag: String, attribute: Document.Attribute,
    _ diagnostics: inout DiagnosticSink
  ) -> Bool {
    switch TokenPropertyText.fault(in: value, type: property.type) {
    case nil: return true
    case .type(let expected):
      diagnostics.report(
        .tokenPropertyType, "`\(property.name)` of `\(tag)` takes \(expected), not `\(value.prefix(60))`", in: source,
        at: attribute.sourceRange)
    case .keyword(let words):
      let near = Suggestion.nearest(to: value, in: words)
      diagnostics.report(
        .tokenPropertyKeyword, "`\(property.name)` of `\(tag)` does not know `\(value.prefix(60))`", in: source,
        at: attribute.sourceRange,
        help: near.map { "did you mean `\($0)`?" } ?? "it knows \(words.joined(separator: ", "))")
    }
    return false
  }

  private func reportUnknown(
    _ name: String, _ component: Component, _ attribute: Document.Attribute, _ diagnostics: inout DiagnosticSink
  ) {
    let known = (component.properties + ComponentRegistry.common).map(\.name)
    let near = Suggestion.nearest(to: name.camelCased, in: known)
    diagnostics.report(
      .tokenPropertyUnknown, "`\(component.tag)` has no property `\(name)`", in: source, at: attribute.sourceRange,
      help: near.map { "did you mean `\($0)`?" })
  }
}
