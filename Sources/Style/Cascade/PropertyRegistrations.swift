import CSS
import CSSValues
import Names

/// The custom properties that `@property` registers (CSS Properties and Values API 1, 2).
struct PropertyRegistrations {
  private struct Registration {
    var syntax: RegisteredSyntax
    var inherits: Bool
    var initial: CustomPropertyValue?
  }
  private var byName: [Name: Registration] = [:]
  /// What the page's texts come to.
  let values = RegisteredValues()
  /// The names of those that do not inherit.
  private(set) var nonInherited: [Name] = []

  var hasNonInherited: Bool { !nonInherited.isEmpty }

  /// Registers the valid ones of the rules; of equal names the last counts.
  init(_ rules: [DescriptorRule], _ environment: Environment) {
    for rule in rules {
      let name = Name(rule.prelude)
      guard rule.prelude.hasPrefix("--"), rule.prelude.utf8.count > 2, var syntaxCursor = rule["syntax"],
        let syntaxToken = syntaxCursor.consume(.string), syntaxCursor.isAtEnd,
        let syntax = RegisteredSyntax(syntaxCursor.text(syntaxToken)), var inheritsCursor = rule["inherits"]
      else { continue }
      let inherits: Bool
      if inheritsCursor.consumeIdent("true") {
        inherits = true
      } else if inheritsCursor.consumeIdent("false") {
        inherits = false
      } else {
        continue
      }
      var registration = Registration(syntax: syntax, inherits: inherits, initial: nil)
      if let initial = rule["initial-value"] {
        guard syntax.acceptsInitial(initial) else { continue }
        var context = ComputationContext(
          parent: ComputedStyle(), rootFont: FontStyle(), viewport: environment.viewport)
        registration.initial = Self.compute(syntax, initial, ComputedStyle(), &context)
      } else if !syntax.isUniversal {
        continue
      }
      byName[name] = registration
    }
    nonInherited = byName.filter { !$0.value.inherits }.map(\.key).sorted { $0.rawValue < $1.rawValue }
  }

  func isRegistered(_ name: Name) -> Bool { byName[name] != nil }
  func inherits(_ name: Name) -> Bool { byName[name]?.inherits ?? true }
  func initial(_ name: Name) -> CustomPropertyValue? { byName[name]?.initial }

  /// A property's value among an element's, the initial one where it has none.
  func value(_ name: Name, in properties: CustomProperties) -> CustomPropertyValue? {
    properties[name] ?? byName[name]?.initial
  }

  /// Whether a property's values are typed.
  func isTyped(_ name: Name) -> Bool { byName[name].map { !$0.syntax.isUniversal } ?? false }

  /// The computed value of a text, or `nil` where it does not fit the syntax.
  ///
  /// - Parameter hasRoom: whether so many parts of a long value have room that the style computes again; without it a value is
  ///   invalid.
  func compute(
    _ name: Name, _ text: [UInt8], _ style: ComputedStyle, _ context: inout ComputationContext,
    hasRoom: (Int) -> Bool = { _ in true }
  ) -> CustomPropertyValue? {
    guard let registration = byName[name], !registration.syntax.isUniversal else { return CustomPropertyValue(text) }
    let value = values.value(name, text) {
      guard let specified = registration.syntax.parse(TokenStream(text).cursor.trimmed()) else {
        return RegisteredValues.Value(nil, computed: nil)
      }
      guard Computation.isSameForAll(specified) else { return RegisteredValues.Value(specified, computed: nil) }
      return RegisteredValues.Value(specified, computed: Self.compute(specified, style, &context))
    }
    if let computed = value.computed { return computed }
    guard let specified = value.specified, value.partCount == 0 || hasRoom(value.partCount) else { return nil }
    return Self.compute(specified, style, &context)
  }

  private static func compute(
    _ syntax: RegisteredSyntax, _ cursor: TokenCursor, _ style: ComputedStyle, _ context: inout ComputationContext
  ) -> CustomPropertyValue? {
    if syntax.isUniversal { return CustomPropertyValue(Array(cursor.sourceText.utf8)) }
    return syntax.parse(cursor).map { compute($0, style, &context) }
  }

  private static func compute(
    _ specified: CSSValue, _ style: ComputedStyle, _ context: inout ComputationContext
  ) -> CustomPropertyValue {
    let value = Computation.compute(specified, style, &context)
    return CustomPropertyValue(Array(value.text.utf8), typed: value)
  }
}
