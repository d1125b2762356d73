import CSSValues
import Diagnostics
import HTML
import Layout

/// Text that boxes cut off where the reader has a large text size, and that is whole at the usual one.
enum CutText {
  /// Of a line, more than this share has to be outside for it to be cut.
  private static let share = 0.3

  /// The boxes that cut texts off, each once.
  ///
  /// - Parameters:
  ///   - document: the page.
  ///   - plain: the layout at the usual text size.
  ///   - scaled: the layout at a large text size.
  ///   - width: the width of both.
  static func findings(
    _ document: Document, _ plain: ViewportLayout, _ scaled: ViewportLayout, width: Int
  ) -> [LayoutLint.Finding] {
    let (before, after) = (cut(document, plain), cut(document, scaled))
    return after.keys.sorted { $0.index < $1.index }.compactMap { element in
      guard before[element] == nil, let lines = after[element] else { return nil }
      let name = document.value(element, .class)?.split(whereSeparator: \.isWhitespace).first.map {
        "." + $0.prefix(60)
      }
      let count = lines == 1 ? "a line" : "\(lines) lines"
      return LayoutLint.Finding(
        code: .textCut, element: element,
        message:
          "at twice the text size `\(name ?? document.name(element).string)` cuts off \(count) of its text at \(width) px",
        help: "give the box sizes in `em`, or let it grow with its text",
        suspects: [.height, .maxHeight, .overflowY, .overflowX],
        width: width)
    }
  }

  /// The boxes that cut lines off, with the number of these lines. Boxes that scroll, that shorten their text with a sign, or that
  /// hide all of it on purpose are not among them.
  private static func cut(_ document: Document, _ layout: ViewportLayout) -> [NodeID: Int] {
    let tree = layout.tree
    var clips: [Int: LayoutRect] = [:]
    for clip in layout.result.paint.clips { clips[Int(clip.node)] = clip.rect }
    guard !clips.isEmpty, layout.result.frames.count == tree.nodes.count else { return [:] }
    var found: [NodeID: Int] = [:]
    for line in layout.result.lines where line.shown == nil && line.units.contains(where: { $0 > 0x20 && $0 != 0xA0 }) {
      var index = Int(tree.nodes[Int(line.node)].parent)
      guard index >= 0, tree.styles[Int(tree.nodes[index].style)].text.visibility == .visible else { continue }
      while index > 0 {
        let node = tree.nodes[index]
        let style = tree.styles[Int(node.style)]
        // Fields scroll what is typed.
        if [.textField, .textArea, .select].contains(node.role) { break }
        // What is out of the flow, or see-through, waits for a script or a state.
        if style.box.position == .absolute || style.box.position == .fixed || style.visual.opacity < 0.05 { break }
        if let clip = clips[index] {
          if cuts(clip, line.rect, style), case .node(let element) = layout.origins[index], document.isElement(element)
          {
            found[element, default: 0] += 1
          }
          break
        }
        index = Int(node.parent)
      }
    }
    return found
  }

  private static func cuts(_ clip: LayoutRect, _ line: LayoutRect, _ style: ComputedStyle) -> Bool {
    // One pixel is how texts are left to screen readers alone.
    guard clip.width > 4, clip.height > 4, line.width > 1, line.height > 1 else { return false }
    func isCut(_ overflow: Overflow) -> Bool { overflow == .hidden || overflow == .clip }
    let down = min(line.bottom, clip.bottom) - max(line.y, clip.y)
    let across = min(line.right, clip.right) - max(line.x, clip.x)
    let isLow = isCut(style.box.overflowY) && down < line.height * (1 - share)
    let isNarrow = isCut(style.box.overflowX) && across < line.width * (1 - share)
    if style.box.lineClamp != nil || style.box.textOverflow != .clip && isNarrow { return false }
    return isLow || isNarrow
  }
}
