import CSSValues
import Diagnostics
import HTML
import Names
import Page
import Semantics

// Elements and attributes of HTML that keep readers out, whatever the environment.
extension AccessibilityCheck {
  /// Looks at every element of the markup once.
  mutating func checkMarkup() {
    var accessKeys: Set<String> = []
    var node = document.documentElement
    while node.exists {
      guard document.isElement(node) else {
        node = document.next(after: node)
        continue
      }
      checkAttributes(of: node)
      checkLanguage(of: node)
      if !isToken {
        if let key = document.value(node, "accesskey")?.lowercased(), !key.isEmpty, !key.contains("{{"),
          !accessKeys.insert(key).inserted
        {
          note(.repeatedAccessKey, node, "another element before has the access key `\(key.prefix(20))`")
        }
        if document.namespace(node) == .html { checkElement(node, document.name(node)) }
      }
      node = document.next(after: node)
    }
  }

  private mutating func checkElement(_ element: NodeID, _ name: Name) {
    switch name {
    case .meta: checkMeta(element)
    case .ul, .ol, .menu, .dl: checkList(element, name)
    case .li:
      guard !document.hasAttribute(element, .role), let parent = parent(of: element) else { break }
      if ![.ul, .ol, .menu, .dir].contains(document.name(parent)), Self.isKnown(document.name(parent)) {
        note(.listStructure, element, "`<li>` is not in a `<ul>`, `<ol>` or `<menu>`")
      }
    case .dt, .dd:
      guard !document.hasAttribute(element, .role), let parent = parent(of: element) else { break }
      let around = document.name(parent) == .div ? self.parent(of: parent) ?? parent : parent
      if document.name(around) != .dl, Self.isKnown(document.name(around)) {
        note(.listStructure, element, "`<\(name.string)>` is not in a `<dl>`")
      }
    case .td, .th: checkCell(element, name)
    case .input, .select, .textarea: checkAutocomplete(element)
    case .body where document.value(element, "aria-hidden")?.lowercased() == "true":
      note(.hiddenPage, element, "`<body>` has `aria-hidden=\"true\"`")
    case .marquee, .blink:
      note(.movingContent, element, "`<\(name.string)>` moves without a way to stop it", help: "use plain text")
    case .img where document.hasAttribute(element, .ismap):
      note(.movingContent, element, "an image with `ismap` needs a mouse", help: "use `<map>` with `<area>`s")
    default: break
    }
  }

  private func parent(of element: NodeID) -> NodeID? {
    let parent = document.parentElement(element)
    return parent.exists ? parent : nil
  }

  /// Whether an element is HTML's own: what others hold is not known.
  private static func isKnown(_ name: Name) -> Bool {
    name != .slot && name != .template && !name.string.contains("-") && !name.string.contains(":")
  }

  // MARK: Meta

