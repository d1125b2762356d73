import HybridClient
import JSONValues
import Manifest
import Page
import PageFormat

/// A Token page on a platform: its ``HostTree`` and its `LivePage`, and what events of the platform's views mean to both.
///
/// One belongs to one thread, the platform's main thread.
///
/// ```swift
/// let page = try HostPage(opened, data: data, adapter: adapter)
/// page.tree.setScreen(width: 390, height: 844)
/// page.start()
/// ```
public final class HostPage<Adapter: HostAdapter> {
  /// The views.
  public let tree: HostTree<Adapter>
  /// The page.
  public let live: LivePage
  /// What a reader entered, by node.
  public internal(set) var entered: [Int: EnteredValue] = [:]
  /// What belongs to parts of the page that it has not shown since it was made again.
  var awaited = AwaitedParts()
  /// What changed in live regions.
  public private(set) var regions = LiveRegions()
  /// Whether the page takes the keyboard again by itself.
  var isRestoring = false

  /// A page that shows nothing yet.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - data: what bindings are filled from: an object.
  ///   - adapter: the platform.
  ///   - layout: lays the page out when it changes; the frames of the package, moved, where there is none.
  /// - Throws: `LivePageError` for a Web page.
  public init(
    _ page: OpenedPage, data: JSONValue = .object([:]), adapter: Adapter, layout: (any LivePageLayout)? = nil
  ) throws(LivePageError) {
    tree = HostTree(adapter)
    live = try LivePage(page, data: data, host: tree, layout: layout)
    live.makesRowsOnDemand = true
    tree.style = { [weak live] node in live?.computedStyle(of: node) }
    tree.onGrowth = { [weak self] in self?.restoreAwaited() }
    tree.hearsTaps = { [weak self] view in self?.handles("click", view) ?? false }
  }

  /// Shows the page. A page with scripts is started by its `ScriptedPage` instead; ``isShown()`` follows then.
  public func start() {
    live.start()
    isShown()
  }

  /// The page is on the screen: what live regions say from now on is announced.
  public func isShown() {
    for root in tree.roots { noteRegions(root) }
    regions.pageIsShown()
    live.handle(.appear)
  }

  // MARK: Events

  /// A tap at a point of the screen: the innermost view hears of it, where the platform has no control for it.
  ///
  /// - Returns: the view that was tapped.
  @discardableResult public func tapped(x: Double, y: Double) -> HostView? {
    guard let view = tree.hit(x: x, y: y), !view.kind.takesTaps || view.kind == .button else { return nil }
    endTyping()
    if !tappedDots(view, x: x) { press(view) }
    return view
  }

  /// A tap on a page control (`dots`) chooses the nearest dot.
  ///
  /// - Parameters:
  ///   - view: the view that is tapped.
  ///   - x: on the screen, in CSS px.
  /// - Returns: whether the view is such a control.
  @discardableResult public func tappedDots(_ view: HostView, x: Double) -> Bool {
    guard view.component == "dots" else { return false }
    let dots = PageDots(of: view)
    let place = tree.place(of: view)
    if view.isEnabled, let index = dots.index(atX: x - place.x, width: view.frame.width), index != dots.chosen {
      chose(index, in: view)
      view.needsUpdate = true
      tree.refresh()
    }
    return true
  }

  /// A view was pressed: by a tap, a key or an action of assistive technology.
  public func press(_ view: HostView) {
    guard view.isEnabled, view.isReachable else { return }
    awaited.keepValuesOnly()
    live.handle(.click(node: view.node))
  }

  /// A gesture at a point of the screen. Handlers are called `longPress`, `swipe` for any side, and `swipeLeft`, `swipeRight`,
  /// `swipeUp` and `swipeDown` for one.
  @discardableResult public func gesture(_ gesture: PressTracker.Gesture, x: Double, y: Double) -> HostView? {
    switch gesture {
    case .tap: return tapped(x: x, y: y)
    case .longPress:
      guard let view = tree.hit(x: x, y: y) else { return nil }
      live.handle(.other(node: view.node, name: "longPress", value: .null))
      return view
    case .swipe(let side):
      guard let view = tree.hit(x: x, y: y) else { return nil }
      let generation = live.generation(of: view.node)
      live.handle(.other(node: view.node, name: "swipe", value: .string(side.rawValue)))
      // A handler may take the row away: its number is another's then.
      guard live.generation(of: view.node) == generation else { return view }
      live.handle(.other(node: view.node, name: "swipe" + side.rawValue.capitalized, value: .null))
      return view
    }
  }

  /// A tap beside a field ends typing, as on phones.
  public func endTyping() { if tree.focused != nil { tree.adapter.focus(nil) } }

