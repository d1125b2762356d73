import CSSValues
import HTML
import Names
import Page

/// A document with its styles and what is looked up often: ids, labels, roles. One computation owns it.
final class SemanticsContext {
  let document: Document
  let styles: any SemanticStyles
  /// Whether the page describes native components.
  let isToken: Bool
  /// The first element of each id.
  private(set) var ids: [String: NodeID] = [:]
  private(set) var duplicateIDs: [(element: NodeID, id: String)] = []
  /// The `<label>`s of each control, in document order.
  private(set) var labels: [NodeID: [NodeID]] = [:]
  /// The first control in each `<label>` that has one.
  private var controls: [NodeID: NodeID] = [:]
  /// Of each group of radio buttons the one that is checked.
  private var checkedRadios: [RadioGroup: NodeID] = [:]
  /// By node: the role, or 255 before it was asked for.
  @exclusivity(unchecked) private var roles: [UInt8]
  /// By node: what its style says of being shown, or 0 before it was asked for.
  @exclusivity(unchecked) private var displays: [Shown]
  /// By node: 1 where an attribute may say something that is asked for by its name, 2 where none does, or 0 before it was asked.
  @exclusivity(unchecked) private var speaking: [UInt8]
  /// The steps that names may still take.
  var budget: Int
  /// The elements that another one owns.
  private var owned: Set<NodeID> = []
  private(set) var unknownRoles: [(element: NodeID, role: String)] = []
  /// Roles that count for nothing where they are: an option outside of a list box.
  private(set) var misplacedRoles: [(element: NodeID, role: SemanticRole)] = []
  /// Elements whose `role=none` counts for nothing, since they can be used.
  private(set) var conflictingRoles: [NodeID] = []
  /// By node, the nearest `aria-disabled` of the node and those around it.
  private var disabledParts: [NodeID: Bool] = [:]
  /// Whether any element has `aria-disabled`.
  private var hasDisabledParts = false
  /// The names of the `<map>`s that images use.
  private var usedMaps: Set<String> = []

  /// What an element's style says of being shown.
  private struct Shown: OptionSet {
    let rawValue: UInt8
    static let isKnown = Shown(rawValue: 1)
    static let hasStyle = Shown(rawValue: 2)
    /// `display: none`.
    static let hasNoBox = Shown(rawValue: 4)
    /// Another `visibility` than `visible`.
    static let isInvisible = Shown(rawValue: 8)
  }

  /// The radio buttons of which one is checked.
  struct RadioGroup: Hashable {
    /// The form that owns them; of a button without a name the button.
    var form: NodeID
    var name: String
  }

  init(_ document: Document, styles: any SemanticStyles, isToken: Bool) {
    self.document = document
    self.styles = styles
    self.isToken = isToken
    roles = Array(repeating: 255, count: document.nodeCount)
    displays = Array(repeating: [], count: document.nodeCount)
    speaking = Array(repeating: 0, count: document.nodeCount)
    // A name may be read once for each ancestor and label; who asks for much more is hostile.
    budget = 1_000_000 + 40 * document.nodeCount + 4 * document.textSize
    collect()
  }

  private func collect() {
    var radios: [NodeID] = []
    var labelElements: [NodeID] = []
    var node = document.documentElement
    while node.exists {
      if document.isElement(node) {
        if let id = document.value(node, .id), !id.isEmpty {
          if ids[id] == nil { ids[id] = node } else { duplicateIDs.append((node, id)) }
        }
        if document.name(node) == .label { labelElements.append(node) }
        if !isToken, !labelElements.isEmpty, isLabelable(node) {
          // A label that has a control is in labels that have it, too.
          var around = document.parentElement(node)
          while around.exists, controls[around] == nil {
            if document.name(around) == .label { controls[around] = node }
            around = document.parentElement(around)
          }
        }
        if document.isElement(node, .img), let map = document.value(node, .usemap), map.hasPrefix("#") {
          usedMaps.insert(String(map.dropFirst()))
        }
        if document.isElement(node, .input), inputType(node) == "radio", document.hasAttribute(node, .checked) {
          radios.append(node)
        }
      }
      node = document.next(after: node)
    }
    var element = document.documentElement
    while element.exists {
      if document.isElement(element) {
        if document.hasAttribute(element, "aria-owns") { owned.formUnion(references(element, "aria-owns")) }
        if document.hasAttribute(element, "aria-disabled") { hasDisabledParts = true }
      }
      element = document.next(after: element)
    }
    for label in labelElements {
      guard let control = control(of: label) else { continue }
      labels[control, default: []].append(label)
    }
    // Of a group the last one that is checked stays so (HTML, 4.10.5.1.16).
    for radio in radios { checkedRadios[group(of: radio)] = radio }
  }

