import CSSValues
import HTML
import Names
import Page

/// Accessible names and descriptions (accname 1.2, 4.3).
struct NameComputation {
  /// A name and where it came from.
  struct Answer {
    var text: String
    var source: SemanticNode.NameSource
  }

  /// What was asked for, as the traversal goes down.
  private struct Traversal {
    /// The node whose name is computed.
    var origin: NodeID
    /// Whether `aria-labelledby` was followed: it is followed once.
    var followsReferences = true
    /// Whether what is hidden counts, since a reference named something that is.
    var includesHidden = false
    /// Whether the text is part of another node's name.
    var isPart = false
    var depth = 0
  }

  /// The characters of a name as they are put together.
  private struct Text {
    var bytes: [UInt8] = []
    private var needsSpace = false

    /// Adds characters; runs of white space become one space.
    mutating func append(_ text: String) {
      for byte in text.utf8 {
        if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
          needsSpace = true
        } else {
          if needsSpace, !bytes.isEmpty { bytes.append(0x20) }
          needsSpace = false
          bytes.append(byte)
        }
      }
    }

    /// Ends a word.
    mutating func separate() { needsSpace = true }

    var string: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Longer names are cut: nobody listens to them.
  static let longestName = 16_384
  private static let deepest = 600

  let context: SemanticsContext
  /// OPTIMIZATION: kept beside the context, out of which each access would copy it.
  private let document: Document
  /// The nodes whose names are being computed, so that circles end.
  private var open: Set<NodeID> = []
  /// What `aria-labelledby` of a part of the name has read already: it is read once (accname 1.2, 4.3.2, step 2B).
  private var read: Set<NodeID> = []

  init(_ context: SemanticsContext) {
    self.context = context
    document = context.document
  }

  // MARK: Names

  /// An element's name.
  mutating func name(of element: NodeID) -> Answer {
    guard context.budget > 0 else { return Answer(text: "", source: .none) }
    read = []
    let answer = alternative(of: element, Traversal(origin: element))
    guard !answer.text.isEmpty else { return Answer(text: "", source: .none) }
    return Answer(text: answer.text, source: answer.source)
  }

  /// An element's description: what is said after its name (accname 1.2, 4.3.3).
  mutating func description(of element: NodeID, named name: Answer) -> String {
    guard context.budget > 0 else { return "" }
    let referenced = context.references(element, "aria-describedby", repeated: true)
    if !referenced.isEmpty {
      let text = text(of: referenced, Traversal(origin: element))
      if !text.isEmpty { return text }
    }
    if let text = context.text(element, "aria-description") { return text }
    if document.namespace(element) == .svg, let text = graphicDescription(of: element), text != name.text {
      return text
    }
    if context.role(element) == .table, name.source != .caption, let caption = child(of: element, .caption) {
      let text = contents(of: caption, Traversal(origin: element, isPart: true))
      if !text.isEmpty { return text }
    }
    if document.isElement(element, .input), ["submit", "reset", "button"].contains(context.inputType(element)),
      name.source != .value, let value = context.text(element, .value), value != name.text
    {
      return value
    }
    if name.source != .title, !context.isToken, let title = context.text(element, .title), title != name.text {
      return title
    }
    return ""
  }

  /// SVG-AAM 1, 6.2: the `<desc>` of a drawing, or of a part of one.
  private func graphicDescription(of element: NodeID) -> String? {
    guard let description = document.children(element).first(where: { document.name($0) == .desc }) else { return nil }
    let text = SemanticsContext.collapsed(document.textContent(description))
    return text.isEmpty ? nil : text
  }

  /// Step 2B: the names of the elements that an attribute names, with spaces between.
  private mutating func text(of elements: [NodeID], _ traversal: Traversal) -> String {
    var parts: [String] = []
    for element in elements {
      var inner = traversal
      inner.followsReferences = false
      inner.isPart = true
      inner.depth += 1
      inner.includesHidden = context.isHiddenAnywhere(element)
      // An element that names itself is read by what names it otherwise.
      let part =
        element == traversal.origin
        ? alternative(of: element, Traversal(origin: element, followsReferences: false)).text
        : alternative(of: element, inner, isReferenced: true).text
      if !part.isEmpty { parts.append(part) }
    }
    return parts.joined(separator: " ")
  }

