import CSSValues

/// Lays the boxes of one tree out: it owns the boxes, the styles, the placements and the caches in flat buffers.
///
/// One engine serves one tree at one viewport on one thread; it is made, run and thrown away.
///
/// OPTIMIZATION: properties are not checked for exclusive access at run time, nor are those of inline contexts; nothing that is
/// given one `inout` reaches it through the engine.
final class LayoutEngine {
  /// The box tree; the first box is the root element's.
  let boxes: UnsafeMutablePointer<Box>
  let boxCount: Int
  let styles: UnsafeMutablePointer<LayoutStyle>
  /// The computed styles that layout styles refer to: behind a pointer, so that what is read of one copies none.
  let computed: UnsafeMutablePointer<ComputedStyle>
  let computedCount: Int
  let expressions: [LengthCalculation]
  let tree: BoxTree
  /// The tree; only texts of it are replaced after the first layout.
  @exclusivity(unchecked) var source: StyledTree
  /// The characters of the tree as it was laid out first.
  let laidOutCharacters: Int
  let viewport: InitialViewport
  let measurer: any TextMeasurer

  /// Each box's border box: its offset from its parent's border box (a positioned one's from its containing block's) and
  /// its size, as committed last. px.
  let placements: UnsafeMutablePointer<Placement>
  /// The containing block of each positioned box, -1 for the initial one.
  let containers: UnsafeMutablePointer<BoxIndex>
  let intrinsicCache: UnsafeMutablePointer<IntrinsicEntry>
  /// The answers that boxes gave before, behind a pointer so that nothing checks for exclusive access.
  let cache: UnsafeMutablePointer<LayoutCache>

  /// Working memory of the formatting contexts.
  let scratch = ScratchStack()
  /// The floats of the open block formatting contexts, the innermost's last; see `Block/`.
  @exclusivity(unchecked) var floats = FloatContext()
  /// The inline formatting contexts, by block container.
  @exclusivity(unchecked) var inlineContexts: IndexTable<InlineContext>
  /// The static positions of positioned boxes.
  @exclusivity(unchecked) var staticPositions: [BoxIndex: StaticPosition] = [:]
  /// The rectangles that replace the padding box as containing block: a positioned grid child's area, in the container's
  /// border box.
  @exclusivity(unchecked) var positionedAreas: [BoxIndex: Rect] = [:]
  /// First available fonts' metrics by layout style.
  @exclusivity(unchecked) var fontMetrics: IndexTable<FontMetrics>
  /// Fonts and line heights by layout style.
  @exclusivity(unchecked) var inlineMetricsCache: IndexTable<InlineMetrics>
  /// The lines that the innermost `-webkit-line-clamp` still shows, 0 outside of one, and where the last of them ended.
  @exclusivity(unchecked) var clampLines: Int32 = 0
  @exclusivity(unchecked) var clampBottom: Double = .nan
  /// The most pieces of text and inline boxes on lines.
  let maximumPieces: Int
  /// Their number so far.
  @exclusivity(unchecked) var pieceCount = 0
  /// The first block container that was given no more of them, -1 for none.
  @exclusivity(unchecked) var firstBeyondPieces: BoxIndex = -1
  /// The grids of tables, by table box.
  @exclusivity(unchecked) var tableGrids: [BoxIndex: TableGrid] = [:]
  /// The halves of collapsed borders, by cell and table.
  @exclusivity(unchecked) var collapsedBorders: [BoxIndex: CollapsedBorders] = [:]
  /// The tracks of grid containers that were committed.
  @exclusivity(unchecked) var grids: [BoxIndex: LayoutResult.GridAxes] = [:]
  /// What subgrids are given.
  @exclusivity(unchecked) var subgrids = SubgridTable()
  /// How large the page's grids may be, once one asked.
  @exclusivity(unchecked) var knownGridLimits: GridLimits?
  /// The columns that content is laid out in, the innermost ones; `nil` outside of columns and in what is not broken.
  @exclusivity(unchecked) var columns: ColumnFlow?
  /// Room that the lines of one context after the other use.
  @exclusivity(unchecked) private var lineBoxRoom: [LineBox] = []
  @exclusivity(unchecked) private var lineItemRoom: [LineItem] = []
  /// The columns of the containers that were committed.
  @exclusivity(unchecked) var columnGeometries: [BoxIndex: ColumnGeometry] = [:]
  /// How far the content of scroll containers reaches, where their children's boxes do not show it.
  @exclusivity(unchecked) var contentExtents: [BoxIndex: ContentExtent] = [:]

