import CSSValues
import Compiler
import Diagnostics
import PageFormat
import Testing

/// `<meta name="viewport">` and `env(safe-area-inset-*)` in what the compiler writes.
@Suite struct PageViewportTests {
  private static let phone = Viewport(width: 390, height: 844, scale: 3)

  private func layout(_ html: String, at viewport: Viewport = phone) throws -> LayoutReader {
    let page = MemorySite(["index.html": html]).compile { $0.viewports = [viewport] }
    return try LayoutReader(FileBytes(try #require(page.layoutFiles.first).bytes))
  }

  private func viewportProblems(_ html: String) -> String {
    let page = MemorySite(["index.html": html]).compile { $0.viewports = [Self.phone] }
    return page.diagnostics.filter { $0.code == .noViewport }.map { problem in
      "\(problem.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "-") \(problem.severity.rawValue)"
    }.joined(separator: "\n")
  }

  @Test func aPageWithoutTheElementIsWarnedOfAndMarked() throws {
    let page = "<!doctype html><title>t</title><p>text"
    #expect(viewportProblems(page) == "index.html:1:1 warning")
    let missing = try layout(page)
    #expect(missing.flags.contains(.namesNoViewport))
    #expect(missing.contentWidth == 390 * 64)
    let element = "<!doctype html><meta name=Viewport content='width=device-width'><title>t</title><p>text"
    #expect(viewportProblems(element) == "")
    #expect(!(try layout(element).flags.contains(.namesNoViewport)))
    // An element that says nothing of the width is as none.
    #expect(viewportProblems("<!doctype html><meta name=viewport content='user-scalable=no'><p>text") != "")
    // A Token page is as wide as its screen.
    #expect(viewportProblems("<html html-identify=Token><body><label>a</label></body></html>") == "")
  }

  /// Texts of a Token page are as large as the reader wants them, and lengths in `rem`; what has a size in px stays.
  @Test func textsOfTokenPagesFollowTheTextSize() throws {
    let html = """
      <html html-identify="Token"><head><title>t</title></head><body><view style="height: 5rem"/><label>text</label>
      <label style="font-family: monospace">text</label><label style="font-size: 16px">text</label><button>text</button>
      <button><label>text</label></button><input/><view style="font-size: medium; height: 2em"/></body></html>
      """
    func heights(_ fontScale: Double) throws -> [Double] {
      var viewport = Self.phone
      viewport.fontScale = fontScale
      let page = MemorySite(["index.html": html]).compile { $0.viewports = [viewport] }
      let reader = try PageReader(FileBytes(page.pageFile))
      let layout = try LayoutReader(FileBytes(try #require(page.layoutFiles.first).bytes))
      let shown = (0..<reader.nodeCount).filter { ["view", "label", "button", "input"].contains(reader.component($0)) }
      return try shown.map { try #require(layout.frame($0, in: reader)).rect.height }
    }
    let usual = [85, 1.2 * 17, 1.2 * 17, 1.2 * 16, 1.2 * 15, 1.2 * 17, 1.2 * 17, 30, 32]
    let large = [170, 1.2 * 34, 1.2 * 34, 1.2 * 16, 1.2 * 30, 1.2 * 34, 1.2 * 34, 1.2 * 28, 64]
    for (fontScale, wanted) in [(1.0, usual), (2.0, large)] {
      let found = try heights(fontScale)
      #expect(found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.1 }, "\(found)")
    }
  }

  @Test func theElementsWidthIsHonoured() throws {
    let page = """
      <!doctype html><meta name=viewport content="width=780"><title>t</title>
      <style>body { margin: 0 } div { height: 10vh } @media (width: 780px) { div { height: 20vh } }</style><div></div>
      """
    let wide = try layout(page)
    #expect(wide.viewport.width == 390 && wide.viewport.height == 844)
    #expect(wide.pageScale == 0.5)
    #expect(wide.contentWidth == 780 * 64)
    let compiled = MemorySite(["index.html": page]).compile { $0.viewports = [Self.phone] }
    let reader = try PageReader(FileBytes(compiled.pageFile))
    let div = try #require((0..<reader.nodeCount).first { reader.tag($0) == "div" })
    #expect(wide.frame(div, in: reader)?.rect.height == LayoutUnit.rounded(1688 * 0.2))
    #expect(reader.viewportDescription.width == .pixels(780))
  }

  @Test(arguments: [
    ("padding-top: env(safe-area-inset-top)", true), ("padding-top: var(--top)", true),
    ("padding-top: calc(1px + env(safe-area-max-inset-bottom, 2px))", true),
    ("padding-top: env(keyboard-inset-top, 0px)", false), ("padding-top: 47px", false),
  ])
  func stylesThatAskForTheSafeAreaAreMarked(_ style: String, _ isMarked: Bool) throws {
    var viewport = Self.phone
    viewport.safeArea.top = 47
    let html = """
      <!doctype html><meta name=viewport content="width=device-width"><title>t</title>
      <style>:root { --top: \(isMarked ? "env(safe-area-inset-top)" : "0px") } p { \(style) }</style><p>text
      """
    let layout = try layout(html, at: viewport)
    #expect(layout.flags.contains(.usesSafeArea) == isMarked)
    #expect(layout.viewport.safeArea == SafeAreaInsets(top: 47))
  }

  @Test func aStyleOfAStateAsksForTheSafeAreaToo() throws {
    let html = """
      <!doctype html><meta name=viewport content="width=device-width"><title>t</title>
      <style>a:hover { padding-top: env(safe-area-inset-top) }</style><a href="#x">text</a>
      """
    #expect(try layout(html).flags.contains(.usesSafeArea))
  }
}
