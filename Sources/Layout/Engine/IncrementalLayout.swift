import CSSValues

/// The layouts of one tree as it changes: what a change does not touch keeps the answers that it gave before.
///
/// Each layout takes the whole tree and gives the whole result, as
/// ``layout(_:in:scrollbars:measuredBy:maximumPieces:)`` does and equal to it; boxes in subtrees that are the same as the
/// last time, asked for the same sizes, are not laid out again, and texts that are the same are not shaped again. One
/// belongs to one tree on one thread at a time.
public final class IncrementalLayout {
  /// What the last layout left as it was.
  public struct Reuse: Hashable, Sendable {
    /// The boxes of the tree.
    public var boxes = 0
    /// Those whose answers were taken over.
    public var kept = 0
    /// Whether only the box around a replaced text was laid out, without a look at the rest of the tree.
    public var isOneBox = false
  }

  private(set) var engine: LayoutEngine?
  private var identities: [Int32] = []
  /// The first box of each node, once one was looked for.
  var boxesByNode: [BoxIndex]?
  /// Whether elements are nested more deeply than an ordinary stack is sure to hold.
  private(set) var isDeep = false
  /// What the last layout took over from the one before.
  public internal(set) var reuse = Reuse()

  /// Nothing laid out yet.
  public init() {}

  /// Forgets what was measured: the next layout begins again. To be called when the measurer would answer otherwise, such
  /// as when fonts have been loaded.
  public func forget() {
    engine = nil
    identities = []
    boxesByNode = nil
  }

  /// The tree of the last layout, with the texts that were replaced since.
  public var tree: StyledTree? { engine?.source }

  /// Lays the tree out.
  ///
  /// - Parameters:
  ///   - tree: the tree as it is now. Its styles are those of the last time, with new ones behind them; a caller that gives
  ///     other styles calls ``forget()`` first.
  ///   - identities: by node, a number from 0 that is the same for the same node each time, and that no two nodes share;
  ///     -1 for texts and replaced content without children that have none: they are known by their places.
  ///   - viewport: the screen, whose size is the initial containing block's.
  ///   - scrollbars: the room that scrollbars take.
  ///   - measurer: where text is measured; it answers as it did the last time.
  public func layOut(
    _ tree: StyledTree, identities: [Int32], in viewport: Viewport, scrollbars: Scrollbars = Scrollbars(),
    measuredBy measurer: any TextMeasurer
  ) -> LayoutResult {
    if let engine,
      engine.viewport != viewport || engine.scrollbars != scrollbars || engine.source.isQuirky != tree.isQuirky
        || engine.source.hasLineHeightQuirk != tree.hasLineHeightQuirk
    {
      forget()
    }
    let last = engine
    var result = LayoutResult()
    let lay = { [self] in
      (engine, result) = LayoutEngine.runShowingVisibleContents { [self] shown in
        // Where there are as many styles, those that layout made are the same too.
        let styles = last.flatMap { $0.source.styles.count == tree.styles.count ? $0.tree.styles : nil }
        let next = LayoutEngine(
          tree, viewport: viewport, scrollbars: scrollbars, measurer: measurer, keepsCommits: true, styles: styles,
          shownContents: shown)
        reuse = Reuse(boxes: next.boxCount)
        // Which contents are skipped is found again each time.
        if let last, last.tree.skipped.isEmpty, next.tree.skipped.isEmpty, shown.isEmpty,
          !last.tree.hasLineRules, !next.tree.hasLineRules
        {
          let unchanged = UnchangedNodes(from: last, self.identities, to: next, identities)
          reuse.kept = EngineAdoption(from: last, to: next).adopt(unchanged.oldBox)
        }
        return next
      }
    }
    isDeep = Layout.isDeep(tree)
    if isDeep { LargeStack.run(lay) } else { lay() }
    if engine?.hasResult(result) == true { PaintOrder.write(of: tree, into: &result) }
    self.identities = identities
    boxesByNode = nil
    return result
  }
}
