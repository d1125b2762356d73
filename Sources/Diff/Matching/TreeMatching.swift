/// Which node of a page is which node of its next version.
///
/// Equal subtrees match first, then equal names, then places: an inserted element leaves everything after it matched. The cost
/// is that of sorting, whatever the pages are: alignment by likeness is limited to small groups (``mostAlignedPairs``).
struct TreeMatching {
  /// The new number of each old node; `nil` where it vanished.
  private(set) var newNodes: [Int?]
  /// The old number of each new node; `nil` where it appeared.
  private(set) var oldNodes: [Int?]
  /// New nodes that are in another parent or in another order than before.
  private(set) var relocated: Set<Int> = []

  /// Groups of more pairs than this match in their order, without looking at how alike they are.
  private static let mostAlignedPairs = 4096

  private let old: PageTree
  private let new: PageTree
  /// Matched nodes whose children are still to be matched.
  private var pending: [(old: Int?, new: Int?)] = [(nil, nil)]

  /// Matches the nodes of two pages.
  init(_ old: PageTree, _ new: PageTree) {
    self.old = old
    self.new = new
    newNodes = Array(repeating: nil, count: old.count)
    oldNodes = Array(repeating: nil, count: new.count)
    drain()
    matchRelocated()
    drain()
  }

  private mutating func drain() {
    while let (oldParent, newParent) = pending.popLast() {
      matchChildren(
        old.children(of: oldParent).filter { newNodes[$0] == nil },
        new.children(of: newParent).filter { oldNodes[$0] == nil })
    }
  }

  /// Matches two nodes; their children follow.
  private mutating func match(_ oldNode: Int, _ newNode: Int) {
    guard newNodes[oldNode] == nil, oldNodes[newNode] == nil else { return }
    if old.subtreeHashes[oldNode] == new.subtreeHashes[newNode] {
      for offset in 0..<min(old.ends[oldNode] - oldNode, new.ends[newNode] - newNode)
      where newNodes[oldNode + offset] == nil && oldNodes[newNode + offset] == nil {
        newNodes[oldNode + offset] = newNode + offset
        oldNodes[newNode + offset] = oldNode + offset
      }
      return
    }
    newNodes[oldNode] = newNode
    oldNodes[newNode] = oldNode
    pending.append((oldNode, newNode))
  }

  // MARK: Siblings

