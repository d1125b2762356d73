import CSSValues
import PageFormat

/// Where sticky boxes are while nothing is scrolled (CSS Positioned Layout 3, 3.4).
extension PagePainter {
  /// How far a node of `position: sticky` is moved, in whole device pixels; `nil` for nodes that stay in place.
  func stickyShift(_ node: Int) -> PaintMatrix? {
    guard style(of: node).computed.box.position == .sticky, let constraint = layout.sticky(node, in: page),
      let frame = frame(node)
    else { return nil }
    var port = LayoutRect(x: 0, y: 0, width: layout.viewport.width, height: layout.viewport.height)
    if let scroller = constraint.scroller {
      guard let clip = layout.clip(scroller, in: page)?.rect else { return nil }
      port = clip
    }
    let shift = constraint.shift(of: frame, in: port)
    let scale = layout.viewport.scale
    let (x, y) = ((shift.x * scale).rounded() / scale, (shift.y * scale).rounded() / scale)
    return x == 0 && y == 0 ? nil : .translation(x, y)
  }
}

extension LayoutSticky {
  /// How far the box is moved to keep to the edges of what is seen of its scroll container, in CSS px.
  ///
  /// - Parameters:
  ///   - frame: where the box is before it is moved.
  ///   - port: what is seen of the container, in the same coordinates.
  public func shift(of frame: LayoutRect, in port: LayoutRect) -> (x: Double, y: Double) {
    guard insets.count == 4 else { return (0, 0) }
    return (
      Self.shift(
        frame.x, frame.width, port: (port.x, port.width), bounds: (bounds.x, bounds.width), near: insets[3],
        far: insets[1]),
      Self.shift(
        frame.y, frame.height, port: (port.y, port.height), bounds: (bounds.y, bounds.height), near: insets[0],
        far: insets[2])
    )
  }

  private static func shift(
    _ start: Double, _ size: Double, port: (start: Double, size: Double), bounds: (start: Double, size: Double),
    near: Double?, far: Double?
  ) -> Double {
    var moved = start
    if let far, moved + size > port.start + port.size - far {
      moved = max(min(moved, bounds.start), port.start + port.size - far - size)
    }
    if let near, moved < port.start + near {
      moved = min(max(moved, bounds.start + bounds.size - size), port.start + near)
    }
    return moved - start
  }
}
