import CSS
import CSSValues
import Testing

@testable import Style

@Suite struct CascadeTests {
  /// The colour of `#t` under rules.
  private func color(_ css: String, _ attributes: String = "", files: [String: String] = [:]) -> String {
    Page(
      "<!DOCTYPE html><html><head><style>\(css)</style></head><body><div class=p><div id=t class=\"a b\" \(attributes)>x</div></div>",
      files: files
    ).value("color", of: "#t")
  }

  private static let red = "rgb(255, 0, 0)"
  private static let blue = "rgb(0, 0, 255)"
  private static let lime = "rgb(0, 255, 0)"

  @Test(arguments: [
    (".a{color:red}div{color:blue}", red), (".a{color:red}.b{color:blue}", blue),
    ("div{color:red!important}#t{color:blue}", red), ("@layer x{#t{color:blue}}div{color:red}", red),
    ("@layer x{div{color:red!important}}#t{color:blue!important}", red),
    ("@layer y,x;@layer x{.a{color:red}}@layer y{.a{color:blue}}", red),
    ("@layer x{@layer i{.a{color:blue}}.a{color:red}}", red), (".p{color:red}#t{color:inherit}", red),
    (".a{color:red}@layer x{.a{color:blue}}#t{color:revert-layer}", blue),
    (".p{color:red}#t{color:blue;color:var(--none)}", red), (":root{--x:red}#t{color:var(--x)}", red),
    ("#t{--a:var(--b);--b:var(--a);color:var(--a,blue)}", blue), ("#t{color:var(--x,var(--y,lime))}", lime),
    ("@scope(.p){.a{color:red}}.a{color:blue}", red), (".p{.a{color:red}}", red), (".p{& .a{color:red}}", red),
    ("@supports (display:grid){#t{color:red}}", red), ("@supports not (color:red){#t{color:red}}", "rgb(0, 0, 0)"),
    ("@container (width>1px){#t{color:red}}", "rgb(0, 0, 0)"),
    (".p{container-type:inline-size}@container (width>300px){#t{color:red}}", red),
  ])
  func winner(css: String, expected: String) {
    #expect(color(css) == expected)
  }

  /// CSS Conditional 5, 5: a pseudo-element's container may be the element that it belongs to, an element's is around it.
  @Test func containersOfPseudoElements() {
    let page = Page(
      """
      <!DOCTYPE html><style>.c{container-type:inline-size;width:200px}
      @container (width:200px){.c::after{content:"k"} .c::marker{color:lime} .c{color:red} li::after{content:"l"}}</style>
      <ul><li class=c id=c>x</ul>
      """)
    let node = page.tree.elements.first { $0.id == "c" }?.node ?? .none
    func style(_ pseudo: PseudoElement) -> ComputedStyle? {
      page.styles.pseudoStyle[ResolvedStyles.PseudoKey(node: node, pseudo: pseudo)].map { page.styles.styles[Int($0)] }
    }
    #expect(style(.after)?.serialized(.content) == "\"k\"")
    #expect(style(.marker)?.serialized(.color) == Self.lime)
    #expect(page.value("color", of: "#c") == "rgb(0, 0, 0)")
  }

  /// What is unknown selects no container; of tables and inline boxes no size is known, negated or not.
  @Test(arguments: [
    ("block", "(width > 1px)", true), ("block", "(foo) or (width > 1px)", false), ("block", "not (foo)", false),
    ("block", "style(color: red) or (width > 1px)", false), ("table", "(width > 1px)", false),
    ("table", "not (width > 1px)", false), ("inline", "(width > 1px)", false), ("table-cell", "(width > 1px)", false),
    ("inline-block", "(width > 1px)", true), ("flex", "(width > 1px)", true), ("table", "style(--x)", true),
    ("none", "(width > 1px)", true),
  ])
  func containersThatCannotBeAsked(display: String, query: String, holds: Bool) {
    let css = ".p{--x:1;container-type:inline-size;width:100px;display:\(display)} @container \(query){#t{color:red}}"
    #expect(color(css) == (holds ? Self.red : "rgb(0, 0, 0)"))
  }

