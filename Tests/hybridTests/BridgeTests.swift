import Foundation
import HybridClient
import Manifest
import Testing

/// A web view of a session: Chromium, with the release's files answered as an app's scheme handler would.
@MainActor private final class BrowserView: SessionView, SessionDelegate {
  static let origin = "https://news.example"
  let browser: Browser
  let content: WebContent
  let tab: String
  var log: [String] = []
  var decision = Session.Decision.visit
  /// The requests that no file of the release answered.
  var failures: [String] = []

  init(_ browser: Browser, _ release: OpenedRelease) throws {
    self.browser = browser
    content = WebContent(release, origin: Self.origin)
    let target = try browser.send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    tab =
      try browser.send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String ?? ""
    try browser.send("Runtime.enable", session: tab)
    try browser.send("Runtime.addBinding", ["name": "hybridNative"], session: tab)
    try browser.send("Fetch.enable", ["patterns": [["urlPattern": "*"]]], session: tab)
  }

  func load(_ visit: Visit) {
    log.append("load \(visit.page ?? "")")
    let url = content.url(for: visit) ?? visit.url
    _ = try? browser.send(
      "Runtime.evaluate", ["expression": "setTimeout(() => location.href = '\(url)')"], session: tab)
  }

  func evaluate(_ script: String) {
    _ = try? browser.send("Runtime.evaluate", ["expression": script], session: tab)
  }

  func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision {
    if decision == .reject { log.append("reject \(proposal.action) \(path(proposal.url))") }
    return decision
  }
  func session(_ session: Session, didReceive answer: FormAnswer, of visit: Visit) {
    log.append("answer \(answer.status) to \(path(answer.url))")
  }
  func session(_ session: Session, didStart visit: Visit) { log.append("start \(visit.action) \(path(visit.url))") }
  func session(_ session: Session, didComplete visit: Visit) { log.append("complete \(path(visit.url))") }
  func session(_ session: Session, didFail visit: Visit, with error: VisitError) { log.append("fail \(error)") }
  func sessionNeedsSignIn(_ session: Session, for visit: Visit) { log.append("sign in for \(path(visit.url))") }

  func path(_ url: String) -> String { url.replacingOccurrences(of: Self.origin, with: "") }

  /// Answers requests and hands messages on until the session has heard one of a name.
  func run(_ session: Session, until name: String) throws {
    while true {
      let event: [String: Any]
      do {
        event = try browser.wait {
          ["Fetch.requestPaused", "Runtime.bindingCalled"].contains($0["method"] as? String ?? "")
        }
      } catch {
        Issue.record("no \(name) after \(log)")
        throw error
      }
      let data = event["params"] as? [String: Any] ?? [:]
      if event["method"] as? String == "Fetch.requestPaused" {
        try answer(data, session)
      } else if let message = BridgeMessage(json: data["payload"] as? String ?? "") {
        if message.name == "probe" {
          if case .string(let text)? = message.data["text"] { log.append("probe \(text)") }
        } else if message.name != "visitStarted", message.name != "visitRendered" {
          log.append("message \(message.name)")
        }
        session.receive(message)
        if message.name == name { return }
      }
    }
  }

