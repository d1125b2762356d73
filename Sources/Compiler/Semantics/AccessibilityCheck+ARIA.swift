import CSSValues
import Diagnostics
import HTML
import Names
import Page
import Semantics

// Which attributes and roles go together (WAI-ARIA 1.3, ARIA in HTML).
extension AccessibilityCheck {
  /// Attributes by themselves: their names and values.
  mutating func checkAttributes(of element: NodeID) {
    for attribute in document.attributes(element) {
      let name = attribute.name.string
      guard name.utf8.count > 5, name.hasPrefix("aria-") else { continue }
      guard let kind = ARIAVocabulary.value(of: name) else {
        let nearest = ARIAVocabulary.nearest(to: name)
        note(
          .unknownARIAAttribute, element, "ARIA has no attribute `\(name.prefix(60))`",
          help: nearest.map { "write `\($0)`" })
        continue
      }
      let value = document.value(attribute)
      // What data fills in is not known here.
      guard !value.contains("{{") else { continue }
      let text = value.trimmed.lowercased()
      if text.isEmpty || Self.takes(kind, text) { continue }
      note(
        .invalidARIAValue, element, "`\(name)` is `\(value.prefix(60))`",
        help: Self.words(kind).map { "it takes \($0)" })
    }
  }

  private static func takes(_ kind: ARIAVocabulary.Value, _ text: String) -> Bool {
    switch kind {
    case .text, .ids: true
    case .boolean: text == "true" || text == "false"
    case .integer(let least): Int(text).map { $0 >= least } ?? false
    case .number: Double(text).map { $0.isFinite } ?? false
    case .token(let words): words.contains(text)
    case .tokens(let words): text.split(whereSeparator: \.isWhitespace).allSatisfy { words.contains(String($0)) }
    }
  }