  /// CSS Conditional 5, 5.3; `.p` has a font of 20 px.
  @Test(arguments: [
    ("--x > 3", true), ("--x > 4", false), ("--x >= 4", true), ("3 < --x", true), ("3 < --x <= 4", true),
    ("9 > --x > 4", false), ("3 < --x > 1", false), ("--x = 4", true), ("--l > 1em", true), ("--l > 2em", false),
    ("--l = 40px", true), ("--l > 30", false), ("calc(var(--x) * 2) = 8", true), ("--none < 1", false),
    ("--word > 1", false), ("2 > 1", true), ("--c: 3 > 2", true), ("--x > ", false), ("--x > 3 > 2 > 1", false),
    ("not (--x > 4)", true), ("(--x > 3) and (--l < 50px)", true), ("--t > 500ms", true), ("--p < 60%", true),
  ])
  func styleQueriesOfRanges(query: String, holds: Bool) {
    let values = ".p{font-size:20px;--x:4;--l:2em;--word:a;--c:3 > 2;--t:1s;--p:50%}"
    // Unregistered: the length is the container's text, which counts from the container's font.
    #expect(color(values + "@container style(\(query)){#t{color:red}}") == (holds ? Self.red : "rgb(0, 0, 0)"))
    let page = Page(
      "<!DOCTYPE html><style>\(values)#t{order:if(style(\(query)): 1; else: 2)}</style><div class=p><div id=t>")
    #expect(page.value("order", of: "#t") == (holds ? "1" : "2"))
  }

  /// CSS Color Adjustment 1, 2.2: text without a colour is that of the canvas.
  @Test(arguments: [
    ("<style>:root{color-scheme:dark}</style><p id=t>", "rgb(255, 255, 255)"),
    ("<html style='color-scheme:dark'><p id=t>", "rgb(255, 255, 255)"),
    ("<meta name=color-scheme content=' Dark '><p id=t>", "rgb(255, 255, 255)"),
    ("<meta name=color-scheme content='a;b'><meta name=color-scheme content=dark><p id=t>", "rgb(255, 255, 255)"),
    ("<meta name=color-scheme content=dark><style>:root{color-scheme:light}</style><p id=t>", "rgb(0, 0, 0)"),
    ("<style>:root{color-scheme:light dark}</style><p id=t>", "rgb(0, 0, 0)"),
    ("<p id=t style='color-scheme:dark'>", "rgb(0, 0, 0)"),
    ("<p id=t style='color-scheme:dark;color:initial'>", "rgb(255, 255, 255)"),
    ("<style>:root{color-scheme:dark;color:red}</style><p id=t>", red),
    (
      "<style>@property --c{syntax:'<color>';inherits:true;initial-value:red}"
        + "p{--c:light-dark(lime,blue);color:var(--c);color-scheme:dark}</style><p id=t>", blue
    ),
  ])
  func textOnTheCanvas(html: String, expected: String) {
    #expect(Page("<!DOCTYPE html>" + html).value("color", of: "#t") == expected)
  }

  @Test func bothSchemesOfTheRoot() {
    var environment = Environment.desktop(width: 800, height: 600)
    environment.viewport.colorScheme = .dark
    let html = "<!DOCTYPE html><style>:root{color-scheme:light dark}</style><p id=t>"
    let page = Page(html, environment: environment)
    #expect(page.value("color", of: "#t") == "rgb(255, 255, 255)")
  }

  /// HTML, 4.2.4.4 and 4.2.6.
  @Test(arguments: [
    ("<link rel=stylesheet type='text/css; charset=utf-8' href=a.css>", red),
    ("<link rel=stylesheet type=' text/css ' href=a.css>", red),
    ("<link rel=stylesheet type=text/plain href=a.css>", "rgb(0, 0, 0)"),
    ("<link rel=stylesheet title=a href=a.css><style title=b>#t{color:blue}</style>", red),
    ("<style title=b>#t{color:blue}</style><link rel=stylesheet title=a href=a.css>", blue),
  ])
  func sheetsThatCount(head: String, expected: String) {
    let page = Page("<!DOCTYPE html>\(head)<p id=t>", files: ["a.css": "#t{color:red}"])
    #expect(page.value("color", of: "#t") == expected)
  }

