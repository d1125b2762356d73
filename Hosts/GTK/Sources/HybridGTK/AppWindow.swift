import CSSValues
import Foundation
import GTKShims
import HostCore
import HybridClient
import HybridLayout
import HybridLiveLayout
import JSONValues
import Manifest
import PageFormat
import Text

/// The window: a release, whose screens are in one stack, or in one for each tab of its navigation rules.
@MainActor final class AppWindow: WidgetTarget {
  let window: HVHandle
  private let root: HVHandle
  private var number: UInt64 = 0
  private var rootNumber: UInt64 = 0
  private var resizing: Resizing?
  private let releases: Releases
  let data: JSONValue
  private var device: DeviceTraits
  private var startURL: String
  private let updatesAtOnce: Bool
  private let secondsBetweenUpdates: Double
  private(set) var release: OpenedRelease?
  private(set) var content: WebContent?
  /// What the release's texts were measured with; `nil` where it was built without.
  private(set) var measures: PackagedMeasures?
  /// Whether the measures were asked for already.
  private var hasAskedForMeasures = false
  /// Those of the release before the machine's.
  private(set) var fonts = FontSet(library: ReleaseFonts.library)
  private var tabs: [SiteTab] = []
  private var bar: TabBar?
  /// By tab, once it was chosen; one without tabs.
  private var stacks: [Int: ScreenStack] = [:]
  private var chosen = 0
  /// By tab that was not chosen yet in this release: what it showed in the release before.
  private var remembered: [Int: [ScreenStack.Place]] = [:]
  /// What is to be shown in the release that is being opened.
  private var opening: Place?
  /// The app around the window.
  weak var app: HybridApp?
  /// Cookies and credentials of all sessions.
  let cookies = SharedCookies()
  private var notes: MessageScreen?
  /// What the app around the window asks.
  private var questions: PageNotes?
  private var hasShown = false

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
    _ releases: Releases, device: DeviceTraits, url: String, data: JSONValue, isKiosk: Bool, updatesAtOnce: Bool,
    secondsBetweenUpdates: Double
  ) {
    self.releases = releases
    self.device = device
    self.data = data
    self.updatesAtOnce = updatesAtOnce
    self.secondsBetweenUpdates = max(1, secondsBetweenUpdates)
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
    questions = PageNotes(in: root) { [weak self] in self.flatMap { $0.stacks[$0.chosen]?.widget } }
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
      let screen = MessageScreen("The app cannot be opened.\n\(error)", action: "Try again") { [weak self] in
        self?.notes?.end()
        Task { await self?.start() }
      }
      notes?.end()
      notes = screen
      hv_box_insert(root, screen.widget, nil)
      // Nobody may be there to press the button: a kiosk that was started before its network tries by itself.
      guard releases.takesUpdates else { return }
      Task { [weak self] in
        guard let seconds = self?.secondsBetweenUpdates else { return }
        try? await Task.sleep(for: .seconds(seconds))
        guard let self, notes === screen else { return }
        await start()
      }
    }
  }

  // MARK: Releases

  /// Shows a release from its first page on, or with the screens that another one showed.
  private func take(_ release: OpenedRelease, in place: Place? = nil) {
    for stack in stacks.values { stack.end() }
    stacks = [:]
    notes?.end()
    notes = nil
    bar?.end()
    bar = nil
    hasShown = false
    isStranded = false
    retrying?.cancel()
    opening = place
    self.release = release
    content = WebContent(release, redirections: false)
    // Measures that cannot be read are like none: the system's text is as wide as it is.
    measures = try? release.packagedMeasures()
    hasAskedForMeasures = false
    let fonts = ReleaseFonts(of: release)
    fonts.useForDrawing()
    self.fonts = fonts.set
    Trace.note(
      "release",
      [
        ("version", .string("\(release.manifest.version)")),
        ("fallback", release.fallback.map { .string("\($0.reason)") }),
      ])
    do {
      let navigation = try release.navigation()
      tabs = navigation.tabs.count > 1 ? navigation.tabs : []
      makeBar()
      let first = tabs.firstIndex { navigation.isSame($0.url, startURL) } ?? 0
      let tab = place.map { tabs.indices.contains($0.tab) ? $0.tab : 0 } ?? first
      // Another release may lack pages of the one before.
      let places = (place?.screens ?? [:]).mapValues { screens in
        screens.filter { navigation.match($0.url) != nil || $0.url.contains("://") }
      }.filter { !$0.value.isEmpty }
      remembered = places.filter { tabs.indices.contains($0.key) && $0.key != tab }
      chosen = tab
      bar?.choose(tab)
      let stack = try makeStack(tab)
      let start = tab == first || tabs.isEmpty ? startURL : tabs[tab].url
      stack.start(places[tab] ?? [ScreenStack.Place(url: start)])
    } catch {
      repair(release, because: "\(error)")
    }
  }

  /// The release whose damage an update was to repair last.
  private var repaired: ContentHash?

  /// How long the release before waits for a damaged one to be fetched again.
  private static let repairTime = Duration.seconds(5)
  private var isRepairing = false

  /// A release that cannot be read may be damaged on this device: it is fetched again, once, before the one before takes its place. On a
  /// slow network that one is shown meanwhile, and a note where there is none.
  private func repair(_ release: OpenedRelease, because reason: String) {
    guard releases.takesUpdates, repaired != release.hash else { return goBack(from: release, because: reason) }
    repaired = release.hash
    Trace.note("damaged", [("version", .string("\(release.manifest.version)")), ("reason", .string(reason))])
    isRepairing = true
    let waiting = Task { [weak self] in
      try? await Task.sleep(for: Self.repairTime)
      if let self, !Task.isCancelled, self.release?.hash == release.hash { setAside(release, because: reason) }
    }
    Task {
      let found = try? await releases.update()
      waiting.cancel()
      isRepairing = false
      guard self.release?.hash == release.hash else {
        // Its files are here by now, and it is an update of what is shown meanwhile.
        guard let found, !found.isRepair else { return lookForUpdates() }
        return offer(found.version, found.sequence)
      }
      if found == nil { goBack(from: release, because: reason) } else { openAgain() }
    }
  }

  /// The release before is shown until a damaged one is here again.
  private func setAside(_ damaged: OpenedRelease, because reason: String) {
    Trace.note("setAside", [("version", .string("\(damaged.manifest.version)"))])
    guard let older = releases.older(thanDamaged: damaged, because: reason) else {
      return say("The page cannot be shown yet: it is being fetched again.\n\(reason)")
    }
    take(older, in: opening)
  }

  private func makeStack(_ tab: Int) throws(ClientError) -> ScreenStack {
    guard let release, let content else { throw ClientError.noSuchEntry("release") }
    let stack = try ScreenStack(release, content, window: self)
    stacks[tab] = stack
    placeStacks()
    hv_box_insert(root, stack.widget, nil)
    return stack
  }

  /// The release cannot be shown: the one before takes its place.
  private func goBack(from bad: OpenedRelease, because reason: String) {
    if takesBack(bad, because: reason) { return }
    strand()
    say("The page cannot be shown.\n\(reason)")
  }

  /// Says why nothing of the release is shown.
  private func say(_ text: String) {
    if let stack = stacks[chosen] { return stack.fail(text) { [weak self] in self?.openAgain() } }
    notice(text, action: "Try again") { [weak self] in self?.openAgain() }
  }

  /// Whether nothing of the release can be shown, and no older one is there: what comes next takes its place at once.
  private var isStranded = false

  /// What is published next may be shown, and so may this release when it was damaged: nobody may be there to ask for it.
  private func strand() {
    isStranded = true
    // Who looks already waits in between: what cannot be repaired is not tried without a pause.
    if looking == nil { lookForUpdates() }
  }

  private var retrying: Task<Void, Never>?

  /// A visit failed that says nothing of the release. Before anything is shown it is made again by itself, where that may help: a
  /// kiosk may be started before its server.
  func hasFailed(_ error: VisitError, retry: @escaping () -> Void) {
    guard !hasShown else { return }
    strand()
    retrying?.cancel()
    guard error.canRetry else { return }
    let seconds = min(secondsBetweenUpdates, 30)
    retrying = Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      if let self, !Task.isCancelled, !hasShown { retry() }
    }
  }

  /// The release that could not be shown last.
  private var refused: ContentHash?

  /// The release before takes the place of a bad one, with the screens that it showed.
  ///
  /// - Returns: whether there is one.
  private func takesBack(_ bad: OpenedRelease, because reason: String) -> Bool {
    refused = bad.hash
    Trace.note("badRelease", [("version", .string("\(bad.manifest.version)")), ("reason", .string(reason))])
    guard let older = releases.older(than: bad), older.hash != bad.hash else { return false }
    let place = opening
    // What calls this may be a visit that is under way.
    Task { take(older, in: place) }
    return true
  }

  /// Opens the release once more: nothing of it could be shown.
  func openAgain() { Task { await start() } }

  /// The first screen of the release is completed: it is healthy, unless one of its scripts had to be stopped.
  func hasCompleted(isHealthy: Bool) {
    guard !hasShown, let release else { return }
    hasShown = true
    isStranded = false
    retrying?.cancel()
    opening = nil
    if isHealthy { releases.isHealthy(release) }
    Trace.note("shown", [("isHealthy", .bool(isHealthy))])
    lookForUpdates()
  }

  private var looking: Task<Void, Never>?

  /// Looks for an update now, and then as often as the app wants: kiosks run for months.
  private func lookForUpdates() {
    guard releases.takesUpdates else { return }
    looking?.cancel()
    looking = Task { [weak self] in
      while let self, !Task.isCancelled {
        // What is being installed is finished, though a release that is shown meanwhile looks again by itself.
        await Task { await self.update() }.value
        let seconds = secondsBetweenUpdates
        try? await Task.sleep(for: .seconds(seconds))
      }
    }
  }

  /// A visit failed before any screen of the release was shown: the release is taken back.
  ///
  /// - Returns: whether it was.
  func takesBack(_ error: VisitError, of visit: Visit) -> Bool {
    guard !hasShown, let release, error.isOfRelease(visit) else { return false }
    // An address that was given may be mistyped.
    if case .pageMissing = error, startURL != "/" { return false }
    goBack(from: release, because: error.text)
    return true
  }

  /// The first screen can be shown, but not used: the release is taken back where there is another one.
  ///
  /// - Returns: whether it was.
  func takesBackUnhealthy(_ reason: String) -> Bool {
    guard !hasShown, let release else { return false }
    return takesBack(release, because: reason)
  }

  private var isUpdating = false
  /// The sequence of the release that a note offers, or that was taken up: several may have the same version.
  private var installedSequence: UInt64?

  private func update() async {
    guard !isUpdating, !isRepairing else { return }
    isUpdating = true
    defer { isUpdating = false }
    do {
      if let found = try await releases.update() { offer(found.version, found.sequence) }
    } catch {
      Trace.note("updateFailed", [("reason", .string("\(error)"))])
    }
  }

  /// Shows a release that was installed, or offers it.
  private func offer(_ version: String, _ sequence: UInt64) {
    guard isStranded || sequence != installedSequence else { return }
    installedSequence = sequence
    Trace.note("installed", [("version", .string(version))])
    // Where nothing of the release was new, it was repaired.
    if isStranded { return releases.activate().map { take($0) } ?? openAgain() }
    if updatesAtOnce { return activate() }
    notice("Version \(version) is ready.", action: "Reload") { [weak self] in self?.activate() }
  }

  /// A page without frames of the device: the measures that find them are fetched, once, and what is shown is laid out again.
  func fetchMeasures(for page: OpenedPage) {
    guard measures == nil, !hasAskedForMeasures, releases.takesUpdates, let release else { return }
    guard case .needsLayout(let reasons) = page.fit, PackagedLayout.isMended(reasons) else { return }
    hasAskedForMeasures = true
    Task {
      do {
        let fetched = try await releases.fetchMeasures(of: release)
        guard let fetched, self.release?.hash == release.hash else { return }
        measures = fetched
        Trace.note("measures")
        layOutAgain()
      } catch {
        Trace.note("measuresFailed", [("reason", .string("\(error)"))])
      }
    }
  }

  /// The release that was installed last, with the screens that are shown now.
  private func activate() {
    guard let next = releases.activate() else { return }
    Task { await exchange(next) }
  }

  // MARK: Tabs

  private func makeBar() {
    guard !tabs.isEmpty else { return }
    let bar = TabBar(tabs.map(\.title)) { [weak self] tab in self?.choose(tab) }
    self.bar = bar
    hv_box_insert(root, bar.widget, nil)
    placeStacks()
    let frame = bar.frame
    Trace.note(
      "tabs",
      [
        ("titles", .array(tabs.map { .string($0.title) })),
        ("frame", .array([frame.x, frame.y, frame.width, frame.height].map { .number($0) })),
      ])
  }

  /// Shows the screens of a tab, as they were left.
  private func choose(_ tab: Int) {
    guard tab != chosen, tabs.indices.contains(tab) else { return }
    stacks[chosen]?.disappear()
    chosen = tab
    Trace.note("tab", [("number", .integer(Int64(tab)))])
    if let known = stacks[tab] {
      known.appear()
    } else if let stack = try? makeStack(tab) {
      stack.start(remembered.removeValue(forKey: tab) ?? [ScreenStack.Place(url: tabs[tab].url)])
    }
    stackChanged()
  }

  /// The screens are above the bar.
  private func placeStacks() {
    guard let bar else { return }
    bar.place(below: device.width, device.height)
    for stack in stacks.values { hv_set_frame(stack.widget, 0, 0, device.width, device.height - TabBar.height) }
  }

  /// The size of the screens.
  var traits: DeviceTraits {
    var traits = device
    if bar != nil { traits.height = max(1, device.height - TabBar.height) }
    return traits
  }

  func isChosen(_ stack: ScreenStack) -> Bool { stacks[chosen] === stack }

  /// The stack that is seen has other screens.
  func stackChanged() {
    closeFinder()
    hv_window_set_back(window, stacks[chosen]?.canGoBack ?? false)
    showBar()
    titleChanged()
  }

  /// What the page that is seen says of the window's bar.
  private var pageBar: PageBar?

  /// Shows what the page that is seen says of the window's bar.
  func showBar() {
    let wanted = stacks[chosen]?.bar
    guard wanted !== pageBar else { return }
    pageBar?.leave()
    pageBar = wanted
    if let wanted { wanted.enter(window) } else { hv_window_set_bar_style(window, "") }
  }

  // MARK: Notes

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
    hv_box_insert(root, note.widget, stacks[chosen]?.widget)
    if stacks[chosen] != nil { note.place(in: traits.width, traits.height) }
  }

  /// Asks the reader something for the app; questions come one after the other.
  func ask(_ question: PageQuestion, then answer: @escaping (_ button: Int, _ text: String) -> Void) {
    questions?.ask(question, then: answer)
  }

  /// A screen has another title: the window has that of the screen that is seen.
  func titleChanged() {
    if let title = stacks[chosen]?.title { hv_window_set_title(window, String(title.prefix(1_000))) }
  }

  /// Calls a function of a script of the page that is seen.
  func answer(_ callback: JSONValue, with values: [JSONValue]) { stacks[chosen]?.answer(callback, with: values) }

  /// A visit that the app asks for.
  func visitLater(_ url: String) { stacks[chosen]?.proposeLater(url, from: "index.html") }

  // MARK: Finding and copying

  private var finder: FindBar?

  private func openFinder() {
    if let finder { return finder.focus() }
    let made = FindBar { [weak self] text, step in
      guard let self else { return nil }
      return stacks[chosen]?.find(text, step: step)
    }
    finder = made
    hv_box_insert(root, made.widget, stacks[chosen]?.widget)
    made.place(in: device.width)
    made.focus()
    Trace.note("finderOpened", [])
  }

  private func closeFinder() {
    guard let finder else { return }
    self.finder = nil
    finder.end()
    hv_unfocus(window)
  }

  /// Copies what is selected; fields and web views copy by themselves.
  private func copy() {
    guard let text = stacks[chosen]?.selectedText, !text.isEmpty else { return }
    hv_copy(text)
    Trace.note("copied", [("text", .string(text))])
  }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_CLOSE: hv_quit()
    // Alt with the left arrow, as in browsers (GDK's key values), and keys made for it.
    case HV_KEY where event.a == 0xFF51 && Int(event.b) & 8 != 0: stacks[chosen]?.back()
    case HV_KEY where event.a == 0x1008_FF26: stacks[chosen]?.back()
    case HV_KEY where event.a == 0xFFC2: stacks[chosen]?.session.reload()
    // Escape.
    case HV_KEY where event.a == 0xFF1B: escape()
    // F3, with Shift back; Control with F and C.
    case HV_KEY where event.a == 0xFFC0: finder?.step(Int(event.b) & 1 != 0 ? -1 : 1)
    case HV_KEY where event.a == 0x66 && Int(event.b) & 4 != 0: openFinder()
    case HV_KEY where event.a == 0x63 && Int(event.b) & 4 != 0: copy()
    // Control with plus, minus and 0: the size of texts, as in browsers.
    case HV_KEY where Int(event.b) & 4 != 0 && [0x2B, 0x3D, 0xFFAB].contains(event.a):
      scaleTexts(device.fontScale * 1.1)
    case HV_KEY where Int(event.b) & 4 != 0 && [0x2D, 0xFFAD].contains(event.a):
      scaleTexts(device.fontScale / 1.1)
    case HV_KEY where Int(event.b) & 4 != 0 && [0x30, 0xFFB0].contains(event.a): scaleTexts(1)
    // F8.
    case HV_KEY where event.a == 0xFFC5: hv_prefer_dark(device.colorScheme == .light)
    case HV_SCHEME: changeScheme(event.a != 0 ? .dark : .light)
    case HV_FILES: filesChanged()
    default: break
    }
  }

  /// Escape closes what is on top: the finder, a note, a sheet.
  private func escape() {
    if finder != nil { return closeFinder() }
    guard let stack = stacks[chosen] else { return }
    if let notes {
      notes.end()
      self.notes = nil
    } else if !stack.hideNote() {
      stack.dismissModal()
    }
  }

  // MARK: The device

  private func scaleTexts(_ scale: Double) {
    let scale = max(0.5, min(4, abs(scale - 1) < 0.01 ? 1 : scale))
    guard scale != device.fontScale else { return }
    device.fontScale = scale
    Trace.note("fontScale", [("scale", .number(scale))])
    layOutAgain()
  }

  private func changeScheme(_ scheme: ColorScheme) {
    guard scheme != device.colorScheme else { return }
    device.colorScheme = scheme
    Trace.note("scheme", [("scheme", .string(scheme == .dark ? "dark" : "light"))])
    layOutAgain()
  }

  private func layOutAgain() { for stack in stacks.values { stack.layOutAgain() } }

  private var isResizing = false
  /// Whether the window has been given a size.
  private var hasSize = false

  private func resized(_ width: Double, _ height: Double) {
    guard width >= 1, height >= 1 else { return }
    if !hasSize {
      hasSize = true
      // The size that was asked for is the page's: the window's bar and frame are beside it.
      if width != device.width || height != device.height {
        hv_window_enlarge(window, Int32(device.width - width), Int32(device.height - height))
      }
    }
    guard width != device.width || height != device.height else { return }
    device.width = width
    device.height = height
    guard !isResizing else { return }
    isResizing = true
    // Not while GTK gives widgets their places; a drag of many steps is laid out as fast as that goes.
    Task {
      isResizing = false
      let width = device.width
      placeStacks()
      finder?.place(in: width)
      if stacks[chosen] != nil { notes?.place(in: traits.width, traits.height) }
      layOutAgain()
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

  /// What the window shows, by tab.
  private struct Place {
    var tab: Int
    var screens: [Int: [ScreenStack.Place]]
  }

  /// Another release in place: the same screens, where they were.
  private func exchange(_ opened: OpenedRelease) async {
    guard hasShown, let stack = stacks[chosen] else { return take(opened, in: opening) }
    await stack.askOffset()
    // Where no screen could be shown it begins again.
    let screens = remembered.merging(stacks.mapValues(\.places)) { $1 }.filter { !$0.value.isEmpty }
    refused = nil
    take(opened, in: Place(tab: chosen, screens: screens))
    guard refused != opened.hash else { return }
    Trace.note("reloaded", [("version", .string("\(opened.manifest.version)"))])
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

  private func stack(of screen: WebScreen) -> ScreenStack? { stacks.values.first { $0.shows(screen) } }

  /// A screen leads on: in its own tab, which may be another one than that which is seen.
  func follow(_ link: String, from address: String, of screen: WebScreen) {
    stacks.values.first { $0.has(screen) }?.follow(link, from: address)
  }

  func loaded(_ screen: WebScreen) { stack(of: screen)?.session.complete() }

  func failed(_ screen: WebScreen, status: Int, reason: String) {
    stack(of: screen)?.session.fail(status > 0 ? .http(status: status) : .network(reason: reason))
  }

  /// A form that a reader sends with another method than `GET`, on a page without the bridge, which would say so itself.
  func refuseForm(to action: String, of screen: WebScreen) {
    stack(of: screen)?.session.receive(BridgeMessage(name: "formSubmitted", data: ["action": .string(action)]))
  }

  func received(_ text: String, from screen: WebScreen) {
    guard let session = stack(of: screen)?.session, let message = BridgeMessage(json: text) else { return }
    Trace.note("message", [("name", .string(message.name))])
    session.receive(message)
  }
}