  /// The control that a `<label>` is for (HTML, 4.10.4).
  private func control(of label: NodeID) -> NodeID? {
    if let id = document.value(label, .for) {
      return ids[id].flatMap { isLabelable($0) ? $0 : nil }
    }
    return controls[label]
  }

  private func isLabelable(_ element: NodeID) -> Bool {
    if isToken { return true }
    guard document.namespace(element) == .html else { return false }
    switch document.name(element) {
    case .button, .meter, .output, .progress, .select, .textarea: return true
    case .input: return inputType(element) != "hidden"
    default: return document.name(element).string.contains("-")
    }
  }

  /// The group of a radio button (HTML, 4.10.5.1.16): one of its own where it has no name.
  func group(of radio: NodeID) -> RadioGroup {
    guard let name = document.value(radio, .name), !name.isEmpty else { return RadioGroup(form: radio, name: "") }
    if let form = document.value(radio, "form"), let owner = ids[form], document.isElement(owner, .form) {
      return RadioGroup(form: owner, name: name)
    }
    var ancestor = document.parentElement(radio)
    while ancestor.exists, !document.isElement(ancestor, .form) { ancestor = document.parentElement(ancestor) }
    return RadioGroup(form: ancestor, name: name)
  }

  func isCheckedRadio(_ radio: NodeID) -> Bool {
    document.hasAttribute(radio, .checked) && checkedRadios[group(of: radio)] == radio
  }

  // MARK: Attributes

  func value(_ element: NodeID, _ name: Name) -> String? { document.value(element, name) }

  /// Whether an element has attributes that may be asked for by name.
  ///
  /// OPTIMIZATION: most have a class or an address at most, and some twenty names are asked for.
  private func speaks(_ element: NodeID) -> Bool {
    guard speaking.indices.contains(element.index) else { return false }
    if speaking[element.index] != 0 { return speaking[element.index] == 1 }
    let speaks = document.attributes(element).contains { attribute in
      switch attribute.name {
      case .class, .id, .style, .href, .src: false
      default: true
      }
    }
    speaking[element.index] = speaks ? 1 : 2
    return speaks
  }

  /// OPTIMIZATION: whether some attribute of an element may be one of ARIA.
  func mayHaveARIA(_ element: NodeID) -> Bool { speaks(element) }

  /// An attribute's value without the spaces around it; `nil` where nothing is left.
  func text(_ element: NodeID, _ name: @autoclosure () -> Name) -> String? {
    guard speaks(element), let value = document.value(element, name()) else { return nil }
    let text = Self.collapsed(value)
    return text.isEmpty ? nil : text
  }

  /// A token of an ARIA attribute, in lower case; `nil` where it is empty.
  func token(_ element: NodeID, _ name: @autoclosure () -> Name) -> String? {
    guard speaks(element), let value = document.value(element, name()) else { return nil }
    let text = Self.collapsed(value).lowercased()
    return text.isEmpty ? nil : text
  }

  func isTrue(_ element: NodeID, _ name: @autoclosure () -> Name) -> Bool { token(element, name()) == "true" }

  func integer(_ element: NodeID, _ name: @autoclosure () -> Name) -> Int? {
    guard let text = text(element, name()), let number = Int(text), abs(number) <= 1 << 30 else { return nil }
    return number
  }

  /// An attribute of HTML's own as an integer: what follows the digits counts for nothing (HTML, 2.3.4.1).
  func htmlInteger(_ element: NodeID, _ name: @autoclosure () -> Name) -> Int? {
    guard speaks(element), let value = document.value(element, name()) else { return nil }
    let text = value.drop { [" ", "\t", "\n", "\u{C}", "\r"].contains($0) }
    let sign = text.prefix(while: { $0 == "-" || $0 == "+" })
    let digits = text.dropFirst(sign.count).prefix { ("0"..."9").contains($0) }
    guard sign.count <= 1, let number = Int(sign + digits), abs(number) <= 1 << 30 else { return nil }
    return number
  }

  /// An `<input>`'s type, `text` where it is missing.
  func inputType(_ element: NodeID) -> String {
    guard let type = document.value(element, .type)?.lowercased(), Self.inputTypes.contains(type) else { return "text" }
    return type
  }

