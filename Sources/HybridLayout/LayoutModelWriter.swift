import CSSValues
import Layout
import PageFormat

/// Puts a layout's answer into the nodes of a page: what the build writes into layout files and what a device gets from
/// a new layout. All lengths are those that files hold (`LayoutUnit.rounded`), so that both are the same numbers.
public struct LayoutModelWriter {
  /// The page's node of each node of the tree, -1 for none.
  let pageNodes: [Int32]
  /// Whether a node of the tree has no node of its own in the page: its texts belong to the box around it.
  let isAnonymous: [Bool]
  /// Whether boxes that clamp their lines have no others, as in Token pages: browsers paint what has room below.
  let cutsClampedLines: Bool

  /// A writer for a tree.
  ///
  /// - Parameters:
  ///   - pageNodes: by node of the tree, the node of the page, or -1.
  ///   - isAnonymous: by node of the tree, whether it stands for content without a node.
  ///   - cutsClampedLines: whether no line counts beyond those that `-webkit-line-clamp` names.
  public init(pageNodes: [Int32], isAnonymous: [Bool], cutsClampedLines: Bool = false) {
    self.cutsClampedLines = cutsClampedLines
    self.pageNodes = pageNodes
    self.isAnonymous = isAnonymous
  }

  /// Fills a model of `nodeCount` nodes.
  ///
  /// - Parameters:
  ///   - tree: the boxes that were laid out.
  ///   - result: their frames and lines.
  ///   - nodeCount: of how many nodes the page consists.
  ///   - model: what is filled.
  ///   - font: the place in the model's fonts of the measurer's font with a number.
  public func write(
    _ tree: StyledTree, _ result: LayoutResult, nodeCount: Int, into model: inout LayoutModel,
    font: (Int) -> Int? = { _ in nil }
  ) {
    model.frames = Array(repeating: .noBox, count: nodeCount)
    let hidden = skippedContents(tree)
    for index in tree.nodes.indices where pageNodes[index] >= 0 && !isAnonymous[index] {
      writeFrame(tree, result, index, isHidden: hidden.isEmpty ? false : hidden[index], into: &model)
    }
    writeLines(tree, result, font, into: &model)
    for area in result.scrollAreas where pageNodes[Int(area.node)] >= 0 {
      model.scrollAreas.append(
        LayoutScrollArea(
          node: Int(pageNodes[Int(area.node)]), width: LayoutUnit.rounded(area.contentWidth),
          height: LayoutUnit.rounded(area.contentHeight)))
    }
    model.scrollAreas.sort { $0.node < $1.node }
    let order = model.fragments.indices.sorted {
      (model.fragments[$0].node, $0) < (model.fragments[$1].node, $1)
    }
    model.fragments = order.map { model.fragments[$0] }
    model.contentWidth = LayoutUnit.rounded(result.contentWidth)
    model.contentHeight = LayoutUnit.rounded(result.contentHeight)
    writePainting(tree, result.paint, result, into: &model)
  }

  /// By node, whether it is content of a closed `<details>`, which is laid out and not seen; empty where none is.
  private func skippedContents(_ tree: StyledTree) -> [Bool] {
    var hidden: [Bool] = []
    for (index, node) in tree.nodes.enumerated() where node.parent >= 0 {
      let parent = Int(node.parent)
      let isContents =
        isAnonymous[index] && node.kind == .element && tree.nodes[parent].role == .details
        && tree.styles[Int(node.style)].box.contain.contains(.paint)
      if isContents, hidden.isEmpty { hidden = Array(repeating: false, count: tree.nodes.count) }
      if isContents || !hidden.isEmpty && hidden[parent] { hidden[index] = true }
    }
    return hidden
  }

  private func writeFrame(
    _ tree: StyledTree, _ result: LayoutResult, _ index: Int, isHidden: Bool, into model: inout LayoutModel
  ) {
    let frame = result.frames[index]
    let node = Int(pageNodes[index])
    let style = Int(tree.nodes[index].style)
    var flags: LayoutNodeFlags = []
    // The style is read where it is: a copy would count references to each of its groups.
    if isHidden || tree.styles[style].text.visibility != .visible { flags.insert(.invisible) }
    guard frame.hasBox else {
      // A text's lines are not painted either; its node has no box to say so.
      if tree.nodes[index].kind == .text { model.frames[node].flags.formUnion(flags) }
      return
    }
    if tree.nodes[index].kind == .element, tree.styles[style].box.position == .fixed { flags.insert(.fixed) }
    if frame.fragments.count > 1 {
      flags.insert(.fragmented)
      for fragment in result.fragments[frame.fragments] {
        model.fragments.append(LayoutFragment(node: node, rect: fragment.quantized))
      }
    }
    model.frames[node] = LayoutFrame(rect: frame.rect, flags: flags)
  }

