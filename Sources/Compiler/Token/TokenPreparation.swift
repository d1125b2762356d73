import Diagnostics
import HTML
import Names
import PageFormat

/// Prepares a Token document for the cascade: checks its components and finds the declarations that attributes stand for,
/// which win over CSS.
struct TokenPreparation {
  let registry: ComponentRegistry
  let source: SourceFile

  /// The tables of which a row or section view was met.
  private var begunTables: Set<NodeID> = []

  init(registry: ComponentRegistry, source: SourceFile) {
    self.registry = registry
    self.source = source
  }

  /// What each element's attributes stand for.
  mutating func declarations(of document: Document, diagnostics: inout DiagnosticSink) -> [NodeID: String] {
    var found: [NodeID: String] = [:]
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) {
        let declarations = declarations(of: node, in: document, &diagnostics)
        if !declarations.isEmpty { found[node] = declarations.joined(separator: ";") }
      }
      node = document.next(after: node)
    }
    return found
  }

  private mutating func declarations(
    of node: NodeID, in document: Document, _ diagnostics: inout DiagnosticSink
  ) -> [String] {
    let tag = document.name(node).string
    guard let component = registry.component(tag) ?? registry.component("view") else { return [] }
    if registry.component(tag) == nil {
      diagnostics.report(
        .tokenTagUnknown, "no component has the tag `\(tag)`", in: source, at: document.sourceRange(node),
        help: Suggestion.nearest(to: tag, in: registry.components.keys).map { "did you mean `\($0)`?" })
    }
    if tag == "tableRow" { checkRow(node, in: document, &diagnostics) }
    var declarations = rowDeclarations(of: node, tag: tag, in: document)
    for attribute in document.attributes(node) where attribute.namespace == .none || attribute.namespace == .other {
      let name = attribute.name.string
      if name.hasPrefix("@") || name.hasPrefix("t:") || name.hasPrefix("data-") { continue }
      // The language and direction of the document, which composition sets too, are not a component's.
      if name == "lang" || Self.isSemantic(name) { continue }
      let value = document.value(attribute)
      if name == "dir" {
        checkDirection(value, tag: tag, attribute, &diagnostics)
        continue
      }
      guard let property = registry.property(name, of: component) else {
        if registry.component(tag) != nil { reportUnknown(name, component, attribute, &diagnostics) }
        continue
      }
      if !property.isShown {
        diagnostics.report(
          .tokenPropertyUnknown, "no host shows `\(property.name)` of `\(tag)`", in: source, at: attribute.sourceRange)
      }
      let isRight = check(value, property, tag: tag, attribute: attribute, &diagnostics)
      if tag == "table", isRight, let declaration = TokenPropertyText.rowDeclaration(property.name, value) {
        declarations.append(declaration)
      }
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
    return declarations
  }

  /// Whether an attribute says what the component means to assistive technology: every component takes it.
  private static func isSemantic(_ name: String) -> Bool {
    name.hasPrefix("aria-") || ["role", "alt", "for", "tabindex", "inert"].contains(name)
  }

  /// The direction is laid out with the rest: it must be known by then.
  private func checkDirection(
    _ value: String, tag: String, _ attribute: Document.Attribute, _ diagnostics: inout DiagnosticSink
  ) {
    guard !["ltr", "rtl"].contains(value.lowercased()) else { return }
    diagnostics.report(
      .tokenPropertyKeyword, "`dir` of `\(tag)` does not know `\(value.prefix(60))`", in: source,
      at: attribute.sourceRange, help: "it knows ltr, rtl")
  }

  // MARK: Rows and sections

  /// What the table around a row or section view gives it, in its attributes or in sheets: a height, and a margin where
  /// another section begins.
  private mutating func rowDeclarations(of node: NodeID, tag: String, in document: Document) -> [String] {
    guard tag == "tableRow" || tag == "tableSection" else { return [] }
    let height = tag == "tableRow" ? "--hybrid-row-height" : "--hybrid-section-height"
    var declarations = [
      "height:var(\(height),revert-rule)", "min-height:if(style(\(height)):0;else:revert-rule)",
    ]
    var table = document.parentElement(node)
    while table.exists, document.name(table) != .table { table = document.parentElement(table) }
    guard table.exists else { return declarations }
    let isFirst = begunTables.insert(table).inserted
    if tag == "tableSection", !isFirst { declarations.append("margin-top:var(--hybrid-section-margin,revert-rule)") }
    return declarations
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
      diagnostics.report(
        .tokenPropertyKeyword, "`\(property.name)` of `\(tag)` does not know `\(value.prefix(60))`", in: source,
        at: attribute.sourceRange,
        help: Suggestion.nearest(to: value, in: words).map { "did you mean `\($0)`?" }
          ?? "it knows \(words.joined(separator: ", "))")
    }
    return false
  }

  private func reportUnknown(
    _ name: String, _ component: Component, _ attribute: Document.Attribute, _ diagnostics: inout DiagnosticSink
  ) {
    diagnostics.report(
      .tokenPropertyUnknown, "`\(component.tag)` has no property `\(name)`", in: source, at: attribute.sourceRange,
      help: Suggestion.nearest(
        to: name.camelCased, in: (component.properties + ComponentRegistry.common).map(\.name)
      ).map { "did you mean `\($0)`?" })
  }
}
