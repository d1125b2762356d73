import Testing

@testable import Composition

/// Contents outside of the body.
@Suite struct DocumentPartTests {
  @Test(arguments: [
    "<html layout=/layouts/main.html><body><p>a</p></body></html>\n<p>b</p>\n<!-- c -->",
    "<html layout=/layouts/main.html><body><p>a</p></body><p>b</p></html>",
    "<html layout=/layouts/main.html><p>a</p></html><p>b</p>",
    "<html layout=/layouts/main.html><body><p>a</p></body></html><body class=x><p>b</p></body></html>",
    "<html layout=/layouts/main.html><head></head></html><p>a</p><p>b</p>",
    "<!DOCTYPE html><p>a</p><html layout=/layouts/main.html><p>b</p></html>",
  ])
  func contentsOutsideOfTheBodyBelongToIt(page: String) {
    let site = CompositionSite([
      "index.html": page, "layouts/main.html": "<html><head></head><body><main><slot></slot></main></body></html>",
    ])
    let text = site.text()
    let start = text.firstRange(of: "<main>"), end = text.firstRange(of: "</main>")
    let main = start.flatMap { start in end.map { text[start.upperBound..<$0.lowerBound] } } ?? ""
    #expect(main.contains("<p>a</p>") && main.contains("<p>b</p>"), "\(text)")
    #expect(text.firstRange(of: "</html>")?.upperBound == text.endIndex, "\(text)")
    #expect(!main.contains("<body") && !main.contains("</body") && !main.contains("<html"), "\(text)")
    #expect(site.problems() == "")
  }

  @Test func slotsAreFilledFromBehindTheDocument() {
    let site = CompositionSite([
      "index.html": "<html layout=/layouts/main.html><body><p>a</p></body></html><b slot=foot>f</b>",
      "layouts/main.html": "<html><body><slot></slot><footer><slot name=foot></slot></footer></body></html>",
    ])
    #expect(site.text() == "<html><body><p>a</p><footer><b>f</b></footer></body></html>", "\(site.text())")
  }
}
