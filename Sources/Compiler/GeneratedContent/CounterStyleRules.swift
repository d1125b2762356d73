import CSS
import CSSValues

/// A page's own `@counter-style` rules above the predefined styles (CSS Counter Styles 3).
struct CounterStyleRules: Sendable {
  /// Longer texts are not made: the style falls back, as in Chromium.
  private static let longestText = 120
  /// Styles that extend or fall back to each other are followed so far.
  private static let deepest = 64
  /// Styles that no rule redefines (2).
  private static let reserved: Set<String> = [
    "none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed",
  ]

  private var definitions: [String: Definition] = [:]
  /// Whether the page defines none.
  var isEmpty: Bool { definitions.isEmpty }

  /// How numbers become symbols (3.1).
  private enum System {
    case cyclic, numeric, alphabetic, symbolic, additive
    case fixed(first: Int)
    case extends(String)
  }

  private struct Definition: Sendable {
    var system = System.symbolic
    var symbols: [String] = []
    /// Weights in falling order with their symbols.
    var additive: [(weight: Int, symbol: String)] = []
    var negative: (before: String, after: String)?
    var prefix: String?
    var suffix: String?
    /// `nil` for `auto`.
    var ranges: [ClosedRange<Int>]?
    var pad: (length: Int, symbol: String)?
    var fallback: String?
  }

  /// The styles of rules; of those with one name the last counts.
  init(_ rules: [DescriptorRule] = []) {
    for rule in rules where !Self.reserved.contains(rule.prelude) {
      if let definition = Self.definition(rule) { definitions[rule.prelude] = definition }
    }
  }

  // MARK: Texts

  /// The representation of a value, without prefix and suffix (2).
  func text(_ value: Int, style: String) -> String {
    if definitions.isEmpty { return CounterStyle.text(value, style: style) }
    var name = style
    for _ in 0..<Self.deepest {
      guard let definition = resolved(name) else { return CounterStyle.text(value, style: name) }
      if let text = text(value, definition) { return text }
      name = definition.fallback ?? "decimal"
    }
    return String(value)
  }

  /// What comes before a marker of the style.
  func prefix(style: String) -> String { resolved(style)?.prefix ?? "" }

  /// What comes after a marker of the style.
  func suffix(style: String) -> String {
    guard let definition = resolved(style) else { return CounterStyle.suffix(style: style) }
    if let suffix = definition.suffix { return suffix }
    if case .extends(let base) = definition.system { return CounterStyle.suffix(style: base) }
    return ". "
  }

  /// A style with what it takes from those that it extends: its system is another's, or extends a predefined one. `nil` for
  /// a predefined style.
  private func resolved(_ name: String) -> Definition? {
    guard var definition = definitions[name] else { return nil }
    var seen: Set<String> = [name]
    while case .extends(let base) = definition.system {
      // 3.1.7: styles that extend each other in a circle extend `decimal`.
      guard seen.insert(base).inserted, seen.count < Self.deepest else {
        definition.system = .extends("decimal")
        break
      }
      guard let other = definitions[base] else { break }
      definition.system = other.system
      definition.symbols = other.symbols
      definition.additive = other.additive
      definition.negative = definition.negative ?? other.negative
      definition.prefix = definition.prefix ?? other.prefix
      definition.suffix = definition.suffix ?? other.suffix
      definition.ranges = definition.ranges ?? other.ranges
      definition.pad = definition.pad ?? other.pad
      definition.fallback = definition.fallback ?? other.fallback
    }
    return definition
  }

  private func text(_ value: Int, _ definition: Definition) -> String? {
    guard ranges(definition).contains(where: { $0.contains(value) }) else { return nil }
    let isNegative = value < 0 && usesNegativeSign(definition.system)
    let number = isNegative ? Int(clamping: value.magnitude) : value
    guard var text = representation(number, definition), text.unicodeScalars.count <= Self.longestText else {
      return nil
    }
    let sign = definition.negative ?? ("-", "")
    if let pad = definition.pad {
      let length = text.count + (isNegative ? sign.before.count + sign.after.count : 0)
      let missing = pad.length - length
      guard missing * max(1, pad.symbol.count) <= Self.longestText else { return nil }
      if missing > 0 { text = String(repeating: pad.symbol, count: missing) + text }
    }
    return isNegative ? sign.before + text + sign.after : text
  }

