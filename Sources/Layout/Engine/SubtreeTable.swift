/// The subtrees of a tree by a digest of what they hold: nodes, texts, styles.
///
/// A digest only says where to look; subtrees are compared before they count as the same.
struct SubtreeTable {
  private let tree: StyledTree
  /// By node.
  private let digests: [UInt64]
  /// By node: the node behind the last one below it.
  private let ends: [Int32]
  /// By the lower bits of a digest: the box of the last subtree that has them, -1 for none.
  private var places: [BoxIndex] = []
  /// The boxes' nodes.
  private var nodes: [Int32] = []

  init(_ tree: StyledTree) {
    self.tree = tree
    var digests = [UInt64](repeating: 0, count: tree.nodes.count)
    var ends = [Int32](repeating: 0, count: tree.nodes.count)
    tree.nodes.withUnsafeBufferPointer { nodes in
      tree.text.withUnsafeBufferPointer { text in
        // Children come after their parents.
        for index in nodes.indices.reversed() {
          let node = nodes[index]
          let sort = UInt64(node.kind.rawValue) << 8 | UInt64(node.role.rawValue)
          var digest = Self.mixed(sort, UInt64(node.style.magnitude))
          let start = Int(node.textStart)
          for unit in text[start..<start + Int(node.textLength)] { digest = Self.mixed(digest, UInt64(unit)) }
          var end = Int32(index) + 1
          var child = node.firstChild
          while child >= 0 {
            digest = Self.mixed(digest, digests[Int(child)])
            end = ends[Int(child)]
            child = nodes[Int(child)].nextSibling
          }
          digests[index] = digest
          ends[index] = end
        }
      }
    }
    self.digests = digests
    self.ends = ends
  }

  @inline(__always)
  private static func mixed(_ digest: UInt64, _ value: UInt64) -> UInt64 {
    let product = (digest ^ value) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  /// The table with the boxes of an engine that laid the tree out.
  func indexed(by engine: LayoutEngine) -> SubtreeTable {
    var table = self
    var size = 64
    while size < 2 * engine.boxCount { size *= 2 }
    table.places = [BoxIndex](repeating: .none, count: size)
    table.nodes = (0..<engine.boxCount).map { engine.boxes[$0].node }
    for (node, box) in EngineAdoption.boxes(of: engine).enumerated() where box >= 0 {
      guard EngineAdoption.isAdoptable(engine.boxes[Int(box)]) else { continue }
      table.places[Int(digests[node] & UInt64(size - 1))] = box
    }
    return table
  }

  /// The box of a subtree that is the same as that of another tree's node.
  func box(alike node: Int32, of other: SubtreeTable) -> BoxIndex? {
    let digest = other.digests[Int(node)]
    let box = places[Int(digest & UInt64(places.count - 1))]
    guard box >= 0, case let own = Int(nodes[Int(box)]), digests[own] == digest, isAlike(own, Int(node), of: other)
    else { return nil }
    return box
  }

  private func isAlike(_ own: Int, _ node: Int, of other: SubtreeTable) -> Bool {
    let count = Int(ends[own]) - own
    guard count == Int(other.ends[node]) - node else { return false }
    return tree.nodes.withUnsafeBufferPointer { nodes in
      other.tree.nodes.withUnsafeBufferPointer { others in
        for offset in 0..<count {
          let (left, right) = (nodes[own + offset], others[node + offset])
          guard offset == 0 || Int(left.parent) - own == Int(right.parent) - node,
            EngineAdoption.isAlike(left, right, tree, other.tree)
          else { return false }
        }
        return true
      }
    }
  }
}