  /// How far the content in flow reaches, in the container's border box; px.
  struct ContentExtent {
    /// The lower end of a block container's content with the margins that end it.
    var bottom = -Double.infinity
    /// The tracks of a grid.
    var rect: Rect?
  }

  // Of an engine that keeps commits, since its result was written.
  /// Each box's border box's left upper corner on the page. px.
  @exclusivity(unchecked) var origins: [(x: Double, y: Double)] = []
  /// How far each box and its contents reach on the page, without what it clips.
  @exclusivity(unchecked) var overflows: [ScrollableOverflow.Bounds] = []

  /// Where a box was placed.
  struct Placement {
    var x: Double = 0
    var y: Double = 0
    var width: Double = 0
    var height: Double = 0
    /// The offset of `position: relative`, which scrolls and overflows with the box but moves no other. px.
    var relativeX: Double = 0
    var relativeY: Double = 0
    /// The part of it that relative inline boxes around the box give. px.
    var inlineX: Double = 0
    var inlineY: Double = 0
    /// How far the content moves down after it was placed: `vertical-align` of cells, `align-content` of blocks. px.
    var contentShift: Double = 0
    /// Whether the box was ever committed.
    var isPlaced = false
  }

  /// Whether another engine may take this one's answers over: then all that is committed has one.
  let keepsCommits: Bool
  /// The ranges of boxes whose answers were taken over from another engine.
  @exclusivity(unchecked) var adopted: [Range<Int>] = []

  /// Makes the boxes of a tree.
  ///
  /// - Parameters:
  ///   - keepsCommits: whether another engine may take answers over.
  ///   - last: an engine of the same tree as it was before, whose styles are the first of the tree's.
  ///   - shownContents: the nodes of `content-visibility: auto` whose contents are not skipped.
  ///   - maximumPieces: the most pieces of text and inline boxes on lines.
  init(
    _ source: StyledTree, viewport: InitialViewport, measurer: any TextMeasurer, keepsCommits: Bool = false,
    after last: LayoutEngine? = nil, shownContents: Set<Int32> = [], maximumPieces: Int = .max
  ) {
    self.maximumPieces = maximumPieces
    self.keepsCommits = keepsCommits
    let isStyled = last.map { $0.source.styles.count == source.styles.count } ?? false
    let tree = BoxTreeBuilder.build(
      source, scale: viewport.scale, styles: isStyled ? last?.tree.styles : nil, keepsStyles: keepsCommits,
      shownContents: shownContents, maximumBrokenPieces: maximumPieces)
    pieceCount = tree.brokenPieceCount
    firstBeyondPieces = tree.firstBeyondContinuations
    self.source = source
    laidOutCharacters = source.text.count
    self.viewport = viewport
    self.measurer = measurer
    boxCount = tree.boxes.count
    boxes = Self.copy(tree.boxes)
    styles = Self.copy(tree.styles.flattened)
    computedCount = tree.styles.computed.count
    computed = Self.copy(tree.styles.computed)
    expressions = tree.styles.expressions
    var rest = tree
    rest.boxes = []
    self.tree = rest
    placements = .allocate(capacity: max(1, boxCount))
    placements.initialize(repeating: Placement(), count: boxCount)
    containers = .allocate(capacity: max(1, boxCount))
    containers.initialize(repeating: -1, count: boxCount)
    intrinsicCache = .allocate(capacity: max(1, boxCount))
    intrinsicCache.initialize(repeating: IntrinsicEntry(), count: boxCount)
    inlineContexts = IndexTable(count: boxCount)
    fontMetrics = IndexTable(count: tree.styles.flattened.count)
    inlineMetricsCache = IndexTable(count: tree.styles.flattened.count)
    cache = .allocate(capacity: 1)
    cache.initialize(to: LayoutCache(boxCount: boxCount))
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer { if let base = $0.baseAddress { copy.initialize(from: base, count: $0.count) } }
    return copy
  }

  deinit {
    boxes.deallocate()
    styles.deallocate()
    computed.deinitialize(count: computedCount)
    computed.deallocate()
    placements.deallocate()
    containers.deallocate()
    intrinsicCache.deallocate()
    cache.pointee.deallocate()
    cache.deinitialize(count: 1)
    cache.deallocate()
    scratch.deallocate()
  }