  private func usesNegativeSign(_ system: System) -> Bool {
    switch system {
    case .cyclic, .fixed: false
    case .numeric, .alphabetic, .symbolic, .additive, .extends: true
    }
  }

  private func ranges(_ definition: Definition) -> [ClosedRange<Int>] {
    if let ranges = definition.ranges { return ranges }
    switch definition.system {
    case .cyclic, .numeric, .fixed, .extends: return [Int.min...Int.max]
    case .alphabetic, .symbolic: return [1...Int.max]
    case .additive: return [0...Int.max]
    }
  }

  /// A value's symbols (3.1), or `nil` for values that the system cannot show.
  private func representation(_ value: Int, _ definition: Definition) -> String? {
    let symbols = definition.symbols
    switch definition.system {
    case .cyclic:
      let place = (value &- 1) % symbols.count
      return symbols[place < 0 ? place + symbols.count : place]
    case .fixed(let first):
      let (place, overflows) = value.subtractingReportingOverflow(first)
      return !overflows && symbols.indices.contains(place) ? symbols[place] : nil
    case .symbolic:
      guard value > 0, value <= Self.longestText * symbols.count else { return nil }
      return String(repeating: symbols[(value - 1) % symbols.count], count: (value - 1) / symbols.count + 1)
    case .alphabetic:
      guard value > 0 else { return nil }
      var digits: [String] = []
      var rest = value
      while rest > 0 {
        rest -= 1
        digits.append(symbols[rest % symbols.count])
        rest /= symbols.count
      }
      return digits.reversed().joined()
    case .numeric:
      guard value >= 0 else { return nil }
      var digits: [String] = []
      var rest = value
      repeat {
        digits.append(symbols[rest % symbols.count])
        rest /= symbols.count
      } while rest > 0
      return digits.reversed().joined()
    case .additive: return sum(value, definition.additive)
    case .extends(let base): return CounterStyle.text(value, style: base)
    }
  }

  /// Symbols whose weights sum up to a value (3.1.6).
  private func sum(_ value: Int, _ symbols: [(weight: Int, symbol: String)]) -> String? {
    guard value >= 0 else { return nil }
    if value == 0 { return symbols.first { $0.weight == 0 }?.symbol }
    var rest = value
    var text = ""
    for (weight, symbol) in symbols where weight > 0 && weight <= rest {
      let count = rest / weight
      guard count <= Self.longestText else { return nil }
      text += String(repeating: symbol, count: count)
      rest -= count * weight
    }
    return rest == 0 ? text : nil
  }

  // MARK: Descriptors

  /// A rule's definition, or `nil` where it lacks what its system needs (3.1): such rules define nothing.
  private static func definition(_ rule: DescriptorRule) -> Definition? {
    var definition = Definition()
    if let cursor = rule["system"] { definition.system = system(cursor) ?? .symbolic }
    if let cursor = rule["symbols"] { definition.symbols = symbols(cursor) ?? [] }
    if let cursor = rule["additive-symbols"] { definition.additive = additive(cursor) ?? [] }
    if let cursor = rule["negative"], let signs = symbols(cursor), signs.count <= 2 {
      definition.negative = (signs[0], signs.count == 2 ? signs[1] : "")
    }
    if let cursor = rule["prefix"], let symbol = symbols(cursor), symbol.count == 1 { definition.prefix = symbol[0] }
    if let cursor = rule["suffix"], let symbol = symbols(cursor), symbol.count == 1 { definition.suffix = symbol[0] }
    if let cursor = rule["range"] { definition.ranges = range(cursor) }
    if let cursor = rule["pad"] {
      let found = weighted(cursor)
      if let found, found.weight >= 0 { definition.pad = (found.weight, found.symbol) }
    }
    if let cursor = rule["fallback"], let name = identifier(cursor) { definition.fallback = name }
    switch definition.system {
    case .cyclic, .symbolic, .fixed: return definition.symbols.isEmpty ? nil : definition
    case .alphabetic, .numeric: return definition.symbols.count < 2 ? nil : definition
    case .additive: return definition.additive.isEmpty ? nil : definition
    case .extends: return rule["symbols"] == nil && rule["additive-symbols"] == nil ? definition : nil
    }
  }

