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
}
