import CSSValues

/// Writes ``PaintFacts`` from what the engine placed, all but the order: ``PaintOrder`` needs no engine.
struct PaintFactsWriter {
  let engine: LayoutEngine
  /// Each box's border box's left upper corner on the page. px.
  let origins: [(x: Double, y: Double)]
  /// By node, whether it clips its contents.
  private var clipsContents: [Bool]
  /// By node, the out-of-flow box that it makes, or -1.
  private var outOfFlowBoxes: [BoxIndex] = []

  /// The sizes of what scrolls, by node.
  private var scrollAreas: [StyledTree.Index: (width: Double, height: Double)] = [:]

  /// How far a box reaches in an axis that is not clipped. px.
  private static let unclipped = 1_048_576.0

  init(_ engine: LayoutEngine, origins: [(x: Double, y: Double)]) {
    self.engine = engine
    self.origins = origins
    clipsContents = []
  }

  mutating func write(_ result: inout LayoutResult) {
    var facts = PaintFacts()
    var isUsed = [Bool](repeating: false, count: engine.tree.styles.computed.count)
    for index in 0..<engine.boxCount where engine.boxes[index].style >= 0 {
      isUsed[Int(engine.styles[Int(engine.boxes[index].style)].computed)] = true
    }
    let styles = isUsed.indices.map { isUsed[$0] ? Facts(engine.computed + $0) : Facts() }
    if styles.contains(where: \.isSticky) {
      for area in result.scrollAreas { scrollAreas[area.node] = (area.contentWidth, area.contentHeight) }
    }
    // OPTIMIZATION: most trees of plain boxes have nothing of it.
    guard styles.contains(where: { !$0.isEmpty }) else {
      result.paint = facts
      return
    }
    var hasClips = false
    var hasPositioned = false
    for index in 0..<engine.boxCount {
      let box = engine.boxes[index]
      guard box.node >= 0, box.style >= 0, box.kind != .text,
        engine.state.placements[index].isPlaced || box.kind == .inline
      else { continue }
      if box.flags.contains(.outOfFlow) { hasPositioned = true }
      let style = styles[Int(engine.styles[Int(box.style)].computed)]
      guard !style.isEmpty else { continue }
      if style.clips, let rect = clip(BoxIndex(index)) {
        facts.clips.append(.init(node: box.node, rect: rect))
        hasClips = true
      }
      guard result.frames[Int(box.node)].hasBox else { continue }
      let rect = result.frames[Int(box.node)].rect
      let computed = engine.computed + Int(engine.styles[Int(box.style)].computed)
      if style.hasCorners, var corners = CornerRadii(node: box.node, computed.pointee.border, box: rect) {
        // OPTIMIZATION: neighbours mostly have equal corners, whose lists are held once.
        if let last = facts.corners.last, last.horizontal == corners.horizontal, last.vertical == corners.vertical {
          corners = CornerRadii(node: box.node, horizontal: last.horizontal, vertical: last.vertical)
        }
        facts.corners.append(corners)
      }
      if style.hasClipPath, let clip = ClipPath.rect(computed.pointee, box: rect) {
        facts.clipPaths.append(.init(node: box.node, rect: clip))
      }
      if style.isSticky, box.kind != .inline { facts.sticky.append(sticky(BoxIndex(index), rect)) }
    }
    facts.clips.sort { $0.node < $1.node }
    facts.clipPaths.sort { $0.node < $1.node }
    facts.corners.sort { $0.node < $1.node }
    facts.sticky.sort { $0.node < $1.node }
    // An inline box that a block breaks is made of several boxes.
    facts.clipPaths = Self.first(facts.clipPaths, node: \.node)
    facts.corners = Self.first(facts.corners, node: \.node)
    if hasClips, hasPositioned { writeContainers(&facts) }
    result.paint = facts
  }

  /// What a style has of what is looked for, by style.
  private struct Facts {
    var clips = false
    var hasCorners = false
    var hasClipPath = false
    var isSticky = false

    var isEmpty: Bool { !clips && !hasCorners && !hasClipPath && !isSticky }

    /// Of a style that no node has.
    init() {}

    /// OPTIMIZATION: the style is read where it is; a copy would count references to each of its groups.
    init(_ style: UnsafeMutablePointer<ComputedStyle>) {
      clips =
        style.pointee.box.overflowX != .visible || style.pointee.box.overflowY != .visible
        || style.pointee.box.contain.contains(.paint)
      let none = CornerRadius()
      hasCorners =
        style.pointee.border.topLeftRadius != none || style.pointee.border.topRightRadius != none
        || style.pointee.border.bottomRightRadius != none || style.pointee.border.bottomLeftRadius != none
      hasClipPath = style.pointee.other[.clipPath] != nil || style.pointee.other[.clip] != nil
      isSticky = style.pointee.box.position == .sticky
    }
  }

