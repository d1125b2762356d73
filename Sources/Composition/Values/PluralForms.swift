import CICU

/// A message that has a form for each plural category of its language (CLDR's cardinal numbers):
/// `{"one": "{count} comment", "other": "{count} comments"}`, and `=0` and the like for single numbers.
public struct PluralForms: Sendable {
  /// The categories of CLDR, in its order.
  public static let categories = ["zero", "one", "two", "few", "many", "other"]

  private let forms: StaticObject

  /// The forms of a message; `nil` for a text or a group of messages.
  public init?(_ message: StaticValue) {
    guard case .object(let object) = message, object["other"] != nil,
      object.names.allSatisfy({ Self.categories.contains($0) || Self.number($0) != nil }),
      object.names.allSatisfy({ object[$0]?.plainText != nil })
    else { return nil }
    forms = object
  }

  /// The number of `=3`.
  private static func number(_ name: String) -> Double? {
    guard name.hasPrefix("="), let number = Double(name.dropFirst()), number.isFinite else { return nil }
    return number
  }

  /// The text for a number in a language: the number's own, that of its category, or `other`.
  public func text(for number: Double, language: String) -> String {
    if let own = forms.names.first(where: { Self.number($0) == number }), let text = forms[own]?.plainText {
      return text
    }
    let category = Self.category(of: number, in: language)
    // `other` is there: ``init(_:)`` made sure of it.
    return forms[category]?.plainText ?? forms["other"]?.plainText ?? ""
  }

  /// The categories that a language uses and the message lacks.
  public func missing(in language: String) -> [String] {
    let used = Self.categories(of: language)
    // In these languages `many` is only for whole millions (CLDR 38), for which `other` does well enough.
    let isOptional = Set(used) == ["one", "many", "other"]
    return used.filter { forms[$0] == nil && !(isOptional && $0 == "many") }
  }

  /// The categories that the message has and a language never uses.
  public func unused(in language: String) -> [String] {
    let used = Self.categories(of: language)
    return forms.names.filter { Self.categories.contains($0) && !used.contains($0) }
  }

  /// The plural category of a number; `other` where nothing is known of the language.
  static func category(of number: Double, in language: String) -> String {
    text { cicu_plural_category(language, number, $0, $1) } ?? "other"
  }

  /// The categories that a language uses, in CLDR's order.
  static func categories(of language: String) -> [String] {
    let names = (text { cicu_plural_categories(language, $0, $1) } ?? "other").split(separator: " ").map(String.init)
    return categories.filter(names.contains)
  }

  private static func text(_ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 96)
    let length = buffer.withUnsafeMutableBufferPointer { write($0.baseAddress, Int32($0.count)) }
    guard length > 0 else { return nil }
    return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
