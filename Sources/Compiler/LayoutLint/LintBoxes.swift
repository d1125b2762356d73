import CSSValues
import HTML
import Layout
import Page

/// The boxes of a layout that readers see: clipped, without what is hidden, with what each of them is.
struct LintBoxes {
  /// A line of text, a picture, a control, or a box with a background or border.
  struct Item {
    /// The node of the tree.
    var index: Int
    /// The element that it belongs to.
    var element: NodeID
    /// What of it is seen.
    var rect: LayoutRect
    var isText: Bool
    var isPicture: Bool
    /// Whether it is more than a decorated box.
    var isContent: Bool
    /// The place in the order of painting.
    var order: Int
    /// The nearest node around that is not in a line.
    var block: Int
    /// Whether it stays while the page scrolls.
    var isFixed: Bool
    /// Whether a transform moves it.
    var isMoved: Bool
    /// Whether it is out of the flow, or in something that is.
    var isOut = false
    /// Whether it is a control.
    var isControl = false
  }

  let tree: StyledTree
  private let layout: ViewportLayout
  private let document: Document
  /// What contents of a node are cut to; `nil` for nothing.
  private var clips: [LayoutRect?]
  private var isHidden: [Bool]
  private(set) var isFixed: [Bool]
  private var isMoved: [Bool]
  private var isOut: [Bool]
  /// By node, whether its box shows a background, border or shadow.
  private(set) var isDecorated: [Bool]
  private(set) var items: [Item] = []
  private(set) var shown: Set<NodeID> = []

  init(_ layout: ViewportLayout, _ document: Document) {
    self.layout = layout
    self.document = document
    tree = layout.tree
    let count = tree.nodes.count
    clips = Array(repeating: nil, count: count)
    isHidden = Array(repeating: false, count: count)
    isFixed = isHidden
    isMoved = isHidden
    isOut = isHidden
    isDecorated = isHidden
    guard layout.result.frames.count == count else { return }
    let decorations = tree.styles.map(Self.decorates)
    let ownClips = Dictionary(
      layout.result.paint.clips.map { (Int($0.node), $0.rect) }, uniquingKeysWith: { first, _ in first })
    let paths = Dictionary(
      layout.result.paint.clipPaths.map { (Int($0.node), $0.rect) }, uniquingKeysWith: { first, _ in first })
    let containers = Dictionary(
      layout.result.paint.containers.map { (Int($0.node), Int($0.container)) }, uniquingKeysWith: { first, _ in first })
    var orders = [Int](repeating: 0, count: count)
    if layout.result.paint.order.isEmpty {
      for index in 0..<count { orders[index] = index }
    } else {
      for (place, node) in layout.result.paint.order.enumerated() { orders[Int(node)] = place }
    }
    var blocks = [Int](repeating: 0, count: count)
    for index in 0..<count {
      let node = tree.nodes[index]
      let parent = Int(node.parent)
      let style = tree.styles[Int(node.style)]
      if parent >= 0 {
        isHidden[index] = isHidden[parent]
        isFixed[index] = isFixed[parent]
        isMoved[index] = isMoved[parent]
        isOut[index] = isOut[parent]
        clips[index] = clips[parent]
        blocks[index] = blocks[parent]
      }
      guard node.kind == .element else { continue }
      if let container = containers[index] { clips[index] = container >= 0 ? clips[container] : nil }
      if style.visual.opacity < 0.05 || node.role == .graphic { isHidden[index] = true }
      if style.box.position == .absolute { isOut[index] = true }
      if style.box.position == .fixed || style.box.position == .sticky { isFixed[index] = true }
      if layout.result.transforms[StyledTree.Index(index)] != nil { isMoved[index] = true }
      if let path = paths[index] { cut(index, to: path) }
      isDecorated[index] = decorations[Int(node.style)]
      if !isInline(index) { blocks[index] = index }
      addBox(index, style, orders[index])
      if let clip = ownClips[index] { cut(index, to: clip) }
    }
    addLines(orders, blocks)
  }

  private mutating func cut(_ index: Int, to rect: LayoutRect) {
    clips[index] = clips[index].map { $0.common(rect) ?? LayoutRect(x: rect.x, y: rect.y, width: 0, height: 0) } ?? rect
  }

  private mutating func addBox(_ index: Int, _ style: ComputedStyle, _ order: Int) {
    guard let element = element(index), style.text.visibility == .visible, let rect = visible(index) else { return }
    shown.insert(element)
    let role = tree.nodes[index].role
    let isPicture = role == .replaced
    let isControl = [.button, .textField, .textArea, .select].contains(role)
    guard isPicture || isControl || isDecorated[index] && !isInline(index) && role != .root && role != .body else {
      return
    }
    items.append(
      Item(
        index: index, element: element, rect: rect, isText: false, isPicture: isPicture,
        isContent: isPicture || isControl, order: order, block: index, isFixed: isFixed[index], isMoved: isMoved[index],
        isOut: isOut[index], isControl: isControl))
  }

