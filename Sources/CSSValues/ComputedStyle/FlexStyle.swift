public enum FlexDirection: UInt8, Hashable, Sendable { case row, rowReverse, column, columnReverse }
public enum FlexWrap: UInt8, Hashable, Sendable { case nowrap, wrap, wrapReverse }

/// Flexbox properties (CSS Flexbox 1); none inherit.
public struct FlexStyle: Hashable, Sendable {
  public var direction: FlexDirection = .row
  public var wrap: FlexWrap = .nowrap
  /// `balance` of `flex-wrap`: lines of about equal length (CSS Flexbox 2, 5.2).
  public var isBalanced = false
  /// `flex-line-count`: the least number of lines of a balanced container, at least 1 (CSS Flexbox 2, 5.2).
  public var lineCount: Int32 = 1
  public var grow: Double = 0
  public var shrink: Double = 1
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
  public var alignment: Alignment
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
  public var alignContent = AlignmentValue(.normal)
  public var justifyContent = AlignmentValue(.normal)
  public var alignItems = AlignmentValue(.normal)
  public var justifyItems = AlignmentValue(.auto, isLegacy: true)
  public var alignSelf = AlignmentValue(.auto)
  public var justifySelf = AlignmentValue(.auto)
  public var rowGap: LengthPercentageOrNormal = .normal
  public var columnGap: LengthPercentageOrNormal = .normal

  /// Every property at its initial value.
  public init() {}
}
