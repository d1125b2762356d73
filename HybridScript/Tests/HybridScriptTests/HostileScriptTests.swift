import Foundation
import HybridClient
import HybridScript
import JSONValues
import Manifest
import Testing

/// Scripts that would take the page, the app or the machine down: each is ended or reported, and the page lives.
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
    // In steps of the engine's own, of which each asks for the end, or which are not there.
    (
      "new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]))).exports.f()",
      [.exception]
    ),
    ("('\\u0316\\u0300').repeat(2e5).normalize('NFD')", [.exception]),
    ("RegExp.prototype.exec = null; ('\\u0316\\u0300').repeat(2e5).normalize('NFD')", [.exception]),
    ("'a'.localeCompare(('\\u0300\\u0316').repeat(2e5))", [.exception]),
    ("new Intl.Collator('de').compare(('\\u0300\\u0316').repeat(2e5), ('\\u0316\\u0300').repeat(2e5))", [.exception]),
    ("'x'.normalize.call({ toString() { return '\\u0316\\u0300'.repeat(2e5) } })", [.exception]),
    ("Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)", [.time]),
    ("Array.prototype.reverse.call({ length: 2 ** 53 - 1 })", [.time]),
    ("(3n ** 600000n).toString().length; for (;;);", [.time]),
    ("new Set({ [Symbol.iterator]: function* () { for (;;) yield {} } })", [.time, .memory]),
    ("(function* f() { yield* f() })().next()", [.exception]),
    ("Reflect.ownKeys(new Proxy({}, { ownKeys() { for (;;); } }))", [.time]),
    ("JSON.stringify({ toJSON() { for (;;); } })", [.time]),
    ("Object.prototype[Symbol.toPrimitive] = () => { for (;;); }; token.alert({} + 1)", [.time]),
    ("document.getElementsByClassName({ toString() { for (;;); } })", [.time]),
    ("document.getElementById('label').setContentSize({ width: { valueOf() { for (;;); } } })", [.time]),
    ("document.getElementById('label').setText.call({ get __id() { for (;;); } }, 'x')", [.time]),
    // Promises whose own methods a page has taken.
    (
      "var o; Function.prototype.call = function () { o = this; return 1 }; Promise.resolve(1).then(1); (function f() { if (o) Promise.prototype.then = o; Promise.resolve().then(f) })()",
      [.time]
    ),
    (
      "Function.prototype.call = Function.prototype.apply = null; (function f() { Promise.resolve().then(f) })()",
      [.time]
    ),
    // Deep.
    ("(function f() { f(); })()", [.exception]),
    ("var d = []; for (var i = 0; i < 1e5; i++) d = [d]; token.alert(d)", [.exception, .time]),
    ("var d = { url: 'x' }; for (var i = 0; i < 1e4; i++) d = { a: d }; token.request(d)", [.exception, .time]),
    ("Error.stackTraceLimit = Infinity; (function f() { f() })()", [.exception]),
    // Handed to the bridge.
    ("token.alert(10n)", [.exception]), ("token.alert({ get a() { throw new Error('getter') } })", [.exception]),
    ("token.alert({ toJSON() { throw new Error('no') } })", [.exception]),
    ("var r = Proxy.revocable({}, {}); r.revoke(); token.alert(r.proxy)", [.exception]),
    ("var r = Proxy.revocable({}, {}); r.revoke(); token.request(r.proxy)", [.exception]),
    ("var r = Proxy.revocable([], {}); r.revoke(); token.log(r.proxy)", []),
    ("var x = { toJSON() { token.alert(x); return 1 } }; token.alert(x)", [.exception]),
    ("var list = [1, { toJSON() { list.length = 0; list.push(7); return 2 } }, 3]; token.alert(list)", []),
    (
      "document.getElementById({ toString() { document.getElementById('table').reloadData([{}]); return 'label' } }).setText('x')",
      []
    ),
    ("token.setStorage('constructor', JSON.parse('{\"__proto__\": {\"x\": 1}}')); if (({}).x) for (;;);", []),
    ("for (;;) token.request({ url: 'http://a.example/', success() {} })", [.exception, .time]),
    ("token.setStorage('a', Array(3e6).fill(1))", [.exception, .time]),
    ("Object.defineProperty(Object.prototype, '0', { set(v) { for (;;); } }); token.alert(1, 2)", []),
    (
      "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; document.getElementById('label').setScrollInset(1, 2)",
      []
    ),
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
    // Takes away what the page is on.
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

  /// Scripts that ask for more memory than they are given, in ways that the engine sees late.
  @Test(arguments: [
    "var a = []; while (true) a.push(new Array(1e5).fill(a.length))",
    "var t = 'x'; while (true) t += t",
    "var m = new Map(); for (var i = 0; ; i++) m.set(i, 'x'.repeat(1e4) + i)",
    "var a = []; while (true) a.push(new Uint8Array(1 << 22).fill(1))",
    "new ArrayBuffer(2 ** 40)", "'x'.repeat(2 ** 31)", "new Array(2 ** 32)", "Array.from({ length: 1e10 })",
    "throw 'x'.repeat(2 ** 29)", "'x'.repeat(2 ** 29)", "({ toString() { return 'x'.repeat(2 ** 29) } })",
    "throw { stack: 'x'.repeat(2 ** 28), sourceURL: 'x'.repeat(2 ** 28) }",
    "token.log('x'.repeat(3e8))", "JSON.stringify(Array(1e8))", "/(a+)+$/.exec('a'.repeat(40) + 'b')",
    "var s = new Set(); (function f(n) { s.add(new Array(1e4).fill(n)); f(n + 1) })(0)",
  ])
  func memoryIsBounded(_ script: String) throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    page.run(script, "greedy")
    #expect(
      site.errors.count <= 1 && site.errors.allSatisfy { [.memory, .exception, .time].contains($0.kind) },
      "\(site.errors)")
    site.errors = []
    #expect(page.run("1 + 1", "next") && site.errors == [])
  }

  /// What each run of a page keeps counts, however little it is.
  @Test func memoryOfManyRunsIsBounded() throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    page.run("var kept = []", "keeps")
    var runs = 0
    while site.errors.isEmpty, runs < 40 {
      page.run("kept.push(new Uint8Array(16 << 20).fill(1))", "keeps")
      runs += 1
    }
    // 128 MB are allowed.
    #expect(runs < 20 && site.errors.map(\.kind) == [.memory], "\(runs) \(site.errors)")
    // The page goes on with what it has, and can free it.
    site.errors = []
    #expect(page.run("kept = []", "frees") && site.errors == [])
  }

  /// A timer that starts the next one is never the same: the page has none when ten were ended.
  @Test func timersThatFollowOneAnotherEnd() async throws {
    let release = try #require(FixturePage.release)
    let opened = try release.openPage("index.html", for: DeviceTraits(width: 375, height: 667, scale: 2))
    let site = OpenedSite()
    let queue = DispatchQueue(label: "page")
    nonisolated(unsafe) var page: ScriptedPage?
    try queue.sync {
      page = ScriptedPage(
        try LivePage(opened, host: site), host: site, contents: { _ in nil }, queue: queue, seconds: 0.03)
      page?.start()
      site.errors = []
      page?.run("setInterval(() => {}, 4); (function f() { setTimeout(f, 0); for (;;); })()", "chain")
    }
    let stopped = "timers were ended again and again in a short time: the page has none from here on"
    func isStopped() -> Bool { queue.sync { site.errors.contains { $0.message == stopped } } }
    for _ in 0..<1_000 where !isStopped() { try await Task.sleep(for: .milliseconds(10)) }
    // What was started before that is gone, too.
    try await Task.sleep(for: .milliseconds(200))
    queue.sync {
      // The script, ten timers, and that there are no more.
      #expect(site.errors.count == 12 && site.errors.allSatisfy { $0.kind == .time }, "\(site.errors)")
      #expect(page?.run("setTimeout(() => {}, 0)", "more") == false)
      page = nil
    }
  }

  /// What is handed to the app is copied and read outside of the engine, whose limits count nothing of it.
  @Test(arguments: [
    "token.showHUDWithStatus(#)", "document.getElementById('label').setText(#)", "token.log(#)",
    "token.setStorage('a', [#])", "document.getElementById('table').reloadData([{ rowsData: [{ a: # }] }])",
    "token.request({ url: # })",
  ])
  func whatIsHandedOverAtOnceIsBounded(_ script: String) throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    page.run(script.replacing("#", with: "'x'.repeat(1 << 25)"), "large")
    #expect(site.errors.map(\.kind) == [.exception])
    #expect(site.errors.first?.message.contains("16,777,216 characters") == true, "\(site.errors)")
    site.errors = []
    page.run(script.replacing("#", with: "'x'.repeat(1 << 10)"), "small")
    #expect(site.errors == [])
  }

  /// What data and apps hand over never becomes a part of what all objects have.
  @Test func dataPollutesNoPrototype() throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    var asked: JSONValue?
    site.onCall = { asked = $0.last }
    page.run("var seen; token.pickData(function (value) { seen = value; })", "asks")
    site.onCall = nil
    let data = try JSONParser.parse(
      Array(#"{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 2}}}"#.utf8))
    page.answer(callback: try #require(asked), with: [data])
    #expect(site.errors == [])
    #expect(fixture.logs(of: "token.log(({}).polluted, [].polluted, typeof seen)") == ["undefined undefined object"])
    #expect(
      fixture.logs(of: "token.log(Object.prototype.hasOwnProperty.call(seen, '__proto__'), seen.polluted)")
        == ["true undefined"])
  }

  /// What a page gives all objects, lists and texts does not lead the bridge astray: it goes on, with the same nodes.
  @Test(arguments: [
    "Object.prototype.get = () => 7", "Object.prototype.value = 7", "Object.prototype.__id = 3",
    "Object.prototype.callback = 1", "Object.prototype.toJSON = () => 'forged'", "Object.prototype.rows = true",
    "Object.prototype.click = () => { throw 1; }", "Object.prototype.element = 'x'",
    "Map.prototype.set = () => { throw 1; }", "Array.prototype.push = () => { throw 1; }",
    "Object.defineProperty(Object.prototype, 'configurable', { value: 1 })",
    "Object.defineProperty(Array.prototype, '0', { set() { throw 1; } })",
    "Object.defineProperty(Object.prototype, '1', { set() { for (;;) {} }, get() { return 7; } })",
    "Object.create = Object.defineProperty = Object.defineProperties = Object.assign = null",
    "Reflect.apply = JSON.stringify = JSON.parse = null", "Object.setPrototypeOf(Array.prototype, null)",
  ])
  func pollutedPrototypesLeaveTheBridge(_ script: String) throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    #expect(page.run(script, "polluted"))
    _ = site.takeTexts()
    #expect(page.run("document.getElementById('label').setText('after')", "next"))
    page.live.flush()
    #expect(site.takeTexts().contains("after") || script.contains("toJSON"))
    #expect(site.errors == [])
    page.live.setText("native", of: try fixture.node("label"))
    page.live.flush()
    #expect(site.takeTexts().contains("native"))
  }

  /// Messages to the bridge that no prelude sends: they are refused or do nothing, and no node or timer of another is met.
  @Test(arguments: [
    "if (typeof __native !== 'undefined') throw 1",
    "__page.event(1e308, 'click', '[')", "__page.event(-1, '__proto__', '[]')", "__page.event(0, 'constructor', '[]')",
    "__page.callback(NaN, '}', true)", "__page.callback({}, '[]')", "__page.forget(1, 2, 3, 'x', {})",
    "__page.run('[', '[]')", "__page.run('[]', '[]')", "__page.run('[\"a\", \"b\", \"c\"]', '[]')",
    "__page.run('[\"__proto__\", \"constructor\"]', '[]')", "__page.lifecycle('__page')",
    "var n = document.getElementById('label'); Object.create(n, { __id: { value: -9e15 } }).setText('x')",
    "Object.create(document.getElementById('label'), { __id: { value: '0' } }).setText('x')",
    "Object.create(document.getElementById('label'), { __id: { value: 1e300 } }).setText('x')",
    "token.request({ url: 'x', success: { callback: 1 }, failure: -1 })", "token.alert({ callback: 7 })",
    "document.getElementById('table').reloadData({ __proto__: null, rowsData: { length: -1 } })",
    "document.getElementById('label').setHidden({ valueOf() { throw 1; } })",
    "clearTimeout({ valueOf() { return -1e308; } })", "clearInterval('__proto__')",
  ])
  func forgedMessagesDoNothing(_ script: String) throws {
    let fixture = try FixturePage()
    let (site, page) = (fixture.site, fixture.page)
    let label = try fixture.node("label")
    let before = page.live.text(of: label)
    page.run(script, "forged")
    #expect(site.errors.allSatisfy { $0.kind == .exception }, "\(site.errors)")
    #expect(page.live.text(of: label) == before)
    site.errors = []
    page.answer(callback: .object(["callback": .integer(.min)]), with: [.null])
    page.answer(callback: .string("callback"), with: [])
    #expect(page.run("document.getElementById('label').setText('after')", "next") && site.errors == [])
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
