import Foundation
import HybridClient
import HybridScript
import Manifest
import Testing

/// Scripts that would take the page, the app or the machine down: each is ended or told, and the page lives.
@Suite(.enabled(if: Tool.isBuilt, "build the tool first: swift build --product hybrid"), .serialized)
struct HostileScriptTests {
  @Test(arguments: [
    // Endless, in ways that a loop's end does not see.
    ("while (true) {}", [ScriptError.Kind.time]),
    ("try { for (;;) {} } catch (e) {} finally { for (;;) {} }", [.time]),
    ("throw { get line() { for (;;) {} }, toString() { return 'x'; } }", [.time, .exception]),
    ("new Proxy({}, { get: () => { for (;;) {} } }).x", [.time]),
    ("(function f() { Promise.resolve().then(f); })()", [.time]),
    ("new Promise(r => r()).then(function f() { return Promise.resolve().then(f); }).finally(() => {})", [.time]),
    // Deep.
    ("(function f() { f(); })()", [.exception]),
    ("var o = {}; o.o = o; token.alert(o)", [.exception]),
    // Thrown.
    ("throw null", [.exception]), ("throw undefined", [.exception]),
    ("throw { toString() { throw 1; } }", [.exception]),
    ("throw Symbol('x')", [.exception]), ("syntax error here", [.exception]),
    // Numbers, nodes and data that are none.
    ("document.getElementById('label').setText({ toString() { throw new Error('no text'); } })", [.exception]),
    ("document.getElementById('absent').setText('x')", [.exception]),
    ("document.getElementById('label').setBorderWidth(NaN)", []),
    ("document.getElementById('table').reloadData([null, 1, 'a', { rowsData: 7 }, { rowsData: [[[]]] }])", []),
    ("document.getElementById('table').reloadData({ length: 1e9 })", []),
    ("Object.create(Object.getPrototypeOf(document.getElementById('label'))).setText('x')", []),
    ("setTimeout(null, -1); setTimeout('alert(1)', NaN); setInterval(() => {}, Infinity); clearTimeout(1e300)", []),
    ("for (var i = 0; i < 2e3; i++) setInterval(() => {}, 1e8)", [.exception]),
    ("token.request(); token.request(null); token.request({ url: 7, success: 'no' })", []),
    ("token.log('\\ud800', '\\0', '\\u2028')", []),
    // Takes away what the page stands on.
    ("JSON.parse = null; Array.prototype.map = null; Map.prototype.get = null; delete window.document", []),
    (
      "String.prototype.split = String.prototype.slice = Function.prototype.apply = Object.assign = null; log('x')",
      [.exception]
    ),
    ("Array.prototype.toJSON = () => 'x'; Array.prototype.join = null; token.log([1], 2); String = Number = null", []),
    ("throw { sourceURL: 'evil', line: 1e300, message: 'm' }", [.exception]),
  ])
  func thePageLives(_ script: String, _ allowed: [ScriptError.Kind]) throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    page.run(script, "hostile")
    if allowed.isEmpty {
      #expect(site.errors == [])
    } else {
      #expect(site.errors.count == 1 && site.errors.allSatisfy { allowed.contains($0.kind) }, "\(site.errors)")
    }
    site.errors = []
    #expect(page.run("1 + 1", "next") && site.errors == [])
    // Native sides go on too: what data and apps set reaches the host.
    let label = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == "label" })
    _ = site.takeTexts()
    page.live.setText("still here", of: label)
    page.live.flush()
    #expect(site.takeTexts().contains("still here"))
  }

  /// Data of ten thousand levels is taken, or refused, as the machine's stack and speed have it; the page lives either way.
  @Test func deepDataLeavesThePageAlive() throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    page.run(
      "var a = []; for (var i = 0; i < 1e4; i++) a = [a]; document.getElementById('table').reloadData(a)", "deep")
    #expect(
      site.errors.count <= 1 && site.errors.allSatisfy { [.exception, .time].contains($0.kind) }, "\(site.errors)")
    site.errors = []
    #expect(page.run("1 + 1", "next") && site.errors == [])
  }

  @Test func manyRowsAreBounded() throws {
    let fixture = try FixturePage()
    let page = fixture.page
    page.run(
      "document.getElementById('table').reloadData([{ rowsData: Array.from({ length: 3e5 }, (_, n) => ({ name: n })) }])",
      "rows")
    page.live.flush()
    #expect(page.live.nodeCount <= LivePage.maximumNodes)
    #expect(page.run("1 + 1", "next"))
  }
}
