import Foundation
import GTKShims
import HostCore
import HybridClient
import Manifest

/// A Web page: its first screen as it was painted, then WebKitGTK's view over it.
@MainActor final class WebScreen: Screen, WidgetTarget {
  private(set) var widget: HVHandle
  /// The web view, once WebKitGTK is loaded.
  private var web: HVHandle?
  private let cover: HVHandle
  private var number: UInt64 = 0
  private var coverNumber: UInt64 = 0
  private var coverTarget: Cover?
  private var first: FirstScreen?
  /// The page of the release that is painted; `nil` where none is to be.
  var source: String?
  /// Whether a first screen is being painted, and whether that one is outdated by then.
  var isPainting = false, isOutdated = false
  /// Where it is: the address that was asked for, or the one of the same server that this leads on to.
  private(set) var address: String
  private weak var window: AppWindow?
  private var isLoaded = false
  /// What a reader did on the painted screen: it is done again in the web view.
  private var queued = QueuedActions()
  /// Whether web views take the place of painted screens.
  static var handsOver = true
  private(set) var offset = (x: 0.0, y: 0.0)
  private(set) var ownTitle: String?
  private var wanted: (x: Double, y: Double)?

  /// The painted screen above the web view.
  private final class Cover: WidgetTarget {
    unowned let screen: WebScreen
    init(_ screen: WebScreen) { self.screen = screen }
    func handle(_ event: WidgetEvent) { screen.handleCover(event) }
    func draw(_ cairo: HVHandle, width: Double, height: Double) { screen.drawCover(cairo) }
  }

  /// - Parameters:
  ///   - address: what the web view loads.
  ///   - headers: of the request, for pages of the network.
  ///   - wanted: how far to scroll once it is loaded.
  init(_ address: String, headers: [String: String], window: AppWindow, wanted: (x: Double, y: Double)? = nil) {
    self.address = address
    self.window = window
    self.wanted = wanted
    // It may be left before it was asked.
    if let wanted { offset = wanted }
    let (number, coverNumber) = (Toolkit.reserve(), Toolkit.reserve())
    widget = hv_box_new(0, HV_ROLE_GENERIC, false)
    cover = hv_box_new(coverNumber, HV_ROLE_GENERIC, false)
    self.number = number
    self.coverNumber = coverNumber
    let target = Cover(self)
    coverTarget = target
    Toolkit.put(self, number)
    Toolkit.put(target, coverNumber)
    hv_box_insert(widget, cover, nil)
    hv_box_listen(cover)
    hv_box_listen_to_keys(cover)
    let fields = headers.map { "\($0.key): \($0.value)" }.filter { !$0.contains("\n") && !$0.contains("\r") }
    let lines = fields.joined(separator: "\n")
    if hv_web_is_ready() {
      load(lines)
    } else {
      // The first Web page of the program: it is painted while the library is read.
      Task { [weak self] in
        await Task.detached { hv_web_prepare() }.value
        if let self, !hasEnded { load(lines) }
      }
    }
  }

  private func load(_ headers: String) {
    let made: HVHandle = hv_web_new(number, true, false)
    web = made
    scaleTexts(window?.traits.fontScale ?? 1)
    hv_box_insert(widget, made, nil)
    hv_web_load(made, address, headers)
  }

  /// The size of texts that readers want: pages count in `rem` from it, as they are painted.
  func scaleTexts(_ scale: Double) { if let web { hv_web_scale_texts(web, scale) } }

  /// Whether a painted screen is still to be seen, or will be.
  var isPainted: Bool { source != nil && !isLoaded && !hasEnded }

  /// Shows the painted screen, unless the web view was faster.
  func show(_ first: FirstScreen) {
    guard !isLoaded else { return }
    self.first = first
    hv_redraw(cover)
    Trace.note("painted", [("address", .string(address))])
  }

  func appear() {}
  func disappear() { askOffset {} }

  func end() {
    hasEnded = true
    Toolkit.forget(number)
    Toolkit.forget(coverNumber)
    hv_remove(widget)
    if let web { hv_release(web) }
    hv_release(cover)
    hv_release(widget)
  }

  func evaluate(_ script: String) { if let web { hv_web_run(web, script) } }

  func find(_ text: String, step: Int) -> (count: Int, current: Int?)? {
    if let web { hv_web_find(web, text, Int32(step)) }
    return nil
  }

  // MARK: Where it is scrolled

  private var answers: [Double: () -> Void] = [:]
  private var question = 0.0

  /// Asks the page how far it is scrolled.
  func askOffset(_ then: @escaping () -> Void) {
    guard let web else { return then() }
    question += 1
    answers[question] = then
    hv_web_ask(web, "window.scrollX + ' ' + window.scrollY", question)
  }

