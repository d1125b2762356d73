import CSS
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
}
