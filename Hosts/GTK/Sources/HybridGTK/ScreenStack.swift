import Foundation
import GTKShims
import HostCore
import HybridClient
import JSONValues
import PageFormat

/// The screens of a session, of which the top one is seen, and above them the screens of its modal.
@MainActor final class ScreenStack: SessionView, SessionDelegate {
  let session: Session
  /// What all of its screens are in.
  let widget: HVHandle
  private let release: OpenedRelease
  private let content: WebContent
  private unowned let window: AppWindow
  /// Screens that can be gone back to, by restoration identifier, the one seen last at the end.
  private var screens: [(identifier: String, screen: any Screen)] = []
  private var offsets: [String: (x: Double, y: Double)] = [:]
  /// The screen on top of the main stack, and the one on top of the modal.
  private var below: (any Screen)?
  private var above: (any Screen)?
  private var sheet: ModalSheet?
  /// What the modal has shown: it goes with the modal.
  private var modalIdentifiers: Set<String> = []
  private static let mostScreens = 6
  private static let mostOffsets = 200
  /// What Token pages were like that are not among ``screens`` any more, by restoration identifier.
  private var states: [String: HostPageState] = [:]
  private static let mostStates = 50

  /// A screen as it is taken along to another release: where it was, and what was entered on it.
  struct Place {
    var url: String
    var offset = (x: 0.0, y: 0.0)
    var state: HostPageState?
  }

  private var restoring: Place?
  /// Screens of another size than the window's: they are laid out once they are seen.
  private var outdated: Set<String> = []
  /// Why the visit before could not be shown, which the session does not count among its screens.
  private var failure: (identifier: String, screen: MessageScreen)?

  /// - Throws: `ClientError` where the release's routes cannot be read.
  init(_ release: OpenedRelease, _ content: WebContent, window: AppWindow) throws(ClientError) {
    var navigation = try release.navigation()
    // No system hands deep links over: an address of the web that is opened at the start is the server's.
    navigation.takesDeepLinks = false
    session = Session(navigation: navigation, cookies: window.cookies)
    self.release = release
    self.content = content
    self.window = window
    widget = hv_box_new(0, HV_ROLE_GENERIC, false)
    hv_set_clips(widget, true)
    session.view = self
    session.delegate = self
  }

  /// Shows screens, the last one on top, as they were.
  func start(_ places: [Place]) {
    for (index, place) in places.enumerated() {
      restoring = place
      if index + 1 < places.count {
        // The keyboard is the top screen's.
        restoring?.state?.focused = nil
      }
      session.visit(place.url)
    }
    restoring = nil
  }

  func end() {
    sheet?.end()
    sheet = nil
    for entry in screens { entry.screen.end() }
    screens = []
    (below, above) = (nil, nil)
    hv_remove(widget)
    hv_release(widget)
  }

  // MARK: What is seen

  /// The screens, the last one on top.
  private var entries: [NavigationStack.Entry] { session.stack.entries + session.stack.modal }
  var canGoBack: Bool { behindFailure != nil || session.stack.isModal || session.stack.entries.count > 1 }
  var title: String? { shown?.ownTitle ?? session.stack.top?.title ?? release.manifest.name }
  /// What the page that is seen says of the window's bar.
  var bar: PageBar? { shown?.bar }
  private var shown: (any Screen)? { sheet == nil ? below : above ?? below }

  /// Whether a screen is one of these, on top or not.
  func has(_ screen: any Screen) -> Bool { screens.contains { $0.screen === screen } }

  /// Takes away the note of the screen that is seen.
  ///
  /// - Returns: whether there was one.
  func hideNote() -> Bool { (shown as? TokenScreen)?.notes.hide() ?? false }

  /// Whether a screen is on top.
  func shows(_ screen: WebScreen) -> Bool { shown === screen }

  /// Its tab is chosen.
  func appear() {
    hv_set_visible(widget, true)
    layOutSeen()
    shown?.appear()
  }

  /// Another tab is chosen.
  func disappear() {
    shown?.disappear()
    hv_set_visible(widget, false)
  }

  private func isInModal(_ identifier: String) -> Bool {
    session.stack.modal.contains { $0.restorationIdentifier == identifier }
  }

  /// The size that a screen has.
  private func traits(_ identifier: String) -> DeviceTraits {
    var traits = window.traits
    if let sheet, isInModal(identifier) {
      traits.width = sheet.place.frame.width
      traits.height = sheet.place.frame.height
    }
    return traits
  }

