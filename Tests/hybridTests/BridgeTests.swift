import Foundation
import HybridClient
import Manifest
import Testing

/// Chromium spoken to through a pipe, as the DevTools protocol has it: messages end with a NUL.
private final class Browser {
  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle
  private var buffer = Data()
  private var number = 0
  private(set) var events: [[String: Any]] = []

  static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(program: String, folder: URL) throws {
    let (to, from) = (folder.path + "/to", folder.path + "/from")
    guard mkfifo(to, 0o600) == 0, mkfifo(from, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --user-data-dir=\"$1/profile\" --remote-debugging-pipe about:blank 3<\"$1/to\" 4>\"$1/from\"",
      program, folder.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    input = try FileHandle(forWritingTo: URL(fileURLWithPath: to))
    output = try FileHandle(forReadingFrom: URL(fileURLWithPath: from))
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends a command and waits for its answer; what comes before it is kept as events.
  @discardableResult func send(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws
    -> [String: Any]
  {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    try input.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try read()
      if answer["id"] as? Int == number { return answer["result"] as? [String: Any] ?? answer }
      events.append(answer)
    }
  }

  /// The next event of a kind that fits.
  func wait(_ fits: ([String: Any]) -> Bool) throws -> [String: Any] {
    while true {
      if let index = events.firstIndex(where: fits) { return events.remove(at: index) }
      events.append(try read())
    }
  }

  private func read() throws -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let line = buffer[..<end]
        buffer = Data(buffer[(end + 1)...])
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      }
      var ready = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 60_000) > 0 else { throw CocoaError(.fileReadUnknown) }
      let more = output.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      buffer += more
    }
  }
}

/// A web view of a session: Chromium, with the release's files answered as an app's scheme handler would.
@MainActor private final class BrowserView: SessionView, SessionDelegate {
  static let origin = "https://news.example"
  let browser: Browser
  let release: OpenedRelease
  let tab: String
  var log: [String] = []
  var needsSignIn = true

  init(_ browser: Browser, _ release: OpenedRelease) throws {
    self.browser = browser
    self.release = release
    let target = try browser.send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    tab =
      try browser.send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String ?? ""
    try browser.send("Runtime.enable", session: tab)
    try browser.send("Runtime.addBinding", ["name": "hybridNative"], session: tab)
    try browser.send("Fetch.enable", ["patterns": [["urlPattern": "*"]]], session: tab)
  }

  func load(_ visit: Visit) {
    let path = visit.page ?? ""
    let url = visit.url.contains("://") ? visit.url : Self.origin + visit.url
    log.append("load \(path)")
    _ = try? browser.send(
      "Runtime.evaluate", ["expression": "setTimeout(() => location.href = '\(url)')"], session: tab)
  }

  func evaluate(_ script: String) {
    _ = try? browser.send("Runtime.evaluate", ["expression": script], session: tab)
  }

  func session(_ session: Session, didStart visit: Visit) { log.append("start \(visit.action) \(path(visit.url))") }
  func session(_ session: Session, didComplete visit: Visit) { log.append("complete \(path(visit.url))") }
  func session(_ session: Session, didFail visit: Visit, with error: VisitError) { log.append("fail \(error)") }
  func sessionNeedsSignIn(_ session: Session, for visit: Visit) { log.append("sign in for \(path(visit.url))") }

  func path(_ url: String) -> String { url.replacingOccurrences(of: Self.origin, with: "") }

  /// Answers requests and hands messages on until the session has heard one of a name.
  func run(_ session: Session, until name: String) throws {
    while true {
      let event = try browser.wait {
        ["Fetch.requestPaused", "Runtime.bindingCalled"].contains($0["method"] as? String ?? "")
      }
      let data = event["params"] as? [String: Any] ?? [:]
      if event["method"] as? String == "Fetch.requestPaused" {
        try answer(data, session)
      } else if let message = BridgeMessage(json: data["payload"] as? String ?? "") {
        if message.name != "visitStarted", message.name != "visitRendered" { log.append("message \(message.name)") }
        session.receive(message)
        if message.name == name { return }
      }
    }
  }