  private static func first<Row>(_ rows: [Row], node: (Row) -> StyledTree.Index) -> [Row] {
    var result: [Row] = []
    for row in rows where result.last.map(node) != node(row) { result.append(row) }
    return result
  }

  // MARK: Clips

  /// What a box's contents are cut to (CSS Overflow 3, 3.1 and 3.2; CSS Containment 2, 3.4); `nil` where nothing is.
  private func clip(_ box: BoxIndex) -> LayoutRect? {
    switch engine.boxes[Int(box)].kind {
    case .inline, .replaced, .tableRow, .tableSection, .tableColumn, .tableColumnGroup: return nil
    default: break
    }
    guard box != 0, !isViewportOverflow(box) else { return nil }
    let style = engine.style(box)
    let paints = style.pointee.contain.contains(.paint)
    let clipsX = style.pointee.overflowX != .visible || paints
    let clipsY = style.pointee.overflowY != .visible || paints
    let placement = engine.state.placements[Int(box)]
    var rect = LayoutRect(
      x: origins[Int(box)].x + style.pointee.borderLeft, y: origins[Int(box)].y + style.pointee.borderTop,
      width: placement.width - style.pointee.borderLeft - style.pointee.borderRight,
      height: placement.height - style.pointee.borderTop - style.pointee.borderBottom)
    if style.pointee.isScrollContainer {
      let metrics = engine.resolveBoxMetrics(box, placement.width)
      rect.width -= metrics.scrollbarWidth
      rect.height -= metrics.scrollbarHeight
      if style.pointee.isRightToLeft { rect.x += metrics.scrollbarWidth }
    } else {
      expand(&rect, of: box)
    }
    rect.width = max(0, rect.width)
    rect.height = max(0, rect.height)
    if !clipsX {
      rect.x -= Self.unclipped
      rect.width += 2 * Self.unclipped
    }
    if !clipsY {
      rect.y -= Self.unclipped
      rect.height += 2 * Self.unclipped
    }
    return rect
  }

  /// `overflow-clip-margin` (CSS Overflow 4, 3.2).
  private func expand(_ rect: inout LayoutRect, of box: BoxIndex) {
    guard let margin = engine.computedStyle(box).pointee.other[.overflowClipMargin] else { return }
    var items = [margin]
    if case .list(let list, _) = margin { items = list }
    let style = engine.style(box)
    for item in items {
      switch item {
      case .dimension(let length, .px): rect = Self.inset(rect, by: -clampedLength(length))
      case .keyword("border-box"):
        rect.x -= style.pointee.borderLeft
        rect.y -= style.pointee.borderTop
        rect.width += style.pointee.borderLeft + style.pointee.borderRight
        rect.height += style.pointee.borderTop + style.pointee.borderBottom
      case .keyword("content-box"):
        let basis = engine.offsetParent(box)
        let width = basis >= 0 ? engine.state.placements[Int(basis)].width : engine.viewport.width
        let left = engine.resolveOrZero(style.pointee.paddingLeft, width)
        let top = engine.resolveOrZero(style.pointee.paddingTop, width)
        rect.x += left
        rect.y += top
        rect.width -= left + engine.resolveOrZero(style.pointee.paddingRight, width)
        rect.height -= top + engine.resolveOrZero(style.pointee.paddingBottom, width)
      default: break
      }
    }
  }

  private static func inset(_ rect: LayoutRect, by edge: Double) -> LayoutRect {
    LayoutRect(x: rect.x + edge, y: rect.y + edge, width: rect.width - 2 * edge, height: rect.height - 2 * edge)
  }

  /// Whether the viewport takes a body's overflow (CSS Overflow 3, 3.3).
  private func isViewportOverflow(_ box: BoxIndex) -> Bool {
    guard engine.boxes[Int(box)].role == .body, engine.boxes[Int(box)].parent == 0 else { return false }
    return engine.style(0).pointee.overflowX == .visible && engine.style(0).pointee.overflowY == .visible
  }

  // MARK: Containing blocks

  /// Finds the out-of-flow nodes whose containing block is beyond something that clips (CSS Overflow 3, 3.1: only what
  /// a box is the containing block of is clipped by it).
  private mutating func writeContainers(_ facts: inout PaintFacts) {
    let count = engine.source.nodes.count
    clipsContents = [Bool](repeating: false, count: count)
    for clip in facts.clips { clipsContents[Int(clip.node)] = true }
    outOfFlowBoxes = [BoxIndex](repeating: .none, count: count)
    for index in 0..<engine.boxCount where engine.boxes[index].flags.contains(.outOfFlow) {
      let node = engine.boxes[index].node
      if node >= 0, outOfFlowBoxes[Int(node)] < 0 { outOfFlowBoxes[Int(node)] = BoxIndex(index) }
    }
    // The innermost node that clips each node.
    var clipper = [StyledTree.Index](repeating: -1, count: count)
    for node in 0..<count {
      let inner = self.clipper(inside: engine.source.nodes[node].parent, clipper)
      clipper[node] = inner
      guard outOfFlowBoxes[node] >= 0 else { continue }
      let container = containerNode(of: outOfFlowBoxes[node])
      guard container < StyledTree.Index(node) else { continue }
      clipper[node] = self.clipper(inside: container, clipper)
      if clipper[node] != inner { facts.containers.append(.init(node: StyledTree.Index(node), container: container)) }
    }
  }

