/// The driver of computation: CSS Cascade 5, 4.4 Computed values.
public enum Computation {
  /// Computes a specified value and sets it.
  ///
  /// The cascade applies `writing-mode`, `direction`, `color-scheme`, `color` and the font properties first, since other
  /// values depend on them. A logical longhand is set on the physical one of the style's own writing mode and direction.
  public static func apply(
    _ value: CSSValue, to property: PropertyID, of style: inout ComputedStyle, _ context: inout ComputationContext
  ) {
    // UNIMPLEMENTED: lands next.
  }
}

extension ComputedStyle {
  /// Sets a longhand to another style's value, as `inherit` does.
  public mutating func copy(_ property: PropertyID, from other: ComputedStyle) {
    // UNIMPLEMENTED: lands next.
  }

  /// Sets a longhand to its initial value.
  public mutating func setInitial(_ property: PropertyID) {
    copy(property, from: ComputedStyle())
  }

  /// The computed value of a longhand or shorthand as Chromium's `getComputedStyle` writes it (without layout: used
  /// values stay computed ones); empty where a shorthand cannot express its longhands.
  public func serialized(_ property: PropertyID) -> String {
    // UNIMPLEMENTED: lands next.
    ""
  }
}
