import CSSValues
import HostCore
import JSONValues
import Manifest
import PageFormat

/// A platform without a screen: views are objects that remember what they were given.
final class RecordingAdapter: HostAdapter {
  final class View {
    let kind: HostViewKind
    var node: Int?
    var text = ""
    var frame = LayoutRect.zero
    weak var parent: View?
    var children: [View] = []
    var isRaised = false
    var scrolledTo: (x: Double, y: Double)?
    init(_ kind: HostViewKind) { self.kind = kind }
  }

  var page: [View] = []
  var alive = 0
  var area = (width: 0.0, height: 0.0)
  var pageOffset: (x: Double, y: Double)?
  var focused: Int?
  var updates = 0

  func makeView(_ kind: HostViewKind) -> View {
    alive += 1
    return View(kind)
  }
  func assign(_ view: View, to node: HostView) {
    view.node = node.node
    view.text = ""
  }
  func retire(_ view: View) { detach(view) }
  func end(_ view: View, _ kind: HostViewKind) {
    detach(view)
    alive -= 1
  }
  func insert(_ view: View, into parent: View?, after sibling: View?) {
    detach(view)
    view.parent = parent
    let others = parent?.children ?? page
    let place = sibling.flatMap { sibling in others.lastIndex { $0 === sibling } }.map { $0 + 1 } ?? 0
    if let parent { parent.children.insert(view, at: place) } else { page.insert(view, at: place) }
  }
  func setFrame(_ frame: LayoutRect, of view: View) { view.frame = frame }
  func update(_ view: View, from node: HostView) {
    view.text = node.text
    updates += 1
  }
  func setScrollArea(width: Double, height: Double, of view: View?) { if view == nil { area = (width, height) } }
  func scroll(_ view: View?, toX x: Double, y: Double) {
    if let view { view.scrolledTo = (x, y) } else { pageOffset = (x, y) }
  }
  func focus(_ view: View?) { focused = view?.node }
  func perform(_ action: String, _ arguments: [JSONValue], on view: View, node: HostView) {}

  func raise(_ view: View, _ isRaised: Bool) { view.isRaised = isRaised }

  private func detach(_ view: View) {
    view.parent?.children.removeAll { $0 === view }
    page.removeAll { $0 === view }
    view.parent = nil
  }
}
