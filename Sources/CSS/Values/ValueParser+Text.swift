import CSSValues
import Names

/// Values of fonts, text, display and generated content.
extension ValueParser {
  private static let genericFamilies: Set<Name> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "ui-serif", "ui-sans-serif",
    "ui-monospace", "ui-rounded", "-webkit-body", "-webkit-standard",
  ]

  /// One family of `font-family` (CSS Fonts 4, 2.1): a string, a generic keyword or names side by side.
  func fontFamily(_ cursor: inout TokenCursor) -> CSSValue? {
    if let string = string(&cursor) { return string }
    if var contents = function("generic", &cursor) {
      guard let name = keyword(&contents, ["fangsong", "kai", "khmer-mul", "nastaliq"]) else { return nil }
      return .function("generic", [.keyword(name)], .space)
    }
    var words: [Name] = []
    while true {
      cursor.skipWhitespace()
      guard cursor.peekKind == .ident else { break }
      words.append(cursor.name(cursor.next()))
    }
    guard let first = words.first else { return nil }
    let lower = first.asciiLowercased
    if words.count == 1 {
      if Self.genericFamilies.contains(lower) { return .keyword(lower) }
      if Self.reservedIdents.contains(lower) { return nil }
    } else if Self.genericFamilies.contains(lower) {
      return nil
    }
    return .string(words.map(\.string).joined(separator: " "))
  }

  /// A four-letter OpenType tag.
  func openTypeTag(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let value = string(&cursor), case .string(let text) = value, text.utf8.count == 4,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E })
    else { return nil }
    return value
  }

  /// `<feature-tag-value>`: a tag with an integer, `on` or `off`.
  func featureTag(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let tag = openTypeTag(&cursor) else { return nil }
    if let name = keyword(&cursor, ["on", "off"]) { return name == "on" ? tag : .list([tag, .number(0)], .space) }
    let start = cursor
    guard let value = numeric(.integer, .nonNegative, &cursor) else {
      cursor = start
      return tag
    }
    return value == .number(1) ? tag : .list([tag, value], .space)
  }

  /// `display` (CSS Display 3, 2) in its shortest form.
  func display(_ cursor: inout TokenCursor) -> CSSValue? {
    var words: [Name] = []
    while true {
      cursor.skipWhitespace()
      guard cursor.peekKind == .ident else { break }
      words.append(cursor.lowercasedName(cursor.next()))
    }
    return Self.displayKeyword(words).map(CSSValue.keyword)
  }

  private static let singleDisplays: Set<Name> = [
    "none", "contents", "block", "inline", "flow-root", "table", "flex", "grid", "list-item", "inline-block",
    "inline-table", "inline-flex", "inline-grid", "table-row-group", "table-header-group", "table-footer-group",
    "table-row", "table-cell", "table-column-group", "table-column", "table-caption", "ruby", "ruby-text", "math",
    "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex", "grid-lanes", "inline-grid-lanes",
  ]

  private static func displayKeyword(_ words: [Name]) -> Name? {
    if words.count == 1 {
      switch words[0] {
      case "flow": return "block"
      case "-webkit-flex": return "flex"
      case "-webkit-inline-flex": return "inline-flex"
      default: return singleDisplays.contains(words[0]) ? words[0] : nil
      }
    }
    let outside = words.filter { $0 == "block" || $0 == "inline" }
    let inside = words.filter {
      ["flow", "flow-root", "table", "flex", "grid", "ruby", "math", "grid-lanes"].contains($0)
    }
    let list = words.filter { $0 == "list-item" }
    guard words.count <= 3, outside.count <= 1, inside.count <= 1, list.count <= 1,
      outside.count + inside.count + list.count == words.count
    else { return nil }
    let isInline = outside.first == "inline"
    if !list.isEmpty {
      guard let inner = inside.first else { return isInline ? "inline list-item" : "list-item" }
      guard inner == "flow" || inner == "flow-root" else { return nil }
      if inner == "flow" { return isInline ? "inline list-item" : "list-item" }
      return isInline ? "inline flow-root list-item" : "flow-root list-item"
    }
    guard let inner = inside.first else { return nil }
    switch inner {
    case "flow": return isInline ? "inline" : "block"
    case "flow-root": return isInline ? "inline-block" : "flow-root"
    case "ruby": return isInline ? "ruby" : "block ruby"
    case "math": return isInline ? "math" : "block math"
    default: return isInline ? Name("inline-" + inner.string) : inner
    }
  }

  /// `content` (CSS Content 3, 2): the pieces, then after `/` the alternative text.
  func content(_ cursor: inout TokenCursor, depth: Int) -> CSSValue? {
    var items: [CSSValue] = []
    var hasAlternative = false
    var count = 0
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if cursor.consumeDelim("/") {
        guard !hasAlternative, count > 0 else { return nil }
        hasAlternative = true
        count = 0
        items.append(.slash)
        continue
      }
      count += 1
      if let string = string(&cursor) {
        items.append(string)
      } else if !hasAlternative,
        let name = keyword(&cursor, ["open-quote", "close-quote", "no-open-quote", "no-close-quote"])
      {
        items.append(.keyword(name))
      } else if let counter = counter(&cursor) {
        items.append(counter)
      } else if !hasAlternative, let image = image(&cursor, depth: depth) {
        items.append(image)
      } else {
        return nil
      }
    }
    guard count > 0 else { return nil }
    return items.count == 1 ? items[0] : .list(items, .space)
  }

  /// `counter()`, `counters()`.
  private func counter(_ cursor: inout TokenCursor) -> CSSValue? {
    let start = cursor
    guard cursor.peekKind == .function else { return nil }
    let isPlural = cursor.text(cursor.peek, is: "counters")
    guard isPlural || cursor.text(cursor.peek, is: "counter") else { return nil }
    let contents = cursor.consumeBlock()
    defer { if cursor.position == start.position { cursor = start } }
    guard let parts = commaSeparated(contents) else { return nil }
    var arguments: [CSSValue] = []
    var name = parts[0]
    guard let ident = customIdent(&name, excluding: ["none"]), name.isAtEnd else { return nil }
    arguments.append(.identifier(ident))
    var index = 1
    if isPlural {
      guard parts.count >= 2 else { return nil }
      var separator = parts[1]
      guard let string = string(&separator), separator.isAtEnd else { return nil }
      arguments.append(string)
      index = 2
    }
    guard parts.count <= index + 1 else { return nil }
    if parts.count == index + 1 {
      var style = parts[index]
      let value: CSSValue
      if let ident = customIdent(&style) {
        let lower = ident.asciiLowercased
        value = .identifier(lower == "none" ? lower : ident)
      } else {
        guard let symbols = symbols(&style) else { return nil }
        value = symbols
      }
      style.skipWhitespace()
      guard style.isAtEnd else { return nil }
      if value != .identifier("decimal") { arguments.append(value) }
    }
    return .function(isPlural ? "counters" : "counter", arguments, .comma)
  }

  /// `symbols()` (CSS Counter Styles 3, 7).
  func symbols(_ cursor: inout TokenCursor) -> CSSValue? {
    guard var contents = function("symbols", &cursor) else { return nil }
    var items: [CSSValue] = []
    if let type = keyword(&contents, ["cyclic", "numeric", "alphabetic", "symbolic", "fixed"]) {
      if type != "symbolic" { items.append(.keyword(type)) }
    }
    var count = 0
    while true {
      contents.skipWhitespace()
      if contents.isAtEnd { break }
      guard let string = string(&contents) else { return nil }
      items.append(string)
      count += 1
    }
    return count > 0 ? .function("symbols", items, .space) : nil
  }
}
