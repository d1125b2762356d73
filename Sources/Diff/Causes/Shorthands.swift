import CSSValues

/// Longhands that changed alike, as the shorthand that authors write.
enum Shorthands {
  private static let groups: [PropertyID] = [
    .padding, .margin, .inset, .borderWidth, .borderStyle, .borderColor, .borderRadius, .gap, .overflow,
    .overscrollBehavior, .scrollMargin, .scrollPadding,
  ]

  /// The changes with each group of longhands that changed from one value to one value as its shorthand.
  static func compact(_ changes: [StyleDelta.PropertyChange]) -> [ValueChange] {
    var byProperty: [PropertyID: StyleDelta.PropertyChange] = [:]
    for change in changes { byProperty[change.property] = change }
    var written: [PropertyID: ValueChange] = [:]
    var hidden: Set<PropertyID> = []
    for shorthand in groups {
      let parts = shorthand.longhands.compactMap { byProperty[$0] }
      guard parts.count == shorthand.longhands.count, parts.count > 1, let first = parts.first,
        parts.allSatisfy({ $0.old == first.old && $0.new == first.new })
      else { continue }
      written[first.property] = ValueChange(shorthand.name, from: first.old, to: first.new)
      hidden.formUnion(parts.map(\.property))
    }
    return changes.compactMap { change in
      if let shorthand = written[change.property] { return shorthand }
      return hidden.contains(change.property)
        ? nil : ValueChange(change.property.name, from: change.old, to: change.new)
    }
  }
}
