import CSSValues
import HTML
import Layout
import Names
import Page

/// Bars that stay at the upper or lower edge while the page scrolls, and what they cover.
///
/// Only what nobody can scroll out is a fault: words and controls at the start of the page under an upper bar, at its end under a lower
/// one, and at the targets of links within the page.
struct FixedBars {
  private enum Edge {
    case top
    case bottom
  }

  private struct Bar {
    var element: NodeID
    var index: Int
    var edge: Edge
    var rect: LayoutRect
    var order: Int
    var isFixed: Bool
  }

  /// Of the screen's width, a bar takes at least this share, and of its height at most ``largestHeight``.
  private static let leastWidth = 0.9
  private static let largestHeight = 0.4

  private let document: Document
  private let layout: ViewportLayout
  private let boxes: LintBoxes
  private var bars: [Bar] = []
  private var scrolls: [Bool] = []
  private(set) var findings: [LayoutLint.Finding] = []
  private let width: Int

  init(_ document: Document, _ layout: ViewportLayout, width: Int) {
    self.document = document
    self.layout = layout
    self.width = width
    boxes = LintBoxes(layout, document)
    findBars()
    guard !bars.isEmpty else { return }
    findScrollContainers()
  }

  // MARK: Bars

  private mutating func findBars() {
    let screen = layout.viewport
    var orders: [Int: Int] = [:]
    for (place, node) in layout.result.paint.order.enumerated() { orders[Int(node)] = place }
    let sticky = Dictionary(
      layout.result.paint.sticky.map { (Int($0.node), $0) }, uniquingKeysWith: { first, _ in first })
    for index in boxes.tree.nodes.indices where boxes.tree.nodes[index].kind == .element {
      guard let element = boxes.element(index), let rect = boxes.visible(index),
        layout.result.transforms[StyledTree.Index(index)] == nil,
        boxes.style(index).text.visibility == .visible
      else { continue }
      guard rect.width >= Self.leastWidth * screen.width, rect.height >= 16,
        rect.height <= Self.largestHeight * screen.height, isOpaque(index)
      else { continue }
      let order = orders[index] ?? index
      switch boxes.style(index).box.position {
      case .fixed:
        if abs(rect.y) <= 1 {
          bars.append(Bar(element: element, index: index, edge: .top, rect: rect, order: order, isFixed: true))
        } else if abs(rect.bottom - screen.height) <= 1 {
          bars.append(Bar(element: element, index: index, edge: .bottom, rect: rect, order: order, isFixed: true))
        }
      case .sticky:
        // A bar that stays along most of the page.
        guard let stick = sticky[index], stick.scroller < 0, let top = stick.top, abs(top) <= 1,
          stick.bounds.height >= 0.8 * layout.result.contentHeight, layout.result.contentHeight > screen.height
        else { continue }
        var stuck = rect
        stuck.y = top
        bars.append(Bar(element: element, index: index, edge: .top, rect: stuck, order: order, isFixed: false))
      default: break
      }
    }
  }

  /// Whether nothing is seen through a box, or through the first box in it that is as large.
  private func isOpaque(_ index: Int) -> Bool {
    let style = boxes.style(index)
    if style.visual.opacity < 0.5 { return false }
    if case .color(let color) = style.visual.backgroundColor, color.alpha > 0.5 { return true }
    let child = Int(boxes.tree.nodes[index].firstChild)
    guard child > index, boxes.tree.nodes[child].kind == .element else { return false }
    let (frame, inner) = (boxes.frame(index), boxes.frame(child))
    guard inner.width >= frame.width - 2, inner.height >= frame.height - 2,
      case .color(let color) = boxes.style(child).visual.backgroundColor
    else { return false }
    return color.alpha > 0.5
  }

  private mutating func findScrollContainers() {
    scrolls = Array(repeating: false, count: boxes.tree.nodes.count)
    for index in boxes.tree.nodes.indices {
      let node = boxes.tree.nodes[index]
      if node.parent >= 0 { scrolls[index] = scrolls[Int(node.parent)] }
      guard node.kind == .element, node.role != .root, node.role != .body else { continue }
      switch boxes.style(index).box.overflowY {
      case .auto, .scroll: scrolls[index] = true
      default: break
      }
    }
  }

  /// Words and controls of the page itself, which scroll with it.
  private var contents: [LintBoxes.Item] {
    boxes.items.filter {
      ($0.isText || $0.isControl) && !$0.isFixed && !$0.isMoved && !$0.isOut && !scrolls[$0.index]
    }
  }

  private static func middle(_ item: LintBoxes.Item) -> Double { item.rect.y + item.rect.height / 2 }

  private static func meets(_ item: LintBoxes.Item, _ bar: Bar) -> Bool {
    min(item.rect.right, bar.rect.right) - max(item.rect.x, bar.rect.x) > 3
  }

  // MARK: What is covered

