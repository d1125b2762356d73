import Compiler
import Diagnostics
import PageFormat
import Testing

/// Pages whose first screen only scripts make: hosts do not paint them.
@Suite struct FirstScreenTests {
  private func compile(_ body: String, head: String = "") throws -> (paints: Bool, problems: [String]) {
    let page = MemorySite([
      "index.html":
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>\(head)<body>\(body)",
      "app.js": "", "a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    ]).compile()
    let reader = try PageReader(FileBytes(page.pageFile))
    try reader.validate()
    let codes: [DiagnosticCode] = [.noFirstScreen, .unknownFirstScreen]
    return (reader.paintsFirstScreen, page.diagnostics.filter { codes.contains($0.code) }.map(\.message))
  }

  private static let note = "no text, image or control is on the first screen before scripts run: hosts do not paint it"

  @Test(arguments: [
    "<div id=root></div><script type=module src=app.js></script>",
    "<noscript>You need scripts.</noscript><div id=app></div><script src=app.js></script>",
    "<canvas id=game></canvas><script src=app.js></script>",
    // What is hidden, blank or further down does not count.
    "<div id=app hidden>News</div><p style='visibility: hidden'>News</p>&nbsp;<script src=app.js></script>",
    "<p style='opacity: 0'>News<script src=app.js></script>",
    "<a href=#app style='position: absolute; left: -9999px'>Skip</a><div id=app></div><script src=app.js></script>",
    "<p style='position: absolute; width: 1px; height: 1px; overflow: hidden'>News</p><script src=app.js></script>",
    "<p style='transform: scale(0)'>News<script src=app.js></script>",
    "<div style='height: 0; overflow: hidden'><p>News</div><script src=app.js></script>",
    "<img src=a.svg width=1 height=1 alt=x><script src=app.js></script>",
    "<p style='color: #fff'>News<script src=app.js></script>",
    "<p style='color: transparent'>News<script src=app.js></script>",
    "<style>body { background: #123; color: #123 }</style><p>News<script src=app.js></script>",
    "<div id=app style='height: 400px'></div><footer>Imprint</footer><script src=app.js></script>",
  ])
  func areFound(_ body: String) throws {
    let page = try compile(body)
    #expect(!page.paints)
    #expect(page.problems == [Self.note])
  }

  @Test(arguments: [
    "<div id=root>Loading …</div><script src=app.js></script>", "<img src=a.svg alt=x><script src=app.js></script>",
    "<button></button><script src=app.js></script>", "<input><script src=app.js></script>",
    // On another color or an image, white is seen.
    "<p style='color: #fff; background: #123'>News<script src=app.js></script>",
    "<style>body { background: #123; color: #fff }</style><p>News<script src=app.js></script>",
    "<div style='position: absolute; inset: 0; background: url(a.svg)'></div>"
      + "<p style='position: relative; color: #fff'>News<script src=app.js></script>",
    // Nothing else will be there without scripts.
    "<div id=root></div>", "<div id=root></div><script type='application/json'>{}</script>",
  ])
  func othersArePainted(_ body: String) throws {
    let page = try compile(body)
    #expect(page.paints)
    #expect(page.problems.isEmpty)
  }

  /// A script that `<body>` names runs too.
  @Test func scriptsOfTheBodyCount() throws {
    let page = MemorySite([
      "index.html": "<!doctype html><html lang=en><title>t</title><body onload='start()'><div id=root></div>"
    ]).compile()
    #expect(try !PageReader(FileBytes(page.pageFile)).paintsFirstScreen)
    #expect(page.diagnostics.contains { $0.code == .noFirstScreen })
  }

  @Test func theAuthorHasTheLastWord() throws {
    let empty = "<div id=root></div><script src=app.js></script>"
    let painted = try compile(empty, head: "<meta name=hybrid-first-screen content=painted>")
    #expect(painted.paints && painted.problems.isEmpty)
    let text = "<p>News<script src=app.js></script>"
    let none = try compile(text, head: "<meta name='Hybrid-First-Screen' content=None>")
    #expect(!none.paints && none.problems.isEmpty)
    let unknown = try compile(text, head: "<meta name=hybrid-first-screen content=no>")
    #expect(unknown.paints && unknown.problems == ["`no` is not a first screen"])
  }
}
