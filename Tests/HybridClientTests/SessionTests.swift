import HybridClient
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
    #expect(session.visit("/recede_historical_location") == nil)
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
}
