import Foundation
import Testing

/// What `hybrid diff` says of edited rules, generated content and lists of style sheets: one edit is one cause, with its place.
@Suite struct DiffSheetTests {
  private static let head =
    "<!DOCTYPE html>\n<html lang=en>\n<meta name=viewport content='width=device-width'>\n<title>t</title>\n"
  private static let body =
    "<body><main>\n<p class=a>One two\n<p class=b>Three <a class=btn href=index.html>Go on</a>\n</main>"

  /// The lines that name causes, of a comparison of two sites.
  private func causes(_ old: [String: String], _ new: [String: String]) throws -> [String] {
    let scratch = try Scratch()
    for (side, files) in [("old", old), ("new", new)] {
      for (path, text) in files { try scratch.write("\(side)/\(path)", text) }
    }
    let run = try Command.start(["diff", "old", "new"], in: scratch.url).finish()
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n\n").dropFirst()
      .compactMap { $0.split(separator: "\n").first.map(String.init) }
      .filter { !$0.hasPrefix("files: ") && !$0.hasPrefix("size: ") }
  }

  private func page(_ links: String, _ body: String = Self.body) -> String { Self.head + links + "\n" + body }

  private func sheets(_ old: String, _ new: String, _ body: String = Self.body) throws -> [String] {
    let page = page("<link rel=stylesheet href=a.css>", body)
    return try causes(["index.html": page, "a.css": old], ["index.html": page, "a.css": new])
  }

  @Test(arguments: [
    ("border: 2px solid red", "border none → 2px solid red"),
    (
      "background: linear-gradient(red, blue) no-repeat 4px 5px #eee",
      "background none → linear-gradient(red, blue) no-repeat 4px 5px #eee"
    ),
    ("font: italic 700 20px/1.5 serif", "font none → italic 700 20px/1.5 serif"),
    ("margin: 1px 2px 3px 4px", "margin none → 1px 2px 3px 4px"),
    ("flex: 1 0 20px", "flex none → 1 0 20px"),
  ])
  func aShorthandIsOneCauseAsItIsWritten(_ declaration: String, _ expected: String) throws {
    let found = try sheets(".a { color: red }\n", ".a { color: red;\n  \(declaration) }\n")
    #expect(found == [".a: \(expected) (a.css:2)"], "\(found)")
  }

  @Test func aShorthandHasItsOldValue() throws {
    let found = try sheets(".a { border: 1px dotted red }\n", "\n.a { border: 2px solid blue }\n")
    #expect(found == [".a: border 1px dotted red → 2px solid blue (a.css:2)"], "\(found)")
  }

