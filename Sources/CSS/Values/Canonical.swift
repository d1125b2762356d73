import CSSValues
import Names

/// The one form of values that can be written in several ways.
enum Canonical {
  /// A matched value in its canonical form.
  static func value(_ value: CSSValue, of property: PropertyID) -> CSSValue {
    if case .keyword(let name) = value { return .keyword(property.meaning(of: name)) }
    switch property {
    case .alignContent, .alignItems, .alignSelf, .justifyItems, .justifySelf, .justifyContent:
      if case .list(let items, _) = value, items.first == .keyword("first"), items.count == 2 { return items[1] }
      if property == .justifyItems, case .list(let items, _) = value, items.contains(.keyword("legacy")) {
        return .list([.keyword("legacy")] + items.filter { $0 != .keyword("legacy") }, .space)
      }
    case .gridAutoFlow:
      if case .list(let items, _) = value, items.first == .keyword("row") { return items[1] }
    case .aspectRatio:
      if case .list(let items, _) = value, items.last == .keyword("auto") {
        return .list([.keyword("auto")] + items.dropLast(), .space)
      }
    case .backgroundRepeat, .maskRepeat: return mapItems(value, repeatStyle)
    case .transitionProperty:
      return mapItems(value) { item in
        guard case .identifier(let name) = item else { return item }
        return PropertyID(name: name.asciiLowercased) == nil && name.asciiLowercased != "all"
          ? item : .identifier(name.asciiLowercased)
      }
    case .maskClip, .maskOrigin:
      return mapItems(value) { item in
        if case .keyword(let name) = item { return .keyword(property.meaning(of: name)) }
        return item
      }
    default: break
    }
    return value
  }

  private static func mapItems(_ value: CSSValue, _ transform: (CSSValue) -> CSSValue) -> CSSValue {
    if case .list(let items, .comma) = value { return .list(items.map(transform), .comma) }
    return transform(value)
  }

  /// Two keywords as one where they are equal or have a name.
  private static func repeatStyle(_ value: CSSValue) -> CSSValue {
    guard case .list(let items, .space) = value, items.count == 2 else { return value }
    if items[0] == items[1] { return items[0] }
    if items == [.keyword("repeat"), .keyword("no-repeat")] { return .keyword("repeat-x") }
    if items == [.keyword("no-repeat"), .keyword("repeat")] { return .keyword("repeat-y") }
    return value
  }
}
