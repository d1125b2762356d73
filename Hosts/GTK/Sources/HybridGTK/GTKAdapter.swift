import CSSValues
import GTKShims
import HostCore
import HybridClient
import JSONValues
import Manifest
import PageFormat
import Text

/// GTK 4 for Token pages: what `HostCore` asks of a platform.
@MainActor final class GTKAdapter: @preconcurrency HostAdapter {
  /// What holds the page's own views, inside of what scrolls.
  let page: HVHandle
  private let scroller: HVHandle
  let pictures: PictureStore
  private let window: HVHandle
  weak var screen: TokenScreen?
  /// Draws what views paint by their styles.
  let painting: ViewPainting

  init(page: HVHandle, scroller: HVHandle, window: HVHandle, pictures: PictureStore, fonts: FontSet) {
    painting = ViewPainting(pictures, fonts)
    self.page = page
    self.scroller = scroller
    self.window = window
    self.pictures = pictures
  }

  func makeView(_ kind: HostViewKind) -> GTKView { GTKView(kind, self) }
  func assign(_ view: GTKView, to node: HostView) { view.assign(node) }
  func retire(_ view: GTKView) { hv_remove(view.widget) }
  func end(_ view: GTKView, _ kind: HostViewKind) { view.end() }
  func insert(_ view: GTKView, into parent: GTKView?, after sibling: GTKView?) {
    hv_box_insert(parent?.content ?? page, view.widget, sibling?.widget)
  }
  func setFrame(_ frame: LayoutRect, of view: GTKView) {
    hv_set_frame(view.widget, frame.x, frame.y, frame.width, frame.height)
    view.placeControl(frame.width, frame.height)
    view.frameChanged()
  }
  func update(_ view: GTKView, from node: HostView) {
    view.update(node)
    // What is named by its contents has another name now.
    var around = node.parent
    var steps = 0
    while let next = around, steps < HostLimits.mostNested {
      if accessibility(of: next).takesContents { screen?.platformView(of: next)?.updateAccessibility(next) }
      around = next.parent
      steps += 1
    }
  }
  func accessibility(of node: HostView) -> ViewAccessibility {
    screen?.accessibility(of: node) ?? ViewAccessibility(of: node, semantics: nil)
  }
  func setScrollArea(width: Double, height: Double, of view: GTKView?) {
    // Boxes that do not scroll draw what sticks out.
    if let view {
      if view.kind == .scroller { hv_box_set_size(view.content, width, height) }
    } else {
      hv_box_set_size(page, width, height)
    }
  }
  /// Whether the tab key goes forward, while it gives the keyboard to a view.
  var tabbing: Bool?
  func isPressable(_ node: HostView) -> Bool { screen?.isPressable(node) ?? false }
  func scroll(_ view: GTKView?, toX x: Double, y: Double) {
    if let view { view.scroll(x, y) } else { hv_scroller_scroll(scroller, x, y) }
  }
  func focus(_ view: GTKView?) {
    guard let view else { return hv_unfocus(window) }
    if let tabbing { view.enter(forward: tabbing) } else { view.focus() }
  }
  func perform(_ action: String, _ arguments: [JSONValue], on view: GTKView, node: HostView) {
    switch action {
    case "reload": view.reload(node)
    case "openHeaderRefresh": view.showRefreshing(true)
    case "stopHeaderRefresh", "hiddenHeaderRefresh": view.showRefreshing(false)
    default: break
    }
  }
  func raise(_ view: GTKView, _ isRaised: Bool) { hv_set_raised(view.widget, isRaised) }

  // MARK: Events

  func scrolled(_ node: HostView, _ x: Double, _ y: Double) { screen?.scrolled(node, x, y) }
  func pulled(_ node: HostView, by way: Double, at time: Double) { screen?.pulled(node, by: way, at: time) }
  func pushed(_ node: HostView, by way: Double, at time: Double) { screen?.pushed(node, by: way, at: time) }
  func cleared(_ node: HostView) { screen?.cleared(node) }
  func cancelled(_ node: HostView) { screen?.cancelled(node) }
  func changed(_ node: HostView, number: Double, text: String) { screen?.changed(node, number: number, text: text) }
  func focusChanged(_ node: HostView, _ hasFocus: Bool) { screen?.focusChanged(node, hasFocus) }
  func activated(_ node: HostView) { screen?.activated(node) }
  func address(of source: String) -> String? { screen?.address(of: source) }
}