  private mutating func checkMeta(_ element: NodeID) {
    let content = (document.value(element, .content) ?? "").lowercased()
    if document.value(element, "http-equiv")?.lowercased() == "refresh" {
      let delay = content.prefix { $0.isNumber || $0 == "." || $0.isWhitespace }
      if let seconds = Double(delay.filter { !$0.isWhitespace }), seconds > 0, seconds < 72_000 {
        note(.pageRefreshes, element, "the page loads another one after \(delay.filter { !$0.isWhitespace }) s")
      }
    }
    guard document.value(element, .name)?.lowercased() == "viewport" else { return }
    for part in content.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let words = part.split(separator: "=").map { $0.filter { !$0.isWhitespace } }
      guard words.count == 2 else { continue }
      let number = Double(words[1])
      if words[0] == "user-scalable", words[1] == "no" || number == 0 {
        note(.zoomForbidden, element, "`user-scalable=\(words[1])` forbids enlarging the page", help: "leave it out")
      }
      if words[0] == "maximum-scale", let number, number < 2, number >= 0 {
        note(.zoomForbidden, element, "`maximum-scale=\(words[1])` forbids enlarging the page", help: "leave it out")
      }
    }
  }

  // MARK: Lists and cells

  private mutating func checkList(_ list: NodeID, _ name: Name) {
    guard !document.hasAttribute(list, .role) else { return }
    for child in document.children(list) where document.isElement(child) {
      let item = document.name(child)
      if item == .script || item == .template || item == .style || !Self.isKnown(item) { continue }
      if name == .dl ? item == .dt || item == .dd || item == .div : item == .li { continue }
      // Rows of a list that data repeats, and what is taken for nothing.
      let role = document.value(child, .role)?.lowercased()
      if role == "listitem" || role == "none" || role == "presentation" || hasBinding(child) { continue }
      note(.listStructure, child, "`<\(item.string)>` is in a `<\(name.string)>` and no item of it")
    }
  }

  private mutating func checkCell(_ cell: NodeID, _ name: Name) {
    if let scope = document.value(cell, "scope") {
      if name == .td {
        note(.unknownHeader, cell, "`scope` has no effect on a `<td>`", help: "write `<th>`")
      } else if !["row", "col", "rowgroup", "colgroup", ""].contains(scope.lowercased()), !scope.contains("{{") {
        note(.unknownHeader, cell, "`scope` is `\(scope.prefix(30))`", help: "it takes row, col, rowgroup and colgroup")
      }
    }
    guard let headers = document.value(cell, "headers"), !headers.contains("{{") else { return }
    let table = table(of: cell)
    for id in headers.split(whereSeparator: \.isWhitespace).prefix(20) {
      let header = elementsByID[String(id)]
      if header == nil || header == cell || header.flatMap({ self.table(of: $0) }) != table {
        note(.unknownHeader, cell, "`headers` names `\(id.prefix(60))`, which is not a cell of the table")
      }
    }
  }

  private func table(of cell: NodeID) -> NodeID? {
    var ancestor = document.parentElement(cell)
    var steps = 0
    while ancestor.exists, steps < 100 {
      if document.isElement(ancestor, .table) { return ancestor }
      ancestor = document.parentElement(ancestor)
      steps += 1
    }
    return nil
  }

  // MARK: Fields

  private mutating func checkAutocomplete(_ field: NodeID) {
    guard let value = document.value(field, "autocomplete")?.lowercased(), !value.contains("{{"), !hasBinding(field)
    else { return }
    var words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty, words != ["on"], words != ["off"] else { return }
    if words.last == "webauthn" { words.removeLast() }
    if words.first?.hasPrefix("section-") == true { words.removeFirst() }
    if words.first == "shipping" || words.first == "billing" { words.removeFirst() }
    let contacts = ["home", "work", "mobile", "fax", "pager"]
    var fields = Self.fields
    if let first = words.first, contacts.contains(first) {
      words.removeFirst()
      fields = Self.contactFields
    }
    if words.isEmpty || words.count == 1 && (fields.contains(words[0]) || Self.contactFields.contains(words[0])) {
      return
    }
    note(
      .invalidAutocomplete, field, "`autocomplete` is `\(value.prefix(60))`",
      help: "write `on`, `off` or one of HTML's fields, such as `email`")
  }

  private static let contactFields: Set<String> = [
    "tel", "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix",
    "tel-extension", "email", "impp",
  ]

  private static let fields: Set<String> = [
    "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname",
    "username",
    "new-password", "current-password", "one-time-code", "organization-title", "organization", "street-address",
    "address-line1", "address-line2", "address-line3", "address-level4", "address-level3", "address-level2",
    "address-level1", "country", "country-name", "postal-code", "cc-name", "cc-given-name", "cc-additional-name",
    "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year", "cc-csc", "cc-type", "transaction-currency",
    "transaction-amount", "language", "bday", "bday-day", "bday-month", "bday-year", "sex", "url", "photo",
  ]

  // MARK: Languages

  private mutating func checkLanguage(of element: NodeID) {
    guard let language = document.value(element, .lang), !language.isEmpty, !language.contains("{{") else { return }
    if !Self.isLanguage(language) {
      note(
        .invalidLanguage, element, "`lang` is `\(language.prefix(40))`", help: "write a code such as `en` or `pt-BR`")
    } else if let other = document.attributes(element).first(where: { $0.name == .xmlLang }).map({ document.value($0) }
    ),
      !other.isEmpty, Self.primary(other) != Self.primary(language)
    {
      note(.invalidLanguage, element, "`lang` is `\(language.prefix(40))` and `xml:lang` is `\(other.prefix(40))`")
    }
  }

  private static func primary(_ tag: String) -> String {
    tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).first.map(String.init) ?? ""
  }

  /// BCP 47: a language of ISO 639 in two letters, or three letters, then subtags of one to eight letters and digits.
  static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first,
      parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { Self.isLetterOrDigit($0) } })
    else { return false }
    if first == "x" || first == "i" { return parts.count > 1 }
    guard first.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else { return false }
    return first.utf8.count == 3 || first.utf8.count == 2 && languages.contains(String(first))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
  }

  /// ISO 639-1, with the codes that were withdrawn and are still in use.
  private static let languages = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es \
    et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw \
    ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng \
    nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv \
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " ").map(String.init))

  // MARK: Names of the tree

  /// Names that are missing, empty or unlike what is seen.
  mutating func checkNames(_ node: SemanticNode) {
    let element = node.source
    guard document.isElement(element), !hasBinding(element) else { return }
    switch node.role {
    case .iframe where node.name.isEmpty && (document.value(element, .tabindex).flatMap { Int($0) } ?? 0) >= 0:
      note(.frameWithoutTitle, element, "a frame has no title", help: "give it a `title`")
    case .embeddedObject where node.name.isEmpty:
      note(.objectWithoutText, element, "`<\(document.name(element).string)>` has no text", help: "give it a `title`")
    case .heading where node.name.isEmpty:
      note(.emptyHeading, element, "a heading is empty", help: "give it a text")
    case .columnHeader, .rowHeader:
      // The corner of a table is often empty.
      guard node.name.isEmpty, node[.row] != "1" || node[.column] != "1" else { break }
      note(.emptyHeading, element, "a header cell is empty", help: "write `<td>`, or give it a text")
    case .dialog, .alertDialog, .meter, .progressIndicator, .tooltip:
      guard node.name.isEmpty, !isToken else { break }
      note(
        .dialogWithoutName, element, "a \(node.role.name) has no name",
        help: "give it `aria-label` or `aria-labelledby`")
    case .button, .link, .menuItem, .tab, .checkbox, .radio, .switch, .option: checkText(node)
    default: break
    }
  }

  /// WCAG 2.5.3: the name holds the text that is seen.
  private mutating func checkText(_ node: SemanticNode) {
    guard node.nameSource == .attribute || node.nameSource == .labelledBy, !isToken,
      ![.input, .select, .img].contains(document.name(node.source))
    else { return }
    let text = Self.letters(shownText(of: node.source))
    guard text.count >= 3, !Self.letters(node.name).contains(text) else { return }
    note(
      .labelDiffersFromText, node.source, "“\(node.name.prefix(60))” does not hold the text that is seen",
      help: "start the name with the text, or leave `aria-label` out")
  }

  /// The letters and digits of a text, in lower case.
  private static func letters(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber }.prefix(2000))
  }

  /// The text of an element without what is hidden from assistive technology, which is an ornament, and without drawings.
  private func shownText(of element: NodeID) -> String {
    var text = ""
    // Elements with names may be in one another, and each is asked.
    var steps = 4000
    var node = document.next(after: element, within: element)
    while node.exists, text.utf8.count < 4000, steps > 0 {
      steps -= 1
      if document.isElement(node) {
        let isSkipped =
          document.namespace(node) != .html || document.value(node, "aria-hidden")?.lowercased() == "true"
          || document.hasAttribute(node, .hidden) || [.script, .style, .template].contains(document.name(node))
        if isSkipped {
          node = document.nextSkippingChildren(after: node, within: element)
          continue
        }
      } else if document.kind(node) == .text {
        text += document.text(node)
      }
      node = document.next(after: node, within: element)
    }
    return text
  }

  /// Landmarks that readers cannot tell apart.
  mutating func checkLandmarks(_ tree: SemanticTree) {
    var seen: Set<String> = []
    var single: Set<SemanticRole> = []
    for node in tree.nodes where !isToken {
      switch node.role {
      case .main, .banner, .contentInfo:
        guard !single.insert(node.role).inserted else { continue }
        note(.repeatedLandmark, node.source, "the page has a second `\(node.role.name)`")
      case .navigation, .complementary, .region, .search, .form:
        guard !node.name.isEmpty || node.role == .navigation else { continue }
        guard !seen.insert(node.role.name + "\n" + node.name.lowercased()).inserted else { continue }
        note(
          .repeatedLandmark, node.source,
          node.name.isEmpty
            ? "two `\(node.role.name)`s have no name" : "two `\(node.role.name)`s are called “\(node.name.prefix(60))”",
          help: "give each an `aria-label` of its own")
      default: break
      }
    }
  }
}
