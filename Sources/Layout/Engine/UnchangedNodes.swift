/// The nodes of a tree that are, with all that is below them, as they were in the tree before.
struct UnchangedNodes {
  private let old: LayoutEngine
  private let new: LayoutEngine
  private let identities: [Int32]
  private let oldIdentities: [Int32]
  /// The old tree's node by identity, -1 for none.
  private let oldNodes: [Int32]
  /// The old tree's boxes by node.
  private let oldBoxes: [BoxIndex]
  /// Whether a node of the new tree and all that is below it are as they were.
  private var isSame: [Bool]

  /// Compares the trees of two engines, whose nodes have numbers that say which is which.
  init(from old: LayoutEngine, _ oldIdentities: [Int32], to new: LayoutEngine, _ identities: [Int32]) {
    self.old = old
    self.new = new
    self.identities = identities
    self.oldIdentities = oldIdentities
    var nodes = [Int32](repeating: -1, count: Int(max(oldIdentities.max() ?? -1, identities.max() ?? -1)) + 1)
    for (index, identity) in oldIdentities.enumerated() where identity >= 0 { nodes[Int(identity)] = Int32(index) }
    oldNodes = nodes
    oldBoxes = EngineAdoption.boxes(of: old)
    isSame = [Bool](repeating: false, count: new.source.nodes.count)
    compare()
  }

  /// The old tree's box of a node that is unchanged; `nil` where there is none, or more than one.
  func oldBox(of node: Int32) -> BoxIndex? {
    guard isSame[Int(node)], case let box = oldBoxes[Int(oldNode(node))], box >= 0 else { return nil }
    return box
  }

  private func oldNode(_ node: Int32) -> Int32 {
    let identity = identities[Int(node)]
    return identity < 0 ? -1 : oldNodes[Int(identity)]
  }

  /// Children come after their parents, so that the last node is looked at first.
  private mutating func compare() {
    let (source, before) = (new.source, old.source)
    source.nodes.withUnsafeBufferPointer { nodes in
      before.nodes.withUnsafeBufferPointer { oldNodes in
        for index in nodes.indices.reversed() {
          let other = oldNode(Int32(index))
          guard other >= 0, EngineAdoption.isAlike(nodes[index], oldNodes[Int(other)], source, before) else { continue }
          var child = nodes[index].firstChild
          var oldChild = oldNodes[Int(other)].firstChild
          while child >= 0, oldChild >= 0 {
            let (record, oldRecord) = (nodes[Int(child)], oldNodes[Int(oldChild)])
            if identities[Int(child)] >= 0 {
              guard isSame[Int(child)], oldNode(child) == oldChild else { break }
            } else {
              // Content without a node of its own is identified by its place.
              guard oldIdentities[Int(oldChild)] < 0, record.firstChild < 0, oldRecord.firstChild < 0,
                EngineAdoption.isAlike(record, oldRecord, source, before)
              else { break }
            }
            child = record.nextSibling
            oldChild = oldRecord.nextSibling
          }
          isSame[index] = child < 0 && oldChild < 0
        }
      }
    }
  }
}
