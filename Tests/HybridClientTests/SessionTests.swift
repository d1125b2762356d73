import HybridClient
import JSONValues
import Manifest
import Routing
import Testing

@MainActor private final class Listener: SessionDelegate, SessionView {
  var log: [String] = []
  var decision = Session.Decision.visit
  func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision { decision }
  func session(_ session: Session, didStart visit: Visit) { log.append("start \(visit.action) \(visit.url)") }
  func session(_ session: Session, didComplete visit: Visit) { log.append("complete \(visit.url)") }
  func session(_ session: Session, didFail visit: Visit, with error: VisitError) {
    log.append("fail \(visit.url) \(error) \(error.canRetry)")
  }
  func sessionNeedsSignIn(_ session: Session, for visit: Visit) { log.append("sign in \(visit.url)") }
  func load(_ visit: Visit) { log.append("load \(visit.page ?? visit.url)\(visit.hasCachedSnapshot ? " cached" : "")") }
  func evaluate(_ script: String) {}
  func session(_ session: Session, didReceive answer: FormAnswer, of visit: Visit) {
    log.append("answer \(answer.status) \(answer.url) on \(visit.url)")
  }
}

@MainActor @Suite struct SessionTests {
  private func make(_ rules: String = "[]") throws -> (Session, Listener) {
    let router = try Router(
      [
        Route(pattern: "/", page: "index.html"), Route(pattern: "/user/{name}", page: "user.html"),
        Route(pattern: "/new", page: "new.html"), Route(pattern: "/settings"),
      ])
    let configuration = try JSONParser.parse(Array("{\"rules\": \(rules)}".utf8))
    let listener = Listener()
    let session = Session(navigation: SiteNavigation(router: router, rules: SiteNavigation.rules(configuration)))
    session.delegate = listener
    session.view = listener
    return (session, listener)
  }