  private func clipper(inside node: StyledTree.Index, _ known: [StyledTree.Index]) -> StyledTree.Index {
    guard node >= 0 else { return -1 }
    return clipsContents[Int(node)] ? node : known[Int(node)]
  }

  /// The node of a positioned box's containing block, or of the nearest one around it that has one; -1 for the initial.
  private func containerNode(of box: BoxIndex) -> StyledTree.Index {
    var container = engine.state.containers[Int(box)]
    while container >= 0, engine.boxes[Int(container)].node < 0 { container = engine.boxes[Int(container)].parent }
    return container >= 0 ? engine.boxes[Int(container)].node : -1
  }

  // MARK: Sticky positions

  private func sticky(_ box: BoxIndex, _ rect: LayoutRect) -> StickyConstraint {
    var scroller = engine.boxes[Int(box)].parent
    while scroller >= 0,
      engine.boxes[Int(scroller)].kind == .inline
        || !engine.style(scroller).pointee.isScrollContainer || scroller == 0 || isViewportOverflow(scroller)
    {
      scroller = engine.boxes[Int(scroller)].parent
    }
    var port = (width: engine.viewport.width, height: engine.viewport.height)
    if scroller >= 0 {
      let clip = self.clip(scroller)
      port = (clip?.width ?? port.width, clip?.height ?? port.height)
    }
    let style = engine.style(box)
    let distance = { (length: LayoutLength, basis: Double) -> Double? in
      let value = engine.resolve(length, basis)
      return value.isDefinite ? value : nil
    }
    let node = engine.boxes[Int(box)].node
    var constraint = StickyConstraint(
      node: node, scroller: scroller >= 0 ? engine.boxes[Int(scroller)].node : -1, bounds: stickyBounds(box, rect))
    constraint.top = distance(style.pointee.insetTop, port.height)
    constraint.right = distance(style.pointee.insetRight, port.width)
    constraint.bottom = distance(style.pointee.insetBottom, port.height)
    constraint.left = distance(style.pointee.insetLeft, port.width)
    return constraint
  }

  /// The containing block's content box, the box's margins taken off, and never smaller than the box as it is.
  private func stickyBounds(_ box: BoxIndex, _ rect: LayoutRect) -> LayoutRect {
    let parent = engine.offsetParent(box)
    guard parent >= 0 else {
      return LayoutRect(x: 0, y: 0, width: engine.viewport.width, height: engine.viewport.height)
    }
    let outer = engine.state.placements[Int(parent)]
    let container = engine.style(parent)
    let style = engine.style(box)
    let parentOfParent = engine.offsetParent(parent)
    let basis = parentOfParent >= 0 ? engine.state.placements[Int(parentOfParent)].width : engine.viewport.width
    let start = (
      x: container.pointee.borderLeft + engine.resolveOrZero(container.pointee.paddingLeft, basis),
      y: container.pointee.borderTop + engine.resolveOrZero(container.pointee.paddingTop, basis)
    )
    let end = (
      x: container.pointee.borderRight + engine.resolveOrZero(container.pointee.paddingRight, basis),
      y: container.pointee.borderBottom + engine.resolveOrZero(container.pointee.paddingBottom, basis)
    )
    var content = (width: outer.width - start.x - end.x, height: outer.height - start.y - end.y)
    // A scroll container's content box is as large as what scrolls in it.
    if let area = scrollAreas[engine.boxes[Int(parent)].node] {
      content.width = max(
        content.width, area.width - start.x - end.x + container.pointee.borderLeft + container.pointee.borderRight)
      content.height = max(
        content.height, area.height - start.y - end.y + container.pointee.borderTop + container.pointee.borderBottom)
    }
    let left = origins[Int(parent)].x + start.x + engine.resolveOrZero(style.pointee.marginLeft, content.width)
    let top = origins[Int(parent)].y + start.y + engine.resolveOrZero(style.pointee.marginTop, content.width)
    let right =
      origins[Int(parent)].x + start.x + content.width - engine.resolveOrZero(style.pointee.marginRight, content.width)
    let bottom =
      origins[Int(parent)].y + start.y + content.height
      - engine.resolveOrZero(style.pointee.marginBottom, content.width)
    let x = min(left, rect.x)
    let y = min(top, rect.y)
    return LayoutRect(
      x: x, y: y, width: max(right, rect.x + rect.width) - x, height: max(bottom, rect.y + rect.height) - y)
  }
}
