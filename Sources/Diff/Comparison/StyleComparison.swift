import CSSValues
import PageFormat

/// Compares the styles of two versions of a page; each pair of styles once.
struct StyleComparison {
  private let old: PageReader
  private let new: PageReader
  private var oldStyles: [Int: [PropertyID: PortableStyle.Entry]] = [:]
  private var newStyles: [Int: [PropertyID: PortableStyle.Entry]] = [:]
  private var oldDisplays: [Int: CSSValue] = [:]
  private var newDisplays: [Int: CSSValue] = [:]
  private var deltas: [Pair: StyleDelta] = [:]

  private struct Pair: Hashable {
    var old: Int?
    var new: Int?
  }

  private static let initialStyle = ComputedStyle()

  /// A comparison of two pages' styles.
  init(_ old: PageReader, _ new: PageReader) {
    self.old = old
    self.new = new
  }

  /// How two styles differ.
  ///
  /// - Throws: `PageFormatError` for a style that cannot be decoded.
  mutating func delta(_ oldStyle: Int?, _ newStyle: Int?) throws -> StyleDelta {
    let pair = Pair(old: oldStyle, new: newStyle)
    if let known = deltas[pair] { return known }
    let made = try compare(oldStyle, newStyle)
    deltas[pair] = made
    return made
  }

  private mutating func compare(_ oldStyle: Int?, _ newStyle: Int?) throws -> StyleDelta {
    guard let oldStyle, let newStyle else { return StyleDelta() }
    let oldEntries = try Self.entries(oldStyle, of: old, &oldStyles, &oldDisplays)
    let newEntries = try Self.entries(newStyle, of: new, &newStyles, &newDisplays)
    var delta = StyleDelta()
    for property in Set(oldEntries.keys).union(newEntries.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
      let (before, after) = (Self.entry(property, in: oldEntries), Self.entry(property, in: newEntries))
      guard before.value != after.value else { continue }
      if isConsequence(property, before, after, oldStyle, newStyle) {
        if property.movesBoxes { delta.followsInLayout = true }
      } else if Self.text(before) != Self.text(after) || before.value.text != after.value.text {
        // What is kept in two ways and written in one is the same to authors.
        delta.direct.append(
          StyleDelta.PropertyChange(property: property, old: Self.text(before), new: Self.text(after)))
      }
    }
    return delta
  }

  /// Whether the values differ although the rules say the same: of the parent's value, of font sizes, of the viewport.
  private func isConsequence(
    _ property: PropertyID, _ before: PortableStyle.Entry, _ after: PortableStyle.Entry, _ oldStyle: Int,
    _ newStyle: Int
  ) -> Bool {
    switch (before.origin, after.origin) {
    case (.parent, .parent): return true
    case (.relative(let left), .relative(let right)): return left == right
    default: break
    }
    // A flex container makes blocks of its items (CSS Display 3, 2.7): the display that was specified counts.
    if property == .display {
      return (oldDisplays[oldStyle] ?? before.value) == (newDisplays[newStyle] ?? after.value)
    }
    return false
  }

  private static func entries(
    _ style: Int, of page: PageReader, _ known: inout [Int: [PropertyID: PortableStyle.Entry]],
    _ displays: inout [Int: CSSValue]
  ) throws -> [PropertyID: PortableStyle.Entry] {
    if let entries = known[style] { return entries }
    var entries: [PropertyID: PortableStyle.Entry] = [:]
    for entry in try page.portableStyle(style).entries {
      switch entry.field {
      case .property(let property): entries[property] = entry
      case .originalDisplay: displays[style] = entry.value
      case .language: break
      }
    }
    known[style] = entries
    return entries
  }

  /// A property's value; the initial one, inherited where the property inherits, where the style does not name it.
  private static func entry(_ property: PropertyID, in entries: [PropertyID: PortableStyle.Entry])
    -> PortableStyle.Entry
  {
    entries[property]
      ?? PortableStyle.Entry(
        field: .property(property), value: initialStyle.computedValue(property),
        origin: property.isInherited ? .parent : .own)
  }

  /// The value as rules have it where that is known: `1.5rem` rather than `24px`.
  private static func text(_ entry: PortableStyle.Entry) -> String {
    if case .relative(let specified) = entry.origin { return specified.text }
    return entry.value.text
  }
}
