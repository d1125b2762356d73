import CSSValues

extension ComputedStyle {
  /// Whether an element of the style is a container whose size queries may ask for (CSS Conditional 5, 4).
  public var isSizeContainer: Bool {
    // The initial `normal` has no value.
    !containerContainment.isEmpty
  }

  /// The containment that a size container has of itself, so that its size does not depend on what its queries change.
  var containerContainment: Containment {
    // The initial `normal` has no value.
    guard other[.containerType] != nil else { return [] }
    let types = computedValue(.containerType).text.split(separator: " ")
    return types.contains("size") ? .size : types.contains("inline-size") ? .inlineSize : []
  }

  /// The content box's size of an element of the style with a border box, as container queries see it, in px.
  public func containerContent(of rect: LayoutRect) -> (width: Double, height: Double) {
    let horizontal =
      box.padding.left.resolve(rect.width) + box.padding.right.resolve(rect.width) + border.left.width
      + border.right.width
    let vertical =
      box.padding.top.resolve(rect.width) + box.padding.bottom.resolve(rect.width) + border.top.width
      + border.bottom.width
    return (max(0, rect.width - horizontal), max(0, rect.height - vertical))
  }
}
