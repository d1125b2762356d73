import Diagnostics
import Names

/// Evaluates `@supports` conditions (CSS Conditional 3 to 5): at once, since they ask only the product.
struct SupportsEvaluator {
  let values: PropertyParser
  let namespaces: NamespacePrefixes

  /// The truth of a whole prelude, or `nil` where it is not a condition.
  func evaluate(_ prelude: TokenCursor) -> Truth? {
    parser.parse(prelude)?.truth { $0 ? .yes : .no }
  }

  /// `supports()` of an import takes a condition or a bare declaration.
  func evaluateImport(_ contents: TokenCursor) -> Bool {
    if let truth = evaluate(contents) { return truth == .yes }
    return supportsDeclaration(contents)
  }

  private var parser: ConditionParser<Bool> {
    ConditionParser(parseTest: { cursor in
      switch cursor.peekKind {
      case .leftParenthesis:
        let contents = cursor.consumeBlock()
        if isDeclaration(contents) { return .test(supportsDeclaration(contents)) }
        // An unsupported syntax is false here, not unknown (CSS Conditional 3, 6).
        return contents.isGeneralEnclosed ? .test(false) : nil
      case .function:
        let name = cursor.lowercasedName(cursor.peek).string
        let contents = cursor.consumeBlock().trimmed()
        return .test(function(name, contents))
      default:
        return nil
      }
    })
  }

  private func function(_ name: String, _ contents: TokenCursor) -> Bool {
    switch name {
    case "selector":
      // Nothing of it is kept: the sheet's own selectors are not copied.
      var parser = SelectorParser()
      parser.namespaces = namespaces
      // One complex selector.
      var cursor = contents
      _ = cursor.skip(until: .comma)
      guard cursor.isAtEnd else { return false }
      return (try? parser.parseList(contents)) != nil
    case "font-tech":
      return contents.peekKind == .ident
        && [
          "features-opentype", "variations", "color-colrv0", "color-colrv1", "color-sbix", "color-cbdt", "palettes",
          "incremental", "feature-opentype", "features-aat",
        ].contains(contents.lowercasedName(contents.peek).string)
        && contents.lowercasedName(contents.peek).string != "incremental"
    case "font-format":
      return contents.peekKind == .ident
        && ["collection", "opentype", "truetype", "woff", "woff2"].contains(
          contents.lowercasedName(contents.peek).string)
    case "at-rule":
      guard contents.peekKind == .atKeyword, contents.remaining.count == 1 else { return false }
      let name = contents.lowercasedName(contents.peek).string
      return StyleSheetParser.needsBlock.contains(name) || ["import", "namespace", "layer"].contains(name)
    default:
      return false
    }
  }

  private func isDeclaration(_ contents: TokenCursor) -> Bool {
    var cursor = contents.trimmed()
    guard cursor.consume(.ident) != nil else { return false }
    cursor.skipWhitespace()
    return cursor.peekKind == .colon
  }

  private func supportsDeclaration(_ contents: TokenCursor) -> Bool {
    var cursor = contents.trimmed()
    // A single declaration: no semicolon comes after it.
    guard let declaration = RawDeclaration.consume(&cursor), cursor.isAtEnd,
      declaration.tokens.upperBound == cursor.position
    else { return false }
    var values = values
    let name = declaration.value.name(declaration.name)
    return values.supports(name.string.hasPrefix("--") ? name : name.asciiLowercased, declaration.value)
  }
}

/// `@supports` conditions where no sheet is around them.
public enum SupportsCondition {
  /// Whether a condition or bare declaration holds; in quirks mode declarations read as they do there.
  public static func holds(_ cursor: TokenCursor, isQuirks: Bool = false) -> Bool {
    var options = ParsingOptions()
    options.isQuirks = isQuirks
    let values = PropertyParser(options: options)
    return SupportsEvaluator(values: values, namespaces: NamespacePrefixes()).evaluateImport(cursor)
  }
}
