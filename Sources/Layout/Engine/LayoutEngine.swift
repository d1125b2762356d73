import CSSValues

/// Lays the boxes of one tree out: it owns the boxes, the styles, the placements and the caches in flat buffers.
///
/// One engine serves one tree at one viewport on one thread. It is made and run; who lays the same or a similar tree out again keeps
/// it for its answers (`IncrementalLayout`, `LayoutMemory`).
///
/// OPTIMIZATION: properties are not checked for exclusive access at run time, nor are those of inline contexts; nothing that is
/// given one `inout` reaches it through the engine.
final class LayoutEngine {
  // What is laid out.
  /// The box tree; the first box is the root element's.
  let boxes: UnsafeMutablePointer<Box>
  let boxCount: Int
  let styles: UnsafeMutablePointer<LayoutStyle>
  /// The computed styles that layout styles refer to: behind a pointer, so that what is read of one copies none.
  let computed: UnsafeMutablePointer<ComputedStyle>
  /// What holds both.
  let storage: StyleStorage
  let tree: BoxTree
  /// The tree; only texts of it are replaced after the first layout.
  @exclusivity(unchecked) var source: StyledTree
  let viewport: Viewport
  let scrollbars: Scrollbars
  /// What lengths are rounded to.
  let units: LayoutUnits
  let measurer: any TextMeasurer
  /// Whether another engine may take this one's answers over: then all that is committed has one.
  let keepsCommits: Bool
  /// Whether the content of lines is let go of as soon as those are committed.
  let releasesContent: Bool

  /// The used values of the boxes.
  @exclusivity(unchecked) var state: LayoutState
  /// The answers that boxes gave before, behind a pointer so that nothing checks for exclusive access.
  let cache: UnsafeMutablePointer<LayoutCache>
  @exclusivity(unchecked) var kept: KeptLayout

  // What the formatting contexts of a kind share; what a single one needs is in its own type.
  /// Working memory that is taken and given back like a stack.
  let scratch = ScratchStack()
  @exclusivity(unchecked) var blocks = BlockFormattingState()
  @exclusivity(unchecked) var inline: InlineFormattingState
  @exclusivity(unchecked) var tables = TableFormattingState()
  @exclusivity(unchecked) var grids = GridFormattingState()
  @exclusivity(unchecked) var flexes = FlexFormattingState()
  /// The columns that content is laid out in, the innermost ones; `nil` outside of columns and in what is not broken.
  @exclusivity(unchecked) var columnFlow: ColumnFlow?
  /// How many boxes columns within columns have laid out, since the outermost ones began.
  @exclusivity(unchecked) var boxesInNestedColumns = 0
  /// How many they have laid out in all.
  @exclusivity(unchecked) var boxesInAllNestedColumns = 0
  /// The containers of columns that are being laid out, each in the one before.
  @exclusivity(unchecked) var openColumns = 0

  /// Makes the boxes of a tree.
  ///
  /// - Parameters:
  ///   - keepsCommits: whether another engine may take answers over.
  ///   - styles: the layout styles of the tree's and those that layout makes of them, where they are known.
  ///   - storage: those of another engine, which are shared where there are as many: that engine's styles, or more behind them.
  ///   - shownContents: the nodes of `content-visibility: auto` whose contents are not skipped.
  ///   - maximumPieces: the most pieces of text and inline boxes on lines.
  ///   - largeText: how much text a tree has, in UTF-16 units, that lets go of the content of lines.
  init(
    _ source: StyledTree, viewport: Viewport, scrollbars: Scrollbars, measurer: any TextMeasurer,
    keepsCommits: Bool = false,
    styles: LayoutStyles? = nil, storage: StyleStorage? = nil, shownContents: Set<Int32> = [],
    maximumPieces: Int = .max,
    largeText: Int = LayoutEngine.largeText
  ) {
    self.keepsCommits = keepsCommits
    releasesContent = !keepsCommits && source.text.count >= largeText
    let tree = BoxTreeBuilder.build(
      source, scale: viewport.scale, styles: styles, keepsStyles: keepsCommits,
      shownContents: shownContents, maximumBrokenPieces: maximumPieces)
    self.source = source
    self.viewport = viewport
    self.scrollbars = scrollbars
    units = LayoutUnits(scale: viewport.scale)
    self.measurer = measurer
    boxCount = tree.boxes.count
    boxes = .allocate(capacity: max(1, boxCount))
    boxes.initialize(from: tree.boxes, count: boxCount)
    if let storage, storage.count == tree.styles.computed.count {
      self.storage = storage
    } else {
      self.storage = StyleStorage(tree.styles)
    }
    self.styles = self.storage.styles
    computed = self.storage.computed
    var rest = tree
    rest.boxes = []
    self.tree = rest
    let pieces = InlineFormattingState.LinePieces(of: tree, atMost: maximumPieces)
    // What is refused is not laid out and needs no tables, which take more memory than the boxes.
    let tableSize = pieces.firstBeyond == nil ? boxCount : 0
    state = LayoutState(boxCount: tableSize)
    kept = KeptLayout(characterCount: source.text.count)
    inline = InlineFormattingState(
      boxCount: tableSize, styleCount: tree.styles.flattened.count, pieces: pieces)
    cache = .allocate(capacity: 1)
    cache.initialize(
      to: LayoutCache(boxCount: tableSize, answering: min(tableSize, tree.boxes.count { !$0.kind.isOfLines })))
  }

  deinit {
    boxes.deallocate()
    state.deallocate()
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
    if let known = inline.fontMetrics[style] { return known }
    let computedStyle = computedStyle(ofStyle: style)
    let metrics = measurer.metrics(
      for: computedStyle.pointee.font, language: computedStyle.pointee.text.language)
    inline.fontMetrics[style] = metrics
    return metrics
  }

  // MARK: Placing

  /// Writes where a child was placed in its parent's border box, and what relative positioning adds (CSS Positioned
  /// Layout 3, 3.3). Percentages of insets count from the containing block's content box.
  func place(_ child: BoxIndex, x: Double, y: Double, containingInline: Double, containingBlock: Double) {
    let index = Int(child)
    state.placements[index].x = x
    state.placements[index].y = y
    state.placements[index].isPlaced = true
    if boxes[index].flags.contains(.relative) {
      let offset = relativeOffset(child, containingInline: containingInline, containingBlock: containingBlock)
      state.placements[index].relativeX = offset.x
      state.placements[index].relativeY = offset.y
    }
    if boxes[index].flags.contains(.insideInline) {
      let offset = offsetOfInlines(around: child, containingInline: containingInline, containingBlock: containingBlock)
      let own = boxes[index].flags.contains(.relative)
      state.placements[index].relativeX = (own ? state.placements[index].relativeX : 0) + offset.x
      state.placements[index].relativeY = (own ? state.placements[index].relativeY : 0) + offset.y
      state.placements[index].inlineX = offset.x
      state.placements[index].inlineY = offset.y
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
    state.staticPositions[child] = position
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
      if columnFlow != nil { return layoutAmidColumns(box, space) }
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
      output.firstBaseline = .indefinite
      output.lastBaseline = .indefinite
    }
    if space.isCommit && !output.isAborted {
      let index = Int(box)
      state.placements[index].width = output.width
      state.placements[index].height = output.height
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
      state.placements[Int(box)].width = output.width
      state.placements[Int(box)].height = output.height
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
