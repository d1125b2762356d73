/// Lays a page out at the whole widths between two where something may change, and no others: at the ends, around the widths
/// of media queries, and wherever two widths that are arranged otherwise have one between them.
struct LintSweep {
  /// The most layouts of a page. A page that changes more often is looked at in fewer places.
  static let mostLayouts = 160
  /// Two widths that are alike have the same arrangement between them where they are at most so far apart.
  private static let farthest = 64

  /// What was found, by width.
  private(set) var snapshots: [Int: LintSnapshot] = [:]
  /// Whether ``mostLayouts`` was reached.
  private(set) var isCut = false

  /// The widths that were looked at, ascending.
  var widths: [Int] { snapshots.keys.sorted() }

  /// Looks at a page.
  ///
  /// - Parameters:
  ///   - range: the smallest and the largest width.
  ///   - thresholds: the widths at which media queries change their answers.
  ///   - look: lays the page out at a width.
  init(_ range: ClosedRange<Int>, thresholds: Set<Double>, _ look: (Int) -> LintSnapshot) {
    var seeds: Set<Int> = [range.lowerBound, range.upperBound]
    for threshold in thresholds where threshold.isFinite && abs(threshold) < 100_000 {
      let whole = Int(threshold.rounded(.down))
      for width in [whole - 1, whole, whole + 1] where range.contains(width) { seeds.insert(width) }
    }
    for width in seeds.sorted() {
      guard snapshots.count < Self.mostLayouts else {
        isCut = true
        return
      }
      snapshots[width] = look(width)
    }
    let known = widths
    // The widest gaps first: where there is no time for all of them, the page is looked at evenly.
    var gaps = zip(known, known.dropFirst()).map { ($0, $1) }.filter { $1 - $0 > 1 }
    while !gaps.isEmpty {
      let place = gaps.indices.max { gaps[$0].1 - gaps[$0].0 < gaps[$1].1 - gaps[$1].0 } ?? 0
      let (low, high) = gaps.remove(at: place)
      guard let left = snapshots[low], let right = snapshots[high] else { continue }
      if high - low <= Self.farthest, left.isLike(right) { continue }
      guard snapshots.count < Self.mostLayouts else {
        isCut = true
        return
      }
      let middle = (low + high) / 2
      snapshots[middle] = look(middle)
      for gap in [(low, middle), (middle, high)] where gap.1 - gap.0 > 1 { gaps.append(gap) }
    }
  }
}
