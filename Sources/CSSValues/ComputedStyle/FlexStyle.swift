/// `flex-direction`.
public enum FlexDirection: UInt8, Hashable, Sendable { case row, rowReverse, column, columnReverse }
/// `flex-wrap`.
public enum FlexWrap: UInt8, Hashable, Sendable { case nowrap, wrap, wrapReverse }

/// Flexbox properties (CSS Flexbox 1); none inherit.
public struct FlexStyle: Hashable, Sendable {
  /// `flex-direction`.
  public var direction: FlexDirection = .row
  /// `flex-wrap`.
  public var wrap: FlexWrap = .nowrap
  /// `balance` of `flex-wrap`: lines of about equal length (CSS Flexbox 2, 5.2).
  public var isBalanced = false
  /// `flex-line-count`: the least number of lines of a balanced container, at least 1 (CSS Flexbox 2, 5.2).
  public var lineCount: Int32 = 1
  /// `flex-grow`.
  public var grow: Double = 0
  /// `flex-shrink`.
  public var shrink: Double = 1
  /// `flex-basis`.
  public var basis: SizeValue = .auto
  /// `order`, of grid items too.
  public var order: Int32 = 0

  /// Every property at its initial value.
  public init() {}
}

/// A value of the alignment properties without its overflow keyword (CSS Box Alignment 3, 4).
public enum Alignment: UInt8, Hashable, Sendable {
  /// `auto` of `*-self`, `justify-items: legacy` aside.
  case auto
  case normal
  case stretch
  case firstBaseline, lastBaseline
  case center, start, end, selfStart, selfEnd, flexStart, flexEnd, left, right, anchorCenter
  case spaceBetween, spaceAround, spaceEvenly
}

/// `safe`, `unsafe` or neither.
public enum OverflowAlignment: UInt8, Hashable, Sendable { case `default`, safe, unsafe }

/// A value of one alignment property.
public struct AlignmentValue: Hashable, Sendable {
  /// `alignment`.
  public var alignment: Alignment
  /// `overflow`.
  public var overflow: OverflowAlignment
  /// `legacy` of `justify-items`.
  public var isLegacy: Bool

  /// An alignment.
  public init(_ alignment: Alignment, overflow: OverflowAlignment = .default, isLegacy: Bool = false) {
    self.alignment = alignment
    self.overflow = overflow
    self.isLegacy = isLegacy
  }
}

/// Box alignment (CSS Box Alignment 3); none inherit.
public struct AlignmentStyle: Hashable, Sendable {
  /// `align-content`.
  public var alignContent = AlignmentValue(.normal)
  /// `justify-content`.
  public var justifyContent = AlignmentValue(.normal)
  /// `align-items`.
  public var alignItems = AlignmentValue(.normal)
  /// `justify-items`.
  public var justifyItems = AlignmentValue(.auto, isLegacy: true)
  /// `align-self`.
  public var alignSelf = AlignmentValue(.auto)
  /// `justify-self`.
  public var justifySelf = AlignmentValue(.auto)
  /// `row-gap`.
  public var rowGap: LengthPercentageOrNormal = .normal
  /// `column-gap`.
  public var columnGap: LengthPercentageOrNormal = .normal

  /// Every property at its initial value.
  public init() {}
}
