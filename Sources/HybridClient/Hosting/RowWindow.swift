import PageFormat

/// Which rows of a long table or loop are in the tree: those near what is seen, and those that a reader or a script changed. The others
/// are known by how far they reach.
struct RowWindow {
  /// Tables with fewer rows have all of them.
  static let leastRows = 200
  /// The rows before anything is laid out.
  static let firstRows = 60
  /// The most rows that stay because they were changed.
  static let mostKept = 1_000
  /// So many rows that do not fill a table: it grows with them, and does not scroll.
  static let mostWithoutScrolling = 500

  /// The rows of the data.
  private(set) var rows: TableRows
  /// The numbers of the entries whose copies are in the tree, ascending: one for each copy.
  var shown: [Int] = []
  /// Entries that a reader or a script changed.
  private(set) var kept: Set<Int> = []
  /// Entries that a reader's selection is in.
  private(set) var held: Set<Int> = []
  /// Entries that are in the tree wherever the table is scrolled to.
  var staying: Set<Int> { held.isEmpty ? kept : kept.union(held) }
  /// How far the table is scrolled down, in px.
  var offset = 0.0
  /// How far below the upper edge of what scrolls the first row begins, in px.
  var start = 0.0
  /// How much higher all rows are than those in the tree, in px.
  var leftOut = 0.0
  /// By entry: from its upper edge to the next one's in px; NaN where it was never laid out.
  private var distances: [Double]
  /// The sums and numbers of the known distances: of section views and of rows.
  private var known: [(sum: Double, count: Int)] = [(0, 0), (0, 0)]
  /// What entries that were never laid out are taken for: section views and rows. The means of the first ones that were, since all
  /// places below would be others with each row that is laid out.
  private var guesses: [Double?] = [nil, nil]

  init(_ rows: TableRows) {
    self.rows = rows
    distances = [Double](repeating: .nan, count: rows.entries.count)
  }

  var count: Int { rows.entries.count }

  /// Other data: what was laid out of an item goes along with it.
  ///
  /// - Parameter before: by entry, the number of its item until now, `nil` for new ones; `nil` for items that kept their numbers.
  mutating func setRows(_ rows: TableRows, before: [Int?]?) {
    self.rows = rows
    guard let before else { return }
    let (known, guesses, changed, selected) = (distances, guesses, kept, held)
    forgetDistances()
    self.guesses = guesses
    (kept, held) = ([], [])
    for (number, place) in before.enumerated() {
      guard let place else { continue }
      if changed.contains(place) { kept.insert(number) }
      if selected.contains(place) { held.insert(number) }
      setDistance(known[place], of: number)
    }
  }

  /// Keeps an entry in the tree.
  mutating func keep(_ number: Int) {
    if kept.count < Self.mostKept { kept.insert(number) }
  }

  /// Holds these entries in the tree instead of those that were held before.
  mutating func hold(_ numbers: Set<Int>) { held = numbers }

  // MARK: Distances

  /// Forgets what was laid out: rows have other heights now.
  mutating func forgetDistances() {
    distances = [Double](repeating: .nan, count: rows.entries.count)
    known = [(0, 0), (0, 0)]
    guesses = [nil, nil]
  }

  /// Takes note of how far an entry reaches.
  mutating func setDistance(_ distance: Double, of number: Int) {
    guard distance.isFinite, distance >= 0, distances[number] != distance else { return }
    let kind = rows.entries[number].isSectionView ? 0 : 1
    if distances[number].isNaN {
      known[kind].count += 1
    } else {
      known[kind].sum -= distances[number]
    }
    known[kind].sum += distance
    distances[number] = distance
  }

  /// All that is in the tree was measured: from now on others are taken for as high.
  mutating func settleGuesses() {
    for kind in known.indices where guesses[kind] == nil && known[kind].count > 0 {
      guesses[kind] = known[kind].sum / Double(known[kind].count)
    }
  }

  /// What section views and rows that were never laid out are taken for.
  private var guess: (section: Double, row: Double) {
    let row = guesses[1] ?? guesses[0] ?? 44
    return (guesses[0] ?? row, row)
  }

  /// How far entries reach together, in px.
  func distance(_ numbers: Range<Int>) -> Double {
    let (section, row) = guess
    var sum = 0.0
    for number in numbers {
      let distance = distances[number]
      sum += distance.isNaN ? (rows.entries[number].isSectionView ? section : row) : distance
    }
    return sum
  }

  // MARK: Choosing

  /// A row that is seen.
  struct SeenRow {
    /// Its entry.
    var number: Int
    /// How far below the first row it begins, in px.
    var top: Double
    /// How far the table is scrolled down then, in px.
    var offset: Double
  }

  /// The first row in the tree that was laid out and is seen in a table of a height.
  func seen(height: Double) -> SeenRow? {
    var (y, number) = (0.0, 0)
    for entry in shown {
      y += distance(number..<entry)
      number = entry
      if y >= offset - start + height { break }
      if distances[entry] > 0, y + distances[entry] > offset - start {
        return SeenRow(number: entry, top: y, offset: offset)
      }
    }
    return nil
  }

  /// The entries that touch a range of px from the first one's upper edge. Rows are often as high as those beside them: where these
  /// are lower than most, more are taken.
  func entries(from top: Double, to bottom: Double) -> Range<Int> {
    let (section, row) = guess
    var y = 0.0
    var first = count
    var end = count
    var (sum, measured) = (0.0, 0.0)
    for number in 0..<count {
      if y > bottom {
        end = number
        break
      }
      var distance = distances[number]
      if distance.isNaN {
        distance = rows.entries[number].isSectionView ? section : row
        if measured > 0 { distance = min(distance, max(1, sum / measured)) }
      } else if first < count {
        sum += distance
        measured += 1
      }
      y += distance
      if y >= top, first == count { first = number }
    }
    return min(first, end)..<end
  }

  /// The entries that must be in the tree for a table of a height, those to put there where one is missing, and the section view
  /// before both, which hosts keep at the upper edge.
  func wanted(height: Double) -> (least: Range<Int>, whole: Range<Int>, header: Int?) {
    // Data may have become shorter than the table was scrolled.
    let top = max(0, min(offset - start, distance(0..<count) - height))
    let whole = entries(from: top - 2 * height, to: top + 3 * height)
    return (
      entries(from: top - height, to: top + 2 * height), whole,
      rows.entries[..<whole.lowerBound].lastIndex { $0.isSectionView }
    )
  }
}
