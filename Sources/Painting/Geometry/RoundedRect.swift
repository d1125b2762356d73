import CSSValues
import PageFormat

/// A rectangle with elliptic corners (CSS Backgrounds 3, 5), in CSS px.
public struct RoundedRect: Hashable, Sendable {
  /// The rectangle.
  public var rect: LayoutRect
  /// The horizontal radii of the top left, top right, bottom right and bottom left corner, then the vertical ones; empty
  /// where every corner is square.
  public var radii: [Double]

  /// A rectangle with corners; eight radii or none.
  public init(_ rect: LayoutRect, radii: [Double] = []) {
    self.rect = rect
    self.radii = radii.count == 8 && radii.contains(where: { $0 > 0 }) ? radii : []
  }

  /// Whether any corner is round.
  public var isRounded: Bool { !radii.isEmpty }

  /// The edge inside of this one, as the padding box is inside of the border box (CSS Backgrounds 3, 5.2): radii shrink by
  /// the distances beside them.
  public func inset(top: Double, right: Double, bottom: Double, left: Double) -> RoundedRect {
    let inner = rect.inset(top: top, right: right, bottom: bottom, left: left)
    guard isRounded else { return RoundedRect(inner) }
    let horizontal = [left, right, right, left]
    let vertical = [top, top, bottom, bottom]
    var inside: [Double] = []
    for corner in 0..<4 { inside.append(max(0, radii[corner] - horizontal[corner])) }
    for corner in 0..<4 { inside.append(max(0, radii[4 + corner] - vertical[corner])) }
    // A corner with one radius of 0 is square.
    for corner in 0..<4 where inside[corner] == 0 || inside[4 + corner] == 0 {
      inside[corner] = 0
      inside[4 + corner] = 0
    }
    return RoundedRect(inner, radii: inside)
  }

  /// The edge outside of this one, as shadows spread (CSS Backgrounds 3, 6.1.1): square corners stay square, small radii
  /// grow by less than the distance.
  public func outset(by distance: Double) -> RoundedRect {
    let outer = rect.inset(by: -distance)
    guard isRounded else { return RoundedRect(outer) }
    guard distance > 0 else { return inset(top: -distance, right: -distance, bottom: -distance, left: -distance) }
    return RoundedRect(
      outer,
      radii: radii.map { radius in
        guard radius > 0 else { return 0 }
        let ratio = radius / distance
        return radius + distance * (ratio < 1 ? 1 + (ratio - 1) * (ratio - 1) * (ratio - 1) : 1)
      })
  }

  /// The outline as a path, clockwise from the top left corner's end.
  public var path: PaintPath {
    var path = PaintPath()
    guard isRounded else {
      path.addRect(rect)
      return path
    }
    let r = radii
    let (x, y, right, bottom) = (rect.x, rect.y, rect.right, rect.bottom)
    path.move(x + r[0], y)
    path.line(right - r[1], y)
    path.addQuarter(right - r[1], y + r[5], from: (0, -r[5]), to: (r[1], 0))
    path.line(right, bottom - r[6])
    path.addQuarter(right - r[2], bottom - r[6], from: (r[2], 0), to: (0, r[6]))
    path.line(x + r[3], bottom)
    path.addQuarter(x + r[3], bottom - r[7], from: (0, r[7]), to: (-r[3], 0))
    path.line(x, y + r[4])
    path.addQuarter(x + r[0], y + r[4], from: (-r[0], 0), to: (0, -r[4]))
    path.close()
    return path
  }
}
