import CSSValues

// OPTIMIZATION: one text becomes another, as counters, clocks and labels do: nothing but the smallest box around it that stays
// as it was for its surroundings is laid out again.
extension IncrementalLayout {
  /// A part of a tree that was laid out again: what is outside of it is where it was.
  public struct Part: Sendable {
    /// The part's nodes.
    public let nodes: Range<Int>
    /// Their frames, the first one's first, their lines, and the areas of what scrolls among them. There are no facts of painting.
    public let result: LayoutResult
    /// How many boxes were laid out.
    let boxCount: Int
  }

  /// Gives a text of the tree other characters and lays out again what that changes.
  ///
  /// The boxes around the text are asked again what they were asked before: their sizes in each constraint space, and those that
  /// follow from their contents. Outside of the first box whose answers are the same, and whose contents reach as far as before,
  /// nothing can be other than it was.
  ///
  /// - Parameters:
  ///   - node: the text's index in the tree of the last layout.
  ///   - characters: UTF-16 units.
  /// - Returns: the part that was laid out; `nil` where the change reaches further, or where that is not known. The next layout is
  ///   then one of the whole tree, with the text.
  public func replaceText(of node: StyledTree.Index, with characters: [UInt16]) -> Part? {
    guard let engine, !isDeep, engine.mayReplaceTexts, engine.source.nodes.indices.contains(Int(node)) else {
      return nil
    }
    let box = self.box(of: node, in: engine)
    guard box >= 0 else { return nil }
    guard let part = TextReplacement(engine: engine, node: node, box: box).run(characters) else { return nil }
    reuse = Reuse(boxes: engine.boxCount, kept: engine.boxCount - part.boxCount, isOneBox: true)
    return part
  }

  private func box(of node: StyledTree.Index, in engine: LayoutEngine) -> BoxIndex {
    let boxes = boxesByNode ?? EngineAdoption.boxes(of: engine)
    boxesByNode = boxes
    return boxes[Int(node)]
  }
}

/// Lays the boxes around one text out again, from the innermost on, until one of them answers as before.
private struct TextReplacement {
  let engine: LayoutEngine
  let node: Int32
  let box: BoxIndex

  /// So many characters of texts that were replaced are kept before the tree is made again.
  private static let mostCharacters = 1 << 16

  func run(_ characters: [UInt16]) -> IncrementalLayout.Part? {
    let old = engine.source.nodes[Int(node)]
    // Spaces make no boxes, or others: the tree of boxes stays as it is only between words.
    guard engine.boxes[Int(box)].kind == .text, hasWords(engine.source.text[old.textRange]), hasWords(characters[...]),
      engine.source.text.count + characters.count < 2 * engine.kept.characterCount + Self.mostCharacters
    else { return nil }
    engine.source.nodes[Int(node)].textStart = Int32(engine.source.text.count)
    engine.source.nodes[Int(node)].textLength = Int32(characters.count)
    engine.source.text.append(contentsOf: characters)
    if let part = layOutAround() { return part }
    // The whole tree comes next: it must find that the text is another one.
    engine.source.nodes[Int(node)].textStart = old.textStart
    engine.source.nodes[Int(node)].textLength = old.textLength
    return nil
  }

