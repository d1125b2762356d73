import CSS

/// Where a style sheet names font families: in `font-family`, in `font`, in custom properties that these may use.
struct FontFamilyPlaces: Sendable {
  /// The first place of each family by its folded name; of fonts' own properties before custom ones.
  private var places: [String: Range<Int>] = [:]
  private var customPlaces: [String: Range<Int>] = [:]

  /// The place of a family, as bytes of the source.
  func place(of family: String) -> Range<Int>? {
    let folded = family.lowercased()
    return places[folded] ?? customPlaces[folded]
  }

  /// Finds the families of a sheet or of a list of declarations.
  init(in stream: TokenStream) {
    let tokens = stream.tokens
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard token.kind == .ident else { continue }
      let isFont = stream.text(token, is: "font-family") || stream.text(token, is: "font")
      let isCustom = !isFont && stream.withText(token) { $0.count > 2 && $0[0] == 0x2D && $0[1] == 0x2D }
      guard isFont || isCustom else { continue }
      var next = index
      while next < tokens.count, tokens[next].kind == .whitespace { next += 1 }
      guard next < tokens.count, tokens[next].kind == .colon else { continue }
      index = readValue(stream, from: next + 1, isCustom: isCustom)
    }
  }

  /// Reads a declaration's value; the answer is the token after it.
  private mutating func readValue(_ stream: TokenStream, from start: Int, isCustom: Bool) -> Int {
    let tokens = stream.tokens
    var index = start
    // The words of a name that may be written without quotes; `font` has other words before it.
    var words: [Token] = []
    func record(_ places: inout [String: Range<Int>]) {
      for first in words.indices.suffix(8) {
        let name = words[first...].map { stream.text($0).lowercased() }.joined(separator: " ")
        if places[name] == nil {
          places[name] = words[first].range.lowerBound..<words[words.count - 1].range.upperBound
        }
      }
    }
    func finish() {
      if isCustom { record(&customPlaces) } else { record(&places) }
      words = []
    }
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .semicolon, .rightBrace: return index
      case .ident, .string:
        words.append(token)
        let after = index + 1
        let endsName =
          token.kind == .string || after >= tokens.count
          || !(tokens[after].kind == .ident
            || tokens[after].kind == .whitespace && after + 1 < tokens.count && tokens[after + 1].kind == .ident)
        if endsName { finish() }
      default: break
      }
      index += 1
    }
    return index
  }
}
