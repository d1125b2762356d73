/// The computed values of the properties without a field of their own, by property; absent ones are initial.
public struct OtherStyle: Hashable, Sendable {
  /// A property with its value.
  public struct Entry: Hashable, Sendable {
    /// A physical longhand.
    public var property: PropertyID
    /// Its computed value.
    public var value: CSSValue
  }

  /// Properties that inherit, in order.
  public private(set) var inherited: [Entry] = []
  /// Properties that do not inherit, in order.
  public private(set) var own: [Entry] = []

  /// Every property at its initial value.
  public init() {}

  /// The value of a property, `nil` where it is initial.
  public subscript(property: PropertyID) -> CSSValue? {
    get {
      let list = property.isInherited ? inherited : own
      let index = Self.index(of: property, in: list)
      return index < list.count && list[index].property == property ? list[index].value : nil
    }
    set {
      if property.isInherited {
        Self.set(property, newValue, in: &inherited)
      } else {
        Self.set(property, newValue, in: &own)
      }
    }
  }

  private static func index(of property: PropertyID, in list: [Entry]) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle].property.rawValue < property.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func set(_ property: PropertyID, _ value: CSSValue?, in list: inout [Entry]) {
    let index = index(of: property, in: list)
    let exists = index < list.count && list[index].property == property
    switch (value, exists) {
    case (let value?, true): list[index].value = value
    case (let value?, false): list.insert(Entry(property: property, value: value), at: index)
    case (nil, true): list.remove(at: index)
    case (nil, false): break
    }
  }

  /// The values of the properties that inherit.
  public func inheritedOnly() -> OtherStyle {
    var style = OtherStyle()
    style.inherited = inherited
    return style
  }
}