  /// A rule of several declarations is one edit, also where each element had another value before.
  @Test func aRuleIsOneCause() throws {
    let found = try sheets(
      ".b { color: blue }\n", ".b { color: blue }\np { color: green; padding: 3px; border: 1px solid }\n")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("p (2): ") == true && found.first?.hasSuffix("(a.css:2)") == true, "\(found)")
  }

  /// The values before differ by scheme, and the edit is one.
  @Test func schemesRepeatNoCause() throws {
    let scheme = "@media (prefers-color-scheme: dark) { .a { background: #222; color: #eee } }\n"
    let old = ".a { background: #eee; color: #111 }\n" + scheme
    let page = page("<meta name=color-scheme content='light dark'><link rel=stylesheet href=a.css>")
    let config = #"{ "colorSchemes": ["light", "dark"] }"#
    let added = try causes(
      ["index.html": page, "a.css": old, "hybrid.json": config],
      ["index.html": page, "a.css": old + ".a { background: #123456 }\n", "hybrid.json": config])
    #expect(added.count == 1 && added.first?.hasSuffix("(a.css:3)") == true, "\(added)")
    // Edited in both schemes, it is one edit too.
    let edited = old.replacing("#eee; color", with: "#fed; color").replacing("#222", with: "#333")
    let both = try causes(
      ["index.html": page, "a.css": old, "hybrid.json": config],
      ["index.html": page, "a.css": edited, "hybrid.json": config])
    #expect(both.count == 1 && both.first?.hasSuffix("(a.css:1)") == true, "\(both)")
  }

  @Test func generatedContentHasItsText() throws {
    let old = ".btn { color: red }\n"
    let added = try sheets(old, old + ".btn::before { content: \"New: \"; color: blue }\n")
    #expect(added == [".btn::before: content none → “New: ” (a.css:2)"], "\(added)")
    let gone = try sheets(old + ".btn:after { content: \"x\" counter(n) }\n", old)
    #expect(gone == [".btn::after: content \"x\" counter(n) → none (a.css:2)"], "\(gone)")
  }

  /// Generated boxes keep or drop the white space beside them: the text was not edited.
  @Test func whiteSpaceBesideGeneratedContentIsLeftOut() throws {
    let body = "<body><button class=btn> OK </button> <div class=btn> <span>in</span> </div>"
    let found = try sheets(".btn { color: red }\n", ".btn { color: red }\n.btn::before { content: \"*\" }\n", body)
    #expect(found == [".btn::before (2): content none → “*” (a.css:2)"], "\(found)")
    // Also where something else of the page was edited.
    let link = "<link rel=stylesheet href=a.css>"
    let both = try causes(
      ["index.html": page(link, body), "a.css": ".btn { color: red }\n"],
      [
        "index.html": page(link, body.replacing("in<", with: "out<")),
        "a.css": ".btn { color: red }\n.btn::before { content: \"*\" }\n",
      ])
    #expect(both.count == 2 && !both.contains { $0.contains("text\n") || $0.hasPrefix("new: ") }, "\(both)")
  }

  // MARK: Lists of sheets

  private static let one =
    ":root { --gap: 4px }\nbody { font: 18px/1.4 serif; margin: 0 }\n.a { padding: 5px; color: red; border: 1px solid }\n"
    + ".btn { display: block; padding: var(--gap) }\n.btn:hover { color: green }\n.btn::before { content: \"x\" }\nmain > * { margin: 9px }\n"
  private static let two = ".a { padding: 8px; color: blue }\np { margin: 3px }\n"

  private func lists(_ old: String, _ new: String, _ files: [String: String]) throws -> [String] {
    try causes(
      files.merging(["index.html": page(old)]) { left, _ in left },
      files.merging(["index.html": page(new)]) { left, _ in left })
  }

  @Test func aSheetThatCameOrWentIsOneCause() throws {
    let files = ["one.css": Self.one, "two.css": Self.two]
    let (one, two) = ("<link rel=stylesheet href=one.css>", "<link rel=stylesheet href=two.css>")
    let removed = try lists(two + "\n" + one, two, files)
    #expect(removed == ["style sheet one.css removed, 11 declarations (index.html:6)"], "\(removed)")
    let commented = try lists(two + "\n" + one, two + "\n<!-- \(one) -->", files)
    #expect(commented == ["style sheet one.css removed, 11 declarations (index.html:6)"], "\(commented)")
    let added = try lists(two, two + "\n" + one, files)
    #expect(added == ["style sheet one.css added, 11 declarations (index.html:6)"], "\(added)")
    let media = try lists(one, one.replacing("href", with: "media=print href"), files)
    #expect(media == ["style sheet one.css media none → print, 11 declarations (index.html:5)"], "\(media)")
    // The file is not in the release either.
    let gone = try causes(
      ["index.html": page(one + two), "one.css": Self.one, "two.css": Self.two],
      ["index.html": page(two), "two.css": Self.two])
    #expect(gone == ["style sheet one.css removed, 11 declarations (index.html:5)"], "\(gone)")
  }

  @Test func sheetsInAnotherOrderAreOneCause() throws {
    let files = ["one.css": Self.one, "two.css": Self.two]
    let (one, two) = ("<link rel=stylesheet href=one.css>", "<link rel=stylesheet href=two.css>")
    let found = try lists(one + "\n" + two, two + "\n" + one, files)
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first == "style sheet two.css now before one.css, 3 declarations (index.html:5)"
        || found.first == "style sheet one.css now after two.css, 11 declarations (index.html:6)", "\(found)")
  }

  @Test func importsAreInTheListOfSheets() throws {
    let page = page("<link rel=stylesheet href=css/main.css>")
    func files(_ main: String) -> [String: String] {
      ["index.html": page, "css/main.css": main, "css/one.css": Self.one, "css/two.css": Self.two]
    }
    let found = try causes(
      files("@import 'two.css';\n@import url(one.css);\n.b { color: red }\n"),
      files("@import 'two.css';\n.b { color: red }\n"))
    #expect(found == ["style sheet css/one.css removed, 11 declarations (css/main.css:2)"], "\(found)")
  }

  /// Bundlers name sheets by their contents: the declarations count.
  @Test func aSheetOfAnotherNameIsTheSame() throws {
    let (old, new) = (Self.one, Self.one.replacing("padding: 5px", with: "padding: 6px"))
    let found = try causes(
      ["index.html": page("<link rel=stylesheet href=index-1a.css>"), "index-1a.css": old],
      ["index.html": page("<link rel=stylesheet href=index-2b.css>"), "index-2b.css": new])
    #expect(found.contains(".a: padding 5px → 6px (index-2b.css:3)"), "\(found)")
    #expect(found.count == 2 && found.contains { $0.hasPrefix("link: href index-1a.css → index-2b.css") }, "\(found)")
  }

  // MARK: Places of nodes

  @Test func editsOfPagesHaveTheirLines() throws {
    let link = "<link rel=stylesheet href=a.css>"
    let old =
      "\n"
      + page(
        link,
        "<body class=wide>\n<p>One</p>\n<p class=a\n  id=x>Two\n three</p>\n<img alt=x src=i.svg>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>"
      )
    let new = old.replacing("class=a", with: "class=b").replacing("three", with: "four").replacing(
      "i.svg", with: "j.svg"
    )
    .replacing("<li>b</li>\n", with: "").replacing("<p>One", with: "<p title=t>One")
    let files = [
      "a.css": ".a { margin: 4px }\n", "i.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>",
      "j.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='5' height='4'/>",
    ]
    let found = try causes(
      files.merging(["index.html": old]) { left, _ in left }, files.merging(["index.html": new]) { left, _ in left })
    for (start, line) in [
      ("#x: class a → b", 9), ("text of #x", 10), ("img: src i.svg → j.svg", 12), ("p: title", 8), ("gone: li", 15),
    ] {
      #expect(found.contains { $0.hasPrefix(start) && $0.hasSuffix("(index.html:\(line))") }, "\(start): \(found)")
    }
    #expect(found.count == 5, "\(found)")
  }

  /// What is written in a partial has no line in the page.
  @Test func composedPagesNameNoWrongLine() throws {
    let page = page(
      "<link rel=stylesheet href=a.css>", "<body>\n<include src=\"partials/p.html\"></include>\n<p class=b>Two</p>")
    func files(_ kind: String) -> [String: String] {
      ["index.html": page, "a.css": "p { margin: 1px }\n", "partials/p.html": "<p class=\(kind)>One</p>\n"]
    }
    let found = try causes(files("a"), files("c"))
    #expect(found.count == 1 && found.first?.hasPrefix(".a: class a → c") == true, "\(found)")
    #expect(found.first?.contains("index.html:") == false, "\(found)")
  }

  @Test func aStyleElementThatComesOrGoesIsOneCause() throws {
    let style = "<style>\n.a { margin: 30px; color: red }\n.btn { padding: 5px }\n.btn:hover { color: green }</style>"
    let (without, with) = (["index.html": page("")], ["index.html": page(style)])
    let added = try causes(without, with)
    #expect(added == ["style sheet <style> added, 4 declarations (index.html:5)"], "\(added)")
    let removed = try causes(with, without)
    #expect(removed == ["style sheet <style> removed, 4 declarations (index.html:5)"], "\(removed)")
  }

  /// Where one comes beside another, the edit of the other is still reported by its declaration.
  @Test func anEditedStyleElementIsReportedByItsDeclarations() throws {
    let edited = try causes(
      ["index.html": page("<style>.a { margin: 30px }</style>")],
      ["index.html": page("<style>.a { margin: 31px }</style>")])
    #expect(edited == [".a: margin 30px → 31px (index.html:5)"], "\(edited)")
    let moved = try causes(
      ["index.html": page("<style>.a { margin: 30px }</style>")],
      ["index.html": page("<link rel=stylesheet href=a.css>"), "a.css": ".a { margin: 40px }"])
    #expect(moved == ["style sheet a.css in the place of <style>, 2 declarations (index.html:5)"], "\(moved)")
  }
}
