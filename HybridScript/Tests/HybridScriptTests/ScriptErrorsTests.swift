import Foundation
import HybridClient
import HybridScript
import Manifest
import Testing

/// What apps are notified of scripts that go wrong: the place that someone wrote, and what no one took.
@Suite(.enabled(if: Tool.isBuilt, "build the tool first: swift build --product hybrid"), .serialized)
struct ScriptErrorsTests {
  @Test func placesAreThoseOfThePage() throws {
    let fixture = try FixturePage()
    // Thrown by the engine below the page's line.
    fixture.page.run("var ring = {};\nring.ring = ring;\ntoken.alert(ring);", "test.js")
    let errors = fixture.takeErrors()
    #expect(errors.hasPrefix("exception test.js:3:12: TypeError: "), "\(errors)")
    // A handler that no script defines has no place: no line of a script called it.
    fixture.page.live.handle(.click(node: try fixture.node("breaks")))
    #expect(
      fixture.takeErrors() == "exception handler missingHandler: ReferenceError: missingHandler is not a function")
    // A file of the site is named as it was written, and errors of functions as where they are.
    fixture.page.run("window.onload.call(null, document.getElementById = null)", "test.js")
    #expect(fixture.takeErrors().hasPrefix("exception table.js:2:"))
    fixture.page.run("function late() {\n  throw new Error('late')\n}", "test.js", line: 10)
    fixture.page.run("\n\nlate()", "other.js")
    #expect(fixture.takeErrors() == "exception test.js:11:18: Error: late")
    fixture.page.run("a b", "broken.js", line: 7)
    #expect(fixture.takeErrors().hasPrefix("exception broken.js:7"))
  }

  @Test func whatIsThrownNamesNoPlaceOfItsOwn() throws {
    let fixture = try FixturePage()
    fixture.page.run("throw { sourceURL: 'evil.js', line: 7, toString() { return 'two\\nlines' } }", "test.js")
    #expect(fixture.takeErrors() == "exception test.js: two lines")
    fixture.page.run("throw { toString() { throw 1 } }", "test.js")
    #expect(fixture.takeErrors() == "exception test.js: what was thrown has no text")
    fixture.page.run("var a = ;", "test.js", line: 3)
    #expect(fixture.takeErrors() == "exception test.js:3: SyntaxError: Unexpected token ';'")
  }

  /// What scripts hand over arrives, or is refused with a reason.
  @Test func textsAndDataCrossAsTheyAre() throws {
    let fixture = try FixturePage(seconds: 20)
    let logs = fixture.logs(
      of: #"""
        var label = document.getElementById('label');
        label.setText('a\ud83d'); token.log(label.innerText);
        label.setText('\\ud83d \ud83d\ude00 \ude00'); token.log(label.innerText);
        token.log(document.getElementById('\ud83d'));
        var ring = {}; ring.ring = ring; token.log(ring, undefined, null, Symbol('s'), new Error('e'), () => 1);
        token.log({ toJSON() { throw 1 }, toString() { throw 2 } });
        """#)
    #expect(logs.prefix(3) == ["a\u{FFFD}", "\\ud83d 😀 \u{FFFD}", "null"])
    #expect(logs.dropFirst(3) == ["[object Object] undefined null Symbol(s) Error: e () => 1", "[no text]"])
    fixture.page.run("var deep = 1; for (var i = 0; i < 70; i++) deep = [deep];\ntoken.alert(deep)", "test.js")
    #expect(
      fixture.takeErrors().hasPrefix("exception test.js:2:12: TypeError: what the script hands over cannot be read"))
    // Answers are data: `__proto__` is a member like any other.
    fixture.page.run("token.request({ success(answer) { token.log(answer.a, JSON.stringify(answer)) } })", "test.js")
    fixture.site.requests.last?(
      .success(.object(["__proto__": .object(["a": .integer(1)]), "b": .string("\u{2028}")])))
    #expect(fixture.site.logs.last == "undefined {\"__proto__\":{\"a\":1},\"b\":\"\u{2028}\"}")
    // A text without end is cut before it is laid out.
    #expect(fixture.logs(of: "label.setText('x'.repeat(3e6)); token.log(label.innerText.length)") == ["262144"])
    #expect(fixture.takeErrors() == "")
  }

  @Test func rejectionsThatNothingTakesAreReported() throws {
    let fixture = try FixturePage()
    fixture.page.run("Promise.reject(new Error('refused'))", "test.js")
    #expect(fixture.takeErrors() == "rejection test.js:1:25: Error: refused")
    fixture.page.run("(async () => {\n  await null;\n  missing();\n})()", "test.js")
    #expect(fixture.takeErrors() == "rejection test.js:3:10: ReferenceError: Can't find variable: missing")
    fixture.page.run("Promise.reject('a text'); Promise.reject()", "test.js")
    #expect(fixture.takeErrors() == "rejection a promise: a text\nrejection a promise: undefined")
    // Taken in the same turn, by itself or by what waits for it.
    fixture.page.run(
      "Promise.reject(1).catch(() => {}); (async () => { try { await Promise.reject(2) } catch {} })()", "")
    fixture.page.run("var kept = Promise.reject(3); kept.then(null, () => {})", "")
    #expect(fixture.takeErrors() == "")
    // Many are reported as a few, and a script that throws besides is reported too.
    fixture.page.run("for (var i = 0; i < 1000; i++) Promise.reject(i); throw new Error('thrown')", "test.js")
    #expect(
      fixture.takeErrors().split(separator: "\n").map { $0.prefix(10) } == Array(repeating: "rejection ", count: 8) + [
        "exception "
      ])
    #expect(fixture.logs(of: "token.log(1 + 1)") == ["2"])
  }

  /// The host loads an image meanwhile: the script did not take that memory.
  @Test func memoryOfOthersEndsNoScript() throws {
    let fixture = try FixturePage(seconds: 20, megabytes: 128)
    var image: [UInt8] = []
    fixture.site.onCall = { _ in image = [UInt8](repeating: 1, count: 160 << 20) }
    let logs = fixture.logs(
      of: "token.getLocation(); for (var n = 0, end = Date.now() + 200; Date.now() < end; n++); token.log(n > 0)")
    #expect(logs == ["true"] && fixture.takeErrors() == "" && image.count == 160 << 20)
    fixture.site.onCall = nil
    fixture.page.run("var all = []; for (;;) all.push(new Array(1000).fill(1.5))", "test.js")
    #expect(fixture.takeErrors() == "memory test.js: the script used more than 128 MB")
  }

  @Test func aTimerThatAlwaysOverrunsIsStopped() async throws {
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
      // Every other time of the second one ends in time.
      page?.run(
        """
        setInterval(() => { for (;;) {} }, 4);
        var turn = 0; setInterval((by) => { turn += by; if (turn % 2) for (;;) {} token.log(turn) }, 4, 1);
        """, "test.js")
    }
    func errors() -> [String] { queue.sync { site.errors.map(\.message) } }
    let stopped = "a repeating timer was ended 3 times in a row and is stopped"
    for _ in 0..<500 where !(errors().contains(stopped) && queue.sync { site.logs.count > 5 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    queue.sync {
      #expect(site.errors.filter { $0.message == stopped }.map(\.kind) == [.time])
      #expect(site.logs.count > 5)
      page = nil
    }
  }
}
