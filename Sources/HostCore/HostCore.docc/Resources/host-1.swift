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
  func insert(_ view: PlainView, into parent: PlainView?, after sibling: PlainView?) {}
  func setFrame(_ frame: LayoutRect, of view: PlainView) {}
  func setScrollArea(width: Double, height: Double, of view: PlainView?) {}
  func update(_ view: PlainView, from node: HostView) {}
  func scroll(_ view: PlainView?, toX x: Double, y: Double) {}
  func focus(_ view: PlainView?) {}
  func perform(_ action: String, _ arguments: [JSONValue], on view: PlainView, node: HostView) {}
}
