import CSS
import CSSValues
import HTML
import Names

/// The references of one element's values: substitutes them, then parses what came out.
struct ElementSubstitution {
  let resolver: StyleResolver
  let element: Int
  let pseudo: PseudoElement?
  let parentStyle: Int
  let isRoot: Bool
  /// The element's own custom properties, once they are known.
  var custom: CustomProperties = .none
  /// Whether a value came of the element's attributes: its style is then its own.
  private(set) var dependsOnlyOnElement = false
  /// Whether a value came of `env()`.
  private(set) var usesEnvironment = false
  /// Whether a condition asked for media.
  private(set) var asksMedia = false
  /// Whether the last text held some of an attribute.
  private(set) var isTainted = false
  /// What typed values in conditions count from.
  ///
  /// OPTIMIZATION: a class, since each text that is substituted hands it on.
  final class Basis {
    var style = ComputedStyle()
    var context: ComputationContext?
  }
  let basis = Basis()
  /// The shorthands that have been parsed after substitution.
  private var shorthands: [ObjectIdentifier: [PropertyDeclaration]] = [:]

  init(resolver: StyleResolver, element: Int, pseudo: PseudoElement?, parentStyle: Int, isRoot: Bool) {
    self.resolver = resolver
    self.element = element
    self.pseudo = pseudo
    self.parentStyle = parentStyle
    self.isRoot = isRoot
  }

  /// Takes over what another found out about the element's values.
  mutating func adopt(_ other: ElementSubstitution) {
    dependsOnlyOnElement = dependsOnlyOnElement || other.dependsOnlyOnElement
    usesEnvironment = usesEnvironment || other.usesEnvironment
    asksMedia = asksMedia || other.asksMedia
  }

  /// The value of a longhand once references are replaced; `nil` is invalid at computed-value time.
  mutating func resolve(_ value: UnresolvedValue, _ property: PropertyID) -> DeclaredValue? {
    if value.shorthand != nil, let known = shorthands[ObjectIdentifier(value)] {
      return known.first { $0.property == .known(property) }?.value
    }
    let custom = custom
    let registrations = resolver.registrations
    guard let text = substitute(value, lookUp: { registrations.value($0, in: custom) }) else { return nil }
    if isTainted, Self.namesAddress(text) { return nil }
    var declarations: [PropertyDeclaration] = []
    _ = resolver.values.parse(value.shorthand ?? property, TokenStream(text).cursor.trimmed(), into: &declarations)
    if value.shorthand != nil { shorthands[ObjectIdentifier(value)] = declarations }
    return declarations.first { $0.property == .known(property) }?.value
  }

  /// Whether a text loads something: text of attributes may have no part in it (CSS Values 5, 7.7.3).
  private static func namesAddress(_ text: [UInt8]) -> Bool {
    let stream = TokenStream(text)
    return stream.tokens.contains { token in
      token.kind == .url
        || token.kind == .function
          && (stream.text(token, is: "url") || stream.text(token, is: "src") || stream.text(token, is: "image-set")
            || stream.text(token, is: "-webkit-image-set") || stream.text(token, is: "image"))
    }
  }

  /// Replaces the references in a value's text.
  mutating func substitute(_ value: UnresolvedValue, lookUp: @escaping (Name) -> CustomPropertyValue?) -> [UInt8]? {
    let (tokens, variable) = resolver.substitutionTexts.text(of: value)
    // OPTIMIZATION: most texts with references are one.
    guard let variable else { return substitute(tokens, lookUp: lookUp) }
    guard !resolver.work.isBeyond else { return nil }
    let custom = lookUp(variable)
    resolver.work.charge(StyleWork.substitution + (custom?.text.count ?? 0), .references)
    isTainted = custom?.isTainted ?? false
    if let custom, custom.text.count > Substitution.maximumLength {
      resolver.current.meetsTextLimit = true
      return nil
    }
    return custom?.text
  }

  /// Replaces the references in a text.
  mutating func substitute(_ text: [UInt8], lookUp: @escaping (Name) -> CustomPropertyValue?) -> [UInt8]? {
    substitute(TokenStream(text).cursor, lookUp: lookUp)
  }

  /// Replaces the references in a text whose tokens are known.
  mutating func substitute(_ text: TokenCursor, lookUp: @escaping (Name) -> CustomPropertyValue?) -> [UInt8]? {
    guard !resolver.work.isBeyond else { return nil }
    let tree = resolver.tree
    let element = element
    var substitution = Substitution(
      lookUp: lookUp, environment: resolver.environment, syntaxes: resolver.registrations.values,
      attribute: { name in
        let record = tree.elements[element]
        return tree.document.value(record.node, record.namespace == .html ? name.asciiLowercased : name)
      })
    let parentCustom = resolver.table.customProperties[parentStyle]
    let conditions = IfCondition(
      resolver: resolver, lookUp: lookUp, parent: parentCustom, basis: basis)
    substitution.condition = { conditions.holds($0, $1) }
    let result = substitution.substitute(text)
    // What comes out is read again.
    resolver.work.charge(StyleWork.substitution + substitution.steps + (result?.count ?? 0), .references)
    isTainted = substitution.isTainted || conditions.trace.isTainted
    if substitution.usesAttributes { dependsOnlyOnElement = true }
    if substitution.usesEnvironment { usesEnvironment = true }
    if conditions.trace.asksMedia { asksMedia = true }
    if substitution.isTooLong { resolver.current.meetsTextLimit = true }
    return result
  }
}

