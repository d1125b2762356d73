import CSSValues
import HybridClient
import JSONValues
import Manifest
import PageFormat
import Painting

/// The views of a page, of which the platform has those on the screen and about one screen around it.
///
/// A tree is a `ViewHost`: a `LivePage` says what to show. The platform says what was scrolled and focused, asks
/// what is at a point, and makes views when calls of ``HostAdapter`` ask for them. One belongs to one thread.
public final class HostTree<Adapter: HostAdapter>: ViewHost {
  /// The platform.
  public let adapter: Adapter
  /// The views of the page itself, as the page has them.
  public private(set) var roots: [HostView] = []
  var views: [Int: HostView] = [:]
  /// The platform's views by node.
  private var shown: [Int: Adapter.View] = [:]
  private var waiting: [HostViewKind: [Adapter.View]] = [:]
  /// The node whose view has the keyboard.
  public private(set) var focused: Int?
  /// The size of the screen, and how far the page is scrolled in it.
  public private(set) var screen = LayoutRect.zero
  /// How much of the screen's lower end the keyboard covers, in CSS px.
  public private(set) var covered = 0.0
  private var chosenOffset = (x: 0.0, y: 0.0)
  /// The nodes that stay in place or at an edge while what is around them scrolls.
  var kept: Set<Int> = []
  /// The nodes of tables with section views.
  private var sectioned: Set<Int> = []
  /// What scrolls, of which the batch said something about sizes.
  private var resized: [Int: HostView] = [:]
  private var knownArea: (width: Double, height: Double)?
  /// Views that the platform made, for tests and figures.
  public private(set) var madeViews = 0
  /// Whether the reader wants less motion: nothing changes over time then.
  public var reducesMotion = false
  /// Called when something begins to change over time: the platform calls ``drawFrame(at:)`` with its frames from then on, until
  /// that says that no more are wanted.
  public var onMotion: () -> Void = {}
  /// The views that change over time, those far off the screen included, which wait.
  var moving: [Int: HostView] = [:]
  /// Whether the platform was asked for frames.
  var isDrawing = false
  /// The time of the last frame.
  var clock = 0.0
  private var fresh: [HostView] = []
  /// What may change over time of what the batch changed, with the value before.
  private var changed: [(view: HostView, name: String, before: String?)] = []
  /// The views of which the batch said something about animations.
  private var reanimated: [Int: HostView] = [:]
  /// The computed style of a node, for what is painted by it: that of the page (`LivePage.computedStyle(of:)`), where that is known.
  public var style: (Int) -> ComputedStyle? = { _ in nil }
  /// Whether the page does something on a tap on a view.
  public var hearsTaps: (HostView) -> Bool = { _ in false }
  /// Called after a batch of commands was carried out.
  public var onChange: () -> Void = {}
  /// Called after a batch that made views.
  var onGrowth: () -> Void = {}

  /// A tree without views.
  public init(_ adapter: Adapter) { self.adapter = adapter }

  /// How many views the platform has on the screen and around it.
  public var shownCount: Int { shown.count }
  /// How many views the page has.
  public var count: Int { views.count }

  /// A node's view.
  public func view(of node: Int) -> HostView? { views[node] }
  /// The platform's view of a node; `nil` for those that are far off the screen.
  public func platformView(of node: Int) -> Adapter.View? { shown[node] }

  // MARK: Commands

  /// Carries commands out, then makes and takes away the platform's views.
  public func apply(_ commands: [ViewCommand]) {
    for command in commands { apply(command) }
    // The rules of a view after the batch say how its properties change in it.
    for change in changed { beginTransition(change.name, of: change.view, from: change.before) }
    for (node, view) in reanimated.sorted(by: { $0.key < $1.key }) where views[node] === view {
      readAnimations(of: view)
    }
    for change in changed where !change.view.animations.isEmpty { change.view.showAnimations(at: clock) }
    changed = []
    reanimated = [:]
    for node in sectioned {
      if let table = views[node], !table.sections.isEmpty { placeSections(of: table) } else { sectioned.remove(node) }
    }
    for (node, view) in resized where views[node] === view { updateLeading(of: view) }
    resized = [:]
    placeKept()
    refresh()
    let hasGrown = !fresh.isEmpty
    for view in fresh { view.isNew = false }
    fresh = []
    if hasGrown { onGrowth() }
    onChange()
  }

