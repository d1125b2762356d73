import CSSValues
import Names

/// Which numeric values a place in a grammar takes.
struct NumericKinds: Sendable {
  var number = false
  var isInteger = false
  var percentage = false
  var dimension: Unit.Kind?
  /// Whether `0` may stand for a dimension of 0.
  var unitlessZero = false

  static let number = NumericKinds(number: true)
  static let integer = NumericKinds(number: true, isInteger: true)
  static let percentage = NumericKinds(percentage: true)
  static let numberOrPercentage = NumericKinds(number: true, percentage: true)
  static let length = NumericKinds(dimension: .length, unitlessZero: true)
  static let lengthPercentage = NumericKinds(percentage: true, dimension: .length, unitlessZero: true)
  static let angle = NumericKinds(dimension: .angle)
  static let anglePercentage = NumericKinds(percentage: true, dimension: .angle)
  static let angleOrZero = NumericKinds(dimension: .angle, unitlessZero: true)
  static let time = NumericKinds(dimension: .time)
  static let frequency = NumericKinds(dimension: .frequency)
  static let resolution = NumericKinds(dimension: .resolution)
  static let flex = NumericKinds(dimension: .flex)
}

/// Reads specified values of one property.
struct ValueParser {
  let options: ParsingOptions
  /// The property whose value is read: quirks depend on it.
  let property: PropertyID?
  /// Whether a plain number is a length in px, as in SVG's presentation properties and under quirks.
  var numbersAreLengths = false
  /// Whether unitless numbers are lengths here under quirks.
  private var hasUnitlessQuirk = false
  /// Whether colours without `#` are read here under quirks.
  let hasHashlessColors: Bool

  /// How deep functions and calculations may nest: what is deeper is invalid, as in browsers.
  static let maximumDepth = 64

  init(options: ParsingOptions, property: PropertyID?) {
    self.options = options
    self.property = property
    hasUnitlessQuirk =
      options.isQuirks
      && property.map { Self.unitlessQuirk.contains($0) || options.isToken && Self.unitlessInToken.contains($0) }
        ?? false
    hasHashlessColors = options.isQuirks && property.map(Self.hashlessQuirk.contains) ?? false
  }

  /// Quirks Mode Standard, 3.4 The unitless length quirk.
  private static let unitlessQuirk: Set<PropertyID> = [
    .borderBottomWidth, .borderLeftWidth, .borderRightWidth, .borderTopWidth, .borderWidth, .bottom, .fontSize, .height,
    .left, .letterSpacing, .margin, .marginRight, .marginLeft, .marginTop, .marginBottom, .padding, .paddingTop,
    .paddingBottom, .paddingLeft, .paddingRight, .right, .textIndent, .top, .verticalAlign, .width, .wordSpacing,
    .maxWidth, .maxHeight, .minWidth, .minHeight, .borderSpacing, .clip, .backgroundPosition, .backgroundPositionX,
    .backgroundPositionY,
  ]

  /// The properties whose bare numbers are lengths in Token pages beside those.
  private static let unitlessInToken: Set<PropertyID> = [
    .flexBasis, .marginInlineStart, .marginInlineEnd, .marginInline, .marginBlock, .marginBlockStart, .marginBlockEnd,
    .paddingInlineStart, .paddingInlineEnd, .paddingInline, .paddingBlock, .paddingBlockStart, .paddingBlockEnd,
    .insetInlineStart, .insetInlineEnd, .borderRadius, .borderTopLeftRadius, .borderTopRightRadius,
    .borderBottomLeftRadius, .borderBottomRightRadius, .gap, .rowGap, .columnGap,
  ]

  /// Quirks Mode Standard, 3.3 The hashless hex color quirk.
  private static let hashlessQuirk: Set<PropertyID> = [
    .backgroundColor, .borderColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor, .color,
  ]

