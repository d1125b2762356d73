import Foundation
import Testing

/// The preview in a real browser; skipped where chromedriver or curl is not installed.
@Suite(.serialized) struct PreviewVerbTests {
  static let driver = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let curl = "/usr/bin/curl"
  static let isDrivable = driver != nil && FileManager.default.isExecutableFile(atPath: curl)

  /// Asks the driver. By curl, since Foundation on Linux refuses the driver's headers (no space after the colon).
  private static func request(_ method: String, _ url: String, _ body: [String: Any]? = nil) throws -> Any? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: curl)
    process.arguments = ["-s", "-m", "60", "-X", method, "-H", "Content-Type: application/json", url]
    if method == "POST" {
      let data = try JSONSerialization.data(withJSONObject: body ?? [:])
      process.arguments? += ["-d", String(decoding: data, as: UTF8.self)]
    }
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard !data.isEmpty else { return nil }
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"]
  }

  /// A browser that one test drives.
  private final class Browser {
    /// The driver began no session.
    struct Failure: Error { var answer: String }

    private var process = Process()
    private var session = ""

    /// A driver on a port of its own, with a browser. On a busy machine another program may take the port first, or the browser may
    /// not start in time: then another driver is tried.
    init(_ scratch: Scratch) throws {
      var answer: Any?
      for attempt in 1...3 {
        // Below the ports that the system gives to others.
        let port = Int.random(in: 10_000..<32_000)
        process = Process()
        process.executableURL = URL(fileURLWithPath: PreviewVerbTests.driver ?? "/")
        process.arguments = ["--port=\(port)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let base = "http://127.0.0.1:\(port)"
        for _ in 0..<800 {
          if !process.isRunning || (try? PreviewVerbTests.request("GET", base + "/status")) is [String: Any] { break }
          usleep(25_000)
        }
        let arguments = [
          "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000",
          "--user-data-dir=\(scratch.path)/chrome\(attempt)",
        ]
        let wanted = ["capabilities": ["alwaysMatch": ["goog:chromeOptions": ["args": arguments]]]]
        answer = try? PreviewVerbTests.request("POST", base + "/session", wanted)
        if let identifier = (answer as? [String: Any])?["sessionId"] as? String {
          session = base + "/session/" + identifier
          return
        }
        end()
      }
      throw Failure(answer: "\(String(describing: answer))")
    }

    func open(_ url: String) throws { _ = try PreviewVerbTests.request("POST", session + "/url", ["url": url]) }

    func run(_ script: String, _ arguments: [Any] = []) throws -> Any? {
      try PreviewVerbTests.request("POST", session + "/execute/sync", ["script": script, "args": arguments])
    }

    /// Presses a key where the focus is.
    func press(_ key: String) throws {
      _ = try run(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))", [key])
    }

    /// Makes the window that of a phone.
    func becomeAPhone() throws {
      let metrics: [String: Any] = ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true]
      _ = try PreviewVerbTests.request(
        "POST", session + "/goog/cdp/execute", ["cmd": "Emulation.setDeviceMetricsOverride", "params": metrics])
    }

    /// Waits until a script answers true, at most twenty seconds.
    func wait(_ script: String, _ location: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<400 {
        if try run(script) as? Bool == true { return }
        usleep(50_000)
      }
      let text = try run("return document.documentElement.outerHTML") as? String ?? ""
      Issue.record("never true: \(script)\n\(text.suffix(2_000))", sourceLocation: location)
    }

    func stop() {
      _ = try? PreviewVerbTests.request("DELETE", session)
      end()
    }

    /// Kills the driver: one that Foundation starts may have the softer signals blocked.
    private func end() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private func page(_ text: String, sheet: String = "app.css") -> String {
    "<!DOCTYPE html>\n<html lang=en><title>t</title>\n<link rel=stylesheet href=\(sheet)>\n<h1>\(text)</h1><p>words\n"
  }

  @Test(.enabled(if: isDrivable, "chromedriver or curl is not installed"))
  func aBrowserShowsWhatIsSaved() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page("first"))
    try scratch.write("site/app.css", "h1 { margin: 7px }\n")
    let watch = try Command.start(["watch", "site", "--port", "0"], in: scratch.url)
    defer { watch.process.terminate() }
    watch.wait(forOutput: "preview at http://")
    let said = watch.outputSoFar
    let address = try #require(said.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let browser = try Browser(scratch)
    defer { browser.stop() }
    try browser.open(String(address))
    let text = "document.getElementById('screen').textContent"
    try browser.wait("return \(text).includes('first')")
    // Its frames are those of `hybrid inspect layout`.
    let drawn = try #require(
      try browser.run(
        "return preview.frames().filter(f => f.kind === 1 && !(f.flags & 1)).map(f => [f.x, f.y, f.w, f.h])")
        as? [[Double]])
    let inspected = try Command.run(
      "inspect", "layout", "index.html", "--root", "site", "--viewport", "375x667@2", "--format", "json",
      in: scratch.url)
    let layout = try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any]
    let nodes = try #require(layout?["nodes"] as? [[String: Any]])
    let frames = nodes.map { node in ["x", "y", "w", "h"].compactMap { (node[$0] as? NSNumber)?.doubleValue } }
    #expect(drawn == frames)
    // Another device, by keys.
    try browser.press("d")
    try browser.press("d")
    try browser.wait("return document.getElementById('stage').style.width === '768px'")
    // The page itself beside it: the browser lays it out as the frames say.
    try browser.press("s")
    try browser.wait("return document.documentElement.dataset.differences === '0'")
    try browser.press("s")
    // The packages, and what is in one.
    try browser.press("t")
    try browser.wait("return document.querySelectorAll('#sizes button[title^=base]').length === 1")
    _ = try browser.run("document.querySelector('#sizes button[title^=base]').click()")
    try browser.wait("return document.querySelector('#sizes span[title^=\"web/app.css\"]') !== null")
    try browser.press("t")
    try browser.press("r")
    try browser.wait("return document.getElementById('routes').textContent.includes('index.html')")
    try browser.press("r")
    // A save shows.
    try scratch.write("site/index.html", page("second"))
    try browser.wait("return \(text).includes('second')")
    // A problem shows with its source line, and goes when it is mended.
    try scratch.write("site/index.html", page("second", sheet: "none.css"))
    try browser.wait("return document.getElementById('overlay').open")
    try browser.wait("return document.getElementById('list').textContent.includes('href=none.css')")
    let place =
      try browser.run("return [...document.querySelectorAll('#list a.place')].map(one => one.href).join(' ')")
      as? String
    #expect(place?.contains(#/vscode://file/\S*/site/index\.html:3:\d+/#) == true, "\(place ?? "")")
    try scratch.write("site/index.html", page("third"))
    try browser.wait("return !document.getElementById('overlay').open && \(text).includes('third')")
    // An address that names no device of the release draws nothing, rather than what was there before.
    _ = try browser.run("location.hash = 'page=index.html&device=old'")
    try browser.wait("return document.getElementById('status').textContent === 'the release has no layout for old'")
    try browser.wait("return \(text) === '' && preview.shown.drawn === null")
    _ = try browser.run("location.hash = 'page=index.html&device=375x667@2'")
    try browser.wait("return \(text).includes('third')")
    // A new page is listed, and chosen.
    try scratch.write("site/other.html", page("fourth"))
    try browser.wait("return preview.release.pages.has('other.html')")
    try browser.press("j")
    try browser.wait("return \(text).includes('fourth')")
    // On a phone nothing is beyond the edge.
    try browser.becomeAPhone()
    try browser.wait("return document.documentElement.scrollWidth <= 390")
  }

  /// References that count from the site's base lead to its files, on the canvas and in pictures of the command line.
  @Test(
    .enabled(if: isDrivable, "chromedriver or curl is not installed"), arguments: ["/app/", "https://example.org/app/"])
  func aBaseIsTakenOff(base: String) throws {
    let scratch = try Scratch()
    func page(_ link: String) -> String {
      """
      <!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>
      <style>body { margin: 0; font: 16px sans-serif } a { display: block; height: 50px } img { display: block }</style>
      <img src=\(base)img/a.svg width=40 height=40 alt=x><a href=\(base)\(link)>Other</a>
      """
    }
    try scratch.write("site/index.html", page("other.html"))
    try scratch.write("site/other.html", page(""))
    try scratch.write(
      "site/img/a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='#ff0'/></svg>")
    try scratch.write(
      "site/hybrid.json",
      "{ \"base\": \"\(base)\", \"viewports\": [{ \"width\": 400, \"height\": 600, \"scale\": 1 }] }")
    let built = try Command.run("build", "site", in: scratch.url)
    #expect(built.status == 0, "\(built.errors)")
    let drawn = try Command.run(
      "picture", "index.html", "--root", "site", "--viewport", "400x600@1", "-o", "page.svg", in: scratch.url)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let picture = String(decoding: try Data(contentsOf: scratch.url.appendingPathComponent("page.svg")), as: UTF8.self)
    #expect(
      picture.contains("100%, 100%, 0%") || picture.lowercased().contains("#ff0") || picture.contains("<image"),
      "\(picture)")
    let preview = try Command.start(["preview", "site/dist", "--port", "0"], in: scratch.url)
    defer { preview.process.terminate() }
    preview.wait(forOutput: "preview at http://")
    let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let browser = try Browser(scratch)
    defer { browser.stop() }
    try browser.open(String(address))
    try browser.wait("return window.preview?.shown.drawn?.path === 'index.html'")
    try browser.wait(
      """
      const canvas = document.querySelector('#screen canvas'), scale = canvas.width / 400;
      return [...canvas.getContext('2d').getImageData(20 * scale, 20 * scale, 1, 1).data].slice(0, 3).join() === '255,255,0'
      """)
    for path in ["other.html", "index.html"] {
      _ = try browser.run(
        """
        const stage = document.getElementById('stage'), box = stage.getBoundingClientRect(), scale = box.width / stage.offsetWidth;
        stage.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.x + 20 * scale, clientY: box.y + 60 * scale }));
        """)
      try browser.wait("return preview.shown.drawn?.path === '\(path)'")
    }
  }

  /// The build's problems are listed with its release, and only with that one.
  @Test(.enabled(if: isDrivable, "chromedriver or curl is not installed"))
  func aReleaseShowsTheProblemsOfItsBuild() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n<p style='colour: red'>x"
    )
    try scratch.write("site/hybrid.json", #"{ "viewports": [{ "width": 400, "height": 600, "scale": 1 }] }"#)
    for folder in [[], ["-o", "elsewhere"]] {
      let built = try Command.start(["build", "site"] + folder, in: scratch.url).finish()
      #expect(built.status == 0, "\(built.errors)")
    }
    func problems(_ arguments: [String]) throws -> (codes: [String], state: String) {
      let preview = try Command.start(["preview", "--port", "0"] + arguments, in: scratch.url)
      defer { preview.process.terminate() }
      preview.wait(forOutput: "preview at http://")
      let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: Self.curl)
      process.arguments = ["-s", "-m", "60", "\(address)state.json"]
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let answer = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let state = try #require(answer["state"] as? [String: Any])
      let listed = state["problems"] as? [[String: Any]] ?? []
      return (listed.compactMap { $0["code"] as? String }, String(decoding: data, as: UTF8.self))
    }
    let (codes, state) = try problems(["elsewhere", "--site", "site"])
    #expect(!codes.isEmpty, "\(state)")
    #expect(state.contains("colour") && state.contains("/site") && state.contains("{path}"))
    // The release in the site's own folder is equal, so that the problems are its own, too.
    #expect(try problems(["site/dist"]).codes == codes)
    // A build with a cache of its own notes its problems there.
    #expect(try Command.run("build", "site", "-o", "own", "--cache-dir", "cache", in: scratch.url).status == 0)
    #expect(try problems(["own", "--site", "site", "--cache-dir", "cache"]).codes == codes)
    // Another one is not what was built last.
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p style='colour: red'>y")
    #expect(try Command.run("build", "site", in: scratch.url).status == 0)
    #expect(try problems(["elsewhere", "--site", "site"]).codes == [])
    #expect(try problems(["--host", "0.0.0.0", "site/dist"]).state.contains("{path}") == false)
  }

  /// The canvas shows what the painter paints; its links lead on, and the browser's history leads back.
  @Test(.enabled(if: isDrivable, "chromedriver or curl is not installed"))
  func aBrowserPaintsThePage() throws {
    let scratch = try Scratch()
    let head = "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    try scratch.write(
      "site/index.html",
      head
        + """
        <style>body { margin: 0 } div { width: 100px; height: 100px; background: rgb(255 0 0) } a { display: block; height: 50px }
        p { position: fixed; top: 200px; left: 0; margin: 0; width: 50px; height: 20px; background: rgb(0 0 255) } img { display: block }
        section { height: 2000px; background: linear-gradient(lime, lime) }</style>
        <div></div><a href=other.html#end>Other</a><img src=a.svg width=40 height=40 alt=x><p></p><section></section>
        """)
    try scratch.write(
      "site/a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='#ff0'/></svg>")
    try scratch.write(
      "site/other.html",
      head
        + "<style>@media (prefers-color-scheme: dark) { body { background: black } }</style><p>fourth<p style='margin-top: 900px' id=end>end"
    )
    try scratch.write(
      "site/hybrid.json",
      """
      { "viewports": [{ "width": 400, "height": 600, "scale": 1 }, { "width": 600, "height": 400, "scale": 1 }],
        "colorSchemes": ["light", "dark"] }
      """
    )
    let built = try Command.run("build", "site", in: scratch.url)
    #expect(built.status == 0, "\(built.errors)")
    let preview = try Command.start(["preview", "site/dist", "--port", "0"], in: scratch.url)
    defer { preview.process.terminate() }
    preview.wait(forOutput: "preview at http://")
    let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let browser = try Browser(scratch)
    defer { browser.stop() }
    try browser.open(String(address))
    try browser.wait("return window.preview?.shown.drawn?.path === 'index.html'")
    func color(_ x: Int, _ y: Int) -> String {
      """
      (() => {
        const canvas = document.querySelector('#screen canvas'), scale = canvas.width / 400;
        return [...canvas.getContext('2d').getImageData(\(x) * scale, \(y) * scale, 1, 1).data].slice(0, 3).join();
      })()
      """
    }
    for (x, y, wanted) in [
      (50, 50, "255,0,0"), (200, 50, "255,255,255"), (20, 170, "255,255,0"), (20, 210, "0,0,255"),
      (200, 400, "0,255,0"),
    ] {
      try browser.wait("return \(color(x, y)) === '\(wanted)'")
    }
    // What is fixed stays while the page scrolls.
    _ = try browser.run("document.getElementById('stage').scrollTo(0, 300)")
    try browser.wait("return \(color(20, 210)) === '0,0,255' && \(color(50, 50)) === '0,255,0'")
    _ = try browser.run("document.getElementById('stage').scrollTo(0, 0)")
    // Beside the browser nothing differs, nor does its picture.
    try browser.press("s")
    try browser.wait("return document.documentElement.dataset.differences === '0'")
    try browser.wait("return Number(document.documentElement.dataset.picture) < 0.03")
    let status = "document.getElementById('status').textContent"
    try browser.wait("return \(status).includes('colors and the picture of the first screen were compared')")
    try browser.press("s")
    // What the painter leaves out is found: here all that it draws.
    _ = try browser.run(
      """
      delete document.documentElement.dataset.differences;
      preview.release.displayList = async (...names) => {
        const list = await Object.getPrototypeOf(preview.release).displayList.apply(preview.release, names);
        return { ...list, items: [] };
      };
      """)
    try browser.press("c")
    try browser.press("c")
    try browser.press("s")
    try browser.wait("return document.documentElement.dataset.differences === '5'")
    try browser.wait("return Number(document.documentElement.dataset.picture) > 0.5")
    try browser.wait(
      "return /div: picture: (9\\d|100) % of its ink/.test(document.getElementById('found').textContent)")
    _ = try browser.run("delete preview.release.displayList")
    try browser.press("s")
    try browser.press("c")
    try browser.wait("return window.preview.shown.drawn?.colorScheme === 'dark'")
    // Who leaves before the other device is drawn comes back to it all the same: the layout in light is held up here.
    _ = try browser.run("preview.release.displayList = () => new Promise(() => {})")
    try browser.press("c")
    #expect(try browser.run("return preview.shown.drawn.colorScheme") as? String == "dark")
    _ = try browser.run("delete preview.release.displayList")
    // A link leads to a place of another page, and back.
    let tap = """
      (() => {
        const stage = document.getElementById('stage'), box = stage.getBoundingClientRect(), scale = box.width / stage.offsetWidth;
        stage.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.x + 20 * scale, clientY: box.y + 120 * scale }));
      })()
      """
    _ = try browser.run(tap)
    try browser.wait(
      "return window.preview.shown.drawn?.path === 'other.html' && document.getElementById('stage').scrollTop > 300")
    _ = try browser.run("history.back()")
    try browser.wait("return window.preview.shown.drawn?.path === 'index.html'")
    #expect(try browser.run("return window.preview.shown.drawn.colorScheme") as? String == "light")
    // The other color scheme, and the device turned.
    try browser.press("c")
    try browser.wait("return window.preview.shown.drawn?.colorScheme === 'dark'")
    try browser.press("o")
    try browser.wait("return document.getElementById('stage').style.width === '600px'")
    try browser.press("b")
    try browser.wait("return document.querySelector('#beside-screen canvas') !== null")
    #expect(try browser.run("return document.getElementById('live-button').disabled") as? Bool == true)
    // As high as the window.
    try browser.press("f")
    try browser.wait(
      "return document.getElementById('stage').getBoundingClientRect().bottom <= document.querySelector('main').getBoundingClientRect().bottom"
    )
    // A link that is followed in the browser's page shows the same page on this side.
    try browser.press("s")
    try browser.wait("return document.getElementById('web').contentDocument?.querySelector('a') !== null")
    _ = try browser.run("document.getElementById('web').contentDocument.querySelector('a').click()")
    try browser.wait("return window.preview.shown.drawn?.path === 'other.html'")
  }

  /// The values of styles, read from their bytes in JavaScript, are those that `hybrid inspect style` prints.
  @Test(.enabled(if: isDrivable, "chromedriver or curl is not installed"))
  func aBrowserReadsTheStyles() throws {
    let scratch = try Scratch()
    let sheet = """
      body { font: italic 700 18px/1.5 Georgia, "A B", serif; color: hsl(200 50% 40% / .5) }
      div { margin: -3.25px 5%; width: calc(50% - 10px); transform: rotate(12.5deg) scale(1.5); letter-spacing: 1.5px;
        background: linear-gradient(to right, red, rgb(0 0 255 / 50%) 30%), url(a.png) no-repeat 10px 20%; opacity: .25;
        box-shadow: 1px 2px 3px 4px currentcolor; grid-template-columns: [a b] 1fr minmax(10px, max-content);
        border: 2px dashed oklch(0.7 0.1 200); border-radius: 4px / 8px; filter: blur(2px);
        height: max(10px, 5vh, min(2em, 100px)); quotes: "<\\"" "é"; --x: 1; text-shadow: 1px 1px color(display-p3 1 0 0) }
      """
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><style>\(sheet)</style><div>x</div>\n")
    try scratch.write("site/hybrid.json", #"{ "viewports": [{ "width": 400, "height": 600, "scale": 1 }] }"#)
    let built = try Command.run("build", "site", in: scratch.url)
    #expect(built.status == 0, "\(built.errors)")
    let preview = try Command.start(["preview", "site/dist", "--port", "0"], in: scratch.url)
    defer { preview.process.terminate() }
    preview.wait(forOutput: "preview at http://")
    let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let inspected = try Command.run(
      "inspect", "style", "index.html", "--root", "site", "--viewport", "400x600@1", "--format", "json",
      in: scratch.url)
    let expected = try JSONSerialization.jsonObject(with: Data(inspected.output.utf8))
    let browser = try Browser(scratch)
    defer { browser.stop() }
    try browser.open(String(address))
    try browser.wait("return window.preview?.shown.drawn != null")
    // Both as the browser writes them.
    let answer = try browser.run(
      """
      const element = document.createElement('p'), found = [];
      const canonical = (name, value) => {
        element.style.cssText = '';
        element.style.setProperty(name, value);
        return element.style.getPropertyValue(name) || value;
      };
      const nodes = preview.shown.drawn.page.nodes, styles = preview.styles().filter((style, n) => nodes[n].kind === 1);
      // The page file holds computed values, `inspect` prints resolved ones (CSSOM, 9). Where the two differ, the browser resolves
      // the page's value as it does on any element: in a block of the body's width, beside the element's other values.
      const container = document.body.appendChild(document.createElement('div'));
      container.style.cssText = 'position: absolute; width: 384px; height: 600px; visibility: hidden';
      const probe = container.appendChild(document.createElement('div'));
      const resolved = (style, name, value) => {
        probe.style.cssText = 'all: initial; display: block';
        for (const [other, its] of Object.entries(style)) probe.style.setProperty(other, its);
        probe.style.setProperty(name, value);
        return getComputedStyle(probe).getPropertyValue(name);
      };
      // Used lengths may differ by the browser's unit of layout, 1/64 px.
      const agree = (ours, theirs) => {
        const number = /-?[0-9.]+/g, [left, right] = [ours.match(number) ?? [], theirs.match(number) ?? []];
        return ours.replace(number, '#') === theirs.replace(number, '#')
          && left.every((value, index) => Math.abs(value - right[index]) <= 1 / 64);
      };
      // Computed values that have to reach the browser as they are.
      const computed = {
        'line-height': '1.5', width: 'calc(50% + -10px)', transform: 'rotate(12.5deg) scale(1.5)',
        'box-shadow': 'currentcolor 1px 2px 3px 4px', 'margin-left': '5%', 'margin-top': '-3.25px',
      };
      for (const [name, value] of Object.entries(computed)) {
        if (styles.at(-1)[name] !== value) found.push(`${name}: ${styles.at(-1)[name]} is not ${value}`);
      }
      let compared = 0, differing = [];
      styles.forEach((style, index) => {
        for (const [name, value] of Object.entries(style)) {
          const wanted = arguments[0][index].style[name];
          if (wanted === undefined) continue;
          compared++;
          if (canonical(name, value) === canonical(name, wanted)) continue;
          differing.push(name);
          const [ours, theirs] = [resolved(style, name, value), resolved(style, name, wanted)];
          if (!agree(ours, theirs)) found.push(`${nodes.filter(node => node.kind === 1)[index].tag} ${name}: ${ours} is not ${theirs}`);
        }
      });
      container.remove();
      return [compared, differing, found];
      """, [expected])
    let result = try #require(answer as? [Any])
    #expect((result.last as? [String]) == [])
    #expect((result.first as? Int ?? 0) > 40, "\(result)")
    // Those that resolve to another text than the computed value; percentages of margins are the case that was missed once.
    #expect(Set(result[1] as? [String] ?? []).isSuperset(of: ["margin-left", "width", "line-height"]), "\(result)")
  }

  /// The folder of a release may be made again while its preview runs.
  @Test func aReleaseThatIsMadeAgainIsFollowed() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page("first"))
    try scratch.write("site/app.css", "h1 { margin: 7px }\n")
    #expect(try Command.run("build", "site", "--no-cache", "-o", "dist", in: scratch.url).status == 0)
    let preview = try Command.start(["preview", "dist", "--port", "0"], in: scratch.url)
    defer { preview.process.terminate() }
    preview.wait(forOutput: "preview at http://")
    let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let url = try #require(URL(string: address + "web/index.html"))
    func shows(_ text: String) -> Bool {
      let end = Date(timeIntervalSinceNow: 30)
      repeat {
        if let data = try? Data(contentsOf: url), String(decoding: data, as: UTF8.self).contains(text) { return true }
        usleep(50_000)
      } while Date() < end
      return false
    }
    #expect(shows("first"))
    for (count, text) in ["second", "third", "fourth"].enumerated() {
      try scratch.write("site/index.html", page(text))
      if count == 1 {
        #expect(try Command.run("build", "site", "--no-cache", "-o", "next", in: scratch.url).status == 0)
        #expect(rename(scratch.path + "/dist", scratch.path + "/old") == 0)
        #expect(rename(scratch.path + "/next", scratch.path + "/dist") == 0)
      } else {
        if count == 0 { try FileManager.default.removeItem(atPath: scratch.path + "/dist") }
        #expect(try Command.run("build", "site", "--no-cache", "-o", "dist", in: scratch.url).status == 0)
      }
      #expect(shows(text), "\(text)")
    }
  }

  @Test func aFolderWithoutAReleaseIsRefused() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page("x"))
    let site = try Command.run("preview", "site", in: scratch.url)
    #expect(site.status == 66)
    #expect(site.errors.contains("hybrid watch --preview site"))
    #expect(try Command.run("preview", "nowhere", in: scratch.url).status == 66)
    #expect(try Command.run("preview", "site", "--port", "70000", in: scratch.url).status == 64)
  }
}
