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
}
