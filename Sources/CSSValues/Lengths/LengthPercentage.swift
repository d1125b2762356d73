/// A computed `<length-percentage>`: lengths in CSS px, percentages as written (50 is 50 %), or a sum that only layout
/// can resolve.
public enum LengthPercentage: Hashable, Sendable {
  /// CSS px.
  case length(Double)
  /// Percent of a basis that the property defines.
  case percentage(Double)
  /// A math function that holds percentages.
  case calc(LengthCalculation)

  /// 0 px.
  public static var zero: LengthPercentage { .length(0) }

  /// The value in px; percentages count from `basis`, in px.
  @inlinable
  public func resolve(_ basis: Double) -> Double {
    switch self {
    case .length(let length): length
    case .percentage(let percentage): percentage * basis / 100
    case .calc(let calculation): calculation.resolve(percentageBasis: basis)
    }
  }

  /// Whether the value depends on its basis.
  @inlinable
  public var hasPercentage: Bool {
    if case .length = self { return false }
    return true
  }
}

/// `auto` or a `<length-percentage>`: margins and insets.
public enum LengthPercentageOrAuto: Hashable, Sendable {
  /// `auto`: what the property's own rules make of it.
  case auto
  /// A length, a percentage or a calculation of both.
  case value(LengthPercentage)

  /// 0 px.
  public static var zero: LengthPercentageOrAuto { .value(.zero) }
}

/// `normal` or a `<length-percentage>`: gaps.
public enum LengthPercentageOrNormal: Hashable, Sendable {
  /// `normal`: what the layout mode makes of it.
  case normal
  /// A length, a percentage or a calculation of both.
  case value(LengthPercentage)
}

/// A value of `width`, `height`, `min-*`, `max-*` and `flex-basis` (CSS Sizing 3, 3; Sizing 4, 4).
public enum SizeValue: Hashable, Sendable {
  /// `auto`; of `max-*` what `none` is.
  case auto
  /// `none` of `max-*`.
  case none
  /// A length, a percentage or a calculation of both.
  case value(LengthPercentage)
  /// `min-content`: as narrow as the contents can be.
  case minContent
  /// `max-content`: as wide as the contents on one line.
  case maxContent
  /// `fit-content`, or `fit-content(<length-percentage>)` with its limit.
  case fitContent(LengthPercentage?)
  /// `stretch`, `-webkit-fill-available`.
  case stretch
  /// `content` of `flex-basis`.
  case content
  /// `calc-size()`: a basis, `nil` for `any`, and the calculation that makes the size of what the basis gives.
  indirect case calcSize(SizeValue?, LengthCalculation)
}

/// The four sides of a box, in the order of the shorthands.
public struct Sides<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The top side.
  public var top: Value
  /// The right side.
  public var right: Value
  /// The bottom side.
  public var bottom: Value
  /// The left side.
  public var left: Value

  /// A value for each side.
  @inlinable
  public init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// One value for all sides.
  @inlinable
  public init(_ all: Value) {
    self.init(top: all, right: all, bottom: all, left: all)
  }
}