  private func answer(_ data: [String: Any], _ session: Session) throws {
    let request = data["request"] as? [String: Any] ?? [:]
    let url = path(request["url"] as? String ?? "")
    var reply: [String: Any] = ["requestId": data["requestId"] ?? "", "responseCode": 200]
    if request["method"] as? String == "POST" {
      // `/answer/STATUS` answers with the status, anything else with where to go next.
      let status = url.hasPrefix("/answer/") ? Int(url.dropFirst(8)) : nil
      let text = status.map { "status \($0)" } ?? #"{"location": "/user/grace", "action": "replace"}"#
      reply["responseCode"] = status ?? 200
      reply["body"] = Data(text.utf8).base64EncodedString()
      reply["responseHeaders"] = [
        ["name": "Content-Type", "value": status == nil ? "application/json" : "text/plain"],
        ["name": "Location", "value": "/user/linus"],
      ]
      if status != nil, let fields = request["postData"] as? String {
        let names = fields.matches(of: #/name="([^"]*)"/#).map { String($0.1) }
        log.append("sent " + names.joined(separator: " "))
      }
    } else {
      let headers = request["headers"] as? [String: String] ?? [:]
      let answer = content.response(to: WebRequest(url: Self.origin + url, headers: headers))
      if answer.status >= 400, !url.hasPrefix("/favicon") { failures.append("\(answer.status) \(url)") }
      reply["responseCode"] = answer.status
      reply["body"] = Data(answer.body).base64EncodedString()
      reply["responseHeaders"] = answer.headers.map { ["name": $0.name, "value": $0.value] }
    }
    try browser.send("Fetch.fulfillRequest", reply, session: tab)
  }
}

/// A site that was built, open in a browser, with the session that drives it.
@MainActor private final class Stage {
  private let scratch: Scratch
  private let browser: Browser
  let view: BrowserView
  let session: Session

  /// Builds the files of a site.
  init(_ files: [String: String], _ arguments: String...) throws {
    scratch = try Scratch()
    for (path, text) in files { try scratch.write("site/" + path, text) }
    let build = try Command.start(["build", "site", "-o", "dist"] + arguments, in: scratch.url).finish()
    #expect(build.status == 0, "\(build.errors)")
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    browser = try Browser(program: #require(Browser.program), folder: scratch.url)
    view = try BrowserView(browser, release)
    session = Session(navigation: try release.navigation())
    session.view = view
    session.delegate = view
  }

  /// Ends the browser.
  func end() { browser.end() }
}

@MainActor @Suite struct BridgeTests {
  /// A built site in Chromium: clicks and forms become messages, messages become visits, visits become a stack.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func pagesAndSessionSpeakThroughTheBridge() throws {
    let stage = try Stage(
      [
        "index.html":
          """
        <!DOCTYPE html><html lang="en"><title>Home</title>
        <a id="user" href="/user/ada">Ada</a> <a id="new" href="/user/new" data-turbolinks-action="advance">New</a>
        <a id="plain" href="#here" data-turbolinks="false">plain</a><p id="here">
        """,
        "user/[name].html":
          """
        <!DOCTYPE html><html lang="en"><title>User</title>
        <form id="search" action="/search"><input name="q" value="a b"></form>
        <form id="standard" method="post" action="/user/ada"><input name="x"></form>
        <form id="remote" method="post" action="/user/ada" data-remote="true"><input name="x"></form>
        """,
        "find.html": "<!DOCTYPE html><html lang=en><title>Found</title><p>x",
        "hybrid.json":
          """
        {"bridge": true, "viewports": [{"width": 390, "height": 844, "scale": 3}],
         "routes": [{"pattern": "/search?q={query}", "page": "find.html"}],
         "navigation": {"rules": [{"patterns": ["/new$"], "properties": {"context": "modal", "title": "New user"}}]}}
        """,
      ])
    defer { stage.end() }
    let (view, session) = (stage.view, stage.session)

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

