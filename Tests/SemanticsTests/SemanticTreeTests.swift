import CSSValues
import Compiler
import Diagnostics
import HTML
import Page
import PageFormat
import Semantics
import Testing

/// A page in memory, as a site of one file.
struct OnePage: SiteFiles {
  var markup: String

  func read(_ path: String) throws(SiteFileError) -> [UInt8] {
    guard path == "index.html" else { throw .missing }
    return Array(markup.utf8)
  }

  func contains(_ path: String) -> Bool { path == "index.html" }

  var compiler: PageCompiler {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    return PageCompiler(options: options, files: self)
  }

  /// What is in the body, one node a line.
  func semantics(width: Double = 400) -> String {
    guard let page = compiler.inspect("index.html", viewport: Viewport(width: width, height: 300, scale: 1)) else {
      return "unreadable"
    }
    let lines = page.semantics().dump().split(separator: "\n").dropFirst()
    return lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
  }

  func tree() -> SemanticTree? {
    compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: 1))?.semantics()
  }
}

/// The semantics of a body.
private func semantics(_ body: String, width: Double = 400) -> String {
  OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)").semantics(width: width)
}

/// The name of the element with the id `x`.
private func name(_ body: String) -> String? {
  let page = OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)")
  guard let inspection = page.compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: 1))
  else { return nil }
  return inspection.semantics().nodes.first { inspection.document.value($0.source, .id) == "x" }?.name
}

