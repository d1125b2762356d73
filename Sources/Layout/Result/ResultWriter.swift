import CSSValues

/// Writes what the engine placed into a ``LayoutResult``: page coordinates, fragments, lines, scroll areas.
struct ResultWriter {
  let engine: LayoutEngine
  /// The boxes that are written: all, or those of one box's subtree.
  private let boxes: Range<Int>
  /// The node whose frame is the first one.
  private let firstNode: Int
  /// Each box's border box's left upper corner on the page. px.
  private var origins: [(x: Double, y: Double)]
  /// The rectangles of inline nodes.
  private var pieces: [(node: Int32, order: Int, rect: LayoutRect)] = []
  /// The rectangles that blocks add to the inline nodes around them, behind those of the lines.
  private var blocksInInlines: [(node: Int32, order: Int, rect: LayoutRect)] = []
  /// Where what is in columns is; `nil` where nothing is.
  private var columns: ColumnPlaces?
  /// The transforms of the `<svg>` elements that are in moved boxes, their own included.
  private var graphicMaps: [Int32: PlanarTransform] = [:]

  init(_ engine: LayoutEngine) {
    self.engine = engine
    boxes = 0..<engine.boxCount
    firstNode = 0
    origins = [(x: Double, y: Double)](repeating: (0, 0), count: engine.boxCount)
    if !engine.state.columnGeometries.isEmpty { columns = ColumnPlaces(engine) }
  }

  /// Writes a box's subtree; what is around it was written before.
  init(_ engine: LayoutEngine, boxes: Range<Int>, firstNode: Int) {
    self.engine = engine
    self.boxes = boxes
    self.firstNode = firstNode
    origins = engine.kept.origins
    engine.kept.origins = []
  }

  /// Writes a subtree of so many nodes.
  mutating func write(into result: inout LayoutResult, nodes: Int) {
    result.frames = Array(repeating: LayoutResult.Frame(rect: .zero, hasBox: false), count: nodes)
    writeBoxes(&result)
    writeInlines(&result)
    writeLines(&result)
    ScrollableOverflow(engine: engine, origins: origins, columns: nil).write(boxes, into: &result)
    engine.kept.origins = origins
  }

  mutating func write(into result: inout LayoutResult) {
    writeBoxes(&result)
    guard engine.inline.pieces.firstBeyond == nil else { return }
    for (box, tracks) in engine.state.gridAxes where engine.boxes[Int(box)].node >= 0 {
      result.grids[engine.boxes[Int(box)].node] = tracks
    }
    writeInlines(&result)
    writeTransforms(&result)
    GraphicLayout(tree: engine.source, measurer: engine.measurer, outerMaps: graphicMaps).write(into: &result)
    ScrollableOverflow(engine: engine, origins: origins, columns: columns).write(into: &result)
    writeLines(&result)
    var painting = PaintFactsWriter(engine, origins: origins)
    painting.write(&result)
    if engine.keepsCommits { engine.kept.origins = origins }
  }

  // MARK: Boxes

  private mutating func writeBoxes(_ result: inout LayoutResult) {
    for index in boxes {
      let box = engine.boxes[index]
      let placement = engine.state.placements[index]
      let parent = engine.offsetParent(BoxIndex(index))
      var x = placement.x + placement.relativeX
      var y = placement.y + placement.relativeY
      if parent >= 0 {
        x += origins[Int(parent)].x
        y += origins[Int(parent)].y
        if !box.flags.contains(.outOfFlow) { y += engine.state.placements[Int(parent)].contentShift }
      }
      var broken: [LayoutRect] = []
      if columns != nil {
        broken = columns?.pieces(of: index, origins) ?? []
        // A box of a few bytes may have a thousand pieces: they count as those of lines do.
        engine.inline.pieces.count += max(0, broken.count - 1)
        if engine.inline.pieces.count > engine.inline.pieces.maximum {
          engine.inline.pieces.firstBeyond = BoxIndex(index)
          return
        }
        if let first = broken.first { (x, y) = (first.x, first.y) }
      }
      origins[index] = (x, y)
      guard box.node >= 0, box.kind != .text, box.kind != .inline, placement.isPlaced else { continue }
      var rect = LayoutRect(x: x, y: y, width: placement.width, height: placement.height)
      let start = result.fragments.count
      if broken.count > 1 {
        rect = ColumnPlaces.union(broken)
        result.fragments.append(contentsOf: broken)
      }
      result.frames[Int(box.node) - firstNode] = LayoutResult.Frame(
        rect: rect, hasBox: true, fragments: start..<result.fragments.count)
      if box.flags.contains(.outOfFlow) {
        var area = engine.state.positionedAreas[BoxIndex(index)] ?? engine.positionedArea(of: parent)
        if parent >= 0 {
          area.x += origins[Int(parent)].x
          area.y += origins[Int(parent)].y
        }
        result.containingBlocks[box.node] = area
      }
      if box.flags.contains(.insideInline) { addToInlines(BoxIndex(index), rect) }
    }
  }

