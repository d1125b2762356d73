import CSSValues
import PageFormat

/// The properties that an element of a drawing is painted with, inherited along the tree that is shown: what a `<use>` shows
/// inherits from the `<use>` (SVG 2, 5.6), not from where it is defined.
struct GraphicStyle {
  var values: [PropertyID: CSSValue] = [:]
  var color = Color.black
  var isVisible = true

  /// The properties that inherit.
  private static let inherited: [PropertyID] = [
    .fill, .fillOpacity, .fillRule, .stroke, .strokeOpacity, .strokeWidth, .strokeDasharray, .strokeDashoffset,
    .strokeLinecap, .strokeLinejoin, .strokeMiterlimit, .paintOrder, .clipRule,
  ]

  /// The style of an element inside of one of this style.
  ///
  /// - Parameters:
  ///   - computed: the element's own style where it is defined.
  ///   - entries: its entries, which say what is inherited there.
  func inner(_ computed: ComputedStyle, _ entries: PortableStyle) -> GraphicStyle {
    var style = self
    for entry in entries.entries where entry.origin != .parent {
      guard case .property(let property) = entry.field else { continue }
      if property == .color { style.color = computed.text.color }
      if property == .visibility { style.isVisible = computed.text.visibility == .visible }
      if Self.inherited.contains(property) { style.values[property] = computed.computedValue(property) }
    }
    return style
  }

  func number(_ property: PropertyID, _ initial: Double) -> Double { values[property]?.length(of: 1) ?? initial }
  func keyword(_ property: PropertyID) -> String? { values[property]?.keyword }
}
