import Foundation
import GTKShims
import HostCore
import HybridClient
import JSONValues
import Manifest
import PageFormat

/// The window: a session's stack of screens, of which the top one is seen.
@MainActor final class AppWindow: WidgetTarget {
  let window: HVHandle
  private let root: HVHandle
  private var number: UInt64 = 0
  private var rootNumber: UInt64 = 0
  private var resizing: Resizing?
  private let releases: Releases
  private let data: JSONValue
  private var device: DeviceTraits
  private var startURL: String
  private let updatesAtOnce: Bool
  private var release: OpenedRelease?
  private var content: WebContent?
  private var session: Session?
  /// Screens that can be gone back to, by restoration identifier, the one seen last at the end.
  private var screens: [(identifier: String, screen: any Screen)] = []
  private var offsets: [String: (x: Double, y: Double)] = [:]
  private var shown: (any Screen)?
  private var notes: MessageScreen?
  private var question: QuestionNote?
  private var hasShown = false
  private static let mostScreens = 6
  private static let mostOffsets = 200

  /// Hears of the size of what is in the window.
  private final class Resizing: WidgetTarget {
    unowned let window: AppWindow
    init(_ window: AppWindow) { self.window = window }
    func handle(_ event: WidgetEvent) {
      guard event.kind == HV_RESIZE else { return }
      window.resized(event.a, event.b)
    }
  }

  init(
    _ releases: Releases, device: DeviceTraits, url: String, data: JSONValue, isKiosk: Bool, updatesAtOnce: Bool
  ) {
    self.releases = releases
    self.device = device
    self.data = data
    self.updatesAtOnce = updatesAtOnce
    startURL = url
    let (number, rootNumber) = (Toolkit.reserve(), Toolkit.reserve())
    window = hv_window_new(number, "hybrid-view", Int32(device.width), Int32(device.height), isKiosk)
    root = hv_box_new(rootNumber, HV_ROLE_GENERIC, false)
    self.number = number
    self.rootNumber = rootNumber
    Toolkit.put(self, number)
    let resizing = Resizing(self)
    self.resizing = resizing
    Toolkit.put(resizing, rootNumber)
    hv_box_set_fills(root, true)
    hv_set_clips(root, true)
    hv_window_set_content(window, root)
    Toolkit.onRequest = { [weak self] request, method, address, headers in
      self?.answer(request, method, address, headers)
    }
    hv_window_show(window)
  }

  /// Opens the release and shows its first page.
  func start() async {
    do {
      take(try await releases.open())
    } catch {
      Trace.note("failed", [("reason", .string("\(error)"))])
      fail("The app cannot be opened.\n\(error)", retry: { [weak self] in Task { await self?.start() } })
    }
  }

  /// Shows a release from its first page on, or from a stack of URLs.
  private func take(_ release: OpenedRelease, urls: [String] = [], restoring place: Place? = nil) {
    for entry in screens { entry.screen.end() }
    screens = []
    shown = nil
    hasShown = false
    self.release = release
    content = WebContent(release, redirections: false)
    Trace.note(
      "release",
      [
        ("version", .string("\(release.manifest.version)")),
        ("fallback", release.fallback.map { .string("\($0.reason)") }),
      ])
    do {
      let session = Session(navigation: try release.navigation())
      session.view = self
      session.delegate = self
      self.session = session
      let urls = urls.isEmpty ? [startURL] : urls
      for (index, url) in urls.enumerated() {
        // The screen on top is the one that was seen.
        restoring = index + 1 == urls.count ? place : nil
        session.visit(url)
      }
      restoring = nil
    } catch {
      goBack(from: release, because: "\(error)")
    }
  }

  /// The release cannot be shown: the one before takes its place.
  private func goBack(from bad: OpenedRelease, because reason: String) {
    Trace.note("badRelease", [("version", .string("\(bad.manifest.version)")), ("reason", .string(reason))])
    guard let older = releases.older(than: bad), older.hash != bad.hash else {
      return fail("The page cannot be shown.\n\(reason)", retry: { [weak self] in self?.session?.reload() })
    }
    // What calls this may be a visit that is under way.
    Task { take(older) }
  }

  // MARK: Screens

