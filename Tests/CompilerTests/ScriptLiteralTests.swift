import Compiler
import Testing

@Suite struct ScriptLiteralTests {
  /// What a script visits, in order, parted by spaces.
  @Test(arguments: [
    (#"Turbolinks.visit("/a"); Turbo.visit('/b', {action: "replace"}); Hybrid.visit(`/c`)"#, "/a /b /c"),
    (#"window.pushNavigatorWithURL("/a"), pushNavigatorWithURL ( "/b" )"#, "/a /b"),
    ("Turbolinks\n  . /* why */ visit // not yet\n  ( /* to */ '/a' /* end */ )", "/a"),
    (#"window?.Turbolinks?.visit?.("/a"); Turbo?.["visit"]("/b"); Turbo['visit']?.('/c')"#, "/a /b /c"),
    (#"Turbo.visit("\/a\x2Fb\u002fc\u{2F}é\n")"#, "/a/b/c/é\n"), ("Turbo.visit('/a\\\n/b')", "/a/b"),
    (#"T\u0075rbo.v\u{69}sit("/a")"#, "/a"),
    (#"var quote = /["'`]/g; Turbo.visit("/a")"#, "/a"),
    (
      #"if (a) /'/.test(b) && Turbo.visit("/a"); c = (d) / 2 + '/x'; return /[/"]/.exec(e), Turbo.visit("/b")"#, "/a /b"
    ),
    (#"a = b++ / 2; Turbo.visit("/a"); c = d[0] / 3; Turbo.visit("/b"); f = "x" / 1 / Turbo.visit("/c")"#, "/a /b /c"),
    (#"a = `x ${b ? `y ${Turbo.visit("/a")}` : {c: 1}} "`; Turbo.visit('/b')"#, "/a /b"),
    (#"Turbo.visit("/a" + b); Turbo.visit(`/${a}`); Turbo.visit(c); Turbo.visit("/a".b())"#, ""),
    (#"// Turbo.visit("/a")"#, ""), (#"/* Turbo.visit("/a") */ "Turbo.visit('/b')""#, ""),
    (#"MyTurbo.visit("/a"); Turbo.visitor("/b"); function pushNavigatorWithURL("/c") {} Turbo.x.visit("/d")"#, ""),
    (#"Turbo.visit("/a"#, ""), ("Turbo.visit(", ""), ("Turbo.visit", ""), ("Turbo", ""), ("Turbo.visit('\\", ""),
    ("Turbo.visit('\\u{110000}')", ""), ("Turbo[", ""), ("`${", ""), ("Turbo.visit('/a'", "/a"),
  ])
  func visits(script: String, urls: String) {
    let found = ScriptLiterals.visits(in: Array(script.utf8))
    #expect(found.map(\.url).joined(separator: " ") == urls)
    for literal in found where !script.contains("\\") {
      #expect(String(decoding: Array(script.utf8)[literal.range], as: UTF8.self) == literal.url)
    }
  }

  /// Whatever a script is, nothing traps, and every literal lies within it.
  @Test func anyBytes() {
    let pieces = [
      "Turbo", ".visit", "(", ")", "'", "\"", "`", "${", "}", "{", "\\", "u{", "x4", "/", "*", "//", "\n", "é", "?.",
      "[", "]", " ", "\u{0}",
    ]
    for _ in 0..<2_000 {
      let script = Array((0..<Int.random(in: 0...12)).map { _ in pieces.randomElement()! }.joined().utf8)
      for literal in ScriptLiterals.visits(in: script) { #expect(literal.range.upperBound < script.count) }
    }
  }
}
