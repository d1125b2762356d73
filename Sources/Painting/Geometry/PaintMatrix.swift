import CSSValues
import PageFormat

/// An affine transform: (x, y) is shown at (a·x + c·y + e, b·x + d·y + f).
public struct PaintMatrix: Hashable, Sendable {
  /// The six numbers, in the order of CSS's `matrix()`.
  public var a, b, c, d, e, f: Double

  /// A transform from its six numbers, in the order of CSS's `matrix()`.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The transform that changes nothing.
  public static let identity = PaintMatrix(1, 0, 0, 1, 0, 0)

  /// A move.
  public static func translation(_ x: Double, _ y: Double) -> PaintMatrix { PaintMatrix(1, 0, 0, 1, x, y) }

  /// A scale about the origin.
  public static func scale(_ x: Double, _ y: Double) -> PaintMatrix { PaintMatrix(x, 0, 0, y, 0, 0) }

  /// The transform that applies `inner` first, then this one.
  public func concatenated(_ inner: PaintMatrix) -> PaintMatrix {
    PaintMatrix(
      a * inner.a + c * inner.b, b * inner.a + d * inner.b, a * inner.c + c * inner.d, b * inner.c + d * inner.d,
      a * inner.e + c * inner.f + e, b * inner.e + d * inner.f + f)
  }

  /// The transform that undoes this one; `nil` where none does.
  public var inverse: PaintMatrix? {
    guard isUsable else { return nil }
    let determinant = a * d - b * c
    return PaintMatrix(
      d / determinant, -b / determinant, -c / determinant, a / determinant, (c * f - d * e) / determinant,
      (b * e - a * f) / determinant)
  }

  /// Where a point is shown.
  public func apply(_ x: Double, _ y: Double) -> (Double, Double) { (a * x + c * y + e, b * x + d * y + f) }

  /// The smallest rectangle around where a rectangle is shown.
  public func bounds(of rect: LayoutRect) -> LayoutRect {
    var path = PaintPath()
    path.addRect(rect)
    return path.transformed(self).bounds
  }

  /// Whether the transform only moves.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether every number is finite and the transform can be undone.
  public var isUsable: Bool {
    let determinant = a * d - b * c
    return determinant != 0 && determinant.isFinite && e.isFinite && f.isFinite
  }

  /// The factor by which areas grow, as a length.
  public var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
