/// The text of a value with its numbers taken out: `calc(100% - 40px)` is the shape `calc(?% - ?px)` with 100 and 40. What a
/// shape stands for is worked out when a page is built, so that a device puts numbers in and parses no CSS.
public struct ValueShape: Hashable, Sendable {
  /// In lower case, with `?` for each number and single spaces.
  public let text: String
  /// The numbers in order, their signs included where they are signs and no operators.
  public let numbers: [Double]
  /// The text around the numbers, as it was written: one more than there are numbers.
  let pieces: [String]

  /// Values with more numbers, or of more bytes, have no shape.
  public static let maximumNumbers = 8
  /// In bytes of UTF-8.
  public static let maximumLength = 256

  /// The shape of a colour that is the whole value.
  public static let color = "<color>"
  /// The shape of a font: a family and a size in px.
  public static let font = "<font>"

  /// The numbers that stand for others in a shape's declarations.
  public static let placeholders: [Double] = [211, 223, 227, 229, 233, 239, 241, 251]

  /// The shape of a text; `nil` for one that is too long.
  public init?(_ value: String) {
    let bytes = Array(value.utf8)
    guard bytes.count <= Self.maximumLength else { return nil }
    var pieces: [[UInt8]] = [[]]
    var numbers: [Double] = []
    var position = 0
    while position < bytes.count {
      let length = Self.numberLength(bytes, position)
      if length > 0 {
        guard numbers.count < Self.maximumNumbers,
          let number = Double(String(decoding: bytes[position..<position + length], as: UTF8.self)), number.isFinite
        else { return nil }
        numbers.append(number)
        pieces.append([])
        position += length
      } else {
        pieces[pieces.count - 1].append(bytes[position])
        position += 1
      }
    }
    self.numbers = numbers
    self.pieces = pieces.map { String(decoding: $0, as: UTF8.self) }
    text = Self.normalized(pieces)
  }

  /// The text with other numbers in the places of its own; each replaces one.
  public func text(with others: [String]) -> String {
    var result = pieces[0]
    for (number, piece) in zip(others, pieces.dropFirst()) { result += number + piece }
    return result
  }

  /// The pieces in lower case with marks for numbers between them, runs of white space as one space, none at the ends.
  private static func normalized(_ pieces: [[UInt8]]) -> String {
    var result: [UInt8] = []
    var isSpacePending = false
    func append(_ byte: UInt8) {
      if isSpacePending, !result.isEmpty { result.append(0x20) }
      isSpacePending = false
      result.append(byte)
    }
    for (index, piece) in pieces.enumerated() {
      if index > 0 { append(UInt8(ascii: "?")) }
      for byte in piece {
        if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
          isSpacePending = true
        } else {
          append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        }
      }
    }
    while let last = result.last, last == UInt8(ascii: ";") || last == 0x20 { result.removeLast() }
    return String(decoding: result, as: UTF8.self)
  }

  /// The length of the number that begins at a place, 0 for none.
  private static func numberLength(_ bytes: [UInt8], _ start: Int) -> Int {
    func isDigit(_ position: Int) -> Bool {
      position < bytes.count && bytes[position] >= 0x30 && bytes[position] <= 0x39
    }
    func isNamePart(_ byte: UInt8) -> Bool {
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "#")
        || byte >= 0x80 || (byte >= 0x30 && byte <= 0x39)
    }
    let previous = start > 0 ? bytes[start - 1] : 0x20
    guard !isNamePart(previous) else { return 0 }
    var position = start
    if bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      // Behind a value a sign is an operator.
      guard previous != UInt8(ascii: "%"), previous != UInt8(ascii: ")"), previous != UInt8(ascii: "-") else {
        return 0
      }
      position += 1
    }
    let digits = position
    while isDigit(position) { position += 1 }
    var hasDigits = position > digits
    if position < bytes.count, bytes[position] == UInt8(ascii: "."), isDigit(position + 1) {
      hasDigits = true
      position += 1
      while isDigit(position) { position += 1 }
    }
    guard hasDigits else { return 0 }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      let sign = position + 1 < bytes.count && (bytes[position + 1] == 0x2D || bytes[position + 1] == 0x2B) ? 1 : 0
      if isDigit(position + 1 + sign) {
        position += 1 + sign
        while isDigit(position) { position += 1 }
      }
    }
    return position - start
  }
}

extension CSSValue {
  /// The value with each of ``ValueShape/placeholders`` replaced by the number in its place.
  public func fillingNumbers(_ numbers: [Double]) -> CSSValue {
    func fill(_ value: Double) -> Double { Self.filled(value, numbers) }
    switch self {
    case .number(let value): return .number(fill(value))
    case .percentage(let value): return .percentage(fill(value))
    case .dimension(let value, let unit): return .dimension(fill(value), unit)
    case .math(let expression):
      return .math(
        CalcExpression(
          expression.root.fillingNumbers(numbers), range: expression.range, isInteger: expression.isInteger,
          percentagesAreOpaque: expression.percentagesAreOpaque))
    case .list(let items, let separator): return .list(items.map { $0.fillingNumbers(numbers) }, separator)
    case .function(let name, let arguments, let separator):
      return .function(name, arguments.map { $0.fillingNumbers(numbers) }, separator)
    case .keyword, .identifier, .color, .string, .url, .slash, .lineNames, .raw: return self
    }
  }

  static func filled(_ value: Double, _ numbers: [Double]) -> Double {
    guard let place = ValueShape.placeholders.firstIndex(of: abs(value)), place < numbers.count else { return value }
    return value < 0 ? -numbers[place] : numbers[place]
  }
}

extension CalcNode {
  func fillingNumbers(_ numbers: [Double]) -> CalcNode {
    func fill(_ value: Double) -> Double { CSSValue.filled(value, numbers) }
    func fill(_ nodes: [CalcNode]) -> [CalcNode] { nodes.map { $0.fillingNumbers(numbers) } }
    switch self {
    case .number(let value): return .number(fill(value))
    case .length(let value): return .length(fill(value))
    case .percentage(let value): return .percentage(fill(value))
    case .dimension(let value, let unit): return .dimension(fill(value), unit)
    case .variable: return self
    case .sum(let nodes): return .sum(fill(nodes))
    case .product(let nodes): return .product(fill(nodes))
    case .negate(let node): return .negate(node.fillingNumbers(numbers))
    case .invert(let node): return .invert(node.fillingNumbers(numbers))
    case .min(let nodes): return .min(fill(nodes))
    case .max(let nodes): return .max(fill(nodes))
    case .clamp(let low, let value, let high):
      return .clamp(
        min: low?.fillingNumbers(numbers), value: value.fillingNumbers(numbers), max: high?.fillingNumbers(numbers))
    case .round(let strategy, let value, let step):
      return .round(strategy, value.fillingNumbers(numbers), step.fillingNumbers(numbers))
    case .function(let function, let arguments): return .function(function, fill(arguments))
    }
  }
}