  private static func words(_ kind: ARIAVocabulary.Value) -> String? {
    switch kind {
    case .text, .ids: nil
    case .boolean: "`true` or `false`"
    case .integer(let least): "a whole number from \(least) on"
    case .number: "a number"
    case .token(let words): "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .tokens(let words): "some of " + words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }

  /// What an element of the tree has with the role that it has there.
  mutating func checkARIA(_ node: SemanticNode) {
    let element = node.source
    guard !isToken, document.isElement(element), !hasBinding(element) else { return }
    let isHTML = document.namespace(element) == .html
    let role = document.value(element, .role)?.trimmed.lowercased() ?? ""
    for attribute in document.attributes(element) where attribute.name.string.hasPrefix("aria-") {
      let name = attribute.name.string
      if name == "aria-label" || name == "aria-labelledby" {
        guard isHTML, ARIAVocabulary.forbidsName(node.role), !role.isEmpty || Self.isPlain(document.name(element)),
          !document.value(attribute).trimmed.isEmpty
        else { continue }
        note(
          .disallowedARIA, element,
          "`\(name)` names a \(role.isEmpty ? "`<\(document.name(element).string)>`" : "`role=\"\(role)\"`"), whose role allows no name",
          help: "give it a role such as `group`, `region` or `img`, or write the text into the element")
        continue
      }
      guard let roles = ARIAVocabulary.roles(with: name), !roles.contains(node.role) else { continue }
      // Native controls whose role is another kind of the same.
      if name == "aria-placeholder" || node.role == .application || node.role == .label { continue }
      note(
        .disallowedARIA, element, "`\(name)` has no effect on the role `\(node.role.name)`",
        help: "it belongs to " + roles.map(\.name).sorted().map { "`\($0)`" }.joined(separator: ", "))
    }
    guard isHTML, !role.isEmpty, SemanticRole(named: role) == node.role else { return }
    checkRole(role, of: node)
  }

  private mutating func checkRole(_ role: String, of node: SemanticNode) {
    let element = node.source
    let name = document.name(element)
    if role == "directory" {
      note(.disallowedRole, element, "`role=\"directory\"` is deprecated", help: "write `role=\"list\"`")
    }
    if let usual = Self.refusesRole(name, node.role, document.value(element, .href) != nil) {
      note(
        .disallowedRole, element, "`<\(name.string)>` has `role=\"\(role)\"`",
        help: "\(usual); put an element with the role inside, or take a `<div>`")
    }
    guard !Self.hasStates(name) else { return }
    for needed in ARIAVocabulary.required(by: node.role) where !document.hasAttribute(element, Name(needed)) {
      if node.role == .heading, name.string.utf8.count == 2, name.string.hasPrefix("h") { continue }
      note(
        .missingARIAState, element, "`role=\"\(role)\"` has no `\(needed)`", help: "write `\(needed)` with its value")
    }
  }

  /// Elements that have a role's states by themselves.
  private static func hasStates(_ name: Name) -> Bool {
    switch name {
    case .input, .select, .progress, .meter, .details, .option: true
    default: false
    }
  }

  /// Boxes and words that nothing names.
  private static func isPlain(_ name: Name) -> Bool {
    switch name {
    case .div, .span, .p, .em, .strong, .code, .mark, .sub, .sup, .ins, .del, .b, .i, .small, .s, .u: true
    default: false
    }
  }

  /// What an element is, where ARIA in HTML does not let it have a role; `nil` where it may have it. Only plain cases.
  private static func refusesRole(_ name: Name, _ role: SemanticRole, _ hasAddress: Bool) -> String? {
    switch name {
    case .h1, .h2, .h3, .h4, .h5, .h6:
      return [.heading, .tab, .presentation, .docSubtitle].contains(role) ? nil : "it is a heading"
    case .main: return role == .main ? nil : "it is the main part"
    case .ul, .ol, .menu:
      let lists: [SemanticRole] = [
        .list, .listBox, .menu, .menuBar, .radioGroup, .tabList, .toolbar, .tree, .presentation, .group, .feed,
      ]
      return lists.contains(role) ? nil : "it is a list"
    case .textarea: return role == .textField ? nil : "it is a text field"
    case .a where hasAddress:
      let links: [SemanticRole] = [
        .link, .button, .checkbox, .menuItem, .menuItemCheckbox, .menuItemRadio, .option, .radio, .switch, .tab,
        .treeItem,
        .docBackLink, .docBiblioRef, .docGlossRef, .docNoteRef,
      ]
      return links.contains(role) ? nil : "it is a link"
    case .iframe, .video, .audio:
      return [.application, .document, .image, .presentation].contains(role) ? nil : "it holds media"
    case .label, .meter, .progress, .html, .head, .meta, .style, .script, .title, .template:
      return role == .progressIndicator || role == .meter || role == .document ? nil : "it has no other role"
    default: return nil
    }
  }

  /// Roles in the wrong place, and those that hold nothing of what they are there for.
  mutating func checkPlaces(_ tree: SemanticTree) {
    guard !isToken else { return }
    for (element, role) in tree.misplacedRoles where !hasBinding(element) {
      note(
        .misplacedRole, element, "`role=\"\(role.name)\"` is outside of what it belongs to",
        help: "put it into an element with the role of its list, menu, table or row")
    }
    for element in tree.conflictingRoles {
      note(
        .conflictingRole, element,
        "`<\(document.name(element).string)>` has `role=none` and takes the focus or has ARIA attributes")
    }
    for (element, control) in tree.nestedControls {
      note(
        .nestedControl, element,
        "`<\(document.name(element).string)>` is inside of `<\(document.name(control).string)>`, which is one control")
    }
    for (index, node) in tree.nodes.enumerated() {
      let element = node.source
      guard let wanted = ARIAVocabulary.children(of: node.role), document.isElement(element),
        document.hasAttribute(element, .role), node.subtreeEnd > index + 1, !hasBinding(element),
        !document.hasAttribute(element, "aria-busy"), !document.hasAttribute(element, "aria-owns")
      else { continue }
      let inside = tree.nodes[(index + 1)..<node.subtreeEnd]
      guard !inside.contains(where: { wanted.contains($0.role) }),
        !inside.contains(where: { document.isElement($0.source) && hasBinding($0.source) })
      else { continue }
      note(
        .misplacedRole, element, "`role=\"\(node.role.name)\"` holds no `\(wanted.map(\.name).sorted()[0])`",
        help: "give its items their role, or leave this one out")
    }
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