  /// Steps 2A to 2I for an element.
  private mutating func alternative(
    of element: NodeID, _ traversal: Traversal, isReferenced: Bool = false
  ) -> Answer {
    context.budget -= 8
    guard context.budget > 0, traversal.depth < Self.deepest else { return Answer(text: "", source: .none) }
    // A node that is being named already adds nothing.
    let isOpen = !open.insert(element).inserted
    if isOpen, traversal.isPart { return Answer(text: "", source: .none) }
    defer { if !isOpen { open.remove(element) } }
    // 2B
    if traversal.followsReferences {
      let referenced = context.references(element, "aria-labelledby", repeated: true)
      if !referenced.isEmpty {
        var inner = traversal
        inner.origin = element
        let text = text(of: referenced, inner)
        if traversal.isPart { read.formUnion(referenced) }
        if !text.isEmpty { return Answer(text: text, source: .labelledBy) }
      }
    }
    let role = context.role(element)
    // 2C
    if traversal.isPart, let value = embeddedValue(of: element, role) { return Answer(text: value, source: .value) }
    // 2D
    if let label = context.text(element, "aria-label") { return Answer(text: label, source: .attribute) }
    // 2E
    if role != .presentation || document.isElement(element, .img), let native = native(element, traversal) {
      return native
    }
    // 2F
    let takesContents =
      Self.namedByContents(role) || isReferenced || (role == .row && context.isInGrid(row: element))
      || (traversal.isPart && !Self.neverNamedByContents(role))
    if takesContents {
      let text = contents(of: element, traversal)
      if !text.isEmpty { return Answer(text: text, source: .content) }
    }
    // 2I
    if !context.isToken, let title = context.text(element, .title) { return Answer(text: title, source: .title) }
    if let placeholder = placeholder(element, role) { return Answer(text: placeholder, source: .placeholder) }
    return Answer(text: "", source: .none)
  }

  private func placeholder(_ element: NodeID, _ role: SemanticRole) -> String? {
    guard role == .textField || role == .searchField || role == .comboBox || role == .spinButton else { return nil }
    return context.placeholder(of: element)
  }

  /// The roles whose name their contents are (WAI-ARIA 1.3, 5.2.8.6).
  static func namedByContents(_ role: SemanticRole) -> Bool {
    switch role {
    case .button, .cell, .checkbox, .columnHeader, .gridCell, .heading, .link, .menuItem, .menuItemCheckbox,
      .menuItemRadio, .option, .radio, .rowHeader, .switch, .tab, .term, .tooltip, .treeItem, .docBackLink,
      .docBiblioRef, .docGlossRef, .docNoteRef, .docSubtitle:
      true
    default: false
    }
  }

  /// The roles whose contents add nothing to a name around them.
  private static func neverNamedByContents(_ role: SemanticRole) -> Bool {
    switch role {
    case .textField, .searchField, .comboBox, .listBox, .spinButton, .slider, .progressIndicator, .meter, .scrollBar,
      .iframe, .video, .audio, .canvas, .embeddedObject:
      true
    default: false
    }
  }

  // MARK: Step 2C: controls in a label

  private mutating func embeddedValue(of element: NodeID, _ role: SemanticRole) -> String? {
    switch role {
    case .textField, .searchField: return textValue(of: element)
    case .comboBox:
      return document.isElement(element, .select) || document.isElement(element, .input)
        ? controlValue(of: element) : chosen(in: element) ?? textValue(of: element)
    case .listBox: return document.isElement(element, .select) ? controlValue(of: element) : chosen(in: element)
    case .slider, .spinButton, .progressIndicator, .scrollBar, .meter:
      return context.text(element, "aria-valuetext") ?? context.text(element, "aria-valuenow")
        ?? (role == .slider ? rangeValue(of: element) : shownValue(of: element)) ?? ""
    default: return nil
    }
  }

  private func rangeValue(of element: NodeID) -> String {
    guard document.isElement(element, .input) else { return "" }
    return RangeValue(element, context).text
  }

  private mutating func textValue(of element: NodeID) -> String {
    switch document.name(element) {
    case .input: return shownValue(of: element) ?? ""
    case .textarea: return SemanticsContext.collapsed(document.textContent(element))
    default:
      return context.isToken
        ? shownValue(of: element) ?? context.text(element, .text) ?? ""
        : contents(of: element, Traversal(origin: element, isPart: true))
    }
  }

  /// A field's `value` as the field shows it: dots for the characters of a password.
  private func shownValue(of element: NodeID) -> String? {
    guard let value = context.text(element, .value), context.isSecret(element) else {
      return context.text(element, .value)
    }
    return String(repeating: "•", count: min(value.count, Self.longestPassword))
  }

  private static let longestPassword = 1_000

  /// What a native control holds.
  mutating func controlValue(of element: NodeID) -> String {
    guard document.isElement(element, .select) else { return textValue(of: element) }
    return selectedOptions(of: element).map { optionText($0) }.joined(separator: " ")
  }

