import CSSValues

/// What a property's value of one shape stands for: worked out when the page is built, so that a device that is given
/// `12px` by data needs no CSS parser.
public struct PageValueShape: Sendable, Hashable {
  /// What a number in a shape may be. The raw value is stored.
  public struct Limits: OptionSet, Hashable, Sendable {
    /// The stored value.
    public let rawValue: UInt8
    /// Limits from their stored value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Negative numbers make the value invalid.
    public static let notNegative = Limits(rawValue: 1)
    /// Fractions make the value invalid.
    public static let integer = Limits(rawValue: 2)
    /// Numbers above 1,000 make the value invalid.
    public static let atMostThousand = Limits(rawValue: 4)
  }

  /// The property's name, as the binding has it.
  public var property: String
  /// `ValueShape.text`, or `ValueShape.color` or `ValueShape.font`.
  public var shape: String
  /// For each number of the shape.
  public var limits: [Limits]
  /// The longhands, with `ValueShape.placeholders` in the places of the numbers.
  public var declarations: [LocalDeclaration]

  /// A shape from its parts.
  public init(property: String, shape: String, limits: [Limits], declarations: [LocalDeclaration]) {
    self.property = property
    self.shape = shape
    self.limits = limits
    self.declarations = declarations
  }

  /// No layout can have greater numbers.
  static let maximumNumber = 16_777_216.0

  /// The declarations with other numbers; `nil` where the property does not take one of them.
  public func declarations(with numbers: [Double]) -> [LocalDeclaration]? {
    guard numbers.count == limits.count else { return nil }
    for (number, limits) in zip(numbers, limits) {
      guard abs(number) <= Self.maximumNumber else { return nil }
      if limits.contains(.notNegative), number < 0 { return nil }
      if limits.contains(.integer), number != number.rounded() { return nil }
      if limits.contains(.atMostThousand), number > 1000 { return nil }
    }
    return declarations.map { LocalDeclaration($0.property, $0.value.fillingNumbers(numbers)) }
  }

  /// The limits of the numbers, then the longhands, each a name and a value.
  func encoded(_ strings: inout StringTable) -> [UInt8] {
    var encoder = ValueEncoder()
    encoder.byte(UInt8(limits.count))
    for limit in limits { encoder.byte(limit.rawValue) }
    encoder.varint(UInt64(declarations.count))
    for declaration in declarations {
      encoder.string(declaration.property.name, &strings)
      encoder.value(declaration.value, &strings)
    }
    return encoder.bytes
  }

  /// The shape of bytes; longhands that this version does not know are passed over.
  init(
    property: String, shape: String, _ bytes: [UInt8], strings: @escaping (UInt32) -> String?
  ) throws(ValueDecodingError) {
    var decoder = ValueDecoder(bytes, strings: strings)
    let count = Int(try decoder.byte())
    guard count <= ValueShape.maximumNumbers else { throw .tooLarge }
    var limits: [Limits] = []
    for _ in 0..<count { limits.append(Limits(rawValue: try decoder.byte())) }
    var declarations: [LocalDeclaration] = []
    for _ in 0..<(try decoder.count()) {
      let name = try decoder.string()
      let value = try decoder.value()
      guard let longhand = PropertyID(named: name), !longhand.isShorthand else { continue }
      declarations.append(LocalDeclaration(longhand, value))
    }
    self.init(property: property, shape: shape, limits: limits, declarations: declarations)
  }
}
