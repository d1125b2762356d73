import Names

/// A value of a property as a typed tree.
///
/// A *specified* value may hold relative lengths, math functions over them, and colours that depend on the element. A
/// *computed* value, which ``Computation`` makes of it, holds canonical units (px, deg, s, hz, dppx, fr), math functions
/// only over percentages, and absolute colours or `currentcolor`.
///
/// OPTIMIZATION: what most values are is in the value itself; only what is larger than a word and a half takes memory of its
/// own.
public enum CSSValue: Hashable, Sendable {
  /// A keyword of CSS, in lower case.
  case keyword(Name)
  /// A name that the author chose, case kept: a `<custom-ident>` or `<dashed-ident>`.
  case identifier(Name)
  /// A number without a unit.
  case number(Double)
  /// Percent; 50 is 50 %.
  case percentage(Double)
  /// A number with its unit.
  case dimension(Double, Unit)
  /// A math function.
  case math(CalcExpression)
  /// A colour.
  case color(ColorValue)
  /// A quoted text, without its quotes.
  indirect case string(String)
  /// A URL as written, not resolved.
  indirect case url(String)
  /// `/` between the items of a list.
  case slash
  /// Several values.
  case list([CSSValue], ListSeparator)
  /// A function with its arguments.
  indirect case function(Name, [CSSValue], ListSeparator)
  /// `[a b]`, the names of a grid line.
  case lineNames([Name])
  /// Tokens as they serialise, where nothing is known of their meaning.
  indirect case raw(String)

  /// What is between the items of a list.
  public enum ListSeparator: UInt8, Hashable, Sendable { case space, comma }

  /// A keyword by a text that is not known before; literals are names by themselves.
  public static func keyword(named text: String) -> CSSValue { .keyword(Name(text)) }

  /// 0 px.
  public static var zeroLength: CSSValue { .dimension(0, .px) }
}