  mutating func optionText(_ option: NodeID) -> String {
    context.text(option, .label) ?? SemanticsContext.collapsed(document.textContent(option))
  }

  /// HTML, 4.10.7: of a drop-down the last selected option, else the first that is not disabled.
  func selectedOptions(of select: NodeID) -> [NodeID] {
    var options: [NodeID] = []
    var node = document.next(after: select, within: select)
    while node.exists {
      context.budget -= 1
      if document.isElement(node, .option) { options.append(node) }
      node = document.next(after: node, within: select)
    }
    let selected = options.filter { document.hasAttribute($0, .selected) }
    if document.hasAttribute(select, .multiple) { return selected }
    if let last = selected.last { return [last] }
    guard !context.isListBox(select) else { return [] }
    return options.first { !isDisabled(option: $0) }.map { [$0] } ?? []
  }

  /// HTML, 4.10.10: by itself, or by the `<optgroup>` that it is a child of.
  private func isDisabled(option: NodeID) -> Bool {
    if document.hasAttribute(option, .disabled) { return true }
    let parent = document.parentElement(option)
    return parent.exists && document.isElement(parent, .optgroup) && document.hasAttribute(parent, .disabled)
  }

  /// The names of the selected options of an ARIA list box.
  private mutating func chosen(in list: NodeID) -> String? {
    var names: [String] = []
    var node = document.next(after: list, within: list)
    while node.exists, context.budget > 0 {
      context.budget -= 1
      if document.isElement(node), context.isTrue(node, "aria-selected") || context.isTrue(node, "aria-checked"),
        context.role(node) == .option
      {
        names.append(contents(of: node, Traversal(origin: list, isPart: true)))
      }
      node = document.next(after: node, within: list)
    }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  // MARK: Step 2E: what the host language has (HTML-AAM 1, 4.1)

  private mutating func native(_ element: NodeID, _ traversal: Traversal) -> Answer? {
    if context.isToken { return tokenName(element, traversal) }
    switch document.namespace(element) {
    case .svg:
      guard let title = context.graphicTitle(of: element) else {
        guard document.name(element) == .a,
          let title = document.attributes(element).first(where: { $0.namespace == .xlink && $0.name == .title })
        else { return nil }
        return Answer(text: SemanticsContext.collapsed(document.value(title)), source: .title)
      }
      let text = SemanticsContext.collapsed(document.textContent(title))
      return text.isEmpty ? nil : Answer(text: text, source: .alternative)
    case .html: break
    case .mathML, .other: return nil
    }
    let name = document.name(element)
    switch name {
    case .input, .button, .select, .textarea, .meter, .progress, .output:
      if let label = labelText(of: element, traversal) { return Answer(text: label, source: .label) }
    default: break
    }
    switch name {
    case .input: return inputName(element)
    case .img, .area:
      guard let text = context.text(element, .alt) else { return nil }
      return Answer(text: text, source: .alternative)
    case .fieldset: return caption(context.firstLegend(of: element), traversal)
    case .table: return caption(child(of: element, .caption), traversal)
    case .optgroup, .option:
      return context.text(element, .label).map { Answer(text: $0, source: .alternative) }
    default: return nil
    }
  }

  private func inputName(_ element: NodeID) -> Answer? {
    switch context.inputType(element) {
    // HTML, 4.10.5.1.18: an empty `value` is an empty label.
    case "submit" where !document.hasAttribute(element, .value): return Answer(text: "Submit", source: .value)
    case "reset" where !document.hasAttribute(element, .value): return Answer(text: "Reset", source: .value)
    case "submit", "reset", "button": return context.text(element, .value).map { Answer(text: $0, source: .value) }
    case "image":
      if let text = context.text(element, .alt) ?? context.text(element, .value) {
        return Answer(text: text, source: .alternative)
      }
      return context.text(element, .title) == nil ? Answer(text: "Submit", source: .value) : nil
    default: return nil
    }
  }

  private func tokenName(_ element: NodeID, _ traversal: Traversal) -> Answer? {
    var computation = self
    if let label = computation.labelText(of: element, traversal) { return Answer(text: label, source: .label) }
    if let text = context.text(element, .alt) { return Answer(text: text, source: .alternative) }
    let tag = document.name(element).string
    if let name = TokenRoles.textAttribute(tag), let text = context.text(element, name), tag != "label" {
      return Answer(text: text, source: .content)
    }
    return nil
  }

  private mutating func caption(_ caption: NodeID?, _ traversal: Traversal) -> Answer? {
    guard let caption, !context.isLeftOut(caption) else { return nil }
    var inner = traversal
    inner.isPart = true
    inner.depth += 1
    let text = alternative(of: caption, inner, isReferenced: true).text
    return text.isEmpty ? nil : Answer(text: text, source: .caption)
  }

  private func child(of element: NodeID, _ name: Name) -> NodeID? {
    document.children(element).first { document.isElement($0, name) }
  }

  private mutating func labelText(of element: NodeID, _ traversal: Traversal) -> String? {
    guard let labels = context.labels[element] else { return nil }
    var parts: [String] = []
    for label in labels {
      var inner = traversal
      inner.isPart = true
      inner.depth += 1
      inner.includesHidden = context.isHiddenAnywhere(label)
      let part = alternative(of: label, inner, isReferenced: true).text
      if !part.isEmpty { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  // MARK: Step 2F: contents

  /// The text of what is in an element.
  private mutating func contents(of element: NodeID, _ traversal: Traversal) -> String {
    var text = Text()
    append(contentsOf: element, to: &text, traversal)
    return text.string
  }

  private mutating func append(contentsOf element: NodeID, to text: inout Text, _ traversal: Traversal) {
    var inner = traversal
    inner.isPart = true
    inner.depth += 1
    guard inner.depth < Self.deepest else { return }
    if let generated = context.styles.generated(.before, of: element) { append(generated, to: &text) }
    if context.isToken, let name = TokenRoles.textAttribute(document.name(element).string),
      let own = context.text(element, name)
    {
      text.append(own)
    }
    var child = document.firstChild(element)
    while child.exists, context.budget > 0, text.bytes.count < Self.longestName {
      append(child, of: element, to: &text, inner)
      child = document.nextSibling(child)
    }
    for owned in ownedElements(of: element) where !open.contains(owned) {
      text.separate()
      append(owned, of: element, to: &text, inner)
      text.separate()
    }
    if let generated = context.styles.generated(.after, of: element) { append(generated, to: &text) }
  }

  private func ownedElements(of element: NodeID) -> [NodeID] {
    guard document.hasAttribute(element, "aria-owns") else { return [] }
    return context.references(element, "aria-owns").filter { $0 != element }
  }

  private func append(_ generated: GeneratedText, to text: inout Text) {
    if generated.isBlock { text.separate() }
    text.append(generated.text)
    if generated.isBlock { text.separate() }
  }

  private mutating func append(
    _ child: NodeID, of parent: NodeID, to text: inout Text, _ traversal: Traversal
  ) {
    context.budget -= 1
    switch document.kind(child) {
    case .text:
      if !traversal.includesHidden, context.isInvisible(parent) { return }
      let characters = document.text(child)
      context.budget -= characters.utf8.count / 8
      text.append(context.styles.shown(characters, of: parent))
    case .element:
      if document.isElement(child, .br) { return text.separate() }
      if !traversal.includesHidden, context.isLeftOut(child) || context.isAriaHidden(child) { return }
      if read.contains(child) { return }
      // The items below a tree item are items of their own.
      if context.role(child) == .group, [parent, traversal.origin].contains(where: { context.role($0) == .treeItem }) {
        return
      }
      if [.script, .style].contains(document.name(child)) { return }
      let style = context.styles.style(of: child)
      let isApart = style.map { Self.isApart($0) } ?? false
      if isApart { text.separate() }
      let isInvisible = !traversal.includesHidden && context.isInvisible(child)
      if isInvisible || isPlain(child) {
        // A mere wrapper: its contents go on in the same text.
        guard open.insert(child).inserted else { return }
        append(contentsOf: child, to: &text, traversal)
        open.remove(child)
      } else {
        let part = alternative(of: child, traversal)
        context.budget -= part.text.utf8.count / 8
        let isOwnText = part.source != .content && part.source != .none
        if isOwnText { text.separate() }
        text.append(part.text)
        if isOwnText { text.separate() }
      }
      if isApart { text.separate() }
    default: break
    }
  }

  /// Whether an element has nothing of its own to add to a name.
  private func isPlain(_ element: NodeID) -> Bool {
    let role = context.role(element)
    guard role == .generic || role == .text || role == .strong || role == .emphasis || role == .paragraph else {
      return false
    }
    return document.attributes(element).allSatisfy { attribute in
      switch attribute.name {
      case .id, .class, .style: true
      default: attribute.name.string.hasPrefix("data-")
      }
    } && document.namespace(element) == .html
  }

  /// Whether an element's text is apart from that around it: everything but what flows in the line, so an `inline-block` too.
  private static func isApart(_ style: ComputedStyle) -> Bool {
    switch style.box.display {
    case .box(.inline, let inside, _): inside != .flow && inside != .ruby
    case .contents, .none, .rubyBase, .rubyBaseContainer: false
    default: true
    }
  }
}
