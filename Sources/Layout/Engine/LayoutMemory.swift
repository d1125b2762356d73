import CSSValues

/// What the layout of one tree leaves for the next tree that shares styles with it: the subtrees that both have, as the
/// pages of a template have their bars and menus, are not laid out again.
///
/// Subtrees are the same if their nodes, texts and styles are. What is taken over are answers to the questions that the
/// boxes around them ask (sizes for a constraint space), so that nothing outside of a subtree has a part in it.
///
/// OPTIMIZATION: what a layout gives never depends on what is held. One serves one screen and one measurer, on one thread
/// at a time.
public final class LayoutMemory {
  /// More nodes or UTF-16 units than this, and a tree is laid out by itself: memories hold their last tree.
  private static let (mostNodes, mostUnits) = (1 << 12, 1 << 15)
  /// More styles than this and the next tree begins with an empty memory.
  private static let mostStyles = 768

  private let viewport: Viewport
  private let measurer: any TextMeasurer
  private var numbers: [StyleReference: Int32] = [:]
  private var styles: LayoutStyles
  /// The styles where engines read them.
  private var storage: StyleStorage?
  /// The fonts of lines: those of the measurer, which all trees have in common.
  private var lineFonts = LineFonts()
  private var last: (engine: LayoutEngine, subtrees: SubtreeTable)?
  /// How many boxes the last layout took over.
  package private(set) var keptBoxes = 0

  /// An empty memory.
  ///
  /// - Parameters:
  ///   - viewport: the screen of all trees.
  ///   - measurer: where their texts are measured.
  public init(viewport: Viewport, measurer: any TextMeasurer) {
    self.viewport = viewport
    self.measurer = measurer
    styles = LayoutStyles([], scale: viewport.scale)
  }

  /// Lays a tree out as ``layout(_:in:scrollbars:measuredBy:maximumPieces:)`` does, and gives the same.
  ///
  /// - Parameters:
  ///   - tree: the boxes' contents and styles.
  ///   - scrollbars: the room that scrollbars take.
  ///   - maximumPieces: the most pieces of text and inline boxes on lines.
  ///   - lines: what other viewports have collected of the same page.
  ///   - identities: by node, a number that the same node has in each viewport of the page, and no other node; -1 for none.
  public func layOut(
    _ tree: StyledTree, scrollbars: Scrollbars = Scrollbars(), maximumPieces: Int = .max, lines: PageLines? = nil,
    identities: [Int32] = []
  ) -> LayoutResult {
    keptBoxes = 0
    guard mayHold(tree, maximumPieces) else {
      return layout(
        tree, in: viewport, scrollbars: scrollbars, measuredBy: measurer, maximumPieces: maximumPieces)
    }
    if styles.computed.count > Self.mostStyles {
      numbers = [:]
      styles = LayoutStyles([], scale: viewport.scale)
      storage = nil
      last = nil
    }
    let numbered = numbered(tree)
    let subtrees = SubtreeTable(numbered)
    var made = LayoutEngine.runShowingVisibleContents { [self] shown in
      let engine = LayoutEngine(
        numbered, viewport: viewport, scrollbars: scrollbars, measurer: measurer, keepsCommits: true, styles: styles,
        storage: storage,
        shownContents: shown, maximumPieces: maximumPieces)
      styles = engine.tree.styles
      storage = engine.storage
      swap(&engine.inline.lineFonts, &lineFonts)
      if shown.isEmpty { takeOver(into: engine, subtrees) }
      lines?.begin(engine, identities: identities)
      return engine
    }
    swap(&made.engine.inline.lineFonts, &lineFonts)
    lines?.end(made.engine)
    guard made.engine.inline.pieces.count <= maximumPieces / 2 else {
      last = nil
      return layout(
        tree, in: viewport, scrollbars: scrollbars, measuredBy: measurer, maximumPieces: maximumPieces)
    }
    last = made.engine.isSelfContained ? (made.engine, subtrees.indexed(by: made.engine)) : nil
    if made.engine.hasResult(made.result) { PaintOrder.write(of: numbered, into: &made.result) }
    return made.result
  }

  /// Whether a tree is small, and far from the most pieces that it may have: what is taken over is not counted in the order in
  /// which it would be laid out.
  private func mayHold(_ tree: StyledTree, _ maximumPieces: Int) -> Bool {
    let (nodes, units) = (tree.nodes.count, tree.text.count)
    return nodes <= Self.mostNodes && units <= Self.mostUnits && (nodes + units) * 4 <= maximumPieces && !tree.isQuirky
      && tree.firstLetters.isEmpty && tree.firstLines.isEmpty && !isDeep(tree)
  }

  // MARK: Styles

  /// A computed style by its groups of properties: styles that share all of them are the same.
  private struct StyleReference: Hashable {
    /// Keeps the groups alive, so that no other has their place in memory.
    let style: ComputedStyle

    static func == (left: StyleReference, right: StyleReference) -> Bool {
      withUnsafeBytes(of: left.style) { left in
        withUnsafeBytes(of: right.style) { right in
          let offsets = stride(from: 0, to: MemoryLayout<ComputedStyle>.size, by: MemoryLayout<UInt>.size)
          return offsets.allSatisfy {
            left.load(fromByteOffset: $0, as: UInt.self) == right.load(fromByteOffset: $0, as: UInt.self)
          }
        }
      }
    }

    func hash(into hasher: inout Hasher) { withUnsafeBytes(of: style) { hasher.combine(bytes: $0) } }
  }

  /// The tree with the numbers that its styles have in all trees.
  private func numbered(_ tree: StyledTree) -> StyledTree {
    let isUsed = tree.usedStyles
    var places = [Int32](repeating: -1, count: tree.styles.count)
    for index in tree.styles.indices where isUsed[index] { places[index] = number(of: tree.styles[index]) }
    var result = tree
    result.styles = []
    result.nodes.withUnsafeMutableBufferPointer { nodes in
      for index in nodes.indices where places.indices.contains(Int(nodes[index].style)) {
        nodes[index].style = places[Int(nodes[index].style)]
      }
    }
    result.styles = styles.computed
    return result
  }

  private func number(of style: ComputedStyle) -> Int32 {
    let reference = StyleReference(style: style)
    if let known = numbers[reference] { return known }
    let number = styles.append(style)
    numbers[reference] = number
    return number
  }

  // MARK: Subtrees

  private func takeOver(into engine: LayoutEngine, _ subtrees: SubtreeTable) {
    guard let last, engine.isSelfContained, last.engine.scrollbars == engine.scrollbars,
      last.engine.source.hasLineHeightQuirk == engine.source.hasLineHeightQuirk,
      last.engine.gridLimits == engine.gridLimits
    else { return }
    let adoption = EngineAdoption(from: last.engine, to: engine, copies: true)
    keptBoxes = adoption.adopt { last.subtrees.box(alike: $0, of: subtrees) }
  }
}

extension LayoutEngine {
  /// Whether nothing but its constraint space decides how a box that establishes a formatting context is laid out.
  fileprivate var isSelfContained: Bool {
    guard boxCount > 0, tree.skipped.isEmpty, !tree.hasLineRules else { return false }
    return (0..<boxCount).allSatisfy { index in
      guard boxes[index].style >= 0 else { return true }
      let style = style(BoxIndex(index))
      // Lines are counted throughout a clamped box, columns break what is in them, subgrids have the tracks around them.
      return style.pointee.lineClamp == 0 && !style.pointee.isMultiColumn && style.pointee.subgridAxes.isEmpty
    }
  }
}