  private func apply(_ command: ViewCommand) {
    switch command {
    case .create(let node, let component):
      if views[node] != nil { remove(node) }
      let view = HostView(node: node, component: component)
      views[node] = view
      fresh.append(view)
    case .insert(let node, let parent, let index): insert(node, parent, index)
    case .remove(let node): remove(node)
    case .setFrame(let node, let frame):
      guard let view = views[node], frame.isUsable else { return }
      view.forgetExtents()
      view.parent?.forgetExtents()
      view.frame = frame
      if view.kind == .scroller { resized[node] = view }
      if let own = shown[node] { adapter.setFrame(view.platformPlace, of: own) }
    case .setProperty(let node, let name, let value):
      guard let view = views[node] else { return }
      if name == "hidden" {
        view.parent?.forgetExtents()
        if view.isHidden { restartAnimations(in: view) }
      }
      if name == "overflow" { view.forgetExtents() }
      if AnimationRules.names.contains(name) { reanimated[node] = view }
      if TransitionRules.names[name] != nil, !view.isNew { changed.append((view, name, view.said(name))) }
      view.set(name, to: value)
      view.needsUpdate = true
      if name == "position" { keep(view) }
    case .setText(let node, let text, let lines):
      guard let view = views[node] else { return }
      view.text = text
      view.lines = lines
      view.needsUpdate = true
    case .setScrollArea(let node, let width, let height):
      guard let view = views[node], width.isFinite, height.isFinite else { return }
      view.scrollArea = (width, height)
      resized[node] = view
      if let own = shown[node] { adapter.setScrollArea(width: width, height: height, of: own) }
    case .perform(let node, let action, let arguments): perform(action, arguments, node)
    }
  }

  /// Moves what is in a view to where the platform can scroll to it: platforms have nothing left of what scrolls.
  private func updateLeading(of view: HostView) {
    let wanted = view.wantedLeading
    guard wanted != view.leading else { return }
    view.leading = wanted
    for child in view.children {
      if let own = shown[child.node] { adapter.setFrame(child.platformPlace, of: own) }
    }
    if let own = shown[view.node] { adapter.scroll(own, toX: view.platformOffset.x, y: view.offset.y) }
  }

  private func insert(_ node: Int, _ parent: Int?, _ index: Int) {
    guard let view = views[node] else { return }
    detach(view)
    guard let parent else {
      roots.insert(view, at: max(0, min(index, roots.count)))
      return
    }
    // A view is in nothing that is in it.
    guard let around = views[parent], !isInside(around, view) else { return }
    view.parent = around
    around.children.insert(view, at: max(0, min(index, around.children.count)))
    if view.component == "tableSection" { sectioned.insert(parent) }
    around.forgetExtents()
  }

  private func isInside(_ view: HostView, _ other: HostView) -> Bool {
    var next: HostView? = view
    while let current = next {
      if current === other { return true }
      next = current.parent
    }
    return false
  }

  private func detach(_ view: HostView) {
    if let parent = view.parent {
      // Rows are taken away from the end.
      if let index = parent.children.lastIndex(where: { $0 === view }) { parent.children.remove(at: index) }
      parent.forgetExtents()
      view.parent = nil
    } else if let index = roots.lastIndex(where: { $0 === view }) {
      roots.remove(at: index)
    }
  }

  private func remove(_ node: Int) {
    guard let view = views[node] else { return }
    detach(view)
    var stack = [view]
    while let next = stack.popLast() {
      takeAway(next)
      // The number may be another view's already.
      if views[next.node] === next { views[next.node] = nil }
      if focused == next.node { focused = nil }
      if moving[next.node] === next { moving[next.node] = nil }
      if views[next.node] == nil { kept.remove(next.node) }
      stack += next.children
    }
  }

  private func perform(_ action: String, _ arguments: [JSONValue], _ node: Int) {
    guard let view = views[node] else { return }
    switch action {
    case "scrollToTop": scroll(view, toX: 0, y: 0)
    case "scrollTo": scroll(view, toX: view.offset.x, y: arguments.first?.double ?? view.offset.y)
    case "endEditing":
      focused = nil
      adapter.focus(nil)
    case "becomeFirstResponder", "focus": focus(node)
    default: if let own = shown[node] { adapter.perform(action, arguments, on: own, node: view) }
    }
  }