  /// The whole value of a longhand.
  func parse(_ property: PropertyID, _ cursor: TokenCursor) -> CSSValue? {
    let physical = property.isLogical ? property.definition.horizontalCounterpart ?? property : property
    let grammar = GrammarLibrary.grammar(of: physical)
    var cursor = cursor
    cursor.skipWhitespace()
    // OPTIMIZATION: most values are one keyword of the grammar's top level.
    if cursor.peekKind == .ident, cursor.position + 1 == cursor.end,
      let keyword = grammar.keyword(cursor.stream, cursor.peek)
    {
      return Canonical.value(.keyword(keyword), of: physical)
    }
    // OPTIMIZATION: of a value of one component nothing is put together.
    if cursor.isOneComponent {
      var probe = cursor
      if let value = single(grammar, &probe) { return Canonical.value(value, of: physical) }
      if grammar.hasAllSingles { return nil }
    }
    var items: [CSSValue] = []
    guard match(grammar.root, &cursor, &items, depth: 0) else { return nil }
    cursor.skipWhitespace()
    guard cursor.isAtEnd, let value = Self.joined(items) else { return nil }
    return Canonical.value(value, of: physical)
  }

  /// The first of a grammar's single alternatives that matches here; the cursor stays where there is none.
  func single(_ grammar: Grammar, _ cursor: inout TokenCursor) -> CSSValue? {
    let token = cursor.peek
    let name = token.kind == .ident ? cursor.lowercasedName(token) : nil
    for single in grammar.singles {
      switch single {
      case .keyword(let keyword):
        guard name == keyword else { continue }
        cursor.position += 1
        return .keyword(keyword)
      case .terminal(let terminal, let range):
        var probe = cursor
        guard let value = self.terminal(terminal, range, &probe, depth: 1) else { continue }
        cursor = probe
        return value
      case .function(let node):
        guard token.kind == .function else { continue }
        var items: [CSSValue] = []
        guard match(node, &cursor, &items, depth: 1) else { continue }
        return items.first
      }
    }
    return nil
  }

  /// A value of several items side by side; none of no items.
  static func joined(_ items: [CSSValue]) -> CSSValue? {
    items.count == 1 ? items[0] : (items.isEmpty ? nil : .list(items, .space))
  }

  // MARK: Numbers

  /// A number, percentage, dimension or math function of the given kinds; the cursor stays where there is none.
  func numeric(_ kinds: NumericKinds, _ range: CalcRange = .all, _ cursor: inout TokenCursor) -> CSSValue? {
    cursor.skipWhitespace()
    let token = cursor.peek
    switch token.kind {
    case .number:
      if kinds.number, !kinds.isInteger || token.isInteger {
        guard token.number >= range.low, token.number <= range.high else { return nil }
        cursor.position += 1
        return .number(token.number)
      }
      guard let kind = kinds.dimension else { return nil }
      if kinds.unitlessZero, token.number == 0 {
        guard range.low <= 0, range.high >= 0 else { return nil }
        cursor.position += 1
        return .dimension(0, kind == .angle ? .deg : .px)
      }
      if kind == .length, numbersAreLengths || hasUnitlessQuirk, token.number >= range.low {
        cursor.position += 1
        return .dimension(token.number, .px)
      }
      return nil
    case .percentage:
      if options.isToken, kinds.dimension == .length, let value = viewportPercentage(&cursor) { return value }
      guard kinds.percentage, token.number >= range.low, token.number <= range.high else { return nil }
      cursor.position += 1
      return .percentage(token.number)
    case .dimension:
      guard let kind = kinds.dimension, let unit = cursor.stream.withText(token, { Unit($0) }), unit.kind == kind else {
        return nil
      }
      if kind == .angle, range != .all {
        let degrees = token.number * (unit.canonicalFactor ?? 1)
        guard degrees >= range.low, degrees <= range.high else { return nil }
      } else {
        guard token.number >= range.low, token.number <= range.high else { return nil }
      }
      cursor.position += 1
      return .dimension(token.number, unit)
    case .function:
      let start = cursor
      if let expression = mathFunction(kinds, range, &cursor) { return .math(expression) }
      cursor = start
      return nil
    default: return nil
    }
  }