  /// A reader typed into a field.
  ///
  /// - Returns: what the field may hold: the platform's view takes it where it differs. That is what it held before where it
  ///   cannot be changed.
  @discardableResult public func typed(_ text: String, in view: HostView) -> String {
    let field = FieldAttributes(of: view)
    guard field.isEditable, view.isReachable else { return field.text }
    let bounded = field.bounded(text)
    keep(view, "text", bounded)
    live.handle(.textChange(node: view.node, text: bounded))
    return bounded
  }

  /// A reader switched a switch.
  public func switched(_ isOn: Bool, _ view: HostView) {
    guard mayChange(view) else { return }
    keep(view, "on", isOn ? "true" : "false")
    live.handle(.valueChange(node: view.node, value: .bool(isOn)))
  }

  /// A reader chose one of the titles of a segment or picker.
  public func chose(_ index: Int, in view: HostView) {
    guard mayChange(view) else { return }
    let index = max(0, min(index, HostLimits.mostTitles))
    keep(view, view.kind == .segment ? "selectedIndex" : "value", "\(index)")
    live.handle(.valueChange(node: view.node, value: .integer(Int64(index))))
  }

  /// A reader moved a slider: it takes the nearest of the values that its range and `step` allow.
  ///
  /// - Returns: that value, which the platform's view is given where it differs.
  @discardableResult public func slid(to value: Double, _ view: HostView) -> Double {
    let range = SliderRange(of: view)
    guard value.isFinite, mayChange(view) else { return range.value }
    let stepped = range.nearest(to: value)
    keep(view, "value", "\(stepped)")
    live.handle(.valueChange(node: view.node, value: .number(stepped)))
    if stepped != value { showAgain(view) }
    return stepped
  }

  /// Whether a reader may set a control. The platform's view shows what it was where not.
  private func mayChange(_ view: HostView) -> Bool {
    if view.isEnabled, view.isReachable { return true }
    showAgain(view)
    return false
  }

  private func showAgain(_ view: HostView) {
    view.needsUpdate = true
    tree.refresh()
  }

  /// A reader moves a slider by one step: of assistive technology.
  ///
  /// - Returns: the new value.
  @discardableResult public func step(_ view: HostView, up: Bool) -> Double {
    let range = SliderRange(of: view)
    let value = range.clamped(range.value + (up ? range.step : -range.step))
    slid(to: value, view)
    view.needsUpdate = true
    tree.refresh()
    return value
  }

  /// A field, or what else keys press, took or lost the keyboard.
  public func focusChanged(_ view: HostView, hasFocus: Bool) {
    tree.focusChanged(view.node, hasFocus: hasFocus)
    holdRows()
    guard view.kind.takesText else { return }
    live.handle(.other(node: view.node, name: hasFocus ? "beginEditing" : "endEditing", value: .null))
    if hasFocus {
      // A field that has the keyboard again keeps what was entered.
      if !isRestoring, FieldAttributes(of: view).clearsOnBegin { live.setProperty("text", to: "", of: view.node) }
      tree.reveal(view)
    }
    live.flush()
  }

  /// The return key was pressed in a field.
  public func returned(in view: HostView) {
    live.handle(.other(node: view.node, name: view.kind == .search ? "search" : "return", value: .null))
    if FieldAttributes(of: view).returnKey == .next, let next = tree.field(after: view.node) { tree.focus(next) }
  }

  /// A field was emptied by its button.
  public func cleared(_ view: HostView) {
    typed("", in: view)
    live.handle(.other(node: view.node, name: "clear", value: .null))
  }

  /// A reader gave up searching: the field is emptied and has the keyboard no more.
  public func cancelled(_ view: HostView) {
    if !FieldAttributes(of: view).text.isEmpty { cleared(view) }
    endTyping()
  }

  /// A view was scrolled by the reader, the page where there is none.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - x: from the left edge of what scrolls, as platforms count. Pages count from where the view begins (`HostView.leading`).
  ///   - y: from the upper edge of what scrolls.
  public func scrolled(_ view: HostView?, x: Double, y: Double) {
    let x = x - (view?.leading ?? 0)
    tree.scrolled(view?.node, x: x, y: y)
    if let view { live.handle(.scroll(node: view.node, x: x, y: y)) }
  }

  /// A list was pulled down to be read again.
  public func pulled(_ view: HostView) {
    live.handle(.other(node: view.node, name: "headerRefresh", value: .null))
  }

  /// A list was pushed up beyond its end, to read more of it.
  public func pushed(_ view: HostView) {
    live.handle(.other(node: view.node, name: "footerRefresh", value: .null))
  }

  /// Whether a view at a point of the screen, or one around it, has a handler for a long press.
  public func hearsLongPress(x: Double, y: Double) -> Bool { hears(["longPress"], x: x, y: y) }