  private func show(_ screen: any Screen, _ identifier: String) {
    let isModal = isInModal(identifier)
    let known = isModal ? above : below
    if let failure, failure.screen !== screen { self.failure = nil }
    hv_box_insert(isModal ? sheet?.content ?? widget : widget, screen.widget, nil)
    hv_set_visible(screen.widget, true)
    if isModal {
      modalIdentifiers.insert(identifier)
      above = screen
    } else {
      below = screen
    }
    if known !== screen {
      // Screens of another tab appear with it.
      let isSeen = window.isChosen(self)
      if let known {
        if isSeen { known.disappear() }
        hv_set_visible(known.widget, false)
      }
      if isSeen { screen.appear() }
    }
    if window.isChosen(self) { window.stackChanged() }
  }

  private func keep(_ screen: any Screen, _ identifier: String) {
    forget(identifier, except: screen)
    screens.append((identifier, screen))
    while screens.count > Self.mostScreens {
      // What is seen below a modal stays.
      guard let index = screens.firstIndex(where: { $0.screen !== below && $0.screen !== above }) else { return }
      let old = screens.remove(at: index)
      if offsets.count > Self.mostOffsets { offsets = [:] }
      offsets[old.identifier] = old.screen.offset
      if let token = old.screen as? TokenScreen { keep(token.state, old.identifier) }
      old.screen.end()
    }
  }

  /// Keeps what a page was like that can be gone back to: the page is made again then.
  private func keep(_ state: HostPageState, _ identifier: String) {
    let known = entries.map(\.restorationIdentifier)
    states = states.filter { known.contains($0.key) }
    // The lowest screens are gone back to last.
    if states.count >= Self.mostStates, let lowest = known.first(where: { states[$0] != nil }) { states[lowest] = nil }
    var state = state
    state.focused = nil
    states[identifier] = state
  }

  private func forget(_ identifier: String, except kept: (any Screen)? = nil) {
    guard let index = screens.firstIndex(where: { $0.identifier == identifier && $0.screen !== kept }) else { return }
    let old = screens.remove(at: index).screen
    if below === old { below = nil }
    if above === old { above = nil }
    old.end()
  }

  private func present(_ screen: any Screen, _ identifier: String) {
    show(screen, identifier)
    keep(screen, identifier)
  }

  /// Says in place of the screen why it cannot be shown.
  func fail(_ text: String, retry: @escaping () -> Void) {
    let screen = MessageScreen(text, action: "Try again", onAction: retry)
    let identifier = session.currentVisit?.restorationIdentifier ?? "message"
    present(screen, identifier)
    failure = (identifier, screen)
    if window.isChosen(self) { window.stackChanged() }
  }

  /// The screen that a message of a failed visit is in front of, and its identifier.
  private var behindFailure: (identifier: String, screen: any Screen)? {
    guard let failure, let top = session.stack.top, top.restorationIdentifier != failure.identifier else { return nil }
    return screens.first { $0.identifier == top.restorationIdentifier }
  }

  // MARK: The modal

  func session(_ session: Session, didChange stack: NavigationStack) {
    if stack.isModal, sheet == nil, let first = stack.modal.first {
      openSheet(session.navigation.properties(for: first.url))
    } else if !stack.isModal, sheet != nil {
      closeSheet()
    }
    if window.isChosen(self) { window.stackChanged() }
  }

  private func openSheet(_ properties: NavigationProperties) {
    let sheet = ModalSheet(style: properties.modalStyle, title: properties.title, on: window.traits) { [weak self] in
      if properties.isModalDismissGestureEnabled { self?.session.dismissModal() }
    }
    self.sheet = sheet
    hv_box_insert(widget, sheet.widget, below?.widget)
    if let below { hv_set_reachable(below.widget, false) }
    hv_unfocus(window.window)
    let frame = sheet.place.frame
    Trace.note(
      "modal",
      [
        ("style", properties.modalStyle.map { .string($0) }),
        ("frame", .array([frame.x, frame.y, frame.width, frame.height].map { .number($0) })),
      ])
  }

  private func closeSheet() {
    above?.disappear()
    for identifier in modalIdentifiers { forget(identifier) }
    modalIdentifiers = []
    above = nil
    sheet?.end()
    sheet = nil
    if let below { hv_set_reachable(below.widget, true) }
    Trace.note("modalClosed")
  }

  /// The reader wants to be rid of the modal.
  func dismissModal() { sheet?.dismiss() }

  func back() {
    if let failure, let behind = behindFailure {
      show(behind.screen, behind.identifier)
      forget(failure.identifier)
      layOutSeen()
      Trace.note("leftFailure", [("url", session.stack.top.map { .string($0.url) })])
      return
    }
    if session.stack.isModal, session.stack.modal.count == 1 { session.dismissModal() } else { session.pop() }
  }

  // MARK: Other sizes

