import CSSValues
import PageFormat

/// Backgrounds, borders, shadows and outlines (CSS Backgrounds and Borders 3).
extension PagePainter {
  /// Paints the node's own boxes: shadows, background, border.
  mutating func paintBox(of node: Int, _ style: NodeStyle) {
    if style.computed.box.display == .tableCell {
      paintTableParts(behind: node)
      guard style.paintsBox, !isHiddenCell(node, style.computed) else { return }
    }
    paint(fragments(node), radii(node), of: node, style)
  }

  /// Whether a cell of a table shows no background and border, because nothing is in it (CSS Tables 3, 3.5.2).
  private func isHiddenCell(_ node: Int, _ computed: ComputedStyle) -> Bool {
    guard computed.text.emptyCells == .hide, computed.box.display == .tableCell,
      computed.text.borderCollapse == .separate
    else { return false }
    return page.children(node).allSatisfy { child in
      if page.kind(child) == .text { return layout.lines(child, in: page).isEmpty }
      let position = style(of: child).computed.box.position
      return layout.flags(child).contains(.noBox) || position == .absolute || position == .fixed
    }
  }

  /// Paints boxes with a style: shadows, background, border.
  ///
  /// - Parameters:
  ///   - boxes: the pieces of one box.
  ///   - radii: of the box where it is in one piece.
  ///   - node: whose the box is.
  mutating func paint(_ boxes: [LayoutRect], _ radii: [Double], of node: Int, _ style: NodeStyle) {
    let computed = style.computed
    guard !boxes.isEmpty else { return }
    enterScope(of: node)
    let display = computed.box.display
    let isCollapsed = computed.text.borderCollapse == .collapse && (display == .tableCell || display.isTable)
    let legend = page.tag(node) == "fieldset" ? self.legend(of: node) : nil
    for (index, whole) in boxes.enumerated() where whole.width > 0 || whole.height > 0 {
      var box = whole
      if let legend {
        // The line goes through the legend's middle (HTML, 15.3.12).
        let above = max(0, legend.y + legend.height / 2 - computed.border.top.width / 2 - box.y)
        box = box.inset(top: min(above, box.height), right: 0, bottom: 0, left: 0)
      }
      // A split box has its border at only its two ends (CSS Fragmentation 3, 6.1).
      let sides = BoxSides(computed, isFirst: index == 0, isLast: index == boxes.count - 1)
      let border = RoundedRect(box, radii: boxes.count == 1 ? radii : sides.cut(radii))
      paintOuterShadows(node, computed, border, boxes.count > 1 ? sides : nil)
      if isNativeControl(node, computed) {
        paintNativeControl(node, computed, box)
        continue
      }
      if node != canvasNode, !display.isTablePart {
        // The image of a split box runs on from piece to piece (CSS Backgrounds 3, 5.4).
        slice = nil
        if boxes.count > 1, !sides.isWhole {
          slice =
            computed.box.display == .inline
            ? Self.joined(boxes, index, computed.text.direction == .rtl) : Self.stacked(boxes, index)
        }
        paintBackground(node, computed, border, sides)
        slice = nil
      }
      paintInnerShadows(node, computed, border, sides)
      // Parts have borders only where all of a table collapse, and those are the table's.
      guard !isCollapsed, !display.isTablePart else { continue }
      if let legend { beginGap(legend, in: box, node) }
      if !paintBorderImage(node, computed, box, sides) { paintBorder(node, border, sides) }
      if legend != nil { add(.end, .zero, node) }
    }
  }

  /// The box of the legend that a fieldset's line makes room for.
  private func legend(of node: Int) -> LayoutRect? {
    for child in page.children(node) where page.tag(child) == "legend" {
      let box = style(of: child).computed.box
      if box.float == .none, box.position != .absolute, box.position != .fixed { return frame(child) }
    }
    return nil
  }

  /// Clips to a box without the part where its legend is.
  private mutating func beginGap(_ legend: LayoutRect, in box: LayoutRect, _ node: Int) {
    var path = PaintPath()
    path.addRect(box.inset(by: -1))
    path.addRect(legend)
    add(.beginClip(.path(path, .evenOdd)), .zero, node)
  }

  /// All pieces of a split box side by side, placed so that one of them is in its own place.
  private static func joined(_ boxes: [LayoutRect], _ index: Int, _ isRightToLeft: Bool) -> LayoutRect {
    let before = boxes[..<index].reduce(0) { $0 + $1.width }
    let width = boxes.reduce(0) { $0 + $1.width }
    let piece = boxes[index]
    let x = isRightToLeft ? piece.x + piece.width + before - width : piece.x - before
    return LayoutRect(x: x, y: piece.y, width: width, height: piece.height)
  }