  /// A block in an inline box counts to the inline's frame (CSSOM View 1, 6): as wide as the container, which is that of the
  /// anonymous block around it, and moved only by the inline boxes.
  private mutating func addToInlines(_ index: BoxIndex, _ rect: LayoutRect) {
    let box = engine.boxes[Int(index)]
    let placement = engine.state.placements[Int(index)]
    var rect = rect
    let parent = engine.offsetParent(index)
    if parent >= 0, columns == nil {
      let around = engine.state.placements[Int(parent)]
      let metrics = engine.resolveBoxMetrics(parent, around.width)
      rect.x = origins[Int(parent)].x + metrics.insetLeft + placement.inlineX
      rect.y -= placement.relativeY - placement.inlineY
      rect.width = max(0, around.width - metrics.insetsInline)
    }
    let end = engine.nodeOfContainer(of: index)
    var node = engine.source.nodes[Int(box.node)].parent
    while node >= 0, node != end {
      blocksInInlines.append((node, blocksInInlines.count, rect))
      node = engine.source.nodes[Int(node)].parent
    }
  }

  // MARK: Inline boxes

  private mutating func writeInlines(_ result: inout LayoutResult) {
    for index in boxes where engine.boxes[index].flags.contains(.hasInlineContent) {
      if engine.inline.finished.texts(of: BoxIndex(index)) != nil {
        write(engine.inline.finished.boxFragments(of: BoxIndex(index)), of: index)
        writeBreaks(engine.inline.finished.otherFragments(of: BoxIndex(index)), of: index, &result)
      } else if let context = engine.inline.contexts[BoxIndex(index)] {
        write(context.boxFragments[...], of: index)
        writeBreaks(context.textFragments[...], of: index, &result)
      }
    }
    for block in blocksInInlines { pieces.append((block.node, pieces.count, block.rect)) }
    pieces.sort { $0.node != $1.node ? $0.node < $1.node : $0.order < $1.order }
    var index = 0
    while index < pieces.count {
      var end = index + 1
      while end < pieces.count, pieces[end].node == pieces[index].node { end += 1 }
      writeInline(pieces[index..<end], &result)
      index = end
    }
    (pieces, blocksInInlines) = ([], [])
  }

  /// Writes the inline boxes on the lines of a box.
  private mutating func write(_ fragments: ArraySlice<InlineContext.BoxFragment>, of index: Int) {
    let origin = lineOrigin(index)
    for fragment in fragments {
      let node = engine.boxes[Int(fragment.box)].node
      guard node >= 0 else { continue }
      let rect = page(fragment.rect, index, origin)
      pieces.append((node, pieces.count, rect))
    }
  }

  /// Writes the frames of the line breaks on the lines of a box.
  private func writeBreaks(
    _ fragments: ArraySlice<InlineContext.TextFragment>, of index: Int, _ result: inout LayoutResult
  ) {
    let origin = lineOrigin(index)
    for fragment in fragments {
      let box = engine.boxes[Int(fragment.box)]
      guard box.kind == .lineBreak || box.kind == .wordBreak, box.node >= 0 else { continue }
      var rect = page(fragment.rect, index, origin)
      // As in Chromium, the box of a line break stays in the column in which its block begins.
      if columns != nil, box.kind == .lineBreak { rect.x = origin.x + fragment.x }
      result.frames[Int(box.node) - firstNode] = LayoutResult.Frame(rect: rect, hasBox: true)
    }
  }

  /// What the lines of a box count from, on the page.
  @inline(__always)
  private func lineOrigin(_ index: Int) -> (x: Double, y: Double) {
    (origins[index].x, origins[index].y + engine.state.placements[index].contentShift)
  }

