import CSSValues
import HostCore
import HybridClient
import JSONValues
import PageFormat

final class PlainView {
  let kind: HostViewKind
  init(_ kind: HostViewKind) { self.kind = kind }
}

final class PlainAdapter: HostAdapter {
  func makeView(_ kind: HostViewKind) -> PlainView { PlainView(kind) }
  func assign(_ view: PlainView, to node: HostView) {}
  func retire(_ view: PlainView) {}
  func end(_ view: PlainView, _ kind: HostViewKind) {}

  // No parent is the page itself; no sibling is the first place.
  func insert(_ view: PlainView, into parent: PlainView?, after sibling: PlainView?) {
    print("insert", view.kind, "into", parent?.kind.rawValue ?? "the page")
  }
  func setFrame(_ frame: LayoutRect, of view: PlainView) {
    print(view.kind, "is at", frame.x, frame.y, "and is", frame.width, "by", frame.height)
  }
  func setScrollArea(width: Double, height: Double, of view: PlainView?) {}

  func update(_ view: PlainView, from node: HostView) {
    let look = ViewLook(of: node)
    print(view.kind, look)
  }
  func scroll(_ view: PlainView?, toX x: Double, y: Double) {}
  func focus(_ view: PlainView?) {}
  func perform(_ action: String, _ arguments: [JSONValue], on view: PlainView, node: HostView) {}
}