  // MARK: What the platform says

  /// The screen has another size.
  public func setScreen(width: Double, height: Double) {
    screen = LayoutRect(x: screen.x, y: screen.y, width: max(0, width), height: max(0, height))
    placeKept()
    refresh()
  }

  /// The keyboard covers so much of the screen's lower end, 0 when it is gone: the field that is typed into stays visible.
  public func setCovered(_ height: Double) {
    covered = height.isFinite ? max(0, min(height, screen.height)) : 0
    if covered > 0, let view = focused.flatMap({ views[$0] }) { reveal(view) }
  }

  /// A view was scrolled, the page where there is none.
  public func scrolled(_ node: Int?, x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    guard let node else {
      screen.x = x
      screen.y = y
      if placeKept() || isFar((x, y), chosenOffset, screen) { refresh() }
      return
    }
    guard let view = views[node] else { return }
    view.offset = (x, y)
    let isMissing = placeSections(of: view)
    if placeKept() || isMissing || isFar(view.offset, view.chosenOffset, view.frame) { refresh() }
  }

  /// A field took or lost the keyboard.
  public func focusChanged(_ node: Int, hasFocus: Bool) {
    if hasFocus {
      focused = node
    } else if focused == node {
      focused = nil
    }
  }

  /// A reader typed into a field, or set a control: what views of the node show from now on.
  public func changed(_ node: Int, _ property: String, to value: String) { views[node]?.set(property, to: value) }

  /// Scrolls a view, whether it is on the screen or not; the page where there is none.
  public func scroll(_ view: HostView?, toX x: Double, y: Double) {
    guard let view else {
      adapter.scroll(nil, toX: x, y: y)
      return
    }
    view.offset = (x, y)
    placeSections(of: view)
    placeKept()
    if let own = shown[view.node] { adapter.scroll(own, toX: view.platformOffset.x, y: y) }
    refresh()
  }

  /// Gives a view the keyboard, wherever it is: it is scrolled to.
  public func focus(_ node: Int) {
    guard let view = views[node], view.isEnabled, view.isReachable else { return }
    reveal(view)
    focused = node
    refresh()
    if let own = shown[node] { adapter.focus(own) }
  }

  /// Scrolls the views around a view until it is visible. What stays in place is where it is, however far all is scrolled.
  public func reveal(_ view: HostView) {
    var place = LayoutRect(x: 0, y: 0, width: view.frame.width, height: view.frame.height)
    var view = view
    while true {
      place = view.outside(place)
      if isFixed(view) { return }
      guard let around = view.parent else { break }
      if around.kind == .scroller {
        let offset = around.offset(showing: place)
        if offset != around.offset { scroll(around, toX: offset.x, y: offset.y) }
        place.x -= around.offset.x
        place.y -= around.offset.y
      }
      view = around
    }
    let y = StickyPosition.offset(showing: place.y, place.height, in: screen.height - covered, from: screen.y)
    if y != screen.y { adapter.scroll(nil, toX: screen.x, y: y) }
  }

  /// A screen is kept around what is seen: half of it may go before views are chosen again.
  private func isFar(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ frame: LayoutRect) -> Bool {
    abs(a.x - b.x) > min(frame.width, screen.width) / 2 || abs(a.y - b.y) > min(frame.height, screen.height) / 2
  }

  // MARK: The platform's views

  /// Chooses the views that the platform has: those that touch the screen, or one screen around it.
  public func refresh() {
    updateArea()
    chosenOffset = (screen.x, screen.y)
    let pinned = pinned()
    var before: Adapter.View?
    for root in HostView.inOrder(roots) {
      before = choose(root, screen.widenedByItself, nil, before, pinned, depth: 0) ?? before
    }
  }

  /// The page scrolls where its views reach beyond the screen.
  private func updateArea() {
    var area = (width: screen.width, height: screen.height)
    let hasFixed = kept.contains { views[$0]?.keeping == "fixed" }
    for root in roots where !root.isHidden && root.keeping != "fixed" {
      let extent = hasFixed ? root.scrolledExtent() : root.wholeExtent()
      area.width = max(area.width, extent.x + extent.width)
      area.height = max(area.height, extent.y + extent.height)
    }
    if let knownArea, knownArea == area { return }
    knownArea = area
    adapter.setScrollArea(width: area.width, height: area.height, of: nil)
  }

