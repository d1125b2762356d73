import CSSValues
import HTML
import Names
import Page

// States, values and properties (WAI-ARIA 1.3, 6; HTML-AAM 1, 3.6).
extension SemanticTreeBuilder {
  mutating func node(
    for element: NodeID, _ role: SemanticRole, _ name: NameComputation.Answer, parent: Int
  ) -> SemanticNode {
    var node = SemanticNode(source: element, role: role, parent: parent)
    node.name = name.text
    node.nameSource = name.source
    node.description = names.description(of: element, named: name)
    node.states = states(of: element, role)
    if name.source == .content { node.states.insert(.namedByContent) }
    if Self.presentsChildren(role) { node.states.insert(.presentsChildren) }
    appendValue(of: element, &node)
    appendProperties(of: element, &node)
    return node
  }

  /// The roles whose contents are not nodes of their own (WAI-ARIA 1.3, 5.2.9).
  static func presentsChildren(_ role: SemanticRole) -> Bool {
    switch role {
    case .button, .checkbox, .image, .menuItemCheckbox, .menuItemRadio, .meter, .option, .progressIndicator, .radio,
      .scrollBar, .separator, .slider, .switch, .tab, .textField, .searchField, .spinButton:
      true
    default: false
    }
  }

  // MARK: States

  private func states(of element: NodeID, _ role: SemanticRole) -> SemanticStates {
    var states: SemanticStates = []
    let isHTML = !context.isToken && document.namespace(element) == .html
    let name = document.name(element)
    let isControl = isHTML && [.button, .input, .select, .textarea, .option, .optgroup, .fieldset].contains(name)
    if isControl || context.isToken ? context.isDisabled(element) : false { states.insert(.disabled) }
    // `aria-disabled` takes the focus from nothing.
    if context.isFocusable(element), !states.contains(.disabled) || document.hasAttribute(element, .tabindex) {
      states.insert(.focusable)
    }
    if context.isTrue(element, "aria-disabled") || states.contains(.focusable) && context.isInDisabledPart(element) {
      states.insert(.disabled)
    }
    checked(element, role, isHTML: isHTML, &states)
    if let expanded = context.token(element, "aria-expanded"), expanded == "true" || expanded == "false" {
      states.formUnion(expanded == "true" ? [.expandable, .expanded] : .expandable)
    } else if isHTML, name == .summary, context.isSummary(element) {
      let isOpen = document.hasAttribute(document.parentElement(element), .open)
      states.formUnion(isOpen ? [.expandable, .expanded] : .expandable)
    } else if isHTML, name == .details {
      states.formUnion(document.hasAttribute(element, .open) ? [.expandable, .expanded] : .expandable)
    } else if isHTML, name == .select, role == .comboBox {
      states.insert(.expandable)
    }
    if let selected = context.token(element, "aria-selected"), selected == "true" || selected == "false" {
      states.formUnion(selected == "true" ? [.selectable, .selected] : .selectable)
    } else if isHTML, name == .option {
      states.insert(.selectable)
    }
    if document.hasAttribute(element, .required), isHTML { states.insert(.required) }
    if context.isTrue(element, "aria-required") { states.insert(.required) }
    if let invalid = context.token(element, "aria-invalid"), invalid != "false" { states.insert(.invalid) }
    if context.isTrue(element, "aria-busy") { states.insert(.busy) }
    if isHTML, document.hasAttribute(element, .readonly), name == .textarea || name == .input && takesReadonly(element)
    {
      states.insert(.readOnly)
    }
    if context.isTrue(element, "aria-readonly") { states.insert(.readOnly) }
    if isHTML && name == .textarea || context.isTrue(element, "aria-multiline")
      || context.isToken && name == .textArea
    {
      states.insert(.multiline)
    }
    if isHTML, name == .select, document.hasAttribute(element, .multiple) { states.insert(.multiselectable) }
    if context.isTrue(element, "aria-multiselectable") { states.insert(.multiselectable) }
    if context.isTrue(element, "aria-modal") { states.insert(.modal) }
    if context.isSecret(element) { states.insert(.protected) }
    let atomic = context.token(element, "aria-atomic")
    if atomic == "true" || atomic == nil && (role == .alert || role == .status) { states.insert(.atomic) }
    if document.hasAttribute(element, "@click") || isHTML && document.hasAttribute(element, "onclick") {
      states.insert(.clickable)
    }
    return states
  }

