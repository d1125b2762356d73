import Compiler
import Testing

@Suite struct ScriptTests {
  private func problems(_ script: String) -> String {
    MemorySite([
      "index.html":
        "<html html-identify=\"Token\"><head><title>t</title><script>\(script)</script></head><body/></html>"
    ]).problems().replacing("index.html:1:", with: "")
  }

  @Test func whatIsCertainlyWrongIsReported() {
    #expect(problems("var s = 'abc;\nx") == "67 error HYB4009 the text is not closed")
    #expect(problems("foo(]") == "63 error HYB4009 `]` appears where `)` is expected")
    #expect(problems("}") == "59 error HYB4009 `}` closes nothing")
    #expect(problems("if (a) { b(") == "69 error HYB4009 `(` is not closed")
    #expect(problems("var a = 3；") == "68 error HYB4009 unexpected `；`")
    #expect(problems("a = ;") == "63 error HYB4009 expected a value after `=`, found `;`")
    #expect(problems("3px") == "59 error HYB4009 a number runs into a name")
    #expect(problems("f('a' 'b')") == "65 error HYB4009 two values without an operator between them")
    #expect(problems("if x { }") == "62 error HYB4009 expected `(` after `if`, found `x`")
    #expect(
      problems("`a ${b`") == "60 error HYB4009 the template is not closed" || problems("`a ${b`").contains("HYB4009"))
    #expect(problems("a = /x") == "63 error HYB4009 the regular expression is not closed")
    #expect(problems("/* x") == "59 error HYB4009 the comment is not closed")
  }

  @Test func whatEnginesTakeIsNotReported() {
    let scripts = [
      "var re = /[/\"]x/g, y = a / b / c; if (x) /re'/.test(y);", "`a ${b + \"}\"} c ${`d${e}`}`",
      "a = 1..toString() + 1.5.toFixed(2) + .5 + 0x1Fn + 1_000 + 5. + 1e-3;", "x = a ? .5 : b?.c?.[0]",
      "class A { static #x = 1; get if() { return this.#x } async *gen() { yield* [] } }",
      "for (const [a, b] of c) { } do { } while (0)", "let o = { if: 1, 'var': 2, while: 3, [x]: 4, f() {}, ...p, };",
      "&lt;!-- a comment\nvar a\u{00A0}= 1 /* x */ ; --&gt; not\n--&gt; rest".replacing("&lt;", with: "<").replacing(
        "&gt;", with: ">"),
      "var 名前 = 'あ'; 名前 += `x`; a++ / 2; } /x/".replacing("} /x/", with: ""),
      "label: { } /x'/.test(y)", "x = function () { } / 2; y = { } / 3;", "const a = async (x) => { }\n'use strict'",
      "import x, * as y from 'y'; export * from 'z'", "a\n++b\nvar c = d\n(e)", "case1 = 'a\\\n b'; var d = '\\'';",
    ]
    for script in scripts { #expect(problems(script) == "", "\(script)") }
  }

  @Test func namesAndValuesThatNoEngineTakesAreReported() {
    #expect(problems("a b") == "61 error HYB4009 two values without an operator between them")
    #expect(problems("x = 5 px") == "65 error HYB4009 two values without an operator between them")
    #expect(problems("f(this x)") == "66 error HYB4009 two values without an operator between them")
    #expect(problems("let a = 1; let a = 2") == "74 error HYB4009 `a` is declared twice")
    #expect(problems("const a = 1, b = 2\nvar b").hasSuffix("5 error HYB4009 `b` is declared twice"))
    #expect(problems("if (x) { let c; class c {} }") == "81 error HYB4009 `c` is declared twice")
    #expect(problems("let f; function f() { }") == "75 error HYB4009 `f` is declared twice")
    #expect(
      problems("let a</script><script>var b; let a")
        .hasPrefix("92 error HYB4009 another script of the page declares `a` already"))
    #expect(
      problems("function f() {}</script><script>const f = 1")
        .contains("error HYB4009 another script of the page declares `f` already"))
    #expect(problems("var a; function g() {} { let b }</script><script>var a; function g() {} let b") == "")
    #expect(problems("var class = 1") == "63 error HYB4009 `class` is a reserved word and no name")
    #expect(problems("function new() { }") == "68 error HYB4009 `new` is a reserved word and no name")
    let scripts = [
      "let a; { let a; } function f() { let a; var b; var b }", "for (let i = 0; i < 2; i++) {} for (let i of [1]) {}",
      "var x; var x; function g() {} function g() {}", "for (const a of b) { } async function h() { await x; }",
      "class A { get x() { } static y() { } async z() { } }", "let o = { get a() { }, async b() { }, let: 1 }",
      "let\nd = 1\nlet e = 2, g2 = f(1, 2)\n, h2", "switch (a) { case 1: let q; break; case 2: let r }",
      "let s = function () { let s; }, t = (u) => { let u2; }", "`${a} b`; let v = x.let\nlet w",
      "new.target; a.of b\n"
        .replacing("a.of b\n", with: "import.meta"), "x => { let x2 }; (() => { let x2 })()", "class B extends C { }",
      "if (a) b(); else c(); do d(); while (e) f()", "import a from 'b'; import { c as d } from 'e'; export { d as g }",
    ]
    for script in scripts { #expect(problems(script) == "", "\(script)") }
  }

  @Test func modulesAreReported() {
    let site = MemorySite([
      "index.html": "<html html-identify=\"Token\"><head><script type=\"module\">var a</script></head><body/></html>"
    ])
    #expect(
      site.problems() == "index.html:1:43 warning HYB4014 `type=\"module\"` runs as a classic script on a Token page")
  }

  @Test func externalScriptsAreCheckedInTheirOwnFile() {
    let site = MemorySite([
      "index.html":
        "<html html-identify=\"Token\"><head><title>t</title><script src=\"/js/a.js\"></script></head><body/></html>",
      "js/a.js": "var a = 1;\n  a = (2;\n",
    ])
    #expect(
      site.problems().contains("js/a.js:2:7 error HYB4009 `(` is not closed"))
  }
}
