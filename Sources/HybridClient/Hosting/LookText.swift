import CSSValues

/// Reads the values that data and scripts give: numbers, words, colours and fonts. Nothing here parses CSS; what a style's
/// declarations stand for is worked out when a page is built.
enum LookText {
  /// A length: a number without a unit is in px.
  static func length(_ text: String) -> CSSValue? {
    guard let shape = ValueShape(text), shape.numbers.count == 1, abs(shape.numbers[0]) <= maximum else { return nil }
    let number = shape.numbers[0]
    switch shape.text {
    case "?", "?px": return .dimension(number, .px)
    case "?%": return .percentage(number)
    case "?pt": return .dimension(number * 96 / 72, .px)
    case "?em": return .dimension(number, .em)
    case "?rem": return .dimension(number, .rem)
    case "?vw": return .dimension(number, .vw)
    case "?vh": return .dimension(number, .vh)
    case "?%h": return .dimension(number, .percentH)
    case "?%v": return .dimension(number, .percentV)
    default: return nil
    }
  }

  /// No layout can have greater numbers.
  private static let maximum = 16_777_216.0

  /// A number without a unit.
  static func number(_ text: String) -> Double? {
    guard let shape = ValueShape(text), shape.text == "?", abs(shape.numbers[0]) <= maximum else { return nil }
    return shape.numbers[0]
  }

  /// A word in lower case.
  static func word(_ text: String) -> String {
    text.trimmingPrefix(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ";" }.lowercased()
  }

  // MARK: Colours

  /// A colour in hexadecimal digits, as `rgb()` or `rgba()`, or by its name.
  static func color(_ text: String) -> Color? {
    guard let shape = ValueShape(text) else { return nil }
    if shape.text.hasPrefix("#") { return hexadecimal(shape.text.dropFirst()) }
    let form = shape.text.filter { $0 != " " }
    guard form.hasPrefix("rgb") else { return NamedColors.all[.init(shape.text)] }
    let numbers = shape.numbers
    let percentages = form.split(separator: "?", omittingEmptySubsequences: false).dropFirst().map { $0.hasPrefix("%") }
    guard numbers.count == 3 || numbers.count == 4, percentages.count == numbers.count,
      ["rgb(?,?,?)", "rgba(?,?,?)", "rgb(?,?,?,?)", "rgba(?,?,?,?)", "rgb(???)", "rgb(???/?)", "rgba(???/?)"].contains(
        form.filter { $0 != "%" })
    else { return nil }
    func channel(_ place: Int, _ whole: Double) -> Double {
      min(max(numbers[place] / (percentages[place] ? 100 : whole), 0), 1)
    }
    return Color(
      .legacySRGB, channel(0, 255), channel(1, 255), channel(2, 255), alpha: numbers.count == 4 ? channel(3, 1) : 1)
  }

  /// A color as hosts are given it: `rgb()` or `rgba()`, whatever its space. What is outside of sRGB is cut, as it is painted.
  static func text(of color: Color) -> String {
    switch color.space {
    case .legacySRGB, .hsl, .hwb: return color.text
    default:
      let converted = color.converted(to: .srgb)
      return Color(.legacySRGB, converted.first, converted.second, converted.third, alpha: converted.alpha).text
    }
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    guard [3, 4, 6, 8].contains(digits.utf8.count), let number = UInt32(digits, radix: 16) else { return nil }
    let size = UInt32(digits.utf8.count < 6 ? 4 : 8)
    let count = UInt32(digits.utf8.count) / (size / 4)
    func channel(_ place: UInt32) -> Double {
      let bits = number >> ((count - 1 - place) * size) & (size == 4 ? 0xF : 0xFF)
      return Double(size == 4 ? bits * 17 : bits) / 255
    }
    return Color(.legacySRGB, channel(0), channel(1), channel(2), alpha: count == 4 ? channel(3) : 1)
  }

  // MARK: Fonts

  /// The family and the size in px of `HelveticaNeue-Medium 16px`, in any order; a size by itself has no family.
  static func font(_ text: String) -> (family: [String], size: Double?)? {
    var families: [String] = []
    var size: Double?
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }) {
      if size == nil, case .dimension(let pixels, .px)? = length(String(word)), pixels >= 0 {
        size = pixels
      } else {
        families.append(String(word))
      }
    }
    guard size != nil || !families.isEmpty, families.joined().utf8.count <= ValueShape.maximumLength else { return nil }
    let names = families.joined(separator: " ").split(separator: ",").map { name in
      String(name.drop { "\"' ".contains($0) }.reversed().drop { "\"' ".contains($0) }.reversed())
    }
    return (names.filter { !$0.isEmpty }, size)
  }

  /// The value of `font-family`.
  static func families(_ names: [String]) -> CSSValue {
    let items = names.map { name in
      GenericFontFamily(rawValue: name.lowercased()) == nil ? CSSValue.string(name) : .keyword(named: name.lowercased())
    }
    return items.count == 1 ? items[0] : .list(items, .comma)
  }
}
