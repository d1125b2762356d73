import GTKShims
import HostCore
import HybridClient
import HybridLayout
import HybridLiveLayout
import HybridScript
import JSONValues
import Layout
import Manifest
import PageFormat
import Painting
import Text

/// A Token page: a `HostPage` whose views are GTK's, with its scripts.
@MainActor final class TokenScreen: Screen, WidgetTarget {
  /// The page, and above it the notes of its scripts.
  private(set) var widget: HVHandle
  /// What hears of fingers.
  private let surface: HVHandle
  private let scroller: HVHandle
  private let content: HVHandle
  private let page: HostPage<GTKAdapter>
  private let adapter: GTKAdapter
  private let scripts: ScriptedPage
  private let host: TokenScriptHost
  private let web: WebContent
  private let fonts: FontSet
  /// `nil` where the page has the frames of the package only.
  private let layout: DeviceLayout?
  private var number: UInt64 = 0
  private var pageNumber: UInt64 = 0
  /// The page's path in the site.
  var source: String?

  private var tree: HostTree<GTKAdapter> { page.tree }
  private var live: LivePage { page.live }

  /// - Throws: `LivePageError` for what is not a Token page.
  init(
    _ opened: OpenedPage, of release: OpenedRelease, for device: DeviceTraits, fonts: FontSet,
    measures: PackagedMeasures?, data: JSONValue, window: HVHandle, content web: WebContent, host: TokenScriptHost
  ) throws(LivePageError) {
    self.host = host
    self.web = web
    self.fonts = fonts
    let (number, pageNumber) = (Toolkit.reserve(), Toolkit.reserve())
    let around: HVHandle = hv_box_new(0, HV_ROLE_GENERIC, false)
    let surface: HVHandle = hv_box_new(number, HV_ROLE_GENERIC, false)
    hv_box_insert(around, surface, nil)
    widget = around
    self.surface = surface
    notes = PageNotes(in: around) { surface }
    content = hv_box_new(0, HV_ROLE_GENERIC, false)
    scroller = hv_scroller_new(pageNumber, content)
    adapter = GTKAdapter(
      page: content, scroller: scroller, window: window, pictures: PictureStore(release, page: opened.page.source),
      fonts: fonts)
    layout = try? DeviceLayout(
      opened, for: device, measuredBy: Self.measurer(of: opened, on: device, fonts: fonts, measures: measures))
    page = try HostPage(opened, data: data, adapter: adapter, layout: layout)
    scripts = ScriptedPage(page.live, host: host) { path in try? release.contents(of: path) }
    self.number = number
    self.pageNumber = pageNumber
    Toolkit.put(self, number)
    pageScroll = PageScroll { [weak self] x, y in self?.page.scrolled(nil, x: x, y: y) }
    Toolkit.put(pageScroll, pageNumber)
    adapter.screen = self
    hv_box_insert(surface, scroller, nil)
    hv_box_listen(surface)
    hv_box_listen_to_drags(surface)
    hv_box_order_focus(surface)
    tree.setScreen(width: device.width, height: device.height)
    host.screen = self
    tree.reducesMotion = hv_reduces_motion()
    tree.onMotion = { [weak self] in self.map { hv_frames_begin($0.surface, $0.number) } }
    tree.onChange = { [weak self] in self?.updateBar() }
    scripts.start()
    showBar()
  }

  // MARK: What scripts show

  /// Questions and notes of the page's scripts, which are seen while the page is.
  let notes: PageNotes
  var ownTitle: String? { didSet { host.window?.titleChanged() } }
  /// The page's path in the site.
  var path: String { live.page.page.source }

  func showNote(_ text: String) { notes.show(text, in: tree.screen.width, tree.screen.height) }

  // MARK: The window's bar

  private(set) var bar: PageBar?
  private var isBarOutdated = false

  /// What a press changes may be what was pressed: the bar is made again once that is over.
  private func updateBar() {
    guard !isBarOutdated, page.navigationBar != bar?.content else { return }
    isBarOutdated = true
    Task { [weak self] in
      guard let self, !hasEnded else { return }
      isBarOutdated = false
      showBar()
    }
  }

  private func showBar() {
    let content = page.navigationBar
    guard content != bar?.content else { return }
    let old = bar
    bar = content.map { PageBar($0, in: tree) }
    host.window?.showBar()
    old?.end()
  }

