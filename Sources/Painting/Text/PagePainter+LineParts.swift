import CSSValues
import PageFormat

/// What lines show in the style of a pseudo-element without a node: `::first-line` and `::first-letter`.
struct LinePart {
  struct Key: Hashable {
    /// The element around the text.
    var owner: Int
    var parts: LayoutLineParts.RawValue
  }

  /// The style of the text.
  let style: PagePainter.NodeStyle
  /// The number of the text's font and spacing in the list.
  let number: Int
  /// The lines that the pseudo-elements put at the text.
  let decorations: [PagePainter.Decoration]
  /// The block of the `::first-line`, and that pseudo-element's own style.
  let line: (block: Int, style: PagePainter.NodeStyle)?
  /// The style of the `::first-letter` with the text.
  let letter: PagePainter.NodeStyle?

  /// Whether lines around the text do not reach it: a first letter that floats.
  var isApart: Bool { letter.map { $0.computed.box.float != .none } ?? false }
}

/// First lines and first letters (CSS Pseudo-Elements 4, 2).
extension PagePainter {
  /// What a line shows that is in a pseudo-element.
  mutating func linePart(_ line: PlacedLine, _ owner: Int) -> LinePart {
    let key = LinePart.Key(owner: owner, parts: line.parts.rawValue)
    if let known = lineParts[key] { return known }
    var style = style(of: owner)
    var decorations: [Decoration] = []
    /// Adds the lines of a pseudo-element, under a number that no node has.
    func add(_ own: NodeStyle, _ element: Int) {
      guard own.hasDecoration, var found = decoration(own.computed) else { return }
      found.node = -2 - element
      decorations.append(found)
    }
    var (block, letter): ((block: Int, style: NodeStyle)?, NodeStyle?)
    if line.parts.contains(.firstLine) {
      block = element(around: owner, in: firstLineStyles)
      if let block { add(block.style, block.block) }
    }
    if line.parts.contains(.firstLetter), let found = element(around: owner, in: firstLetterStyles) {
      add(found.style, found.block)
      (style, letter) = (found.style, found.style)
    }
    if let block {
      let around = self.style(of: block.block).computed
      style = NodeStyle(style.computed.onFirstLine(of: around, block.style.computed))
    }
    list.textStyles.append(TextRunStyle(style.computed))
    let part = LinePart(
      style: style, number: list.textStyles.count - 1, decorations: decorations, line: block, letter: letter)
    lineParts[key] = part
    return part
  }

  /// The nearest element around a text that has a pseudo-element, and the pseudo-element's style.
  private func element(around owner: Int, in styles: [Int: Int]) -> (block: Int, style: NodeStyle)? {
    var next: Int? = owner
    while let candidate = next {
      if let style = styles[candidate].flatMap(knownStyle) { return (candidate, style) }
      next = page.parent(candidate)
    }
    return nil
  }

  /// Paints what is below a text in pseudo-elements: the first line's background, the first letter's box.
  mutating func paintBoxes(of part: LinePart, _ line: PlacedLine) {
    if let first = part.line, first.style.paintsBox, paintedFirstLines.insert(first.block).inserted {
      paintBackground(ofFirstLineIn: first.block, first.style)
    }
    guard let letter = part.letter, letter.paintsBox else { return }
    let box = box(ofLetter: line.frame.rect, letter.computed, line.node)
    paint([box], Self.radii(letter.computed, box), of: line.node, letter)
  }

  /// The background of a first line is as wide as its texts and as high as its own font.
  private mutating func paintBackground(ofFirstLineIn block: Int, _ style: NodeStyle) {
    var area: LayoutRect?
    var own: LayoutRect?
    for node in block..<max(block + 1, page.subtreeEnd(block)) where page.kind(node) == .text {
      for line in layout.lines(node, in: page) where line.parts.contains(.firstLine) {
        let rect = line.frame.rect
        area = area.map { $0.union(rect) } ?? rect
        if page.parent(node) == block, !line.parts.contains(.firstLetter), own == nil { own = rect }
      }
    }
    guard var area, area.width > 0 else { return }
    if let own { (area.y, area.height) = (own.y, own.height) }
    let computed = style.computed
    paintBackground(block, computed, RoundedRect(area), BoxSides(computed, isFirst: false, isLast: false))
  }

  /// The border box around a first letter.
  private func box(ofLetter text: LayoutRect, _ style: ComputedStyle, _ node: Int) -> LayoutRect {
    var content = text
    if style.box.float != .none {
      // A float is as high as its line.
      let height: Double? =
        switch style.font.lineHeight {
        case .normal: nil
        case .number(let factor): factor * style.font.size
        case .length(let length): length
        }
      if let height { (content.y, content.height) = (text.y + (text.height - height) / 2, height) }
    }
    let (border, padding) = (style.border, padding(node, style))
    return content.inset(
      top: -border.top.width - padding.top, right: -border.right.width - padding.right,
      bottom: -border.bottom.width - padding.bottom, left: -border.left.width - padding.left)
  }

  /// The used radii of a box without a node (CSS Backgrounds 3, 5.5).
  static func radii(_ style: ComputedStyle, _ box: LayoutRect) -> [Double] {
    let border = style.border
    let corners = [border.topLeftRadius, border.topRightRadius, border.bottomRightRadius, border.bottomLeftRadius]
    let horizontal = corners.map { $0.horizontal.resolve(box.width) }
    let vertical = corners.map { $0.vertical.resolve(box.height) }
    let sums = [
      (box.width, horizontal[0] + horizontal[1]), (box.width, horizontal[2] + horizontal[3]),
      (box.height, vertical[0] + vertical[3]), (box.height, vertical[1] + vertical[2]),
    ]
    let factor = sums.reduce(1.0) { $1.1 > 0 ? min($0, $1.0 / $1.1) : $0 }
    return (horizontal + vertical).map { $0 * max(0, factor) }
  }
}
