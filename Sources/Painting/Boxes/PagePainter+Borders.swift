import CSSValues
import PageFormat

/// Border lines (CSS Backgrounds and Borders 3, 3).
extension PagePainter {
  private enum Side: Int, CaseIterable { case top, right, bottom, left }

  /// Paints the border inside of a border box's edge.
  mutating func paintBorder(_ node: Int, _ outer: RoundedRect, _ sides: BoxSides) {
    let widths = sides.widths
    let inner = outer.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
    let shown = Side.allCases.filter { width($0, sides) > 0 && line($0, sides) != .none && line($0, sides) != .hidden }
    let visible = shown.filter { !color($0, sides).isTransparent }
    guard let first = visible.first else { return }
    let isUniform =
      shown.count == visible.count
      && visible.allSatisfy { color($0, sides) == color(first, sides) && line($0, sides) == line(first, sides) }
    if isUniform, line(first, sides) == .solid {
      add(.fill(.ring(outer: outer, inner: inner), .color(color(first, sides)), .normal), outer.rect, node)
      return
    }
    // Dashes and seams between sides are places of their own: they keep to the edges that renderers bring to device pixels.
    let edge =
      isTransformed(node) ? outer : RoundedRect(outer.rect.onPixels(layout.viewport.scale), radii: outer.radii)
    paintSides(visible, isUniform: isUniform && shown.count == 4, node, edge, sides)
  }

  /// Paints sides that are more than one solid shape.
  ///
  /// - Parameter isUniform: whether there are four sides, and all look the same.
  private mutating func paintSides(
    _ visible: [Side], isUniform: Bool, _ node: Int, _ outer: RoundedRect, _ sides: BoxSides
  ) {
    let (first, widths) = (visible[0], sides.widths)
    let inner = outer.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
    if isUniform, line(first, sides) == .double {
      paintDouble(node, outer, inner, sides, .color(color(first, sides)))
      return
    }
    if isUniform, outer.isRounded, Set(visible.map { width($0, sides) }).count == 1,
      [.dotted, .dashed].contains(line(first, sides))
    {
      add(.beginClip(.ring(outer: outer, inner: inner)), .zero, node)
      strokeRoundDashes(first, node, outer, sides)
      add(.end, .zero, node)
      return
    }
    if isUniform, [.dotted, .dashed].contains(line(first, sides)), color(first, sides).alpha < 1 {
      return paintEvenly(visible, node, outer, inner, sides)
    }
    // Solid sides of one colour are one shape: nothing shows where they meet.
    var rest = visible
    while let side = rest.first {
      let alike = rest.filter {
        line(side, sides) == .solid && line($0, sides) == .solid && color($0, sides) == color(side, sides)
      }
      if alike.count > 1 {
        beginSides(alike, node, outer, inner)
        add(.fill(.ring(outer: outer, inner: inner), .color(color(side, sides)), .normal), outer.rect, node)
        add(.end, .zero, node)
        rest.removeAll { alike.contains($0) }
      } else {
        paintSide(side, node, outer, inner, sides)
        rest.removeFirst()
      }
    }
  }

  /// Paints sides of one translucent color, which would be darker where their dashes meet.
  private mutating func paintEvenly(
    _ shown: [Side], _ node: Int, _ outer: RoundedRect, _ inner: RoundedRect, _ sides: BoxSides
  ) {
    var sides = sides
    var color = color(shown[0], sides)
    var effect = GroupEffect(node: node)
    effect.opacity = color.alpha
    color.alpha = 1
    sides.colors = Sides(top: color, right: color, bottom: color, left: color)
    add(.beginGroup(effect), .zero, node)
    for side in shown { paintSide(side, node, outer, inner, sides) }
    add(.end, .zero, node)
  }

  /// Whether a box is moved, turned or scaled with something around it.
  private func isTransformed(_ node: Int) -> Bool {
    var next: Int? = node
    while let ancestor = next {
      if layout.transform(ancestor) != nil { return true }
      next = page.parent(ancestor)
    }
    return false
  }

  private func width(_ side: Side, _ sides: BoxSides) -> Double {
    switch side {
    case .top: sides.widths.top
    case .right: sides.widths.right
    case .bottom: sides.widths.bottom
    case .left: sides.widths.left
    }
  }

  /// The line of a side; a double one needs three device pixels.
  private func line(_ side: Side, _ sides: BoxSides) -> BorderLineStyle {
    let style =
      switch side {
      case .top: sides.styles.top
      case .right: sides.styles.right
      case .bottom: sides.styles.bottom
      case .left: sides.styles.left
      }
    return style == .double && width(side, sides) * layout.viewport.scale < 3 ? .solid : style
  }

  private func color(_ side: Side, _ sides: BoxSides) -> PaintColor {
    switch side {
    case .top: sides.colors.top
    case .right: sides.colors.right
    case .bottom: sides.colors.bottom
    case .left: sides.colors.left
    }
  }