  /// Token pages in another size, with what was entered and where they were; web views do that by themselves.
  func layOutAgain() {
    sheet?.place(on: window.traits)
    outdated = Set(screens.map(\.identifier))
    for entry in screens { (entry.screen as? WebScreen)?.scaleTexts(window.traits.fontScale) }
    layOutSeen()
  }

  /// Lays out what is seen and has another size than the window.
  private func layOutSeen() {
    guard window.isChosen(self) else { return }
    for (index, entry) in screens.enumerated() where below === entry.screen || above === entry.screen {
      guard outdated.remove(entry.identifier) != nil else { continue }
      if let token = entry.screen as? TokenScreen { fit(token, index, entry.identifier) }
      if let web = entry.screen as? WebScreen { paintAgain(web, entry.identifier) }
    }
  }

  /// A page that cannot go on in the new size is made again.
  private func fit(_ token: TokenScreen, _ index: Int, _ identifier: String) {
    let device = traits(identifier)
    guard let page = token.source, let opened = try? release.openPage(page, for: device) else { return }
    guard !token.resize(to: opened, for: device, measures: window.measures) else { return token.tracePlaces() }
    // Before the keyboard leaves the page.
    let state = token.state
    guard let again = makeToken(page, data: state.data, device) else { return }
    Trace.note("madeAgain", [("page", .string(page))])
    if below === token { below = nil }
    if above === token { above = nil }
    token.end()
    screens[index].screen = again
    show(again, identifier)
    again.restore(state)
    again.tracePlaces()
  }

  /// Where the screens are.
  var places: [Place] {
    entries.map { entry in
      let identifier = entry.restorationIdentifier
      let screen = screens.first { $0.identifier == identifier }?.screen
      return Place(
        url: entry.url, offset: screen?.offset ?? offsets[identifier] ?? (0, 0),
        state: (screen as? TokenScreen)?.state ?? states[identifier])
    }
  }

  /// Asks the web view on top how far it is scrolled, unless it does not answer; others said so when they were left.
  func askOffset() async {
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
  }

  /// Something that is done once, whoever is first.
  @MainActor private final class Once {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    func call() {
      body?()
      body = nil
    }
  }

  // MARK: Going on

  /// A visit that a script of a page asks for; it may be about to end itself.
  func proposeLater(_ url: String, from page: String) {
    guard let target = PageAddress.visit(to: url, from: page) else { return }
    Task { session.propose(target) }
  }

  /// Follows a link of a page: a visit of the session, or another program's address.
  func follow(_ link: String, from address: String) {
    var target = link
    if WebAddress.scheme(of: link) == nil, let base = URL(string: address),
      let url = URL(string: link, relativeTo: base)
    {
      target = url.absoluteString
    }
    let own = content.origin + "/"
    if target.hasPrefix(own) { target = "/" + target.dropFirst(own.count) }
    // The web view waits for an answer: what it asked for is not done meanwhile.
    Task {
      following = address
      session.propose(target)
      following = nil
    }
  }

  /// The address of the page whose link is followed just now.
  private var following: String?

  // MARK: The session

  func load(_ visit: Visit) {
    let identifier = visit.restorationIdentifier
    if visit.action == .restore, let known = screens.first(where: { $0.identifier == identifier })?.screen {
      screens.removeAll { $0.identifier == identifier }
      screens.append((identifier, known))
      show(known, identifier)
      layOutSeen()
      Trace.note("restored", [("url", .string(visit.url))])
      session.complete()
      (shown as? TokenScreen)?.tracePlaces()
      return
    }
    guard let page = visit.page else {
      // The network's pages are shown in a web view, as the server's.
      guard ["http", "https"].contains(WebAddress.scheme(of: visit.url) ?? "") else { return }
      return present(WebScreen(visit.url, headers: visit.headers, window: window), identifier)
    }
    let device = traits(identifier)
    do {
      let opened = try release.openPage(page, for: device)
      window.fetchMeasures(for: opened)
      let wanted = visit.action == .restore ? offsets[identifier] : restoring?.offset
      if opened.page.dialect == .token {
        let state = visit.action == .restore ? states.removeValue(forKey: identifier) : restoring?.state
        guard let token = makeToken(page, data: state?.data ?? window.data, device) else {
          throw ClientError.noSuchEntry(page)
        }
        if token.hasStoppedScripts, window.takesBackUnhealthy("A script of \(visit.url) does not end.") {
          return token.end()
        }
        present(token, identifier)
        if let state { token.restore(state) } else { token.scroll(to: wanted ?? (0, 0)) }
        session.complete()
        token.tracePlaces()
        return
      }
      let address = content.url(for: visit) ?? content.origin + "/" + page
      let screen = WebScreen(address, headers: [:], window: window, wanted: wanted)
      present(screen, identifier)
      // The first screen is the page's upper end: a page that is restored further down waits for the web view.
      guard (wanted?.y ?? 0) == 0 else { return }
      screen.source = page
      paint(screen, opened, identifier)
    } catch {
      session.fail(.network(reason: "\(visit.url): \(error)"))
    }
  }