  /// The box of a block whose pieces are in columns as if they were below one another.
  private static func stacked(_ boxes: [LayoutRect], _ index: Int) -> LayoutRect {
    let before = boxes[..<index].reduce(0) { $0 + $1.height }
    let piece = boxes[index]
    return LayoutRect(
      x: piece.x, y: piece.y - before, width: piece.width, height: boxes.reduce(0) { $0 + $1.height })
  }

  // MARK: Shadows (6.1)

  static func shadows(_ style: ComputedStyle, isInset: Bool) -> [(values: [Double], color: PaintColor)] {
    guard let value = style.painted(.boxShadow) else { return [] }
    return value.layers.prefix(PaintLimits.boxShadows).compactMap { layer in
      let words = layer.words
      guard words.contains(where: { $0.keyword == "inset" }) == isInset else { return nil }
      let lengths = words.compactMap { word -> Double? in
        if case .color = word { return nil }
        return word.keyword == nil ? word.length(of: 0) : nil
      }
      let color = words.compactMap { $0.paintColor(style.text.color) }.first ?? PaintColor(style.text.color)
      guard lengths.count >= 2, !color.isTransparent else { return nil }
      return (lengths + Array(repeating: 0, count: max(0, 4 - lengths.count)), color)
    }
  }

  /// - Parameter piece: the sides of a piece of a split box: at the others its shadow goes on in the next piece, and ends here.
  private mutating func paintOuterShadows(
    _ node: Int, _ style: ComputedStyle, _ border: RoundedRect, _ piece: BoxSides?
  ) {
    let shadows = Self.shadows(style, isInset: false)
    guard !shadows.isEmpty else { return }
    var border = border
    let cut = piece?.cut(border.rect, reach: shadows.reduce(0) { max($0, $1.values.reduce(0) { $0 + abs($1) }) })
    if let cut {
      add(.beginClip(.rounded(RoundedRect(cut.shown))), .zero, node)
      border.rect = cut.whole
    }
    let painted = shadows.compactMap { values, color -> BoxShadow? in
      var edge = border.outset(by: values[3])
      edge.rect = edge.rect.offset(values[0], values[1])
      guard !edge.rect.isEmpty, hasRoom(forShadowIn: edge.rect.inset(by: -max(0, values[2])), .boxShadow, node) else {
        return nil
      }
      return BoxShadow(box: border, edge: edge, blur: max(0, values[2]), color: color, isInset: false)
    }
    // The first shadow is on top.
    for shadow in painted.reversed() { add(.shadow(shadow), shadow.edge.rect.inset(by: -shadow.blur), node) }
    if cut != nil { add(.end, .zero, node) }
  }

  private mutating func paintInnerShadows(
    _ node: Int, _ style: ComputedStyle, _ border: RoundedRect, _ sides: BoxSides
  ) {
    let inset = Self.shadows(style, isInset: true)
    guard !inset.isEmpty else { return }
    let box = sides.paddingBox(border)
    let painted = inset.filter { _ in hasRoom(forShadowIn: box.rect, .boxShadow, node) }
    for (values, color) in painted.reversed() {
      var edge =
        values[3] >= 0
        ? box.inset(top: values[3], right: values[3], bottom: values[3], left: values[3]) : box.outset(by: -values[3])
      edge.rect = edge.rect.offset(values[0], values[1])
      let shadow = BoxShadow(box: box, edge: edge, blur: max(0, values[2]), color: color, isInset: true)
      add(.shadow(shadow), box.rect, node)
    }
  }

  // MARK: Outlines (CSS UI 4, 3)

  mutating func paintOutline(of node: Int) {
    let style = style(of: node).computed
    let outline = style.border.outline
    let boxes = fragments(node)
    guard let first = boxes.first else { return }
    enterScope(of: node)
    // The ring of a split box goes around all of it.
    let whole = boxes.dropFirst().reduce(first) { $0.union($1) }
    if outline.style == .auto { return paintFocusRing(node, style, whole, boxes.count == 1) }
    let distance = style.border.outlineOffset
    let color = style.resolved(outline.color)
    var sides = BoxSides(style, isFirst: true, isLast: true)
    sides.widths = Sides(outline.width)
    sides.styles = Sides(outline.style)
    sides.colors = Sides(color)
    // Pieces whose outlines would meet have one around all of them; others have one each (CSS UI 4, 3).
    let reach = distance + outline.width
    let outset = boxes.map { $0.inset(by: -reach) }
    let areApart = zip(outset, outset.dropFirst()).allSatisfy { $0.intersection($1).isEmpty }
    for box in areApart ? boxes : [whole] {
      let inner = RoundedRect(box, radii: boxes.count == 1 ? radii(node) : []).outset(by: distance)
      paintBorder(node, inner.outset(by: outline.width), sides)
    }
  }