  private func show(_ screen: any Screen) {
    if let shown, shown !== screen {
      shown.disappear()
      hv_set_visible(shown.widget, false)
    }
    hv_box_insert(root, screen.widget, nil)
    hv_set_visible(screen.widget, true)
    shown = screen
    screen.appear()
    hv_window_set_back(window, session.map { $0.stack.isModal || $0.stack.entries.count > 1 } ?? false)
  }

  private func keep(_ screen: any Screen, _ identifier: String) {
    forget(identifier)
    screens.append((identifier, screen))
    while screens.count > Self.mostScreens {
      let old = screens.removeFirst()
      if offsets.count > Self.mostOffsets { offsets = [:] }
      offsets[old.identifier] = old.screen.offset
      old.screen.end()
    }
  }

  private func forget(_ identifier: String) {
    guard let index = screens.firstIndex(where: { $0.identifier == identifier }) else { return }
    let old = screens.remove(at: index).screen
    if shown === old { shown = nil }
    old.end()
  }

  private func fail(_ text: String, retry: (() -> Void)?) {
    let screen = MessageScreen(text, action: retry == nil ? nil : "Try again") { retry?() }
    if let shown { hv_set_visible(shown.widget, false) }
    shown = screen
    hv_box_insert(root, screen.widget, nil)
    let identifier = session?.currentVisit?.restorationIdentifier ?? "message"
    keep(screen, identifier)
  }

  /// A note over the page, which a press takes away.
  func notice(_ text: String, action: String = "OK", then: @escaping () -> Void = {}) {
    Trace.note("notice", [("text", .string(text))])
    notes?.end()
    let note = MessageScreen(text, action: action) { [weak self] in
      self?.notes?.end()
      self?.notes = nil
      then()
    }
    notes = note
    hv_box_insert(root, note.widget, shown?.widget)
  }

  /// Asks what a script wants to know; a later question takes the place of one that was not answered.
  func ask(_ question: PageQuestion, then answer: @escaping (_ button: Int, _ text: String) -> Void) {
    Trace.note(
      "question", [("text", .string(question.text)), ("buttons", .array(question.buttons.map { .string($0) }))])
    self.question?.end()
    let note = QuestionNote(question) { [weak self] button, text in
      Trace.note("questionAnswered", [("button", .integer(Int64(button))), ("text", .string(text))])
      self?.question?.end()
      self?.question = nil
      answer(button, text)
    }
    self.question = note
    hv_box_insert(root, note.widget, shown?.widget)
  }

  func setTitle(_ title: String) { hv_window_set_title(window, String(title.prefix(1_000))) }

  // MARK: Going on

  /// Follows a link of a page: a visit of the session, or another program's address.
  func follow(_ link: String, from address: String) {
    guard let session, let content else { return }
    var target = link
    if WebAddress.scheme(of: link) == nil, let base = URL(string: address),
      let url = URL(string: link, relativeTo: base)
    {
      target = url.absoluteString
    }
    let own = content.origin + "/"
    if target.hasPrefix(own) { target = "/" + target.dropFirst(own.count) }
    // The web view waits for an answer: what it asked for is not done meanwhile.
    Task { session.propose(target) }
  }

  /// A visit that a script asks for.
  func visitLater(_ url: String) {
    guard let session else { return }
    let target = WebAddress.scheme(of: url) == nil && !url.hasPrefix("/") ? "/" + url : url
    Task { session.propose(target) }
  }