@Suite struct SemanticTreeTests {
  @Test func rolesOfElements() {
    #expect(
      semantics("<header>a</header><nav>b</nav><main><article><header>c</header></article></main><footer>d</footer>")
        == """
        banner
          text “a”
        navigation
          text “b”
        main
          article
            sectionheader
              text “c”
        contentinfo
          text “d”
        """)
    #expect(semantics("<section>a</section><section aria-label=S>b</section>") == "text “a”\nregion “S”\n  text “b”")
    #expect(semantics("<img alt=''><img alt=Cat><img>") == "image “Cat” presents-children\nimage presents-children")
    #expect(
      semantics("<a>x</a><a href=y>z</a>") == "text “x”\nlink “z” focusable named-by-content target=y\n  text “z”")
  }

  @Test func rolesOfAttributes() {
    #expect(semantics("<div role='foo button'>x</div>") == "button “x” named-by-content presents-children")
    // What takes the focus is more than presentation.
    #expect(semantics("<button role=none>x</button>") == "button “x” focusable named-by-content presents-children")
    #expect(semantics("<ul role=none><li>x</ul>") == "text “x”")
    // An item is one of a list, an option of a list box.
    #expect(semantics("<div role=option>x</div><li>y") == "text “x”\ntext “y”")
    #expect(
      semantics("<div role=listbox><div><div role=option aria-selected=true>x</div></div></div>")
        == "listbox\n  option “x” selectable selected named-by-content presents-children position=1 set-size=1")
    #expect(semantics("<table role=none><tr><td>x</table>") == "text “x”")
  }

  @Test func hiddenPartsAreLeftOut() {
    #expect(
      semantics("<p hidden>a<p style='display:none'>b<p style='visibility:hidden'>c<b style='visibility:visible'>d</b>")
        == "text “d”")
    #expect(
      semantics("<div aria-hidden=true><button>a</button></div><div inert><button>b</button></div>c") == "text “c”")
    #expect(
      semantics("<details><summary>a</summary>b</details>")
        == "group expandable\n  button “a” focusable expandable named-by-content presents-children")
    #expect(semantics("<style>@media (max-width:500px){p{display:none}}</style><p>x") == "")
    #expect(
      semantics("<style>@media (max-width:500px){p{display:none}}</style><p>x", width: 600) == "paragraph\n  text “x”")
  }

  @Test(arguments: [
    ("<button id=x aria-labelledby='a b'>n</button><i id=a>one</i><i id=b hidden>two</i>", "one two"),
    ("<button id=x aria-labelledby='x a' aria-label=Delete>n</button><i id=a>file</i>", "Delete file"),
    ("<label for=x>Name <b>here</b></label><input id=x title=t>", "Name here"),
    ("<label>Age <input id=x> years</label>", "Age years"),
    ("<input id=x title=t placeholder=p>", "t"), ("<input id=x placeholder=p>", "p"),
    ("<label for=x>Flash <input value=3> times</label><input id=x type=checkbox>", "Flash 3 times"),
    ("<button id=x>a<div>b</div>c<span>d</span></button>", "a b cd"),
    ("<style>a::before{content:'→ '}a::after{content:url(x) / 'new'}</style><a id=x href=y>go</a>", "→ gonew"),
    ("<a id=x href=y><img alt=Home>page</a>", "Home page"), ("<a id=x href=y aria-label=' A  b '>c</a>", "A b"),
    ("<fieldset id=x><legend>Address</legend></fieldset>", "Address"),
    ("<table id=x><caption>Prices</caption><tr><td>1</table>", "Prices"),
    ("<input id=x type=submit>", "Submit"), ("<input id=x type=submit value=Go>", "Go"),
    ("<input id=x type=image>", "Submit"), ("<svg id=x role=img><title>Chart</title></svg>", "Chart"),
    (
      "<a id=x href=y><svg><use href='#c'/></svg></a><svg hidden><symbol id=c><title>Check</title></symbol></svg>",
      "Check"
    ),
    ("<h2 id=x style='text-transform:uppercase'>read</h2>", "READ"),
    ("<button id=x><i aria-hidden=true>star</i>Save</button>", "Save"),
    ("<div id=x role=checkbox>a <span role=slider aria-valuenow=5></span> b</div>", "a 5 b"),
  ])
  func names(body: String, expected: String) {
    #expect(name(body) == expected)
  }

  @Test func statesAndValues() {
    #expect(
      semantics("<input type=checkbox checked disabled aria-label=a>")
        == "checkbox “a” checkable checked disabled presents-children")
    #expect(
      semantics("<button aria-pressed=mixed>b</button>")
        == "button “b” focusable checkable mixed named-by-content presents-children")
    #expect(
      semantics("<input type=range min=2 max=6 aria-label=v>")
        == "slider “v” focusable presents-children value-now=4 minimum=2 maximum=6")
    #expect(
      semantics("<input type=radio name=g checked aria-label=a><input type=radio name=g checked aria-label=b>")
        == "radio “a” focusable checkable presents-children position=1 set-size=2\n"
        + "radio “b” focusable checkable checked presents-children position=2 set-size=2")
    #expect(
      semantics("<select aria-label=s><option>a<option>b</select>")
        == "combobox “s” focusable expandable value=a\n"
        + "  option “a” selectable selected named-by-content presents-children position=1 set-size=2\n"
        + "  option “b” selectable named-by-content presents-children position=2 set-size=2")
    #expect(
      semantics("<input type=password value=x aria-label=p>") == "textbox “p” focusable protected presents-children")
    #expect(
      semantics("<div role=alert aria-busy=true>x</div>") == "alert busy atomic live=assertive\n  text “x”")
    #expect(semantics("<p lang=de>x") == "paragraph language=de\n  text “x”")
    #expect(semantics("<h3 aria-level=5>x</h3>") == "heading “x” named-by-content level=5\n  text “x”")
    #expect(semantics("<a href=x aria-current=page>y</a>").contains("current=page"))
  }

  @Test func cellsHavePlaces() {
    let tree = semantics("<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d</table>")
    #expect(
      tree == """
        table row-count=2 column-count=3
          rowgroup
            row row=1
              columnheader “a” named-by-content row=1 column=1 row-span=2
                text “a”
              columnheader “b” named-by-content row=1 column=2 column-span=2
                text “b”
            row row=2
              cell “c” named-by-content row=2 column=2
                text “c”
              cell “d” named-by-content row=2 column=3
                text “d”
        """)
  }

  @Test func ownersTakeTheirs() {
    #expect(
      semantics("<div id=a role=group aria-owns='b a'>x</div><p>y</p><p id=b>z</p>")
        == "group\n  text “x”\n  paragraph\n    text “z”\nparagraph\n  text “y”")
  }

  /// Names that name one another, trees that are deep, and many references to large parts end in time.
  @Test func hostileNamesEnd() throws {
    #expect(name("<button id=x aria-labelledby=y></button><i id=y aria-labelledby=x>z</i>") == "z")
    #expect(
      name("<div id=a aria-owns=b><div id=b aria-owns=a></div></div><button id=x aria-labelledby=a>q</button>") != nil)
    let deep = String(repeating: "<div role=button>", count: 500) + "x"
    _ = semantics(deep)
    let part = "<div id=part>" + String(repeating: "<b>word </b>", count: 2000) + "</div>"
    let many = part + String(repeating: "<button aria-labelledby=part></button>", count: 3000)
    let tree = try #require(OnePage(markup: "<!doctype html><html lang=en><body>" + many).tree())
    #expect(tree.isCut)
    #expect(tree.nodes.allSatisfy { $0.name.utf8.count <= 20_000 })
  }

  @Test func pageFilesHaveSemantics() throws {
    let page = OnePage(
      markup:
        "<!doctype html><html lang=en><title>T</title><body><h1>Hi</h1><div aria-hidden=true>x</div><a href=y>go</a>")
    let compiled = page.compiler.compile("index.html")
    let reader = try PageReader(FileBytes(compiled.pageFile))
    try reader.validate()
    let rows = (0..<reader.semanticCount).map { reader.semantics(at: $0) }
    #expect(rows.map(\.role) == [.document, .heading, .generic, .link])
    #expect(rows[1].name == "Hi" && rows[1][.level] == "1" && rows[2].states == .hidden && rows[3][.target] == "y")
    #expect(rows.map { reader.tag($0.node) } == ["html", "h1", "div", "a"])
  }
}

