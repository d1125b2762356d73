import CSSValues
import PageFormat

extension HostTree {
  /// The innermost view at a point of the screen, the one that is painted last first; what scrollers cut off is not hit.
  public func hit(x: Double, y: Double) -> HostView? {
    let (x, y) = (x + screen.x, y + screen.y)
    for root in HostView.inOrder(roots).reversed() {
      if let found = hit(root, x, y, depth: 0) { return found }
    }
    return nil
  }

  private func hit(_ view: HostView, _ x: Double, _ y: Double, depth: Int) -> HostView? {
    guard !view.isHidden, view.takesInput, depth < HostLimits.mostNested else { return nil }
    guard let point = view.inside(x, y) else { return nil }
    let isInside = LayoutRect(x: 0, y: 0, width: view.frame.width, height: view.frame.height)
      .contains(point.x, point.y)
    if !isInside, view.clips { return nil }
    guard isInside || view.wholeExtent(depth: depth).contains(x, y) else { return nil }
    let (innerX, innerY) = (point.x + view.offset.x, point.y + view.offset.y)
    for child in view.inOrder.reversed() where child.isRaised {
      if let found = hit(child, innerX, innerY, depth: depth + 1) { return found }
    }
    for child in view.inOrder.reversed() where !child.isRaised {
      if let found = hit(child, innerX, innerY, depth: depth + 1) { return found }
    }
    return isInside ? view : nil
  }

  /// A view's place on the screen, which may be off it: the box around it where it is turned.
  public func place(of view: HostView) -> LayoutRect {
    var place = view.outside(LayoutRect(x: 0, y: 0, width: view.frame.width, height: view.frame.height))
    var next = view.parent
    while let around = next {
      place.x -= around.offset.x
      place.y -= around.offset.y
      place = around.outside(place)
      next = around.parent
    }
    return LayoutRect(x: place.x - screen.x, y: place.y - screen.y, width: place.width, height: place.height)
  }

  /// The nodes that take the keyboard in the order of the page: views that are hidden or take no input, or are in such, are
  /// passed over, and so are disabled ones.
  public var focusOrder: [Int] {
    var order: [Int] = []
    var stack = Array(roots.reversed())
    while let view = stack.popLast() {
      guard !view.isHidden, view.takesInput else { continue }
      if view.kind.takesTaps, view.kind != .web, view.isEnabled { order.append(view.node) }
      stack += view.children.reversed()
    }
    return order
  }

  /// The field that a return key of type `next` leads to.
  public func field(after node: Int) -> Int? {
    let fields = focusOrder.filter { views[$0]?.kind.takesText == true }
    guard let place = fields.firstIndex(of: node), place + 1 < fields.count else { return nil }
    return fields[place + 1]
  }
}
