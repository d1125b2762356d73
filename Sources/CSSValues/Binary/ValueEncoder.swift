import Names

/// Gives strings their numbers in the file that a value is written into.
public protocol ValueStringInterner {
  /// The string's number.
  mutating func number(of string: String) -> UInt32
}

/// Writes values as bytes (`docs/reference/format.md`, *Values*), so that a client reads them without a CSS parser.
///
/// A value is a tag byte and what the tag says; ``ValueDecoder`` reads it back. Names, keywords and units are strings of
/// the file, so that none of this process's numbers is stored.
public struct ValueEncoder {
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Nothing written yet.
  public init() {}

  /// Appends a byte.
  public mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Appends a number of 32 bits in LEB128.
  public mutating func varint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  /// Appends a string's number.
  public mutating func string(_ value: String, _ strings: inout some ValueStringInterner) {
    varint(UInt64(strings.number(of: value)))
  }

  /// Appends a number: whole 64ths of up to 40 bits in LEB128, zigzag, doubled; others as 1 and a double's 8 bytes.
  public mutating func number(_ value: Double) {
    let scaled = value * 64
    if abs(scaled) < 1_099_511_627_776 {
      let whole = Int64(scaled.rounded(.towardZero))
      if (Double(whole) / 64).bitPattern == value.bitPattern {
        let zigzag = UInt64(bitPattern: (whole << 1) ^ (whole >> 63))
        varint(zigzag << 1)
        return
      }
    }
    varint(1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }

  /// Appends a value.
  public mutating func value(_ value: CSSValue, _ strings: inout some ValueStringInterner) {
    switch value {
    case .keyword(let name):
      byte(ValueTag.keyword)
      string(name.string, &strings)
    case .identifier(let name):
      byte(ValueTag.identifier)
      string(name.string, &strings)
    case .number(let number):
      byte(ValueTag.number)
      self.number(number)
    case .percentage(let number):
      byte(ValueTag.percentage)
      self.number(number)
    case .dimension(let number, .px):
      byte(ValueTag.pixels)
      self.number(number)
    case .dimension(let number, let unit):
      byte(ValueTag.dimension)
      string(unit.text, &strings)
      self.number(number)
    case .math(let expression):
      byte(ValueTag.math)
      byte((expression.isInteger ? 1 : 0) | (expression.percentagesAreOpaque ? 2 : 0))
      number(expression.range.low)
      number(expression.range.high)
      node(expression.root, &strings)
    case .color(let color):
      byte(ValueTag.color)
      self.color(color, &strings)
    case .string(let text):
      byte(ValueTag.string)
      string(text, &strings)
    case .url(let text):
      byte(ValueTag.url)
      string(text, &strings)
    case .slash: byte(ValueTag.slash)
    case .list(let items, let separator):
      byte(separator == .comma ? ValueTag.commaList : ValueTag.spaceList)
      list(items, &strings)
    case .function(let name, let arguments, let separator):
      byte(separator == .comma ? ValueTag.commaFunction : ValueTag.spaceFunction)
      string(name.string, &strings)
      list(arguments, &strings)
    case .lineNames(let names):
      byte(ValueTag.lineNames)
      varint(UInt64(names.count))
      for name in names { string(name.string, &strings) }
    case .raw(let text):
      byte(ValueTag.raw)
      string(text, &strings)
    }
  }

  private mutating func list(_ items: [CSSValue], _ strings: inout some ValueStringInterner) {
    varint(UInt64(items.count))
    for item in items { value(item, &strings) }
  }

  // MARK: Calculations

  private mutating func node(_ node: CalcNode, _ strings: inout some ValueStringInterner) {
    switch node {
    case .number(let number):
      byte(CalcTag.number)
      self.number(number)
    case .length(let number):
      byte(CalcTag.pixels)
      self.number(number)
    case .percentage(let number):
      byte(CalcTag.percentage)
      self.number(number)
    case .dimension(let number, let unit):
      byte(CalcTag.dimension)
      string(unit.text, &strings)
      self.number(number)
    case .variable(let variable):
      byte(CalcTag.variable)
      byte(variable.rawValue)
    case .sum(let nodes): self.nodes(CalcTag.sum, nodes, &strings)
    case .product(let nodes): self.nodes(CalcTag.product, nodes, &strings)
    case .negate(let inner): nodes(CalcTag.negate, [inner], &strings)
    case .invert(let inner): nodes(CalcTag.invert, [inner], &strings)
    case .min(let nodes): self.nodes(CalcTag.min, nodes, &strings)
    case .max(let nodes): self.nodes(CalcTag.max, nodes, &strings)
    case .clamp(let low, let value, let high):
      byte(CalcTag.clamp)
      byte((low == nil ? 0 : 1) | (high == nil ? 0 : 2))
      if let low { self.node(low, &strings) }
      self.node(value, &strings)
      if let high { self.node(high, &strings) }
    case .round(let strategy, let value, let step):
      byte(CalcTag.round)
      byte(strategy.rawValue)
      self.node(value, &strings)
      self.node(step, &strings)
    case .function(let function, let arguments):
      byte(CalcTag.function)
      string(function.rawValue, &strings)
      varint(UInt64(arguments.count))
      for argument in arguments { self.node(argument, &strings) }
    }
  }

  private mutating func nodes(_ tag: UInt8, _ nodes: [CalcNode], _ strings: inout some ValueStringInterner) {
    byte(tag)
    varint(UInt64(nodes.count))
    for node in nodes { self.node(node, &strings) }
  }

  // MARK: Colours

  private mutating func color(_ color: ColorValue, _ strings: inout some ValueStringInterner) {
    switch color {
    case .currentColor: byte(ColorTag.currentColor)
    case .absolute(let color):
      if let channels = Self.bytes(of: color) {
        byte(ColorTag.bytes)
        bytes.append(contentsOf: channels)
      } else {
        byte(ColorTag.components)
        byte(color.space.rawValue)
        for number in [color.first, color.second, color.third, color.alpha] { self.number(number) }
      }
    case .named(let name):
      byte(ColorTag.named)
      string(name.string, &strings)
    case .system(let name):
      byte(ColorTag.system)
      string(name.string, &strings)
    case .lightDark(let light, let dark):
      byte(ColorTag.lightDark)
      self.color(light, &strings)
      self.color(dark, &strings)
    case .mix(let space, let hue, let items):
      byte(ColorTag.mix)
      byte(space.rawValue)
      byte(hue.rawValue)
      varint(UInt64(items.count))
      for item in items {
        self.color(item.color, &strings)
        optional(item.percentage, &strings)
      }
    case .function(let function, let origin, let channels, let alpha):
      byte(ColorTag.function)
      byte(Self.number(of: function))
      if case .color(let space) = function { byte(space.rawValue) }
      byte(origin == nil ? 0 : 1)
      if let origin { self.color(origin, &strings) }
      list(channels, &strings)
      optional(alpha, &strings)
    case .contrast(let color):
      byte(ColorTag.contrast)
      self.color(color, &strings)
    }
  }

  private mutating func optional(_ value: CSSValue?, _ strings: inout some ValueStringInterner) {
    byte(value == nil ? 0 : 1)
    if let value { self.value(value, &strings) }
  }

  /// Red, green, blue and alpha of an opaque or fully transparent legacy colour in 255ths.
  private static func bytes(of color: Color) -> [UInt8]? {
    guard color.space == .legacySRGB else { return nil }
    var result: [UInt8] = []
    for component in [color.first, color.second, color.third, color.alpha] {
      let scaled = (component * 255).rounded()
      guard scaled >= 0, scaled <= 255, (scaled / 255).bitPattern == component.bitPattern else { return nil }
      result.append(UInt8(scaled))
    }
    return result
  }

  static func number(of function: ColorFunction) -> UInt8 {
    switch function {
    case .rgb: 0
    case .hsl: 1
    case .hwb: 2
    case .lab: 3
    case .lch: 4
    case .oklab: 5
    case .oklch: 6
    case .color: 7
    }
  }
}

/// The first byte of a value.
enum ValueTag {
  static let keyword: UInt8 = 1
  static let identifier: UInt8 = 2
  static let number: UInt8 = 3
  static let percentage: UInt8 = 4
  static let pixels: UInt8 = 5
  static let dimension: UInt8 = 6
  static let math: UInt8 = 7
  static let color: UInt8 = 8
  static let string: UInt8 = 9
  static let url: UInt8 = 10
  static let slash: UInt8 = 11
  static let spaceList: UInt8 = 12
  static let commaList: UInt8 = 13
  static let spaceFunction: UInt8 = 14
  static let commaFunction: UInt8 = 15
  static let lineNames: UInt8 = 16
  static let raw: UInt8 = 17
}

/// The first byte of a calculation's node.
enum CalcTag {
  static let number: UInt8 = 1
  static let pixels: UInt8 = 2
  static let percentage: UInt8 = 3
  static let dimension: UInt8 = 4
  static let variable: UInt8 = 5
  static let sum: UInt8 = 6
  static let product: UInt8 = 7
  static let negate: UInt8 = 8
  static let invert: UInt8 = 9
  static let min: UInt8 = 10
  static let max: UInt8 = 11
  static let clamp: UInt8 = 12
  static let round: UInt8 = 13
  static let function: UInt8 = 14
}

/// The first byte of a colour.
enum ColorTag {
  static let currentColor: UInt8 = 1
  static let bytes: UInt8 = 2
  static let components: UInt8 = 3
  static let named: UInt8 = 4
  static let system: UInt8 = 5
  static let lightDark: UInt8 = 6
  static let mix: UInt8 = 7
  static let function: UInt8 = 8
  static let contrast: UInt8 = 9
}