  // MARK: Access

  /// A box's style.
  @inline(__always)
  func style(_ box: BoxIndex) -> UnsafeMutablePointer<LayoutStyle> {
    assert(boxes[Int(box)].style >= 0, "a box that was taken out of the tree has no style")
    return styles + Int(boxes[Int(box)].style)
  }

  @inline(__always)
  func flags(_ box: BoxIndex) -> BoxFlags { boxes[Int(box)].flags }

  /// A box's computed style, for what ``LayoutStyle`` does not hold.
  @inline(__always)
  func computedStyle(_ box: BoxIndex) -> UnsafeMutablePointer<ComputedStyle> {
    computed + Int(style(box).pointee.computed)
  }

  /// The computed style of a layout style.
  @inline(__always)
  func computedStyle(ofStyle style: Int32) -> UnsafeMutablePointer<ComputedStyle> {
    computed + Int(styles[Int(style)].computed)
  }

  /// The metrics of the first available font of a box's style.
  func metrics(ofStyle style: Int32) -> FontMetrics {
    if let known = fontMetrics[style] { return known }
    let computedStyle = computedStyle(ofStyle: style)
    let metrics = measurer.metrics(
      for: computedStyle.pointee.font, language: computedStyle.pointee.text.language)
    fontMetrics[style] = metrics
    return metrics
  }

  /// Hands the room for lines out, and takes it back.
  func swapLineRoom(_ boxes: inout [LineBox], _ items: inout [LineItem]) {
    swap(&boxes, &lineBoxRoom)
    swap(&items, &lineItemRoom)
  }

  // MARK: Placing

  /// Writes where a child was placed in its parent's border box, and what relative positioning adds (CSS Positioned
  /// Layout 3, 3.3). Percentages of insets count from the containing block's content box.
  func place(_ child: BoxIndex, x: Double, y: Double, containingInline: Double, containingBlock: Double) {
    let index = Int(child)
    placements[index].x = x
    placements[index].y = y
    placements[index].isPlaced = true
    if boxes[index].flags.contains(.relative) {
      let offset = relativeOffset(child, containingInline: containingInline, containingBlock: containingBlock)
      placements[index].relativeX = offset.x
      placements[index].relativeY = offset.y
    }
    if boxes[index].flags.contains(.insideInline) {
      let offset = offsetOfInlines(around: child, containingInline: containingInline, containingBlock: containingBlock)
      let own = boxes[index].flags.contains(.relative)
      placements[index].relativeX = (own ? placements[index].relativeX : 0) + offset.x
      placements[index].relativeY = (own ? placements[index].relativeY : 0) + offset.y
      placements[index].inlineX = offset.x
      placements[index].inlineY = offset.y
    }
  }

  /// How far the relative inline boxes around a block move it (CSS 2.2, 9.2.1.1).
  private func offsetOfInlines(
    around child: BoxIndex, containingInline: Double, containingBlock: Double
  ) -> (x: Double, y: Double) {
    let container = nodeOfContainer(of: child)
    let isReversed = containingBlockDirectionIsRightToLeft(child)
    var sum = (x: 0.0, y: 0.0)
    var node = source.nodes[Int(boxes[Int(child)].node)].parent
    while node >= 0, node != container {
      let offset = relativeOffset(
        styles + Int(source.nodes[Int(node)].style), isReversed: isReversed, containingInline: containingInline,
        containingBlock: containingBlock)
      sum.x += offset.x
      sum.y += offset.y
      node = source.nodes[Int(node)].parent
    }
    return sum
  }

  /// The node of a box's nearest ancestor that has one; -1 where none has.
  func nodeOfContainer(of box: BoxIndex) -> Int32 {
    var container = boxes[Int(box)].parent
    while container >= 0, boxes[Int(container)].node < 0 { container = boxes[Int(container)].parent }
    return container >= 0 ? boxes[Int(container)].node : -1
  }

  /// The offset of `position: relative`; a sticky box's is 0, since nothing is scrolled.
  func relativeOffset(_ box: BoxIndex, containingInline: Double, containingBlock: Double) -> (x: Double, y: Double) {
    relativeOffset(
      style(box), isReversed: containingBlockDirectionIsRightToLeft(box), containingInline: containingInline,
      containingBlock: containingBlock)
  }

