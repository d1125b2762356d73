import CSSValues
import Names

/// Computed values as painting reads them.
extension CSSValue {
  /// The items of a list separated by commas; a single value is its own item. `none` has none.
  var layers: [CSSValue] {
    switch self {
    case .list(let items, .comma): items
    case .keyword(let name) where name == "none": []
    case .raw(let text) where text == "none": []
    default: [self]
    }
  }

  /// The items of a list separated by spaces; a single value is its own item.
  var words: [CSSValue] {
    if case .list(let items, .space) = self { return items }
    return [self]
  }

  /// The keyword, also where the value is kept as text.
  var keyword: String? {
    switch self {
    case .keyword(let name): name.string
    case .raw(let text): text
    default: nil
    }
  }

  /// A length in px, or a percentage of a basis.
  func length(of basis: Double) -> Double? {
    switch self {
    case .number(let value): value
    case .percentage(let value): value * basis / 100
    case .dimension(let value, .px): value
    case .math(let expression): expression.resolve(percentageBasis: basis)
    case .raw(let text): Self.length(text, of: basis)
    default: nil
    }
  }

  private static func length(_ text: String, of basis: Double) -> Double? {
    if text.hasSuffix("px") { return Double(text.dropLast(2)) }
    if text.hasSuffix("%") { return Double(text.dropLast()).map { $0 * basis / 100 } }
    return Double(text)
  }

  /// A number, or a percentage as a part of 1.
  var fraction: Double? {
    switch self {
    case .number(let value): value
    case .percentage(let value): value / 100
    case .math(let expression): expression.resolve(percentageBasis: 1)
    case .raw(let text): Double(text)
    default: nil
    }
  }

  /// An angle in degrees.
  var degrees: Double? {
    switch self {
    case .dimension(let value, let unit):
      switch unit {
      case .deg: value
      case .grad: value * 0.9
      case .rad: value * 180 / .pi
      case .turn: value * 360
      default: nil
      }
    case .number(let value) where value == 0: 0
    default: nil
    }
  }

  /// The colour, `currentcolor` resolved.
  func paintColor(_ current: Color) -> PaintColor? { color(current).map { PaintColor($0) } }

  /// The colour in its own space, `currentcolor` resolved.
  func color(_ current: Color) -> Color? {
    guard case .color(let color) = self else { return nil }
    switch color {
    case .currentColor: return current
    case .absolute(let color): return color
    case .named(let name): return NamedColors.all[name]
    default: return nil
    }
  }

  /// A URL.
  var url: String? {
    if case .url(let text) = self { return text }
    return nil
  }

  /// Whether a URL in it leads elsewhere than to an element of the page itself.
  var namesOtherFile: Bool { words.contains { word in word.url.map { !$0.hasPrefix("#") } ?? false } }

  /// A quoted text.
  var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// A function's name and arguments.
  var function: (name: String, arguments: [CSSValue])? {
    guard case .function(let name, let arguments, let separator) = self else { return nil }
    // Arguments that commas part may be in a list of their own.
    if arguments.count == 1, separator == .space, case .list(let items, .comma) = arguments[0] {
      return (name.string, items)
    }
    return (name.string, arguments)
  }
}

extension ComputedStyle {
  /// The value of a property that painting reads by its words; `nil` where it is initial.
  func painted(_ property: PropertyID) -> CSSValue? {
    guard let value = other[property] else { return nil }
    if case .keyword(let name) = value, name == "none" { return nil }
    return value
  }

  /// A colour, `currentcolor` resolved.
  func resolved(_ color: StyleColor) -> PaintColor {
    switch color {
    case .currentColor: PaintColor(text.color)
    case .color(let color): PaintColor(color)
    }
  }
}