  private func answer(_ data: [String: Any], _ session: Session) throws {
    let request = data["request"] as? [String: Any] ?? [:]
    let url = path(request["url"] as? String ?? "")
    var reply: [String: Any] = ["requestId": data["requestId"] ?? "", "responseCode": 200]
    let name = url.hasSuffix(".js") ? String(url.dropFirst()) : session.navigation.router.match(url)?.page
    if request["method"] as? String == "POST" {
      reply["body"] = Data(#"{"location": "/user/grace", "action": "replace"}"#.utf8).base64EncodedString()
      reply["responseHeaders"] = [["name": "Content-Type", "value": "application/json"]]
    } else if let name, let bytes = try? release.contents(of: "web/" + name) {
      reply["body"] = Data(bytes).base64EncodedString()
      let type = name.hasSuffix(".js") ? "text/javascript" : "text/html; charset=utf-8"
      reply["responseHeaders"] = [["name": "Content-Type", "value": type]]
    } else {
      reply["responseCode"] = 404
    }
    try browser.send("Fetch.fulfillRequest", reply, session: tab)
  }
}

@MainActor @Suite struct BridgeTests {
  /// A built site in Chromium: clicks and forms become messages, messages become visits, visits become a stack.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func pagesAndSessionSpeakThroughTheBridge() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      """
      <!DOCTYPE html><html lang="en"><title>Home</title>
      <a id="user" href="/user/ada">Ada</a> <a id="new" href="/user/new" data-turbolinks-action="advance">New</a>
      <a id="plain" href="#here" data-turbolinks="false">plain</a><p id="here">
      """)
    try scratch.write(
      "site/user/[name].html",
      """
      <!DOCTYPE html><html lang="en"><title>User</title>
      <form id="search" action="/search"><input name="q" value="a b"></form>
      <form id="standard" method="post" action="/user/ada"><input name="x"></form>
      <form id="remote" method="post" action="/user/ada" data-remote="true"><input name="x"></form>
      """)
    try scratch.write("site/find.html", "<!DOCTYPE html><html lang=en><title>Found</title><p>x")
    try scratch.write(
      "site/hybrid.json",
      """
      {"bridge": true, "viewports": [{"width": 390, "height": 844, "scale": 3}],
       "routes": [{"pattern": "/search?q={query}", "page": "find.html"}],
       "navigation": {"rules": [{"patterns": ["/new$"], "properties": {"context": "modal", "title": "New user"}}]}}
      """)
    let build = try Command.run("build", "site", "-o", "dist", "--warnings-as-errors", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    // `Browser.program` was tested above.
    let browser = try Browser(program: #require(Browser.program), folder: scratch.url)
    defer { browser.end() }
    let view = try BrowserView(browser, release)
    let session = Session(navigation: try release.navigation())
    session.view = view
    session.delegate = view

    session.visit("/")
    try view.run(session, until: "pageLoaded")
    view.evaluate("document.getElementById('user').click()")
    try view.run(session, until: "visitProposed")
    try view.run(session, until: "pageLoaded")
    #expect(session.stack.entries.map { view.path($0.url) } == ["/", "/user/ada"])
    #expect(session.stack.top?.page == "user/[name].html")
    view.evaluate("document.getElementById('search').requestSubmit()")
    try view.run(session, until: "visitProposed")
    try view.run(session, until: "pageLoaded")
    #expect(session.stack.top?.page == "find.html")
    #expect(session.stack.top.map { view.path($0.url) } == "/search?q=a+b")
    session.pop()
    try view.run(session, until: "pageLoaded")
    view.evaluate("document.getElementById('standard').requestSubmit()")
    try view.run(session, until: "formSubmitted")
    view.evaluate("document.getElementById('remote').requestSubmit()")
    try view.run(session, until: "formAnswered")
    try view.run(session, until: "pageLoaded")
    #expect(session.stack.entries.map { view.path($0.url) } == ["/", "/user/grace"])
    session.pop()
    try view.run(session, until: "pageLoaded")
    view.evaluate("document.getElementById('new').click()")
    try view.run(session, until: "pageLoaded")
    #expect(session.stack.modal.map(\.title) == ["New user"])
    session.dismissModal()
    #expect(!session.stack.isModal)
    #expect(session.stack.top?.title == "Home")
    #expect(
      view.log.joined(separator: "\n") == """
        start advance /
        load index.html
        message pageLoaded
        complete /
        message visitProposed
        start advance /user/ada
        load user/[name].html
        message pageLoaded
        complete /user/ada
        message visitProposed
        start advance /search?q=a+b
        load find.html
        message pageLoaded
        complete /search?q=a+b
        start restore /user/ada
        load user/[name].html
        message pageLoaded
        complete /user/ada
        message formSubmitted
        fail standardFormSubmission(action: "https://news.example/user/ada")
        message formAnswered
        start replace /user/grace
        load user/[name].html
        message pageLoaded
        complete /user/grace
        start restore /
        load index.html
        message pageLoaded
        complete /
        message visitProposed
        start advance /user/new
        load user/[name].html
        message pageLoaded
        complete /user/new
        start restore /
        load index.html
        """)
  }
}
