import CSSValues
import HTML
import Layout
import Page
import Semantics

// WCAG 2.2, 2.5.8: 24 by 24 px, or as much room around the middle.
extension AccessibilityCheck {
  private typealias Target = (element: NodeID, rect: LayoutRect)

  /// Notes targets that are too small and too near to others, as large as transforms show them.
  mutating func checkTargets(_ tree: SemanticTree, _ layout: ViewportLayout, _ look: EnvironmentLook) {
    var places: [Int32] = []
    var isInline: Set<NodeID> = []
    var targets: [Target] = []
    for node in tree.nodes where node.states.contains(.focusable) && !node.states.contains(.disabled) {
      guard Self.isTarget(node.role) else { continue }
      if places.isEmpty { places = look.places(in: document) }
      let place = Int(places[node.source.index])
      guard place >= 0 else { continue }
      let rect = layout.result.transformedRects[StyledTree.Index(place)] ?? layout.result.frames[place].rect
      // A transform may make a box as large as numbers are.
      guard rect.width > 2, rect.height > 2, rect.width < 1e6, rect.height < 1e6 else { continue }
      if look.facts(ofNode: place).isInline { isInline.insert(node.source) }
      targets.append((node.source, rect))
    }
    var sentences = SentenceCheck(document: document, look: look, places: places)
    // Each looks at those beside it: sorted by their upper edges.
    targets.sort { $0.rect.y < $1.rect.y }
    for (index, target) in targets.enumerated() where target.rect.width < 24 || target.rect.height < 24 {
      // Controls of the browser's own size and links in sentences are excepted.
      let place = Int(places[target.element.index])
      let isTransformed = layout.result.transformedRects[StyledTree.Index(place)] != nil
      if !isTransformed, hasOwnSize(target.element, layout.tree.styles[Int(layout.tree.nodes[place].style)]) {
        continue
      }
      guard Self.touches(index, targets) else { continue }
      if isInline.contains(target.element), sentences.holds(target.element) { continue }
      let (width, height) = (Int(target.rect.width.rounded()), Int(target.rect.height.rounded()))
      note(
        .smallTarget, target.element, "the target is \(width) × \(height) px at \(layout.viewport.name)",
        isOneKind: true, help: "make it 24 by 24 px, with padding say, or leave more room around it")
    }
  }

  private static func isTarget(_ role: SemanticRole) -> Bool {
    switch role {
    case .button, .link, .checkbox, .radio, .switch, .menuItem, .menuItemCheckbox, .menuItemRadio, .tab, .slider,
      .comboBox, .textField, .searchField, .spinButton, .option, .treeItem:
      true
    default: false
    }
  }

  /// Whether a control has the size that the browser gives it: no author chose another one.
  private func hasOwnSize(_ element: NodeID, _ style: ComputedStyle) -> Bool {
    guard !isToken, style.other[.appearance].map({ $0 != .keyword("none") }) ?? false, style.box.width == .auto,
      style.box.height == .auto, style.box.maxWidth == .none, style.box.maxHeight == .none
    else { return false }
    let name = document.name(element)
    if name == .input, ["checkbox", "radio"].contains(document.value(element, .type)?.lowercased()) { return true }
    guard [.input, .select, .textarea, .button].contains(name), abs(style.font.size - 40.0 / 3) < 0.01 else {
      return false
    }
    let border = style.border
    return [border.top, border.right, border.bottom, border.left].allSatisfy(Self.isOfUserAgent)
  }

  /// Whether a side of a border is as the user-agent sheet has it.
  private static func isOfUserAgent(_ side: BorderSide) -> Bool {
    switch side.style {
    case .inset, .outset: true
    case .solid: side.width == 1
    default: false
    }
  }

  /// Whether a circle of 24 px around the middle of a target meets another one.
  private static func touches(_ index: Int, _ targets: [Target]) -> Bool {
    let rect = targets[index].rect
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    var looked = 0
    for step in [-1, 1] {
      var other = index + step
      while targets.indices.contains(other), looked < 200 {
        looked += 1
        let near = targets[other].rect
        if step > 0, near.y > y + 24 { break }
        let dx = max(near.x - x, 0, x - near.x - near.width)
        let dy = max(near.y - y, 0, y - near.y - near.height)
        if dx * dx + dy * dy < 144 { return true }
        // A small target has a circle of its own.
        if near.width < 24 || near.height < 24 {
          let (cx, cy) = (near.x + near.width / 2 - x, near.y + near.height / 2 - y)
          if cx * cx + cy * cy < 576 { return true }
        }
        other += step
      }
    }
    return false
  }
}
