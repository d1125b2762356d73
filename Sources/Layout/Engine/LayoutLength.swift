import CSSValues

/// A computed length, percentage or keyword, flattened for hot loops: 16 bytes without references.
struct LayoutLength {
  /// What the value is.
  enum Kind: UInt8 {
    /// `auto`; of `max-*` what `none` is.
    case auto
    case none
    /// px in `value`.
    case length
    /// Percent in `value`.
    case percentage
    /// A math function: its index in ``LayoutStyles/expressions`` is `expression`.
    case calculation
    case minContent
    case maxContent
    case fitContent
    /// `fit-content()` of a length in px.
    case fitContentLength
    /// `fit-content()` of a percentage.
    case fitContentPercentage
    case stretch
    /// `content` of `flex-basis`.
    case content
    /// `normal` of gaps.
    case normal
  }

  var kind: Kind
  /// The index of a calculation: of the value, or of a `calc-size()` whose basis is a keyword.
  var expression: Int32 = -1
  /// px or percent.
  var value: Double

  @inline(__always)
  init(_ kind: Kind, _ value: Double = 0) {
    self.kind = kind
    self.value = value
  }

  static var zero: LayoutLength { LayoutLength(.length, 0) }
  static var auto: LayoutLength { LayoutLength(.auto, 0) }

  @inline(__always) var isAuto: Bool { kind == .auto }

  /// Whether a `calc-size()` makes another size of what the keyword gives.
  @inline(__always) var isMapped: Bool { expression >= 0 && kind != .calculation }

  /// Whether the value depends on a percentage basis.
  @inline(__always) var hasPercentage: Bool {
    kind == .percentage || kind == .calculation || kind == .fitContentPercentage
  }

  /// Whether the value is a length, a percentage or a sum of them.
  @inline(__always) var isLengthPercentage: Bool {
    kind == .length || kind == .percentage || kind == .calculation
  }

  /// Whether the value asks for the content's size.
  @inline(__always) var isContentKeyword: Bool {
    kind.rawValue >= Kind.minContent.rawValue && kind.rawValue <= Kind.fitContentPercentage.rawValue
  }
}
