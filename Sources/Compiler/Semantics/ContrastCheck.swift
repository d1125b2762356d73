import CSSValues
import HTML
import Layout

/// Texts whose colour is too near to what is painted behind them (WCAG 2.2, 1.4.3), where that is a plain colour.
struct ContrastCheck {
  /// A text that is hard to read.
  struct Finding {
    var element: NodeID
    var foreground: String
    var background: String
    var ratio: Double
    var wanted: Double
  }

  /// A text's style and what is behind it: measured once.
  private struct Pair: Hashable {
    var style: Int32
    var background: PlainColor
  }

  private let layout: ViewportLayout
  private let document: Document
  private let look: EnvironmentLook
  /// What is painted out of turn or is more than a colour: a text over it has a background that only a painter knows. Found when
  /// the first text needs it.
  private lazy var covers = boxesInTheWay()
  private var ratios: [Pair: Double] = [:]
  private let canvas: PlainColor
  /// Pages with more boxes out of turn than this are left to people.
  private static let mostCovers = 300

  init(_ layout: ViewportLayout, _ document: Document, _ look: EnvironmentLook) {
    self.layout = layout
    self.document = document
    self.look = look
    canvas = PlainColor(gray: EnvironmentLook.isDark(layout) ? 0x12 / 255.0 : 1)
  }

  private func boxesInTheWay() -> [(node: StyledTree.Index, rect: Rect)] {
    var covers: [(node: StyledTree.Index, rect: Rect)] = []
    for (index, node) in layout.tree.nodes.enumerated() where node.kind == .element {
      guard index < layout.result.frames.count, layout.result.frames[index].hasBox else { continue }
      let facts = look.facts(ofNode: index)
      guard node.role == .replaced || (facts.isOutOfTurn && facts.paints) else { continue }
      covers.append((StyledTree.Index(index), layout.result.frames[index].rect))
      if covers.count > Self.mostCovers { break }
    }
    return covers
  }

  /// The elements with texts that are hard to read, each once.
  mutating func findings() -> [Finding] {
    var seen = [Bool](repeating: false, count: document.nodeCount)
    var found: [Finding] = []
    for line in layout.result.lines {
      guard case .node(let text) = layout.origins[Int(line.node)], document.kind(text) == .text else { continue }
      let element = document.parent(text)
      guard !seen[element.index] else { continue }
      seen[element.index] = true
      if let finding = finding(element, line) { found.append(finding) }
    }
    return found
  }

  private mutating func finding(_ element: NodeID, _ line: LayoutResult.TextLine) -> Finding? {
    let number = layout.styles.style(of: element)
    guard number >= 0, line.rect.width > 1, line.rect.height > 1, let background = background(of: line) else {
      return nil
    }
    let ratio = ratio(number, on: background)
    let style = layout.styles.styles[Int(number)]
    // WCAG 2.2: large text is of 24 px, or of 18.66 px in bold.
    let isLarge = style.font.size >= 24 || style.font.size >= 18.66 && style.font.weight >= 700
    let wanted = isLarge ? 3.0 : 4.5
    // What rounding makes is passed over.
    guard ratio < wanted - 0.01 else { return nil }
    guard style.text.visibility == .visible, style.other[.textShadow] == nil, !isDisabled(element),
      line.text.contains(where: { $0 > 0x20 && !(0xE000...0xF8FF).contains($0) }), !isCovered(line)
    else { return nil }
    let shown = PlainColor(style.text.color).over(background)
    return Finding(
      element: element, foreground: shown.text, background: background.text, ratio: ratio, wanted: wanted)
  }

  /// The contrast of a style's text on a colour; without a limit for text that is not seen at all.
  private mutating func ratio(_ style: Int32, on background: PlainColor) -> Double {
    let pair = Pair(style: style, background: background)
    if let known = ratios[pair] { return known }
    let foreground = PlainColor(layout.styles.styles[Int(style)].text.color)
    let ratio = foreground.alpha > 0 ? PlainColor.contrast(foreground.over(background), background) : .infinity
    ratios[pair] = ratio
    return ratio
  }

  private func isDisabled(_ element: NodeID) -> Bool {
    var node = element
    while node.exists, document.isElement(node) {
      if document.hasAttribute(node, .disabled) || document.value(node, "aria-disabled") == "true" { return true }
      node = document.parentElement(node)
    }
    return false
  }

  /// The plain colour behind a line as the boxes around it paint it; `nil` where something else is there, or may be.
  private func background(of line: LayoutResult.TextLine) -> PlainColor? {
    var layers: [PlainColor] = []
    var index = line.node
    var isOpaque = false
    while index >= 0 {
      let node = layout.tree.nodes[Int(index)]
      if node.kind == .element {
        let facts = look.facts(ofNode: Int(index))
        if facts.changesColors { return nil }
        if !isOpaque {
          if facts.paints {
            guard !facts.hasBackgroundImage, !facts.hasBackgroundClip else { return nil }
            // The root's and the body's background cover the canvas.
            if node.parent >= 0, node.role != .body {
              guard Int(index) < layout.result.frames.count, covers(layout.result.frames[Int(index)].rect, line.rect)
              else { return nil }
            }
            layers.append(facts.background)
            isOpaque = facts.background.alpha == 1
          }
          if !isOpaque, facts.isPositioned { return nil }
        }
      }
      index = node.parent
    }
    return layers.reversed().reduce(canvas) { $1.over($0) }
  }

  /// Whether a box that is not around a line may be painted between it and its background.
  private mutating func isCovered(_ line: LayoutResult.TextLine) -> Bool {
    guard covers.count <= Self.mostCovers else { return true }
    var above: Set<StyledTree.Index> = []
    var index = line.node
    while index >= 0 {
      above.insert(index)
      index = layout.tree.nodes[Int(index)].parent
    }
    return covers.contains { !above.contains($0.node) && overlaps($0.rect, line.rect) }
  }

  private func covers(_ box: Rect, _ text: Rect) -> Bool {
    box.x <= text.x + 1 && box.y <= text.y + 2 && box.x + box.width >= text.x + text.width - 1
      && box.y + box.height >= text.y + text.height - 2
  }

  private func overlaps(_ box: Rect, _ text: Rect) -> Bool {
    box.x < text.x + text.width && text.x < box.x + box.width && box.y < text.y + text.height
      && text.y < box.y + box.height
  }
}