  private static let inputTypes: Set<String> = [
    "button", "checkbox", "color", "date", "datetime-local", "email", "file", "hidden", "image", "month", "number",
    "password", "radio", "range", "reset", "search", "submit", "tel", "text", "time", "url", "week",
  ]

  /// The elements that an attribute names by their ids, in its order: each once, or as often as the attribute names them.
  func references(_ element: NodeID, _ name: @autoclosure () -> Name, repeated: Bool = false) -> [NodeID] {
    guard speaks(element), let value = document.value(element, name()) else { return [] }
    var seen: Set<NodeID> = []
    var found: [NodeID] = []
    for id in value.split(whereSeparator: \.isWhitespace).prefix(1000) {
      if let node = ids[String(id)], seen.insert(node).inserted || repeated { found.append(node) }
    }
    return found
  }

  /// Whether a field holds a password, which nothing else shows.
  func isSecret(_ element: NodeID) -> Bool {
    if isToken {
      let type = token(element, .type)
      return type == "password" || type == "secure" || isTrue(element, "secure") || isTrue(element, "secureTextEntry")
    }
    return document.isElement(element, .input) && inputType(element) == "password"
  }

  /// What a text field shows as long as it is empty.
  func placeholder(of element: NodeID) -> String? {
    if document.isElement(element, .input) {
      let types = ["text", "search", "url", "tel", "email", "password", "number"]
      if types.contains(inputType(element)), let text = text(element, .placeholder) { return text }
    } else if isToken || document.isElement(element, .textarea), let text = text(element, .placeholder) {
      return text
    }
    return text(element, "aria-placeholder")
  }

  /// Whether a `<label>` says no more than the name of its checkbox or radio button, so that it is read once.
  func isRedundant(label: NodeID) -> Bool {
    guard !isToken, let control = control(of: label), document.isElement(control, .input),
      ["checkbox", "radio"].contains(inputType(control)), !isHiddenAnywhere(control),
      text(control, "aria-label") == nil, references(control, "aria-labelledby").isEmpty
    else { return false }
    let children = document.children(label).filter { document.isElement($0) }
    return children.isEmpty || children == [control]
  }

  // MARK: Being shown

  /// Whether an element itself takes its contents out of what is shown.
  func isLeftOut(_ element: NodeID) -> Bool {
    let shown = shown(element)
    guard shown.contains(.hasStyle) else { return true }
    return shown.contains(.hasNoBox) && !isUsedArea(element) || document.isElement(element, .noscript)
      || document.isElement(element, .template) || isHiddenUntilFound(element)
  }

  /// Whether an element's contents are shown only when a search finds something in them (HTML, 6.1).
  private func isHiddenUntilFound(_ element: NodeID) -> Bool {
    guard !isToken, let hidden = token(element, .hidden) else { return false }
    return hidden == "until-found"
  }

  /// Whether an element is a part of an image that can be pressed: it is shown without a box.
  private func isUsedArea(_ element: NodeID) -> Bool {
    guard !usedMaps.isEmpty, document.isElement(element, .area) else { return false }
    let map = document.parentElement(element)
    return map.exists && document.isElement(map, .map) && document.value(map, .name).map(usedMaps.contains) == true
  }

  func isInvisible(_ element: NodeID) -> Bool { shown(element).contains(.isInvisible) }

  /// OPTIMIZATION: asked several times of each element, while a style is handed out as a copy.
  private func shown(_ element: NodeID) -> Shown {
    let isListed = element.exists && displays.indices.contains(element.index)
    if isListed, !displays[element.index].isEmpty { return displays[element.index] }
    var shown = Shown.isKnown
    if let look = styles.look(of: element) {
      shown.insert(.hasStyle)
      if look.hasNoBox { shown.insert(.hasNoBox) }
      if look.isInvisible { shown.insert(.isInvisible) }
    }
    if isListed { displays[element.index] = shown }
    return shown
  }

  /// Whether an element or one around it is not shown, or hidden from assistive technology.
  func isHiddenAnywhere(_ element: NodeID) -> Bool {
    if isInvisible(element) { return true }
    var node = element
    while node.exists, document.isElement(node) {
      budget -= 1
      if isLeftOut(node) || isAriaHidden(node) { return true }
      node = document.parentElement(node)
    }
    return false
  }

  /// `aria-hidden`, which the document as a whole cannot be given.
  func isAriaHidden(_ element: NodeID) -> Bool {
    isTrue(element, "aria-hidden") && !document.isElement(element, .html) && !document.isElement(element, .body)
  }

  // MARK: Roles

