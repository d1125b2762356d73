import CSSValues
import Platform

/// The initial values of longhands as specified ones, parsed from the property table.
enum InitialValues {
  private static let cache = Mutex<[CSSValue?]>([CSSValue?](repeating: nil, count: PropertyID.longhandCount))

  /// The initial value of a longhand.
  static func value(_ property: PropertyID) -> CSSValue {
    let property = property.definition.horizontalCounterpart ?? property
    let index = Int(property.rawValue)
    if let value = cache.withLock({ $0[index] }) { return value }
    let text = property.definition.initial
    let parsed = ValueParser(options: ParsingOptions(), property: property).parse(
      property, TokenStream(text: text).cursor)
    let value = parsed ?? .raw(text)
    cache.withLock { $0[index] = value }
    return value
  }
}