  /// Whether one of the scripts that the page began with had to be stopped.
  var hasStoppedScripts: Bool { host.hasStoppedScripts }

  private static func measurer(
    of opened: OpenedPage, on device: DeviceTraits, fonts: FontSet, measures: PackagedMeasures?
  ) -> any TextMeasurer {
    let system = SystemTextMeasurer(fonts: fonts, scale: device.scale)
    guard let measures else { return system }
    return PackagedTextMeasurer(measures, page: opened.page.source, scale: device.scale, otherwise: system)
  }

  /// Shows the page in another size, color scheme or text size, in place: its scripts go on.
  ///
  /// - Returns: whether it does; otherwise it must be made again.
  func resize(to opened: OpenedPage, for device: DeviceTraits, measures: PackagedMeasures?) -> Bool {
    let measurer = Self.measurer(of: opened, on: device, fonts: fonts, measures: measures)
    guard let layout, layout.resize(to: opened, for: device, measuredBy: measurer) else { return false }
    page.resize(to: opened, for: device)
    notes.place(in: device.width, device.height)
    return true
  }

  private var pageScroll = PageScroll { _, _ in }

  /// Hears of the page's own scrolling.
  private final class PageScroll: WidgetTarget {
    private let onScroll: (Double, Double) -> Void
    init(_ onScroll: @escaping (Double, Double) -> Void) { self.onScroll = onScroll }
    func handle(_ event: WidgetEvent) { if event.kind == HV_SCROLL { onScroll(event.a, event.b) } }
  }

  var offset: (x: Double, y: Double) { (tree.screen.x, tree.screen.y) }

  /// Where the page is, what it was filled with and what was entered: it goes along to another size or release.
  var state: HostPageState { page.state }

  /// Goes to where the page was, and enters what was entered. The page must be on the screen.
  func restore(_ state: HostPageState) {
    page.restore(state)
    let entered = page.entered.sorted { $0.key < $1.key }.map {
      JSONValue.string($0.value.isSecure ? "" : $0.value.value)
    }
    if !entered.isEmpty { Trace.note("entered", [("values", .array(entered))]) }
  }

  /// Goes to where the page was.
  func scroll(to offset: (x: Double, y: Double)) {
    if offset.x != 0 || offset.y != 0 { tree.scroll(nil, toX: offset.x, y: offset.y) }
  }

  func appear() { live.handle(.appear) }
  func disappear() { live.handle(.disappear) }

  private var hasEnded = false

