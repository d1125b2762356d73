import CSSValues
import PageFormat

/// Edges on whole device pixels, as browsers draw them.
extension LayoutRect {
  /// The rectangle with its edges on device pixels.
  ///
  /// - Parameter scale: device pixels in a CSS px.
  public func onPixels(_ scale: Double) -> LayoutRect {
    func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let (left, top) = (snap(x), snap(y))
    return LayoutRect(x: left, y: top, width: snap(x + width) - left, height: snap(y + height) - top)
  }
}

extension PaintShape {
  /// The shape with its edges on device pixels; paths stay where they are.
  ///
  /// - Parameter scale: device pixels in a CSS px.
  public func onPixels(_ scale: Double) -> PaintShape {
    switch self {
    case .rounded(let rounded): return .rounded(RoundedRect(rounded.rect.onPixels(scale), radii: rounded.radii))
    case .ring(let outer, let inner):
      let edge = outer.rect.onPixels(scale)
      let (o, i) = (outer.rect, inner.rect)
      // Widths of borders are whole device pixels already.
      let hole = LayoutRect(
        x: edge.x + i.x - o.x, y: edge.y + i.y - o.y,
        width: max(0, edge.width - (i.x - o.x) - (o.x + o.width - i.x - i.width)),
        height: max(0, edge.height - (i.y - o.y) - (o.y + o.height - i.y - i.height)))
      return .ring(outer: RoundedRect(edge, radii: outer.radii), inner: RoundedRect(hole, radii: inner.radii))
    case .path: return self
    }
  }
}
