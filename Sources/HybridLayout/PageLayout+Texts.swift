import CSSValues
import Layout
import Page
import PageFormat

/// What was changed in a layout that stays otherwise.
struct PartialChange {
  /// The nodes whose frames, fragments or scroll areas are others.
  var frames: Set<Int> = []
  /// The nodes whose lines are others.
  var lines: Set<Int> = []

  var isEmpty: Bool { frames.isEmpty && lines.isEmpty }
}

// OPTIMIZATION: texts that become others, and nothing else: what they move is found from the text, without a look at the rest of
// the page. What that cannot say is left to a layout of the page.
extension PageLayout {
  /// More changes are those of another page.
  private static let mostTexts = 16
  /// The characters of lines that differ from their texts are kept in one table, until the next layout of the page.
  private static let mostStrings = 4_096

  /// Lays out texts that become others, where nothing else changes.
  ///
  /// - Parameter known: what was changed in ``current``, also where the answer is `nil`.
  /// - Returns: the answer; `nil` where the page must be laid out.
  func replaceTexts(_ changes: [PageChange], in viewport: Viewport, _ known: inout PartialChange) -> Relayout? {
    guard !changes.isEmpty, changes.count <= Self.mostTexts, addedStrings < Self.mostStrings, isLaidOut(in: viewport)
    else { return nil }
    for change in changes { guard case .text = change else { return nil } }
    for change in changes {
      guard case .text(let node, let text) = change, replaceText(of: node, with: text, &known) else { return nil }
    }
    guard let current else { return nil }
    return Relayout(layout: current, changedFrames: known.frames.sorted(), changedLines: known.lines.sorted())
  }

  private func replaceText(of node: Int, with text: String, _ known: inout PartialChange) -> Bool {
    guard tree.nodes.indices.contains(node), tree.nodes[node].kind == .text else { return true }
    guard tree.texts[Int32(node)] != text, tree.contains(node) else { return true }
    let index = treeNode(of: node)
    // Not `setText`: where the page must be laid out, that is still a change.
    guard index >= 0, let part = engine.replaceText(of: index, with: Array(text.utf16)) else { return false }
    _ = setText(text, of: node)
    guard take(part, &known) else {
      // The page's layout finds the text in the tree, and takes its lines for new ones.
      known.lines.insert(node)
      engine.forget()
      return false
    }
    if lines(of: node).isEmpty { known.lines.remove(node) } else { known.lines.insert(node) }
    return true
  }

  private func treeNode(of node: Int) -> Int32 {
    if treeNodes.isEmpty, let writer {
      treeNodes = Array(repeating: -1, count: tree.nodes.count)
      for (index, node) in writer.pageNodes.enumerated() where node >= 0 && !writer.isAnonymous[index] {
        treeNodes[Int(node)] = Int32(index)
      }
    }
    return treeNodes.indices.contains(node) ? treeNodes[node] : -1
  }

  /// Puts a part into the layout; whether it holds nothing that only a layout of the page can say.
  private func take(_ part: IncrementalLayout.Part, _ known: inout PartialChange) -> Bool {
    guard let writer else { return false }
    for (place, index) in part.nodes.enumerated() {
      let node = Int(writer.pageNodes[index])
      guard node >= 0, !writer.isAnonymous[index] else { continue }
      guard take(part.result.frames[place], part.result, of: node, &known) else { return false }
    }
    for area in part.result.scrollAreas {
      let node = Int(writer.pageNodes[Int(area.node)])
      guard node >= 0, let row = current?.scrollAreas.firstIndex(where: { $0.node == node }) else { return false }
      let new = LayoutScrollArea(
        node: node, width: LayoutUnit.rounded(area.contentWidth), height: LayoutUnit.rounded(area.contentHeight))
      guard current?.scrollAreas[row] != new else { continue }
      current?.scrollAreas[row] = new
      known.frames.insert(node)
    }
    return takeLines(part, writer, &known)
  }

  private func take(
    _ frame: LayoutResult.Frame, _ result: LayoutResult, of node: Int, _ known: inout PartialChange
  ) -> Bool {
    guard let old = current?.frames[node] else { return false }
    // Texts have lines; a box that comes or goes is painted elsewhere.
    if tree.nodes[node].kind == .text { return true }
    guard frame.hasBox != old.flags.contains(.noBox) else { return false }
    guard frame.hasBox else { return true }
    // Inline boxes on several lines.
    guard frame.fragments.count <= 1, !old.flags.contains(.fragmented) else {
      return hasSameFragments(frame, result, of: node)
    }
    let rect = frame.rect.quantized
    guard rect != old.rect else { return true }
    guard !isPainted(node) else { return false }
    current?.frames[node].rect = rect
    known.frames.insert(node)
    return true
  }

