import CSSValues
import PageFormat

/// The handle of boxes that readers resize (CSS UI 4, 4.1), as Chromium draws it.
extension PagePainter {
  /// Whether a style asks for a handle: boxes that show all of their contents have none.
  static func hasResizeHandle(_ style: ComputedStyle) -> Bool {
    guard let value = style.other[.resize]?.keyword, value != "none" else { return false }
    return style.box.overflowX != .visible || style.box.overflowY != .visible
  }

  /// Two slanting lines in the lower corner at the end of the padding box, each with a light one below it.
  mutating func paintResizeHandle(of node: Int, _ style: ComputedStyle) {
    guard let frame = frame(node), !frame.isEmpty else { return }
    let border = style.border
    let isRightToLeft = style.text.direction == .rtl
    let bottom = frame.bottom - border.bottom.width - 2
    let edge = isRightToLeft ? frame.x + border.left.width + 2 : frame.right - border.right.width - 2
    enterScope(of: node)
    for (offset, color) in [(0.0, PaintColor(0, 0, 0, alpha: 0.6)), (1.0, PaintColor(1, 1, 1, alpha: 0.6))] {
      for length in [7.5, 3.75] {
        var path = PaintPath()
        path.move(edge, bottom - length + offset)
        path.line(isRightToLeft ? edge + length : edge - length, bottom + offset)
        let bounds = LayoutRect(
          x: isRightToLeft ? edge : edge - length, y: bottom - length + offset, width: length, height: length)
        add(.stroke(path, .color(color), StrokeStyle(width: 1)), bounds.inset(by: -1), node)
      }
    }
  }
}
