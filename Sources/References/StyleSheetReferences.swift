import CSS

/// A URL in a stylesheet and its bytes there; `@import`s are not among them.
package struct StyleSheetReference {
  package var url: String
  package var kind: ReferenceKind
  package var range: Range<Int>
  /// Whether it is in an `@font-face` rule.
  package var isOfFontFace = false

  /// Whether the URL names a font in a format that is read.
  package var isFont: Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    if isOfFontFace { return ![".eot", ".svg", ".svgz"].contains { path.hasSuffix($0) } }
    return kind == .resource && [".woff", ".woff2", ".ttf", ".otf", ".ttc"].contains { path.hasSuffix($0) }
  }

  private static let imageEndings = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".bmp", ".ico", ".cur",
  ]

  /// Whether the URL names an image beyond doubt: sheets name behaviours, filters and more in the same way.
  package var isPlainImage: Bool { kind == .image && Self.endsAsImage(url) }

  /// Whether a URL's path ends as names of image files do.
  package static func endsAsImage(_ url: String) -> Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return imageEndings.contains { path.hasSuffix($0) }
  }
}

/// Finds the URLs of a stylesheet's values: images, fonts, cursors.
package enum StyleSheetReferences {
  private static let fontEndings = [".woff", ".woff2", ".ttf", ".otf", ".eot", ".ttc"]

  /// The references in the order of the source.
  package static func references(of stream: TokenStream) -> [StyleSheetReference] {
    var result: [StyleSheetReference] = []
    var index = 0
    let tokens = stream.tokens
    // The number of braces that are open since `@font-face`; 0 before its block, -1 outside.
    var fontFace = -1
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .atKeyword where stream.text(token).lowercased() == "font-face": fontFace = 0
      case .leftBrace where fontFace >= 0: fontFace += 1
      case .rightBrace where fontFace >= 0: fontFace = fontFace <= 1 ? -1 : fontFace - 1
      case .atKeyword where ["import", "namespace"].contains(stream.text(token).lowercased()):
        while index < tokens.count, tokens[index].kind != .semicolon { index += 1 }
      case .url: append(stream.text(token), token.range, isOfFontFace: fontFace > 0, &result)
      case .function where stream.text(token, is: "url"):
        var inner = index + 1
        while inner < tokens.count, tokens[inner].kind == .whitespace { inner += 1 }
        if inner < tokens.count, tokens[inner].kind == .string {
          append(stream.text(tokens[inner]), tokens[inner].range, isOfFontFace: fontFace > 0, &result)
        }
      case .function where ImageSetStrings.isImageSet(token, in: stream):
        for text in ImageSetStrings.strings(ofFunctionAt: index, in: stream) {
          result.append(StyleSheetReference(url: stream.text(text), kind: .image, range: text.range))
        }
      default: break
      }
      index += 1
    }
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func append(
    _ url: String, _ range: Range<Int>, isOfFontFace: Bool, _ result: inout [StyleSheetReference]
  ) {
    let kind = isOfFontFace ? .resource : kind(of: url)
    result.append(StyleSheetReference(url: url, kind: kind, range: range, isOfFontFace: isOfFontFace))
  }

  /// What a URL in a value is for, as far as its name says.
  package static func kind(of url: String) -> ReferenceKind {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return fontEndings.contains { path.hasSuffix($0) } ? .resource : .image
  }
}