  /// Buttons, dialogs, other frames, the system's links and every kind of answer to a form, on a page that is shown at
  /// another depth than its file's.
  @Test(.enabled(if: Browser.program != nil, "Chromium is not installed: apt-get install chromium"))
  func formsOfAllKinds() throws {
    let stage = try Stage(
      [
        "forms/form.html":
          """
        <!DOCTYPE html><html lang="en"><title>Forms</title><link rel="stylesheet" href="../look/app.css">
        <style>body { background: url(../look/back.svg) }</style>
        <form id="search" action="/find#top"><input name="q" value="x">
        <button id="books" name="kind" value="books">b</button><button id="other" formaction="/other" name="none">o</button></form>
        <dialog open id="dialog"><form method="dialog"><button id="close">c</button></form></dialog>
        <a id="mail" href="mailto:a@b.example">m</a> <a id="frame" target="_blank" href="/user/ada">f</a>
        <a id="file" download href="/user/ada">d</a> <a id="here" href="#dialog">h</a>
        <form id="framed" target="_blank" action="/user/ada"><button id="elsewhere">x</button></form>
        <form method="post" data-remote="true" action="/answer/200"><input name="a"><button id="plain" name="b" value="1">p</button></form>
        <form method="post" data-remote="true" action="/answer/401"><button id="denied">d</button></form>
        <form method="post" data-remote="true" action="/answer/303"><button id="moved">m</button></form>
        <form method="post" data-remote="true" action="/answer/422"><button id="wrong">w</button></form>
        <form method="post" data-remote="true" action="/answer/422" id="own"><button id="shown">s</button></form>
        <script>
          function probe(text) { Hybrid.post("probe", { text: String(text) }); }
          for (const kind of ["click", "submit"]) {
            addEventListener(kind, event => {
              if (event.defaultPrevented || event.target.id === "close" || event.target.method === "dialog") { return; }
              if (event.target.tagName === "A" || kind === "submit") { event.preventDefault(); probe("left alone"); }
            });
          }
          own.addEventListener("hybrid:answer", event => {
            event.preventDefault();
            setTimeout(() => probe(event.detail.statusCode + " " + event.detail.text));
          });
          addEventListener("load", () => probe(getComputedStyle(document.body).color));
        </script>
        """,
        "look/app.css": "body { color: rgb(1, 2, 3) }",
        "look/back.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>",
        "user/[name].html": "<!DOCTYPE html><html lang=en><title>User</title><p>x",
        "hybrid.json":
          """
        {"bridge": true, "links": "warn", "viewports": [{"width": 390, "height": 844, "scale": 3}],
         "routes": [{"pattern": "/a/{id}/b/form", "page": "forms/form.html"}]}
        """,
      ])
    defer { stage.end() }
    let (view, session) = (stage.view, stage.session)
    func press(_ id: String, until name: String) throws -> String {
      view.log = []
      view.evaluate("document.getElementById('\(id)').click()")
      try view.run(session, until: name)
      return view.log.joined(separator: ", ")
    }

    session.visit("/a/7/b/form")
    try view.run(session, until: "probe")
    #expect(view.log.suffix(3) == ["message pageLoaded", "complete /a/7/b/form", "probe rgb(1, 2, 3)"])
    #expect(view.failures == [])
    view.decision = .reject
    #expect(try press("books", until: "visitProposed") == "message visitProposed, reject advance /find?q=x&kind=books")
    #expect(try press("other", until: "visitProposed") == "message visitProposed, reject advance /other?q=x&none=")
    #expect(try press("mail", until: "probe") == "probe left alone")
    #expect(try press("frame", until: "probe") == "probe left alone")
    #expect(try press("file", until: "probe") == "probe left alone")
    #expect(try press("here", until: "probe") == "probe left alone")
    #expect(try press("elsewhere", until: "probe") == "probe left alone")
    view.evaluate("document.getElementById('close').click(); probe(dialog.open)")
    view.log = []
    try view.run(session, until: "probe")
    #expect(view.log == ["probe false"])
    #expect(try press("plain", until: "formAnswered") == "sent a b, message formAnswered, answer 200 to /answer/200")
    #expect(try press("wrong", until: "formFailed").hasSuffix("message formFailed, fail http(status: 422)"))
    #expect(try press("shown", until: "probe").hasSuffix("probe 422 status 422"))
    #expect(
      try press("moved", until: "formAnswered").hasSuffix("message formAnswered, reject advance /user/linus"))
    #expect(
      try press("denied", until: "formFailed").hasSuffix("message formFailed, sign in for /a/7/b/form"))
    view.log = []
    session.resumeAfterSignIn()
    try view.run(session, until: "pageLoaded")
    #expect(view.log.suffix(2) == ["message pageLoaded", "complete /a/7/b/form"])
    #expect(view.failures == [])
  }
}
