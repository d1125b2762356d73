/// How a property of a computed style came by its value: what must be known to compute it again in another environment.
public enum ValueOrigin: Hashable, Sendable {
  /// A value that is the same wherever the same rules hold.
  case own
  /// A value that depends on the viewport, on fonts or on the colour scheme: the specified one, to compute again.
  case relative(CSSValue)
  /// The parent's value.
  case parent
}

/// The properties that rules set on an element, with the origins of their values; what is not named is inherited or
/// initial.
public struct ValueOrigins: Hashable, Sendable {
  /// One property's origin.
  public struct Entry: Hashable, Sendable {
    /// A physical longhand.
    public var property: PropertyID
    /// How it came by its value.
    public var origin: ValueOrigin

    /// A property with its origin.
    public init(property: PropertyID, origin: ValueOrigin) {
      self.property = property
      self.origin = origin
    }
  }

  /// In the order in which the properties were computed.
  public private(set) var entries: [Entry] = []
  /// Whether the element has a language of its own.
  public var setsLanguage = false

  /// Nothing was set.
  public init() {}

  /// Notes a property; constants that do not inherit need no note.
  public mutating func note(_ property: PropertyID, _ origin: ValueOrigin) {
    if origin == .own, !property.isInherited { return }
    entries.append(Entry(property: property, origin: origin))
  }

  /// Notes what a specified value of a property depends on.
  public mutating func note(_ property: PropertyID, specified value: CSSValue) {
    note(property, Self.isRelative(value, of: property) ? .relative(value) : .own)
  }

  // MARK: Which values are relative

  /// Whether a specified value may compute to another value in another environment under the same rules.
  static func isRelative(_ value: CSSValue, of property: PropertyID) -> Bool {
    switch property {
    case .fontSize: return !isPixels(value)
    case .lineHeight:
      if case .percentage = value { return true }
    case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .outlineWidth, .outlineOffset,
      .columnRuleWidth, .rowRuleWidth:
      // They snap to device pixels.
      return value != .zeroLength && value != .number(0)
    case .color:
      if value == .color(.currentColor) { return true }
    default: break
    }
    return isRelative(value)
  }

  private static func isPixels(_ value: CSSValue) -> Bool {
    if case .dimension(_, let unit) = value { return unit.canonicalFactor != nil }
    return false
  }

  private static func isRelative(_ value: CSSValue) -> Bool {
    switch value {
    case .dimension(_, let unit): unit.canonicalFactor == nil
    case .math(let expression): isRelative(expression.root)
    case .color(let color): isRelative(color)
    case .list(let items, _): items.contains(where: isRelative)
    case .function(let name, let arguments, _): name == "light-dark" || arguments.contains(where: isRelative)
    default: false
    }
  }

  private static func isRelative(_ node: CalcNode) -> Bool {
    switch node {
    case .number, .length, .percentage: false
    case .dimension(_, let unit): unit.canonicalFactor == nil
    // A place among siblings is settled when the style is computed.
    case .variable: false
    case .sum(let nodes), .product(let nodes), .min(let nodes), .max(let nodes), .function(_, let nodes):
      nodes.contains(where: isRelative)
    case .negate(let node), .invert(let node): isRelative(node)
    case .clamp(let low, let value, let high):
      isRelative(value) || (low.map { isRelative($0) } ?? false) || (high.map { isRelative($0) } ?? false)
    case .round(_, let value, let step): isRelative(value) || isRelative(step)
    }
  }

  private static func isRelative(_ color: ColorValue) -> Bool {
    switch color {
    case .absolute, .named, .currentColor: false
    case .system, .lightDark, .mix, .function, .contrast: true
    }
  }
}
