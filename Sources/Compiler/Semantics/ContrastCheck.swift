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

  private struct RGB {
    var red, green, blue, alpha: Double

    init(_ color: Color) {
      let color = color.converted(to: .srgb)
      func part(_ value: Double) -> Double { value.isFinite ? max(0, min(value, 1)) : 0 }
      (red, green, blue) = (part(color.first), part(color.second), part(color.third))
      alpha = color.alpha.isFinite ? max(0, min(color.alpha, 1)) : 0
    }

    init(gray: Double) { (red, green, blue, alpha) = (gray, gray, gray, 1) }

    func over(_ below: RGB) -> RGB {
      var mixed = self
      mixed.red = red * alpha + below.red * (1 - alpha)
      mixed.green = green * alpha + below.green * (1 - alpha)
      mixed.blue = blue * alpha + below.blue * (1 - alpha)
      mixed.alpha = 1
      return mixed
    }

    var luminance: Double {
      func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow24((value + 0.055) / 1.055) }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// x to the power of 2.4: x² times the fifth root of x².
    private func pow24(_ x: Double) -> Double {
      guard x > 0 else { return 0 }
      let square = x * x
      // Newton's method from above: the root of what is at most 1.
      var root = 1.0
      for _ in 0..<60 { root -= (root - square / (root * root * root * root)) / 5 }
      return square * root
    }

    var text: String {
      func hex(_ value: Double) -> String {
        let text = String(Int((value * 255).rounded()), radix: 16)
        return text.count < 2 ? "0" + text : text
      }
      return "#" + hex(red) + hex(green) + hex(blue)
    }
  }

  private let layout: ViewportLayout
  private let document: Document
  /// What is painted out of turn or is more than a colour: a text over it has a background that only a painter knows.
  private var covers: [(node: StyledTree.Index, rect: Rect)] = []
  private let isTooCrowded: Bool
  /// Pages with more boxes out of turn than this are left to people.
  private static let mostCovers = 300

  init(_ layout: ViewportLayout, _ document: Document) {
    self.layout = layout
    self.document = document
    for (index, node) in layout.tree.nodes.enumerated() where node.kind == .element {
      guard index < layout.result.frames.count, layout.result.frames[index].hasBox else { continue }
      let style = layout.tree.styles[Int(node.style)]
      let isOutOfTurn = style.box.position != .static || style.box.float != .none
      if node.role == .replaced || (isOutOfTurn && Self.paints(style)) {
        covers.append((StyledTree.Index(index), layout.result.frames[index].rect))
        if covers.count > Self.mostCovers { break }
      }
    }
    isTooCrowded = covers.count > Self.mostCovers
  }

  private static func paints(_ style: ComputedStyle) -> Bool {
    if case .color(let color) = style.visual.backgroundColor, color.alpha == 0 {
      return style.other[.backgroundImage] != nil
    }
    return true
  }

  /// The elements with texts that are hard to read, each once.
  func findings() -> [Finding] {
    guard !isTooCrowded else { return [] }
    var seen: Set<NodeID> = []
    var found: [Finding] = []
    for line in layout.result.lines {
      guard case .node(let text) = layout.origins[Int(line.node)], document.kind(text) == .text else { continue }
      let element = document.parent(text)
      guard seen.insert(element).inserted, let finding = finding(element, line) else { continue }
      found.append(finding)
    }
    return found
  }

  private func finding(_ element: NodeID, _ line: LayoutResult.TextLine) -> Finding? {
    let number = layout.styles.style(of: element)
    guard number >= 0, line.rect.width > 1, line.rect.height > 1 else { return nil }
    let style = layout.styles.styles[Int(number)]
    guard style.text.visibility == .visible, style.other[.textShadow] == nil, !isDisabled(element),
      line.text.contains(where: { $0 > 0x20 && !(0xE000...0xF8FF).contains($0) })
    else { return nil }
    let foreground = RGB(style.text.color)
    guard foreground.alpha > 0, let background = background(of: line) else { return nil }
    let shown = foreground.over(background)
    let (light, dark) = (max(shown.luminance, background.luminance), min(shown.luminance, background.luminance))
    let ratio = (light + 0.05) / (dark + 0.05)
    // WCAG 2.2: large text is of 24 px, or of 18.66 px in bold.
    let isLarge = style.font.size >= 24 || style.font.size >= 18.66 && style.font.weight >= 700
    let wanted = isLarge ? 3.0 : 4.5
    // What rounding makes is passed over.
    guard ratio < wanted - 0.01 else { return nil }
    return Finding(
      element: element, foreground: shown.text, background: background.text, ratio: ratio, wanted: wanted)
  }

  private func isDisabled(_ element: NodeID) -> Bool {
    var node = element
    while node.exists, document.isElement(node) {
      if document.hasAttribute(node, .disabled) || document.value(node, "aria-disabled") == "true" { return true }
      node = document.parentElement(node)
    }
    return false
  }

  /// The plain colour behind a line; `nil` where something else is there, or may be.
  private func background(of line: LayoutResult.TextLine) -> RGB? {
    var layers: [RGB] = []
    var above: Set<StyledTree.Index> = []
    var index = line.node
    var isOpaque = false
    while index >= 0 {
      above.insert(index)
      let node = layout.tree.nodes[Int(index)]
      if node.kind == .element {
        let style = layout.tree.styles[Int(node.style)]
        guard style.visual.opacity == 1, style.other[.filter] == nil,
          style.other[.backdropFilter] == nil, style.other[.mixBlendMode] == nil, style.other[.maskImage] == nil
        else { return nil }
        if !isOpaque {
          let color = color(of: style)
          let isPainted = style.other[.backgroundImage] != nil || color.alpha > 0
          if isPainted {
            guard style.other[.backgroundImage] == nil, style.other[.backgroundClip] == nil else { return nil }
            // The root's and the body's background cover the canvas.
            if node.parent >= 0, node.role != .body {
              guard Int(index) < layout.result.frames.count, covers(layout.result.frames[Int(index)].rect, line.rect)
              else { return nil }
            }
            layers.append(color)
            isOpaque = color.alpha == 1
          }
          if !isOpaque, style.box.position == .absolute || style.box.position == .fixed { return nil }
        }
      }
      index = node.parent
    }
    for cover in covers where !above.contains(cover.node) && overlaps(cover.rect, line.rect) { return nil }
    let root = layout.tree.nodes.first.map { layout.tree.styles[Int($0.style)] }
    let isDark = root?.usesDarkScheme(prefersDark: layout.colorScheme == .dark) ?? false
    return layers.reversed().reduce(RGB(gray: isDark ? 0x12 / 255.0 : 1)) { $1.over($0) }
  }

  private func color(of style: ComputedStyle) -> RGB {
    switch style.visual.backgroundColor {
    case .currentColor: RGB(style.text.color)
    case .color(let color): RGB(color)
    }
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