  private static func system(_ value: TokenCursor) -> System? {
    var cursor = value
    guard let token = cursor.consume(.ident) else { return nil }
    let name = cursor.lowercasedName(token).string
    cursor.skipWhitespace()
    switch name {
    case "cyclic" where cursor.isAtEnd: return .cyclic
    case "numeric" where cursor.isAtEnd: return .numeric
    case "alphabetic" where cursor.isAtEnd: return .alphabetic
    case "symbolic" where cursor.isAtEnd: return .symbolic
    case "additive" where cursor.isAtEnd: return .additive
    case "fixed":
      if cursor.isAtEnd { return .fixed(first: 1) }
      guard let first = cursor.consume(.number), first.isInteger else { return nil }
      return .fixed(first: whole(first))
    case "extends": return identifier(cursor).map { .extends($0) }
    default: return nil
    }
  }

  private static func identifier(_ value: TokenCursor) -> String? {
    var cursor = value
    guard let token = cursor.consume(.ident) else { return nil }
    let text = cursor.text(token)
    cursor.skipWhitespace()
    return cursor.isAtEnd ? text : nil
  }

  /// Strings and names. UNIMPLEMENTED: images as symbols, of which Chromium has none either.
  private static func symbols(_ value: TokenCursor) -> [String]? {
    var cursor = value
    var found: [String] = []
    while !cursor.isAtEnd {
      guard let symbol = symbol(&cursor) else { return nil }
      found.append(symbol)
      cursor.skipWhitespace()
    }
    return found.isEmpty ? nil : found
  }

  private static func symbol(_ cursor: inout TokenCursor) -> String? {
    guard let token = cursor.consume(.string) ?? cursor.consume(.ident) else { return nil }
    let text = cursor.text(token)
    return text.utf8.count <= 4 * longestText ? text : nil
  }

  /// An integer and a symbol in any order.
  private static func weighted(_ value: TokenCursor) -> (weight: Int, symbol: String)? {
    var cursor = value
    var number = cursor.consume(.number)
    cursor.skipWhitespace()
    guard let symbol = symbol(&cursor) else { return nil }
    cursor.skipWhitespace()
    if number == nil { number = cursor.consume(.number) }
    cursor.skipWhitespace()
    guard let number, number.isInteger, cursor.isAtEnd else { return nil }
    return (whole(number), symbol)
  }

  /// Weights with symbols, in falling order (3.8).
  private static func additive(_ value: TokenCursor) -> [(weight: Int, symbol: String)]? {
    var found: [(weight: Int, symbol: String)] = []
    for part in parts(value) {
      guard let next = weighted(part), next.weight >= 0, found.last.map({ $0.weight > next.weight }) != false else {
        return nil
      }
      found.append(next)
    }
    return found
  }

  private static func range(_ value: TokenCursor) -> [ClosedRange<Int>]? {
    var found: [ClosedRange<Int>] = []
    for part in parts(value) {
      var cursor = part
      var bounds: [Int] = []
      while bounds.count < 2, !cursor.isAtEnd {
        if cursor.consumeIdent("infinite") {
          bounds.append(bounds.isEmpty ? .min : .max)
        } else if let number = cursor.consume(.number), number.isInteger {
          bounds.append(whole(number))
        } else {
          return nil
        }
        cursor.skipWhitespace()
      }
      guard cursor.isAtEnd, bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
      found.append(bounds[0]...bounds[1])
    }
    return found.isEmpty ? nil : found
  }

  /// The parts of a list with commas.
  private static func parts(_ value: TokenCursor) -> [TokenCursor] {
    var cursor = value
    var parts: [TokenCursor] = []
    while true {
      parts.append(cursor.over(cursor.skip(until: .comma)).trimmed())
      if cursor.consume(.comma) == nil { return parts }
    }
  }

  /// A number as browsers keep it.
  private static func whole(_ token: Token) -> Int { Int(max(-2_147_483_648, min(2_147_483_647, token.number))) }
}
