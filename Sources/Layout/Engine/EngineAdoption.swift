/// Takes answers of one engine over into the next, for the subtrees that are the same in both.
///
/// Boxes are made in pre-order, so that the boxes of an unchanged element's subtree are one range in both trees, with the
/// same places in it. What is taken over is what the engine would find again: sizes by constraint space, placements inside
/// of the subtree, paragraphs with their shapes and lines. The place of the subtree's own box is given by its parent, which
/// is laid out again.
struct EngineAdoption {
  private let old: LayoutEngine
  private let new: LayoutEngine
  /// Whether the old engine goes on serving: what would be moved is copied.
  private let copies: Bool

  init(from old: LayoutEngine, to new: LayoutEngine, copies: Bool = false) {
    self.old = old
    self.new = new
    self.copies = copies
  }

  // MARK: Comparing

  /// Whether two nodes are the same except for their children.
  @inline(__always)
  static func isAlike(
    _ node: StyledTree.Node, _ other: StyledTree.Node, _ source: StyledTree, _ before: StyledTree
  ) -> Bool {
    guard node.kind == other.kind, node.role == other.role, node.style == other.style,
      node.textLength == other.textLength, (node.detail < 0) == (other.detail < 0)
    else { return false }
    if node.textLength > 0 {
      let (start, otherStart) = (Int(node.textStart), Int(other.textStart))
      let isEqual = source.text.withUnsafeBufferPointer { text in
        before.text.withUnsafeBufferPointer { otherText in
          for offset in 0..<Int(node.textLength) where text[start + offset] != otherText[otherStart + offset] {
            return false
          }
          return true
        }
      }
      if !isEqual { return false }
    }
    return node.detail < 0 || isDetailAlike(node, other, source, before)
  }

  private static func isDetailAlike(
    _ node: StyledTree.Node, _ other: StyledTree.Node, _ source: StyledTree, _ before: StyledTree
  ) -> Bool {
    let (index, otherIndex) = (Int(node.detail), Int(other.detail))
    switch node.role {
    case .replaced: return source.replaced[index] == before.replaced[otherIndex]
    case .textField, .textArea: return source.textControls[index] == before.textControls[otherIndex]
    case .select:
      let (options, otherOptions) = (source.selectOptions[index], before.selectOptions[otherIndex])
      return options.count == otherOptions.count
        && zip(options, otherOptions).allSatisfy { left, right in
          source.text[Int(left.lowerBound)..<Int(left.upperBound)]
            == before.text[Int(right.lowerBound)..<Int(right.upperBound)]
        }
    default:
      // The other details are spans of a table's parts.
      return source.tableSpans.indices.contains(index) && before.tableSpans.indices.contains(otherIndex)
        && source.tableSpans[index] == before.tableSpans[otherIndex]
    }
  }

  // MARK: Taking over

  /// The first box of each node, -1 for none and -2 for nodes with several boxes.
  static func boxes(of engine: LayoutEngine) -> [BoxIndex] {
    var boxes = [BoxIndex](repeating: .none, count: engine.source.nodes.count)
    for index in 0..<engine.boxCount {
      let node = engine.boxes[index].node
      if node >= 0 { boxes[Int(node)] = boxes[Int(node)] == .none ? BoxIndex(index) : -2 }
    }
    return boxes
  }

  /// Takes everything over that is the same.
  ///
  /// - Parameter counterpart: the old engine's box for a node of the new tree, where all that is below both is the same.
  /// - Returns: the boxes whose answers were taken over.
  func adopt(_ counterpart: (Int32) -> BoxIndex?) -> Int {
    // Trees that are refused have no tables.
    guard old.inline.pieces.firstBeyond == nil, new.inline.pieces.firstBeyond == nil else { return 0 }
    let newBoxes = Self.boxes(of: new)
    adoptMetrics()
    var kept = 0
    var index = 0
    while index < new.boxCount {
      let box = new.boxes[index]
      guard box.node >= 0, newBoxes[Int(box.node)] == BoxIndex(index), Self.isAdoptable(box),
        let other = counterpart(box.node), let count = commonCount(index, Int(other))
      else {
        index += 1
        continue
      }
      adopt(count, at: index, from: Int(other))
      kept += count
      index += count
    }
    return kept
  }

  /// Parts of tables and lines have their answers in the table's and the block's.
  static func isAdoptable(_ box: Box) -> Bool {
    switch box.kind {
    case .block, .flex, .grid, .table, .replaced: true
    case .tableSection, .tableRow, .tableCell, .tableColumnGroup, .tableColumn, .inline, .text, .lineBreak, .wordBreak:
      false
    }
  }

  /// The number of boxes in the subtrees of two boxes, where both have the same boxes in them.
  private func commonCount(_ start: Int, _ oldStart: Int) -> Int? {
    let count = Self.subtreeCount(new, start)
    guard count == Self.subtreeCount(old, oldStart) else { return nil }
    let nodeDelta = new.boxes[start].node - old.boxes[oldStart].node
    for offset in 0..<count {
      let (box, oldBox) = (new.boxes[start + offset], old.boxes[oldStart + offset])
      guard box.kind == oldBox.kind, box.flags == oldBox.flags, (box.node < 0) == (oldBox.node < 0),
        box.node < 0 || box.node - oldBox.node == nodeDelta, isOwnStyle(new, box) == isOwnStyle(old, oldBox),
        !copies || box.style == oldBox.style
      else { return nil }
    }
    return count
  }

