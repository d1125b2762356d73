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
          "2 HYB2500 unknown at-rule `@medai`",
          "3 HYB2501 invalid selector: there is no pseudo-class `:foo`",
          "4 HYB2504 `@import` after other rules has no effect",
          "5 HYB2503 this block is never closed",
        ])
  }

  /// CSS Cascade 5, 2: a statement of layers between imports ends them; before them it does not. A block of a layer does,
  /// and what is not known is as if it were not there (CSS Syntax 3, 9).
  @Test func importsAreGrouped() {
    #expect(problems("@layer a{}@import 'a.css';") == ["1 HYB2504 `@import` after other rules has no effect"])
    #expect(problems("@view-transition{}@import 'a.css';") == ["1 HYB2504 `@import` after other rules has no effect"])
    #expect(problems("@unknown-to-all{}@import 'a.css';") == ["1 HYB2500 unknown at-rule `@unknown-to-all`"])
    #expect(problems("@layer a;@import 'a.css';@import 'b.css';@layer b;p{}") == [])
    #expect(
      problems("@import 'a.css';@layer b;@import 'b.css';") == ["1 HYB2504 `@import` after other rules has no effect"])
  }

  @Test func conditionsAreReportedEachTime() {
    #expect(
      problems("@media (hover){}\n@media (min-widht:3px){}\n@media (hover){}\n@media (min-widht:3px){}")
        == [
          "2 HYB2506 there is no media feature `min-widht`", "4 HYB2506 there is no media feature `min-widht`",
        ])
  }

  /// What browsers drop without a word, and what was meant.
  @Test(arguments: [
    (
      "p{color:red !imporant}",
      "HYB2003 `red !imporant` is not a valid value of `color` (write `!important` once, at the end, or nothing)"
    ),
    ("p{top:3px !}", "HYB2003 `3px !` is not a valid value of `top` (write `!important` once, at the end, or nothing)"),
    (
      "p{margin:2px !important !important}",
      "HYB2003 `2px !important` is not a valid value of `margin` (write `!important` once, at the end, or nothing)"
    ),
    ("p{margin:2px !ie;*zoom:1}", ""),
    (
      "p{// c\ncolor:red}",
      "HYB2001 `//` starts no comment here: all up to the next semicolon is lost (write /* … */)"
    ),
    ("@media (min-widht:3px){}", "HYB2506 there is no media feature `min-widht` (did you mean `min-width`?)"),
    (
      "@media (min-width:3){}",
      "HYB2506 `min-width:3` has a value that the feature does not take, and is never true (a length needs a unit, such as px)"
    ),
    ("@container (widht>3px){}", "HYB2506 there is no container feature `widht` (did you mean `width`?)"),
    ("@media (-webkit-min-device-pixel-ratio:2),(min--moz-device-pixel-ratio:2),(hover) and (1px<width<2px){}", ""),
    (
      "@font-face{font-famly:a;src:url(a)}",
      "HYB2002 `@font-face` has no descriptor `font-famly` (did you mean `font-family`?)"
    ),
    (
      "@property --a{syntax:'<lenght>';inherits:true}",
      "HYB2003 `'<lenght>'` is not a valid value of `syntax` (expected a string such as `\"<length>\"`, `\"<color>\"` or `\"*\"`)"
    ),
    (
      "@property --a{syntax:'*';inherits:maybe}",
      "HYB2003 `maybe` is not a valid value of `inherits` (expected true or false)"
    ),
    ("@counter-style a{sistem:cyclic}", "HYB2002 `@counter-style` has no descriptor `sistem` (did you mean `system`?)"),
    ("@page{size:a4;margin:1cm;foo:1}", "HYB2002 `@page` has no descriptor `foo`"),
    (
      "p{margin:1 2}",
      "HYB2003 `1 2` is not a valid value of `margin` (a length needs a unit: `1px`? expected 1 to 4 of: auto | <length-percentage>)"
    ),
    (
      "p{border:1px solod red}",
      "HYB2003 `1px solod red` is not a valid value of `border` (did you mean `solid` for `solod`? "
        + "expected <line-width> || <line-style> || <color>, such as `1px solid red`)"
    ),
    (
      "p{font-size:12}",
      "HYB2003 `12` is not a valid value of `font-size` (a length needs a unit: `12px`?"
    ),
    ("p{color:rde}", "HYB2003 `rde` is not a valid value of `color` (did you mean `red` for `rde`?"),
    (
      "p{display:blok}",
      "HYB2003 `blok` is not a valid value of `display` (did you mean `block` for `blok`? expected block | inline |"
    ),
    (
      "p{width:calc(1px + 2px;color:red} q{top:0}",
      "HYB2503 this parenthesis is never closed, so that all that follows is part of it (add the missing `)`)"
    ),
    ("p{color:a\n  b}", "HYB2003 `a b` is not a valid value of `color`"),
    (
      "p{--a:var(--b);--b:calc(var(--a) + 1px);--c:var(--a);--d:var(--e,var(--d))}",
      "HYB2516 `--a`, `--b` refer to each other in a circle, so that all are invalid (give one of them a value of its own)"
    ),
    ("p{padding:constant(safe-area-inset-top);padding:calc(1px + constant(safe-area-inset-top))}", ""),
    ("p{color:constant}", "HYB2003 `constant` is not a valid value of `color`"),
    ("p{--a:var(--a)}", "HYB2516 `--a` refers to itself, so that it is invalid (give one of them a value of its own)"),
  ])
  func saysWhatWasMeant(css: String, expected: String) {
    let found = CSSStyleSheet(SourceFile(path: "a.css", text: css)).diagnostics.diagnostics.map {
      "\($0.code.name) \($0.message)\($0.help.map { " (" + $0 + ")" } ?? "")"
    }.joined(separator: "\n")
    #expect(expected.isEmpty ? found.isEmpty : found.hasPrefix(expected), "\(found)")
  }

  /// A hundred thousand in a circle are found at once.
  @Test func longCirclesAreReported() {
    let chain = (0..<100_000).map { "--a\($0):var(--a\(($0 + 1) % 100_000))" }.joined(separator: ";")
    let found = problems("p{\(chain)}")
    #expect(
      found == [
        "1 HYB2516 `--a0`, `--a1`, `--a2` and 99997 more refer to each other in a circle, so that all are invalid"
      ])
  }

  @Test(arguments: [
    ("(width:1px;)", false), ("(width:1px)", true), ("(--a:b;)", false), ("not (width:1px;)", true),
  ])
  func supports(condition: String, expected: Bool) {
    let sheet = CSSStyleSheet(SourceFile(path: "a.css", text: "@supports \(condition){p{color:red}}"))
    #expect(sheet.isActive(group: sheet.rules[0].group, in: Environment()) == expected)
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
    let supported = String(repeating: "a{top:1px}@supports selector(a){b{top:1px}}", count: 20_000)
    #expect(CSSStyleSheet(SourceFile(path: "a.css", text: supported)).rules.count == 40_000)
  }

  @Test(arguments: [("s|a", true), ("t|a", false), ("a b", true), ("a, b", false), (":foo", false)])
  func supportedSelectors(selector: String, isSupported: Bool) {
    let sheet = CSSStyleSheet(
      SourceFile(
        path: "a.css",
        text: "@namespace s url(http://www.w3.org/2000/svg);b{top:1px}@supports selector(\(selector)){a{top:2px}}"))
    let group = sheet.groups[Int(sheet.rules[1].group)]
    var holds: Bool?
    if case .supports(let truth) = group.kind { holds = truth }
    #expect(holds == isSupported)
  }

  @Test(arguments: [
    ("", true, true), ("(min-width: 600px)", false, true), ("(width >= 375px)", true, true), ("(hover)", false, true),
    ("(pointer: coarse)", true, false), ("not all", false, false), ("(400px < width <= 800px)", false, true),
    ("(foo)", false, false), ("not (foo)", false, false), ("print, (orientation: portrait)", true, false),
    ("screen and (min-resolution: 2dppx)", true, false), ("(min-width: calc(10px * 70))", false, true),
    ("(scripting: enabled) and (not (hover))", true, false), ("(aspect-ratio > 1)", false, true),
    ("(min-width: 50em)", false, true), ("screen and", false, false), ("(width", true, true),
    ("(width < calc(infinity * 1px))", true, true), ("(width > infinity)", false, false),
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