  /// The role of an element, before it is known whether it has a name.
  func role(_ element: NodeID) -> SemanticRole {
    let known = roles[element.index]
    if known != 255, let role = SemanticRole(rawValue: known) { return role }
    let role = computeRole(element)
    roles[element.index] = role.rawValue
    return role
  }

  private func computeRole(_ element: NodeID) -> SemanticRole {
    if let value = document.value(element, .role) {
      var unknown: String?
      for token in value.split(whereSeparator: \.isWhitespace).prefix(20) {
        guard let role = SemanticRole(named: token) else {
          if !Self.abstractRoles.contains(token.lowercased()), unknown == nil { unknown = String(token) }
          continue
        }
        // WAI-ARIA 1.3, 9.4: what can be used cannot be taken for nothing.
        if role == .presentation || role == .generic, hasConflict(element) {
          if role == .presentation { conflictingRoles.append(element) }
          continue
        }
        guard hasContext(element, role) else {
          misplacedRoles.append((element, role))
          continue
        }
        // Regions and forms need a name to be landmarks.
        if role == .region || role == .form, !hasAuthorName(element) { continue }
        if unknown != nil, let unknown { unknownRoles.append((element, unknown)) }
        return role == .directory ? .list : role
      }
      if let unknown { unknownRoles.append((element, unknown)) }
    }
    return nativeRole(of: element)
  }

  /// Whether an element is where its role belongs (WAI-ARIA 1.3, 5.2.7): an option is one of a list.
  private func hasContext(_ element: NodeID, _ role: SemanticRole) -> Bool {
    guard let contexts = Self.contexts(of: role), !owned.contains(element) else { return true }
    var ancestor = document.parentElement(element)
    while ancestor.exists {
      budget -= 1
      let around = self.role(ancestor)
      if contexts.contains(around) { return true }
      switch around {
      case .generic, .presentation, .label: ancestor = document.parentElement(ancestor)
      case .group where contexts.contains(.tree) || contexts.contains(.menu) || contexts.contains(.listBox):
        ancestor = document.parentElement(ancestor)
      default: return false
      }
    }
    return false
  }

  private static func contexts(of role: SemanticRole) -> [SemanticRole]? {
    switch role {
    case .listItem: [.list]
    case .option: [.listBox, .comboBox]
    case .row: [.table, .grid, .treeGrid, .rowGroup]
    case .rowGroup: [.table, .grid, .treeGrid]
    case .cell, .gridCell, .columnHeader, .rowHeader: [.row]
    case .menuItem, .menuItemCheckbox, .menuItemRadio: [.menu, .menuBar]
    case .tab: [.tabList]
    case .treeItem: [.tree, .treeItem]
    default: nil
    }
  }

  private static let abstractRoles: Set<String> = [
    "command", "composite", "input", "landmark", "range", "roletype", "section", "sectionhead", "select", "structure",
    "widget", "window",
  ]

  /// Whether the author gave the element a name by attributes.
  func hasAuthorName(_ element: NodeID) -> Bool {
    hasReadableLabel(element) || text(element, .title) != nil
  }

  /// Whether ARIA's attributes name an element with something that can be read.
  func hasReadableLabel(_ element: NodeID) -> Bool {
    text(element, "aria-label") != nil || references(element, "aria-labelledby").contains { isReadable($0) }
  }

  /// Whether an element holds a text, or an attribute that is one. An approximation that computes no names.
  private func isReadable(_ part: NodeID) -> Bool {
    var node = part
    var steps = 0
    while node.exists, steps < 2000 {
      steps += 1
      switch document.kind(node) {
      case .text:
        if document.utf8(node).contains(where: { !($0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D) }) { return true }
      case .element:
        let names: [Name] = ["aria-label", .alt, .title, .value, .placeholder]
        if names.contains(where: { text(node, $0) != nil }) { return true }
        if styles.generated(.before, of: node) != nil || styles.generated(.after, of: node) != nil { return true }
      default: break
      }
      node = document.next(after: node, within: part)
    }
    budget -= steps
    return steps >= 2000
  }

  /// Whether an element takes the focus or says something about itself, so that it is more than presentation.
  private func hasConflict(_ element: NodeID) -> Bool {
    isFocusable(element) || hasGlobalAttribute(element)
  }

  /// Whether an element has an ARIA attribute that any role may have.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - labels: whether `aria-label` and `aria-labelledby` count.
  func hasGlobalAttribute(_ element: NodeID, labels: Bool = true) -> Bool {
    document.attributes(element).contains { attribute in
      let name = attribute.name.string
      guard name.hasPrefix("aria-"), !document.utf8(of: attribute).isEmpty else { return false }
      if !labels, name == "aria-label" || name == "aria-labelledby" { return false }
      return Self.globalAttributes.contains(name)
    }
  }