  /// Whether a view at a point of the screen, or one around it, has a handler for a swipe.
  public func hearsSwipe(x: Double, y: Double) -> Bool {
    hears(["swipe", "swipeLeft", "swipeRight", "swipeUp", "swipeDown"], x: x, y: y)
  }

  private func hears(_ events: [String], x: Double, y: Double) -> Bool {
    var next = tree.hit(x: x, y: y)
    var steps = 0
    while let view = next, steps < HostLimits.mostNested {
      if events.contains(where: { handles($0, view) }) { return true }
      next = view.parent
      steps += 1
    }
    return false
  }

  /// Whether a page has a handler for an event of a view.
  public func handles(_ event: String, _ view: HostView) -> Bool {
    guard let source = live.source(of: view.node) else { return false }
    return live.page.page.handlers(source).contains { $0.event == event }
  }

  /// Whether what a reader entered into a view is not to be read by others: it was typed where it is hidden.
  public func isSecret(_ view: HostView) -> Bool {
    if FieldAttributes(of: view).isSecure { return true }
    guard let value = entered[view.node], value.generation == live.generation(of: view.node) else { return false }
    return value.isSecure
  }

  private func keep(_ view: HostView, _ property: String, _ value: String) {
    awaited.keepValuesOnly()
    // A password that a page lets readers see stays one until it is gone.
    let isSecure = FieldAttributes(of: view).isSecure || !value.isEmpty && isSecret(view)
    entered[view.node] = EnteredValue(
      property: property, value: value, generation: live.generation(of: view.node), isSecure: isSecure)
    tree.changed(view.node, property, to: value)
  }

  // MARK: Finding and selecting

  private var finder = PageFinder()
  private var selection = PageSelection()

  /// Finds a text on the page, whatever its case, marks all places (`HostView.marks`) and scrolls to one of them. An empty text
  /// takes the marks away.
  ///
  /// - Parameters:
  ///   - text: what is looked for.
  ///   - step: 0 while it is typed, 1 for the next place, -1 for the one before.
  /// - Returns: how many places there are, and which one the reader is at, counted from 0.
  @discardableResult public func find(_ text: String, step: Int = 0) -> (count: Int, current: Int?) {
    let result = finder.find(text, step: step, in: tree)
    return (result.count, result.current)
  }

  /// What is selected; views one below the other are lines of their own.
  public var selectedText: String { selection.text }

  /// A reader begins to drag over the page's texts.
  ///
  /// - Parameters:
  ///   - x: on the screen, in CSS px.
  ///   - y: on the screen, in CSS px.
  ///   - measure: the width of a text in a view's font, in CSS px.
  /// - Returns: whether there is text to be selected at the point.
  public func beginSelection(
    atX x: Double, y: Double, measuredBy measure: (_ text: String, _ view: HostView) -> Double
  ) -> Bool {
    defer { holdRows() }
    return selection.begin(atX: x, y: y, in: tree, measure)
  }

  /// Selects from where the reader began to a point of the screen.
  public func extendSelection(
    toX x: Double, y: Double, measuredBy measure: (_ text: String, _ view: HostView) -> Double
  ) {
    let before = selection.nodes
    selection.extend(toX: x, y: y, in: tree, measure)
    // Rows that leave the tree would take their marks along.
    if selection.nodes != before { holdRows() }
  }

  /// Selects nothing.
  public func clearSelection() {
    selection.clear(in: tree)
    holdRows()
  }

  /// The rows of what is selected, and of what has the keyboard, stay while that lasts.
  private func holdRows() { live.holdRows(of: selection.nodes + (tree.focused.map { [$0] } ?? [])) }

  // MARK: Assistive technology

  /// What a view is to assistive technology now.
  public func accessibility(of view: HostView) -> ViewAccessibility {
    guard let source = live.source(of: view.node) else { return ViewAccessibility(of: view, semantics: nil) }
    return ViewAccessibility(
      of: view, semantics: live.page.page.semantics(source), isPressable: handles("click", view))
  }

  /// Takes note of what changed in the live regions that a view is in; adapters call it when they update a view.
  public func noteChange(of view: HostView) {
    var next: HostView? = view
    var steps = 0
    while let current = next, steps < HostLimits.mostNested {
      note(current)
      next = current.parent
      steps += 1
    }
  }

  private func noteRegions(_ root: HostView) {
    var stack = [root]
    while let view = stack.popLast() {
      note(view)
      stack += view.children
    }
  }

  private func note(_ view: HostView) {
    // Most views are in no live region: their names are not worked out.
    guard let source = live.source(of: view.node), live.page.page.semantics(source)?[.live] != nil else { return }
    let accessibility = accessibility(of: view)
    regions.note(accessibility, of: view.node, contents: ViewAccessibility.contents(of: view))
  }

