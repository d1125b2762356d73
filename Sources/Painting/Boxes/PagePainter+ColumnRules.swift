import CSSValues
import PageFormat

/// Lines between columns (CSS Multi-column Layout 1, 4).
extension PagePainter {
  /// Paints the lines between the columns of a container: where there is content on both sides, as high as their row.
  mutating func paintColumnRules(of node: Int, _ style: ComputedStyle) {
    guard let line = columnRule(style), let frame = frame(node) else { return }
    switch style.box.display {
    case .box(_, .flow, _), .box(_, .flowRoot, _): break
    default: return omit(.columnRuleStyle, "in flex and grid containers", node)
    }
    guard style.box.columnCount != nil || style.box.columnWidth != nil else { return }
    if layout.flags(node).contains(.fragmented) {
      return omit(.columnRuleStyle, "in containers that columns break", node)
    }
    let (border, padding) = (style.border, padding(node, style))
    let box = frame.inset(
      top: border.top.width + padding.top, right: border.right.width + padding.right,
      bottom: border.bottom.width + padding.bottom, left: border.left.width + padding.left)
    guard !box.isEmpty, !line.color.isTransparent else { return }
    let columns = usedColumns(style, box.width)
    guard columns.count > 1 || columns.stride < box.width else { return }
    let isRightToLeft = style.text.direction == .rtl
    enterScope(of: node)
    for row in columnRows(of: node, box, columns.stride, isRightToLeft) {
      for number in 1..<max(1, min(row.columns, Self.mostColumns)) {
        let middle = Double(number) * columns.stride - columns.gap / 2
        let x = (isRightToLeft ? box.right - middle : box.x + middle) - line.width / 2
        paintLine(
          line, LayoutRect(x: x, y: row.top, width: line.width, height: row.bottom - row.top), node, style)
      }
    }
  }

  /// More columns have no lines.
  private static let mostColumns = 10_000

  private struct ColumnRule {
    var width: Double
    var style: BorderLineStyle
    var color: PaintColor
  }

  private func columnRule(_ style: ComputedStyle) -> ColumnRule? {
    let lines: [String: BorderLineStyle] = [
      "dotted": .dotted, "dashed": .dashed, "solid": .solid, "double": .double, "groove": .groove, "ridge": .ridge,
      // As between the cells of a table (CSS 2.2, 17.6.2).
      "inset": .ridge, "outset": .groove,
    ]
    guard let line = style.other[.columnRuleStyle]?.keyword.flatMap({ lines[$0] }) else { return nil }
    let width = style.other[.columnRuleWidth]?.length(of: 0) ?? 3
    let color = style.other[.columnRuleColor]?.paintColor(style.text.color) ?? PaintColor(style.text.color)
    return width > 0 ? ColumnRule(width: width, style: line, color: color) : nil
  }

  /// The used columns (3.4).
  ///
  /// - Parameter width: of the content box, in px.
  private func usedColumns(_ style: ComputedStyle, _ width: Double) -> (count: Int, stride: Double, gap: Double) {
    let gap =
      switch style.alignment.columnGap {
      case .normal: style.font.size
      case .value(let value): max(0, value.resolve(width))
      }
    var count = Double(max(1, style.box.columnCount ?? 1))
    if let wanted = style.box.columnWidth {
      let fitting = max(1, ((width + gap) / (max(1.0 / 64, wanted) + gap)).rounded(.down))
      count = style.box.columnCount == nil ? fitting : min(count, fitting)
    }
    count = min(count, 65_536)
    return (Int(count), (width + gap) / count, gap)
  }

  private struct ColumnRow {
    var top: Double
    var bottom: Double
    /// How many columns have content.
    var columns = 0
  }

  /// The rows of columns: boxes that span all columns part them.
  private func columnRows(
    of node: Int, _ box: LayoutRect, _ stride: Double, _ isRightToLeft: Bool
  ) -> [ColumnRow] {
    var spanners: [LayoutRect] = []
    var spanned: Set<Int> = []
    for child in page.children(node) where page.kind(child) == .element {
      let own = self.style(of: child).computed
      guard let frame = frame(child), own.other[.columnSpan]?.keyword == "all" else { continue }
      spanned.insert(child)
      var margin = 0.0
      if case .value(let length) = own.box.margin.bottom { margin = length.resolve(box.width) }
      spanners.append(frame.inset(top: 0, right: 0, bottom: -margin, left: 0))
    }
    spanners.sort { $0.y < $1.y }
    var rows = [ColumnRow(top: box.y, bottom: box.y)]
    rows += spanners.map { ColumnRow(top: $0.bottom, bottom: $0.bottom) }
    func add(_ piece: LayoutRect) {
      guard piece.height > 0, piece.width > 0 else { return }
      let row = spanners.lastIndex { $0.bottom <= piece.y + 0.5 }.map { $0 + 1 } ?? 0
      let start = isRightToLeft ? box.right - piece.right : piece.x - box.x
      rows[row].columns = max(rows[row].columns, Int(min(1e6, max(0, (start + 0.5) / stride))) + 1)
      rows[row].bottom = max(rows[row].bottom, piece.bottom)
    }
    var inner = node + 1
    while inner < page.subtreeEnd(node) {
      let flags = layout.flags(inner)
      let isPositioned =
        page.kind(inner) != .text && [.absolute, .fixed].contains(self.style(of: inner).computed.box.position)
      if spanned.contains(inner) || isPositioned {
        inner = page.subtreeEnd(inner)
        continue
      }
      if page.kind(inner) != .text, !flags.contains(.noBox) { fragments(inner).forEach(add) }
      for line in layout.lines(inner, in: page) { add(line.frame.rect) }
      inner += 1
    }
    // The lines of the last row go to the end of the container.
    if rows[rows.count - 1].columns > 0 { rows[rows.count - 1].bottom = box.bottom }
    return rows.filter { $0.bottom > $0.top }
  }

  private mutating func paintLine(_ line: ColumnRule, _ rect: LayoutRect, _ node: Int, _ style: ComputedStyle) {
    var sides = BoxSides(style, isFirst: true, isLast: true)
    sides.widths = Sides(top: 0, right: 0, bottom: 0, left: line.width)
    sides.styles = Sides(line.style)
    sides.colors = Sides(line.color)
    paintBorder(node, RoundedRect(rect), sides)
  }
}