  /// Whether fragments are the same; where they are others, the page's layout says so.
  private func hasSameFragments(_ frame: LayoutResult.Frame, _ result: LayoutResult, of node: Int) -> Bool {
    guard let current, frame.fragments.count > 1, current.frames[node].flags.contains(.fragmented),
      current.frames[node].rect == frame.rect.quantized
    else { return false }
    let range = rows(of: node, in: current.fragments, \.node)
    return current.fragments[range].map(\.rect)
      == result.fragments[frame.fragments].map { $0.quantized }
  }

  /// Whether a node has facts of painting that follow from its frame.
  private func isPainted(_ node: Int) -> Bool {
    guard let current else { return true }
    return !rows(of: node, in: current.clips, \.node).isEmpty || !rows(of: node, in: current.clipPaths, \.node).isEmpty
      || !rows(of: node, in: current.corners, \.node).isEmpty || !current.sticky.isEmpty
      || !rows(of: node, in: current.transforms, \.node).isEmpty
  }

  // MARK: Lines

  private func takeLines(_ part: IncrementalLayout.Part, _ writer: LayoutModelWriter, _ known: inout PartialChange)
    -> Bool
  {
    guard let source = engine.tree, let viewport = current?.viewport else { return false }
    var model = LayoutModel(source: "", viewport: viewport)
    writer.writeLines(source, part.result, { _ in nil }, into: &model)
    var next = 0
    var owners: Set<Int> = []
    while next < model.lines.count {
      let node = model.lines[next].node
      var end = next + 1
      while end < model.lines.count, model.lines[end].node == node { end += 1 }
      owners.insert(node)
      guard takeLines(next..<end, of: node, model, &known) else { return false }
      next = end
    }
    // What has no lines any more is not painted.
    for index in part.nodes {
      let node = Int(writer.pageNodes[index])
      if node >= 0, !owners.contains(node), !lines(of: node).isEmpty { return false }
    }
    return true
  }

  private func takeLines(
    _ new: Range<Int>, of node: Int, _ model: LayoutModel, _ known: inout PartialChange
  ) -> Bool {
    let old = lines(of: node)
    guard !old.isEmpty else { return false }
    if isSame(old, new, model) { return true }
    known.lines.insert(node)
    let lines = model.lines[new].map { line in
      var line = line
      guard line.text.exists else { return line }
      addedStrings += 1
      line.text = self.current?.strings.intern(model.strings[line.text]) ?? .none
      return line
    }
    replace(old, by: lines)
    return true
  }

  /// Whether lines of the layout are those of another one.
  private func isSame(_ old: Range<Int>, _ new: Range<Int>, _ model: LayoutModel) -> Bool {
    guard let current, old.count == new.count else { return false }
    return zip(old, new).allSatisfy { old, new in
      let (left, right) = (current.lines[old], model.lines[new])
      return left.start == right.start && left.length == right.length && left.rect == right.rect
        && left.baseline == right.baseline && left.level == right.level && left.text.exists == right.text.exists
        && current.strings[left.text] == model.strings[right.text]
    }
  }

  private func replace(_ old: Range<Int>, by lines: [LayoutLine]) {
    guard old.count == lines.count else {
      current?.lines.replaceSubrange(old, with: lines)
      return
    }
    for (place, line) in zip(old, lines) { current?.lines[place] = line }
  }

  private func lines(of node: Int) -> Range<Int> {
    guard let current else { return 0..<0 }
    return rows(of: node, in: current.lines, \.node)
  }

  /// The rows of a node in a list that is in the order of nodes.
  private func rows<Row>(of node: Int, in rows: [Row], _ number: (Row) -> Int) -> Range<Int> {
    func first(_ isBehind: (Int) -> Bool) -> Int {
      var low = 0
      var high = rows.count
      while low < high {
        let middle = (low + high) / 2
        if isBehind(number(rows[middle])) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { $0 >= node }
    return start < rows.count && number(rows[start]) == node ? start..<first { $0 > node } : start..<start
  }
}