  func writeLines(
    _ tree: StyledTree, _ result: LayoutResult, _ font: (Int) -> Int?, into model: inout LayoutModel
  ) {
    var clamped: [Int32: (count: Int32, baseline: Double)] = [:]
    model.lines.reserveCapacity(result.lines.count)
    // The lines are read where they are: they hold their texts.
    for index in result.lines.indices {
      // What `text-overflow` hides is not painted: no line says so.
      let hasOwnEllipsis = cutsClampedLines && hasOwnEllipsis(result.lines[index], tree)
      let shown = hasOwnEllipsis ? nil : result.lines[index].shown
      if let shown, shown.text.isEmpty { continue }
      if cutsClampedLines, isClamped(result.lines[index], tree, &clamped) { continue }
      let node = Int(result.lines[index].node)
      let isOwnText = !isAnonymous[node]
      // A control's or generated box's text belongs to the box around it.
      let owner = isOwnText ? pageNodes[node] : pageNodes[Int(tree.nodes[node].parent)]
      guard owner >= 0 else { continue }
      let range = shown?.range ?? result.lines[index].range
      var encoded = LayoutLine(
        node: Int(owner), start: range.lowerBound, length: range.count,
        rect: shown?.rect ?? result.lines[index].rect, baseline: result.lines[index].baseline)
      encoded.level = result.lines[index].level
      encoded.font = result.lines[index].fonts.first.flatMap(font)
      if result.lines[index].isOfFirstLine { encoded.parts.insert(.firstLine) }
      if result.lines[index].isFirstLetter { encoded.parts.insert(.firstLetter) }
      let start = Int(tree.nodes[node].textStart)
      let written = (start + range.lowerBound)..<(start + range.upperBound)
      if let shown {
        if !isOwnText || !Self.areSame(tree.text, written, shown.text) {
          encoded.text = model.strings.intern(String(decoding: shown.text, as: UTF16.self))
        }
      } else if !isOwnText || !result.lines[index].units.isSame(as: tree.text, written) {
        encoded.text = model.strings.intern(String(decoding: result.lines[index].units, as: UTF16.self))
      }
      model.lines.append(encoded)
    }
    guard zip(model.lines, model.lines.dropFirst()).contains(where: { $0.node > $1.node }) else { return }
    // By node, then in the order of the lines: sorting by offset keeps equal nodes in order.
    let order = model.lines.indices.sorted { (model.lines[$0].node, $0) < (model.lines[$1].node, $1) }
    model.lines = order.map { model.lines[$0] }
  }

  /// Whether a range of characters is a text.
  private static func areSame(
    _ characters: [UInt16], _ range: Range<Int>, _ text: some RandomAccessCollection<UInt16>
  ) -> Bool {
    guard range.count == text.count else { return false }
    return characters.withUnsafeBufferPointer { characters in
      text.withContiguousStorageIfAvailable { text in
        for index in text.indices where characters[range.lowerBound + index] != text[index] { return false }
        return true
      } ?? text.elementsEqual(characters[range])
    }
  }

  /// Whether a native view marks by itself where a line is cut: one that `-webkit-line-clamp` cuts.
  private func hasOwnEllipsis(_ line: LayoutResult.TextLine, _ tree: StyledTree) -> Bool {
    let parent = tree.nodes[Int(line.node)].parent
    guard cutsClampedLines, line.shown != nil, parent >= 0 else { return false }
    let style = Int(tree.nodes[Int(parent)].style)
    return tree.styles[style].box.lineClamp != nil && tree.styles[style].box.textOverflow == .clip
  }

  /// Whether a line is below the last one that `-webkit-line-clamp` of the box around it shows.
  private func isClamped(
    _ line: LayoutResult.TextLine, _ tree: StyledTree, _ clamped: inout [Int32: (count: Int32, baseline: Double)]
  ) -> Bool {
    let parent = tree.nodes[Int(line.node)].parent
    guard parent >= 0 else { return false }
    // The style is read where it is: a copy would count references.
    let style = Int(tree.nodes[Int(parent)].style)
    guard let lines = tree.styles[style].box.lineClamp, lines > 0, tree.styles[style].box.boxOrient == .vertical,
      case .box(_, .webkitBox, _) = tree.styles[style].box.originalDisplay
    else { return false }
    // Pieces in one line share its baseline.
    var seen = clamped[parent] ?? (0, -.infinity)
    if line.baseline > seen.baseline { seen = (seen.count + 1, line.baseline) }
    clamped[parent] = seen
    return seen.count > lines
  }
}
