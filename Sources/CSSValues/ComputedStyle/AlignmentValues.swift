/// `flex-wrap`.
public enum FlexWrap: UInt8, Hashable, Sendable { case nowrap, wrap, wrapReverse }

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