  private func take(_ event: WidgetEvent) {
    let numbers = event.text.split(separator: " ").compactMap { Double($0) }
    if numbers.count == 2, numbers.allSatisfy(\.isFinite) { offset = (numbers[0], numbers[1]) }
    answers.removeValue(forKey: event.a)?()
  }

  // MARK: The painted screen

  private func drawCover(_ cairo: HVHandle) {
    guard let first else { return }
    hv_picture_draw(
      cairo, first.picture.surface, 0, 0, Double(first.picture.width) / first.scale,
      Double(first.picture.height) / first.scale)
  }

  private func handleCover(_ event: WidgetEvent) {
    switch event.kind {
    case HV_TAP:
      if let link = first?.link(atX: event.a, y: event.b), !link.hasPrefix("#"), let window {
        Trace.note("paintedLink", [("link", .string(link))])
        window.follow(link, from: address, of: self)
      } else {
        // Keys that follow are for what was tapped.
        hv_focus(isLoaded ? web ?? cover : cover)
        queue { $0.tap(x: event.a, y: event.b) }
      }
    case HV_SCROLL: queue { $0.scroll(dx: event.a * 60, dy: event.b * 60) }
    case HV_KEY where !event.text.isEmpty: queue { $0.type(event.text) }
    // Backspace, Return and the Enter keys (GDK's key values).
    case HV_KEY where event.a == 0xFF08: queue { $0.backspace() }
    case HV_KEY where [0xFF0D, 0xFF8D, 0xFE34].contains(event.a): queue { $0.enter() }
    default: break
    }
  }

  /// Does in the web view what a reader did above it: at once when it has the page, otherwise then.
  private func queue(_ add: (inout QueuedActions) -> Void) {
    add(&queued)
    if isLoaded { doQueued() }
  }

  private func doQueued() { for script in queued.take() { evaluate(script) } }

  /// The web view has the page: the painted screen goes once it is drawn.
  private func handOver() {
    guard !isLoaded, Self.handsOver else { return }
    isLoaded = true
    if let wanted { evaluate("window.scrollTo(\(wanted.x),\(wanted.y))") }
    // From here on keys are the web view's, behind those that were queued.
    if let web, hv_has_focus(cover) { hv_focus(web) }
    doQueued()
    Task { [weak self] in
      // Two frames: what was loaded is drawn by then. A press that began on the painted screen also ends on it.
      repeat { try? await Task.sleep(for: .milliseconds(50)) } while self?.isPressed == true
      guard let self, !hasEnded else { return }
      hv_set_visible(cover, false)
      first = nil
      Trace.note("handedOver", [("address", .string(address))])
    }
  }

  private var isPressed: Bool { !hasEnded && hv_box_is_pressed(cover) }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_LOADED:
      // Also sent for a load that failed: its error came before.
      guard !hasFailed else { return }
      handOver()
      window?.loaded(self)
    case HV_LOAD_FAILED:
      hasFailed = true
      window?.failed(self, status: Int(event.a), reason: event.text)
    case HV_CRASHED:
      hasFailed = true
      window?.failed(self, status: 0, reason: "the web view's process ended")
    case HV_MESSAGE: window?.received(event.text, from: self)
    case HV_TITLE:
      ownTitle = event.text
      window?.titleChanged()
    case HV_ANSWER: take(event)
    default: break
    }
  }

  private var hasFailed = false
  /// Whether the widgets are gone.
  private var hasEnded = false

  func allows(_ target: String, _ navigation: HVNavigation) -> Bool {
    if navigation == HV_LOADS_FRAME { return WebAddress.isWeb(target) }
    if navigation == HV_SENDS_FORM {
      window?.refuseForm(to: target, of: self)
      return false
    }
    if navigation == HV_GOES || navigation == HV_ANSWERS {
      // The load itself, or another place in the same page.
      if !isLoaded, Self.withoutFragment(target) == Self.withoutFragment(address) { return true }
      if target.contains("#"), Self.withoutFragment(target) == Self.withoutFragment(address) { return true }
      // A small page of the release's own leads on where it has moved.
      if !isLoaded, WebAddress.scheme(of: target) == "hybrid" { return true }
      // A server says where its page is now.
      if navigation == HV_ANSWERS, !isLoaded, WebAddress.areOfOneServer(address, target) {
        address = target
        return true
      }
    }
    window?.follow(target, from: address, of: self)
    return false
  }

  private static func withoutFragment(_ address: String) -> Substring { address.prefix { $0 != "#" } }
}