@Suite struct AccessibilityCheckTests {
  private func problems(_ markup: String) -> [String] {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    options.checksAccessibility = true
    let compiled = PageCompiler(options: options, files: OnePage(markup: markup)).compile("index.html")
    return compiled.diagnostics.filter { (6100...6199).contains($0.code.number) }.map {
      "\($0.code.name) \($0.location?.line ?? 0): \($0.message)"
    }
  }

  private func codes(_ body: String) -> [String] {
    problems("<!doctype html><html lang=en><title>T</title><body>\(body)").map { String($0.prefix(7)) }
  }

  @Test func soundPagesHaveNoProblems() {
    #expect(
      codes(
        "<h1>a</h1><h2>b</h2><p>text <a href=x>link</a></p><img alt='' src=x><label>Name <input></label><button>Go</button>"
      )
        == [])
  }

  @Test(arguments: [
    ("<img src=a.png>", "HYB6101"), ("<img alt=' ' src=a.png>", "HYB6101"), ("<button></button>", "HYB6102"),
    ("<input>", "HYB6102"),
    ("<input placeholder=a>", "HYB6102"), ("<a href=x></a>", "HYB6103"), ("<h1>a</h1><h3>b</h3>", "HYB6104"),
    ("<i id=a></i><i id=a></i>", "HYB6105"), ("<p tabindex=3>a</p>", "HYB6107"),
    ("<p style='color:#999;background:#fff'>pale</p>", "HYB6109"), ("<p role=buton>x</p>", "HYB6110"),
    ("<button aria-describedby=no>x</button>", "HYB6111"),
    ("<div aria-hidden=true><a href=x>y</a></div>", "HYB6112"),
    (
      "<style>button{all:unset;display:inline-block;width:10px;height:10px}</style><button>a</button><button>b</button>",
      "HYB6108"
    ),
    (
      "<style>p{display:flex;gap:8px}button{all:unset;width:12px;height:12px;background:#000}</style>"
        + "<p><button aria-label=a></button><button aria-label=b></button>",
      "HYB6108"
    ),
    // Transforms count, and so do sizes that an author gave to the browser's own controls.
    ("<p style='transform:scale(.4)'><button>a</button><button>b</button></p>", "HYB6108"),
    (
      "<style>input{width:9px;height:9px}</style><input type=checkbox aria-label=a><input type=checkbox aria-label=b>",
      "HYB6108"
    ),
    (
      "<style>input{width:20px;height:10px;border:0;padding:0;display:block}</style>"
        + "<input type=search aria-label=a><input type=search aria-label=b>", "HYB6108"
    ),
    ("<p><span style='visibility:hidden'>Words</span> <a href=x>1</a> <a href=y>2</a>", "HYB6108"),
    ("<p tabindex=' 3x'>a</p>", "HYB6107"),
    // The numbers of pages are in no sentence, whatever is between them.
    ("<nav><a href=x>1</a> | <a href=y>2</a> | <b><a href=z>3</a></b></nav>", "HYB6108"),
    ("<p>Pages<div><a href=x>1</a> <a href=y>2</a><p>more</p></div>", "HYB6108"),
    ("<button>&nbsp;</button>", "HYB6102"), ("<a href=x>&nbsp;</a>", "HYB6103"),
    ("<input aria-label='&nbsp;'>", "HYB6102"),
  ])
  func problem(body: String, code: String) {
    #expect(codes(body) == [code])
  }

  @Test(arguments: [
    "<p>See <a href=x>1</a> and <a href=y>2</a>.", "<p><i>Notes</i> <a href=x>1</a> <b><a href=y>2</a></b>",
  ])
  func smallLinksOfSentencesAreExempt(body: String) { #expect(codes(body) == []) }

  /// The browser's own sizes are excepted, and what is large enough once it is transformed.
  @Test(arguments: [
    "<style>input{display:block;margin:0}</style><input aria-label=a><input aria-label=b>",
    "<select aria-label=a><option>1</select><br><select aria-label=b><option>2</select>",
    "<input type=checkbox aria-label=a><input type=checkbox aria-label=b>",
    "<style>button{all:unset;width:12px;height:12px;display:inline-block;margin:3px}</style>"
      + "<p style='transform:scale(3)'><button>a</button><button>b</button></p>",
  ])
  func targetsOfTheirOwnSizeAreExempt(body: String) { #expect(codes(body) == [], "\(body)") }

  @Test func languageIsMissing() {
    #expect(problems("<!doctype html><title>T</title><p>x").map { String($0.prefix(7)) } == ["HYB6106"])
  }

  /// Only what is certain is reported: images, gradients and boxes in the way need a person.
  @Test(arguments: [
    "<p style='color:#999;background:linear-gradient(red,blue)'>x</p>",
    "<div style='position:relative;background:#000;height:60px'><p style='position:absolute;top:0;color:#fff'>x</p></div>",
    "<p style='color:#767676'>x</p>", "<p style='color:#ff9d94;background:#111114'>x</p>",
    "<p style='color:#a5a6ae;background:#1c1c20'>x</p>", "<p style='color:#999;font-size:30px;background:#222'>x</p>",
    "<button disabled style='color:#aaa;background:#bbb'>x</button>", "<meter value=.5 aria-label=m>50%</meter>",
  ])
  func onlyCertainContrast(body: String) {
    #expect(codes(body) == [])
  }

  @Test func ratiosAreThoseOfTheGuidelines() {
    #expect(
      problems("<!doctype html><html lang=en><title>T</title><body><p style='color:#777'>x</p>")
        == ["HYB6109 1: text in #777777 on #ffffff has a contrast of 4.47; 4.5 is wanted"])
    #expect(
      problems("<!doctype html><html lang=en><title>T</title><body><p style='color:#333;background:#111'>x</p>")
        == ["HYB6109 1: text in #333333 on #111111 has a contrast of 1.49; 4.5 is wanted"])
  }

  @Test func asked() {
    let page = OnePage(markup: "<!doctype html><title>T</title><img src=a.png>")
    let found = page.compiler.compile("index.html").diagnostics.filter { (6100...6199).contains($0.code.number) }
    #expect(found.isEmpty)
  }
}

@Suite struct TokenSemanticsTests {
  @Test func componentsHaveRolesAndTakeNames() throws {
    let page = OnePage(
      markup: """
        <html html-identify="Token"><head><title>T</title></head><body>
        <label id="l" text="Name"/><input aria-labelledby="l"/><button title="Go"/><image src="a.png" alt="A cat"/>
        <switch aria-label="Wi-Fi" on="true"/><view role="alert">done</view>
        </body></html>
        """)
    let compiled = page.compiler.compile("index.html")
    #expect(!compiled.diagnostics.contains { $0.code == .tokenPropertyUnknown })
    let tree = page.semantics()
    #expect(tree.contains("textbox “Name” focusable"))
    #expect(tree.contains("button “Go” focusable"))
    #expect(tree.contains("image “A cat”"))
    #expect(tree.contains("switch “Wi-Fi” focusable checkable checked"))
    #expect(tree.contains("alert"))
  }
}
