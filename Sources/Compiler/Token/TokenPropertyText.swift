import CSS
import Foundation
import Names

/// The types of component properties, and how their attributes read as CSS.
enum TokenPropertyText {
  /// What is the matter with a property's text.
  enum Fault: Hashable {
    /// Another type: an error.
    case type(expected: String)
    /// None of the known words: the native side falls back, a warning.
    case keyword([String])
  }

  /// The properties of a table that lay its rows and section views out, with what each is of them.
  static let rowProperties: [String: String] = [
    "rowHeight": "height", "rowSectionHeight": "height", "sectionMargin": "margin-top",
  ]

  /// Checks a value; `nil` is right. A closing semicolon is what pages write and the original took.
  static func fault(in text: String, type: ComponentPropertyType) -> Fault? {
    let value = trimmed(text)
    if value.holdsBraces { return nil }
    switch type {
    case .text, .url: return nil
    case .font: return isFont(value) ? nil : .type(expected: "a family and a size such as HelveticaNeue 16px")
    case .number: return number(value) == nil ? .type(expected: "a number") : nil
    case .integer:
      return integer(value) == nil ? .type(expected: "an integer") : nil
    case .count: return (integer(value) ?? -1) < 0 ? .type(expected: "an integer from 0") : nil
    case .boolean:
      return ["true", "false", "1", "0", "yes", "no", ""].contains(value.lowercased())
        ? nil : .type(expected: "true or false")
    case .color: return isColor(value) ? nil : .type(expected: "a colour such as rgb(240, 240, 245) or #f0f0f5")
    case .length: return isLength(value) ? nil : .type(expected: "a length such as 12px, 12 or 50%")
    case .keyword(let words):
      return words.contains { $0.lowercased() == value.lowercased() } ? nil : .keyword(words)
    }
  }

  /// The declaration that an attribute stands for, or `nil` where only the native side knows it.
  static func declaration(_ property: String, _ text: String) -> String? {
    let value = trimmed(text)
    guard !value.holdsBraces, !value.holdsSemicolon, !value.isEmpty else { return nil }
    switch property {
    case "backgroundColor", "borderColor", "color", "opacity", "zIndex", "textAlign", "font":
      return "\(kebab(property)):\(value)"
    case "textColor", "titleColor": return "color:\(value)"
    case "borderRadius": return "border-radius:\(withUnit(value))"
    case "borderWidth": return "border-width:\(withUnit(value))"
    case "fontSize": return "font-size:\(withUnit(value))"
    case "lines": return Int32(value).map { "-webkit-line-clamp:\($0 > 0 ? "\($0)" : "none")" }
    case "align": return "text-align:\(value)"
    // What is not hidden itself is where what is around it is.
    case "hidden":
      return ["true", "1", "yes", ""].contains(value.lowercased()) ? "visibility:hidden" : "visibility:inherit"
    default: return nil
    }
  }

  /// What an attribute of a table says of its rows, as a sheet would say it.
  static func rowDeclaration(_ property: String, _ text: String) -> String? {
    let value = trimmed(text)
    // What data gives is laid out on the device.
    guard rowProperties[property] != nil, !value.isEmpty, !value.holdsBraces, !value.holdsSemicolon else {
      return nil
    }
    return "\(TokenPropertyNames.nativePrefix)\(kebab(property)):\(withUnit(value)) !important"
  }

  /// Whether a declaration's value is one that its property takes.
  static func isValid(_ declaration: String) -> Bool {
    let parts = declaration.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    var options = ParsingOptions()
    options.isQuirks = true
    options.isToken = true
    var parser = PropertyParser(options: options)
    return parser.supports(Name(String(parts[0])), TokenStream(Array(parts[1].utf8), lineComments: true).cursor)
  }

  /// A number without a unit counts in px.
  static func withUnit(_ value: String) -> String { Double(value) != nil ? value + "px" : value }

  /// Without white space around it and without closing semicolons.
  static func trimmed(_ text: String) -> String {
    func isKept(_ byte: UInt8) -> Bool {
      byte != 0x3B && byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, !isKept(first) || !isKept(last) else { return text }
    guard let start = bytes.firstIndex(where: isKept), let end = bytes.lastIndex(where: isKept) else { return "" }
    return String(Substring(bytes[start...end]))
  }

  /// What a sheet's value says: the text of a string, other values as they are.
  static func unquoted(_ value: [UInt8]) -> String {
    let text = trimmed(String(decoding: value, as: UTF8.self))
    let marks = text.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    guard let mark = marks, text.count >= 2, text.last == mark else { return text }
    let inside = text.dropFirst().dropLast()
    return inside.contains(mark) || inside.contains("\\") ? text : String(inside)
  }

  private static func kebab(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private static func number(_ value: String) -> Double? {
    let digits = value.hasSuffix("px") ? String(value.dropLast(2)) : value
    guard let number = Double(digits), number.isFinite else { return nil }
    return number
  }

  /// Devices hold 32 bits.
  private static func integer(_ value: String) -> Int32? { Double(value).flatMap { Int32(exactly: $0) } }

  /// A size and a family in any order, or CSS's own words for whole fonts.
  private static func isFont(_ value: String) -> Bool {
    if ["inherit", "initial", "unset", "revert"].contains(value.lowercased()) { return true }
    let words = value.split(whereSeparator: \.isWhitespace)
    let sizes = words.filter { ($0.first?.isNumber ?? false) || $0.first == "." }
    return !sizes.isEmpty && sizes.count < words.count
  }

  private static func isLength(_ value: String) -> Bool {
    let lower = value.lowercased()
    if lower == "auto" || lower.hasPrefix("calc(") { return true }
    let digits = lower.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard Double(digits) != nil else { return false }
    return ["", "px", "%", "pt", "em", "rem", "vw", "vh", "%h", "%v"].contains(
      String(lower.dropFirst(digits.count)))
  }

  private static func isColor(_ value: String) -> Bool {
    let lower = value.lowercased()
    if lower.hasPrefix("#") {
      return [3, 4, 6, 8].contains(lower.count - 1) && lower.dropFirst().allSatisfy(\.isHexDigit)
    }
    if lower.hasPrefix("rgb(") || lower.hasPrefix("rgba(") || lower.hasPrefix("hsl") { return lower.hasSuffix(")") }
    return !lower.isEmpty && lower.allSatisfy(\.isLetter) && isValid("color:\(lower)")
  }
}

extension String {
  // OPTIMIZATION: a search for a text takes a thousand times what a look at the bytes does, which mostly is enough.

  /// Whether `{{` is in the text.
  var holdsBraces: Bool { utf8.contains(0x7B) && contains("{{") }
  /// Whether `}}` is in the text.
  var holdsClosingBraces: Bool { utf8.contains(0x7D) && contains("}}") }
  fileprivate var holdsSemicolon: Bool { utf8.contains(0x3B) && contains(";") }
}