  /// The fields that `readonly` applies to (HTML, 4.10.5.3.3).
  private func takesReadonly(_ input: NodeID) -> Bool {
    switch context.inputType(input) {
    case "text", "search", "url", "tel", "email", "password", "date", "month", "week", "time", "datetime-local",
      "number":
      true
    default: false
    }
  }

  private func checked(
    _ element: NodeID, _ role: SemanticRole, isHTML: Bool, _ states: inout SemanticStates
  ) {
    if isHTML, document.isElement(element, .input) {
      switch context.inputType(element) {
      case "checkbox":
        states.formUnion(document.hasAttribute(element, .checked) ? [.checkable, .checked] : .checkable)
        if context.token(element, "aria-checked") == "mixed" { states.insert(.mixed) }
        return
      case "radio":
        states.formUnion(context.isCheckedRadio(element) ? [.checkable, .checked] : .checkable)
        return
      default: break
      }
    }
    if context.isToken, document.name(element) == .switch {
      states.formUnion(document.value(element, "on") == "true" ? [.checkable, .checked] : .checkable)
    }
    let isToggle =
      role == .button
      && context.token(element, "aria-pressed").map { ["true", "false", "mixed"].contains($0) } ?? false
    let value = context.token(element, isToggle ? "aria-pressed" : "aria-checked")
    switch role {
    case .checkbox, .radio, .switch, .menuItemCheckbox, .menuItemRadio: states.insert(.checkable)
    case .option, .treeItem: if value != nil { states.insert(.checkable) }
    case .button where isToggle: states.insert(.checkable)
    default: return
    }
    guard states.contains(.checkable) else { return }
    if value == "true" { states.insert(.checked) }
    if value == "mixed", role != .radio, role != .switch, role != .menuItemRadio { states.insert(.mixed) }
  }

  // MARK: Values

  private mutating func appendValue(of element: NodeID, _ node: inout SemanticNode) {
    func add(_ property: SemanticProperty, _ value: String?) {
      if let value, !value.isEmpty { node.properties.append((property, value)) }
    }
    switch node.role {
    case .textField, .searchField, .comboBox:
      guard !node.states.contains(.protected) else { break }
      add(.value, names.controlValue(of: element))
    case .slider, .spinButton, .progressIndicator, .meter, .scrollBar, .separator:
      let range = RangeValue(element, context)
      if node.role == .separator, !node.states.contains(.focusable) { break }
      add(.value, context.text(element, "aria-valuetext"))
      add(.valueNow, range.now.map(RangeValue.text))
      add(.minimum, range.minimum.map(RangeValue.text))
      add(.maximum, range.maximum.map(RangeValue.text))
    case .option:
      if document.isElement(element, .option), let select = select(of: element) {
        if selected(in: select).contains(element) { node.states.insert(.selected) }
      }
    default: break
    }
  }

  private func select(of option: NodeID) -> NodeID? {
    var ancestor = context.document.parentElement(option)
    var steps = 0
    while ancestor.exists, steps < 8 {
      if context.document.isElement(ancestor, .select) { return ancestor }
      ancestor = context.document.parentElement(ancestor)
      steps += 1
    }
    return nil
  }

  private mutating func selected(in select: NodeID) -> Set<NodeID> {
    if let known = selectedOptions, known.select == select { return known.options }
    let options = Set(names.selectedOptions(of: select))
    selectedOptions = (select, options)
    return options
  }

  // MARK: Properties