  /// What must be announced since the last call.
  public func takeAnnouncements() -> [LiveRegions.Announcement] { regions.take() }

  // MARK: Another size, or another release

  /// Where the page is, and what was entered.
  public var state: HostPageState {
    var offsets: [Int: HostPageState.Offset] = [:]
    for node in 0..<live.nodeCount {
      // What scrolls within a row goes with it.
      guard let view = tree.view(of: node), view.offset.x != 0 || view.offset.y != 0, live.rowPlace(of: node) == nil
      else { continue }
      offsets[node] = HostPageState.Offset(x: view.offset.x, y: view.offset.y)
    }
    // A row's number may be another row's by now.
    var entered = entered.filter { live.generation(of: $0.key) == $0.value.generation }
    for (node, value) in entered where !value.isSecure {
      if let view = tree.view(of: node), FieldAttributes(of: view).isSecure { entered[node]?.isSecure = true }
    }
    // Another release's field may be bound to the same value without hiding it. One that hides it writes it back.
    let secret = entered.filter(\.value.isSecure).keys
    var state = HostPageState(
      data: live.data(emptiedAt: secret), offset: HostPageState.Offset(x: tree.screen.x, y: tree.screen.y),
      offsets: offsets, entered: entered, focused: tree.focused)
    let named = Set(offsets.keys).union(entered.keys).union(tree.focused.map { [$0] } ?? [])
    if !named.isEmpty {
      var places = NodePlaces(self)
      for node in named { state.places[node] = places.place(of: node) }
      for node in offsets.keys {
        guard let row = live.rowAtEdge(of: node) else { continue }
        let place = places.place(of: row.node)
        state.offsets[node]?.row = HostPageState.Offset.Row(place: place, number: row.number, y: row.y)
      }
    }
    awaited.add(to: &state)
    return state
  }

  /// Shows the page in another size, colour scheme or text size, in place: its layout takes the device first
  /// (`DeviceLayout.resize`). Data, texts, rows, hidden views, what was entered and what scripts wait for stay.
  ///
  /// - Parameters:
  ///   - opened: the page, opened for the device as it is now: views take the looks that its rules choose there.
  ///   - device: the device as it is now.
  public func resize(to opened: OpenedPage, for device: DeviceTraits) {
    tree.setScreen(width: device.width, height: device.height)
    live.takeLooks(of: opened)
    live.layOutAgain()
    for node in 0..<live.nodeCount {
      guard let view = tree.view(of: node), view.offset.x != 0 || view.offset.y != 0, let area = view.scrollArea else {
        continue
      }
      let x = view.clampedX(view.offset.x, area: area.width)
      let y = StickyPosition.clamped(view.offset.y, area: area.height, screen: view.frame.height)
      guard x != view.offset.x || y != view.offset.y else { continue }
      live.handle(.scroll(node: node, x: x, y: y))
      tree.scroll(view, toX: x, y: y)
    }
    live.flush()
    if let view = tree.focused.flatMap({ tree.view(of: $0) }) { tree.reveal(view) }
  }
}

/// The numbers of a slider.
public struct SliderRange: Hashable, Sendable {
  /// The least value.
  public var least: Double
  /// The greatest value.
  public var most: Double
  /// From one value to the next.
  public var step: Double
  /// Whether the page names a step: the slider then takes only values that are on one.
  public var hasSteps: Bool
  /// The value now.
  public var value: Double

  /// The numbers of a view; from 0 to 1 where it names none.
  public init(of view: HostView) {
    func number(_ name: String) -> Double? { view[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
    least = number("min") ?? 0
    most = max(least, number("max") ?? 1)
    let wanted = number("step") ?? 0
    hasSteps = wanted > 0
    step = wanted > 0 ? min(wanted, most - least) : (most - least) / 100
    value = 0
    value = clamped(number("value") ?? least)
  }

  /// A value within the range.
  public func clamped(_ value: Double) -> Double { max(least, min(value, most)) }

  /// The value that is nearest: one of the steps from ``least``, where there are such.
  public func nearest(to value: Double) -> Double {
    let bounded = clamped(value)
    guard hasSteps, step > 0, (most - least) / step < 1e9 else { return bounded }
    var steps = ((bounded - least) / step).rounded()
    // Steps may end before the greatest value.
    if least + steps * step > most + step * 1e-9 { steps -= 1 }
    let exact = least + steps * step
    // Without what adding fractions leaves: 0.3 in place of 0.30000000000000004.
    let round = (exact * 1e9).rounded() / 1e9
    return clamped(abs(exact) < 1e6 ? round : exact)
  }
}
