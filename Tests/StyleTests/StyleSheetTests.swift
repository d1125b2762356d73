import CSS
import Diagnostics
import Testing

@testable import Style

@Suite struct StyleSheetTests {
  /// The problems of a sheet: line, code, message.
  private func problems(_ css: String) -> [String] {
    CSSStyleSheet(SourceFile(path: "a.css", text: css)).diagnostics.diagnostics.map {
      "\($0.location?.line ?? 0) \($0.code.name) \($0.message)"
    }
  }

  @Test func problemsHavePlaces() {
    #expect(
      problems("p{color:red}\n@medai print{a{color:red}}\np:foo{color:red}\n@import 'x.css';\np{color:red")
        == [
          "2 HYB2500 unknown at-rule \"@medai\"",
          "3 HYB2501 invalid selector: there is no pseudo-class \":foo\"",
          "4 HYB2504 @import after other rules has no effect",
          "5 HYB2503 this block is never closed",
        ])
  }

  @Test(arguments: [
    ("@foo{} p{color:red}", 1), ("p{color:red}} q{color:red}", 1), ("p{color:red;:hover{color:blue}}", 2),
    ("p{color:red;a:hover{color:blue}color:lime}", 3), ("@media print{p{color:red}}q{color:red}", 2),
    ("p{@media print{color:red}}", 1), ("--x:hover{color:red} p{color:red}", 1), ("<!-- p{color:red} -->", 1),
    ("@layer a{p{color:red}} @scope(.x){q{color:red}}", 2), ("p{color:red", 1), ("p{", 0), ("p;q{color:red}", 0),
  ])
  func neighboursSurvive(css: String, rules: Int) {
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: css)).rules.count == rules)
  }

  @Test func hostileSheetsEnd() {
    let deep = String(repeating: "a{", count: 100_000) + "color:red"
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: deep)).rules.count <= 1)
    let functions = String(repeating: ":is(", count: 50_000) + "a{color:red}"
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: functions)).rules.isEmpty)
    let long = String(repeating: "a ", count: 500_000) + "{color:red}"
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: long)).rules.count == 1)
    let conditions = "@media " + String(repeating: "(", count: 100_000) + "{a{color:red}}"
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: conditions)).rules.count <= 1)
  }

  @Test(arguments: [
    ("", true, true), ("(min-width: 600px)", false, true), ("(width >= 375px)", true, true), ("(hover)", false, true),
    ("(pointer: coarse)", true, false), ("not all", false, false), ("(400px < width <= 800px)", false, true),
    ("(foo)", false, false), ("not (foo)", false, false), ("print, (orientation: portrait)", true, false),
    ("screen and (min-resolution: 2dppx)", true, false), ("(min-width: calc(10px * 70))", false, true),
    ("(scripting: enabled) and (not (hover))", true, false), ("(aspect-ratio > 1)", false, true),
    ("(min-width: 50em)", false, true), ("screen and", false, false), ("(width", true, true),
  ])
  func media(query: String, phone: Bool, desktop: Bool) {
    let list = MediaQueryList(text: query)
    #expect(list.matches(Environment()) == phone)
    #expect(list.matches(.desktop(width: 800, height: 600)) == desktop)
  }

  @Test func dependenciesAreKnown() {
    let sheet = CSSStyleSheet(
      SourceFile(
        path: "a.css", text: "@media (width>1px){a{color:red}}@media (prefers-color-scheme:dark){a{color:red}}"))
    #expect(sheet.dependencies == [.width, .colorScheme])
  }
}
