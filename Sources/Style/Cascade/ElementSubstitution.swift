import CSS
import CSSValues
import HTML
import Names

/// The references of one element's values: substitutes them, then parses what came out.
struct ElementSubstitution {
  let resolver: StyleResolver
  let element: Int
  let isPseudo: Bool
  let parentStyle: Int
  let isRoot: Bool
  /// The element's own custom properties, once they are known.
  var custom: CustomProperties = .none
  /// Whether a value came of the element's attributes: its style is then its own.
  private(set) var isOfElementAlone = false
  /// The shorthands that have been parsed after substitution.
  private var shorthands: [ObjectIdentifier: [PropertyDeclaration]] = [:]

  init(resolver: StyleResolver, element: Int, isPseudo: Bool, parentStyle: Int, isRoot: Bool) {
    self.resolver = resolver
    self.element = element
    self.isPseudo = isPseudo
    self.parentStyle = parentStyle
    self.isRoot = isRoot
  }

  /// The value of a longhand once references are replaced; `nil` is invalid at computed-value time.
  mutating func resolve(_ value: UnresolvedValue, _ property: PropertyID) -> DeclaredValue? {
    if value.shorthand != nil, let known = shorthands[ObjectIdentifier(value)] {
      return known.first { $0.property == .known(property) }?.value
    }
    let custom = custom
    let registrations = resolver.registrations
    guard let text = substitute(value.text, lookUp: { registrations.value($0, in: custom) }) else { return nil }
    var declarations: [PropertyDeclaration] = []
    _ = resolver.values.parse(value.shorthand ?? property, TokenStream(text).cursor.trimmed(), into: &declarations)
    if value.shorthand != nil { shorthands[ObjectIdentifier(value)] = declarations }
    return declarations.first { $0.property == .known(property) }?.value
  }

  /// Replaces the references in a text.
  mutating func substitute(_ text: [UInt8], lookUp: @escaping (Name) -> CustomPropertyValue?) -> [UInt8]? {
    let tree = resolver.tree
    let element = element
    var substitution = Substitution(
      lookUp: lookUp, environment: resolver.environment,
      attribute: { name in
        let record = tree.elements[element]
        return tree.document.value(record.node, record.namespace == .html ? name.asciiLowercased : name)
      })
    let parentCustom = resolver.table.customProperties[parentStyle]
    let registrations = resolver.registrations
    substitution.lookUpInherited = { registrations.value($0, in: parentCustom) }
    let environment = resolver.environment
    substitution.condition = { cursor in IfCondition.holds(cursor, environment, lookUp) }
    let result = substitution.substitute(text)
    if substitution.usesAttributes { isOfElementAlone = true }
    if substitution.isTooLong { resolver.reportTooLong() }
    return result
  }
}

/// The conditions of `if()`: `media()`, `supports()`, `style()` (CSS Values 5, 6.1).
enum IfCondition {
  static func holds(
    _ cursor: TokenCursor, _ environment: Environment, _ lookUp: (Name) -> CustomPropertyValue?
  ) -> Bool? {
    evaluate(cursor.trimmed(), environment, lookUp, depth: 0)
  }

  private static func evaluate(
    _ whole: TokenCursor, _ environment: Environment, _ lookUp: (Name) -> CustomPropertyValue?, depth: Int
  ) -> Bool? {
    guard depth < 32 else { return nil }
    var cursor = whole
    var result: Bool?
    var joinsWithOr: Bool?
    repeat {
      cursor.skipWhitespace()
      let isNegated = cursor.consumeIdent("not")
      cursor.skipWhitespace()
      let value: Bool?
      if cursor.peekKind == .leftParenthesis {
        value = evaluate(cursor.consumeBlock().trimmed(), environment, lookUp, depth: depth + 1)
      } else if cursor.peekKind == .function {
        let name = cursor.lowercasedName(cursor.peek).string
        value = test(name, cursor.consumeBlock().trimmed(), environment, lookUp)
      } else {
        return nil
      }
      guard var value else { return nil }
      if isNegated { value.toggle() }
      if let previous = result { result = joinsWithOr == true ? previous || value : previous && value } else { result = value }
      cursor.skipWhitespace()
      if cursor.consumeIdent("or") {
        joinsWithOr = true
      } else if cursor.consumeIdent("and") {
        joinsWithOr = false
      } else {
        break
      }
    } while true
    return cursor.isAtEnd ? result : nil
  }

  private static func test(
    _ name: String, _ contents: TokenCursor, _ environment: Environment, _ lookUp: (Name) -> CustomPropertyValue?
  ) -> Bool? {
    switch name {
    case "media":
      // Both `media(print)` and `media(width > 1px)` stand for the query.
      if MediaQueryList(contents).matches(environment) { return true }
      return MediaQueryList(text: "(" + contents.sourceText + ")").matches(environment)
    case "supports": return SupportsCondition.holds(contents)
    case "style":
      var cursor = contents
      guard let token = cursor.consume(.ident) else { return nil }
      cursor.skipWhitespace()
      let actual = lookUp(cursor.name(token))
      if cursor.isAtEnd { return actual != nil }
      guard cursor.consume(.colon) != nil else { return nil }
      let wanted = cursor.trimmed().sourceText
      return actual.map { String(decoding: $0.text, as: UTF8.self) == wanted } ?? false
    default: return nil
    }
  }
}
