import Names

/// Why bytes are not a value.
public enum ValueDecodingError: Error, Hashable, Sendable {
  /// They end within a value.
  case truncated
  /// A tag, unit, function or other number that this version does not know.
  case unknown
  /// A string's number that is not in the table.
  case string
  /// More nesting or more items than any page has.
  case tooLarge
}

/// Reads values that ``ValueEncoder`` wrote. Whatever the bytes are, it answers or throws, in time and memory that are
/// bounded by their number.
public struct ValueDecoder {
  /// Values nested deeper than this are refused.
  public static let maximumDepth = 128

  private let bytes: [UInt8]
  private let strings: (UInt32) -> String?
  private(set) var position = 0
  private var depth = 0

  /// A decoder of bytes; `strings` gives the strings of the file by their numbers.
  public init(_ bytes: [UInt8], strings: @escaping (UInt32) -> String?) {
    self.bytes = bytes
    self.strings = strings
  }

  /// Whether everything was read.
  public var isAtEnd: Bool { position >= bytes.count }

  /// The next byte.
  public mutating func byte() throws(ValueDecodingError) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    position += 1
    return bytes[position - 1]
  }

  /// The next number in LEB128.
  public mutating func varint() throws(ValueDecodingError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw .tooLarge
  }

  /// The next string.
  public mutating func string() throws(ValueDecodingError) -> String {
    let number = try varint()
    guard number <= UInt64(UInt32.max), let string = strings(UInt32(number)) else { throw .string }
    return string
  }

  /// The next number.
  public mutating func number() throws(ValueDecodingError) -> Double {
    let head = try varint()
    if head & 1 == 0 {
      let zigzag = head >> 1
      return Double(Int64(zigzag >> 1) ^ -Int64(zigzag & 1)) / 64
    }
    guard head == 1, bytes.count - position >= 8 else { throw head == 1 ? .truncated : .unknown }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(index * 8) }
    position += 8
    return Double(bitPattern: bits)
  }

  /// The number of items that follow: each takes a byte at least.
  public mutating func count() throws(ValueDecodingError) -> Int {
    let count = try varint()
    guard count <= UInt64(bytes.count - position) else { throw .truncated }
    return Int(count)
  }

  /// The next value.
  public mutating func value() throws(ValueDecodingError) -> CSSValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw .tooLarge }
    switch try byte() {
    case ValueTag.keyword: return .keyword(Name(try string()))
    case ValueTag.identifier: return .identifier(Name(try string()))
    case ValueTag.number: return .number(try number())
    case ValueTag.percentage: return .percentage(try number())
    case ValueTag.pixels: return .dimension(try number(), .px)
    case ValueTag.dimension:
      let unit = try unit()
      return .dimension(try number(), unit)
    case ValueTag.math: return .math(try expression())
    case ValueTag.color: return .color(try color())
    case ValueTag.string: return .string(try string())
    case ValueTag.url: return .url(try string())
    case ValueTag.slash: return .slash
    case ValueTag.spaceList: return .list(try list(), .space)
    case ValueTag.commaList: return .list(try list(), .comma)
    case ValueTag.spaceFunction:
      let name = Name(try string())
      return .function(name, try list(), .space)
    case ValueTag.commaFunction:
      let name = Name(try string())
      return .function(name, try list(), .comma)
    case ValueTag.lineNames:
      var names: [Name] = []
      for _ in 0..<(try count()) { names.append(Name(try string())) }
      return .lineNames(names)
    case ValueTag.raw: return .raw(try string())
    default: throw .unknown
    }
  }

  private mutating func list() throws(ValueDecodingError) -> [CSSValue] {
    var items: [CSSValue] = []
    for _ in 0..<(try count()) { items.append(try value()) }
    return items
  }

  private static let units = Dictionary(Unit.allCases.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })

  private mutating func unit() throws(ValueDecodingError) -> Unit {
    guard let unit = Self.units[try string()] else { throw .unknown }
    return unit
  }

  // MARK: Calculations

  private mutating func expression() throws(ValueDecodingError) -> CalcExpression {
    let flags = try byte()
    let low = try number()
    let high = try number()
    let root = try node()
    return CalcExpression(
      root, range: CalcRange(low, high), isInteger: flags & 1 != 0, percentagesAreOpaque: flags & 2 != 0)
  }

  private mutating func node() throws(ValueDecodingError) -> CalcNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw .tooLarge }
    switch try byte() {
    case CalcTag.number: return .number(try number())
    case CalcTag.pixels: return .length(try number())
    case CalcTag.percentage: return .percentage(try number())
    case CalcTag.dimension:
      let unit = try unit()
      return .dimension(try number(), unit)
    case CalcTag.variable:
      guard let variable = CalcVariable(rawValue: try byte()) else { throw .unknown }
      return .variable(variable)
    case CalcTag.sum: return .sum(try nodes())
    case CalcTag.product: return .product(try nodes())
    case CalcTag.negate: return .negate(try single())
    case CalcTag.invert: return .invert(try single())
    case CalcTag.min: return .min(try nodes())
    case CalcTag.max: return .max(try nodes())
    case CalcTag.clamp:
      let parts = try byte()
      let low = parts & 1 != 0 ? try node() : nil
      let value = try node()
      return .clamp(min: low, value: value, max: parts & 2 != 0 ? try node() : nil)
    case CalcTag.round:
      guard let strategy = RoundingStrategy(rawValue: try byte()) else { throw .unknown }
      let value = try node()
      return .round(strategy, value, try node())
    case CalcTag.function:
      guard let function = MathFunction(rawValue: try string()) else { throw .unknown }
      return .function(function, try nodes())
    default: throw .unknown
    }
  }

  private mutating func nodes() throws(ValueDecodingError) -> [CalcNode] {
    var nodes: [CalcNode] = []
    for _ in 0..<(try count()) { nodes.append(try node()) }
    return nodes
  }

  private mutating func single() throws(ValueDecodingError) -> CalcNode {
    guard let node = try nodes().first else { throw .unknown }
    return node
  }

  // MARK: Colours

  private mutating func color() throws(ValueDecodingError) -> ColorValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw .tooLarge }
    switch try byte() {
    case ColorTag.currentColor: return .currentColor
    case ColorTag.bytes:
      let red = Double(try byte()) / 255
      let green = Double(try byte()) / 255
      let blue = Double(try byte()) / 255
      return .absolute(Color(.legacySRGB, red, green, blue, alpha: Double(try byte()) / 255))
    case ColorTag.components:
      let space = try space()
      let first = try number()
      let second = try number()
      let third = try number()
      return .absolute(Color(space, first, second, third, alpha: try number()))
    case ColorTag.named: return .named(Name(try string()))
    case ColorTag.system: return .system(Name(try string()))
    case ColorTag.lightDark:
      let light = try color()
      return .lightDark(light, try color())
    case ColorTag.mix:
      let space = try space()
      guard let hue = HueInterpolation(rawValue: try byte()) else { throw .unknown }
      var items: [ColorMixItem] = []
      for _ in 0..<(try count()) {
        let color = try color()
        items.append(ColorMixItem(color: color, percentage: try optional()))
      }
      return .mix(space: space, hue: hue, items)
    case ColorTag.function:
      let function = try colorFunction()
      let origin = try byte() == 0 ? nil : try color()
      let channels = try list()
      return .function(function, origin: origin, channels: channels, alpha: try optional())
    case ColorTag.contrast: return .contrast(try color())
    default: throw .unknown
    }
  }

  private mutating func space() throws(ValueDecodingError) -> Color.Space {
    guard let space = Color.Space(rawValue: try byte()) else { throw .unknown }
    return space
  }

  private mutating func colorFunction() throws(ValueDecodingError) -> ColorFunction {
    switch try byte() {
    case 0: return .rgb
    case 1: return .hsl
    case 2: return .hwb
    case 3: return .lab
    case 4: return .lch
    case 5: return .oklab
    case 6: return .oklch
    case 7: return .color(try space())
    default: throw .unknown
    }
  }

  private mutating func optional() throws(ValueDecodingError) -> CSSValue? {
    try byte() == 0 ? nil : try value()
  }
}
