import GTKShims
import HostCore
import HybridClient
import HybridLiveLayout
import HybridScript
import JSONValues
import Manifest
import PageFormat
import Text

/// A Token page: a `LivePage` whose views are GTK's, with its scripts.
@MainActor final class TokenScreen: Screen, WidgetTarget {
  private(set) var widget: HVHandle
  private let scroller: HVHandle
  private let page: HVHandle
  private let tree: HostTree<GTKAdapter>
  private let adapter: GTKAdapter
  private let live: LivePage
  private let scripts: ScriptedPage
  private let host: TokenScriptHost
  private let release: OpenedRelease
  private var number: UInt64 = 0
  private var pageNumber: UInt64 = 0
  /// What a reader entered, by node: it goes along to the page in another size.
  private(set) var entered: [Int: Entered] = [:]

  /// What a reader entered in a view.
  struct Entered {
    var property: String
    var value: String
    /// Where the view is, if it is in a row that may leave the tree.
    var place: LivePage.RowPlace?
  }
  /// What the page was filled with, as its bindings know it now.
  var data: JSONValue { live.data }
  private let content: WebContent
  /// The page's path in the site.
  var source: String?

  /// - Throws: `LivePageError` for what is not a Token page.
  init(
    _ opened: OpenedPage, of release: OpenedRelease, for device: DeviceTraits, data: JSONValue, window: HVHandle,
    content: WebContent, host: TokenScriptHost
  ) throws(LivePageError) {
    self.release = release
    self.host = host
    self.content = content
    let (number, pageNumber) = (Toolkit.reserve(), Toolkit.reserve())
    widget = hv_box_new(number, HV_ROLE_GENERIC, false)
    page = hv_box_new(0, HV_ROLE_GENERIC, false)
    scroller = hv_scroller_new(pageNumber, page)
    adapter = GTKAdapter(
      page: page, scroller: scroller, window: window, pictures: PictureStore(release, page: opened.page.source))
    tree = HostTree(adapter)
    let measurer = SystemTextMeasurer(fonts: FontSet(library: Self.fonts), scale: device.scale)
    live = try LivePage(
      opened, data: data, host: tree, layout: try? DeviceLayout(opened, for: device, measuredBy: measurer))
    live.makesRowsOnDemand = true
    scripts = ScriptedPage(live, host: host) { path in try? release.contents(of: path) }
    self.number = number
    self.pageNumber = pageNumber
    Toolkit.put(self, number)
    pageScroll = PageScroll { [weak self] x, y in self?.scrolledPage(x, y) }
    Toolkit.put(pageScroll, pageNumber)
    adapter.screen = self
    hv_box_insert(widget, scroller, nil)
    hv_box_listen(widget)
    tree.setScreen(width: device.width, height: device.height)
    host.screen = self
    tree.reducesMotion = hv_reduces_motion()
    tree.onMotion = { [weak self] in self.map { hv_frames_begin($0.widget, $0.number) } }
    scripts.start()
  }

  private static let fonts = FontLibrary()
  private var pageScroll = PageScroll { _, _ in }

  /// Hears of the page's own scrolling.
  private final class PageScroll: WidgetTarget {
    private let onScroll: (Double, Double) -> Void
    init(_ onScroll: @escaping (Double, Double) -> Void) { self.onScroll = onScroll }
    func handle(_ event: WidgetEvent) { if event.kind == HV_SCROLL { onScroll(event.a, event.b) } }
  }

  var offset: (x: Double, y: Double) { (tree.screen.x, tree.screen.y) }

  /// By node: how far views are scrolled.
  var offsets: [Int: (x: Double, y: Double)] {
    var offsets: [Int: (x: Double, y: Double)] = [:]
    for node in 0..<live.nodeCount {
      // What scrolls within a row goes with it.
      guard let view = tree.view(of: node), view.offset.x != 0 || view.offset.y != 0, live.rowPlace(of: node) == nil
      else { continue }
      offsets[node] = view.offset
    }
    return offsets
  }

  /// Goes to where the page was, and enters what was entered.
  func restore(
    _ offset: (x: Double, y: Double), _ offsets: [Int: (x: Double, y: Double)] = [:],
    entered: [Int: Entered] = [:]
  ) {
    for (number, value) in entered.sorted(by: { $0.key < $1.key }) {
      // A row that is not in the tree now comes back with what was entered in it.
      let node = value.place.map { live.node(at: $0) } ?? number
      guard let node, live.source(of: node) != nil else { continue }
      live.setProperty(value.property, to: value.value, of: node)
      self.entered[node] = value
    }
    live.flush()
    if !entered.isEmpty {
      Trace.note("entered", [("values", .array(entered.sorted { $0.key < $1.key }.map { .string($0.value.value) }))])
    }
    for (node, offset) in offsets {
      live.handle(.scroll(node: node, x: offset.x, y: offset.y))
      tree.view(of: node).map { tree.scroll($0, toX: offset.x, y: offset.y) }
    }
    if offset.x != 0 || offset.y != 0 { tree.scroll(nil, toX: offset.x, y: offset.y) }
  }

  func appear() { live.handle(.appear) }
  func disappear() { live.handle(.disappear) }

  func end() {
    host.end()
    tree.end()
    Toolkit.forget(number)
    Toolkit.forget(pageNumber)
    hv_remove(widget)
    hv_release(page)
    hv_release(scroller)
    hv_release(widget)
  }