  func end() {
    hasEnded = true
    host.end()
    notes.end()
    bar?.leave()
    bar?.end()
    tree.end()
    Toolkit.forget(number)
    Toolkit.forget(pageNumber)
    hv_remove(widget)
    hv_release(content)
    hv_release(scroller)
    hv_release(surface)
    hv_release(widget)
  }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_DRAG_BEGIN:
      if page.beginSelection(atX: event.a, y: event.b, measuredBy: { GTKView.width($0, $1) }) {
        presses.cancelled()
        hv_drag_claim(surface)
      }
    case HV_PRESS:
      presses.began(x: event.a, y: event.b, at: hv_seconds())
      pressed = (event.a, event.b)
    case HV_PRESS_END:
      // Taps and long presses are GTK's own gestures.
      guard case .swipe(let side)? = presses.ended(x: event.a, y: event.b, at: hv_seconds()) else { return }
      let kind = tree.hit(x: pressed.x, y: pressed.y)?.kind
      // Sliders, fields and lists of titles are drawn along for what they are.
      if let kind, kind.takesTaps, kind != .button { return }
      if kind == .button, page.hearsSwipe(x: pressed.x, y: pressed.y) { hv_way_claim(surface) }
      Trace.note("swipe", [("side", .string(side.rawValue))])
      page.gesture(.swipe(side), x: pressed.x, y: pressed.y)
    case HV_DRAG:
      page.extendSelection(toX: event.a, y: event.b, measuredBy: { GTKView.width($0, $1) })
      Trace.note("selected", [("text", .string(page.selectedText))])
    case HV_TAP:
      // GTK's gesture also ends where the pointer was moved far.
      guard max(abs(event.a - pressed.x), abs(event.b - pressed.y)) <= PressTracker.reach else { return }
      page.clearSelection()
      // GTK's own controls hear of taps by themselves.
      guard let view = tree.hit(x: event.a, y: event.b), !view.kind.takesTaps else { return }
      page.endTyping()
      if page.tappedDots(view, x: event.a) {
        Trace.note("dot", [("chosen", .integer(Int64(PageDots(of: view).chosen)))])
      } else {
        press(view)
      }
    case HV_FRAME:
      if !tree.drawFrame(at: event.a) {
        hv_frames_end(surface)
        Trace.note("still")
      }
    case HV_MOVE_FOCUS: moveFocus(forward: event.a != 0)
    case HV_LONG_PRESS:
      // Where nobody wants it a button that is held long is pressed all the same.
      guard page.hearsLongPress(x: event.a, y: event.b), tree.hit(x: event.a, y: event.b)?.kind.takesText != true else {
        return
      }
      hv_press_claim(surface)
      Trace.note("longPress")
      page.gesture(.longPress, x: event.a, y: event.b)
    default: break
    }
  }

  /// The tab key goes through the page in its order, to what is far off the screen, too. GTK knows only the views that are there.
  private func moveFocus(forward: Bool) {
    let view = Toolkit.target(hv_focus_target(surface)) as? GTKView
    if let view, view.moveFocus(forward: forward) { return hv_focus_answer(surface, true) }
    var node = view?.node?.node
    if node == nil, let last, live.generation(of: last.node) == last.generation, tree.focusOrder.contains(last.node),
      takesTab(last.node, forward: forward)
    {
      return hv_focus_answer(surface, true)
    }
    // What does not take it after all is passed over.
    for _ in 0..<Self.mostPassed {
      guard let next = tree.tabStop(after: node, forward: forward) else { break }
      if takesTab(next, forward: forward) { return hv_focus_answer(surface, true) }
      node = next
    }
    last = nil
    if node != nil { hv_focus_answer(surface, false) }
  }

  private static let mostPassed = 100
  /// What had the keyboard last: Tab comes back there when the screen is gone back to, or after a tap beside.
  private var last: (node: Int, generation: Int)?

  /// Gives the keyboard to a view by the tab key.
  private func takesTab(_ node: Int, forward: Bool) -> Bool {
    adapter.tabbing = forward
    defer { adapter.tabbing = nil }
    tree.focus(node)
    guard tree.platformView(of: node)?.hasFocus == true else { return false }
    Trace.note("focus", [("node", .integer(Int64(node)))])
    return true
  }

  func isPressable(_ view: HostView) -> Bool { tree.isPressable(view) }

  private var presses = PressTracker()
  /// Where a finger came down.
  private var pressed = (x: 0.0, y: 0.0)

  var selectedText: String { page.selectedText }

  func find(_ text: String, step: Int) -> (count: Int, current: Int?)? { page.find(text, step: step) }

  private func press(_ view: HostView) {
    Trace.note("tap", [("node", .integer(Int64(view.node)))])
    page.press(view)
  }

  /// What a view is to assistive technology now.
  func accessibility(of view: HostView) -> ViewAccessibility { page.accessibility(of: view) }

  /// What is painted of a view by its style; `nil` for plain views.
  func paint(
    of view: HostView, _ state: ViewPaint.State, scale: Double,
    imageSize: @escaping (String) -> (width: Double, height: Double)?
  ) -> ViewPaint? {
    guard view["paint"] != nil || view["textPaint"] != nil,
      var painter = adapter.painting.painter(scale: scale, width: tree.screen.width, height: tree.screen.height)
    else { return nil }
    painter.imageSize = imageSize
    return tree.paint(of: view, by: painter, state)
  }

  /// GTK's view of a node; `nil` far off the screen.
  func platformView(of view: HostView) -> GTKView? { tree.platformView(of: view.node) }

  func scrolled(_ view: HostView, _ x: Double, _ y: Double) {
    if y > 0 { pulls[view.node] = nil }
    if let area = view.scrollArea, y + view.frame.height < area.height - 1 { pushes[view.node] = nil }
    page.scrolled(view, x: x, y: y)
    Trace.note(
      "scroll",
      [
        ("node", .integer(Int64(view.node))), ("y", .number(y)), ("views", .integer(Int64(tree.shownCount))),
        ("made", .integer(Int64(tree.madeViews))), ("nodes", .integer(Int64(tree.count))),
        ("height", view.scrollArea.map { .number($0.height) }),
        ("framesPerSecond", Trace.isOn ? .number(hv_frame_rate(surface)) : nil),
      ])
  }

  /// What is pulled down to be read again, by node.
  private var pulls: [Int: PullTracker] = [:]

  func pulled(_ view: HostView, by way: Double, at time: Double) {
    guard pulls[view.node, default: PullTracker()].pull(way, at: time) else { return }
    Trace.note("pulled", [("node", .integer(Int64(view.node)))])
    if page.handles("headerRefresh", view) { platformView(of: view)?.showRefreshing(true) }
    page.pulled(view)
  }

  /// What is pushed up for more of it, by node.
  private var pushes: [Int: PullTracker] = [:]

  func pushed(_ view: HostView, by way: Double, at time: Double) {
    guard pushes[view.node, default: PullTracker()].pull(way, at: time) else { return }
    Trace.note("pushed", [("node", .integer(Int64(view.node)))])
    page.pushed(view)
  }

  func cleared(_ view: HostView) {
    Trace.note("cleared", [("node", .integer(Int64(view.node)))])
    page.cleared(view)
    show(view)
  }

  func cancelled(_ view: HostView) {
    Trace.note("cancelled", [("node", .integer(Int64(view.node)))])
    page.cancelled(view)
    show(view)
  }

  /// GTK's field shows what the page says of it.
  private func show(_ view: HostView) { platformView(of: view)?.update(view) }

  func changed(_ view: HostView, number: Double, text: String) {
    let number = number.isFinite ? number : 0
    let value: String
    let wasSecret = page.isSecret(view)
    switch view.kind {
    case .field, .search, .area:
      value = page.typed(text, in: view)
      // GTK's control emits its signal now: it takes another text once that is over.
      if value != text { Task { [weak self] in self?.show(view) } }
    case .toggle:
      value = number != 0 ? "true" : "false"
      page.switched(number != 0, view)
    case .segment, .picker:
      value = "\(Int(max(0, min(number, 1e6))))"
      page.chose(Int(max(0, min(number, 1e6))), in: view)
    case .slider:
      value = "\(page.slid(to: number, view))"
    default: return
    }
    // What a field hides is not written: neither its letters nor how many they are.
    let isSecret = wasSecret || page.isSecret(view)
    Trace.note(
      "change",
      [
        ("node", .integer(Int64(view.node))), ("value", isSecret ? nil : .string(value)),
        ("isSecret", isSecret ? .bool(true) : nil),
      ])
  }

  func focusChanged(_ view: HostView, _ hasFocus: Bool) {
    guard !hasEnded else { return }
    if hasFocus { last = (view.node, live.generation(of: view.node)) }
    page.focusChanged(view, hasFocus: hasFocus)
  }

  func activated(_ view: HostView) {
    switch view.kind {
    case .button, .box, .scroller: press(view)
    default: page.returned(in: view)
    }
  }

  func address(of source: String) -> String? {
    if WebAddress.scheme(of: source) != nil { return WebAddress.isWeb(source) ? source : nil }
    let folder = live.page.page.source.split(separator: "/").dropLast().joined(separator: "/")
    let path = source.hasPrefix("/") ? source : "/" + (folder.isEmpty ? "" : folder + "/") + source
    return web.origin + path
  }

  /// What a script's callback is answered with.
  func answer(callback: JSONValue, with values: [JSONValue]) { scripts.answer(callback: callback, with: values) }

  /// The places of nodes by their `id`, for tests that tap and type.
  func tracePlaces() {
    guard Trace.isOn else { return }
    var places: [String: JSONValue] = [:]
    for node in 0..<live.nodeCount {
      guard let id = live.property("id", of: node), let view = tree.view(of: node) else { continue }
      let place = tree.place(of: view)
      places[id] = .array([.number(place.x), .number(place.y), .number(place.width), .number(place.height)])
    }
    Trace.note(
      "places",
      [
        ("places", .object(places)), ("views", .integer(Int64(tree.shownCount))),
        ("nodes", .integer(Int64(tree.count))),
      ])
  }
}