  /// What is on a line of a box, on the page.
  @inline(__always)
  private func page(_ rect: LayoutRect, _ box: Int, _ origin: (x: Double, y: Double)) -> LayoutRect {
    if let columns { return columns.place(rect, onLineOf: box, origins) }
    return LayoutRect(x: origin.x + rect.x, y: origin.y + rect.y, width: rect.width, height: rect.height)
  }

  private func writeInline(
    _ pieces: ArraySlice<(node: Int32, order: Int, rect: LayoutRect)>, _ result: inout LayoutResult
  ) {
    guard let first = pieces.first else { return }
    var union: LayoutRect?
    for piece in pieces where piece.rect.width > 0 && piece.rect.height > 0 {
      guard let known = union else {
        union = piece.rect
        continue
      }
      let right = max(known.x + known.width, piece.rect.x + piece.rect.width)
      let bottom = max(known.y + known.height, piece.rect.y + piece.rect.height)
      let x = min(known.x, piece.rect.x)
      let y = min(known.y, piece.rect.y)
      union = LayoutRect(x: x, y: y, width: right - x, height: bottom - y)
    }
    let start = result.fragments.count
    if pieces.count > 1 { result.fragments.append(contentsOf: pieces.map(\.rect)) }
    result.frames[Int(first.node) - firstNode] = LayoutResult.Frame(
      rect: union ?? first.rect, hasBox: true, fragments: start..<result.fragments.count)
  }

  // MARK: Transforms

  /// Anonymous blocks that were not needed are out of the tree and have no style.
  private func isTransformed(_ index: Int) -> Bool {
    engine.boxes[index].style >= 0 && engine.style(BoxIndex(index)).pointee.isTransformed
  }

  private mutating func writeTransforms(_ result: inout LayoutResult) {
    guard (0..<engine.boxCount).contains(where: isTransformed) else { return }
    // Each box's transform with those of the boxes around; `nil` where nothing moves.
    var whole = [PlanarTransform?](repeating: nil, count: engine.boxCount)
    for index in 0..<engine.boxCount {
      let box = engine.boxes[index]
      let parent = engine.offsetParent(BoxIndex(index))
      whole[index] = parent >= 0 ? whole[Int(parent)] : nil
      if box.kind == .inline {
        let parent = Int(box.parent)
        whole[index] = parent >= 0 ? whole[parent] : nil
      }
      guard box.node >= 0 else { continue }
      let frame = result.frames[Int(box.node)]
      guard frame.hasBox else { continue }
      if isTransformed(index), box.kind != .inline,
        let own = PlanarTransform(engine.computedStyle(BoxIndex(index)).pointee, box: frame.rect)
      {
        result.transforms[box.node] = own
        whole[index] = whole[index].map { $0.after(own) } ?? own
      }
      if let map = whole[index] {
        result.transformedRects[box.node] = map.boundingRect(of: frame.rect)
        if box.kind == .replaced, !engine.source.graphicRoots.isEmpty { graphicMaps[box.node] = map }
      }
    }
  }

  // MARK: Lines

  private func writeLines(_ result: inout LayoutResult) {
    // OPTIMIZATION: growing would hold the lines of large pages twice, and room that is left over is kept for each viewport.
    var count = result.lines.count
    for index in boxes where engine.boxes[index].flags.contains(.hasInlineContent) {
      if engine.inline.finished.texts(of: BoxIndex(index)) != nil { continue }
      count += engine.inline.contexts[BoxIndex(index)]?.textFragments.count { engine.nodeOfText($0) != nil } ?? 0
    }
    let takesFinished = !engine.inline.finished.isEmpty
    // Which line belongs at each place, in the order of boxes.
    var order: [Int32] = []
    if takesFinished {
      result.lines = engine.inline.finished.takeTexts()
      order.reserveCapacity(result.lines.count + count)
    }
    result.lines.reserveCapacity(count)
    for index in boxes where engine.boxes[index].flags.contains(.hasInlineContent) {
      var origin = lineOrigin(index)
      if takesFinished, let texts = engine.inline.finished.texts(of: BoxIndex(index)) {
        for place in texts {
          move(&result.lines[place], onLineOf: index, origin)
          order.append(Int32(place))
        }
        continue
      }
      guard let context = engine.inline.contexts[BoxIndex(index)] else { continue }
      let cut = TextOverflow(engine, context)?.shownTexts() ?? [:]
      let lines = origin
      for (number, fragment) in context.textFragments.enumerated() {
        if columns != nil {
          let placed = page(fragment.rect, index, lines)
          origin = (placed.x - fragment.x, placed.y - fragment.y)
        }
        guard var line = textLine(number, context, origin) else { continue }
        if let shown = cut[number] {
          let last = shown.end > fragment.start ? Int(context.sourceOffsets[shown.end - 1]) + 1 : line.range.lowerBound
          var rect = line.rect
          rect.x = origin.x + shown.x
          rect.width = shown.width
          line.shown = .init(
            range: line.range.lowerBound..<min(max(line.range.lowerBound, last), line.range.upperBound),
            text: shown.text, rect: rect)
        }
        line.isOfFirstLine = fragment.isOfFirstLine
        line.isFirstLetter = engine.isFirstLetter(fragment)
        if takesFinished { order.append(Int32(result.lines.count)) }
        result.lines.append(line)
      }
      // OPTIMIZATION: nothing asks for the lines of an engine that is not kept again.
      if !engine.keepsCommits { engine.inline.contexts[BoxIndex(index)] = nil }
    }
    Self.sortByNode(&result.lines, takesFinished ? order : nil)
  }