  /// Two rings of a third of the width each, with a gap between.
  private mutating func paintDouble(
    _ node: Int, _ outer: RoundedRect, _ inner: RoundedRect, _ sides: BoxSides, _ paint: Paint
  ) {
    let w = sides.widths
    let scale = layout.viewport.scale
    // Thirds of device pixels: of one left over the gap has it, of two each line.
    func part(_ fraction: Double) -> RoundedRect {
      func third(_ width: Double) -> Double { (width * scale * fraction).rounded() / scale }
      return outer.inset(top: third(w.top), right: third(w.right), bottom: third(w.bottom), left: third(w.left))
    }
    add(.fill(.ring(outer: outer, inner: part(1.0 / 3)), paint, .normal), outer.rect, node)
    add(.fill(.ring(outer: part(2.0 / 3), inner: inner), paint, .normal), outer.rect, node)
  }

  private mutating func paintSide(
    _ side: Side, _ node: Int, _ outer: RoundedRect, _ inner: RoundedRect, _ sides: BoxSides
  ) {
    let color = color(side, sides)
    let isFirstHalf = side == .top || side == .left
    switch line(side, sides) {
    case .dotted, .dashed:
      if outer.isRounded {
        add(.beginClip(.ring(outer: outer, inner: inner)), .zero, node)
        beginSides([side], node, outer, inner)
        strokeRoundDashes(side, node, outer, sides)
        add(.end, .zero, node)
        add(.end, .zero, node)
        return
      }
      // Where the neighbour looks otherwise, the line ends at the corner's diagonal.
      let neighbours = [(side.rawValue + 1) % 4, (side.rawValue + 3) % 4].compactMap { Side(rawValue: $0) }
      let isCut = neighbours.contains { other in
        width(other, sides) > 0 && line(other, sides) != .none
          && (self.color(other, sides) != color || line(other, sides) != line(side, sides))
      }
      if isCut { beginSides([side], node, outer, inner) }
      paintDashes(
        strip(side, outer.rect, sides), isHorizontal: side == .top || side == .bottom,
        isDotted: line(side, sides) == .dotted, color, node)
      if isCut { add(.end, .zero, node) }
      return
    case .double:
      beginSides([side], node, outer, inner)
      paintDouble(node, outer, inner, sides, .color(color))
    case .groove, .ridge:
      let isDarkOutside = (line(side, sides) == .groove) == isFirstHalf
      let w = sides.widths
      let middle = outer.inset(top: w.top / 2, right: w.right / 2, bottom: w.bottom / 2, left: w.left / 2)
      beginSides([side], node, outer, inner)
      let (dark, light) = color.shades
      add(.fill(.ring(outer: outer, inner: middle), .color(isDarkOutside ? dark : light), .normal), outer.rect, node)
      add(.fill(.ring(outer: middle, inner: inner), .color(isDarkOutside ? light : dark), .normal), outer.rect, node)
    case .inset, .outset:
      let isDark = (line(side, sides) == .inset) == isFirstHalf
      beginSides([side], node, outer, inner)
      let (dark, light) = color.shades
      add(.fill(.ring(outer: outer, inner: inner), .color(isDark ? dark : light), .normal), outer.rect, node)
    default:
      // One straight line needs no corners.
      let others = Side.allCases.filter { $0 != side }
      if !outer.isRounded, others.allSatisfy({ width($0, sides) == 0 }) {
        add(.fill(.rounded(RoundedRect(strip(side, outer.rect, sides))), .color(color), .normal), outer.rect, node)
        return
      }
      beginSides([side], node, outer, inner)
      add(.fill(.ring(outer: outer, inner: inner), .color(color), .normal), outer.rect, node)
    }
    add(.end, .zero, node)
  }

  /// Clips to sides: the quadrilateral of each between the corners of both edges (3.3).
  private mutating func beginSides(_ clipped: [Side], _ node: Int, _ outer: RoundedRect, _ inner: RoundedRect) {
    var path = PaintPath()
    for side in clipped {
      let (from, to) = (side.rawValue, (side.rawValue + 1) % 4)
      let (start, end) = (seam(from, outer, inner), seam(to, outer, inner))
      path.move(start.outside.x, start.outside.y)
      path.line(end.outside.x, end.outside.y)
      path.line(end.inside.x, end.inside.y)
      path.line(start.inside.x, start.inside.y)
      path.close()
    }
    add(.beginClip(.path(path, .nonzero)), .zero, node)
  }

  /// Where two sides meet: the line from a corner of the outer edge through that of the inner one, and to the chord of the inner
  /// edge's curve where that is round, so that all of the curve is outside of the chord.
  private func seam(
    _ corner: Int, _ outer: RoundedRect, _ inner: RoundedRect
  ) -> (outside: (x: Double, y: Double), inside: (x: Double, y: Double)) {
    func place(_ rect: LayoutRect) -> (x: Double, y: Double) {
      (corner == 0 || corner == 3 ? rect.x : rect.right, corner < 2 ? rect.y : rect.bottom)
    }
    let (outside, inside) = (place(outer.rect), place(inner.rect))
    let (dx, dy) = (abs(inside.x - outside.x), abs(inside.y - outside.y))
    guard inner.isRounded, dx + dy > 0 else { return (outside, inside) }
    let (rx, ry) = (inner.radii[corner], inner.radii[4 + corner])
    guard rx > 0, ry > 0 else { return (outside, inside) }
    // On the chord x/rx + y/ry = 1, counted from the inner corner.
    let share = 1 / (dx / rx + dy / ry)
    return (
      outside,
      (
        inside.x + (corner == 0 || corner == 3 ? dx : -dx) * share, inside.y + (corner < 2 ? dy : -dy) * share
      )
    )
  }