  /// Quirks Mode Standard, 3.4; HTML, 15.3.7.
  @Test func quirksOfValuesAndLists() {
    let page = Page("<p id=t style='background-position:3 4'><li id=a><ul id=b><li id=c></ul></li><ul><li id=d></ul>")
    #expect(page.value("background-position", of: "#t") == "3px 4px")
    #expect(
      ["#a", "#b", "#c", "#d"].map { page.value("list-style-position", of: $0) }
        == ["inside", "outside", "outside", "outside"])
  }

  /// CSS Backgrounds 3, 6.1: the third length is the blur.
  @Test(arguments: [
    ("0 0 -1px red", "none"), ("inset 1px 2px -3px", "none"), ("1px 2px red", "rgb(255, 0, 0) 1px 2px 0px 0px"),
    ("1px 2px 3px red", "rgb(255, 0, 0) 1px 2px 3px 0px"),
    ("1px 2px 3px -4px red inset", "rgb(255, 0, 0) 1px 2px 3px -4px inset"),
  ])
  func blursAreNotNegative(value: String, expected: String) {
    #expect(Page("<!DOCTYPE html><p id=t style='box-shadow:\(value)'>").value("box-shadow", of: "#t") == expected)
  }

  @Test func inlineStyle() {
    #expect(color("#t{color:red}", "style='color:blue'") == Self.blue)
    #expect(color("#t{color:red!important}", "style='color:blue'") == Self.red)
    #expect(color("#t{color:red!important}", "style='color:blue!important'") == Self.blue)
  }

  @Test func imports() {
    let files = ["a.css": "#t{color:red}", "b.css": "@import 'b.css';@import 'a.css' layer(x);div{color:blue}"]
    #expect(color("@import 'a.css';", files: files) == Self.red)
    #expect(color("@import 'b.css';", files: files) == Self.blue)
    #expect(color("@import 'a.css' print;", files: files) == "rgb(0, 0, 0)")
  }

  /// What is imported too deep is left out, and says so once.
  @Test(arguments: [(31, true), (32, true), (33, false), (400, false)])
  func deepImports(_ depth: Int, _ isWhole: Bool) {
    var files = ["\(depth).css": "#t { color: red }"]
    for level in 1..<depth { files["\(level).css"] = "@import '\(level + 1).css';" }
    let page = Page("<style>@import '1.css';</style><p id=t>x", files: files)
    #expect(page.value("color", of: "#t") == (isWhole ? Self.red : "rgb(0, 0, 0)"))
    #expect(page.diagnostics.map(\.code) == (isWhole ? [] : [.cssImportTooDeep]))
    #expect(page.diagnostics.allSatisfy { $0.location?.file == "32.css" && $0.location?.line == 1 })
  }

  @Test func userAgentSheet() {
    #expect(UserAgentRules.diagnostics.isEmpty)
    let page = Page(
      "<!DOCTYPE html><h1 id=h>x</h1><pre id=p>y<code id=c>z</code></pre><button id=b>k</button><table align=center id=t border=1><td id=d>x"
    )
    #expect(page.value("font-size", of: "#h") == "32px")
    #expect(page.value("margin-top", of: "#h") == "21.44px")
    #expect(page.value("font-size", of: "#c") == "13px")
    #expect(page.value("display", of: "#b") == "inline-block")
    #expect(page.value("margin-left", of: "#t") == "auto")
    #expect(page.value("border-top-style", of: "#d") == "inset")
  }

  @Test func displayIsFixedUp() {
    let page = Page(
      "<!DOCTYPE html><style>#f{display:flex}#l{float:left}#a{position:absolute;float:left}</style><div id=f><span id=i>x</span></div><span id=l>x</span><i id=a></i>"
    )
    #expect(page.value("display", of: "#i") == "block")
    #expect(page.value("display", of: "#l") == "block")
    #expect(page.value("float", of: "#a") == "none")
  }

  /// `match-parent` takes the parent's direction into account, and the root element has no parent.
  @Test func alignmentMatchesTheParent() {
    let page = Page(
      """
      <style>html { text-align: match-parent; direction: rtl } p, i { text-align: match-parent; direction: ltr }
      body { text-align: end }</style><p>a
      """)
    #expect(page.value("text-align", of: "html") == "start")
    #expect(page.value("text-align", of: "p") == "left")
  }

  @Test func registeredProperties() {
    let page = Page(
      """
      <!DOCTYPE html><style>@property --l{syntax:'<length>';inherits:false;initial-value:1px}
      #p{--l:2em;font-size:20px;width:var(--l)}#q{width:var(--l)}</style><div id=p><div id=q></div></div>
      """)
    #expect(page.value("--l", of: "#p") == "40px")
    #expect(page.value("width", of: "#p") == "40px")
    #expect(page.value("--l", of: "#q") == "1px")
  }

  /// Elements of one shape are asked for pseudo-elements once; those with attributes, and others of the shape's parts, are
  /// not among them.
  @Test func pseudoElementsOfElementsThatAreAlike() {
    let page = Page(
      """
      <!DOCTYPE html><style>[title]::before{content:'t'} p:nth-child(3)::after{content:'n'} .c::before{content:'c'}</style>
      <p id=1></p><p id=2></p><p id=3></p><p id=4 title=x></p><p id=5></p><p id=6 title=y></p><p id=7 class=c></p>
      """)
    func having(_ pseudo: PseudoElement) -> String {
      page.tree.elements.filter { page.styles.pseudoStyle[.init(node: $0.node, pseudo: pseudo)] != nil }
        .map(\.id.string).joined(separator: " ")
    }
    #expect(having(.before) == "4 6 7")
    #expect(having(.after) == "3")
  }

  /// CSS Pseudo-Elements 4, 2.2: a first letter is in the innermost box around its text, and inherits from that.
  @Test(arguments: [
    ("<p id=t><b>x</b></p>", 40.0), ("<p id=t>x<b>y</b></p>", 20), ("<p id=t> <i> </i><i><b>x</b></i></p>", 40),
    ("<div id=t><p><b>x</b></p></div>", 40), ("<p id=t><b style='display: none'>x</b><i>y</i></p>", 20),
    ("<p id=t><b style='float: left'>x</b>y</p>", 20), ("<p id=t><b style='display: inline-block'>x</b></p>", 20),
  ])
  func firstLettersInheritFromTheBoxAroundTheirText(_ markup: String, _ size: Double) throws {
    let rules = "p, div { font-size: 10px } b { font-size: 20px } #t::first-letter { font-size: 2em }"
    let page = Page("<style>\(rules)</style>" + markup)
    let element = try #require(page.tree.elements.first { $0.id.string == "t" })
    #expect(page.styles.style(of: element.node, .firstLetter)?.font.size == size)
  }

  @Test func pseudoElementsNeedContent() {
    let page = Page("<!DOCTYPE html><style>p::before{content:'x'}p::after{color:red}</style><p id=p>y</p>")
    let node = page.tree.elements[page.tree.elements.count - 1].node
    #expect(page.styles.style(of: node, .before) != nil)
    #expect(page.styles.style(of: node, .after) == nil)
  }

  @Test func stylesAreShared() {
    let page = Page("<!DOCTYPE html><style>li{color:red}</style><ul>" + String(repeating: "<li>x</li>", count: 1000))
    #expect(page.styles.styles.count < 12)
  }

  @Test func hostileCustomPropertiesEnd() {
    var doubling = "--x0:aaaaaaaaaaaaaaaa;"
    for index in 1..<64 { doubling += "--x\(index):var(--x\(index - 1)) var(--x\(index - 1));" }
    let page = Page("<!DOCTYPE html><style>#t{\(doubling)}</style><div id=t>")
    #expect(page.value("--x63", of: "#t") == "")
    #expect(page.value("--x1", of: "#t") == "aaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaa")
    var chain = ""
    for index in 0..<20_000 { chain += "--c\(index):var(--c\((index + 1) % 20_000));" }
    let cycle = Page("<!DOCTYPE html><style>#t{\(chain)}</style><div id=t>")
    #expect(cycle.value("--c7", of: "#t") == "")
  }

  @Test func addressesCountFromTheirSheet() {
    let page = Page(
      """
      <!DOCTYPE html><link rel=stylesheet href=css/a.css><style>#p{background-image:url(own.png)}</style>
      <p id=p><i id=a></i><i id=b></i><i id=c></i><i id=d></i><i id=e></i>
      """,
      files: [
        "css/a.css": """
        @import "deep/b.css"; #a{background-image:url(img/x.png?v=1#f)} #b{background-image:url("../y.png")}
        #c{background-image:url(/z.png)} #d{background-image:image-set("w.png" 1x)}
        """, "deep/b.css": "#e{background-image:url(./v.png),url(data:,x),url(https://a.test/b.png)}",
      ])
    #expect(page.value("background-image", of: "#a") == #"url("/css/img/x.png?v=1#f")"#)
    #expect(page.value("background-image", of: "#b") == #"url("/y.png")"#)
    #expect(page.value("background-image", of: "#c") == #"url("/z.png")"#)
    #expect(page.value("background-image", of: "#d") == #"image-set(url("/css/w.png") 1dppx)"#)
    #expect(
      page.value("background-image", of: "#e")
        == #"url("/deep/v.png"), url("data:,x"), url("https://a.test/b.png")"#)
    #expect(page.value("background-image", of: "#p") == #"url("own.png")"#)
  }

  @Test func dependenciesOfStylesAndRules() {
    let page = Page("<!DOCTYPE html><style>p{width:50vw}@media(min-resolution:2dppx){p{color:red}}</style><p>x")
    #expect(page.styles.environmentDependencies.isSuperset(of: [.width, .height, .resolution]))
    #expect(page.styles.environmentDependencies.isDisjoint(with: [.container, .safeArea, .pointer]))
    let inset = Page("<!DOCTYPE html><style>p{padding-top:env(safe-area-inset-top)}</style><p>x")
    #expect(inset.styles.environmentDependencies.contains(.safeArea))
    #expect(!inset.styles.environmentDependencies.contains(.width))
  }

  /// As Chromium computes them.
  @Test(arguments: [
    ("<table border=1 style='color:lime'><tr><td id=t>", "border-top-color", "rgb(0, 255, 0)"),
    ("<table border=1 bordercolor=lime><tr><td id=t>", "border-top-color", "rgb(0, 255, 0)"),
    ("<table border=1 bordercolor=lime><tr><td id=t>", "border-top-style", "solid"),
    ("<table border=1 bordercolor=lime id=t>", "border-top-style", "solid"),
    ("<table border=1 rules=x><tr><td id=t>", "border-top-style", "inset"),
    ("<table hspace=4 id=t>", "margin-left", "0px"),
    ("<marquee bgcolor=lime id=t>", "background-color", "rgb(0, 255, 0)"),
    ("<p dir=rtl><bdi id=t>a</bdi>", "direction", "ltr"), ("<bdi id=t>\u{5D0}</bdi>", "direction", "rtl"),
    ("<p dir=rtl><input type=tel id=t>", "direction", "ltr"), ("<p dir=rtl><input id=t>", "direction", "rtl"),
    ("<p style='user-select:none'><b id=t>", "user-select", "none"),
    ("<p style='user-select:contain' id=t>", "user-select", "auto"),
    ("<canvas width=30 height=40 id=t>", "aspect-ratio", "auto 30 / 40"),
    ("<img align=center id=t>", "vertical-align", "-webkit-baseline-middle"),
    ("<p contenteditable=plaintext-only id=t>", "white-space-collapse", "preserve"),
    ("<p style='font-size:20000px' id=t>", "font-size", "10000px"),
    ("<svg><g id=t transform='rotate(90 5,5)scale(2)'>", "transform", "matrix(0, 2, -2, 0, 10, 0)"),
    ("<svg><g id=t transform='translate(1px)'>", "transform", "none"),
    ("<svg><pattern id=t patternTransform='translate(1 2)'>", "transform", "matrix(1, 0, 0, 1, 1, 2)"),
    ("<select id=t>", "background-color", "rgb(239, 239, 239)"), ("<select id=t>", "overflow-x", "clip"),
    ("<select multiple id=t>", "background-color", "rgb(255, 255, 255)"),
    ("<select multiple id=t>", "border-top-left-radius", "2px"),
    ("<select multiple><optgroup><option id=t>", "padding-left", "20px"),
    ("<select><option disabled id=t>", "color", "rgb(0, 0, 0)"),
    ("<select multiple><option disabled id=t>", "color", "rgb(128, 128, 128)"),
    ("<input type=range id=t>", "color", "rgb(157, 150, 142)"),
    ("<input type=radio id=t>", "border-top-left-radius", "50%"),
    ("<input type=password id=t>", "-webkit-text-security", "disc"),
    ("<fieldset id=t>", "border-top-color", "rgb(239, 239, 239)"),
    ("<area href=x id=t>", "color", "rgb(0, 0, 0)"), ("<hr noshade id=t>", "background-color", "rgb(128, 128, 128)"),
    ("<p style='width:5px;width:fit-content(1px)' id=t>", "width", "5px"),
    ("<p style='color:lime;color:color-mix(in srgb, red, blue, lime)' id=t>", "color", "rgb(0, 255, 0)"),
    ("<p style='color:lime;color:inherit(--x)' id=t>", "color", "rgb(0, 255, 0)"),
    ("<p style='font-width:condensed' id=t>", "font-stretch", "100%"),
    ("<p style='text-overflow:\"x\"' id=t>", "text-overflow", "clip"),
    ("<p style='margin:5px;margin:revert-rule' id=t>", "margin-top", "16px"),
    ("<style>.c{color:lime}#t{color:red;color:revert-rule}</style><p class=c id=t>", "color", "rgb(0, 255, 0)"),
    ("<picture><source srcset=a width=10 height=20><img width=5 id=t>", "width", "10px"),
    ("<picture><source srcset=a media='(width<9px)' width=10><img width=5 id=t>", "width", "5px"),
    ("<p style='display:-webkit-box'><b id=t>", "display", "inline"),
  ])
  func asBrowsersCompute(body: String, property: String, expected: String) {
    #expect(Page("<!DOCTYPE html><body>\(body)").value(property, of: "#t") == expected)
  }

  @Test func quirks() {
    let page = Page(
      "<body style='color:lime'><div style='color:red'><table id=t></table></div><p id=c style='clip:rect(1 2 3 4)'>")
    #expect(page.value("color", of: "#t") == "rgb(0, 255, 0)")
    #expect(page.value("clip", of: "#c") == "rect(1px, 2px, 3px, 4px)")
  }

  @Test func tablesWithRulesAndFrames() {
    let page = Page("<!DOCTYPE html><table id=a border=0 rules=groups><table id=b border=10 rules=all frame=box>")
    #expect(page.value("border-top-style", of: "#a") == "hidden")
    #expect(page.value("border-top-color", of: "#a") == "rgb(0, 0, 0)")
    #expect(page.value("border-left-width", of: "#b") == "1px")
    #expect(page.value("border-left-style", of: "#b") == "solid")
  }

  @Test func percentagesCompareInCalculations() {
    let page = Page(
      """
      <!DOCTYPE html><p id=t style="margin-left:max(1%,3%);margin-right:calc(16px - min(20%,20px));
      margin-top:rem(3px + 0%,2px);padding-left:abs(-10%)">
      """)
    #expect(page.value("margin-left", of: "#t") == "3%")
    #expect(page.value("margin-right", of: "#t") == "calc(16px - min(20%, 20px))")
    #expect(page.value("margin-top", of: "#t") == "1px")
    #expect(page.value("padding-left", of: "#t") == "10%")
  }

  @Test func attributesHaveNoPartInAddresses() {
    let page = Page(
      """
      <!DOCTYPE html><style>@property --s { syntax: "<string>"; inherits: true; initial-value: "" }
      p { --s: attr(data-a); background-image: image-set(var(--s)) }
      b { background-image: image-set(if(style(--s: attr(data-a)): url(x.png); else: url(y.png);)) }
      </style><p id=p data-a="x.png"><b id=b data-a="x.png">
      """)
    #expect(page.value("background-image", of: "#p") == "none")
    #expect(page.value("background-image", of: "#b") == "none")
  }

  @Test func runningAnimationsWhereAskedFor() {
    let html = "<!DOCTYPE html><style>@keyframes k{from{order:3}}p{animation:k 1s}</style><p id=p>"
    #expect(Page(html).value("order", of: "#p") == "0")
    var environment = Environment.desktop(width: 800, height: 600)
    environment.showsRunningAnimations = true
    #expect(Page(html, environment: environment).value("order", of: "#p") == "3")
  }

  /// A page at rest shows what animations leave that have ended.
  @Test(arguments: [
    ("in .5s forwards", "1"), ("in 0s both", "1"), ("in 1s 3s forwards", "1"), ("in 1s", "0"),
    ("in 1s infinite both", "0"),
    ("in 1s forwards reverse", "0.2"), ("in 1s 2 alternate forwards", "0.2"), ("in 1s backwards", "0"),
    ("in 1s 2s paused both", "0.2"), ("none", "0"),
  ])
  func endedAnimations(animation: String, opacity: String) {
    let page = Page(
      "<!DOCTYPE html><style>@keyframes in{from{opacity:.2}to{opacity:1}}p{opacity:0;animation:\(animation)}</style><p>"
    )
    #expect(page.value("opacity", of: "p") == opacity)
  }

  /// CSS Animations 1, 3: without a last frame a property ends as the element has it.
  @Test func animationsWithoutALastFrameEndAsTheElementIs() {
    let page = Page(
      "<!DOCTYPE html><style>@keyframes in{from{opacity:.2;order:1}to{order:2}}p{opacity:.8;animation:in 1s both}</style><p>"
    )
    #expect(page.value("opacity", of: "p") == "0.8" && page.value("order", of: "p") == "2")
    let paused = Page(
      "<!DOCTYPE html><style>@keyframes in{from{opacity:.2}}p{opacity:.8;animation:in 2s linear -1s paused}</style><p>")
    #expect(paused.value("opacity", of: "p") == "0.5")
  }

  /// CSS Transforms 2, 11 and 12: function by function, then as matrices; the figures are a browser's.
  @Test(arguments: [
    ("transform", "none", "rotate(90deg)", "matrix(0.92388, 0.382683, -0.382683, 0.92388, 0, 0)"),
    (
      "transform", "translate(10px) rotate(10deg)", "translate(50px) scale(2)",
      "matrix(1.23931, 0.163158, -0.163158, 1.23931, 20, 0)"
    ),
    (
      "transform", "translateX(10px) rotate(0deg)", "translate(30px,40px) rotateY(90deg)",
      "matrix3d(0.92388, 0, -0.382683, 0, 0, 1, 0, 0, 0.382683, 0, 0.92388, 0, 15, 10, 0, 1)"
    ),
    (
      "transform", "matrix(1,0,0,1,0,0)", "rotate(90deg) skewX(20deg)",
      "matrix(0.92388, 0.382683, -0.298617, 0.958701, 0, 0)"
    ),
    ("transform", "rotate(0deg)", "rotate(90deg) scale(2)", "matrix(1.15485, 0.478354, -0.478354, 1.15485, 0, 0)"),
    ("rotate", "10deg", "x 90deg", "0.943615 0 0.331045 23.8874deg"), ("rotate", "none", "y 80deg", "y 20deg"),
    ("rotate", "z 40deg", "none", "30deg"),
    ("scale", "1", "2 3", "1.25 1.5"), ("scale", "none", "2 2 4", "1.25 1.25 1.75"),
    ("translate", "none", "10px 50%", "2.5px 12.5%"),
    ("filter", "none", "blur(8px) invert(1)", "blur(2px) invert(0.25)"),
  ])
  func transformsOfPausedAnimations(property: String, from: String, to: String, expected: String) {
    let page = Page(
      """
      <!DOCTYPE html><style>@keyframes move{from{\(property):\(from)}to{\(property):\(to)}}
      p{animation:move 8s linear -2s paused}</style><p>
      """)
    #expect(page.value(property, of: "p") == expected)
  }

  /// CSS Conditional 5, 6: each unit counts from the nearest container of its axis.
  @Test(arguments: [
    ("", "300px", "60px"), ("container-type:inline-size;width:200px", "100px", "60px"),
    ("container-type:size;width:200px;height:100px", "100px", "10px"),
    ("container-type:inline-size;width:200px;height:100px;writing-mode:vertical-lr", "300px", "10px"),
  ])
  func containerUnitsByAxis(style: String, width: String, height: String) {
    let environment = Environment.desktop(width: 600, height: 600)
    let page = Page(
      "<!DOCTYPE html><div style='container-type:normal;\(style)'><p style=width:50cqw;height:10cqh>",
      environment: environment)
    #expect(page.value("width", of: "p") == width)
    #expect(page.value("height", of: "p") == height)
  }
}