  /// Paints a Web page's first screen: at first, and again where the window, its texts or its colors change before the web view has it.
  private func paint(_ screen: WebScreen, _ opened: OpenedPage, _ identifier: String) {
    guard !screen.isPainting else {
      screen.isOutdated = true
      return
    }
    screen.isPainting = true
    let page = opened.page.source
    let contents = PictureStore.contents(of: release, page: page)
    let (release, fonts, measures, device) = (release, window.fonts, window.measures, traits(identifier))
    Task { [weak self, weak screen] in
      let first = await Task.detached(priority: .userInitiated) {
        FirstScreen(of: opened, in: release, on: device, fonts: fonts, measures: measures, contents: contents)
      }.value
      guard let screen else { return }
      if let first { screen.show(first) } else { Trace.note("notPainted", [("page", .string(page))]) }
      screen.isPainting = false
      guard screen.isOutdated else { return }
      screen.isOutdated = false
      self?.paintAgain(screen, identifier)
    }
  }

  private func paintAgain(_ screen: WebScreen, _ identifier: String) {
    guard screen.isPainted, let page = screen.source else { return }
    guard let opened = try? release.openPage(page, for: traits(identifier)) else { return }
    window.fetchMeasures(for: opened)
    paint(screen, opened, identifier)
  }

  private func makeToken(_ page: String, data: JSONValue, _ device: DeviceTraits) -> TokenScreen? {
    guard let opened = try? release.openPage(page, for: device) else { return nil }
    let host = TokenScriptHost(window, self)
    guard
      let screen = try? TokenScreen(
        opened, of: release, for: device, fonts: window.fonts, measures: window.measures, data: data,
        window: window.window, content: content, host: host)
    else { return nil }
    screen.source = page
    return screen
  }

  func evaluate(_ script: String) { shown?.evaluate(script) }

  /// Calls a function of a script of the page that is seen.
  func answer(_ callback: JSONValue, with values: [JSONValue]) {
    (shown as? TokenScreen)?.answer(callback: callback, with: values)
  }

  func find(_ text: String, step: Int) -> (count: Int, current: Int?)? { shown?.find(text, step: step) }
  var selectedText: String { shown?.selectedText ?? "" }

  /// What a link leads to: the release's pages, and from a page of the network the others of its server, are shown here.
  func session(_ session: Session, decides proposal: VisitProposal) -> Session.Decision {
    guard proposal.page == nil || session.navigation.matchLink(proposal.url) == nil,
      let scheme = WebAddress.scheme(of: proposal.url), scheme != "hybrid"
    else { return .visit }
    // Where the app names no hosts, a path that is one of its own would be visited instead of the server's.
    if proposal.page == nil, let from = following ?? (shown as? WebScreen)?.address,
      WebAddress.areOfOneServer(from, proposal.url)
    {
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
    if window.isChosen(self) { window.stackChanged() }
    window.hasCompleted(isHealthy: (shown as? TokenScreen)?.hasStoppedScripts != true)
  }

  func sessionNeedsSignIn(_ session: Session, for visit: Visit) {
    Trace.note("signIn", [("url", .string(visit.url))])
    guard let ask = window.app?.onSignIn else { return session.cancelSignIn() }
    ask(visit.url) { [weak session] isSignedIn in
      if isSignedIn { session?.resumeAfterSignIn() } else { session?.cancelSignIn() }
    }
  }

  func session(_ session: Session, didFail visit: Visit, with error: VisitError) {
    Trace.note("visitFailed", [("url", .string(visit.url)), ("error", .string("\(error)"))])
    if case .script = error { return }
    // The first page of a release that was taken up a moment ago.
    guard !window.takesBack(error, of: visit) else { return }
    if case .standardFormSubmission = error { return window.notice(error.text) }
    let retry: () -> Void = { [weak session, unowned window] in
      if let session, session.retry() == nil, session.reload() == nil { window.openAgain() }
    }
    fail("The page cannot be shown.\n\(error.text)", retry: retry)
    window.hasFailed(error, retry: retry)
  }
}

extension VisitError {
  /// What readers see.
  var text: String {
    // An app around the host may sign in.
    if case .http(401) = self { return "The server wants to know who is there." }
    return readerText
  }
}