  /// What has the keyboard stays, with what is around it: its row is the one that is typed into.
  private func pinned() -> Set<Int> {
    var pinned: Set<Int> = []
    var next = focused.flatMap { views[$0] }
    while let view = next {
      pinned.insert(view.node)
      next = view.parent
    }
    return pinned
  }

  private func isChosen(_ view: HostView, _ window: LayoutRect, _ pinned: Set<Int>, depth: Int) -> Bool {
    !view.isHidden && depth < HostLimits.mostNested
      && (view.wholeExtent(depth: depth).touches(window) || pinned.contains(view.node)
        // What an animation brings in from elsewhere is there for it.
        || view.isMovedByAnimations && view.place.touches(window))
  }

  private func choose(
    _ view: HostView, _ window: LayoutRect, _ parent: Adapter.View?, _ before: Adapter.View?, _ pinned: Set<Int>,
    depth: Int
  ) -> Adapter.View? {
    guard isChosen(view, window, pinned, depth: depth) else {
      takeAway(view)
      return nil
    }
    // A page that puts everything in one place.
    if shown[view.node] == nil, shown.count >= HostLimits.mostShown { return nil }
    let own = show(view, parent, before)
    let place = view.place
    var inner = LayoutRect(x: window.x - place.x, y: window.y - place.y, width: window.width, height: window.height)
    if let back = view.transform?.inverse { inner = back.bounds(of: inner) }
    if view.kind == .scroller {
      // A list that is as high as its rows scrolls with what is around it.
      inner.x += view.offset.x
      inner.y += view.offset.y
      inner = inner.intersection(view.seen.widenedByItself)
      view.chosenOffset = view.offset
    }
    // What goes is there for what comes.
    for child in view.children where !isChosen(child, inner, pinned, depth: depth + 1) { takeAway(child) }
    var last: Adapter.View?
    for child in view.inOrder { last = choose(child, inner, own, last, pinned, depth: depth + 1) ?? last }
    return own
  }

  private func show(_ view: HostView, _ parent: Adapter.View?, _ before: Adapter.View?) -> Adapter.View {
    if let own = shown[view.node] {
      adapter.insert(own, into: parent, after: before)
      if view.needsUpdate {
        view.needsUpdate = false
        adapter.update(own, from: view)
      }
      return own
    }
    let own: Adapter.View
    if let last = waiting[view.kind]?.popLast() {
      own = last
    } else {
      madeViews += 1
      own = adapter.makeView(view.kind)
    }
    shown[view.node] = own
    if moving[view.node] != nil { requestFrames() }
    view.needsUpdate = false
    adapter.assign(own, to: view)
    adapter.insert(own, into: parent, after: before)
    adapter.setFrame(view.platformPlace, of: own)
    adapter.raise(own, view.isRaised)
    if let area = view.scrollArea { adapter.setScrollArea(width: area.width, height: area.height, of: own) }
    adapter.update(own, from: view)
    let offset = view.platformOffset
    if view.kind == .scroller, offset.x != 0 || offset.y != 0 { adapter.scroll(own, toX: offset.x, y: offset.y) }
    return own
  }

  /// Takes the platform's view of a node away, with those of what is in it: none is there where its own is not.
  private func takeAway(_ view: HostView) {
    var stack = [view]
    while let next = stack.popLast() {
      guard let own = shown.removeValue(forKey: next.node) else { continue }
      adapter.retire(own)
      // Web views hold a page: they are not another's.
      if next.kind != .web, waiting[next.kind, default: []].count < HostLimits.mostWaiting {
        waiting[next.kind, default: []].append(own)
      } else {
        adapter.end(own, next.kind)
      }
      stack += next.children
    }
  }

  /// Ends all of the platform's views: the page is not shown any more.
  public func end() {
    for root in roots { takeAway(root) }
    for (kind, views) in waiting { for view in views { adapter.end(view, kind) } }
    waiting = [:]
  }
}

extension LayoutRect {
  var isUsable: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