  private func hasWords(_ characters: ArraySlice<UInt16>) -> Bool {
    characters.contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0C && $0 != 0x0D }
  }

  private func layOutAround() -> IncrementalLayout.Part? {
    var current = engine.boxes[Int(box)].parent
    while current > 0 {
      let record = engine.boxes[Int(current)]
      switch record.kind {
      case .block, .flex, .grid, .inline: break
      // A table asks its cells for more than their sizes.
      default: return nil
      }
      if record.flags.contains(.hasInlineContent) { engine.inline.contexts[current] = nil }
      let intrinsic = engine.cache.pointee.intrinsic[Int(current)]
      engine.cache.pointee.intrinsic[Int(current)] = nil
      let answers = engine.cache.pointee.takeAnswers(of: current)
      if record.flags.contains(.formattingContext), record.node >= 0, let range = boundary(current, answers),
        answersAsBefore(current, answers, intrinsic)
      {
        return part(range)
      }
      current = record.parent
    }
    return nil
  }

  /// The boxes in a box that may be laid out by itself; `nil` for others.
  private func boundary(_ box: BoxIndex, _ answers: [LayoutCache.Entry]) -> Range<Int>? {
    // Of a box that was asked more than is kept it is not known what it answered.
    // The grid around a subgrid asks for the boxes in it.
    guard answers.contains(where: \.isCommit), answers.count < LayoutCache.entriesPerBox,
      engine.state.placements[Int(box)].isPlaced, engine.subgridAxes(box).isEmpty
    else { return nil }
    var end = Int(box) + 1
    while end < engine.boxCount, engine.boxes[end].parent >= box { end += 1 }
    let range = Int(box)..<end
    for index in range.dropFirst() {
      if engine.boxes[index].flags.contains(.outOfFlow), !range.contains(Int(engine.state.containers[index])) {
        return nil
      }
      if engine.boxes[index].style >= 0, engine.style(BoxIndex(index)).pointee.isTransformed { return nil }
    }
    // Lines that are cut off around the box count those in it.
    var around = engine.boxes[Int(box)].parent
    while around >= 0 {
      if engine.boxes[Int(around)].style >= 0, engine.style(around).pointee.lineClamp > 0 { return nil }
      around = engine.boxes[Int(around)].parent
    }
    return range
  }

  /// Asks a box again what it was asked, the commit last.
  private func answersAsBefore(
    _ box: BoxIndex, _ answers: [LayoutCache.Entry], _ intrinsic: LayoutCache.IntrinsicEntry?
  ) -> Bool {
    var isSame = true
    for answer in answers.reversed() where !answer.isCommit {
      if !engine.layout(box, answer.space).isSame(as: answer.output) { isSame = false }
    }
    for answer in answers where answer.isCommit {
      if !engine.layout(box, answer.space).isSame(as: answer.output) { isSame = false }
    }
    if let intrinsic, engine.intrinsicSizes(box, intrinsic.percentageBlock) != intrinsic.sizes { isSame = false }
    return isSame
  }

  /// Where everything in a box is now; `nil` where its contents reach further than before, or less far.
  private func part(_ range: Range<Int>) -> IncrementalLayout.Part? {
    let first = Int(engine.boxes[range.lowerBound].node)
    var last = first
    for index in range { last = max(last, Int(engine.boxes[index].node)) }
    // Nodes without boxes at the end have no frames before and after.
    let nodes = first..<last + 1
    let reach = engine.kept.overflows[range.lowerBound]
    var result = LayoutResult()
    var writer = ResultWriter(engine, boxes: range, firstNode: first)
    writer.write(into: &result, nodes: nodes.count)
    guard engine.kept.overflows[range.lowerBound] == reach else { return nil }
    return IncrementalLayout.Part(nodes: nodes, result: result, boxCount: range.count)
  }
}

extension StyledTree.Node {
  fileprivate var textRange: Range<Int> { Int(textStart)..<Int(textStart) + Int(textLength) }
}

extension LayoutEngine {
  /// Whether lines and boxes of the tree depend on nothing but what is asked of them.
  fileprivate var mayReplaceTexts: Bool {
    keepsCommits && tree.skipped.isEmpty && !tree.hasLineRules && state.columnGeometries.isEmpty
      && source.graphicRoots.isEmpty
      && kept.overflows.count == boxCount && kept.origins.count == boxCount
  }
}

extension LayoutOutput {
  /// Whether two answers are the same: what is indefinite in both is.
  fileprivate func isSame(as other: LayoutOutput) -> Bool {
    func same(_ left: Double, _ right: Double) -> Bool { left == right || (left.isNaN && right.isNaN) }
    return same(width, other.width) && same(height, other.height) && same(firstBaseline, other.firstBaseline)
      && same(lastBaseline, other.lastBaseline) && same(intrinsicBlock, other.intrinsicBlock)
      && endMargins == other.endMargins && same(contextBlock, other.contextBlock) && same(floatGuess, other.floatGuess)
      && adjoiningFloats == other.adjoiningFloats && isSelfCollapsing == other.isSelfCollapsing
      && isPushedByFloats == other.isPushedByFloats && isAborted == other.isAborted
  }
}