  /// `outline-style: auto`: Chromium's ring has one width and its own corners, whatever the width says.
  private mutating func paintFocusRing(_ node: Int, _ style: ComputedStyle, _ box: LayoutRect, _ isWhole: Bool) {
    let distance = style.border.outlineOffset
    let own = isWhole ? radii(node) : []
    let edge = RoundedRect(box.inset(by: -distance), radii: own.isEmpty ? [] : own.map { $0 + distance })
    let inner =
      edge.isRounded
      ? edge.inset(top: 1, right: 1, bottom: 1, left: 1) : edge.inset(top: 1, right: 1, bottom: 1, left: 1)
    var outer = edge.outset(by: 1)
    if !outer.isRounded { outer = RoundedRect(outer.rect, radii: Array(repeating: 2, count: 8)) }
    add(
      .fill(.ring(outer: outer, inner: inner), .color(style.resolved(style.border.outline.color)), .normal),
      outer.rect, node)
  }
}

/// The border of one box of a node.
struct BoxSides {
  var widths: Sides<Double>
  var styles: Sides<BorderLineStyle>
  var colors: Sides<PaintColor>
  /// Whether each piece of a split box has all of its sides (`box-decoration-break: clone`).
  let isWhole: Bool
  private let isFirst: Bool
  private let isLast: Bool
  private let isRightToLeft: Bool
  /// Whether the pieces are of an inline box, on lines; those of a block are in columns.
  private let isInline: Bool

  init(_ style: ComputedStyle, isFirst: Bool, isLast: Bool) {
    let border = style.border
    isWhole = style.other[.boxDecorationBreak]?.keyword == "clone"
    self.isFirst = isFirst || isWhole
    self.isLast = isLast || isWhole
    isRightToLeft = style.text.direction == .rtl
    isInline = style.box.display == .inline
    let hasLeft = !isInline || (isRightToLeft ? self.isLast : self.isFirst)
    let hasRight = !isInline || (isRightToLeft ? self.isFirst : self.isLast)
    widths = Sides(
      top: isInline || self.isFirst ? border.top.width : 0, right: hasRight ? border.right.width : 0,
      bottom: isInline || self.isLast ? border.bottom.width : 0, left: hasLeft ? border.left.width : 0)
    styles = Sides(
      top: border.top.style, right: border.right.style, bottom: border.bottom.style, left: border.left.style)
    // Lines with shades have a colour of their own where the page names none, except at tables and their parts.
    let isTable = style.box.display.isTableOrPart
    func color(_ side: BorderSide) -> PaintColor {
      if !isTable, side.color == .currentColor, [.inset, .outset, .groove, .ridge].contains(side.style) {
        return PaintColor(238.0 / 255, 238.0 / 255, 238.0 / 255)
      }
      return style.resolved(side.color)
    }
    colors = Sides(
      top: color(border.top), right: color(border.right), bottom: color(border.bottom), left: color(border.left))
  }

  /// The corners of one piece of a split box: those at its ends.
  func cut(_ radii: [Double]) -> [Double] {
    guard radii.count == 8 else { return [] }
    let hasLeft = isRightToLeft ? isLast : isFirst
    let hasRight = isRightToLeft ? isFirst : isLast
    return (0..<8).map { index in
      if !isInline { return (index % 4 < 2 ? isFirst : isLast) ? radii[index] : 0 }
      let isLeft = index % 4 == 0 || index % 4 == 3
      return isLeft ? (hasLeft ? radii[index] : 0) : (hasRight ? radii[index] : 0)
    }
  }

  /// What shows of the shadow of a piece of an inline box, and the piece drawn out at its cut sides by what the shadow reaches;
  /// `nil` for one that has both ends.
  func cut(_ box: LayoutRect, reach: Double) -> (shown: LayoutRect, whole: LayoutRect)? {
    let (hasLeft, hasRight) = isRightToLeft ? (isLast, isFirst) : (isFirst, isLast)
    guard isInline, !(hasLeft && hasRight) else { return nil }
    let more = 2 * reach + 2
    let shown = box.inset(top: -more, right: hasRight ? -more : 0, bottom: -more, left: hasLeft ? -more : 0)
    let whole = box.inset(top: 0, right: hasRight ? 0 : -more, bottom: 0, left: hasLeft ? 0 : -more)
    return (shown, whole)
  }

  /// The padding box inside of a border box.
  func paddingBox(_ border: RoundedRect) -> RoundedRect {
    border.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
  }
}
