import Testing

@testable import CSS

/// Style sheets that are written shorter and say the same.
@Suite struct MinificationTests {
  private func minified(_ text: String) -> String {
    switch StyleSheetMinifier.minified(sheet: Array(text.utf8)) {
    case .unchanged: text
    case .shorter(let bytes): String(decoding: bytes, as: UTF8.self)
    case .refused(let reason): "refused: \(reason)"
    }
  }

  @Test(arguments: [
    ("a { color : red ; }\n", "a{color:red}"),
    ("/* x */ a , b > c + d ~ e  f { margin: 0 }", "a,b>c+d~e f{margin:0}"),
    ("a:hover , a ::before { top : 1px }", "a:hover,a ::before{top:1px}"),
    ("li:nth-child( 2n + 1 ) { top: 0 }", "li:nth-child(2n + 1){top:0}"),
    ("a[ href = \"x\" ] { top: 0 }", "a[href = \"x\"]{top:0}"),
    // Values that are equal.
    ("a { color: #FFFFFF; background-color: #aabbccdd }", "a{color:#fff;background-color:#abcd}"),
    ("a { color: white; border-color: #ff0000 }", "a{color:#fff;border-color:red}"),
    ("a { color: rgb(0, 0, 0) }", "a{color:#000}"),
    ("a { width: 0.50em; margin: -0.5px; opacity: 1.0 }", "a{width:.5em;margin:-.5px;opacity:1}"),
    ("a { margin: 0px auto 0px auto; padding: 1px 1px 1px 1px }", "a{margin:0 auto;padding:1px}"),
    (
      "a { background: linear-gradient( to right , #ffffff 0% , black ) }",
      "a{background:linear-gradient(to right,#fff 0%,#000)}"
    ),
    // Values that are not, or may not be.
    ("a { line-height: 0px; flex: 1 1 0% }", "a{line-height:0px;flex:1 1 0%}"),
    ("a { z-index: 1.0; }", "a{z-index:1.0}"),
    ("a { width: calc( 0px + 1% ) }", "a{width:calc(0px + 1%)}"),
    ("a { animation-name: white; grid-area: black }", "a{animation-name:white;grid-area:black}"),
    ("a { transition: top 0s , left 0.5s }", "a{transition:top 0s,left .5s}"),
    (
      "a { --x:  0.50  #FFFFFF /* kept */ 1 ; color: var( --x , white ) }",
      "a{--x:0.50  #FFFFFF /* kept */ 1;color:var(--x,white)}"
    ),
    ("a { unknown: 0.50px  #ffffff , a }", "a{unknown:0.50px #ffffff,a}"),
    ("a { *zoom: 1; _top: 1px; color: red\\9 }", "a{*zoom: 1;_top:1px;color:red\\9 }"),
    ("a { color: red !important ; top : 1px ! important }", "a{color:red!important;top:1px!important}"),
    // At-rules.
    (
      "@charset \"utf-8\";\n@import url( a.css )  screen and ( min-width : 1px ) ;",
      "@charset \"utf-8\";@import url( a.css ) screen and (min-width:1px);"
    ),
    (
      "@media screen and (min-width: 10px) , print { a { top: 0 } }",
      "@media screen and (min-width:10px),print{a{top:0}}"
    ),
    ("@supports not (display : grid) { a { top: 0 } }", "@supports not (display:grid){a{top:0}}"),
    (
      "@font-face { font-family : \"A  B\" ; src : url(a.woff2) format( \"woff2\" ) , url(b.ttf) ; unicode-range: U+0-7F , U+26 }",
      "@font-face{font-family:\"A  B\";src:url(a.woff2) format(\"woff2\"),url(b.ttf);unicode-range:U+0-7F,U+26}"
    ),
    ("@keyframes x { from , 50.0% { top: 0px } to { top: 10.0px } }", "@keyframes x{from,50.0%{top:0}to{top:10px}}"),
    ("@layer a , b;\n@layer a { p { top: 0 } }", "@layer a,b;@layer a{p{top:0}}"),
    ("@unknown x  y { anything : 1px  2px }", "@unknown x y{ anything : 1px  2px }"),
    // Nesting.
    (
      "a { top: 0; & b { left: 0px } > c { color: white } @media print { top: 1px; } }",
      "a{top:0;& b{left:0}>c{color:#fff}@media print{top:1px}}"
    ),
    // Texts and licences.
    ("a::before { content: \"a  /* b */  c\" }", "a::before{content:\"a  /* b */  c\"}"),
    ("/*! MIT */\na { top: 0 }", "/*! MIT */a{top:0}"),
    // What the comment keeps apart stays apart.
    ("a { font: 1px/**/a }", "a{font:1px/**/a}"),
  ])
  func shorterTexts(_ text: String, _ expected: String) { #expect(minified(text) == expected) }

  @Test(arguments: [
    ("a { color: red", "brackets are not balanced"), ("a { b: \"x\n }", "a string or URL is not closed"),
    ("a { content: 'x", "a comment or string is not closed"), ("a { top: 0 } }", "brackets are not balanced"),
    ("<!-- a { top: 0 } -->", "a mark of HTML comments is in it"), ("a { top: 0 } // x\nb { top: 0 }", "`//` is in it"),
  ])
  func refused(_ text: String, _ reason: String) { #expect(minified(text) == "refused: \(reason)") }

  @Test func deepRulesAndOtherEncodings() {
    let deep = String(repeating: "a { ", count: 100) + String(repeating: "}", count: 100)
    #expect(minified(deep) == "refused: its rules are nested too deeply")
    #expect(StyleSheetMinifier.minified(sheet: [0x61, 0x7B, 0xFF, 0x7D]) == .refused("it is not UTF-8"))
    #expect(StyleSheetMinifier.minified(sheet: []) == .unchanged)
    #expect(
      StyleSheetMinifier.minified(sheet: [0xEF, 0xBB, 0xBF] + Array("a { top: 0 }".utf8))
        == .shorter([0xEF, 0xBB, 0xBF] + Array("a{top:0}".utf8)))
  }

  @Test func styleAttributes() {
    let result = StyleSheetMinifier.minified(declarations: Array(" color : #ffffff ; margin: 0px ; ".utf8))
    #expect(result == .shorter(Array("color:#fff;margin:0".utf8)))
  }

  /// The proof finds each of these differences.
  @Test(arguments: [
    ("a{top:0}", "a{top:1px}"), ("a{top:0}", "b{top:0}"), ("a b{top:0}", "ab{top:0}"), ("a>b{top:0}", "a b{top:0}"),
    ("a{top:0;left:0}", "a{left:0;top:0}"), ("a{top:0}b{top:0}", "a{top:0}"), ("a{top:0!important}", "a{top:0}"),
    ("a{line-height:0px}", "a{line-height:0}"), ("a{--x:0.5}", "a{--x:.5}"), ("@media print{a{top:0}}", "a{top:0}"),
    ("@media (min-width:1px){a{top:0}}", "@media (min-width:2px){a{top:0}}"), ("a{unknown:1px}", "a{unknown:1.0px}"),
    ("@font-face{font-weight:bold}", "@font-face{font-weight:700}"),
    ("a{width:calc(1px + 2px)}", "a{width:calc(1px +2px)}"),
    ("a .b{top:0}", "a.b{top:0}"), ("a:is(.b .c){top:0}", "a:is(.b.c){top:0}"), ("a{color:red}", "a{color:#ff0001}"),
  ])
  func theProofFindsDifferences(_ one: String, _ other: String) {
    let proof = StyleSheetEquivalence(TokenStream(text: one), TokenStream(text: other), isBlock: false)
    #expect(proof.difference != nil)
    #expect(StyleSheetEquivalence(TokenStream(text: one), TokenStream(text: one), isBlock: false).difference == nil)
  }

  /// Texts of pieces in any order: what comes out parses to the same rules and declarations, and twice is as once.
  @Test func anyTextSaysTheSame() {
    let pieces = [
      "a", " ", "\n", "{", "}", ";", ":", "/* c */", "0.50px", "#FFFFFF", "white", ",", ">", "+", "(", ")",
      "rgb(0,0,0)",
      "margin", "color", "@media print", "--x", "!important", "\"s\"", "calc(1px + 0.5em)", "url(a b)", "&", ".c", "[",
      "]",
      "a { color: white; margin: 0px 0px }", "/", "*", "1.0", "\\", "@", "U+0-7F", "-", "%",
    ]
    var random = Xorshift(state: 88_172_645_463_325_252)
    var shortened = 0
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<(1 + Int(random.next() % 14)) { text += pieces[Int(random.next() % UInt64(pieces.count))] }
      guard case .shorter(let bytes) = StyleSheetMinifier.minified(sheet: Array(text.utf8)) else { continue }
      shortened += 1
      let (before, after) = (
        CSSStyleSheet(.init(path: "a.css", text: text)),
        CSSStyleSheet(.init(path: "a.css", text: String(decoding: bytes, as: UTF8.self)))
      )
      #expect(Self.summary(before) == Self.summary(after), "\(text)")
      if case .shorter(let again) = StyleSheetMinifier.minified(sheet: bytes) {
        Issue.record("\(text) becomes \(String(decoding: again, as: UTF8.self)) only the second time")
      }
    }
    #expect(shortened > 300, "\(shortened)")
  }

  private static func summary(_ sheet: CSSStyleSheet) -> [[PropertyDeclaration]] {
    sheet.rules.map { rule in
      sheet.blocks[Int(rule.block)].declarations.map { declaration in
        var plain = declaration
        plain.range = 0..<0
        if case .unresolved(let value) = plain.value, !value.hasReferences { return plain }
        if case .unresolved = plain.value { plain.value = .wide(.unset) }
        // `white` becomes `#fff`.
        if case .value(let value) = plain.value { plain.value = .value(StyleSheetEquivalence.withoutNames(value)) }
        return plain
      }
    }
  }

  private struct Xorshift {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