  private func strip(_ side: Side, _ rect: LayoutRect, _ sides: BoxSides) -> LayoutRect {
    let width = width(side, sides)
    switch side {
    case .top: return LayoutRect(x: rect.x, y: rect.y, width: rect.width, height: width)
    case .bottom: return LayoutRect(x: rect.x, y: rect.bottom - width, width: rect.width, height: width)
    case .left: return LayoutRect(x: rect.x, y: rect.y, width: width, height: rect.height)
    case .right: return LayoutRect(x: rect.right - width, y: rect.y, width: width, height: rect.height)
    }
  }

  /// Dots and dashes along the middle of a side, fitted to its length as Chromium fits them.
  ///
  /// - Parameter rect: the side from end to end, as wide as its line.
  mutating func paintDashes(_ rect: LayoutRect, isHorizontal: Bool, isDotted: Bool, _ color: PaintColor, _ node: Int) {
    let (length, width) = isHorizontal ? (rect.width, rect.height) : (rect.height, rect.width)
    guard length > 0 else { return }
    let scale = layout.viewport.scale
    let fitting = DashFitting(width: width * scale, length: length * scale)
    let isRound = isDotted && !DashFitting.drawsSquares(width * scale)
    var stroke = StrokeStyle(width: width)
    var path = PaintPath()
    // Dots stay inside of the side: their middle is half a width from its ends.
    let start = isRound ? width / 2 : 0
    if isHorizontal {
      path.move(rect.x + start, rect.y + width / 2)
      path.line(rect.right - start, rect.y + width / 2)
    } else {
      path.move(rect.x + width / 2, rect.y + start)
      path.line(rect.x + width / 2, rect.bottom - start)
    }
    if isRound {
      stroke.cap = .round
      stroke.dashes = [0, fitting.dotDistance / scale]
    } else if isDotted, length > 4 * width {
      // Both ends are dots; those between leave equal room at either end.
      let paint = Paint.color(color)
      let room = length - 2 * width
      let count = ((room + width) / (2 * width)).rounded(.down)
      let inset = width + (room - (2 * count - 1) * width) / 2
      for end in [0, length - width] {
        let dot = LayoutRect(
          x: rect.x + (isHorizontal ? end : 0), y: rect.y + (isHorizontal ? 0 : end), width: width, height: width)
        add(.fill(.rounded(RoundedRect(dot)), paint, .normal), dot, node)
      }
      path = path.transformed(.translation(isHorizontal ? inset : 0, isHorizontal ? 0 : inset))
      stroke.dashes = [width, width]
      add(
        .beginClip(
          .rounded(
            RoundedRect(
              rect.inset(
                top: isHorizontal ? 0 : inset, right: isHorizontal ? inset : 0, bottom: isHorizontal ? 0 : inset,
                left: isHorizontal ? inset : 0)))), .zero, node)
      addStroke(path, paint, stroke, rect, node)
      add(.end, .zero, node)
      return
    } else if let (dash, gap) = fitting.dashes(isDotted: isDotted) {
      stroke.dashes = [dash / scale, gap / scale]
    }
    addStroke(path, .color(color), stroke, rect, node)
  }

  /// Dots and dashes around round corners: one line around the box, of which a side shows its part.
  private mutating func strokeRoundDashes(_ side: Side, _ node: Int, _ outer: RoundedRect, _ sides: BoxSides) {
    let scale = layout.viewport.scale
    let w = sides.widths
    let middle = outer.inset(top: w.top / 2, right: w.right / 2, bottom: w.bottom / 2, left: w.left / 2)
    let width = width(side, sides)
    let isDotted = line(side, sides) == .dotted
    let isRound = isDotted && !DashFitting.drawsSquares(width * scale)
    // Along the middle of the line, whose length counts in whole device pixels.
    let path = middle.path.flattened(tolerance: 0.5 / scale)
    let fitting = DashFitting(width: width * scale, length: (path.length * scale).rounded(.down), isClosed: true)
    // Dashes are cut off at both edges of the border.
    var stroke = StrokeStyle(width: isRound ? width : width * 1.1)
    if isRound {
      stroke.cap = .round
      stroke.dashes = [0, fitting.dotDistance / scale]
    } else if let (dash, gap) = fitting.dashes(isDotted: isDotted) {
      stroke.dashes = [dash / scale, gap / scale]
    }
    addStroke(path, .color(color(side, sides)), stroke, outer.rect, node)
  }
}
