import CSSValues
import Diagnostics
import Names

/// What a property takes, as people read it: for the help of invalid values.
enum ExpectedValues {
  /// The grammar of a property in words of the specification, without productions that say nothing by themselves.
  static func text(_ property: PropertyID) -> String {
    if let text = shorthands[property.name] { return text }
    let definition = property.definition
    if let counterpart = definition.horizontalCounterpart { return text(counterpart) }
    if property.isShorthand {
      let names = property.longhands.prefix(6).map { "`\($0.name)`" }
      return "values of " + names.joined(separator: ", ") + (property.longhands.count > 6 ? " …" : "")
    }
    return expanded(definition.grammar)
  }

  /// The keyword that an identifier of an invalid value was probably meant to be.
  static func suggestion(_ property: PropertyID, _ value: TokenCursor) -> (written: String, meant: String)? {
    let known = keywords(of: property)
    for index in value.remaining {
      let token = value.stream.tokens[index]
      guard token.kind == .ident, token.textEnd - token.textStart < 40 else { continue }
      let written = value.lowercasedName(token).string
      guard !known.contains(written), !wide.contains(written) else { continue }
      if let meant = Suggestion.nearest(to: written, in: known) { return (value.text(token), meant) }
      // CSS-wide keywords come last: any property takes them.
      if let meant = Suggestion.nearest(to: written, in: wide) { return (value.text(token), meant) }
    }
    return nil
  }

  /// The first number that lacks the unit of a length, as it would be in px.
  static func missingUnit(_ property: PropertyID, _ value: TokenCursor) -> String? {
    let grammars = property.isShorthand ? property.longhands.map { text($0) } : [text(property)]
    guard grammars.contains(where: { $0.contains("<length") || $0.contains("<line-width") }),
      !grammars.contains(where: { $0.contains("<number") || $0.contains("<integer") }) || property == .font
    else { return nil }
    for index in value.remaining {
      let token = value.stream.tokens[index]
      if token.kind == .number, token.number != 0 { return value.stream.sourceText(index..<(index + 1)) + "px" }
    }
    return nil
  }

  private static let wide: Set<String> = ["inherit", "initial", "unset", "revert", "revert-layer", "revert-rule"]

  /// All keywords that are in a property's grammar, or in those of its longhands.
  private static func keywords(of property: PropertyID) -> Set<String> {
    var found: Set<String> = []
    func collect(_ grammar: String, depth: Int) {
      var rest = Substring(grammar)
      while let first = rest.first {
        if first == "<" {
          let name = rest.dropFirst().prefix { $0.isLetter || $0 == "-" }
          rest = rest.drop { $0 != ">" }.dropFirst()
          if name == "color" || name.hasSuffix("-color") {
            found.formUnion(NamedColors.all.keys.map(\.string))
            found.insert("currentcolor")
          }
          if depth < 4, let production = production(String(name)) { collect(production, depth: depth + 1) }
        } else if first.isLetter || first == "-" {
          let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
          rest = rest.dropFirst(word.count)
          // What a parenthesis follows is a function.
          if rest.first != "(", word.contains(where: \.isLetter) { found.insert(String(word)) }
        } else {
          rest = rest.dropFirst()
        }
      }
    }
    let members = property.isShorthand ? property.longhands : [property]
    for member in members {
      collect((member.definition.horizontalCounterpart ?? member).definition.grammar, depth: 0)
    }
    return found
  }

  /// A grammar with what its productions stand for, where that is short.
  private static func expanded(_ grammar: String) -> String {
    var result = ""
    var rest = Substring(grammar)
    while let start = rest.firstIndex(of: "<") {
      result += rest[..<start]
      rest = rest[start...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let name = String(rest.dropFirst().prefix { $0.isLetter || $0 == "-" })
      let whole = end < rest.endIndex ? rest[...end] : rest
      if let production = production(name), production.utf8.count < 400 {
        let isWhole = grammar == whole
        result += isWhole || !production.contains(" ") ? production : "[ \(production) ]"
      } else {
        result += whole
      }
      rest = rest[whole.endIndex...]
    }
    return result + rest
  }

  private static func production(_ name: String) -> String? { readable[name] ?? Productions.all[name] }

  /// Productions that the parser reads by itself.
  private static let readable: [String: String] = [
    "display":
      """
    block | inline | inline-block | flex | inline-flex | grid | inline-grid | flow-root | list-item | contents | none | \
    table | inline-table | table-row | table-cell | table-row-group | table-header-group | table-footer-group | \
    table-column | table-column-group | table-caption | ruby | math
    """,
    "size": "<length-percentage> | min-content | max-content | fit-content | stretch",
    "will-change": "auto | scroll-position | contents | <custom-ident>",
    "length-percentage-anchor": "<length-percentage>",
  ]

  /// Shorthands that people write by hand.
  private static let shorthands: [String: String] = [
    "margin": "1 to 4 of: auto | <length-percentage>",
    "padding": "1 to 4 of: <length-percentage>, not negative",
    "inset": "1 to 4 of: auto | <length-percentage>",
    "border": "<line-width> || <line-style> || <color>, such as `1px solid red`",
    "border-top": "<line-width> || <line-style> || <color>",
    "border-right": "<line-width> || <line-style> || <color>",
    "border-bottom": "<line-width> || <line-style> || <color>",
    "border-left": "<line-width> || <line-style> || <color>",
    "outline": "<line-width> || <line-style> || <color>",
    "border-width": "1 to 4 of: thin | medium | thick | <length>",
    "border-style": "1 to 4 of: none | hidden | dotted | dashed | solid | double | groove | ridge | inset | outset",
    "border-color": "1 to 4 of: <color>",
    "border-radius": "1 to 4 of: <length-percentage>, and after `/` as many again",
    "font": "style || variant || weight, then <size>[/<line-height>] <family>, such as `bold 12px/1.5 serif`",
    "background":
      "layers of <image> || <position> [/ <size>] || <repeat> || <attachment> || <box>, the last with a <color>",
    "flex": "none | [ <grow> <shrink>? || <basis> ]",
    "flex-flow": "<flex-direction> || <flex-wrap>",
    "gap": "1 or 2 of: normal | <length-percentage>",
    "overflow": "1 or 2 of: visible | hidden | clip | scroll | auto",
    "list-style": "<position> || <image> || <type>",
    "text-decoration": "<line> || <style> || <color> || <thickness>",
    "transition": "<property> || <duration> || <easing> || <delay>, more after commas",
    "animation":
      "<duration> || <easing> || <delay> || <iteration-count> || <direction> || <fill-mode> || <play-state> || <name>",
    "place-items": "<align-items> <justify-items>?",
    "place-content": "<align-content> <justify-content>?",
    "place-self": "<align-self> <justify-self>?",
    "grid-area": "1 to 4 lines with `/` between them",
    "grid-row": "<line> [ / <line> ]?",
    "grid-column": "<line> [ / <line> ]?",
    "columns": "<column-width> || <column-count>",
  ]
}
