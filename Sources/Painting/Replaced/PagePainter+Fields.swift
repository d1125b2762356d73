import CSSValues
import PageFormat

/// The parts of date and file fields beside their texts, as Chromium draws them at rest.
extension PagePainter {
  /// The sign of the button that opens a calendar or a clock, at the end of the field.
  ///
  /// DEVIATION: what a page says of `::-webkit-calendar-picker-indicator` is not read.
  mutating func paintPicker(_ node: Int, _ style: ComputedStyle, isClock: Bool) {
    // What cannot be changed has no button.
    guard !isDisabled(node), page.attribute(node, "readonly") == nil, let content = contentBox(node, style)?.rect,
      content.width > 0
    else { return }
    let size = style.font.size
    // The sign of a clock is larger and has more room around it.
    let (side, room) = isClock ? (1.05 * size, 3.0) : (size, 2.0)
    let box = LayoutRect(
      x: content.right - room - side, y: content.y + (content.height - side) / 2, width: side, height: side
    ).onPixels(layout.viewport.scale)
    guard box.width > 0, box.height > 0, let sign = PaintPath(svg: isClock ? Self.clock : Self.calendar) else { return }
    enterScope(of: node)
    // Signs are 24 units large; the calendar's picture is 16 to 15.
    let pixels = layout.viewport.scale
    let height = isClock ? box.height : (box.height * 15 / 16 * pixels).rounded() / pixels
    let scale = min(box.width, height) / 24
    let matrix = PaintMatrix(scale, 0, 0, scale, box.x + (box.width - 24 * scale) / 2, box.y)
    let color = style.usesDarkScheme(prefersDark: layout.viewport.colorScheme == .dark) ? PaintColor.white : .black
    add(.fill(.path(sign.transformed(matrix), .nonzero), .color(color), .normal), box, node)
  }

  private static let calendar = """
    M20 3h-1V1h-2v2H7V1H5v2H4c-1.1 0-2 .9-2 2v16c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2zm0 18H4V8h16v13z
    """
  private static let clock = """
    M11.99 2C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12S17.52 2 11.99 2zM12 20c-4.42 0-8-3.58-8-8s3.58-8 \
    8-8 8 3.58 8 8-3.58 8-8 8zM12.5 7H11v6l5.25 3.15.75-1.23-4.5-2.67z
    """

  /// The button around the first text of a file chooser.
  ///
  /// DEVIATION: its text has the field's font.
  mutating func paintFileButton(_ node: Int, _ style: ComputedStyle) {
    guard let text = layout.lines(node, in: page).first?.frame.rect, text.width > 0 else { return }
    enterScope(of: node)
    var box = LayoutRect(x: text.x - 8, y: text.y - 3, width: text.width + 16, height: text.height + 6)
    // The line of the text may be a little higher than the text.
    if let content = contentBox(node, style)?.rect, abs(content.height - box.height) < 1 { box.height = content.height }
    let outer = RoundedRect(box, radii: Array(repeating: 3, count: 8))
    let inner = outer.inset(top: 1, right: 1, bottom: 1, left: 1)
    let colors = colors(style)
    var fill = isDisabled(node) ? colors.disabledButton : colors.button
    if let button = fileButtonStyle(of: node)?.computed {
      if !hasDefaultBorder(button, .outset, width: 2) { omit("::file-selector-button", "with styles of its own", node) }
      if !isDisabled(node) { fill = button.resolved(button.visual.backgroundColor) }
    }
    if !fill.isTransparent { add(.fill(.rounded(inner), .color(fill), .normal), box, node) }
    let isDark = style.usesDarkScheme(prefersDark: layout.viewport.colorScheme == .dark)
    let line = isDisabled(node) ? isDark ? fill : colors.disabledOutline : colors.buttonOutline
    add(.fill(.ring(outer: outer, inner: inner), .color(line), .normal), box, node)
  }
}
