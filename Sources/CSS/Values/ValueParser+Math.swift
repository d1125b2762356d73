import CSSValues
import Names

/// CSS Values 4, 10: math functions to calculation trees with their types checked.
extension ValueParser {
  /// A math function whose type is among `kinds`, or `nil`.
  func mathFunction(_ kinds: NumericKinds, _ range: CalcRange, _ cursor: inout TokenCursor) -> CalcExpression? {
    var parser = CalcParser(percentageKind: kinds.percentage ? kinds.dimension : nil, isToken: options.isToken)
    parser.allowsPercentage = kinds.percentage
    guard let (node, type) = parser.function(&cursor, depth: 0) else { return nil }
    let matches =
      (kinds.number && type.isNumber) || (kinds.percentage && type == .percentage)
      || (kinds.dimension.map { type == CalcType($0) } ?? false)
      || (numbersAreLengths && kinds.dimension == .length && type.isNumber)
    guard matches else { return nil }
    return CalcExpression(
      node, range: range, isInteger: kinds.isInteger,
      percentagesAreOpaque: kinds.percentage && kinds.dimension != nil)
  }
}

/// Reads calculations.
struct CalcParser {
  /// What percentages stand for, where not for themselves.
  let percentageKind: Unit.Kind?
  let isToken: Bool
  /// The keywords that stand for numbers: channels of a relative colour.
  var variables: [Name: CalcVariable] = [:]
  /// Whether percentages are allowed at all.
  var allowsPercentage = true
  /// Whether `size` stands for a length, as in `calc-size()`.
  var sizeIsVariable = false

  init(percentageKind: Unit.Kind?, isToken: Bool) {
    self.percentageKind = percentageKind
    self.isToken = isToken
  }

  typealias Typed = (node: CalcNode, type: CalcType)

  private var percentageType: CalcType { percentageKind.map { CalcType($0) } ?? .percentage }

  private static let functions: [Name: MathFunction] = {
    var table: [Name: MathFunction] = [:]
    for function in MathFunction.allCases { table[Name(function.rawValue)] = function }
    return table
  }()

  /// The names of all math functions.
  static let names: Set<Name> = Set(functions.keys).union([
    "calc", "-webkit-calc", "min", "max", "clamp", "round", "sibling-index", "sibling-count",
  ])

  /// A math function; the cursor is at its token.
  mutating func function(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    guard depth < ValueParser.maximumDepth else { return nil }
    let token = cursor.peek
    guard token.kind == .function else { return nil }
    let name = cursor.lowercasedName(token)
    guard Self.names.contains(name) else { return nil }
    var contents = cursor.consumeBlock()
    let result = arguments(of: name, &contents, depth: depth + 1)
    contents.skipWhitespace()
    return contents.isAtEnd ? result : nil
  }

  private mutating func arguments(of name: Name, _ cursor: inout TokenCursor, depth: Int) -> Typed? {
    switch name {
    case "calc", "-webkit-calc": return sum(&cursor, depth: depth)
    case "min", "max":
      guard let (nodes, type) = uniform(&cursor, depth: depth) else { return nil }
      return (name == "min" ? .min(nodes) : .max(nodes), type)
    case "clamp": return clamp(&cursor, depth: depth)
    case "round": return round(&cursor, depth: depth)
    case "sibling-index": return (.variable(.siblingIndex), .number)
    case "sibling-count": return (.variable(.siblingCount), .number)
    case "random": return random(&cursor, depth: depth)
    default:
      guard let function = Self.functions[name], let list = list(&cursor, depth: depth) else { return nil }
      return typed(function, list)
    }
  }

  private func typed(_ function: MathFunction, _ list: [Typed]) -> Typed? {
    let nodes = list.map(\.node)
    let type = list[0].type
    let isUniform = list.allSatisfy { $0.type == type }
    switch function {
    case .sin, .cos, .tan:
      guard list.count == 1, type.isNumber || type == CalcType(.angle) else { return nil }
      return (.function(function, nodes), .number)
    case .asin, .acos, .atan:
      guard list.count == 1, type.isNumber else { return nil }
      return (.function(function, nodes), CalcType(.angle))
    case .atan2:
      guard list.count == 2, isUniform else { return nil }
      return (.function(function, nodes), CalcType(.angle))
    case .pow:
      guard list.count == 2, isUniform, type.isNumber else { return nil }
      return (.function(function, nodes), .number)
    case .sqrt, .exp:
      guard list.count == 1, type.isNumber else { return nil }
      return (.function(function, nodes), .number)
    case .log:
      guard list.count <= 2, isUniform, type.isNumber else { return nil }
      return (.function(function, nodes), .number)
    case .hypot: return isUniform ? (.function(function, nodes), type) : nil
    case .mod, .rem: return list.count == 2 && isUniform ? (.function(function, nodes), type) : nil
    case .abs: return list.count == 1 ? (.function(function, nodes), type) : nil
    case .sign: return list.count == 1 ? (.function(function, nodes), .number) : nil
    case .random: return nil
    case .progress: return list.count == 3 && isUniform ? (.function(function, nodes), .number) : nil
    }
  }

