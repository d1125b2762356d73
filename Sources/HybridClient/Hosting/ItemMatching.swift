import JSONValues

/// Which items of a list were in the list before it: data inserts, removes and reorders them, and their copies go along with what
/// was entered in them.
///
/// Items are known by the `id` that data gives their copies, and by their data where there is none. Those that took the place of as
/// many others are these with other data, as long as no `id` distinguishes them.
struct ItemMatching {
  /// What an item is known by.
  struct Item: Hashable {
    /// The node of the page file that its copy is made of.
    var template: Int
    var key: Key
  }

  /// What distinguishes an item from others of its list.
  enum Key: Hashable {
    /// The `id` of its copy.
    case id(String)
    /// What data says of it.
    case data(JSONValue)
  }

  /// By item, the number that it had in the list before; `nil` for one that is new.
  private(set) var before: [Int?]
  /// The items that were there, but behind others of them that they precede now, or before others that they follow.
  private(set) var moved: Set<Int> = []

  /// Matches two lists.
  ///
  /// - Parameter isInPlace: whether a value of the list was written in its place: no item was moved then, whatever it looks like.
  init(from old: [Item], to new: [Item], isInPlace: Bool = false) {
    before = [Int?](repeating: nil, count: new.count)
    if isInPlace, old.count == new.count {
      for number in new.indices where old[number].template == new[number].template { before[number] = number }
      return
    }
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] {
      before[start] = start
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      before[newEnd] = oldEnd
    }
    guard start < oldEnd, start < newEnd else { return }
    matchEqual(old, new, start..<oldEnd, start..<newEnd)
    matchChanged(old, new, start..<oldEnd, start..<newEnd)
    moved = Set(before.indices.filter { before[$0] != nil }).subtracting(steady(before.indices))
  }

  /// Matches numbers that are known already.
  init(before: [Int?]) {
    self.before = before
    moved = Set(before.indices.filter { before[$0] != nil }).subtracting(steady(before.indices))
  }

  /// Items that are alike: those in the same place first, the others in their order.
  private mutating func matchEqual(_ old: [Item], _ new: [Item], _ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var places: [Item: [Int]] = [:]
    for number in oldRange.reversed() {
      if newRange.contains(number), old[number] == new[number] {
        before[number] = number
      } else {
        places[old[number], default: []].append(number)
      }
    }
    for number in newRange where before[number] == nil {
      if let place = places[new[number]]?.popLast() { before[number] = place }
    }
  }

  /// Items between two that stayed, in the place of others.
  private mutating func matchChanged(_ old: [Item], _ new: [Item], _ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var isMatched = [Bool](repeating: false, count: oldRange.count)
    for case let place? in before[newRange] { isMatched[place - oldRange.lowerBound] = true }
    var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    for anchor in steady(newRange) + [newRange.upperBound] {
      let oldEnd = anchor < newRange.upperBound ? before[anchor] ?? oldStart : oldRange.upperBound
      let gone = (oldStart..<oldEnd).filter { !isMatched[$0 - oldRange.lowerBound] }
      let fresh = (newStart..<anchor).filter { before[$0] == nil }
      for (was, now) in zip(gone, fresh) {
        guard old[was].template == new[now].template, case .data = old[was].key, case .data = new[now].key else {
          break
        }
        before[now] = was
      }
      (oldStart, newStart) = (oldEnd + 1, anchor + 1)
    }
  }

  /// As many items as can be that are in the order of the list before: the others are moved around these.
  private func steady(_ numbers: Range<Int>) -> [Int] {
    // The longest ascending subsequence: by its length, the item with the least number before that ends one.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for number in numbers {
      guard let place = before[number] else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (before[ends[middle]] ?? 0) < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[number] = ends[low - 1] }
      if low < ends.count { ends[low] = number } else { ends.append(number) }
    }
    var steady: [Int] = []
    var next = ends.last
    while let number = next {
      steady.append(number)
      next = previous[number]
    }
    return steady.reversed()
  }

  /// By item: how many copies that come after its own are still before its place, when copies are put in order from the first to the
  /// last.
  func ahead() -> [Int] {
    var ahead = [Int](repeating: 0, count: before.count)
    guard !moved.isEmpty else { return ahead }
    var items = [Int](repeating: -1, count: (before.lazy.compactMap(\.self).max() ?? -1) + 1)
    for (number, place) in before.enumerated() { if let place, moved.contains(number) { items[place] = number } }
    var waiting: Set<Int> = []
    var reached = 0
    for number in before.indices {
      if moved.contains(number) {
        waiting.remove(number)
      } else if let place = before[number] {
        // Those that the copies until here have passed, and that are not where they belong.
        for passed in reached..<max(reached, place) where items[passed] > number { waiting.insert(items[passed]) }
        reached = max(reached, place + 1)
      }
      ahead[number] = waiting.count
    }
    return ahead
  }
}