  private mutating func matchChildren(_ oldList: [Int], _ newList: [Int]) {
    var (first, oldEnd, newEnd) = (0, oldList.count, newList.count)
    while first < oldEnd, first < newEnd, isSame(oldList[first], newList[first]) {
      match(oldList[first], newList[first])
      first += 1
    }
    while oldEnd > first, newEnd > first, isSame(oldList[oldEnd - 1], newList[newEnd - 1]) {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      match(oldList[oldEnd], newList[newEnd])
    }
    let (oldRest, newRest) = (Array(oldList[first..<oldEnd]), Array(newList[first..<newEnd]))
    guard !oldRest.isEmpty, !newRest.isEmpty else { return }
    let pairs = uniquePairs(oldRest, newRest) { tree, node in tree.subtreeHashes[node] }
    let inOrder = Self.longestAscending(pairs.map { $0.new })
    var (oldStart, newStart) = (0, 0)
    for (index, pair) in pairs.enumerated() where inOrder.contains(index) {
      match(oldRest[pair.old], newRest[pair.new])
      matchGap(Array(oldRest[oldStart..<pair.old]), Array(newRest[newStart..<pair.new]))
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    for (index, pair) in pairs.enumerated() where !inOrder.contains(index) {
      // Equal siblings in another order: they are the same nodes elsewhere.
      guard newNodes[oldRest[pair.old]] == nil, oldNodes[newRest[pair.new]] == nil else { continue }
      match(oldRest[pair.old], newRest[pair.new])
      relocated.insert(newRest[pair.new])
    }
    matchGap(Array(oldRest[oldStart...]), Array(newRest[newStart...]))
    // Names that cross a gap's border.
    matchNames(oldRest.filter { newNodes[$0] == nil }, newRest.filter { oldNodes[$0] == nil })
  }

  private func isSame(_ oldNode: Int, _ newNode: Int) -> Bool {
    old.subtreeHashes[oldNode] == new.subtreeHashes[newNode]
  }

  private mutating func matchGap(_ oldList: [Int], _ newList: [Int]) {
    matchNames(oldList.filter { newNodes[$0] == nil }, newList.filter { oldNodes[$0] == nil })
  }

  /// From the surest name to the loosest: `id`, equal attributes, equal contents, tag and classes, tag.
  private mutating func matchNames(_ oldList: [Int], _ newList: [Int]) {
    guard !oldList.isEmpty, !newList.isEmpty else { return }
    matchUnique(oldList, newList) { tree, node in
      let name = tree.names[node]
      return name.id.isEmpty ? nil : name.tag + "#" + name.id
    }
    matchUnique(oldList, newList) { tree, node in
      tree.names[node].kind == .text ? nil : tree.ownHashes[node]
    }
    matchUnique(oldList, newList) { tree, node in
      tree.ends[node] > node + 1 ? tree.contentHashes[node] : nil
    }
    matchAligned(oldList, newList) { name in ElementName(kind: name.kind, tag: name.tag, id: "", classes: name.classes)
    }
    matchAligned(oldList, newList, asLongAs: isAlike) { name in
      ElementName(kind: name.kind, tag: name.tag, id: "", classes: [])
    }
  }

  /// Whether two nodes of one tag and with other classes may be the same: they share a class or a text, or are empty.
  private func isAlike(_ oldNode: Int, _ newNode: Int) -> Bool {
    let (oldName, newName) = (old.names[oldNode], new.names[newNode])
    if oldName.kind == .text { return true }
    if old.ends[oldNode] == oldNode + 1, new.ends[newNode] == newNode + 1 { return true }
    if !Set(oldName.classes).isDisjoint(with: newName.classes) { return true }
    return !Set(old.signature(of: oldNode)).isDisjoint(with: new.signature(of: newNode))
  }

  private mutating func matchUnique<Key: Hashable>(
    _ oldList: [Int], _ newList: [Int], by key: (PageTree, Int) -> Key?
  ) {
    let (oldRest, newRest) = (oldList.filter { newNodes[$0] == nil }, newList.filter { oldNodes[$0] == nil })
    for pair in uniquePairs(oldRest, newRest, by: key) { match(oldRest[pair.old], newRest[pair.new]) }
  }

  /// The indices of items whose key occurs once in each list, in the order of the old list.
  private func uniquePairs<Key: Hashable>(
    _ oldList: [Int], _ newList: [Int], by key: (PageTree, Int) -> Key?
  ) -> [(old: Int, new: Int)] {
    var places: [Key: (old: Int, new: Int, oldCount: Int, newCount: Int)] = [:]
    for (index, node) in oldList.enumerated() {
      guard let key = key(old, node) else { continue }
      let known = places[key] ?? (index, 0, 0, 0)
      places[key] = (known.old, known.new, known.oldCount + 1, known.newCount)
    }
    for (index, node) in newList.enumerated() {
      guard let key = key(new, node), let known = places[key] else { continue }
      places[key] = (known.old, known.newCount == 0 ? index : known.new, known.oldCount, known.newCount + 1)
    }
    return places.values.filter { $0.oldCount == 1 && $0.newCount == 1 }.map { ($0.old, $0.new) }
      .sorted { $0.old < $1.old }
  }

  /// Nodes of one name: in their order where there are as many as before, otherwise by likeness.
  private mutating func matchAligned(
    _ oldList: [Int], _ newList: [Int], asLongAs condition: (Int, Int) -> Bool = { _, _ in true },
    by key: (ElementName) -> ElementName
  ) {
    var groups: [ElementName: (old: [Int], new: [Int])] = [:]
    var order: [ElementName] = []
    for node in oldList where newNodes[node] == nil {
      let name = key(old.names[node])
      if groups[name] == nil { order.append(name) }
      groups[name, default: ([], [])].old.append(node)
    }
    for node in newList where oldNodes[node] == nil { groups[key(new.names[node])]?.new.append(node) }
    for name in order {
      guard let group = groups[name], !group.new.isEmpty else { continue }
      if group.old.count == group.new.count || group.old.count * group.new.count > Self.mostAlignedPairs {
        for (oldNode, newNode) in zip(group.old, group.new) where condition(oldNode, newNode) {
          match(oldNode, newNode)
        }
      } else {
        for (oldNode, newNode) in aligned(group.old, group.new) where condition(oldNode, newNode) {
          match(oldNode, newNode)
        }
      }
    }
  }

  /// The pairs, in order, whose contents are most alike (Needleman and Wunsch 1970); every item of the shorter list has one.
  private func aligned(_ oldList: [Int], _ newList: [Int]) -> [(Int, Int)] {
    let oldSignatures = oldList.map { old.signature(of: $0) }
    let newSignatures = newList.map { Set(new.signature(of: $0)) }
    let width = newList.count + 1
    var scores = [Int](repeating: 0, count: (oldList.count + 1) * width)
    for row in 1...oldList.count {
      for column in 1...newList.count {
        // A pair counts by itself too, so that every item that can have a partner has one.
        let likeness = 1 + 4 * oldSignatures[row - 1].count { newSignatures[column - 1].contains($0) }
        scores[row * width + column] = max(
          scores[(row - 1) * width + column - 1] + likeness, scores[(row - 1) * width + column],
          scores[row * width + column - 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (oldList.count, newList.count)
    while row > 0, column > 0 {
      let score = scores[row * width + column]
      if score == scores[(row - 1) * width + column] {
        row -= 1
      } else if score == scores[row * width + column - 1] {
        column -= 1
      } else {
        pairs.append((oldList[row - 1], newList[column - 1]))
        (row, column) = (row - 1, column - 1)
      }
    }
    return pairs.reversed()
  }

  /// The indices of a longest ascending subsequence (patience sorting).
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: values.count)
    for (index, value) in values.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: Set<Int> = []
    var next = tails.last
    while let index = next {
      result.insert(index)
      next = before[index]
    }
    return result
  }

  // MARK: Other parents

  /// Subtrees and ids that are the only ones of their kind among what is left: they moved into another parent.
  private mutating func matchRelocated() {
    let (oldRest, newRest) = (
      newNodes.indices.filter { newNodes[$0] == nil }, oldNodes.indices.filter { oldNodes[$0] == nil }
    )
    guard !oldRest.isEmpty, !newRest.isEmpty else { return }
    let whole = uniquePairs(oldRest, newRest) { tree, node in
      tree.ends[node] - node >= 2 || tree.names[node].kind == .text ? tree.subtreeHashes[node] : nil
    }
    let named = uniquePairs(oldRest, newRest) { tree, node in
      let name = tree.names[node]
      return name.id.isEmpty ? nil : name.tag + "#" + name.id
    }
    for pair in whole + named {
      let (oldNode, newNode) = (oldRest[pair.old], newRest[pair.new])
      guard newNodes[oldNode] == nil, oldNodes[newNode] == nil else { continue }
      match(oldNode, newNode)
      relocated.insert(newNode)
    }
  }
}