  @Test func settingsNameTabs() throws {
    let settings = try JSONParser.parse(
      Array(
        #"""
        {"tabs": [{"title": "News", "url": "/"}, "home", {"title": "More", "path": "/more"}, {"title": "No address"},
          {"title": 3, "url": "/"}]}
        """#.utf8))
    let navigation = SiteNavigation(router: try Router([]), settings: settings)
    #expect(navigation.tabs == [SiteTab(title: "News", url: "/"), SiteTab(title: "More", url: "/more")])
    #expect(SiteNavigation(router: try Router([])).tabs.isEmpty)
    let properties = NavigationProperties(["modal_dismiss_gesture_enabled": .bool(false)])
    #expect(!properties.isModalDismissGestureEnabled && NavigationProperties().isModalDismissGestureEnabled)
  }

  /// A link to another site whose path this one has too is not its page; a deep link is.
  @Test func linksToOtherSitesHaveNoPage() throws {
    var navigation = try make().0.navigation
    #expect(navigation.matchLink("https://other.example/user/ada") == nil)
    #expect(navigation.match("https://other.example/user/ada")?.page == "user.html")
    #expect(navigation.matchLink("/user/ada")?.page == "user.html")
    // Where no deep links come, such a URL is always the network's.
    navigation.takesDeepLinks = false
    #expect(navigation.match("https://other.example/user/ada") == nil)
    #expect(navigation.match("/user/ada")?.page == "user.html")
  }

  @Test func visitsMakeAStack() throws {
    let (session, listener) = try make()
    session.visit("/")
    session.complete(title: "Home")
    session.propose("/user/ada")
    session.complete()
    session.propose("/user/grace", action: .replace)
    session.cacheSnapshot([1, 2])
    session.complete()
    session.propose("/user/grace")
    #expect(session.stack.entries.map(\.url) == ["/", "/user/grace"])
    #expect(session.stack.entries.first?.title == "Home")
    session.pop()
    listener.decision = .reject
    #expect(session.propose("/new") == nil)
    #expect(
      listener.log == [
        "start advance /", "load index.html", "complete /", "start advance /user/ada", "load user.html",
        "complete /user/ada", "start replace /user/grace", "load user.html", "complete /user/grace",
        "start advance /user/grace", "load user.html", "start restore /", "load index.html",
      ])
  }

  @Test func restorationShowsWhatWasKept() throws {
    let (session, listener) = try make()
    session.visit("/")
    session.cacheSnapshot([7])
    session.visit("/user/ada")
    session.visit("/", action: .restore)
    #expect(session.stack.entries.map(\.url) == ["/"])
    #expect(listener.log.last == "load index.html cached")
    #expect(session.currentVisit.flatMap { session.snapshot(for: $0.restorationIdentifier) } == [7])
  }

  @Test func rulesPresent() throws {
    let (session, _) = try make(
      """
      [{"patterns": ["/new$"], "properties": {"context": "modal", "title": "New"}},
       {"patterns": ["/recede_historical_location"], "properties": {"presentation": "pop", "context": "modal", "historical_location": true}},
       {"patterns": ["/settings"], "properties": {"presentation": "replace_root"}}]
      """)
    session.visit("/")
    session.visit("/user/ada")
    session.visit("/new")
    #expect(session.stack.modal.map(\.title) == ["New"])
    #expect(session.visit("/recede_historical_location")?.url == "/user/ada")
    #expect(!session.stack.isModal)
    #expect(session.stack.entries.count == 2)
    session.visit("/settings")
    #expect(session.stack.entries.map(\.url) == ["/settings"])
    #expect(session.stack.top?.page == nil)
  }

  @Test func errorsAndSignIn() throws {
    let (session, listener) = try make()
    session.visit("/user/ada")
    session.receive(BridgeMessage(name: "visitRequestFailed", data: ["statusCode": .integer(503)]))
    session.retry()
    session.receive(BridgeMessage(name: "visitRequestFailed", data: ["statusCode": .integer(401)]))
    session.resumeAfterSignIn()
    session.receive(BridgeMessage(name: "pageLoaded"))
    #expect(session.currentVisit?.state == .completed)
    session.visit("/nowhere")
    #expect(session.retry() == nil)
    session.receive(BridgeMessage(name: "visitRequestFailed"))
    #expect(
      listener.log == [
        "start advance /user/ada", "load user.html", "fail /user/ada http(status: 503) true", "start replace /user/ada",
        "load user.html", "sign in /user/ada", "start replace /user/ada", "load user.html", "complete /user/ada",
        "start advance /nowhere", "fail /nowhere pageMissing(\"/nowhere\") false",
        "fail /nowhere network(reason: \"no answer\") true",
      ])
  }

  /// What is seen is what is on top, whatever went away.
  @Test func whatIsSeenIsOnTop() throws {
    let (session, listener) = try make(
      """
      [{"patterns": ["/new$"], "properties": {"context": "modal"}},
       {"patterns": ["/back$"], "properties": {"presentation": "pop"}},
       {"patterns": ["/home$"], "properties": {"presentation": "clear_all"}},
       {"patterns": ["/recede_historical_location"], "properties": {"presentation": "pop", "context": "modal", "historical_location": true}},
       {"patterns": ["/resume_historical_location"], "properties": {"presentation": "none", "context": "modal"}},
       {"patterns": ["/refresh_historical_location"], "properties": {"presentation": "refresh", "context": "modal"}}]
      """)
    func after(_ urls: String...) -> String {
      listener.log = []
      for url in urls { session.visit(url) }
      return listener.log.filter { $0.hasPrefix("load") || $0.hasPrefix("start restore") }.joined(separator: ", ")
    }
    session.visit("/")
    #expect(after("/user/ada", "/back") == "load user.html, start restore /, load index.html")
    #expect(after("/back", "/home") == "")
    #expect(after("/user/ada", "/user/grace", "/home").hasSuffix("start restore /, load index.html"))
    #expect(
      after("/user/ada", "/new", "/recede_historical_location").hasSuffix("start restore /user/ada, load user.html"))
    #expect(after("/recede_historical_location") == "start restore /, load index.html")
    #expect(after("/user/ada", "/resume_historical_location") == "load user.html")
    #expect(after("/new", "/resume_historical_location") == "load new.html, start restore /user/ada, load user.html")
    #expect(after("/new", "/refresh_historical_location") == "load new.html, load user.html")
    #expect(session.stack.entries.map(\.url) == ["/", "/user/ada"])
    session.clearAll()
    #expect(session.visit("/back") == nil)
    listener.log = []
    session.pop()
    session.dismissModal()
    session.clearAll()
    #expect(listener.log == [])
  }

  /// One screen may be written in many ways; it is not pushed on itself.
  @Test(arguments: [
    ("/user/ada", "/user/ada", true), ("/user/ada", "/user/ada/", true), ("/user/ada", "/user/x/../%61da#top", true),
    ("/user/ada", "hybrid://news/user/ada", true), ("/user/ada", "HTTPS://Example.com:443/user/ada", true),
    ("/user/ada?a=1", "/user/ada?a=1#b", true), ("/user/ada?a=1", "/user/ada?a=2", false),
    ("/user/a%2Fb", "/user/a%252Fb", false), ("/user/ada", "/user/Ada", false),
    ("https://a.example/x", "https://b.example/x", false), ("https://a.example/x", "https://A.example:443/x#y", true),
  ])
  func screensAreComparedAsURLs(first: String, second: String, isSame: Bool) throws {
    let (session, _) = try make()
    session.visit("/")
    session.visit(first)
    session.visit(second)
    #expect(session.stack.entries.count == (isSame ? 2 : 3))
    let count = session.stack.entries.count
    session.visit("/user/grace")
    session.visit(second, action: .restore)
    #expect(session.stack.entries.count == count)
  }

  @Test func formsAreAnswered() throws {
    let (session, listener) = try make("[{\"patterns\": [\"/new$\"], \"properties\": {\"context\": \"modal\"}}]")
    func receive(_ text: String) throws { session.receive(try #require(BridgeMessage(json: text))) }
    session.visit("/")
    session.visit("/user/ada")
    session.complete()
    listener.log = []
    try receive(#"{"name": "formAnswered", "data": {"statusCode": 200, "submittedTo": "hybrid://x/save"}}"#)
    try receive(#"{"name": "formFailed", "data": {"statusCode": 422, "submittedTo": "hybrid://x/save"}}"#)
    try receive(#"{"name": "formFailed", "data": {"statusCode": 0, "message": "the form was not sent"}}"#)
    #expect(session.currentVisit?.state == .completed)
    try receive(#"{"name": "formFailed", "data": {"statusCode": 401}}"#)
    // The reader signs in on a screen of its own.
    session.visit("/new")
    session.resumeAfterSignIn()
    #expect(session.stack.entries.map(\.url) == ["/", "/user/ada"])
    #expect(!session.stack.isModal)
    try receive(#"{"name": "formFailed", "data": {"statusCode": 401}}"#)
    session.cancelSignIn()
    session.cancelSignIn()
    session.receive(BridgeMessage(name: "visitRequestFailed", data: ["statusCode": .integer(401)]))
    session.cancelSignIn()
    #expect(
      listener.log == [
        "answer 200 hybrid://x/save on /user/ada", "fail /user/ada http(status: 422) false",
        "fail /user/ada network(reason: \"the form was not sent\") true", "sign in /user/ada", "start advance /new",
        "load new.html", "start replace /user/ada", "load user.html", "sign in /user/ada",
        "fail /user/ada http(status: 401) false", "fail /user/ada http(status: 401) false",
      ])
    try receive(#"{"name": "formAnswered", "data": {"location": "/", "action": "replace"}}"#)
    #expect(session.stack.entries.map(\.url) == ["/", "/"])
  }

  @Test(
    arguments: [
      ("1", "2", true), ("1.9.9", "1.10", true), ("2.0-beta", "2.0", true), ("", "1", true),
      ("2", "1", false), ("2", "2", false), ("2.0.0", "2", false), ("1.10", "1.9", false), ("2.0+7", "2.0", false),
      (nil, "2", false), ("1", nil, false), (nil, nil, false),
    ] as [(String?, String?, Bool)])
  func aReleaseForANewerAppIsRefused(offered: String?, required: String?, isRefused: Bool) throws {
    let router = try Router([Route(pattern: "/", page: "index.html")])
    let session = Session(
      navigation: SiteNavigation(router: router), runtimeVersion: (offered: offered, required: required))
    let visit = try #require(session.visit("/"))
    if isRefused, let required {
      #expect(visit.state == .failed(.updateRequired(runtimeVersion: required)))
    } else {
      #expect(visit.state == .started)
    }
  }

  @Test func sessionsShareCookies() {
    let cookies = SharedCookies()
    cookies.set("id", to: "7", for: "Example.com")
    cookies.set("a", to: "b", for: "example.com")
    #expect(cookies.header(for: "example.com") == "a=b; id=7")
    cookies.set("id", to: nil, for: "example.com")
    #expect(cookies.header(for: "example.com") == "a=b")
    #expect(cookies.header(for: "other.com") == nil)
  }

  /// RFC 6265: whose cookies go where.
  @Test func cookiesGoWhereTheyBelong() throws {
    let cookies = SharedCookies()
    for field in [
      "own=1", "wide=2; Domain=.Example.com; Path=/shop", "safe=3; secure; HttpOnly", "gone=4; Max-Age=0",
      "away=5; Domain=other.com",
      "top=6; domain=com", "=7", "old=8", "old=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "a=b=c; Path=x; Expires=Wed, 19 Nov 2031 19:19:19 GMT", "bad=\u{1}",
    ] { cookies.receive(field, from: "www.example.com") }
    #expect(cookies.header(for: "www.example.com") == "a=b=c; own=1; safe=3")
    #expect(cookies.header(for: "WWW.example.com", path: "/shop/a", isSecure: false) == "a=b=c; own=1; wide=2")
    #expect(cookies.header(for: "api.example.com", path: "/shop") == "wide=2")
    #expect(cookies.header(for: "api.example.com", path: "/shopping") == nil)
    #expect(cookies.header(for: "example.org", path: "/shop") == nil)
    cookies.setAuthorization("Bearer x", for: "www.example.com")
    #expect(cookies.headers(for: "http://www.example.com/") == ["Cookie": "a=b=c; own=1"])
    #expect(cookies.headers(for: "app://www.example.com/") == [:])
    // What this machine sends to itself goes over no network.
    for host in ["localhost", "app.localhost", "127.0.0.1", "127.1.2.3", "[::1]", "10.0.0.1", "127.0.0.1.example.com"] {
      cookies.setAuthorization("Basic \(host)", for: host)
      let isOwn = host.hasSuffix("localhost") || host == "[::1]" || host.hasPrefix("127.") && !host.hasSuffix(".com")
      #expect(cookies.headers(for: "http://\(host):8080/")["Authorization"] == (isOwn ? "Basic \(host)" : nil))
    }

    // Two sessions of a store: visits that the network answers carry them, pages of the package do not.
    let router = try Router([Route(pattern: "/", page: "index.html")], hosts: ["news.example"])
    for _ in 0..<2 {
      let session = Session(navigation: SiteNavigation(router: router), cookies: cookies)
      #expect(session.visit("/")?.headers == [:])
      #expect(session.visit("https://news.example/")?.headers == [:])
      #expect(
        session.visit("https://www.example.com/shop/")?.headers
          == ["Cookie": "a=b=c; own=1; safe=3; wide=2", "Authorization": "Bearer x"])
    }
  }

  @Test func messagesThatCannotBeReadAreNone() {
    #expect(BridgeMessage(json: "{") == nil)
    #expect(BridgeMessage(json: "[]") == nil)
    #expect(BridgeMessage(json: "{\"name\": 1}") == nil)
    #expect(BridgeMessage(json: "{\"name\": \"x\"}") == BridgeMessage(name: "x"))
  }

  private final class Screens {
    var shown: [String] = []
  }

  private struct Projects: RouteHandler {
    func model(from parameters: [String: String]) async throws -> Int? { parameters["id"].flatMap { Int($0) } }
    func show(_ model: Int, in screens: Screens, report: @escaping @MainActor (Int) -> Void) {
      screens.shown.append("project \(model)")
      report(model + 1)
    }
  }

  @Test func handlersShowModelsFromURLsAndFromCode() async throws {
    let handlers = RouteHandlers(navigator: Screens())
    try handlers.add("/projects/{id}", Projects())
    var missing: [String] = []
    handlers.notFound = { url, _ in missing.append(url) }
    var changes: [String] = []
    #expect(
      try await handlers.open("app://x/projects/7") { changes.append("\($0)") } == .handled(pattern: "/projects/{id}"))
    #expect(try await handlers.open("/projects/x") == .noModel(pattern: "/projects/{id}"))
    #expect(try await handlers.open("/other") == .notFound)
    handlers.open(9, with: Projects()) { changes.append("model \($0)") }
    #expect(handlers.navigator.shown == ["project 7", "project 9"])
    #expect(changes == ["8", "model 10"])
    #expect(missing == ["/other"])
    #expect(throws: Router.Faults.self) { try handlers.add("/projects/{name}", Projects()) }
  }

  @Test func handlersKnowTheAppsSchemeAndHosts() async throws {
    let handlers = RouteHandlers(navigator: Screens(), scheme: "News", hosts: ["news.example"])
    try handlers.add("/projects/{id}", Projects())
    try handlers.add("https://away.example/p/{id}", Projects())
    for (url, outcome) in [
      ("news://projects/1", RouteHandlers<Screens>.Outcome.handled(pattern: "/projects/{id}")),
      ("https://NEWS.example/projects/2", .handled(pattern: "/projects/{id}")),
      ("https://other.example/projects/3", .notFound),
      ("https://away.example/p/4", .handled(pattern: "https://away.example/p/{id}")),
    ] {
      #expect(try await handlers.open(url) == outcome, "\(url)")
    }
    #expect(handlers.navigator.shown == ["project 1", "project 2", "project 4"])
  }
}