  private func back() {
    guard let session else { return }
    if session.stack.isModal, session.stack.modal.count == 1 { session.dismissModal() } else { session.pop() }
  }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_CLOSE: hv_quit()
    // Alt with the left arrow, as in browsers (GDK's key values), and keys made for it.
    case HV_KEY where event.a == 0xFF51 && Int(event.b) & 8 != 0: back()
    case HV_KEY where event.a == 0x1008_FF26: back()
    case HV_KEY where event.a == 0xFFC2: session?.reload()
    case HV_FILES: filesChanged()
    default: break
    }
  }

  private func resized(_ width: Double, _ height: Double) {
    guard width >= 1, height >= 1, width != device.width || height != device.height else { return }
    device.width = width
    device.height = height
    // Not while GTK gives widgets their places.
    Task { layOutAgain() }
  }

  /// Token pages in another size, with what was entered and where they were; web views do that by themselves.
  private func layOutAgain() {
    for (index, entry) in screens.enumerated() {
      guard let token = entry.screen as? TokenScreen, let page = token.source else { continue }
      guard let again = makeToken(page, data: token.data) else { continue }
      again.restore(token.offset, token.offsets, entered: token.entered)
      let isShown = shown === token
      if isShown { shown = nil }
      token.end()
      screens[index].screen = again
      if isShown { show(again) }
      again.tracePlaces()
    }
  }

  // MARK: Watching

  /// Follows a folder that is built again.
  func watch() {
    guard let folder = releases.watchedFolder else { return }
    hv_monitor(folder, number)
  }

  private var isReloading = false
  private var reloadsAgain = false

  private func filesChanged() {
    guard !isReloading else {
      reloadsAgain = true
      return
    }
    isReloading = true
    Task {
      repeat {
        reloadsAgain = false
        if let opened = try? await releases.open(), opened.hash != release?.hash { await exchange(opened) }
      } while reloadsAgain
      isReloading = false
    }
  }

  /// Another release in place: the same screens, where they were.
  private func exchange(_ opened: OpenedRelease) async {
    guard let session else { return take(opened) }
    if let web = shown as? WebScreen {
      await withCheckedContinuation { continuation in
        let once = Once { continuation.resume() }
        web.askOffset { once.call() }
        Task {
          try? await Task.sleep(for: .milliseconds(100))
          once.call()
        }
      }
    }
    let urls = session.stack.entries.map(\.url)
    var place = Place(offset: shown?.offset ?? (0, 0))
    if let token = shown as? TokenScreen {
      (place.data, place.offsets, place.entered) = (token.data, token.offsets, token.entered)
    }
    take(opened, urls: urls, restoring: place)
    Trace.note("reloaded", [("version", .string("\(opened.manifest.version)"))])
  }

  /// Where a screen was, and what was entered on it.
  private struct Place {
    var offset: (x: Double, y: Double)
    var data: JSONValue?
    var offsets: [Int: (x: Double, y: Double)] = [:]
    var entered: [Int: TokenScreen.Entered] = [:]
  }

  private var restoring: Place?

  /// Something that is done once, whoever is first.
  @MainActor private final class Once {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    func call() {
      body?()
      body = nil
    }
  }

  // MARK: Web content

  private func answer(_ request: HVHandle, _ method: String, _ address: String, _ headers: String) {
    guard let content else { return hv_request_answer(request, 404, "", nil, 0) }
    var fields: [String: String] = [:]
    for line in headers.split(separator: "\n") {
      guard let colon = line.firstRange(of: ": ") else { continue }
      fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    let asked = WebRequest(method: method, url: address, headers: fields)
    Task {
      let answer = await Task.detached { content.response(to: asked) }.value
      let lines = answer.headers.map { "\($0.name): \($0.value)" }.filter { !$0.contains("\n") }
      hv_request_answer(request, Int32(answer.status), lines.joined(separator: "\n"), answer.body, answer.body.count)
    }
  }

  // MARK: What web views say

  func loaded(_ screen: WebScreen) {
    guard shown === screen else { return }
    session?.complete()
  }

  func failed(_ screen: WebScreen, status: Int, reason: String) {
    guard shown === screen else { return }
    session?.fail(status > 0 ? .http(status: status) : .network(reason: reason))
  }

  func received(_ text: String, from screen: WebScreen) {
    guard shown === screen, let message = BridgeMessage(json: text) else { return }
    Trace.note("message", [("name", .string(message.name))])
    session?.receive(message)
  }

  func titled(_ title: String, _ screen: WebScreen) { if shown === screen { setTitle(title) } }
}

// MARK: The session

