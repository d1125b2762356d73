/// What a client paints by: the order, clips, transforms, corners and sticky places.
extension LayoutReader {
  /// All nodes in the order of painting (CSS 2.2, Appendix E).
  public func paintOrder() -> [Int] {
    guard paintRuns.rows > 0 else { return Array(0..<nodeCount) }
    var order: [Int] = []
    order.reserveCapacity(nodeCount)
    for run in 0..<paintRuns.rows {
      let range = paintRun(run)
      order.append(contentsOf: range.prefix(nodeCount - order.count))
    }
    return order
  }

  /// Whether the nodes are painted in their own order.
  public var paintsInNodeOrder: Bool { paintRuns.rows == 0 }

  /// The nodes of a run, those that are not there left out.
  func paintRun(_ run: Int) -> Range<Int> {
    let first = min(Int(paintRuns.word(run, 0, of: 2, file)), nodeCount)
    let count = Int(paintRuns.word(run, 1, of: 2, file))
    return first..<min(nodeCount, first + count)
  }

  /// What the node's content is clipped to, in page coordinates, or `nil`.
  public func clip(_ node: Int, in page: PageReader) -> QuantizedFrame? { rectangles(clipColumns, node, page).first }

  /// What the node itself is clipped to with all that is in it, in page coordinates, or `nil`.
  public func clipPath(_ node: Int, in page: PageReader) -> QuantizedFrame? {
    rectangles(clipPathColumns, node, page).first
  }

  /// The node whose clips and scrolling the node is under, besides those of the nodes around that one: its parent, or the
  /// containing block of a positioned node that something in between does not clip. `nil` for none.
  public func clipParent(_ node: Int, in page: PageReader) -> Int? {
    guard let row = rows(containers.node, node).first else { return page.parent(node) }
    let container = Int(containers.container.word(row, file))
    // A smaller number, as a parent's: whoever follows them comes to an end.
    return container < node ? container : nil
  }

  /// The nodes whose ``clip(_:in:)`` cuts the node, innermost first.
  public func clippingNodes(of node: Int, in page: PageReader) -> [Int] {
    var nodes: [Int] = []
    guard clipColumns.node.rows > 0 else { return nodes }
    var next = clipParent(node, in: page)
    while let node = next {
      if !rows(clipColumns.node, node).isEmpty { nodes.append(node) }
      next = clipParent(node, in: page)
    }
    return nodes
  }

  /// The node's used transform: `a b c d e f` about its border box's left upper corner, in CSS px; `nil` for none.
  public func transform(_ node: Int) -> [Double]? {
    guard let row = rows(transforms.node, node).first else { return nil }
    return (0..<6).map { transforms.matrix.double(row, $0, of: 6, file) }
  }

  /// The used radii of the border box's corners in 1/64 px: horizontal ones of the top left, top right, bottom right and
  /// bottom left corner, then the vertical ones; `nil` where all are square.
  public func corners(_ node: Int) -> [Int32]? {
    guard let row = rows(corners.node, node).first else { return nil }
    return (0..<8).map { corners.radii.signed(row, $0, of: 8, file) }
  }

  /// What a sticky node keeps to, or `nil`.
  public func sticky(_ node: Int, in page: PageReader) -> LayoutSticky? {
    guard let row = rows(stickies.node, node).first else { return nil }
    let scroller = Int(stickies.scroller.word(row, file))
    let origin = origin(node, in: page)
    let bounds = (0..<4).map { stickies.bounds.signed(row, $0, of: 4, file) }
    let rect = QuantizedFrame(x: origin.x &+ bounds[0], y: origin.y &+ bounds[1], width: bounds[2], height: bounds[3])
    return LayoutSticky(
      node: node, scroller: scroller < nodeCount ? scroller : nil,
      insets: (0..<4).map {
        let inset = stickies.insets.signed(row, $0, of: 4, file)
        return inset == .min ? nil : LayoutUnit.pixels(inset)
      }, bounds: rect.rect)
  }

  /// The address of the image that a node with several candidates shows, as the page has it; `nil` for other nodes.
  public func image(_ node: Int) -> String? {
    rows(images.node, node).first.flatMap { strings.string(images.source.word($0, file)) }
  }
}
