import CSSValues
import Compiler
import Diagnostics
import Page
import Testing

/// HYB6109: contrast of what is painted (WCAG 1.4.3).
@Suite struct ContrastTests {
  private func messages(
    _ body: String, dark: Bool = false, code: DiagnosticCode = .lowContrast, viewports: [Viewport] = []
  ) -> [String] {
    var options = CompilerOptions()
    options.viewports = viewports.isEmpty ? [Viewport(width: 400, height: 300, scale: 1)] : viewports
    if dark { options.colorSchemes = [.dark] }
    options.checksAccessibility = true
    let page = OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)")
    return PageCompiler(options: options, files: page).compile("index.html").diagnostics
      .filter { $0.code == code }.map(\.message)
  }

  private static let black = "<div style='grid-area:1/1;background:#000;height:60px'></div>"

  @Test(arguments: [
    "<p style='opacity:.3'>words</p>", "<p style='opacity:.3'><span>words</span></p>",
    "<div style='background:#000;color:#fff;opacity:.2'>words</div>",
    "<div style='display:grid'>\(black)<p style='grid-area:1/1;color:#111'>words</p></div>",
    "<div style='background:#000;height:60px'></div><p style='margin-top:-50px;color:#111'>words</p>",
    "<div style='background:#000;position:relative'><div style='position:absolute;inset:0;background:#fff'></div><p style='position:relative;color:#fff'>words</p></div>",
    "<div style='background:#000;width:50px;white-space:nowrap;color:#fff'>a line that is longer than its box</div>",
    "<div style='position:relative'><p>words</p><div style='position:absolute;inset:0;background:rgba(0,0,0,.9)'></div></div>",
    "<p style='color:#fff;text-shadow:1px 1px #fff'>words</p>",
    "<p style='color:#777;text-shadow:0 1px 2px #fff'>words</p>",
    "<style>q{quotes:none}q::before{content:'words';color:#ddd}</style><q></q>",
    "<style>input::placeholder{color:#ddd}</style><input aria-label=a placeholder=words>",
    "<input aria-label=a value=words style='color:#ddd;background:#fff'>",
    "<textarea aria-label=a style='color:#ddd;background:#fff'>words</textarea>",
    "<select aria-label=a style='color:#ddd;background:#fff'><option>words</select>",
    "<p style='color:#000;-webkit-text-fill-color:#ddd'>words</p>",
    "<div style='background:rgba(0,0,0,.5)'><p style='color:#fff'>words</p></div>",
    "<div style='transform:translate(10px,20px)'><p style='color:#ddd'>words</p></div>",
    // The box of no height paints nothing.
    "<div style='position:relative;background:#000'><p style='position:absolute;top:0;color:#fff'>words</p></div>",
    "<table style='background:#000'><tr style='background:#fff'><td style='color:#fff'>words</table>",
    "<p style='color:#999;font-size:30px;background:#aaa'>words</p>",
  ])
  func isFound(body: String) {
    #expect(messages(body).count == 1, "\(body): \(messages(body))")
  }

  @Test(arguments: [
    "<div style='display:grid'>\(black)<p style='grid-area:1/1;color:#fff'>words</p></div>",
    "<div style='background:#000;height:60px'></div><p style='margin-top:-50px;color:#fff'>words</p>",
    "<table><col style='background:#000'><tr><td style='color:#fff'>words</table>",
    "<p style='color:#fff;-webkit-text-fill-color:#000'>words</p>",
    "<p style='color:#fff;-webkit-text-stroke:1px #000'>words</p>",
    "<style>p{color:#ddd}p::first-line{color:#000}</style><p>words</p>",
    "<div style='overflow:hidden;height:0'><p style='color:#fff'>words</p></div>",
    "<h1 style='text-indent:-9999px;color:#fff'>words</h1>",
    "<label for=a style='color:#aaa'>words</label><input id=a disabled>",
    "<label style='color:#aaa'>words <input disabled></label>",
    "<fieldset disabled><p style='color:#aaa'>words</p></fieldset>",
    "<p style='opacity:0'>words</p>", "<p style='color:transparent'>words</p>",
    "<p style='color:#fff;text-shadow:0 0 4px #000'>words</p>",
    "<div style='filter:brightness(0)'><p style='color:#ddd'>words</p></div>",
    "<div style='mix-blend-mode:multiply'><p style='color:#ddd'>words</p></div>",
    "<p style='color:#ddd;background:linear-gradient(#000,#111)'>words</p>",
    "<p style='background:linear-gradient(#000,#111);-webkit-background-clip:text;color:transparent'>words</p>",
    "<div style='position:relative'><img alt='' src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' style='position:absolute;width:300px;height:90px'><p style='position:relative;color:#fff'>words</p></div>",
    "<style>@keyframes k{from{opacity:0}}</style><p style='animation:k 1s;opacity:0.1'>words</p>",
    "<div style='position:relative'><p>words</p><div style='position:absolute;inset:0;background:#000'></div></div>",
    "<style>q{quotes:none}q::before{content:'›';color:#ddd}</style><q>words</q>",
    "<p style='color:#fff;background:#000;border-radius:9px'>words</p>",
    "<div style='background:#000;position:relative;overflow:hidden'><p style='color:#fff'>words</p></div>",
    "<ul><li>words</ul><hr><select aria-label=a><option>words</select><input aria-label=b placeholder=words>",
    "<div style='position:fixed;top:0;background:#000;color:#fff'>words</div>",
  ])
  func isNotFound(body: String) {
    #expect(messages(body) == [], "\(body)")
  }

  @Test func colorsAreThosePainted() {
    #expect(
      messages("<p style='opacity:.3'>words</p>")
        == ["text in #b3b3b3 on #ffffff has a contrast of 2.1; 4.5 is wanted"])
    // The canvas of a dark page.
    #expect(
      messages("<style>html{color-scheme:dark}</style><p style='color:#333'>words</p>", dark: true).first?
        .hasPrefix("text in #333333 on #121212") == true)
    #expect(messages("<style>html{color-scheme:dark}</style><p>words</p>", dark: true) == [])
  }

  /// Thousands of boxes at one place end in time, over all viewports, and the page says that not all was looked at.
  @Test(.timeLimit(.minutes(15))) func manyBoxesAtOnePlace() {
    let layers = String(
      repeating: "<p style='position:absolute;top:0;color:#999;background:rgba(0,0,0,.1)'>x</p>", count: 3_000)
    let viewports = [320.0, 400, 800].map { Viewport(width: $0, height: 300, scale: 1) }
    let cut = messages(layers, code: .contrastCut, viewports: viewports)
    #expect(cut.count == 1 && cut[0].hasPrefix("contrast was not checked from this text on, at "), "\(cut)")
  }

  /// Texts are not behind one another: a line of thousands is looked at to its end.
  @Test func manyTextsInOneLine() {
    let labels = String(repeating: "<label for=i>l</label>", count: 3_000) + "<input id=i>"
    #expect(messages(labels, code: .contrastCut) == [])
    #expect(messages(labels + "<b style='color:#ddd'>words</b>").count == 1)
  }

  /// A filter around other filters blurs beside all that is in it.
  @Test func textsBesideBlursInBlurs() {
    let inner = "<div style='filter:blur(1px)'><p style='height:9px'>b</p></div>"
    let blur = "<div style='filter:blur(20px)'><p>a</p>\(inner)</div>"
    #expect(messages(blur + "<p style='color:#ddd;margin:0'>words</p>") == [])
    #expect(messages(blur + "<p style='color:#ddd;margin-top:150px'>words</p>").count == 1)
  }

  /// What is behind a text counts under a transform, over many rows, and in groups that only it has opened.
  @Test func backgroundsOfAllKinds() {
    let tall = "<div style='position:absolute;inset:0;height:5000px;background:#000'></div>"
    let text = "<p style='position:relative;color:#111'>words</p>"
    #expect(messages(tall + text).count == 1)
    let turned = "position:absolute;transform:rotate(45deg) scale(9);width:400px;height:99px;background:#000"
    #expect(messages("<div style='\(turned)'></div>" + text).count == 1)
    let pale = "<p style='color:#fff'>words</p>"
    #expect(messages(tall + "<div style='opacity:.9'><div style='opacity:.9'>\(pale)</div></div>") == [])
  }

  /// Labels within one another: each has the first control that is in it.
  @Test func labelsOfDisabledControls() {
    let inner = "<label style='color:#aaa'>inner <input disabled></label>"
    let labels = "<label style='color:#aaa'>outer <span>\(inner)</span></label>"
    #expect(messages(labels) == [])
    let other = "<label style='color:#aaa'>words <input aria-label=a><input disabled></label>"
    #expect(messages(other).count == 1)
  }

  /// The dialect's own colours can be read on the canvas of both schemes.
  @Test(arguments: [false, true]) func defaultColorsOfTokenPages(dark: Bool) {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    options.colorSchemes = [dark ? .dark : .light]
    options.checksAccessibility = true
    func messages(_ attributes: String) -> [String] {
      let page = OnePage(
        markup: """
          <html html-identify="Token" lang="en"><head><title>T</title><style>html { color-scheme: light dark }</style></head>
          <body><button title="Save" \(attributes)/><label>words</label></body></html>
          """)
      return PageCompiler(options: options, files: page).compile("index.html").diagnostics
        .filter { $0.code == .lowContrast }.map(\.message)
    }
    #expect(messages("") == [])
    #expect(messages("titleColor='#888888' style='background-color: #777777'").count == 1)
  }

  @Test func tokenPages() {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    options.checksAccessibility = true
    let page = OnePage(
      markup: """
        <html html-identify="Token" lang="zz!"><head><title>T</title></head><body>
        <button title="Save" titleColor="#ddd" style="background-color: #fff"/></body></html>
        """)
    let codes = PageCompiler(options: options, files: page).compile("index.html").diagnostics.map(\.code)
    #expect(codes.contains(.invalidLanguage))
  }
}