extension AppWindow: SessionView, SessionDelegate {
  func load(_ visit: Visit) {
    guard let release, let content else { return }
    let identifier = visit.restorationIdentifier
    if visit.action == .restore, let known = screens.first(where: { $0.identifier == identifier })?.screen {
      screens.removeAll { $0.identifier == identifier }
      screens.append((identifier, known))
      show(known)
      Trace.note("restored", [("url", .string(visit.url))])
      session?.complete()
      (known as? TokenScreen)?.tracePlaces()
      return
    }
    guard let page = visit.page else {
      // The network's pages are shown in a web view, as the server's.
      guard ["http", "https"].contains(WebAddress.scheme(of: visit.url) ?? "") else { return }
      return present(WebScreen(visit.url, headers: visit.headers, window: self), identifier)
    }
    do {
      let opened = try release.openPage(page, for: device)
      let wanted = visit.action == .restore ? offsets[identifier] : restoring?.offset
      if opened.page.dialect == .token {
        guard let token = makeToken(page, data: restoring?.data ?? data) else { throw ClientError.noSuchEntry(page) }
        present(token, identifier)
        token.restore(wanted ?? (0, 0), restoring?.offsets ?? [:], entered: restoring?.entered ?? [:])
        session?.complete()
        token.tracePlaces()
        return
      }
      let address = content.url(for: visit) ?? content.origin + "/" + page
      let screen = WebScreen(address, headers: [:], window: self, wanted: wanted)
      present(screen, identifier)
      // The first screen is the page's upper end: a page that is restored further down waits for the web view.
      guard (wanted?.y ?? 0) == 0 else { return }
      let (device, contents) = (device, PictureStore.contents(of: release, page: page))
      Task { [weak screen] in
        let first = await Task.detached(priority: .userInitiated) {
          FirstScreen(of: opened, on: device, contents: contents)
        }.value
        if let first { screen?.show(first) } else { Trace.note("notPainted", [("page", .string(page))]) }
      }
    } catch {
      session?.fail(.pageMissing("\(visit.url): \(error)"))
    }
  }

  private func makeToken(_ page: String, data: JSONValue) -> TokenScreen? {
    guard let release, let content, let opened = try? release.openPage(page, for: device) else { return nil }
    let host = TokenScriptHost(self)
    guard
      let screen = try? TokenScreen(
        opened, of: release, for: device, data: data, window: window, content: content, host: host)
    else { return nil }
    screen.source = page
    return screen
  }

  private func present(_ screen: any Screen, _ identifier: String) {
    show(screen)
    keep(screen, identifier)
  }

  func evaluate(_ script: String) { shown?.evaluate(script) }

  func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision {
    guard proposal.page == nil, let scheme = WebAddress.scheme(of: proposal.url), scheme != "hybrid" else {
      return .visit
    }
    Trace.note("outside", [("address", .string(proposal.url))])
    if WebAddress.opensOutside(proposal.url) { hv_open_outside(proposal.url) }
    return .reject
  }

  func session(_ session: Session, didStart visit: Visit) {
    Trace.note(
      "visit",
      [
        ("url", .string(visit.url)), ("action", .string(visit.action.rawValue)),
        ("page", visit.page.map { .string($0) }),
      ])
  }

  func session(_ session: Session, didComplete visit: Visit) {
    Trace.note("completed", [("url", .string(visit.url))])
    setTitle(session.stack.top?.title ?? release?.manifest.name ?? "hybrid-view")
    guard !hasShown, let release else { return }
    hasShown = true
    releases.isHealthy(release)
    if releases.takesUpdates { Task { await update() } }
  }

  func session(_ session: Session, didFail visit: Visit, with error: VisitError) {
    Trace.note("visitFailed", [("url", .string(visit.url)), ("error", .string("\(error)"))])
    if case .script = error { return }
    // The first page of a release that was taken up a moment ago.
    if !hasShown, let release, error != .http(status: 401) { return goBack(from: release, because: "\(error)") }
    fail(
      "The page cannot be shown.\n\(error.text)",
      retry: { [weak self] in
        guard let session = self?.session else { return }
        if session.retry() == nil { session.reload() }
      })
  }

  func session(_ session: Session, didChange stack: NavigationStack) {
    hv_window_set_back(window, stack.isModal || stack.entries.count > 1)
  }

  private func update() async {
    do {
      guard let version = try await releases.update() else { return }
      Trace.note("installed", [("version", .string(version))])
      if updatesAtOnce { return activate() }
      notice("Version \(version) is ready.", action: "Reload") { [weak self] in self?.activate() }
    } catch {
      Trace.note("updateFailed", [("reason", .string("\(error)"))])
    }
  }

  private func activate() { if let next = releases.activate() { take(next) } }
}

extension VisitError {
  /// What readers see.
  var text: String {
    switch self {
    case .http(let status): "The server answered with status \(status)."
    case .network(let reason): reason
    case .pageMissing(let url): "\(url) is missing."
    case .updateRequired(let version): "The page needs version \(version) of the app."
    case .standardFormSubmission: "The form cannot be sent from here."
    case .script(let message): message
    }
  }
}