  private func appendProperties(of element: NodeID, _ node: inout SemanticNode) {
    func add(_ property: SemanticProperty, _ value: String?) {
      if let value, !value.isEmpty { node.properties.append((property, value)) }
    }
    func number(_ property: SemanticProperty, _ name: @autoclosure () -> Name, least: Int = 1, most: Int = .max) {
      if let value = context.integer(element, name()), value >= least { add(property, String(min(value, most))) }
    }
    switch node.role {
    case .heading:
      add(.level, String(headingLevel(of: element)))
    case .treeItem, .row, .listItem, .comment: number(.level, "aria-level")
    default: break
    }
    number(.position, "aria-posinset")
    number(.setSize, "aria-setsize", least: -1)
    switch node.role {
    case .cell, .gridCell, .columnHeader, .rowHeader:
      number(.row, "aria-rowindex")
      number(.column, "aria-colindex")
      if document.isElement(element, .td) || document.isElement(element, .th) {
        // HTML, 4.9.11: larger ones count as these.
        number(.rowSpan, .rowspan, least: 0, most: 65_534)
        number(.columnSpan, .colspan, most: 1_000)
      } else {
        number(.rowSpan, "aria-rowspan", least: 0)
        number(.columnSpan, "aria-colspan")
      }
      add(
        .sort,
        context.token(element, "aria-sort").flatMap { ["ascending", "descending", "other"].contains($0) ? $0 : nil })
    case .row: number(.row, "aria-rowindex")
    case .table, .grid, .treeGrid:
      number(.rowCount, "aria-rowcount", least: -1)
      number(.columnCount, "aria-colcount", least: -1)
    default: break
    }
    add(.language, language(of: element))
    add(.live, live(of: element, node.role))
    if node.role == .link { add(.target, target(of: element)) }
    if [.textField, .searchField, .comboBox, .spinButton].contains(node.role) {
      let text = context.placeholder(of: element)
      if node.nameSource != .placeholder { add(.placeholder, text) }
    }
    add(.roleDescription, context.text(element, "aria-roledescription"))
    if let current = context.token(element, "aria-current"), current != "false" {
      add(.current, ["page", "step", "location", "date", "time"].contains(current) ? current : "true")
    }
    if let popup = context.token(element, "aria-haspopup"), popup != "false" {
      let known = ["menu", "listbox", "tree", "grid", "dialog"]
      if popup == "true" { add(.popup, "menu") } else if known.contains(popup) { add(.popup, popup) }
    }
    if let index = context.htmlInteger(element, .tabindex), index != 0 { add(.tabIndex, String(index)) }
    add(
      .orientation,
      context.token(element, "aria-orientation").flatMap { ["horizontal", "vertical"].contains($0) ? $0 : nil })
    add(.keyShortcuts, context.text(element, "aria-keyshortcuts"))
    if node.states.contains(.invalid), let message = context.references(element, "aria-errormessage").first {
      add(.errorMessage, String(SemanticsContext.collapsed(document.textContent(message)).prefix(1000)))
    }
  }

  private func headingLevel(of element: NodeID) -> Int {
    if let level = context.integer(element, "aria-level"), level >= 1 { return min(level, 1000) }
    guard !context.isToken, document.namespace(element) == .html else { return 2 }
    switch document.name(element) {
    case .h1: return 1
    case .h2: return 2
    case .h3: return 3
    case .h4: return 4
    case .h5: return 5
    case .h6: return 6
    default: return 2
    }
  }

  private func language(of element: NodeID) -> String? {
    if let language = context.text(element, .lang) { return language }
    return document.attributes(element).first { $0.namespace == .xml && $0.name == .lang }.map { document.value($0) }
  }

  private func live(of element: NodeID, _ role: SemanticRole) -> String? {
    if let live = context.token(element, "aria-live"), ["polite", "assertive", "off"].contains(live) { return live }
    switch role {
    case .alert: return "assertive"
    case .status, .log: return "polite"
    default: return nil
    }
  }

  private func target(of element: NodeID) -> String? {
    return document.attributes(element).first {
      $0.name == .href && ($0.namespace == .none || $0.namespace == .xlink) || $0.name == .xlinkHref
    }.map { document.value($0) }
  }
}
