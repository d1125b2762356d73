import CSSValues
import Names

/// `font` and `font-variant` (CSS Fonts 4, 2.8 and 6.9).
struct FontShorthand {
  let values: ValueParser

  private var shorthands: ShorthandParser { ShorthandParser(values: values) }

  func parse(_ cursor: TokenCursor) -> ShorthandParser.Longhands {
    var cursor = cursor
    if let system = system(cursor) { return system }
    var found: [PropertyID: CSSValue] = [:]
    var normals = 0
    while normals + found.count < 4 {
      cursor.skipWhitespace()
      if cursor.consumeIdent("normal") {
        normals += 1
        continue
      }
      guard let (longhand, value) = prefixValue(&cursor, found) else { break }
      found[longhand] = value
    }
    guard let size = shorthands.prefix(.fontSize, &cursor) else { return [] }
    found[.fontSize] = size
    cursor.skipWhitespace()
    if cursor.consumeDelim("/") {
      guard let height = shorthands.prefix(.lineHeight, &cursor) else { return [] }
      found[.lineHeight] = height
    }
    cursor.skipWhitespace()
    guard !cursor.isAtEnd, let families = values.parse(.fontFamily, cursor.over(cursor.remaining)) else { return [] }
    found[.fontFamily] = families
    return PropertyID.font.longhands.map { ($0, found[$0] ?? ShorthandParser.initial($0)) }
  }

  /// One of style, variant, weight and stretch, which come before the size in any order.
  private func prefixValue(
    _ cursor: inout TokenCursor, _ found: [PropertyID: CSSValue]
  ) -> (PropertyID, CSSValue)? {
    if found[.fontStyle] == nil, let value = shorthands.prefix(.fontStyle, &cursor) { return (.fontStyle, value) }
    if found[.fontVariantCaps] == nil, let name = values.keyword(&cursor, ["small-caps"]) {
      return (.fontVariantCaps, .keyword(name))
    }
    if found[.fontWeight] == nil {
      var probe = cursor
      if let value = shorthands.prefix(.fontWeight, &probe) {
        cursor = probe
        return (.fontWeight, value)
      }
    }
    let widths: [StaticString] = [
      "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded", "expanded",
      "extra-expanded", "ultra-expanded",
    ]
    if found[.fontStretch] == nil, let name = values.keyword(&cursor, widths) { return (.fontStretch, .keyword(name)) }
    return nil
  }

  /// The system fonts.
  private func system(_ cursor: TokenCursor) -> ShorthandParser.Longhands? {
    var cursor = cursor
    let names: [StaticString] = [
      "caption", "icon", "menu", "message-box", "small-caption", "status-bar", "-webkit-mini-control",
      "-webkit-small-control", "-webkit-control",
    ]
    guard values.keyword(&cursor, names) != nil, cursor.isAtEnd else { return nil }
    return PropertyID.font.longhands.map { longhand in
      switch longhand {
      case .fontFamily: (longhand, .string("Arial"))
      case .fontSize: (longhand, .dimension(16, .px))
      default: (longhand, ShorthandParser.initial(longhand))
      }
    }
  }

  /// `font-variant`.
  func parseVariant(_ cursor: TokenCursor) -> ShorthandParser.Longhands {
    let longhands = PropertyID.fontVariant.longhands
    var cursor = cursor
    if cursor.position + 1 == cursor.end, cursor.peekKind == .ident {
      if cursor.text(cursor.peek, is: "normal") { return longhands.map { ($0, .keyword("normal")) } }
      if cursor.text(cursor.peek, is: "none") {
        return longhands.map { ($0, .keyword($0 == .fontVariantLigatures ? "none" : "normal")) }
      }
    }
    var words: [PropertyID: [TokenCursor]] = [:]
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      let start = cursor
      cursor.skipComponentValue()
      let word = start.over(start.position..<cursor.position)
      guard !(word.peekKind == .ident && (word.text(word.peek, is: "normal") || word.text(word.peek, is: "none"))),
        let longhand = longhands.first(where: { values.parse($0, word) != nil })
      else { return [] }
      words[longhand, default: []].append(word)
    }
    guard !words.isEmpty else { return [] }
    var found: [PropertyID: CSSValue] = [:]
    for (longhand, parts) in words {
      let text = parts.map(\.sourceText).joined(separator: " ")
      guard let value = values.parse(longhand, TokenStream(text: text).cursor) else { return [] }
      found[longhand] = value
    }
    return longhands.map { ($0, found[$0] ?? .keyword("normal")) }
  }
}