  /// Moves what the result says of a text on a line of a box to its place on the page.
  @inline(__always)
  private func move(_ line: inout LayoutResult.TextLine, onLineOf index: Int, _ origin: (x: Double, y: Double)) {
    var origin = origin
    if columns != nil {
      let placed = page(line.rect, index, origin)
      origin = (placed.x - line.rect.x, placed.y - line.rect.y)
    }
    line.rect.x += origin.x
    line.rect.y += origin.y
    line.baseline += origin.y
  }

  /// What the result says of a text on a line of a context; `nil` where it says nothing.
  private func textLine(
    _ number: Int, _ context: InlineContext, _ origin: (x: Double, y: Double)
  ) -> LayoutResult.TextLine? {
    guard var line = engine.textLine(context.textFragments[number], context) else { return nil }
    line.rect.x += origin.x
    line.rect.y += origin.y
    line.baseline += origin.y
    return line
  }

  /// Sorts lines into document order, which that of boxes is except for positioned ones and continuations.
  ///
  /// OPTIMIZATION: in place, since the lines of a large page are most of what it takes.
  ///
  /// - Parameter boxOrder: the places of the lines in the order of boxes, where they are in another; lines that are not among them are
  ///   removed.
  private static func sortByNode(_ lines: inout [LayoutResult.TextLine], _ boxOrder: [Int32]?) {
    if let boxOrder {
      let isSorted = boxOrder.indices.dropFirst().allSatisfy {
        lines[Int(boxOrder[$0 - 1])].node <= lines[Int(boxOrder[$0])].node
      }
      var order = boxOrder
      if !isSorted {
        let sorted = boxOrder.enumerated().sorted {
          let (left, right) = (lines[Int($0.element)].node, lines[Int($1.element)].node)
          return left != right ? left < right : $0.offset < $1.offset
        }
        order = sorted.map(\.element)
      }
      // What is left over comes last.
      var isUsed = [Bool](repeating: false, count: lines.count)
      for line in order { isUsed[Int(line)] = true }
      let count = order.count
      for line in lines.indices where !isUsed[line] { order.append(Int32(line)) }
      arrange(&lines, &order)
      lines.removeLast(lines.count - count)
      return
    }
    guard lines.indices.dropFirst().contains(where: { lines[$0].node < lines[$0 - 1].node }) else { return }
    var order = lines.indices.map { Int32($0) }
    order.sort { left, right in
      let (first, second) = (lines[Int(left)].node, lines[Int(right)].node)
      return first != second ? first < second : left < right
    }
    arrange(&lines, &order)
  }

  /// Puts lines into an order in place.
  ///
  /// - Parameter order: which line belongs at each place.
  private static func arrange(_ lines: inout [LayoutResult.TextLine], _ order: inout [Int32]) {
    for start in order.indices {
      var place = start
      // Each line of the cycle goes to its place; a place that is done holds its own number.
      while Int(order[place]) != start {
        let line = Int(order[place])
        lines.swapAt(place, line)
        order[place] = Int32(place)
        place = line
      }
      order[place] = Int32(place)
    }
  }
}