  /// `100%H` and `100%V` of the Token dialect.
  private func viewportPercentage(_ cursor: inout TokenCursor) -> CSSValue? {
    let next = cursor.peek(1)
    guard next.kind == .ident, next.start == cursor.peek.end else { return nil }
    let unit: Unit
    if cursor.text(next, is: "h") {
      unit = .percentH
    } else if cursor.text(next, is: "v") {
      unit = .percentV
    } else {
      return nil
    }
    let value = cursor.next().number
    cursor.position += 1
    return .dimension(value, unit)
  }

  // MARK: Identifiers and strings

  /// Names that no `<custom-ident>` may be (CSS Values 4, 4.2).
  static let reservedIdents: Set<Name> = [
    "initial", "inherit", "unset", "revert", "revert-layer", "revert-rule", "default",
  ]

  /// A `<custom-ident>` that is none of the excluded ones.
  func customIdent(_ cursor: inout TokenCursor, excluding: Set<Name> = []) -> Name? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .ident else { return nil }
    let lower = cursor.lowercasedName(cursor.peek)
    guard !Self.reservedIdents.contains(lower), !excluding.contains(lower) else { return nil }
    return cursor.name(cursor.next())
  }

  /// A `<dashed-ident>`.
  func dashedIdent(_ cursor: inout TokenCursor) -> Name? {
    cursor.skipWhitespace()
    let token = cursor.peek
    guard token.kind == .ident, cursor.stream.withText(token, { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D })
    else { return nil }
    return cursor.name(cursor.next())
  }

  /// A `<string>`.
  func string(_ cursor: inout TokenCursor) -> CSSValue? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .string else { return nil }
    return .string(cursor.text(cursor.next()))
  }

  /// A `<url>`: `url()` quoted or not, without modifiers; or `src()`.
  func url(_ cursor: inout TokenCursor) -> CSSValue? {
    cursor.skipWhitespace()
    let token = cursor.peek
    if token.kind == .url {
      cursor.position += 1
      return .url(resolved(cursor.text(token)))
    }
    guard token.kind == .function, cursor.text(token, is: "url") else { return nil }
    var probe = cursor
    var contents = probe.consumeBlock()
    guard let string = string(&contents), case .string(let text) = string else { return nil }
    contents.skipWhitespace()
    guard contents.isAtEnd else { return nil }
    cursor = probe
    return .url(resolved(text))
  }

  /// A URL as the site's pages have it: relative ones count from the sheet (CSS Values 4, 4.5.1).
  func resolved(_ url: String) -> String {
    guard let folder = options.urlFolder else { return url }
    return RelativeURL.resolved(url, in: folder)
  }

  /// One of the given keywords, which are in lower case: told apart by their bytes.
  func keyword(_ cursor: inout TokenCursor, _ allowed: [StaticString]) -> Name? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .ident else { return nil }
    let token = cursor.peek
    for word in allowed where cursor.stream.text(token, is: word) {
      cursor.position += 1
      return Name(stringLiteral: word)
    }
    return nil
  }

  /// One of the given keywords.
  func keyword(_ cursor: inout TokenCursor, _ allowed: Set<Name>) -> Name? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .ident else { return nil }
    let name = cursor.lowercasedName(cursor.peek)
    guard allowed.contains(name) else { return nil }
    cursor.position += 1
    return name
  }

  /// The contents of the function with the given name, and the cursor behind it; `nil` where another thing is here.
  func function(_ name: StaticString, _ cursor: inout TokenCursor) -> TokenCursor? {
    cursor.skipWhitespace()
    guard cursor.peekKind == .function, cursor.text(cursor.peek, is: name) else { return nil }
    var contents = cursor.consumeBlock()
    contents.skipWhitespace()
    return contents
  }

  /// The parts of a cursor between the commas at its top level, without white space around them; `nil` where one is empty.
  func commaSeparated(_ cursor: TokenCursor) -> [TokenCursor]? {
    var cursor = cursor
    var parts: [TokenCursor] = []
    while true {
      let part = cursor.over(cursor.skip(until: .comma)).trimmed()
      guard !part.isAtEnd else { return nil }
      parts.append(part)
      if cursor.isAtEnd { return parts }
      cursor.position += 1
    }
  }
}