  private mutating func addLines(_ orders: [Int], _ blocks: [Int]) {
    for line in layout.result.lines {
      let index = Int(line.node)
      let parent = Int(tree.nodes[index].parent)
      guard parent >= 0, !isHidden[index], line.units.contains(where: { $0 > 0x20 && $0 != 0xA0 }),
        tree.styles[Int(tree.nodes[parent].style)].text.visibility == .visible
      else { continue }
      var rect = line.shown?.rect ?? line.rect
      if let clip = clips[parent] {
        guard let rest = rect.common(clip) else { continue }
        rect = rest
      }
      guard rect.width > 1, rect.height > 1, let element = elementAround(index) else { continue }
      items.append(
        Item(
          index: index, element: element, rect: rect, isText: true, isPicture: false, isContent: true,
          order: orders[index], block: blocks[index], isFixed: isFixed[index], isMoved: isMoved[index],
          isOut: isOut[index]))
    }
  }

  // MARK: Questions

  func style(_ index: Int) -> ComputedStyle { tree.styles[Int(tree.nodes[index].style)] }

  func frame(_ index: Int) -> LayoutRect { layout.result.frames[index].rect }

  /// The element that a node is; `nil` for what has no element of its own.
  func element(_ index: Int) -> NodeID? {
    guard case .node(let id) = layout.origins[index], document.isElement(id) else { return nil }
    return id
  }

  private func elementAround(_ index: Int) -> NodeID? {
    switch layout.origins[index] {
    case .node(let id): document.isElement(id) ? id : document.parent(id)
    case .anonymous(let element), .pseudo(let element, _): element
    }
  }

  /// What of a node's border box is seen.
  func visible(_ index: Int) -> LayoutRect? {
    let frame = layout.result.frames[index]
    guard frame.hasBox, !isHidden[index], frame.rect.width > 1, frame.rect.height > 1 else { return nil }
    let parent = Int(tree.nodes[index].parent)
    guard parent >= 0, let clip = clips[parent] else { return frame.rect }
    return frame.rect.common(clip)
  }

  func isInline(_ index: Int) -> Bool {
    if tree.nodes[index].kind == .text { return true }
    return switch style(index).box.display {
    case .box(.inline, .flow, _), .box(.inline, .ruby, _), .contents, .rubyBase, .rubyText:
      tree.nodes[index].role != .replaced && tree.nodes[index].role != .brokenImage
    default: false
    }
  }

  func isGrid(_ index: Int) -> Bool {
    if case .box(_, .grid, _) = style(index).box.display { return true }
    return false
  }

  func isTablePart(_ index: Int) -> Bool {
    switch style(index).box.display {
    case .box(_, .table, _), .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: true
    default: false
    }
  }

  /// Whether a node was put where it is by hand: out of the flow, by offsets, transforms or margins below zero.
  func isPlaced(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.kind == .element else { return false }
    let style = style(index)
    if style.box.position != .static && style.box.position != .relative { return true }
    if style.box.position == .relative, style.box.inset != Sides(.auto) { return true }
    if layout.result.transforms[StyledTree.Index(index)] != nil { return true }
    let margins = [style.box.margin.left, style.box.margin.right, style.box.margin.top, style.box.margin.bottom]
    return margins.contains { Self.isNegative($0) }
  }

  private static func isNegative(_ margin: LengthPercentageOrAuto) -> Bool {
    if case .value(let value) = margin { return value.resolve(1_000) < 0 }
    return false
  }

  /// The elements around two nodes that are children of one; `nil` where one is in the other.
  func siblings(_ left: Int, _ right: Int) -> (NodeID, NodeID)? {
    func path(_ index: Int) -> [Int] {
      var path = [index]
      while let last = path.last, case let parent = Int(tree.nodes[last].parent), parent >= 0 { path.append(parent) }
      return path.reversed()
    }
    let (first, second) = (path(left), path(right))
    let same = zip(first, second).prefix { $0 == $1 }.count
    guard same < first.count, same < second.count, let one = elementAround(first[same]),
      let two = elementAround(second[same])
    else { return nil }
    return first[same] < second[same] ? (one, two) : (two, one)
  }

  private static func decorates(_ style: ComputedStyle) -> Bool {
    if case .color(let color) = style.visual.backgroundColor, color.alpha > 0.02 { return true }
    let border = style.border
    if [border.top.width, border.right.width, border.bottom.width, border.left.width].allSatisfy({ $0 > 0 }) {
      return true
    }
    return style.other[.boxShadow] != nil
  }
}
