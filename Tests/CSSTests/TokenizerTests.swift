import Testing

@testable import CSS

struct TokenizerTests {
  private func dump(_ text: String) -> String {
    let stream = TokenStream(text: text)
    return stream.tokens.map { token in
      switch token.kind {
      case .whitespace: "_"
      case .delim: "delim(\(token.delimiter))"
      case .number: "number(\(token.number)\(token.isInteger ? " integer" : ""))"
      case .percentage: "percentage(\(token.number))"
      case .dimension: "dimension(\(token.number) \(stream.text(token)))"
      case .function, .leftBrace, .leftBracket, .leftParenthesis: "\(token.kind)(\(stream.text(token)))->\(token.match)"
      default: stream.text(token).isEmpty ? "\(token.kind)" : "\(token.kind)(\(stream.text(token)))"
      }
    }.joined(separator: " ")
  }

  @Test func tokensOfADeclaration() {
    #expect(
      dump("margin:-1.5e1px +.5% 3 !important;")
        == "ident(margin) colon dimension(-15.0 px) _ percentage(0.5) _ number(3.0 integer) _ delim(33) "
        + "ident(important) semicolon")
  }

  @Test func escapesAndNullsLandInTheSideBuffer() {
    #expect(dump("\\31 a\\.b u\0v \"a\\\nb\\22 c\"") == "ident(1a.b) _ ident(u\u{FFFD}v) _ string(ab\"c)")
  }

  @Test func openingTokensKnowTheirClosingOnes() {
    #expect(
      dump("a(b[c)]){d")
        == "function(a)->6 ident(b) leftBracket()->5 ident(c) rightParenthesis rightBracket rightParenthesis "
        + "leftBrace()->9 ident(d)")
  }

  @Test func urlsAndBadStrings() {
    #expect(
      dump("url( a\\)b ) url(a b) url('x') 'a\nb") == "url(a)b) _ badURL _ function(url)->6 string(x) "
        + "rightParenthesis _ badString _ ident(b)")
  }

  @Test func tokenPagesHaveLineComments() {
    #expect(TokenStream(Array("a // b\nc".utf8), lineComments: true).tokens.count == 4)
    #expect(TokenStream(Array("a // b\nc".utf8)).tokens.count == 8)
  }

  @Test func deepNestingIsFlat() {
    let stream = TokenStream(text: String(repeating: "(", count: 200_000))
    #expect(stream.tokens[0].match == 200_000)
    var cursor = stream.cursor
    cursor.skipComponentValue()
    #expect(cursor.isAtEnd)
  }

  /// What follows a comment is read byte by byte, the rest in a loop of its own: both read the same tokens.
  @Test(arguments: [
    "a", "-a", "--a", "-", "--", "-->", "--\\31", "-\\31", "-1", "+1", "+", "a\\(b", "a(", "u(", "url(", "URL(x)",
    "ur\0l",
    "1", "01.50", ".5", "1.", "1.x", "1e", "1em", "1e3", "1E-3px", "1e+x", "1%", "1x-y", "1-", "1--a", "1\\31",
    "1a\\31",
    "12345678901234567890", "123456789012.345", "1234567890123.4567", "#a", "#1a", "#-a", "#--a", "#a\\31", "#", "#é",
    "é1", "*", "!", "=", "<!--", "<", "@a", "@", "~", "^", "|", "$", "&", "%", "/", "{", "}", "(", "]", "'x'",
    " \t\r\n",
  ])
  func bothWaysOfReading(text: String) {
    for rest in ["", ";", "-", "\\", "\0", "(", "e1", "%", "."] {
      let plain = TokenStream(text: text + rest)
      let careful = TokenStream(text: "/**/" + text + rest)
      let shifted = careful.tokens.map { token in
        "\(token.kind) \(token.start - 4) \(token.end - 4) \(token.number) \(token.match) \(careful.text(token)) "
          + "\(token.flags.subtracting(.afterComment).rawValue)"
      }
      let expected = plain.tokens.map { token in
        "\(token.kind) \(token.start) \(token.end) \(token.number) \(token.match) \(plain.text(token)) "
          + "\(token.flags.rawValue)"
      }
      #expect(shifted == expected, "\(text + rest)")
    }
  }
}
