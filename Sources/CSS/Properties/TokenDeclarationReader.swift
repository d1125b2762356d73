import CSSValues
import Diagnostics

/// Reads single declarations of Token pages, to find out what values of a kind stand for.
public struct TokenDeclarationReader {
  private var properties: PropertyParser

  /// What a property's name stands for.
  public enum Meaning: Hashable, Sendable {
    /// A property of CSS.
    case property(PropertyID)
    /// A property that only native components have.
    case native
  }

  /// A reader.
  public init() {
    var options = ParsingOptions()
    options.isQuirks = true
    options.isToken = true
    properties = PropertyParser(options: options)
  }

  /// The meaning of a name in kebab or camel case; `nil` where it has none.
  public static func meaning(_ name: String) -> Meaning? {
    if let property = PropertyID(named: name) { return .property(property) }
    switch TokenPropertyNames.meaning(name) {
    case .property(let property): return .property(property)
    case .native: return .native
    case nil: return nil
    }
  }

  /// All longhands that a declaration sets with their specified values; `nil` where the value is invalid, or known only
  /// when the cascade runs.
  public mutating func longhands(_ name: String, _ value: String) -> [LocalDeclaration]? {
    var declarations: [PropertyDeclaration] = []
    var sink = DiagnosticSink()
    var parser = DeclarationParser(TokenStream(text: "\(name):\(value)").cursor, allowsNestedRules: false)
    guard case nil = parser.next(&properties, into: &declarations, &sink), !declarations.isEmpty else { return nil }
    var longhands: [LocalDeclaration] = []
    for declaration in declarations {
      guard case .known(let property) = declaration.property, case .value(let value) = declaration.value else {
        return nil
      }
      longhands.append(LocalDeclaration(property, value))
    }
    return longhands
  }
}