  // MARK: Events

  func handle(_ event: WidgetEvent) {
    switch event.kind {
    case HV_TAP:
      guard let view = tree.hit(x: event.a, y: event.b), !view.kind.takesTaps else { return }
      Trace.note("tap", [("node", .integer(Int64(view.node)))])
      adapterUnfocus()
      live.handle(.click(node: view.node))
    case HV_FRAME:
      if !tree.drawFrame(at: event.a) {
        hv_frames_end(widget)
        Trace.note("still")
      }
    case HV_LONG_PRESS:
      guard let view = tree.hit(x: event.a, y: event.b) else { return }
      live.handle(.other(node: view.node, name: "longPress", value: .null))
    default: break
    }
  }

  /// What a view is to assistive technology now.
  func accessibility(of view: HostView) -> ViewAccessibility {
    guard let source = live.source(of: view.node) else { return ViewAccessibility(of: view, semantics: nil) }
    let page = live.page.page
    return ViewAccessibility(
      of: view, semantics: page.semantics(source),
      isPressable: page.handlers(source).contains { $0.event == "click" })
  }

  /// GTK's view of a node; `nil` far off the screen.
  func platformView(of view: HostView) -> GTKView? { tree.platformView(of: view.node) }

  /// A tap beside a field ends typing, as on a phone.
  private func adapterUnfocus() { if tree.focused != nil { adapter.focus(nil) } }

  private func scrolledPage(_ x: Double, _ y: Double) { tree.scrolled(nil, x: x, y: y) }

  func scrolled(_ view: HostView, _ x: Double, _ y: Double) {
    if y > 0 { pulls[view.node] = nil }
    tree.scrolled(view.node, x: x, y: y)
    live.handle(.scroll(node: view.node, x: x, y: y))
    Trace.note(
      "scroll",
      [
        ("node", .integer(Int64(view.node))), ("y", .number(y)), ("views", .integer(Int64(tree.shownCount))),
        ("made", .integer(Int64(tree.madeViews))), ("nodes", .integer(Int64(tree.count))),
        ("height", view.scrollArea.map { .number($0.height) }),
        ("framesPerSecond", Trace.isOn ? .number(hv_frame_rate(widget)) : nil),
      ])
  }

  /// What is pulled down to be read again, by node.
  private var pulls: [Int: PullTracker] = [:]

  func pulled(_ view: HostView, by way: Double, at time: Double) {
    guard pulls[view.node, default: PullTracker()].pull(way, at: time) else { return }
    Trace.note("pulled", [("node", .integer(Int64(view.node)))])
    let isAwaited =
      live.source(of: view.node).map { live.page.page.handlers($0).contains { $0.event == "headerRefresh" } } ?? false
    if isAwaited { platformView(of: view)?.showRefreshing(true) }
    live.handle(.other(node: view.node, name: "headerRefresh", value: .null))
  }

  func changed(_ view: HostView, number: Double, text: String) {
    func keep(_ property: String, _ value: String) {
      entered[view.node] = Entered(property: property, value: value, place: live.rowPlace(of: view.node))
      tree.changed(view.node, property, to: value)
      Trace.note("change", [("node", .integer(Int64(view.node))), ("value", .string(value))])
    }
    switch view.kind {
    case .field, .search, .area:
      let bounded = FieldAttributes(of: view).bounded(text)
      keep("text", bounded)
      live.handle(.textChange(node: view.node, text: bounded))
    case .toggle:
      keep("on", number != 0 ? "true" : "false")
      live.handle(.valueChange(node: view.node, value: .bool(number != 0)))
    case .segment, .picker:
      let index = Int64(max(0, min(number, 1e6)))
      keep(view.kind == .segment ? "selectedIndex" : "value", "\(index)")
      live.handle(.valueChange(node: view.node, value: .integer(index)))
    case .slider:
      keep("value", "\(number)")
      live.handle(.valueChange(node: view.node, value: .number(number)))
    default: break
    }
  }

  func focusChanged(_ view: HostView, _ hasFocus: Bool) {
    tree.focusChanged(view.node, hasFocus: hasFocus)
    guard view.kind.takesText else { return }
    live.handle(.other(node: view.node, name: hasFocus ? "beginEditing" : "endEditing", value: .null))
    if hasFocus, FieldAttributes(of: view).clearsOnBegin { live.setProperty("text", to: "", of: view.node) }
    live.flush()
  }

  func activated(_ view: HostView) {
    switch view.kind {
    case .button, .box, .scroller:
      Trace.note("tap", [("node", .integer(Int64(view.node)))])
      live.handle(.click(node: view.node))
    case .search: live.handle(.other(node: view.node, name: "search", value: .null))
    default:
      live.handle(.other(node: view.node, name: "return", value: .null))
      if FieldAttributes(of: view).returnKey == .next, let next = tree.field(after: view.node) { tree.focus(next) }
    }
  }

  func address(of source: String) -> String? {
    if WebAddress.scheme(of: source) != nil { return WebAddress.isWeb(source) ? source : nil }
    let folder = live.page.page.source.split(separator: "/").dropLast().joined(separator: "/")
    let path = source.hasPrefix("/") ? source : "/" + (folder.isEmpty ? "" : folder + "/") + source
    return content.origin + path
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
