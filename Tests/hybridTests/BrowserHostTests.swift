import Foundation
import Testing

/// The view host of `preview/host/` in a real browser: views are where they were given, and what readers do comes back.
@Suite(.serialized) struct BrowserHostTests {
  /// A tab of a browser that shows a preview.
  private final class Tab {
    private let browser: Browser
    private let session: String

    init(_ scratch: Scratch, _ address: String) throws {
      browser = try Browser(program: #require(Browser.program), folder: scratch.url)
      let target = try browser.send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
      session =
        try browser.send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String ?? ""
      // Wide enough that nothing is shown smaller than it is.
      let metrics: [String: Any] = ["width": 1800, "height": 1000, "deviceScaleFactor": 1, "mobile": false]
      try browser.send("Emulation.setDeviceMetricsOverride", metrics, session: session)
      try browser.send("Page.navigate", ["url": address], session: session)
    }

    func end() { browser.end() }

    /// What the body of an asynchronous function returns.
    func run(_ script: String, _ location: SourceLocation = #_sourceLocation) throws -> Any? {
      let wanted: [String: Any] = [
        "expression": "(async () => { \(script) })()", "awaitPromise": true, "returnByValue": true,
      ]
      let answer = try browser.send("Runtime.evaluate", wanted, session: session)
      if let failure = answer["exceptionDetails"] { Issue.record("\(script): \(failure)", sourceLocation: location) }
      return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits until an expression is true, at most twenty seconds.
    func wait(_ expression: String, _ location: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<400 {
        if try run("try { return Boolean(\(expression)) } catch { return false }") as? Bool == true { return }
        usleep(50_000)
      }
      let status = try run("return document.getElementById('status')?.textContent ?? document.URL")
      Issue.record("never true: \(expression); \(String(describing: status))", sourceLocation: location)
    }

    /// A click of the mouse into the middle of an element.
    func click(_ element: String) throws {
      let middle = try run(
        "const r = (\(element)).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]")
      let point = try #require(middle as? [Double])
      for type in ["mousePressed", "mouseReleased"] {
        let event: [String: Any] = ["type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1]
        try browser.send("Input.dispatchMouseEvent", event, session: session)
      }
    }

    func type(_ text: String) throws { try browser.send("Input.insertText", ["text": text], session: session) }

    func press(_ key: String, code: Int) throws {
      for type in ["keyDown", "keyUp"] {
        let event: [String: Any] = ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code]
        try browser.send("Input.dispatchKeyEvent", event, session: session)
      }
    }
  }

  /// A built site with its preview.
  private final class Stage {
    let scratch: Scratch
    let tab: Tab
    private let preview: Command.Running

    /// - Parameter isNamed: whether the command names the data; otherwise it is the site's sample.
    init(_ page: String, data: String, isNamed: Bool = true) throws {
      scratch = try Scratch()
      try scratch.write("site/index.html", page)
      try scratch.write("site/plain.html", "<!DOCTYPE html><html lang=en><title>t</title><p>words\n")
      try scratch.write(isNamed ? "data.json" : "sample.json", data)
      let configuration = #"""
        { "viewports": [{ "width": 375, "height": 667, "scale": 2 }],
          "components": { "rating": { "properties": { "stars": "integer" }, "width": 80, "height": 20 } } }
        """#
      try scratch.write("site/hybrid.json", configuration)
      let built = try Command.run("build", "site", "-o", "dist", "--no-cache", in: scratch.url)
      #expect(built.status == 0, "\(built.errors)")
      let named = isNamed ? ["--data", "data.json"] : []
      preview = try Command.start(["preview", "dist", "--port", "0"] + named, in: scratch.url)
      preview.wait(forOutput: "preview at http://")
      let address = try #require(preview.outputSoFar.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
      tab = try Tab(scratch, String(address))
      try tab.wait("window.preview?.shown.drawn")
      _ = try tab.run("document.querySelector('[data-shows=live]').click()")
      try tab.wait("document.documentElement.dataset.live === 'index.html'")
      _ = try tab.run(Self.helpers)
    }

    func end() {
      tab.end()
      preview.process.terminate()
    }

    /// `views()` are the host's, `view(component)` the first of a component.
    private static let helpers = """
      window.views = () => [...preview.live.host.views.values()];
      window.view = component => views().find(one => one.component === component).element;
      window.labels = () => views().filter(one => one.component === 'label').map(one => one.element.textContent);
      """
  }

  private static let page = """
    <html html-identify="Token"><head><title>t</title>
    <navigationBar backgroundColor="rgb(200,220,255)"><navItem title="Done" @click="done()"/></navigationBar>
    <style>
      body { width: 100%; height: 100%; padding: 8px; background-color: rgb(240,240,245) }
      .row { flex-direction: row; align-items: center; border-width: 3px; padding: 5px; margin-bottom: 7px }
    </style></head><body>
    <view class="row"><input style="width: 150px; height: 34px" @bind="name" @return="send(name)" placeholder="Name"/>
      <label style="margin-left: 6px">Hello {{ name }}</label></view>
    <view class="row"><switch @bind="on"/><label>{{ on }}</label><segment titles="One,Two" @bind="kind"/>
      <label>{{ kind }}</label></view>
    <textArea style="height: 50px" @bind="name"/><searchBar placeholder="Find" @search="find()"/>
    <button style="width: 90px; height: 36px; border-radius: 18px" title="Press" @click="press(1, 'a', name)"/>
    <image src="{{ source }}" style="width: 40px; height: 30px"/><webView src="{{ source }}" style="height: 20px"/><rating/>
    <scrollView style="height: 60px; border-width: 2px">
      <label t:for="item in list" style="height: 24px" @click="pick(item)">{{ item }}</label></scrollView>
    <view style="opacity: 0.5; padding: 4px; font-size: 13px"><label style="width: 120px; border-width: 2px">{{ long }}</label></view>
    <dots number="3" @bind="dot"/><picker titles="A,B" style="height: 60px" @bind="picked"/>
    </body></html>
    """

  private static let data = """
    {"name": "Ada", "on": true, "kind": 1, "dot": 2, "picked": 1, "list": ["one", "two", "three", "four"],
     "source": "javascript:window.hacked=1", "long": "several words that are broken into a few lines"}
    """

  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func theSampleOfTheSiteFillsBindings() throws {
    let stage = try Stage(Self.page, data: Self.data, isNamed: false)
    defer { stage.end() }
    #expect(try stage.tab.run("return labels()[0]") as? String == "Hello Ada")
  }

  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func viewFramesMatchCommands() throws {
    let stage = try Stage(Self.page, data: Self.data)
    defer { stage.end() }
    let tab = stage.tab
    // The commands, asked for once more and read here: frames count from the view around.
    let answer = try tab.run(
      """
      const body = JSON.stringify({ page: 'index.html', device: '375x667@2' });
      const answer = await fetch('/views', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return (await answer.json()).commands;
      """)
    let commands = try #require(answer as? [[String: Any]])
    var frames: [Int: [Double]] = [:]
    var parents: [Int: Int] = [:]
    var lines: [[Double]] = []
    var scrollView: Int?
    var area: [Double] = []
    func numbers(_ object: [String: Any], _ names: [String]) -> [Double] {
      names.compactMap { (object[$0] as? NSNumber)?.doubleValue }
    }
    for command in commands {
      let node = try #require(command["node"] as? Int)
      switch command["op"] as? String {
      case "insert": parents[node] = command["parent"] as? Int
      case "setFrame": frames[node] = numbers(command, ["x", "y", "width", "height"])
      case "setText":
        for line in command["lines"] as? [[String: Any]] ?? [] {
          lines.append([Double(node)] + numbers(line, ["x", "y", "width", "height", "baseline"]))
        }
      case "create" where command["component"] as? String == "scrollView": scrollView = node
      case "setScrollArea" where node == scrollView: area = numbers(command, ["width", "height"])
      default: continue
      }
    }
    #expect(frames.count > 25 && lines.count >= 10, "\(frames.count) \(lines.count)")
    let measured = try tab.run(
      """
      const page = preview.live.host.page.getBoundingClientRect();
      return views().filter(one => one.frame).map(({ node, element }) => {
        const r = element.getBoundingClientRect();
        return [node, r.x - page.x, r.y - page.y, r.width, r.height];
      });
      """)
    let rectangles = try #require(measured as? [[Double]])
    #expect(rectangles.count == frames.count)
    for rectangle in rectangles {
      let node = Int(rectangle[0])
      var wanted = try #require(frames[node])
      var next = parents[node]
      while let parent = next {
        wanted[0] += frames[parent]?[0] ?? 0
        wanted[1] += frames[parent]?[1] ?? 0
        next = parents[parent]
      }
      // Browsers place in steps of 1/64 px.
      let isThere = zip(wanted, rectangle.dropFirst()).allSatisfy { abs($0 - $1) < 0.1 }
      #expect(isThere, "\(node): \(wanted) is at \(rectangle)")
    }
    // Lines: as wide as they were measured, on their baselines.
    let drawn = try tab.run(
      """
      return views().flatMap(({ node, element, letters }) => {
        const view = element.getBoundingClientRect();
        return letters.map(one => {
          const box = one.box.getBoundingClientRect(), strut = one.box.firstChild.getBoundingClientRect();
          return [node, box.x - view.x, box.y - view.y, one.letters.getBoundingClientRect().width, box.height, strut.bottom - view.y];
        });
      });
      """)
    let boxes = try #require(drawn as? [[Double]])
    func sorted(_ rows: [[Double]]) -> [[Double]] { rows.sorted { ($0[0], $0[2]) < ($1[0], $1[2]) } }
    #expect(boxes.count == lines.count)
    for (line, box) in zip(sorted(lines), sorted(boxes)) {
      #expect(zip(line, box).allSatisfy { abs($0 - $1) < 0.6 }, "\(line) is drawn at \(box)")
    }
    // The bar is above the page; what scrolls has the room that was reported.
    let bar = try tab.run(
      "return view('navigationBar').getBoundingClientRect().bottom - preview.live.host.page.getBoundingClientRect().top"
    )
    #expect(bar as? Double == 0)
    let scrolled = try tab.run("const one = view('scrollView'); return [one.scrollWidth, one.scrollHeight]")
    // Four rows of 24 px, and a border of 2 px, which counts with the frames of what is inside.
    #expect(area == [355, 96])
    #expect(scrolled as? [Double] == area.map { $0 + 4 })
    // A page without native views is not a live page: the view goes, and is not offered.
    _ = try tab.run("location.hash = 'page=plain.html&device=375x667@2'")
    try tab.wait("document.getElementById('live').hidden && document.getElementById('live-button').disabled")
  }

  private static let high = #"""
    <html html-identify="Token"><head><title>t</title><style>body { width: 100%; height: 100% }</style></head><body>
    <view id="bar" style="position: fixed; left: 0; top: 0; width: 100%; height: 40px"/>
    <view id="box" style="flex-shrink: 0; padding-top: 50px"><view id="head" style="position: sticky; top: 40px; height: 20px"/>
      <view t:for="row in rows" style="height: 60px"><label>{{ row }}</label></view>
      <view id="low" style="position: sticky; bottom: 10px; height: 20px"/></view>
    <input id="last" style="height: 30px; flex-shrink: 0"/></body></html>
    """#

  /// A page that is higher than its viewport scrolls; fixed views stay where they are, sticky ones are at their edge.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func pagesScrollToWhatSticksOut() throws {
    let rows = (0..<40).map(String.init).joined(separator: ",")
    let stage = try Stage(Self.high, data: "{\"rows\": [\(rows)]}")
    defer { stage.end() }
    let answer = try stage.tab.run(
      """
      const { page } = preview.live.host;
      const at = id => views().find(one => one.properties.id === id).element;
      const places = () => ['bar', 'box', 'head', 'low', 'last'].map(
        id => Math.round(at(id).getBoundingClientRect().y - page.getBoundingClientRect().y));
      const found = [page.clientHeight, page.scrollHeight, ...places()];
      page.scrollTop = 500;
      found.push(...places());
      at('last').querySelector('input').focus();
      found.push(page.scrollTop, ...places());
      return found;
      """)
    // 50 px, 20 px, 40 rows, 20 px and a field of 30 px in a screen of 667 px.
    #expect(
      answer as? [Int] == [667, 2520, 0, 0, 50, 637, 2490, 0, -500, 40, 637, 1990, 1853, 0, -1853, 40, 617, 637],
      "\(String(describing: answer))")
  }

  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func whatReadersDoComesBack() throws {
    let stage = try Stage(Self.page, data: Self.data)
    defer { stage.end() }
    let tab = stage.tab
    func calls() throws -> String? { try tab.run("return document.getElementById('calls').innerText") as? String }
    try tab.wait("labels().includes('Hello Ada')")
    // Typing: what is bound follows, and the field keeps what was typed.
    try tab.click("view('input')")
    _ = try tab.run("view('input').querySelector('input').select()")
    try tab.type("Grace")
    try tab.wait("labels().includes('Hello Grace')")
    #expect(try tab.run("return view('textArea').querySelector('textarea').value") as? String == "Grace")
    try tab.type(" H")
    try tab.wait("labels().includes('Hello Grace H')")
    #expect(try tab.run("return view('input').querySelector('input').value") as? String == "Grace H")
    try tab.press("Enter", code: 13)
    try tab.wait("document.getElementById('calls').innerText.includes('send(\"Grace H\")')")
    // Taps: of a button, of the view in a row, of the bar.
    try tab.click("view('button')")
    try tab.click("views().find(one => one.element.textContent === 'two').element")
    try tab.click("view('navItem')")
    try tab.wait("document.getElementById('calls').innerText.includes('done()')")
    #expect(try calls() == "send(\"Grace H\")\npress(1, \"a\", \"Grace H\")\npick(\"two\")\ndone()")
    // Values.
    try tab.click("view('switch')")
    try tab.wait("labels().includes('false')")
    try tab.click("view('segment').querySelector('button')")
    try tab.wait("labels().includes('0')")
    _ = try tab.run("view('scrollView').scrollTop = 20")
    try tab.wait("view('scrollView').scrollTop === 20")
    // Other data, by hand; what is not JSON stays where it is.
    func fill(_ text: String) throws {
      _ = try tab.run("document.getElementById('data').value = '\(text)'; document.getElementById('fill').click()")
    }
    try fill("{")
    try tab.wait("document.getElementById('status').textContent.includes('not valid JSON')")
    try fill(#"{"name":"Bo","list":["x"]}"#)
    try tab.wait("labels().includes('Hello Bo') && labels().includes('x') && !labels().includes('two')")
    // A page that the server ended is reported as such; it is opened again by the button.
    _ = try tab.run(
      """
      const headers = { 'Content-Type': 'application/json' };
      await fetch(`/views/${preview.live.id}/end`, { method: 'POST', headers, body: '{}' });
      """)
    try tab.click("view('button')")
    try tab.wait("document.getElementById('status').textContent.includes('the page was ended')")
    _ = try tab.run("document.getElementById('fill').click()")
    try tab.wait("labels().includes('Hello Bo')")
  }

  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func textsStayTexts() throws {
    let markup = #"<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"#
    let data = #"""
      {"name": "\#(markup)", "list": ["\#(markup)"], "source": "javascript:window.hacked=1", "long": "{{ name }}"}
      """#
    let stage = try Stage(Self.page, data: data)
    defer { stage.end() }
    let tab = stage.tab
    #expect(try tab.run("return labels()[0]") as? String == "Hello " + markup)
    #expect(try tab.run("return view('input').querySelector('input').value") as? String == markup)
    #expect(try tab.run("return view('image').querySelector('img').getAttribute('src')") is NSNull?)
    #expect(try tab.run("return view('webView').querySelector('iframe').getAttribute('src')") is NSNull?)
    #expect(try tab.run("return preview.live.host.page.querySelector('script')") is NSNull?)
    // Commands of any kind, straight to a host.
    let answer = try tab.run(
      #"""
      const { BrowserHost } = await import('/host/host.js');
      const element = document.createElement('div'), sent = [], hack = 'javascript:window.hacked=1';
      document.body.append(element);
      const host = new BrowserHost(element, { width: 100, height: 100, send: event => sent.push(event), resolve: path => new URL(path, location).href });
      const names = ['src', 'url', 'image', 'backgroundColor', 'color', 'fontFamily', 'barColor', 'onColor', 'borderColor', 'dotColor', 'titles', 'type',
        '__proto__', 'constructor', 'onclick', 'innerHTML', 'style', 'contentSize', 'cursorColor', 'number', 'imageMode', 'borderRadius', 'fontSize'];
      const values = [hack, '<img src=x onerror=window.hacked=1>', 'red; background: url(https://evil.example/a)', 'url(https://evil.example/b)',
        'expression(1)', '1e999', '-1', '', null, 'https://evil.example', 'x'.repeat(10000)];
      const components = ['label', 'button', 'image', 'input', 'textArea', 'searchBar', 'switch', 'segment', 'dots', 'picker', 'webView', 'table',
        'script', 'iframe', '<b>', '__proto__', 'constructor', 'navigationBar'];
      components.forEach((component, node) => {
        host.apply([{ op: 'create', node, component }, { op: 'insert', node, parent: null, index: 7 }, { op: 'setFrame', node, x: 1, y: 2, width: 30, height: 40 }]);
        for (const name of names) for (const value of values.filter(one => !/^https:/.test(one))) host.apply([{ op: 'setProperty', node, name, value }]);
        host.apply([{ op: 'setText', node, text: values[1], lines: [{ text: values[1], x: 0, y: 0, width: 9, height: 9, baseline: 7 }] }]);
        for (const action of ['reload', 'endEditing', 'scrollToTop', 'constructor', 'toString', values[1]]) host.apply([{ op: 'perform', node, action, arguments: [] }]);
      });
      // What is not a command is passed over; a view is never put into itself.
      host.apply([null, 7, {}, { op: 'end', node: 0 }, { op: 'constructor', node: 0 }, { op: 'create', node: '8', component: 'view' },
        { op: 'setFrame', node: 0, x: NaN, y: 0, width: 1, height: 1 }, { op: 'setText', node: 0, text: 1, lines: null },
        { op: 'insert', node: 0, parent: 0, index: 0 }, { op: 'insert', node: 0, parent: 999, index: 0 }, { op: 'remove', node: 999 }]);
      host.apply([{ op: 'create', node: 50, component: 'view' }, { op: 'insert', node: 50, parent: 0, index: -5 }, { op: 'insert', node: 0, parent: 50, index: 0 }]);
      await new Promise(done => setTimeout(done, 300));
      const found = [...host.page.getRootNode().querySelectorAll('script, [onclick], [onerror], img[src^=javascript], iframe[src^=javascript]')].length;
      const asked = performance.getEntriesByType('resource').filter(one => new URL(one.name).host === 'evil.example').length;
      const [label] = [...host.views.values()].map(one => one.element.getBoundingClientRect().width), count = host.views.size;
      host.apply([{ op: 'remove', node: 0 }]);
      const after = host.views.size;
      host.end();
      return [Number(window.hacked === undefined), found, asked, label, count, after, sent.filter(one => one.event === 'click').length];
      """#)
    #expect(answer as? [Int] == [1, 0, 0, 30, 19, 17, 0])
  }

  /// `role`, `alt` and ARIA's attributes are those of the view's control, or of the view.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func whatViewsMeanIsShown() throws {
    let stage = try Stage(Self.page, data: Self.data)
    defer { stage.end() }
    let answer = try stage.tab.run(
      #"""
      const { BrowserHost } = await import('/host/host.js');
      const element = document.createElement('div');
      document.body.append(element);
      const host = new BrowserHost(element, { width: 100, height: 100, send: () => {}, resolve: path => path });
      const show = (node, component, properties) => host.apply([
        { op: 'create', node, component }, { op: 'insert', node, parent: null, index: node },
        ...properties.map(([name, value]) => ({ op: 'setProperty', node, name, value })),
      ]);
      const said = (node, selector) => {
        const one = host.views.get(node).element, target = selector ? one.querySelector(selector) : one;
        return ['role', 'aria-label', 'aria-live', 'aria-hidden'].map(name => target.getAttribute(name) ?? '').join('|');
      };
      show(0, 'view', [['role', 'status'], ['ariaLive', 'polite']]);
      show(1, 'image', [['alt', 'A cat']]);
      show(2, 'image', [['alt', '']]);
      show(3, 'switch', [['ariaLabel', 'Wi-Fi']]);
      show(4, 'table', []);
      show(5, 'tableRow', [['role', 'row'], ['role', null]]);
      show(6, 'view', [['role', 'x" onclick="y'], ['ariaLabelledby', 'z'], ['ariaOnclick', 'w']]);
      show(7, 'switch', [['ariaLabel', 'a'], ['ariaLabel', null], ['role', 'button']]);
      const answer = [said(0), said(1), said(2), said(3, 'input'), said(4), said(5), said(6), said(7, 'input'),
        [...host.views.get(6).element.attributes].filter(one => /onclick|labelledby/.test(one.name)).length];
      host.end();
      return answer.map(String);
      """#)
    #expect(
      answer as? [String] == [
        "status||polite|", "img|A cat||", "img|||true", "switch|Wi-Fi||", "list|||", "listitem|||", "|||",
        "switch|switch||", "0",
      ])
  }

  /// The table of hosts in docs/reference/token.md: what it says is heeded makes another element, and what is ignored does not.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func componentsHeedWhatTheTableSays() throws {
    let stage = try Stage(Self.page, data: Self.data)
    defer { stage.end() }
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Tests/Fixtures/ComponentHosts/components.json")
    let table = try String(contentsOf: file, encoding: .utf8)
    let answer = try stage.tab.run(
      """
      const table = \(table);
      const names = { textColor: 'color', titleColor: 'color', align: 'textAlign', font: 'fontSize' };
      async function shown(component, attributes, text) {
        const screen = document.createElement('div');
        document.body.append(screen);
        const host = new preview.live.host.constructor(screen, {
          width: 390, height: 400, send() {}, resolve: path => new URL(path, 'https://app.example/').href });
        const commands = [{ op: 'create', node: 0, component }];
        for (const [name, value] of Object.entries(attributes)) {
          if (value !== null) commands.push({ op: 'setProperty', node: 0, name: names[name] ?? name, value });
        }
        const own = attributes.text ?? attributes.title ?? text ?? '';
        if (component === 'label' || component === 'button') commands.push({ op: 'setText', node: 0, text: own, lines: [] });
        commands.push({ op: 'insert', node: 0, parent: null, index: 0 }, { op: 'setFrame', node: 0, x: 0, y: 0, width: 200, height: 60 });
        host.apply(JSON.stringify(commands));
        await new Promise(done => requestAnimationFrame(done));
        const { element } = host.views.get(0);
        const parts = [...element.querySelectorAll('*')].map(({ value, checked, selectedIndex }) => [value, checked, selectedIndex]);
        const look = element.outerHTML + JSON.stringify(parts);
        host.end();
        screen.remove();
        return look;
      }
      const wrong = [];
      let count = 0;
      for (const { tag, element, attributes, content, samples, laidOut, hosts } of table.components) {
        for (const [name, sample] of Object.entries(samples)) {
          if (laidOut?.includes(name)) continue;
          const given = typeof sample === 'object' ? sample : { value: sample };
          const base = { ...attributes, ...given.with }, text = given.without ? '' : content;
          const value = name === 'font' ? '22px' : given.value;
          const plain = await shown(element ?? tag, base, text), other = await shown(element ?? tag, { ...base, [name]: value }, text);
          count += 1;
          if ((plain !== other) === hosts.browser.ignores.includes(name)) wrong.push(`${tag}: ${name}`);
        }
      }
      return [String(count), ...wrong];
      """)
    let lines = try #require(answer as? [String])
    #expect(lines.dropFirst().isEmpty, "\(lines.dropFirst())")
    #expect((lines.first.flatMap { Int($0) } ?? 0) > 50, "\(lines)")
  }
}
