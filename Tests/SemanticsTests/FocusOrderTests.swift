import CSSValues
import Compiler
import Page
import Testing

/// HYB4191: the tab key reaches a control after one that is shown behind it. HYB4190: what moves items.
@Suite struct FocusOrderTests {
  private func problems(_ body: String) -> [String] {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    options.checksAccessibility = true
    let page = OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)")
    return PageCompiler(options: options, files: page).compile("index.html").diagnostics
      .filter { $0.code == .focusOrder || $0.code == .readingOrder }.map { "\($0.code.name) \($0.message)" }
  }

  private static let styles =
    "<style>.f a { float: right; padding: 9px } .p { position: relative; height: 90px } .p > * { position: absolute }</style>"

  @Test(arguments: [
    ("<p class=f><a href=x>One</a><a href=y>Two</a></p>", "`float` shows `<a>` before `<a>`"),
    (
      "<div class=f><p style='float:right'><a href=x>One</a></p><p style='float:left'><button>Two</button></div>",
      "`float` shows `<button>` before `<a>`"
    ),
    (
      "<div class=p><a href=x style='top:50px'>One</a><button style='top:0'>Two</button></div>",
      "`position` shows `<button>` before `<a>`"
    ),
    (
      "<div class=p><a href=x style='left:90px'>One</a><b>words</b><div><i><button>Two</button></i></div></div>",
      "`position` shows `<button>` before `<a>`"
    ),
    (
      "<button style='position:fixed;top:200px'>One</button><button style='position:fixed;top:0'>Two</button>",
      "`position` shows `<button>` before `<button>`"
    ),
    (
      "<div dir=rtl class=p><a href=x style='left:0'>One</a><button style='left:90px'>Two</button></div>",
      "`position` shows `<button>` before `<a>`"
    ),
  ])
  func isFound(body: String, message: String) {
    #expect(problems(Self.styles + body) == ["HYB4191 \(message), which takes the focus first"], "\(body)")
  }

  @Test(arguments: [
    "<p class=f><a href=x>One</a><a>Two</a></p>", "<p class=f><a href=x>One</a><a href=y tabindex=-1>Two</a></p>",
    "<p class=f dir=rtl><a href=x>One</a><a href=y>Two</a></p>",
    "<p><a href=x style='float:left'>One</a><a href=y style='float:left'>Two</a></p>",
    "<div class=p><a href=x style='top:0'>One</a><button style='top:50px'>Two</button></div>",
    // One stop of the tab key.
    "<div class=p><input type=radio name=a style='top:50px'><input type=radio name=a style='top:0'></div>",
    // Read as it is seen.
    "<div style='display:flex;flex-direction:row-reverse;reading-flow:flex-visual'><p>one</p><h2>two</h2></div>",
    // They cover each other.
    "<div class=p><a href=x style='top:9px'>One</a><button style='top:0'>Two</button></div>",
    // The button that closes a dialog, in its corner.
    "<div class=p><p style='position:static'><a href=x>One</a></p><button style='top:0;right:0'>Close</button></div>",
    // A link that skips to the contents, out of the page.
    "<div class=p><button style='top:9px'>One</button><a href=x style='left:-9999px'>Skip</a></div>",
    "<div class=p><button style='top:50px'>One</button><a href=x style='top:0;opacity:0'>Two</a></div>",
    "<div class=p><button style='top:50px;transform:translateY(-50px)'>One</button><a href=x style='top:9px'>Two</a></div>",
    "<div class=p><button style='top:50px' disabled>One</button><a href=x style='top:0'>Two</a></div>",
    // Menus below their buttons.
    "<ul><li style='float:left;position:relative'><a href=x>One</a><ul style='position:absolute;top:40px'><li><a href=y>Sub</a></ul><li style='float:left'><a href=z>Two</a></ul>",
    // In different containers.
    "<div class=p style='margin-top:90px'><a href=x>One</a></div><div class=p style='margin-top:-200px'><a href=y>Two</a></div>",
  ])
  func isNotFound(body: String) {
    #expect(problems(Self.styles + body) == [], "\(body)")
  }

  /// A `tabindex` above 0 makes another order, which HYB6107 reports.
  @Test func numberedOrder() {
    #expect(
      problems(Self.styles + "<p class=f><a href=x>One</a><a href=y>Two</a></p><a href=z tabindex=3>Three</a>") == [])
  }

  @Test func wrappedAndDenseContainers() {
    #expect(
      problems("<div style='display:flex;flex-wrap:wrap-reverse'><p style='width:100%'>one</p><h2>two</h2></div>")
        == ["HYB4190 flex-wrap shows `<h2>` before `<p>`, which is read first"])
    #expect(
      problems(
        "<div style='display:grid;grid-template-columns:1fr 1fr;grid-auto-flow:dense'><p>one</p><p style='grid-column:span 2'>two</p><h2>three</h2></div>"
      ) == ["HYB4190 grid-auto-flow shows `<h2>` before `<p>`, which is read first"])
    #expect(problems("<div style='display:flex;flex-wrap:wrap-reverse'><p>one</p><h2>two</h2></div>") == [])
  }

  /// A page of thousands of links, each deep in its own part, ends in time.
  @Test(.timeLimit(.minutes(15))) func manyControls() {
    let part =
      String(repeating: "<div>", count: 60) + "<a href=x style='float:right'>x</a>"
      + String(repeating: "</div>", count: 60)
    _ = problems(String(repeating: part, count: 500))
  }
}
