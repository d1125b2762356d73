import Layout
import PageFormat

extension LayoutModelWriter {
  /// Puts the order of painting, clips, transforms, corners and sticky places into a model whose frames and lines are
  /// written.
  func writePainting(
    _ tree: StyledTree, _ paint: PaintFacts, _ result: LayoutResult, into model: inout LayoutModel
  ) {
    for node in paint.stackingContexts {
      if let node = ownNode(node), !model.frames[node].flags.contains(.noBox) {
        model.frames[node].flags.insert(.stackingContext)
      }
    }
    model.paintOrder = paintOrder(paint.order, model)
    model.clips = rectangles(paint.clips)
    model.clipPaths = rectangles(paint.clipPaths)
    for row in paint.containers {
      guard let node = ownNode(row.node) else { continue }
      var container = row.container
      while container >= 0, ownNode(container) == nil { container = tree.nodes[Int(container)].parent }
      let number = container >= 0 ? ownNode(container) : nil
      // Copies of nodes have numbers beyond those of the page: such a container is not recognized by a smaller number.
      if number.map({ $0 < node }) ?? true { model.containers.append((node: node, container: number)) }
    }
    model.containers.sort { $0.node < $1.node }
    for (treeNode, transform) in result.transforms {
      guard let node = ownNode(treeNode) else { continue }
      model.transforms.append(
        LayoutTransform(node: node, matrix: transform.matrix(about: result.frames[Int(treeNode)].rect)))
    }
    model.transforms.sort { $0.node < $1.node }
    for row in paint.corners {
      if let node = ownNode(row.node) {
        model.corners.append(
          LayoutCorners(node: node, radii: (row.horizontal + row.vertical).map(LayoutUnit.rounded)))
      }
    }
    model.corners.sort { $0.node < $1.node }
    for row in paint.sticky {
      guard let node = ownNode(row.node) else { continue }
      model.sticky.append(
        LayoutSticky(
          node: node, scroller: row.scroller >= 0 ? ownNode(row.scroller) : nil,
          insets: [row.top, row.right, row.bottom, row.left].map { $0.map(LayoutUnit.rounded) },
          bounds: row.bounds.quantized))
    }
    model.sticky.sort { $0.node < $1.node }
  }

  /// The page's node of a node of the tree; `nil` for one that the page does not have.
  private func ownNode(_ node: StyledTree.Index) -> Int? {
    pageNodes[Int(node)] >= 0 && !isAnonymous[Int(node)] ? Int(pageNodes[Int(node)]) : nil
  }

  private func rectangles(_ rows: [PaintFacts.NodeRect]) -> [LayoutFragment] {
    rows.compactMap { row in ownNode(row.node).map { LayoutFragment(node: $0, rect: row.rect.quantized) } }
      .sorted { $0.node < $1.node }
  }

  /// Whether nodes of the tree have ascending numbers in the page.
  private func isAscending(_ nodes: [StyledTree.Index]) -> Bool {
    var last = -1
    for index in nodes {
      guard let node = ownNode(index) else { continue }
      if node < last { return false }
      last = node
    }
    return true
  }

  /// All nodes of the page in the order of painting; empty where it is their own. What paints nothing stays behind the
  /// node before it, so that runs are long.
  private func paintOrder(_ painted: [StyledTree.Index], _ model: LayoutModel) -> [Int] {
    // Copies of nodes have numbers behind those of the page, wherever they are: the tree's order is not always theirs.
    let painted = painted.isEmpty ? pageNodes.indices.map { StyledTree.Index($0) } : painted
    guard !isAscending(painted) else { return [] }
    var isPainted = model.frames.map { !$0.flags.contains(.noBox) }
    for line in model.lines { isPainted[line.node] = true }
    // The first node has a place even if it paints nothing: others may be behind it.
    if !isPainted.isEmpty { isPainted[0] = true }
    var order: [Int] = []
    order.reserveCapacity(isPainted.count)
    var isThere = [Bool](repeating: false, count: isPainted.count)
    func append(_ first: Int) {
      var node = first
      guard !isThere[node] else { return }
      repeat {
        isThere[node] = true
        order.append(node)
        node += 1
      } while node < isPainted.count && !isPainted[node]
    }
    if ownNode(painted[0]) != 0, !isPainted.isEmpty { append(0) }
    for index in painted {
      if let node = ownNode(index), isPainted[node] { append(node) }
    }
    for node in isPainted.indices where !isThere[node] { append(node) }
    return zip(order, order.dropFirst()).allSatisfy { $0 < $1 } ? [] : order
  }
}
