/// What the lengths in a query's values count in: of media queries the initial values (Media Queries 4, 1.3), of
/// container queries those of the container.
public struct QueryUnits: Sendable {
  /// Px to an `em`.
  public var fontSize: Double
  /// Px to a `rem`.
  public var rootFontSize: Double
  /// The viewport's width in px.
  public var viewportWidth: Double
  /// The viewport's height in px.
  public var viewportHeight: Double
  /// The width of the query container, of which `cqw` is a hundredth, in px; without a container the viewport's.
  public var containerWidth: Double
  /// The height of the query container, of which `cqh` is a hundredth, in px; without a container the viewport's.
  public var containerHeight: Double

  /// The units of media queries.
  public init(_ environment: Environment) {
    fontSize = environment.initialFontSize
    rootFontSize = environment.initialFontSize
    viewportWidth = environment.viewport.width
    viewportHeight = environment.viewport.height
    containerWidth = environment.viewport.width
    containerHeight = environment.viewport.height
  }

  /// Px to one of a length's unit, or `nil` where it is none.
  func pixels(to unit: String) -> Double? {
    switch unit {
    case "px": 1
    case "em": fontSize
    case "rem": rootFontSize
    case "ex", "ch": fontSize / 2
    case "rex", "rch": rootFontSize / 2
    case "ic", "cap": fontSize
    case "ric", "rcap": rootFontSize
    case "lh": fontSize * 1.2
    case "rlh": rootFontSize * 1.2
    case "in": 96
    case "cm": 96 / 2.54
    case "mm": 9.6 / 2.54
    case "q": 2.4 / 2.54
    case "pt": 96.0 / 72
    case "pc": 16
    case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi": viewportWidth / 100
    case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb": viewportHeight / 100
    case "cqw", "cqi": containerWidth / 100
    case "cqh", "cqb": containerHeight / 100
    case "cqmin": min(containerWidth, containerHeight) / 100
    case "cqmax": max(containerWidth, containerHeight) / 100
    case "vmin", "svmin", "lvmin", "dvmin": min(viewportWidth, viewportHeight) / 100
    case "vmax", "svmax", "lvmax", "dvmax": max(viewportWidth, viewportHeight) / 100
    default: nil
    }
  }
}

/// A value in a query: number, length, resolution, ratio or keyword.
enum QueryValue {
  /// What a number counts.
  enum Kind { case number, length, resolution }
  case quantity(Double, Kind, isInteger: Bool)
  case ratio(Double, Double)
  case keyword(String)

  /// Reads a value that takes the whole cursor.
  static func parse(_ whole: TokenCursor, _ units: QueryUnits) -> QueryValue? {
    var cursor = whole.trimmed()
    if cursor.peekKind == .ident {
      let token = cursor.next()
      return cursor.isAtEnd ? .keyword(cursor.lowercasedName(token).string) : nil
    }
    guard var first = term(&cursor, units, depth: 0) else { return nil }
    // What no screen reaches stands for the infinite; what is not a number is 0 (CSS Values 4, 10.9).
    if !first.value.isFinite { first.value = first.value.isNaN ? 0 : first.value < 0 ? -33_554_432 : 33_554_432 }
    cursor.skipWhitespace()
    if cursor.isAtEnd { return .quantity(first.value, first.kind, isInteger: first.isInteger) }
    guard first.kind == .number, cursor.consumeDelim("/") else { return nil }
    cursor.skipWhitespace()
    guard let second = term(&cursor, units, depth: 0), second.kind == .number else { return nil }
    cursor.skipWhitespace()
    guard cursor.isAtEnd, first.value >= 0, second.value >= 0 else { return nil }
    return .ratio(first.value, second.value)
  }

  private struct Quantity {
    var value: Double
    var kind: Kind
    var isInteger = false
  }

