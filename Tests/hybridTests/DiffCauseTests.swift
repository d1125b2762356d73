import Foundation
import Testing

/// Causes that `hybrid diff` names, where several things were edited or several sheets are there.
@Suite struct DiffCauseTests {
  private static let head =
    "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>"

  private func diff(_ scratch: Scratch, _ arguments: String...) throws -> String {
    let run = try Command.start(["diff", "old", "new"] + arguments, in: scratch.url).finish()
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// The lines that name causes.
  private func causes(_ output: String) -> [String] {
    output.split(separator: "\n\n").dropFirst().compactMap { $0.split(separator: "\n").first.map(String.init) }
      .filter { !$0.hasPrefix("files: ") && !$0.hasPrefix("size: ") }
  }

  /// A page whose attributes changed in the same commit as a sheet: each keeps its own effects.
  @Test func anAttributeIsNotBlamedForASheet() throws {
    let scratch = try Scratch()
    let text = "<p class=a>One two three.<p class=a>Four five six.<a class=link href=x.html>More</a>"
    for side in ["old", "new"] {
      try scratch.write("\(side)/x.html", Self.head + "<p>x")
      try scratch.write(
        "\(side)/a.css",
        side == "old"
          ? ".a { padding: 4px }\n.link { padding: 1px }\n" : ".a { padding: 12px }\n.link { padding: 7px }\n")
    }
    try scratch.write("old/index.html", Self.head + "<link rel=stylesheet href=a.css><body data-build=1>" + text)
    try scratch.write(
      "new/index.html",
      Self.head + "<link rel=stylesheet href=a.css><body data-build=2>"
        + text.replacing("class=link", with: "class=link title=Soon"))
    let found = causes(try diff(scratch))
    #expect(found.contains(".a (2): padding 4px → 12px (a.css:1)"), "\(found)")
    #expect(found.contains(".link: padding 1px → 7px (a.css:2)"), "\(found)")
    #expect(found.contains("body: data-build 1 → 2 (index.html:1)"), "\(found)")
    #expect(found.contains(".link: title none → Soon (index.html:1)"), "\(found)")
    #expect(found.count == 4, "\(found)")
  }

  /// A class that went is still why its rules select no longer, although a sheet was edited elsewhere.
  @Test func aClassKeepsWhatItsRulesSaid() throws {
    let scratch = try Scratch()
    for side in ["old", "new"] {
      try scratch.write("\(side)/a.css", ".b { margin: 9px }\n.c { color: \(side == "old" ? "red" : "blue") }\n")
    }
    try scratch.write("old/index.html", Self.head + "<link rel=stylesheet href=a.css><p class=b>One<p class=c>Two")
    try scratch.write("new/index.html", Self.head + "<link rel=stylesheet href=a.css><p>One<p class=c>Two")
    let found = causes(try diff(scratch))
    #expect(found.contains { $0.hasPrefix(".b: class b → none, margin") }, "\(found)")
    #expect(found.contains(".c: color rgb(255, 0, 0) → rgb(0, 0, 255) (a.css:2)"), "\(found)")
    #expect(found.count == 2, "\(found)")
  }

  /// A place is in a sheet that the page uses, through imports and below folders.
  @Test func sheetsThatNoPageUsesAreNotNamed() throws {
    let scratch = try Scratch()
    for side in ["old", "new"] {
      let size = side == "old" ? "4px" : "12px"
      try scratch.write("\(side)/css/a-unused.css", "/* first by name */\n.a { padding: \(size) }\n")
      try scratch.write("\(side)/css/main.css", "@import url(\"parts/used.css\");\n")
      try scratch.write("\(side)/css/parts/used.css", "\n\n.a { padding: \(size) }\n")
      try scratch.write(
        "\(side)/sub/index.html", Self.head + "<link rel='stylesheet' href='../css/main.css?v=1'><p class=a>One")
    }
    let found = causes(try diff(scratch))
    #expect(found == [".a: padding 4px → 12px (css/parts/used.css:3)"], "\(found)")
  }

  /// Everything goes below a fixed bar while a page scrolls: that is not an overlap. Beside the bar it is one.
  @Test func whatScrollsBelowABarDoesNotOverlap() throws {
    let bar = "<nav style='position:fixed;bottom:0;left:0;width:100%'><button>One</button></nav>"
    let long = "<p style='height:3000px'>end"
    func status(_ old: String, _ new: String) throws -> (Int32, String) {
      let scratch = try Scratch()
      try scratch.write("old/index.html", Self.head + "<style>p{margin:0}</style>" + old)
      try scratch.write("new/index.html", Self.head + "<style>p{margin:0}</style>" + new)
      let run = try Command.start(["diff", "old", "new", "--fail-on", "overlap"], in: scratch.url).finish()
      return (run.status, run.output)
    }
    let words = String(repeating: "word ", count: 300)
    let scrolled = try status("<p>One." + bar + long, "<p>One. \(words)" + bar + long)
    #expect(scrolled.0 == 0, "\(scrolled.1)")
    let covered = try status(
      "<p>One two three<p style='height:60px'>Four" + long,
      "<p>One two three<p style='height:60px;margin-top:-16px'>Four" + long)
    #expect(covered.0 == 4, "\(covered.1)")
  }

  /// One shorthand is one cause, and names nothing that stays.
  @Test func aShorthandNamesOnlyWhatChanges() throws {
    let scratch = try Scratch()
    try pages(scratch, "<p class=a>One", css: ".a { color: red }\n", ".a { color: red }\n.a { background: #123456 }\n")
    let output = try diff(scratch)
    #expect(!output.contains("0% → 0%"), "\(output)")
    #expect(causes(output).count == 1, "\(output)")
  }

  private func pages(_ scratch: Scratch, _ body: String, css old: String, _ new: String) throws {
    for (side, css) in [("old", old), ("new", new)] {
      try scratch.write("\(side)/a.css", css)
      try scratch.write("\(side)/index.html", Self.head + "<link rel=stylesheet href=a.css>" + body)
    }
  }

  /// A margin that collapses through boxes moves others, and not the boxes themselves (CSS 2, 8.3.1).
  @Test func marginsThatCollapseHaveTheirDeclaration() throws {
    let scratch = try Scratch()
    let cause = ".a: margin-bottom 10px → 80px (a.css:2)"
    let (old, new) = ("p {}\n.a { margin-bottom: 10px }\n", "p {}\n.a { margin-bottom: 80px }\n")
    // Through the body, so that only the root grows.
    try pages(scratch, "<body><main><p class=a>One</main>", css: old, new)
    #expect(causes(try diff(scratch)) == [cause])
    // Through a section, so that only the next one moves; and further out.
    let other = try Scratch()
    try pages(
      other,
      "<body><main><div><section><p class=a>One</section></div><div><section><p>Two</section></div></main><p>Three",
      css: old, new)
    #expect(causes(try diff(other)) == [cause])
  }

  /// The viewport and the doctype lay out whole documents otherwise.
  @Test func theDocumentIsACause() throws {
    let text = "<body><h1>One</h1><table><tr><td>a</table><p>Two<div style=height:50%>x</div>"
    func found(_ old: String, _ new: String) throws -> [String] {
      let scratch = try Scratch()
      try scratch.write("old/index.html", old + text)
      try scratch.write("new/index.html", new + text)
      return causes(try diff(scratch))
    }
    let start = "<!DOCTYPE html>\n<html lang=en>\n"
    let meta = "<meta name=viewport content='width=device-width'>\n"
    let title = "<title>t</title>\n"
    #expect(
      try found(start + meta + title, start + meta.replacing("device-width", with: "500") + title)
        == ["document: viewport width=device-width → width=500 (index.html:3)"])
    #expect(
      try found(start + meta + title, "<html lang=en>\n" + meta + title)
        == ["document: doctype <!DOCTYPE html> → none (index.html:1)"])
    // Media queries follow from the viewport; what a sheet changes does not.
    let style = "<style>@media (min-width: 600px) { h1 { font-size: 60px } }\np { padding: 1px }</style>"
    let both = try found(
      start + meta + title + style,
      start + meta.replacing("device-width", with: "700") + title + style.replacing("1px", with: "9px"))
    #expect(both.contains("document: viewport width=device-width → width=700 (index.html:3)"), "\(both)")
    #expect(both.contains("p: padding 1px → 9px (index.html:6)"), "\(both)")
    #expect(both.count == 2, "\(both)")
  }

  /// What `var()` hands on is one cause at the custom property, also through another one and with other rules edited beside it.
  @Test func customPropertiesAreOneCause() throws {
    let scratch = try Scratch()
    let sheet = { (gap: String, border: String) in
      ":root {\n  --gap: \(gap);\n  --wide: calc(var(--gap) * 2);\n}\n.a { padding: var(--gap) }\n.b { margin-top: var(--wide) }\n"
        + "main { gap: var(--gap); display: grid }\np { line-height: calc(1em + var(--gap)) }\n"
        + "a:hover { padding-left: var(--gap) }\n.c { border-top: \(border) solid }\n"
    }
    try pages(
      scratch, "<main><p class=a>One<p class=b>Two</main><p><a href=index.html>x</a><p class=c>Three",
      css: sheet("8px", "1px"), sheet("12px", "5px"))
    let found = causes(try diff(scratch))
    #expect(
      found.contains { $0.hasPrefix(":root: --gap 8px → 12px, by `var()` on ") && $0.hasSuffix("(a.css:2)") },
      "\(found)")
    #expect(found.contains(".c: border-top-width 1px → 5px (a.css:10)"), "\(found)")
    #expect(found.count == 2, "\(found)")
  }

  /// Layout rounds to 1/64 px: what differs by a rounded part did not move.
  @Test func roundingMovesNothing() throws {
    let scratch = try Scratch()
    try pages(
      scratch, "<div class=a><p>One</p><p>Two</p></div><p>Three", css: ".a { padding: 10px }\n",
      ".a { padding: 10.04px }\n")
    let output = try diff(scratch)
    #expect(causes(output) == [".a: padding 10px → 10.04px (a.css:1)"], "\(output)")
    #expect(output.contains("    nothing moved on index.html"), "\(output)")
  }

  /// An image of a list of candidates that became another one, without a change in the page.
  @Test func candidatesAreCauses() throws {
    let scratch = try Scratch()
    for (side, size) in [("old", 40), ("new", 90)] {
      try scratch.write("\(side)/i.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='\(size)' height='\(size)'/>")
      try scratch.write("\(side)/index.html", Self.head + "<img alt=x srcset='i.svg 1x'><p>One")
    }
    let found = causes(try diff(scratch))
    #expect(found == ["img: the file i.svg differs (index.html:1)"], "\(found)")
  }

  @Test func excerptsShowTheDifference() throws {
    let scratch = try Scratch()
    let text =
      "The harbour gets its market back after many years in which nothing but gulls and a few tourists came to see the quay"
    try scratch.write("old/index.html", Self.head + "<p>\(text) in spring.")
    try scratch.write("new/index.html", Self.head + "<p>\(text) in autumn.")
    let output = try diff(scratch)
    #expect(
      output.contains("text of p: “…to see the quay in spring.” → “…to see the quay in autumn.” (index.html:1)\n"),
      "\(output)")
    let markdown = try diff(scratch, "--format", "markdown")
    #expect(markdown.contains("quay in spring.") && markdown.contains("quay in autumn."), "\(markdown)")
  }

  /// A commit's filters run where those of the site are trusted and the same, and not otherwise.
  @Test(.enabled(if: Command.hasGit, "git is not installed")) func commitsWithFilters() throws {
    let scratch = try Scratch()
    let settings = ["HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path + "/settings"]
    func git(_ arguments: String...) throws {
      let process = try Command.start(
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"] + arguments,
        in: scratch.url, environment: settings, program: URL(fileURLWithPath: "/usr/bin/git"))
      #expect(process.finish().status == 0)
    }
    func hybrid(_ arguments: String...) throws -> Command {
      try Command.start(arguments, in: scratch.url, environment: settings).finish()
    }
    try scratch.write("site/hybrid.json", #"{ "filters": { "*.css": "./filter.sh" }, "exclude": ["*.sh"] }"#)
    try scratch.write("site/filter.sh", "#!/bin/sh\nsed s/small/4px/\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/site/filter.sh")
    try scratch.write("site/a.css", "p { padding: small }\n")
    try scratch.write("site/index.html", Self.head + "<link rel=stylesheet href=a.css><p>One")
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try scratch.write("site/a.css", "p { padding: small; margin: 2px }\n")
    try git("commit", "-q", "-a", "-m", "two")
    let untrusted = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(untrusted.status == 78 && untrusted.errors.contains("error[HYB0270]"), "\(untrusted.errors)")
    #expect(try hybrid("trust", "site").status == 0)
    let trusted = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(trusted.status == 0, "\(trusted.errors)")
    #expect(trusted.output.contains("margin"), "\(trusted.output)")
    // Another program in the commit is nobody's.
    try scratch.write("site/filter.sh", "#!/bin/sh\ntouch ran; cat\n")
    try git("commit", "-q", "-a", "-m", "three")
    let changed = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site")
    #expect(changed.status == 78, "\(changed.errors)")
    let allowed = try hybrid("diff", "--git", "HEAD~1", "HEAD", "--root", "site", "--allow-filters")
    #expect(allowed.status == 0, "\(allowed.errors)")
  }
}
