import Names

/// A property that is a part of a field of ``ComputedStyle``, or several fields: the property table names it after `part`.
protocol FieldPart {
  associatedtype Field
  /// The computed value.
  func value(of field: Field) -> CSSValue
  /// Sets the part; a value that the property cannot have changes nothing.
  func set(_ field: inout Field, to value: CSSValue)
  /// Copies the part.
  func copy(to field: inout Field, from other: Field)
}

/// A border's width: it is 0 where the style is `none` or `hidden`; the specified one is kept, since the style may be set
/// after it.
struct LineWidth: FieldPart {
  func value(of side: BorderSide) -> CSSValue { .dimension(side.width, .px) }

  func set(_ side: inout BorderSide, to value: CSSValue) {
    guard case .dimension(let width, .px) = value else { return }
    side.specifiedWidth = width
    side.settleWidth()
  }

  func copy(to side: inout BorderSide, from other: BorderSide) {
    side.specifiedWidth = other.specifiedWidth
    side.settleWidth()
  }
}

/// An outline's width: the specified one counts for all but painting.
struct OutlineWidth: FieldPart {
  func value(of side: BorderSide) -> CSSValue { .dimension(side.specifiedWidth, .px) }

  func set(_ side: inout BorderSide, to value: CSSValue) {
    guard let width = Codec.pixels.decode(value) else { return }
    side.specifiedWidth = width
    side.width = side.style == .none ? 0 : width
  }

  func copy(to side: inout BorderSide, from other: BorderSide) {
    side.specifiedWidth = other.specifiedWidth
    side.width = side.style == .none ? 0 : other.specifiedWidth
  }
}

/// The style of a border or outline, on which the width depends.
struct LineStyle: FieldPart {
  func value(of side: BorderSide) -> CSSValue { BorderLineStyle.codec.encode(side.style) }

  func set(_ side: inout BorderSide, to value: CSSValue) {
    guard let style = BorderLineStyle.codec.decode(value) else { return }
    side.style = style
    side.settleWidth()
  }

  func copy(to side: inout BorderSide, from other: BorderSide) {
    side.style = other.style
    side.settleWidth()
  }
}

extension BorderSide {
  fileprivate mutating func settleWidth() { width = style == .none || style == .hidden ? 0 : specifiedWidth }
}

extension BorderLineStyle {
  fileprivate static let codec: Codec<BorderLineStyle> = .keywords(
    "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto")
}

/// `font-synthesis-*`: one bit of a set.
struct SynthesisBit: FieldPart {
  let bit: FontSynthesis

  init(_ bit: FontSynthesis) { self.bit = bit }

  func value(of synthesis: FontSynthesis) -> CSSValue { .keyword(synthesis.contains(bit) ? "auto" : "none") }

  func set(_ synthesis: inout FontSynthesis, to value: CSSValue) {
    switch value {
    case .keyword("auto"): synthesis.insert(bit)
    case .keyword("none"): synthesis.remove(bit)
    default: break
    }
  }

  func copy(to synthesis: inout FontSynthesis, from other: FontSynthesis) {
    if other.contains(bit) { synthesis.insert(bit) } else { synthesis.remove(bit) }
  }
}

/// `border-spacing`: two lengths in px, written as one where they are equal.
struct CellSpacing: FieldPart {
  func value(of text: TextStyle) -> CSSValue {
    let horizontal = CSSValue.dimension(text.borderSpacingHorizontal, .px)
    guard text.borderSpacingHorizontal != text.borderSpacingVertical else { return horizontal }
    return .list([horizontal, .dimension(text.borderSpacingVertical, .px)], .space)
  }

  func set(_ text: inout TextStyle, to value: CSSValue) {
    let items: [CSSValue]
    if case .list(let list, _) = value { items = list } else { items = [value] }
    let lengths = items.compactMap { Codec.pixels.decode($0) }
    guard let first = lengths.first else { return }
    text.borderSpacingHorizontal = first
    text.borderSpacingVertical = lengths.count > 1 ? lengths[1] : first
  }

  func copy(to text: inout TextStyle, from other: TextStyle) {
    text.borderSpacingHorizontal = other.borderSpacingHorizontal
    text.borderSpacingVertical = other.borderSpacingVertical
  }
}

/// `flex-wrap`, whose `balance` wraps too.
struct Wrapping: FieldPart {
  private static let names: [Name] = ["nowrap", "wrap", "wrap-reverse"]

  func value(of flex: FlexStyle) -> CSSValue {
    .keyword(flex.isBalanced ? "balance" : Self.names[Int(flex.wrap.rawValue)])
  }

  func set(_ flex: inout FlexStyle, to value: CSSValue) {
    guard case .keyword(let name) = value else { return }
    flex.isBalanced = name == "balance"
    flex.wrap =
      flex.isBalanced ? .wrap : FlexWrap(rawValue: UInt8(Self.names.firstIndex(of: name) ?? 0)) ?? .nowrap
  }

  func copy(to flex: inout FlexStyle, from other: FlexStyle) {
    flex.wrap = other.wrap
    flex.isBalanced = other.isBalanced
  }
}
