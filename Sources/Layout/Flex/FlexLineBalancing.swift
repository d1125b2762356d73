/// CSS Flexbox 2, 5.2: `flex-wrap: balance` breaks items into lines of about equal length.
///
/// The lines are those whose free spaces have the least sum of squares, as in Knuth and Plass's line breaking; among
/// equals the first lines take more items.
struct FlexLineBalancing {
  /// px; the most that a line holds, found again where more lines are asked for than the container's size makes.
  private var limit: Double
  private let gap: Double
  /// By item: the sizes of all items up to it, each with a gap.
  private var sums: [Double]

  /// The numbers of items by line.
  private(set) var counts: [Int] = []
  /// The size of the longest line.
  private(set) var longest = 0.0

  /// A 64th of a px: what makes an item larger that would just fit.
  private static let smallest = 0.015625

  /// - Parameters:
  ///   - sizes: the items' outer hypothetical main sizes; negative ones count as 0.
  ///   - minimumCount: `flex-line-count`.
  init(_ sizes: [Double], limit: Double, gap: Double, minimumCount: Int) {
    self.limit = min(limit, 33_554_432)
    self.gap = gap
    sums = []
    guard !sizes.isEmpty else { return }
    sums.reserveCapacity(sizes.count)
    var sum = 0.0
    for size in sizes {
      sum += max(0, size) + gap
      sums.append(sum)
    }
    let wanted = max(1, min(minimumCount, sizes.count))
    if greedyCount(self.limit) < wanted { applyMinimumCount(wanted) }
    breakLines()
    var start = 0
    for count in counts {
      longest = max(longest, length(start, start + count - 1))
      start += count
    }
  }

  /// The size of the items from `start` to `end`.
  private func length(_ start: Int, _ end: Int) -> Double {
    sums[end] - (start == 0 ? 0 : sums[start - 1]) - gap
  }

  /// The lines that filling one after the other would make.
  private func greedyCount(_ limit: Double) -> Int {
    var count = 1
    var start = 0
    for index in sums.indices where index > start && length(start, index) > limit {
      count += 1
      start = index
    }
    return count
  }

  /// Finds the largest limit that makes the wanted number of lines.
  private mutating func applyMinimumCount(_ wanted: Int) {
    // Sizes are multiples of 1/64 px: the search is one over integers.
    var low = 0
    var high = Int(max(0, min(limit, sums[sums.count - 1] - gap)) * 64)
    while low < high {
      let middle = low + (high - low) / 2
      if greedyCount(Double(middle) * Self.smallest) > wanted { low = middle + 1 } else { high = middle }
    }
    limit = Double(high) * Self.smallest
    if greedyCount(limit) >= wanted { return }
    // Between two limits possibly no limit makes just that number: items that fit exactly are pushed on, from the
    // last one, until there are enough lines.
    var exact: [Int] = []
    var start = 0
    for index in sums.indices {
      if index > start && length(start, index) > limit { start = index }
      if length(start, index) == limit { exact.append(index) }
    }
    for index in exact.reversed() {
      for later in index..<sums.count { sums[later] += Self.smallest }
      if greedyCount(limit) >= wanted { return }
    }
  }

  private mutating func breakLines() {
    let count = sums.count
    var best = [Double](repeating: 0, count: count)
    var starts = [Int](repeating: 0, count: count)
    var earliest = 0
    for end in 0..<count {
      // The first item with which the line still fits.
      while earliest < end && length(earliest, end) > limit { earliest += 1 }
      var least = Double.infinity
      for start in earliest...end {
        let free = limit - length(start, end)
        // An item that is too large by itself is not held against a line.
        let score = free < 0 ? 0 : free * free
        if score > least { break }
        let total = score + (start == 0 ? 0 : best[start - 1])
        if total <= least {
          least = total
          starts[end] = start
        }
      }
      best[end] = least
    }
    var end = count - 1
    while end >= 0 {
      counts.append(end - starts[end] + 1)
      end = starts[end] - 1
    }
    counts.reverse()
  }
}
