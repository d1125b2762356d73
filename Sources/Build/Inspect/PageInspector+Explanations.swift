import CSS
import CSSValues
import Compiler
import Diagnostics
import HTML
import Names
import Style

extension PageInspector {
  /// Which declarations elements have their values of some properties from, and which lost.
  ///
  /// - Parameters:
  ///   - page: the page as the user named it.
  ///   - viewport: the viewport.
  ///   - selector: which elements; `nil` for all.
  ///   - names: longhands, shorthands (all that they stand for) or custom properties.
  public func explanations(
    _ page: String, in viewport: Viewport, selector: String?, properties names: [String]
  ) throws(Failure) -> (json: JSONText, text: String, diagnostics: [Diagnostic]) {
    let path = try path(page)
    let problem = problem(of: path)
    guard problem.isEmpty else { return ([], "", problem) }
    var properties: [(name: String, property: DeclaredProperty)] = []
    for name in names {
      if name.hasPrefix("--"), name.count > 2 {
        properties.append((name, .custom(Name(name))))
      } else if let known = PropertyID(named: name) {
        properties += known.plainLonghands.map { ($0.name, .known($0)) }
      } else {
        throw .property(name, near: Suggestion.nearest(to: name.lowercased(), in: PropertyTable.names))
      }
    }
    let matching = try selector.map { text throws(Failure) in try Self.selectors(text) }
    let wanted = properties
    return onDeepStack { [compiler, site] in
      let answer = compiler.explanations(path, viewport: viewport, properties: wanted) { page in
        guard let (table, list) = matching else { return page.elements }
        let tree = ElementTree(page.document)
        let matcher = SelectorMatcher(tree, table)
        return tree.elements.indices.filter { matcher.matches(list: list, $0) }.map { tree.elements[$0].node }
      }
      guard let answer else { return ([], "", compiler.document(path).diagnostics) }
      var paths = ElementPaths(of: answer.inspection.document)
      let json = answer.explanations.map { Self.json($0, &paths) }
      let text = answer.explanations.map { Self.text($0, &paths) }.joined()
      return (.array(json), text, Self.shown(answer.inspection.diagnostics, site))
    }
  }

  /// The selectors of a text.
  static func selectors(_ text: String) throws(Failure) -> (table: SelectorTable, list: UInt32) {
    var parser = SelectorParser()
    do {
      let parsed = try parser.parseList(TokenStream(text: text).cursor.trimmed())
      return (parser.builder.build(), parsed)
    } catch {
      throw .selector(error.message)
    }
  }

  private static func json(_ explanation: StyleExplanation, _ paths: inout ElementPaths) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("path", .string(paths.path(of: explanation.element))), ("property", .string(explanation.property)),
      ("value", .string(explanation.value)),
    ]
    if let holder = explanation.inheritedFrom { members.append(("inheritedFrom", .string(paths.path(of: holder)))) }
    if let won = explanation.declarations.first { members.append(("won", json(won))) }
    members.append(("lost", .array(explanation.declarations.dropFirst().map(json))))
    return .object(members)
  }

  private static func json(_ declaration: StyleExplanation.Declaration) -> JSONText {
    var members: [(key: String, value: JSONText)] = []
    if let file = declaration.file {
      members += [
        ("file", .string(file)), ("line", .integer(declaration.line)), ("column", .integer(declaration.column)),
      ]
    }
    members.append(("origin", .string(declaration.origin.rawValue)))
    if !declaration.selector.isEmpty { members.append(("selector", .string(declaration.selector))) }
    if !declaration.text.isEmpty { members.append(("declaration", .string(declaration.text))) }
    if !declaration.conditions.isEmpty {
      members.append(("conditions", .array(declaration.conditions.map { .string($0) })))
    }
    if declaration.origin == .author {
      let counts = declaration.specificity
      members.append(
        ("specificity", [.integer(counts.ids), .integer(counts.classes), .integer(counts.types)]))
    }
    members.append(("important", .bool(declaration.isImportant)))
    if let reason = declaration.reason { members.append(("reason", .string(reason.rawValue))) }
    return .object(members)
  }

  /// `html>body>p color: rgb(1, 2, 3)`, then a line for each declaration.
  private static func text(_ explanation: StyleExplanation, _ paths: inout ElementPaths) -> String {
    let value = explanation.value.isEmpty ? "" : ": \(explanation.value)"
    var text = "\(paths.path(of: explanation.element)) \(explanation.property)\(value)\n"
    if let holder = explanation.inheritedFrom { text += "  inherited from \(paths.path(of: holder))\n" }
    if explanation.declarations.isEmpty { text += "  no declaration: the initial value\n" }
    for declaration in explanation.declarations {
      text += declaration.reason == nil ? "  won   " : "  lost  "
      text += declaration.file.map { "\($0):\(declaration.line)  " } ?? ""
      switch declaration.origin {
      case .userAgent: text += "the browser's own style sheet"
      case .attribute: text += "an attribute of the element"
      case .author: text += "\(declaration.selector) { \(declaration.text) }"
      case .style: text += "style=\"\(declaration.text)\""
      }
      if !declaration.conditions.isEmpty { text += " in \(declaration.conditions.joined(separator: " "))" }
      if declaration.origin == .author {
        let counts = declaration.specificity
        text += "  (\(counts.ids), \(counts.classes), \(counts.types))"
      }
      if let reason = declaration.reason { text += "  " + Self.words(for: reason) }
      text += "\n"
    }
    return text
  }

  private static func words(for reason: CascadedDeclaration.LossReason) -> String {
    switch reason {
    case .importance: "the other one is !important"
    case .origin: "the other origin counts more"
    case .layer: "the other layer counts more"
    case .specificity: "lower specificity"
    case .scope: "the other scope is nearer"
    case .order: "the other one comes later"
    }
  }
}

extension PropertyID {
  /// The physical longhands that a property is or stands for, in the horizontal writing mode.
  fileprivate var plainLonghands: [PropertyID] {
    let parts = isShorthand ? longhands : [self]
    return parts.map { $0.definition.horizontalCounterpart ?? $0 }
  }
}
