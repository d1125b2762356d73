import CSSValues
import PageFormat
import Painting

// Views that stay in place (`position: fixed`), or at an edge of what scrolls (`sticky`; CSS Positioned Layout 3, 3.4).
extension HostTree {
  /// Takes note of what a page says of where a view stays.
  func keep(_ view: HostView) {
    view.isKept = view.keeping != nil
    if view.isKept {
      kept.insert(view.node)
    } else if kept.remove(view.node) != nil {
      shift(view, by: (0, 0))
    }
  }

  /// Places what stays by how far all around it is scrolled.
  ///
  /// - Returns: whether one that the platform has no view of was moved.
  @discardableResult func placeKept() -> Bool {
    var isMissing = false
    // Those around others come first: pages number their nodes so.
    for node in kept.sorted() {
      guard let view = views[node] else { continue }
      if shift(view, by: view.keeping == "fixed" ? fixedShift(view) : stickyShift(view)) { isMissing = true }
    }
    return isMissing
  }

  @discardableResult private func shift(_ view: HostView, by shift: (x: Double, y: Double)) -> Bool {
    guard shift != view.shift else { return false }
    view.shift = shift
    view.extent = nil
    view.parent?.forgetExtents()
    guard let own = platformView(of: view.node) else { return true }
    adapter.setFrame(view.platformPlace, of: own)
    return false
  }

  /// What is scrolled around a fixed view is made up for; what is transformed around it holds it instead (CSS Transforms 1, 3).
  private func fixedShift(_ view: HostView) -> (x: Double, y: Double) {
    guard isFixed(view), !view.isHidden else { return (0, 0) }
    var shift = (x: 0.0, y: 0.0)
    var next = view.parent
    while let around = next {
      if around.kind == .scroller { shift = (shift.x + around.offset.x, shift.y + around.offset.y) }
      // What is around that one is made up for already.
      if around.keeping == "fixed" { return shift }
      next = around.parent
    }
    return (shift.x + screen.x, shift.y + screen.y)
  }

  /// Whether a view stays where it is on the screen, however far all around it is scrolled.
  func isFixed(_ view: HostView) -> Bool {
    guard view.keeping == "fixed" else { return false }
    var next = view.parent
    while let around = next {
      if around.transform != nil { return false }
      next = around.parent
    }
    return true
  }

  private func stickyShift(_ view: HostView) -> (x: Double, y: Double) {
    guard let style = style(view.node), !view.isHidden else { return (0, 0) }
    // The places of the view and of what is around it, in the coordinates of what scrolls.
    var (x, y) = (0.0, 0.0)
    var scroller = view.parent
    while let around = scroller, around.kind != .scroller {
      (x, y) = (x + around.place.x, y + around.place.y)
      scroller = around.parent
    }
    var port = screen
    if let scroller {
      let border = self.style(scroller.node)?.border ?? BorderStyle()
      port = LayoutRect(
        x: scroller.offset.x, y: scroller.offset.y, width: scroller.frame.width, height: scroller.frame.height
      )
      .inset(top: border.top.width, right: border.right.width, bottom: border.bottom.width, left: border.left.width)
    }
    func distance(_ length: LengthPercentageOrAuto, _ basis: Double) -> Double? {
      if case .value(let value) = length { value.resolve(basis) } else { nil }
    }
    let inset = style.box.inset
    let frame = view.frame.offset(x, y)
    let constraint = LayoutSticky(
      node: view.node, scroller: scroller?.node,
      insets: [
        distance(inset.top, port.height), distance(inset.right, port.width), distance(inset.bottom, port.height),
        distance(inset.left, port.width),
      ], bounds: bounds(of: view, style, frame, parentAt: (x, y)))
    return constraint.shift(of: frame, in: port)
  }

  /// What a sticky view never leaves: the content box of what is around it, without the view's margins, and its own place.
  private func bounds(
    of view: HostView, _ style: ComputedStyle, _ frame: LayoutRect, parentAt origin: (x: Double, y: Double)
  ) -> LayoutRect {
    guard let parent = view.parent else {
      return frame.bounding(LayoutRect(x: 0, y: 0, width: screen.width, height: screen.height))
    }
    let (border, padding) =
      self.style(parent.node).map { ($0.border, $0.box.padding) } ?? (BorderStyle(), style.box.padding)
    let basis = parent.parent?.frame.width ?? screen.width
    // A scroller holds as much as scrolls in it.
    let size = parent.kind == .scroller ? parent.scrollArea : nil
    let outer = LayoutRect(
      x: origin.x, y: origin.y, width: max(parent.frame.width, size?.width ?? 0),
      height: max(parent.frame.height, size?.height ?? 0))
    let content = outer.inset(
      top: border.top.width + padding.top.resolve(basis), right: border.right.width + padding.right.resolve(basis),
      bottom: border.bottom.width + padding.bottom.resolve(basis), left: border.left.width + padding.left.resolve(basis)
    )
    func margin(_ length: LengthPercentageOrAuto) -> Double {
      if case .value(let value) = length { value.resolve(content.width) } else { 0 }
    }
    let own = style.box.margin
    return content.inset(
      top: margin(own.top), right: margin(own.right), bottom: margin(own.bottom), left: margin(own.left)
    ).bounding(frame)
  }
}
