import CSSValues
import Names

/// The syntax of a registered custom property or of `attr()`'s `type()` (CSS Properties and Values API 1, 5).
public struct RegisteredSyntax: Sendable {
  private enum Component: Sendable {
    /// A type with its multiplier, as it is written.
    case type(String, GrammarNode)
    /// A name, which compares by case, with the separator of its multiplier.
    case name(Name, CSSValue.ListSeparator?)
  }

  /// Whether any value will do, as it is.
  public let isUniversal: Bool
  /// The types, each once, with their places among the components.
  private let types: [(place: Int, grammar: GrammarNode)]
  /// By name, the separators of its multipliers with their places, each once.
  ///
  /// OPTIMIZATION: of very many names, only those that a value begins with are looked at.
  private let names: [Name: [(place: Int, separator: CSSValue.ListSeparator?)]]

  /// How many components a value is compared with at most.
  var componentCount: Int { types.count + (names.values.map(\.count).max() ?? 0) }

  private static let knownTypes: Set<String> = [
    "length", "number", "percentage", "length-percentage", "string", "color", "image", "url", "integer", "angle",
    "time", "resolution", "transform-function", "custom-ident", "transform-list",
  ]

  /// Reads a syntax string, or `nil` where it is none.
  public init?(_ text: String) {
    let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if trimmed == "*" {
      isUniversal = true
      types = []
      names = [:]
      return
    }
    isUniversal = false
    var types: [(place: Int, grammar: GrammarNode)] = []
    var names: [Name: [(place: Int, separator: CSSValue.ListSeparator?)]] = [:]
    var taken: Set<String> = []
    let parts = trimmed.split(separator: "|", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      switch Self.component(part.drop { $0 == " " }) {
      case .type(let text, let grammar)?:
        if taken.insert(text).inserted { types.append((place, grammar)) }
      case .name(let name, let separator)?:
        if names[name]?.contains(where: { $0.separator == separator }) != true {
          names[name, default: []].append((place, separator))
        }
      case nil: return nil
      }
    }
    guard !parts.isEmpty else { return nil }
    self.types = types
    self.names = names
  }

  private static func component(_ text: Substring) -> Component? {
    var text = text
    while text.last == " " { text = text.dropLast() }
    let multiplier = text.last == "#" || text.last == "+" ? text.last : nil
    if multiplier != nil { text = text.dropLast() }
    if text.first == "<", text.last == ">" {
      let type = String(text.dropFirst().dropLast())
      guard knownTypes.contains(type) else { return nil }
      if type == "transform-list" {
        return multiplier == nil ? .type(type, GrammarLibrary.compile("<transform-function>+")) : nil
      }
      let syntax = "<\(type)>" + (multiplier.map(String.init) ?? "")
      return .type(syntax, GrammarLibrary.compile(syntax))
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
    // The first component that fits counts.
    var named: (place: Int, value: CSSValue)?
    if whole.peekKind == .ident {
      let name = whole.name(whole.peek)
      for (place, separator) in names[name] ?? [] where named == nil {
        named = Self.names(name, separator, whole).map { (place, $0) }
      }
    }
    for (place, grammar) in types where place < named?.place ?? .max {
      var cursor = whole
      var items: [CSSValue] = []
      guard values.match(grammar, &cursor, &items, depth: 0) else { continue }
      cursor.skipWhitespace()
      if cursor.isAtEnd, let value = ValueParser.joined(items) { return value }
    }
    return named?.value
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