  private static func term(_ cursor: inout TokenCursor, _ units: QueryUnits, depth: Int) -> Quantity? {
    let token = cursor.peek
    switch token.kind {
    case .number:
      cursor.position += 1
      return Quantity(value: token.number, kind: .number, isInteger: token.isInteger)
    case .ident where depth > 0:
      // CSS Values 4, 10.7: numeric constants are allowed only in calculations.
      let constants = [
        "infinity": Double.infinity, "-infinity": -.infinity, "nan": .nan, "pi": .pi, "e": 2.718281828459045,
      ]
      guard let value = constants[cursor.lowercasedName(token).string] else { return nil }
      cursor.position += 1
      return Quantity(value: value, kind: .number)
    case .dimension:
      cursor.position += 1
      let unit = cursor.lowercasedName(token).string
      switch unit {
      case "dppx", "x": return Quantity(value: token.number, kind: .resolution)
      case "dpi": return Quantity(value: token.number / 96, kind: .resolution)
      case "dpcm": return Quantity(value: token.number * 2.54 / 96, kind: .resolution)
      default: return units.pixels(to: unit).map { Quantity(value: token.number * $0, kind: .length) }
      }
    case .function:
      guard depth < 32 else { return nil }
      let name = cursor.lowercasedName(token).string
      let contents = cursor.consumeBlock()
      return function(name, contents, units, depth: depth + 1)
    case .leftParenthesis where depth > 0 && depth < 32:
      var contents = cursor.consumeBlock()
      return sum(&contents, units, depth: depth + 1).flatMap { contents.isAtEnd ? $0 : nil }
    default:
      return nil
    }
  }

  private static func function(
    _ name: String, _ contents: TokenCursor, _ units: QueryUnits, depth: Int
  ) -> Quantity? {
    guard ["calc", "min", "max", "clamp"].contains(name) else { return nil }
    var cursor = contents
    var arguments: [Quantity] = []
    repeat {
      guard let argument = sum(&cursor, units, depth: depth) else { return nil }
      if let first = arguments.first, first.kind != argument.kind { return nil }
      arguments.append(argument)
    } while cursor.consume(.comma) != nil
    guard cursor.isAtEnd else { return nil }
    let kind = arguments[0].kind
    let values = arguments.map(\.value)
    switch name {
    case "calc": return arguments.count == 1 ? Quantity(value: values[0], kind: kind) : nil
    case "min": return Quantity(value: values.reduce(.infinity, Swift.min), kind: kind)
    case "max": return Quantity(value: values.reduce(-.infinity, Swift.max), kind: kind)
    default:
      guard values.count == 3 else { return nil }
      return Quantity(value: Swift.max(values[0], Swift.min(values[1], values[2])), kind: kind)
    }
  }

  private static func sum(_ cursor: inout TokenCursor, _ units: QueryUnits, depth: Int) -> Quantity? {
    guard var total = product(&cursor, units, depth: depth) else { return nil }
    while true {
      let hadSpace = cursor.skipWhitespace()
      let token = cursor.peek
      guard token.isDelim("+") || token.isDelim("-") else { return total }
      guard hadSpace, cursor.peek(1).kind == .whitespace else { return nil }
      cursor.position += 1
      guard let next = product(&cursor, units, depth: depth), next.kind == total.kind else { return nil }
      total.value += token.isDelim("-") ? -next.value : next.value
    }
  }

  private static func product(_ cursor: inout TokenCursor, _ units: QueryUnits, depth: Int) -> Quantity? {
    cursor.skipWhitespace()
    guard var total = term(&cursor, units, depth: depth) else { return nil }
    while true {
      let saved = cursor
      cursor.skipWhitespace()
      let token = cursor.peek
      guard token.isDelim("*") || token.isDelim("/") else {
        cursor = saved
        return total
      }
      cursor.position += 1
      cursor.skipWhitespace()
      guard let next = term(&cursor, units, depth: depth) else { return nil }
      if token.isDelim("*") {
        guard total.kind == .number || next.kind == .number else { return nil }
        total = Quantity(value: total.value * next.value, kind: total.kind == .number ? next.kind : total.kind)
      } else if next.kind == .number {
        total.value /= next.value
      } else if next.kind == total.kind {
        total = Quantity(value: total.value / next.value, kind: .number)
      } else {
        return nil
      }
    }
  }
}
