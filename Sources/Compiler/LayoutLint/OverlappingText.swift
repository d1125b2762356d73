import CSSValues
import Diagnostics
import HTML
import Layout

/// Texts of different elements that overlap at the usual text size, or where the reader has a large one.
enum OverlappingText {
  /// Of the lower of two lines, more than this share has to be covered.
  private static let share = 0.4
  /// Pages with more lines are looked at so far.
  private static let mostLines = 20_000

  /// The elements whose text covers another one's, each once.
  ///
  /// - Parameters:
  ///   - document: the page.
  ///   - plain: the layout at the usual text size.
  ///   - scaled: the layout at a large text size.
  ///   - width: the width of both.
  static func findings(
    _ document: Document, _ plain: ViewportLayout, _ scaled: ViewportLayout, width: Int
  ) -> [LayoutLint.Finding] {
    let before = overlaps(document, plain)
    let known = Set(before)
    let hidden = before.isEmpty ? [] : unread(document)
    var seen: Set<NodeID> = []
    let atOnce = before.compactMap { pair -> LayoutLint.Finding? in
      guard !isInside(pair, document), !hidden.contains(pair.first), !hidden.contains(pair.second),
        seen.insert(pair.second).inserted
      else { return nil }
      return LayoutLint.Finding(
        code: .coveredText, element: pair.second,
        message:
          "the text of `\(words(document, pair.second))` and that of `\(words(document, pair.first))` cover each other at \(width) px",
        help: "take back the negative margin or the fixed place or height that moves one over the other",
        suspects: [.marginTop, .top, .height, .position], width: width, other: pair.first)
    }
    return atOnce
      + overlaps(document, scaled).compactMap { pair in
        guard !known.contains(pair), seen.insert(pair.second).inserted else { return nil }
        return LayoutLint.Finding(
          code: .textOverlap, element: pair.second,
          message:
            "at twice the text size the text of `\(words(document, pair.first))` covers that of "
            + "`\(words(document, pair.second))` at \(width) px",
          help: "write heights and places in `em`, so that they grow with the text",
          suspects: [.height, .maxHeight, .marginTop, .top], width: width, other: pair.first)
      }
  }

  private struct Pair: Hashable {
    var first: NodeID
    var second: NodeID
  }

  private struct Line {
    var element: NodeID
    var rect: LayoutRect
  }

  private static func words(_ document: Document, _ element: NodeID) -> String {
    document.value(element, .class)?.split(whereSeparator: \.isWhitespace).first.map { "." + $0.prefix(60) }
      ?? document.name(element).string
  }

  /// Pairs of elements, in the order of the document, of which lines overlap.
  private static func overlaps(_ document: Document, _ layout: ViewportLayout) -> [Pair] {
    var lines: [Line] = []
    for line in layout.result.lines where line.units.contains(where: { $0 > 0x20 && $0 != 0xA0 }) {
      guard line.rect.width > 2, line.rect.height > 2, lines.count < mostLines,
        case .node(let text) = layout.origins[Int(line.node)], document.kind(text) == .text,
        isReadable(Int(line.node), layout)
      else { continue }
      lines.append(Line(element: document.parent(text), rect: line.rect))
    }
    lines.sort { $0.rect.y < $1.rect.y }
    var pairs: [Pair] = []
    var seen: Set<Pair> = []
    for (index, line) in lines.enumerated() {
      for other in lines[(index + 1)...].prefix(60) {
        guard other.rect.y < line.rect.y + line.rect.height else { break }
        guard other.element != line.element, covers(line.rect, other.rect) else { continue }
        let isFirst = line.element < other.element
        let pair = Pair(
          first: isFirst ? line.element : other.element, second: isFirst ? other.element : line.element)
        if seen.insert(pair).inserted { pairs.append(pair) }
      }
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// Whether a text is read where it was laid out. What stays on the screen and boxes with a background cover other things on
  /// purpose; what is cut off or see-through is not seen.
  private static func isReadable(_ node: Int, _ layout: ViewportLayout) -> Bool {
    var index = layout.tree.nodes[node].parent
    var hasBackground = false
    while index >= 0 {
      let current = layout.tree.nodes[Int(index)]
      let style = layout.tree.styles[Int(current.style)]
      if style.visual.opacity < 0.05 || style.text.visibility != .visible || style.text.color.alpha < 0.05 {
        return false
      }
      if layout.result.transforms[index] != nil { return false }
      hasBackground = hasBackground || paints(style)
      switch style.box.position {
      case .fixed, .sticky: return false
      case .absolute, .relative: if hasBackground { return false }
      case .static: break
      }
      if style.box.overflowX != .visible || style.box.overflowY != .visible, current.parent >= 0, current.role != .body
      {
        return false
      }
      index = current.parent
    }
    return true
  }

  private static func paints(_ style: ComputedStyle) -> Bool {
    if style.other[.backgroundImage] != nil || style.other[.backdropFilter] != nil { return true }
    if case .color(let color) = style.visual.backgroundColor { return color.alpha > 0.02 }
    return true
  }

  /// Whether one element of a pair is in the other: what is in a line may be raised and lowered.
  private static func isInside(_ pair: Pair, _ document: Document) -> Bool {
    var node = document.parentElement(pair.second)
    while node.exists {
      if node == pair.first { return true }
      node = document.parentElement(node)
    }
    return false
  }

  /// The elements that assistive technology does not read.
  private static func unread(_ document: Document) -> Set<NodeID> {
    var found: Set<NodeID> = []
    var node = document.documentElement
    while node.exists {
      if document.isElement(node),
        document.value(node, "aria-hidden")?.lowercased() == "true" || found.contains(document.parentElement(node))
      {
        found.insert(node)
      }
      node = document.next(after: node)
    }
    return found
  }

  private static func covers(_ first: LayoutRect, _ second: LayoutRect) -> Bool {
    let across = min(first.x + first.width, second.x + second.width) - max(first.x, second.x)
    let down = min(first.y + first.height, second.y + second.height) - max(first.y, second.y)
    return across > 4 && down > share * min(first.height, second.height)
  }
}