/// What conditions came upon.
final class ConditionTrace {
  /// Whether a custom property with text of an attribute decided a condition.
  var isTainted = false
  /// Whether a condition was a media query.
  var asksMedia = false
}

/// The conditions of `if()`: `media()`, `supports()`, `style()` (CSS Values 5, 6.1).
struct IfCondition {
  let resolver: StyleResolver
  let lookUp: (Name) -> CustomPropertyValue?
  let parent: CustomProperties
  let basis: ElementSubstitution.Basis
  private var environment: Environment { resolver.environment }
  private var style: ComputedStyle { basis.style }
  let trace = ConditionTrace()

  /// Whether a condition holds; `nil` where it is none. `substitute` replaces references in a style query's value.
  func holds(_ cursor: TokenCursor, _ substitute: (TokenCursor) -> [UInt8]?) -> Bool? {
    evaluate(cursor.trimmed(), substitute, depth: 0)
  }

  private func evaluate(_ whole: TokenCursor, _ substitute: (TokenCursor) -> [UInt8]?, depth: Int) -> Bool? {
    guard depth < 32 else { return nil }
    var cursor = whole
    var result: Bool?
    var joinsWithOr = false
    while true {
      cursor.skipWhitespace()
      let isNegated = cursor.consumeIdent("not")
      cursor.skipWhitespace()
      let operand: Bool?
      if cursor.peekKind == .leftParenthesis {
        operand = evaluate(cursor.consumeBlock().trimmed(), substitute, depth: depth + 1)
      } else if cursor.peekKind == .function {
        let name = cursor.lowercasedName(cursor.peek).string
        operand = test(name, cursor.consumeBlock().trimmed(), substitute)
      } else {
        return nil
      }
      guard var value = operand else { return nil }
      if isNegated { value.toggle() }
      if let previous = result { value = joinsWithOr ? previous || value : previous && value }
      result = value
      cursor.skipWhitespace()
      if cursor.isAtEnd { return result }
      if cursor.consumeIdent("or") {
        joinsWithOr = true
      } else if cursor.consumeIdent("and") {
        joinsWithOr = false
      } else {
        return nil
      }
    }
  }

  private func test(_ name: String, _ contents: TokenCursor, _ substitute: (TokenCursor) -> [UInt8]?) -> Bool? {
    switch name {
    case "media":
      trace.asksMedia = true
      // Both `media(print)` and `media(width > 1px)` stand for the query.
      if MediaQueryList(contents).matches(environment) { return true }
      return MediaQueryList(text: "(" + contents.sourceText + ")").matches(environment)
    case "supports": return SupportsCondition.holds(contents, isQuirks: resolver.values.options.isQuirks)
    case "style":
      return ContainerQuery.styleCondition(contents)?.holds { test in
        switch test {
        case .style(let name, let value): styleTruth(name, value, substitute)
        case .styleRange(let parts, let comparisons): rangeTruth(parts, comparisons, substitute)
        case .size, .scrollState: .unknown
        }
      }
    default: return nil
    }
  }

  private var ownContext: ComputationContext {
    basis.context
      ?? ComputationContext(
        parent: style, rootFont: style.font, viewport: environment.viewport)
  }

  private func rangeTruth(
    _ parts: [TokenCursor], _ comparisons: [FeatureTest.Comparison], _ substitute: (TokenCursor) -> [UInt8]?
  ) -> Truth {
    var context = ownContext
    return StyleRange.truth(
      parts, comparisons, style, &context,
      property: { name in
        let value = lookUp(name)
        if value?.isTainted == true { trace.isTainted = true }
        return value
      }, substitute: substitute)
  }

  private func styleTruth(
    _ name: Name, _ value: TokenCursor?, _ substitute: (TokenCursor) -> [UInt8]?
  ) -> Truth {
    let registrations = resolver.registrations
    let actual = lookUp(name)
    if actual?.isTainted == true { trace.isTainted = true }
    guard let value else { return actual == registrations.initial(name) ? .no : .yes }
    guard let text = substitute(value) else { return .no }
    let wanted: CustomPropertyValue?
    switch WideKeyword(text: text) {
    case .initial: wanted = registrations.initial(name)
    case .inherit: wanted = registrations.value(name, in: parent)
    case .unset:
      wanted = registrations.inherits(name) ? registrations.value(name, in: parent) : registrations.initial(name)
    case .some: return .no
    case nil:
      var context = ownContext
      wanted = registrations.compute(name, text, style, &context)
      if wanted == nil { return .no }
    }
    return actual == wanted ? .yes : .no
  }
}