  /// Finds what bars cover at the start and at the end of the page.
  mutating func findCovered() {
    let height = max(layout.result.contentHeight, layout.viewport.height)
    for bar in bars where bar.isFixed {
      let covered = contents.filter { item in
        guard item.order < bar.order, Self.meets(item, bar) else { return false }
        switch bar.edge {
        case .top: return item.rect.y >= 0 && Self.middle(item) < bar.rect.bottom
        case .bottom: return item.rect.bottom <= height && Self.middle(item) > height - bar.rect.height
        }
      }
      guard let first = covered.first else { continue }
      let side = bar.edge == .top ? "top" : "bottom"
      let place = bar.edge == .top ? "start" : "end"
      findings.append(
        LayoutLint.Finding(
          code: .coveredByBar, element: bar.element,
          message:
            "`\(LayoutLint.label(bar.element, document))` covers `\(LayoutLint.label(first.element, document))` at the \(place) of the page at \(width) px, and nobody can scroll it out",
          help: "give the body `padding-\(side): \(Int(bar.rect.height.rounded(.up)))px`, or let the bar be `sticky`",
          suspects: [.position], width: width))
    }
  }

  /// Finds targets of links within the page that end under an upper bar.
  mutating func findAnchors() {
    guard let bar = bars.filter({ $0.edge == .top }).max(by: { $0.rect.bottom < $1.rect.bottom }) else { return }
    var indices: [NodeID: Int] = [:]
    for index in boxes.tree.nodes.indices { if let element = boxes.element(index) { indices[element] = index } }
    let names = linkedNames()
    guard !names.isEmpty else { return }
    let padding = length(boxes.tree.nodes.isEmpty ? nil : boxes.style(0).other[.scrollPaddingTop])
    let end = max(0, layout.result.contentHeight - layout.viewport.height)
    var covered: [NodeID] = []
    var node = document.next(after: .document)
    while node.exists {
      defer { node = document.next(after: node) }
      guard document.isElement(node), let id = document.value(node, .id), names.contains(id), let index = indices[node],
        layout.result.frames[index].hasBox, !boxes.isFixed[index], !scrolls[index]
      else { continue }
      let frame = boxes.frame(index)
      let wanted = padding + length(boxes.style(index).other[.scrollMarginTop])
      // The page scrolls no further than its end.
      let y = max(wanted, frame.y - end)
      // What begins beside or above the bar is shown by scrolling to the start.
      guard frame.y >= bar.rect.bottom - 1, end > 0,
        let first = contents.first(where: { Self.middle($0) >= frame.y && $0.rect.y < frame.y + 200 })
      else { continue }
      if y + Self.middle(first) - frame.y < bar.rect.bottom - 1 { covered.append(node) }
    }
    guard let first = covered.first else { return }
    let others = covered.count > 1 ? " and \(covered.count - 1) other targets of links" : ""
    findings.append(
      LayoutLint.Finding(
        code: .anchorUnderBar, element: first,
        message:
          "links to `#\((document.value(first, .id) ?? "").prefix(60))`\(others) end under `\(LayoutLint.label(bar.element, document))` at \(width) px",
        help: "write `html { scroll-padding-top: \(Int(bar.rect.bottom.rounded(.up)))px }`",
        width: width))
  }

  /// The ids that links within the page lead to. Links that a script takes for tabs and menus are left out.
  private func linkedNames() -> Set<String> {
    var names: Set<String> = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node, .a), let url = document.value(node, .href), url.hasPrefix("#"), url.utf8.count > 1,
        url != "#top",
        !document.attributes(node).contains(where: {
          let name = $0.name.string
          return name.hasPrefix("data-") || name.hasPrefix("on") || name == "role" || name == "aria-controls"
        })
      {
        names.insert(String(url.dropFirst()))
      }
      node = document.next(after: node)
    }
    return names
  }

  private func length(_ value: CSSValue?) -> Double {
    if case .dimension(let number, .px) = value { return number }
    return 0
  }

  // MARK: Safe areas

  /// The insets of phones with a notch and without a home button, in px.
  static let insets = SafeAreaInsets(top: 47, bottom: 34)

  /// Finds bars whose words and controls are under the notch or the home indicator: for a layout with ``insets``.
  mutating func findUnsafe() {
    for bar in bars where bar.isFixed {
      let limit = bar.edge == .top ? Self.insets.top : layout.viewport.height - Self.insets.bottom
      let inner = boxes.items.filter { $0.isContent && isInside($0.index, bar.index) }
      guard
        let first = inner.first(where: {
          bar.edge == .top ? Self.middle($0) < limit : Self.middle($0) > limit
        })
      else { continue }
      let side = bar.edge == .top ? "top" : "bottom"
      let what = first.element == bar.element ? "the text of " : "`\(LayoutLint.label(first.element, document))` in "
      findings.append(
        LayoutLint.Finding(
          code: .barInUnsafeArea, element: bar.element,
          message:
            "\(what)`\(LayoutLint.label(bar.element, document))` is under the \(bar.edge == .top ? "notch" : "home indicator") of phones that have one",
          help: "give the bar `padding-\(side): env(safe-area-inset-\(side))`, or leave `viewport-fit=cover` out",
          suspects: [bar.edge == .top ? .paddingTop : .paddingBottom, .position], width: width))
    }
  }

  private func isInside(_ index: Int, _ bar: Int) -> Bool {
    var index = index
    while index > bar { index = Int(boxes.tree.nodes[index].parent) }
    return index == bar
  }

  /// Whether a page asks for the whole screen, the parts under a notch included.
  static func coversScreen(_ document: Document) -> Bool {
    guard document.head.exists else { return false }
    return document.children(document.head).contains { node in
      guard document.isElement(node, .meta), document.value(node, .name)?.lowercased() == "viewport" else {
        return false
      }
      let content = (document.value(node, Name("content")) ?? "").lowercased().filter { !$0.isWhitespace }
      return content.contains("viewport-fit=cover")
    }
  }
}