  private static func subtreeCount(_ engine: LayoutEngine, _ start: Int) -> Int {
    var end = start + 1
    while end < engine.boxCount, Int(engine.boxes[end].parent) >= start { end += 1 }
    return end - start
  }

  /// Whether a box has its node's style, not one that layout made of it.
  private func isOwnStyle(_ engine: LayoutEngine, _ box: Box) -> Bool {
    box.node >= 0 && engine.source.nodes[Int(box.node)].style == box.style
  }

  /// What is known of fonts by style: the styles of the tree keep their numbers, and those that layout made where styles are
  /// numbered for several trees.
  private func adoptMetrics() {
    // Where there are as many styles, those that layout made are the same too.
    let isSame = copies || old.source.styles.count == new.source.styles.count
    let limit = isSame ? .max : min(old.source.styles.count, new.source.styles.count)
    new.inline.fontMetrics.take(from: old.inline.fontMetrics, below: limit)
    new.inline.metrics.take(from: old.inline.metrics, below: limit)
    new.inline.paragraphStyles.take(from: old.inline.paragraphStyles, below: limit)
  }

  private func adopt(_ count: Int, at start: Int, from oldStart: Int) {
    new.kept.adopted.append(start..<start + count)
    let delta = Int32(start - oldStart)
    let oldRange = Int32(oldStart)..<Int32(oldStart + count)
    var styles: [Int32: Int32] = [:]
    for offset in 0..<count {
      let (index, other) = (start + offset, oldStart + offset)
      new.state.placements[index] = old.state.placements[other]
      new.cache.pointee.intrinsic[index] = old.cache.pointee.intrinsic[other]
      let container = old.state.containers[other]
      new.state.containers[index] = oldRange.contains(container) ? container + delta : .none
      new.cache.pointee.adopt(BoxIndex(index), from: old.cache.pointee, BoxIndex(other))
      if new.boxes[index].style != old.boxes[other].style { styles[old.boxes[other].style] = new.boxes[index].style }
      if let columns = old.state.columnGeometries[BoxIndex(other)] {
        new.state.columnGeometries[BoxIndex(index)] = columns.moved(by: delta)
      }
      if let extent = old.state.contentExtents[BoxIndex(other)] { new.state.contentExtents[BoxIndex(index)] = extent }
      let flags = new.boxes[index].flags
      if copies, let axes = old.state.gridAxes[BoxIndex(other)] { new.state.gridAxes[BoxIndex(index)] = axes }
      if flags.contains(.hasInlineContent), let known = old.inline.contexts[BoxIndex(other)] {
        let context = copies ? known.copy() : known
        // Contexts are counted with the boxes, their lines when they are made.
        if copies { new.inline.pieces.count += context.pieceCount }
        if delta != 0 || !styles.isEmpty { context.move(by: delta, styles: styles) }
        new.inline.contexts[BoxIndex(index)] = context
      }
      if flags.contains(.outOfFlow), offset > 0 {
        if var position = old.state.staticPositions[BoxIndex(other)] {
          position.parent += delta
          new.state.staticPositions[BoxIndex(index)] = position
        }
        new.state.positionedAreas[BoxIndex(index)] = old.state.positionedAreas[BoxIndex(other)]
      }
    }
    // The parent decides again whether it has the child, and where.
    new.state.placements[start].isPlaced = false
    new.state.placements[start].relativeX = 0
    new.state.placements[start].relativeY = 0
    new.state.placements[start].inlineX = 0
    new.state.placements[start].inlineY = 0
  }
}

extension LayoutEngine {
  /// Subtrees that were taken over and that their parents have not placed this time are as if they had never been laid out.
  func forgetUnplaced() {
    for range in kept.adopted where !state.placements[range.lowerBound].isPlaced {
      for index in range {
        state.placements[index] = LayoutState.Placement()
        cache.pointee.forget(BoxIndex(index))
        inline.contexts[BoxIndex(index)] = nil
        state.columnGeometries[BoxIndex(index)] = nil
        state.gridAxes[BoxIndex(index)] = nil
      }
    }
    kept.adopted = []
  }
}

extension InlineContext {
  /// Renumbers the boxes, and the styles that layout made.
  fileprivate func move(by delta: Int32, styles: [Int32: Int32]) {
    measured = nil
    container += delta
    for index in items.indices {
      items[index].box += delta
      if let style = styles[items[index].style] { items[index].style = style }
    }
    for index in outOfLine.indices { outOfLine[index] += delta }
    for index in textFragments.indices { textFragments[index].box += delta }
    for index in boxFragments.indices { boxFragments[index].box += delta }
  }
}

extension LayoutCache {
  /// Forgets what a box answered.
  fileprivate func forget(_ box: BoxIndex) { heads[Int(box)] = -1 }

  /// Takes a box's answers over from another cache.
  fileprivate mutating func adopt(_ box: BoxIndex, from other: LayoutCache, _ otherBox: BoxIndex) {
    var index = other.heads[Int(otherBox)]
    guard index >= 0 else { return }
    // Appended behind the last, so that they are in the same order.
    var last: Int32 = -1
    while index >= 0 {
      // The number of what a subgrid is given is another engine's.
      if other.entries[Int(index)].subgrid == 0 {
        last = append(other.entries[Int(index)], to: box, behind: last)
      }
      index = other.entries[Int(index)].next
    }
  }
}
