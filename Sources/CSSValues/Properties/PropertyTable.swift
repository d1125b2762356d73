import Names

/// What the property table says of one property.
public struct PropertyDefinition: Sendable {
  /// The property.
  public let property: PropertyID
  /// Its name in CSS.
  public let name: String
  /// Whether it inherits by default.
  public let inherits: Bool
  /// The initial value as CSS text: what `initial` stands for.
  public let initial: String
  /// The value definition syntax (CSS Values 4, 2); empty for shorthands.
  public let grammar: String
  /// The longhands of a shorthand in their order.
  public let longhands: [PropertyID]
  /// How a shorthand's values are spread over its longhands; `nil` where it has rules of its own.
  public let form: ShorthandForm?
  /// Of a logical longhand, the property that it is in a horizontal, left-to-right writing mode.
  public let horizontalCounterpart: PropertyID?

  init(_ property: PropertyID, _ name: String, inherits: Bool, initial: String, _ grammar: String) {
    self.property = property
    self.name = name
    self.inherits = inherits
    self.initial = initial
    self.grammar = grammar
    self.longhands = []
    self.form = nil
    self.horizontalCounterpart = nil
  }

  init(_ property: PropertyID, _ name: String, logicalFor physical: PropertyID) {
    self.property = property
    self.name = name
    self.inherits = false
    self.initial = ""
    self.grammar = ""
    self.longhands = []
    self.form = nil
    self.horizontalCounterpart = physical
  }

  init(_ property: PropertyID, _ name: String, form: ShorthandForm? = nil, longhands: [PropertyID]) {
    self.property = property
    self.name = name
    self.inherits = false
    self.initial = ""
    self.grammar = ""
    self.longhands = longhands
    self.form = form
    self.horizontalCounterpart = nil
  }
}

/// How a shorthand's values are spread over its longhands.
public enum ShorthandForm: UInt8, Hashable, Sendable {
  case sides, pair, anyOrder
}

/// Every property that the product knows, with its name, initial value, inheritance, grammar, logical group, longhands and
/// aliases. All of it is generated from `properties.txt` in this folder; `docs/reference/css-support.md` is generated from it.
public enum PropertyTable {
  /// The definitions in the order of ``PropertyID``.
  public static let definitions: [PropertyDefinition] = longhands + logicals + shorthands

  /// Whether each property inherits, by raw value: what hot loops read.
  static let inheritance: [Bool] = definitions.map { definition in
    definition.horizontalCounterpart.map { definitions[Int($0.rawValue)].inherits } ?? definition.inherits
  }

  /// What each property stands for, by raw value: a longhand for itself.
  static let longhandLists: [[PropertyID]] = definitions.map { definition in
    if definition.property == .all { return allLonghands }
    return definition.longhands.isEmpty ? [definition.property] : definition.longhands
  }

  /// The number of physical longhands: raw values below it are such.
  static let physicalCount = longhands.count
  /// The number of longhands, logical ones included.
  static let longhandCount = physicalCount + logicals.count

  /// What the initial value of each property is where it is a keyword, by raw value.
  static let initialKeywords: [Name] = definitions.map { Name($0.initial) }

  private static let forms: [ShorthandForm?] = definitions.map(\.form)

  /// How a shorthand's values are spread over its longhands; `nil` of other properties.
  public static func form(of property: PropertyID) -> ShorthandForm? { forms[Int(property.rawValue)] }

  private static let byName: [Name: PropertyID] = {
    var table: [Name: PropertyID] = [:]
    for definition in definitions { table[Name(definition.name)] = definition.property }
    for (alias, property) in aliases { table[Name(alias)] = property }
    return table
  }()

  /// The property, or an alias's, with a name in lower case.
  public static func property(named name: Name) -> PropertyID? { byName[name] }

  /// All longhands that `all` stands for: everything but `direction` and `unicode-bidi` (CSS Cascade 5, 3.2).
  static let allLonghands: [PropertyID] = definitions[..<longhandCount].map(\.property).filter {
    $0 != .direction && $0 != .unicodeBidi
  }

  /// The names of all properties and aliases, for suggestions.
  public static let names: [String] = definitions.map(\.name) + aliases.map(\.0)
}

extension PropertyID {
  /// The property or alias of the given name, ignoring ASCII case.
  public init?(named text: String) {
    self.init(name: Name(text).asciiLowercased)
  }

  /// The property or alias of a name that is in lower case.
  public init?(name: Name) {
    guard let property = PropertyTable.property(named: name) else { return nil }
    self = property
  }

  /// What the table says.
  public var definition: PropertyDefinition { PropertyTable.definitions[Int(rawValue)] }

  /// The name in CSS.
  public var name: String { definition.name }

  /// Whether the property inherits by default.
  public var isInherited: Bool { PropertyTable.inheritance[Int(rawValue)] }

  /// Whether this stands for several longhands.
  public var isShorthand: Bool { Int(rawValue) >= PropertyTable.longhandCount }

  /// Whether this is a longhand whose place depends on writing mode and direction.
  public var isLogical: Bool {
    Int(rawValue) >= PropertyTable.physicalCount && Int(rawValue) < PropertyTable.longhandCount
  }

  /// The longhands in order; a longhand's is itself.
  public var longhands: [PropertyID] { PropertyTable.longhandLists[Int(rawValue)] }

  /// The number of longhands, logical ones included: their raw values are below it.
  public static var longhandCount: Int { PropertyTable.longhandCount }
}
