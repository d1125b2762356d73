import CSS

/// The strings of `image-set()`, which are URLs (CSS Images 4, 2.5): those that are in the function itself; those of
/// `type()` are not.
package enum ImageSetStrings {
  /// Whether a function's token begins an image set.
  package static func isImageSet(_ token: Token, in stream: TokenStream) -> Bool {
    stream.text(token, is: "image-set") || stream.text(token, is: "-webkit-image-set")
  }

  /// The strings of the function whose token is at an index.
  package static func strings(ofFunctionAt index: Int, in stream: TokenStream) -> [Token] {
    let end = min(Int(stream.tokens[index].match), stream.tokens.count)
    var strings: [Token] = []
    var inner = index + 1
    while inner < end {
      let token = stream.tokens[inner]
      if token.kind == .string { strings.append(token) }
      inner = token.opensBlock ? max(inner, Int(token.match)) + 1 : inner + 1
    }
    return strings
  }
}
