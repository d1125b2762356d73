#if canImport(CoreGraphics) && canImport(CoreText)
  import CSSValues
  import CoreGraphics
  import PageFormat
  import Painting

  extension LayoutRect {
    /// The rectangle as CoreGraphics has it.
    var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

    /// A rectangle of CoreGraphics; the null rectangle is empty.
    init(_ rect: CGRect) {
      self =
        rect.isNull || rect.isInfinite
        ? .zero
        : LayoutRect(
          x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
          height: Double(rect.size.height))
    }
  }

  extension PaintColor {
    /// The colour in sRGB.
    var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
  }

  extension PaintMatrix {
    /// The transform as CoreGraphics has it.
    var transform: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: e, ty: f) }
  }

  extension StrokeStyle.Join {
    /// The join as CoreGraphics has it.
    var lineJoin: CGLineJoin {
      switch self {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    }
  }

  extension PaintPath {
    /// The path as CoreGraphics has it.
    var cgPath: CGPath {
      let path = CGMutablePath()
      forEach { step, place in
        func point(_ offset: Int) -> CGPoint { CGPoint(x: points[place + offset], y: points[place + offset + 1]) }
        switch step {
        case .move: path.move(to: point(0))
        case .line: path.addLine(to: point(0))
        case .curve: path.addCurve(to: point(4), control1: point(0), control2: point(2))
        case .close: path.closeSubpath()
        }
      }
      return path
    }
  }

  extension PaintShape {
    /// The outline, and how it is filled.
    var path: (path: CGPath, rule: CGPathFillRule) {
      switch self {
      case .rounded(let rounded): return (rounded.path.cgPath, .winding)
      case .ring(let outer, let inner):
        var path = outer.path
        if inner.rect.width > 0, inner.rect.height > 0 { path.add(inner.path) }
        return (path.cgPath, .evenOdd)
      case .path(let path, let rule): return (path.cgPath, rule == .evenOdd ? .evenOdd : .winding)
      }
    }
  }
#endif
