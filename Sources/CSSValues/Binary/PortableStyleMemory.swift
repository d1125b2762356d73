/// What the portable forms of a page's styles have in common.
///
/// OPTIMIZATION: most styles share most groups of properties, with the initial style or with the style before. Of such a group
/// nothing is looked at again.
package struct PortableStyleMemory {
  /// A value that is not initial, of a property with a field.
  struct Shown {
    /// The property's place in ``PortableStyle/ordered``.
    var place: Int
    var value: CSSValue
  }

  /// The group that each kind of group had last, and what of it is not initial. A group that is held here is never changed in
  /// its place.
  private var groups: [(group: any AnyObject & Sendable, shown: [Shown])?] = Array(
    repeating: nil, count: Self.groupCount)

  /// Nothing is known yet.
  package init() {}

  private static let groupCount = 9

  /// The groups of a style with fields of properties.
  private static func groups(_ style: ComputedStyle) -> [any AnyObject & Sendable] {
    [
      style._font, style._text, style._box, style._border, style._flex, style._grid, style._alignment, style._content,
      style._visual,
    ]
  }

  private static let initialGroups: [any AnyObject & Sendable] = groups(ComputedStyle())

  /// By group, the places of its properties in ``PortableStyle/ordered``; behind them, those of properties that have parts in
  /// several.
  ///
  /// To set a property makes a new group of the one that has its field.
  private static let members: [[Int]] = {
    var members = [[Int]](repeating: [], count: groupCount + 1)
    for (place, member) in PortableStyle.ordered.enumerated() {
      var style = ComputedStyle()
      _ = style.setField(member.property, member.initial)
      let changed = groups(style).indices.filter { groups(style)[$0] !== initialGroups[$0] }
      members[changed.count == 1 ? changed[0] : groupCount].append(place)
    }
    return members
  }()

  /// The values of a style that are not initial, in the order of ``PortableStyle/ordered``.
  mutating func shown(of style: ComputedStyle) -> [Shown] {
    var found = Self.shown(Self.members[Self.groupCount], of: style)
    for (index, group) in Self.groups(style).enumerated() where group !== Self.initialGroups[index] {
      if let known = groups[index], known.group === group {
        found += known.shown
      } else {
        let shown = Self.shown(Self.members[index], of: style)
        groups[index] = (group, shown)
        found += shown
      }
    }
    return found.sorted { $0.place < $1.place }
  }

  private static func shown(_ places: [Int], of style: ComputedStyle) -> [Shown] {
    places.compactMap { place in
      let (property, initial) = PortableStyle.ordered[place]
      guard let value = style.fieldValue(property),
        value != initial || PortableStyle.isVisibleBorderWidth(property, style.border)
      else { return nil }
      return Shown(place: place, value: value)
    }
  }
}