  /// `random([<options>,]? <min>, <max>, <step>?)` (CSS Values 5, 9.3).
  ///
  /// DEVIATION: a build gives the same bytes always, so the base value is made of the function's key, not of chance.
  private mutating func random(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    cursor.skipWhitespace()
    var base: CalcNode?
    if cursor.consumeIdent("fixed") {
      guard let number = sum(&cursor, depth: depth), number.type.isNumber else { return nil }
      if case .number(let value) = number.node, value < 0 || value > 1 { return nil }
      base = number.node
    } else {
      var key: UInt64 = 0xcbf2_9ce4_8422_2325
      var words = 0
      while cursor.peekKind == .ident, Self.isRandomKey(cursor) {
        let name = cursor.next()
        cursor.stream.withText(name) { for byte in $0 { key = (key ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        words += 1
        cursor.skipWhitespace()
      }
      guard words <= 3 else { return nil }
      if words > 0 { base = .number(Double(key >> 11) / Double(1 << 53)) }
    }
    if base != nil {
      cursor.skipWhitespace()
      guard cursor.consume(.comma) != nil else { return nil }
    }
    guard let (nodes, type) = uniform(&cursor, depth: depth), nodes.count == 2 || nodes.count == 3 else { return nil }
    return (.function(.random, [base ?? .number(0.5)] + nodes), type)
  }

  private static func isRandomKey(_ cursor: TokenCursor) -> Bool {
    let token = cursor.peek
    return cursor.text(token, is: "auto") || cursor.text(token, is: "element-shared")
      || cursor.text(token, is: "element-scoped") || cursor.text(token, is: "property-scoped")
      || cursor.stream.withText(token) { $0.starts(with: [0x2D, 0x2D]) || $0.starts(with: [0x75, 0x61, 0x2D]) }
  }

  private mutating func clamp(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    var parts: [Typed?] = []
    while parts.count < 3 {
      cursor.skipWhitespace()
      if parts.count != 1, cursor.consumeIdent("none") {
        parts.append(nil)
      } else {
        guard let part = sum(&cursor, depth: depth) else { return nil }
        parts.append(part)
      }
      cursor.skipWhitespace()
      if parts.count < 3 { guard cursor.consume(.comma) != nil else { return nil } }
    }
    guard let value = parts[1], parts.allSatisfy({ $0 == nil || $0?.type == value.type }) else { return nil }
    return (.clamp(min: parts[0]?.node, value: value.node, max: parts[2]?.node), value.type)
  }

  private mutating func round(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    var strategy = RoundingStrategy.nearest
    cursor.skipWhitespace()
    let start = cursor
    if cursor.peekKind == .ident {
      let name = cursor.lowercasedName(cursor.next())
      cursor.skipWhitespace()
      let named: RoundingStrategy? =
        switch name {
        case "nearest": .nearest
        case "up": .up
        case "down": .down
        case "to-zero": .toZero
        default: nil
        }
      if let named {
        strategy = named
        guard cursor.consume(.comma) != nil else { return nil }
      } else {
        cursor = start
      }
    }
    guard let list = list(&cursor, depth: depth), let first = list.first, list.count <= 2 else { return nil }
    if list.count == 1 {
      guard first.type.isNumber else { return nil }
      return (.round(strategy, first.node, .number(1)), .number)
    }
    guard first.type == list[1].type else { return nil }
    return (.round(strategy, first.node, list[1].node), first.type)
  }

  private mutating func uniform(_ cursor: inout TokenCursor, depth: Int) -> ([CalcNode], CalcType)? {
    guard let list = list(&cursor, depth: depth), let type = list.first?.type,
      list.allSatisfy({ $0.type == type })
    else { return nil }
    return (list.map(\.node), type)
  }

  /// One or more calculations between commas, to the end.
  private mutating func list(_ cursor: inout TokenCursor, depth: Int) -> [Typed]? {
    var list: [Typed] = []
    while true {
      guard let item = sum(&cursor, depth: depth) else { return nil }
      list.append(item)
      cursor.skipWhitespace()
      if cursor.isAtEnd { return list }
      guard cursor.consume(.comma) != nil else { return nil }
    }
  }

  /// `<calc-sum>`: the operators `+` and `-` have white space on both sides.
  mutating func sum(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    guard depth < ValueParser.maximumDepth, let first = product(&cursor, depth: depth) else { return nil }
    var terms = [first.node]
    while true {
      let start = cursor
      let hasSpace = cursor.skipWhitespace()
      let isPlus = cursor.peek.isDelim("+")
      guard isPlus || cursor.peek.isDelim("-"), hasSpace || isToken else {
        cursor = start
        break
      }
      cursor.position += 1
      guard cursor.skipWhitespace() || isToken, var term = product(&cursor, depth: depth) else { return nil }
      // In a Token page a bare number is a length in px.
      if isToken, term.type.isNumber, first.type == CalcType(.length) {
        term = (.product([.length(1), term.node]), first.type)
      }
      guard term.type == first.type else { return nil }
      terms.append(isPlus ? term.node : .negate(term.node))
    }
    return (terms.count == 1 ? terms[0] : .sum(terms), first.type)
  }

  /// `<calc-product>`.
  private mutating func product(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    guard let first = value(&cursor, depth: depth) else { return nil }
    var factors = [first.node]
    var type = first.type
    while true {
      let start = cursor
      cursor.skipWhitespace()
      let isTimes = cursor.peek.isDelim("*")
      guard isTimes || cursor.peek.isDelim("/") else {
        cursor = start
        break
      }
      cursor.position += 1
      guard let factor = value(&cursor, depth: depth) else { return nil }
      factors.append(isTimes ? factor.node : .invert(factor.node))
      type = type * (isTimes ? factor.type : factor.type.inverted)
    }
    return (factors.count == 1 ? factors[0] : .product(factors), type)
  }

  /// `<calc-value>`.
  private mutating func value(_ cursor: inout TokenCursor, depth: Int) -> Typed? {
    cursor.skipWhitespace()
    let token = cursor.peek
    switch token.kind {
    case .number:
      cursor.position += 1
      return (.number(token.number), .number)
    case .percentage:
      if isToken, let value = viewportValue(&cursor) { return value }
      guard allowsPercentage else { return nil }
      cursor.position += 1
      return (.percentage(token.number), percentageType)
    case .dimension:
      guard let unit = cursor.stream.withText(token, { Unit($0) }) else { return nil }
      cursor.position += 1
      return (unit == .px ? .length(token.number) : .dimension(token.number, unit), CalcType(unit.kind))
    case .ident:
      if sizeIsVariable, cursor.consumeIdent("size") { return (.variable(.size), CalcType(.length)) }
      guard let node = constant(cursor.lowercasedName(token)) else { return nil }
      cursor.position += 1
      return (node, .number)
    case .leftParenthesis:
      var contents = cursor.consumeBlock()
      guard let result = sum(&contents, depth: depth + 1) else { return nil }
      contents.skipWhitespace()
      return contents.isAtEnd ? result : nil
    case .function: return function(&cursor, depth: depth + 1)
    default: return nil
    }
  }

  /// `100%H` and `100%V` of the Token dialect. Without white space the tokenizer takes what follows for part of the
  /// name: in `100%H-30px` it is `H-30px`, which is read again behind the letter.
  private func viewportValue(_ cursor: inout TokenCursor) -> Typed? {
    let next = cursor.peek(1)
    guard next.kind == .ident, next.start == cursor.peek.end else { return nil }
    let text = Array(cursor.text(next).utf8)
    let unit: Unit
    switch text[0] | 0x20 {
    case UInt8(ascii: "h"): unit = .percentH
    case UInt8(ascii: "v"): unit = .percentV
    default: return nil
    }
    let value = CalcNode.dimension(cursor.peek.number, unit)
    guard text.count > 1 else {
      cursor.position += 2
      return (value, CalcType(.length))
    }
    guard text[1] == UInt8(ascii: "-") else { return nil }
    let rest = TokenStream(Array(text[1...])).tokens
    guard rest.count == 1, rest[0].kind == .dimension || rest[0].kind == .number else { return nil }
    let term: CalcNode
    if rest[0].kind == .number {
      term = .length(rest[0].number)
    } else {
      guard
        let unit = text[(1 + Int(rest[0].textStart))..<(1 + Int(rest[0].textEnd))].withUnsafeBufferPointer({ Unit($0) }
        ),
        unit.kind == .length
      else { return nil }
      term = unit == .px ? .length(rest[0].number) : .dimension(rest[0].number, unit)
    }
    cursor.position += 2
    return (.sum([value, term]), CalcType(.length))
  }

  private func constant(_ name: Name) -> CalcNode? {
    if let variable = variables[name] { return .variable(variable) }
    return switch name {
    case "e": .number(2.718281828459045)
    case "pi": .number(.pi)
    case "infinity": .number(.infinity)
    case "-infinity": .number(-.infinity)
    case "nan": .number(.nan)
    default: nil
    }
  }
}