  private func relativeOffset(
    _ style: UnsafeMutablePointer<LayoutStyle>, isReversed: Bool, containingInline: Double, containingBlock: Double
  ) -> (x: Double, y: Double) {
    guard style.pointee.position == .relative else { return (0, 0) }
    let left = resolve(style.pointee.insetLeft, containingInline)
    let right = resolve(style.pointee.insetRight, containingInline)
    let top = resolve(style.pointee.insetTop, containingBlock)
    let bottom = resolve(style.pointee.insetBottom, containingBlock)
    var x = 0.0
    if left.isDefinite && right.isDefinite {
      x = isReversed ? -right : left
    } else if left.isDefinite {
      x = left
    } else if right.isDefinite {
      x = -right
    }
    return (x, top.isDefinite ? top : bottom.isDefinite ? -bottom : 0)
  }

  /// The direction of a box's containing block.
  @inline(__always)
  func containingBlockDirectionIsRightToLeft(_ box: BoxIndex) -> Bool {
    let parent = boxes[Int(box)].parent
    return parent >= 0 && style(parent).pointee.isRightToLeft
  }

  /// Records where a positioned child would be in the flow, in its parent's border box; the formatting contexts call
  /// it in commit mode.
  func recordStaticPosition(_ child: BoxIndex, _ position: StaticPosition) {
    staticPositions[child] = position
  }

  // MARK: Dispatch

  /// Lays a box out. In commit mode its size and everything in it are written; its own offset is for the caller to
  /// ``place(_:x:y:containingInline:containingBlock:)``.
  func layout(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    if space.isFixedInline && space.isFixedBlock && space.isNewFormattingContext, isEmptyContainer(box) {
      return layoutEmpty(box, space)
    }
    // OPTIMIZATION: a box whose two sizes are given is committed once by a parent whose own answer is kept.
    let isCacheable = space.isNewFormattingContext
    if isCacheable {
      if columns != nil { return layoutAmidColumns(box, space) }
      if let known = cache.pointee.output(box, space) { return known }
    }
    let output = layoutAndCommit(box, space)
    if isCacheable && (keepsCommits || !(space.isCommit && space.isFixedInline && space.isFixedBlock)) {
      cache.pointee.store(box, space, output)
    }
    return output
  }

  /// Lays a box out, whatever is known of it.
  @inline(__always)
  func layoutAndCommit(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    var output = layoutUncached(box, space)
    if style(box).pointee.contain.contains(.layout) {
      // CSS Containment 2, 3.3: such a box has no baseline.
      output.firstBaseline = .nan
      output.lastBaseline = .nan
    }
    if space.isCommit && !output.isAborted {
      let index = Int(box)
      placements[index].width = output.width
      placements[index].height = output.height
      if boxes[index].flags.contains(.hasPositioned) { layoutPositioned(in: box) }
    }
    return output
  }

  /// Whether a box has no content of its own, and no more to do than to take its sizes.
  @inline(__always)
  private func isEmptyContainer(_ box: BoxIndex) -> Bool {
    let pointer = boxes + Int(box)
    guard pointer.pointee.firstChild < 0, pointer.pointee.role == .generic,
      !pointer.pointee.flags.contains(.hasPositioned)
    else { return false }
    switch pointer.pointee.kind {
    case .flex, .grid: return true
    case .block: return !pointer.pointee.flags.contains(.hasInlineContent)
    default: return false
    }
  }

  /// OPTIMIZATION: an empty box of given sizes.
  @inline(__always)
  private func layoutEmpty(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    let output = LayoutOutput(width: max(0, space.availableInline), height: max(0, space.availableBlock))
    if space.isCommit {
      placements[Int(box)].width = output.width
      placements[Int(box)].height = output.height
    }
    return output
  }

  private func layoutUncached(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    switch boxes[Int(box)].kind {
    case .block, .tableCell:
      return layoutBlock(box, space)
    case .flex:
      return layoutFlex(box, space)
    case .grid:
      return layoutGrid(box, space)
    case .table:
      return layoutTable(box, space)
    case .replaced:
      return layoutReplaced(box, space)
    case .tableSection, .tableRow, .tableColumnGroup, .tableColumn, .inline, .text, .lineBreak, .wordBreak:
      // Parts of tables and lines are laid out by the table and the lines.
      return LayoutOutput(width: 0, height: 0)
    }
  }
}
