import CSSValues
import Names

/// The syntax of a registered custom property or of `attr()`'s `type()` (CSS Properties and Values API 1, 5).
public struct RegisteredSyntax: Sendable {
  private enum Component: Sendable {
    case type(GrammarNode)
    /// A name, which compares by case, with the separator of its multiplier.
    case name(Name, CSSValue.ListSeparator?)
  }

  /// Whether any value will do, as it is.
  public let isUniversal: Bool
  private let components: [Component]

  private static let types: Set<String> = [
    "length", "number", "percentage", "length-percentage", "string", "color", "image", "url", "integer", "angle",
    "time", "resolution", "transform-function", "custom-ident", "transform-list",
  ]

  /// Reads a syntax string, or `nil` where it is none.
  public init?(_ text: String) {
    let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if trimmed == "*" {
      isUniversal = true
      components = []
      return
    }
    isUniversal = false
    var components: [Component] = []
    for part in trimmed.split(separator: "|", omittingEmptySubsequences: false) {
      guard let component = Self.component(part.drop { $0 == " " }) else { return nil }
      components.append(component)
    }
    guard !components.isEmpty else { return nil }
    self.components = components
  }

  private static func component(_ text: Substring) -> Component? {
    var text = text
    while text.last == " " { text = text.dropLast() }
    let multiplier = text.last == "#" || text.last == "+" ? text.last : nil
    if multiplier != nil { text = text.dropLast() }
    if text.first == "<", text.last == ">" {
      let type = String(text.dropFirst().dropLast())
      guard types.contains(type) else { return nil }
      if type == "transform-list" {
        return multiplier == nil ? .type(GrammarLibrary.compile("<transform-function>+")) : nil
      }
      return .type(GrammarLibrary.compile("<\(type)>" + (multiplier.map(String.init) ?? "")))
    }
    var cursor = TokenStream(text: String(text)).cursor
    guard let token = cursor.consume(.ident), cursor.isAtEnd else { return nil }
    let lower = cursor.lowercasedName(token).string
    guard WideKeyword(rawValue: lower) == nil, lower != "default" else { return nil }
    return .name(cursor.name(token), multiplier.map { $0 == "#" ? .comma : .space })
  }

  /// The specified value that tokens are, or `nil` where they do not fit; of the universal syntax always `nil`.
  public func parse(_ whole: TokenCursor) -> CSSValue? {
    let values = ValueParser(options: ParsingOptions(), property: nil)
    let whole = whole.trimmed()
    guard !whole.isAtEnd else { return nil }
    for component in components {
      switch component {
      case .type(let grammar):
        var cursor = whole
        var items: [CSSValue] = []
        guard values.match(grammar, &cursor, &items, depth: 0) else { continue }
        cursor.skipWhitespace()
        if cursor.isAtEnd, let value = ValueParser.joined(items) { return value }
      case .name(let name, let separator):
        if let value = Self.names(name, separator, whole) { return value }
      }
    }
    return nil
  }

  private static func names(_ name: Name, _ separator: CSSValue.ListSeparator?, _ whole: TokenCursor) -> CSSValue? {
    var cursor = whole
    var items: [CSSValue] = []
    while let token = cursor.consume(.ident), cursor.name(token) == name {
      items.append(.identifier(name))
      cursor.skipWhitespace()
      if cursor.isAtEnd { return items.count == 1 ? items[0] : separator.map { .list(items, $0) } }
      if separator == .comma {
        guard cursor.consume(.comma) != nil else { return nil }
        cursor.skipWhitespace()
      } else if separator == nil {
        return nil
      }
    }
    return nil
  }

  /// Whether tokens are a value of the syntax.
  public func accepts(_ cursor: TokenCursor) -> Bool { isUniversal || parse(cursor) != nil }

  /// Whether tokens may be an initial value: they must not depend on an element (2.3).
  public func acceptsInitial(_ cursor: TokenCursor) -> Bool {
    accepts(cursor) && !References.areIn(cursor) && PropertyParser.wideKeyword(cursor.trimmed()) == nil
      && (isUniversal || !cursor.hasElementRelativeUnit)
  }
}

extension TokenCursor {
  /// Whether a unit that counts from an element's font or container is in it.
  var hasElementRelativeUnit: Bool {
    remaining.contains { index in
      let token = stream.tokens[index]
      guard token.kind == .dimension else { return false }
      let unit = lowercasedName(token).string
      return ["em", "rem", "ex", "rex", "ch", "rch", "cap", "rcap", "ic", "ric", "lh", "rlh"].contains(unit)
        || unit.hasPrefix("cq")
    }
  }
}