  private static let globalAttributes: Set<String> = [
    "aria-atomic", "aria-busy", "aria-controls", "aria-current", "aria-describedby", "aria-description", "aria-details",
    "aria-dropeffect", "aria-flowto", "aria-grabbed", "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live",
    "aria-owns", "aria-relevant", "aria-roledescription",
  ]

  // MARK: Focus

  /// Whether an element can have the focus by itself (HTML, 6.6.2) while it is shown.
  func isFocusable(_ element: NodeID) -> Bool {
    if htmlInteger(element, .tabindex) != nil { return !isDisabledItself(element) }
    let name = document.name(element)
    if isToken { return TokenRoles.isFocusable(name.string) }
    guard document.namespace(element) == .html else {
      return document.namespace(element) == .svg && name == .a
        && document.attributes(element).contains { $0.name == .href || $0.name == .xlinkHref }
    }
    switch name {
    case .a, .area: return document.hasAttribute(element, .href)
    case .button, .select, .textarea: return !isDisabledItself(element)
    case .input: return inputType(element) != "hidden" && !isDisabledItself(element)
    case .summary: return isSummary(element)
    case .iframe, .embed: return true
    case .audio, .video: return document.hasAttribute(element, .controls)
    default: return isEditable(element)
    }
  }

  func isEditable(_ element: NodeID) -> Bool {
    guard let value = document.value(element, .contenteditable)?.lowercased() else { return false }
    return value.isEmpty || value == "true" || value == "plaintext-only"
  }

  /// Whether a `<summary>` is its `<details>`' own: the first one.
  func isSummary(_ element: NodeID) -> Bool {
    let parent = document.parentElement(element)
    guard parent.exists, document.isElement(parent, .details) else { return false }
    return document.children(parent).first { document.isElement($0, .summary) } == element
  }

  private func isDisabledItself(_ element: NodeID) -> Bool {
    switch document.name(element) {
    case .button, .select, .textarea, .input: isDisabled(element)
    default: false
    }
  }

  /// Whether a control is disabled by itself or by a `<fieldset>` around it (HTML, 4.10.18.5).
  func isDisabled(_ element: NodeID) -> Bool {
    if document.hasAttribute(element, .disabled) { return document.value(element, .disabled) != "false" || !isToken }
    guard !isToken else { return false }
    var child = element
    var ancestor = document.parentElement(element)
    while ancestor.exists {
      budget -= 1
      let name = document.name(ancestor)
      if name == .fieldset, document.hasAttribute(ancestor, .disabled),
        firstLegend(of: ancestor) != child
          || firstLegend(of: ancestor) == nil
      {
        return true
      }
      if name == .optgroup || name == .select, document.name(element) == .option,
        document.hasAttribute(ancestor, .disabled)
      {
        return true
      }
      child = ancestor
      ancestor = document.parentElement(ancestor)
    }
    return false
  }

  /// Whether `aria-disabled` of an element or around it says so: the nearest one counts (WAI-ARIA 1.3, 6.6).
  func isInDisabledPart(_ element: NodeID) -> Bool {
    guard hasDisabledParts else { return false }
    var path: [NodeID] = []
    var answer = false
    var node = element
    while node.exists {
      budget -= 1
      if let known = disabledParts[node] {
        answer = known
        break
      }
      path.append(node)
      if let own = token(node, "aria-disabled"), own == "true" || own == "false" {
        answer = own == "true"
        break
      }
      node = document.parentElement(node)
    }
    for node in path { disabledParts[node] = answer }
    return answer
  }

  func firstLegend(of fieldset: NodeID) -> NodeID? {
    document.children(fieldset).first { document.isElement($0, .legend) }
  }

  // MARK: Text

  /// A text with single spaces between its words and none around them.
  static func collapsed(_ text: String) -> String {
    // OPTIMIZATION: most texts are so already.
    var text = text
    if text.withUTF8({ isCollapsed($0) }) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var pending = false
    for byte in text.utf8 {
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        pending = !bytes.isEmpty
      } else {
        if pending { bytes.append(0x20) }
        pending = false
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isCollapsed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0x20
    for byte in text {
      // Most characters are neither.
      if byte <= 0x20, byte == 0x20 ? last == 0x20 : byte >= 0x09 && byte <= 0x0D { return false }
      last = byte
    }
    return text.isEmpty || last != 0x20
  }
}
