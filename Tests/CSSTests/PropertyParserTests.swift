import CSSValues
import Diagnostics
import Testing

@testable import CSS

struct PropertyParserTests {
  /// The declarations of a block, one a line, and its diagnostics.
  private func dump(_ text: String, token: Bool = false) -> String {
    let file = SourceFile(path: "a.css", text: text)
    var options = ParsingOptions()
    options.isToken = token
    var properties = PropertyParser(options: options)
    var parser = DeclarationParser(TokenStream(file).cursor)
    var declarations: [PropertyDeclaration] = []
    var sink = DiagnosticSink()
    var lines: [String] = []
    while let item = parser.next(&properties, into: &declarations, &sink) {
      switch item {
      case .declarations: break
      case .atRule(let name):
        lines.append("@" + parser.cursor.text(name))
        _ = parser.cursor.skip(until: .semicolon)
      case .rule(let prelude, _): lines.append("rule " + prelude.trimmed().sourceText)
      }
    }
    for declaration in declarations {
      let value =
        switch declaration.value {
        case .value(let value): value.text
        case .wide(let keyword): keyword.rawValue
        case .unresolved(let value): "«" + String(decoding: value.text, as: UTF8.self) + "»"
        }
      let name =
        switch declaration.property {
        case .known(let property): property.name
        case .custom(let name): name.string
        }
      lines.append("\(name): \(value)\(declaration.isImportant ? " !important" : "")")
    }
    lines += sink.diagnostics.map { "\($0.code.name) \($0.message)\($0.help.map { " (" + $0 + ")" } ?? "")" }
    return lines.joined(separator: "\n")
  }

  @Test func declarationsRulesAndErrors() {
    #expect(
      dump("color:RED!important;a:hover{b:c}--x: { y } ;colour:red;*zoom:1;width:12q9;left:calc(1px + 2%);@media x{}")
        == """
        rule a:hover
        @media
        color: red !important
        --x: «{ y }»
        left: calc(1px + 2%)
        HYB2002 Unknown property `colour` (did you mean `color`?)
        HYB2003 `12q9` is not a valid value of `width` (expected auto | [ <length-percentage> | min-content | max-content | fit-content | stretch ])
        """)
  }

  @Test func whatIsWrittenAgainKeepsItsOwnImportance() {
    #expect(
      dump(
        "gap:1px;gap:1px!important;gap:1px ! important;--a:b;--a:b!important;top:1px important;top:1px important;"
          + "--i:!important;--i:")
          == """
          row-gap: 1px
          column-gap: 1px
          row-gap: 1px !important
          column-gap: 1px !important
          row-gap: 1px !important
          column-gap: 1px !important
          --a: «b»
          --a: «b» !important
          --i: «» !important
          --i: «»
          HYB2003 `1px important` is not a valid value of `top` (expected \(expectedOfTop))
          HYB2003 `1px important` is not a valid value of `top` (expected \(expectedOfTop))
          """)
  }

  /// What the table of properties says of `top`.
  private var expectedOfTop: String { ExpectedValues.text(.top) }

  @Test func shorthandsExpand() {
    #expect(
      dump("flex:1;inset:1px 2px;font:italic 12px/1.5 A, serif").split(separator: "\n").prefix(9).joined(
        separator: "\n")
          == """
          flex-grow: 1
          flex-shrink: 1
          flex-basis: 0%
          top: 1px
          right: 2px
          bottom: 1px
          left: 2px
          font-style: italic
          font-variant-ligatures: normal
          """)
    #expect(
      dump("background: url(a) no-repeat center / cover, #fff;transition:1s -2s") == """
        background-image: url("a"), none
        background-position-x: 50%, 0%
        background-position-y: 50%, 0%
        background-size: cover, auto
        background-repeat: no-repeat, repeat
        background-attachment: scroll, scroll
        background-origin: padding-box, padding-box
        background-clip: border-box, border-box
        background-color: rgb(255, 255, 255)
        transition-property: all
        transition-duration: 1s
        transition-timing-function: ease
        transition-delay: -2s
        transition-behavior: normal
        """)
  }

  @Test func referencesWaitForSubstitution() {
    #expect(
      dump("margin:var(--a) 1px;width:var(a);--a:;--b:!;gap:inherit") == """
        margin-top: «var(--a) 1px»
        margin-right: «var(--a) 1px»
        margin-bottom: «var(--a) 1px»
        margin-left: «var(--a) 1px»
        --a: «»
        row-gap: inherit
        column-gap: inherit
        HYB2003 `var(a)` is not a valid value of `width` (expected auto | [ <length-percentage> | min-content | max-content | fit-content | stretch ])
        """)
  }

  @Test func viewportPercentagesOfTheTokenDialect() {
    #expect(
      dump("width:100%H;height:calc(100%V-64);left:calc(100%H-30px);top:calc(50%V + 1em * 2)", token: true) == """
        width: 100%H
        height: calc(100%V - 64px)
        left: calc(100%H - 30px)
        top: calc(50%V + (1em * 2))
        """)
  }

  @Test func hostileValuesEnd() {
    let deep = String(repeating: "calc(", count: 50_000) + "1px"
    #expect(dump("width:" + deep).hasPrefix("HYB2003"))
    #expect(dump("color:" + String(repeating: "light-dark(", count: 50_000)).hasPrefix("HYB2003"))
    let long = (0..<100_000).map { "a\($0)" }.joined(separator: ",")
    #expect(dump("will-change:" + long).hasPrefix("will-change: a0, a1"))
    let rules = String(repeating: "a:b{}", count: 50_000)
    #expect(dump(rules).split(separator: "\n").count == 50_000)
  }
}
