/// CSS Grid 2, 8.5: the grid item placement algorithm.
///
/// It works on a major axis, along which the automatic placement moves on (rows for `grid-auto-flow: row`), and a minor
/// one, so that both flows are one code.
struct GridPlacement {
  /// An item's place; lines count from the implicit grid's start.
  struct Place: Hashable {
    var major: GridSpan
    var minor: GridSpan
  }

  /// What an item asks for.
  struct Request {
    var major: GridAxisPlacement
    var minor: GridAxisPlacement
  }

  /// By item.
  private(set) var places: [Place]
  /// Implicit tracks before the explicit grid.
  private(set) var majorOffset: Int32 = 0
  private(set) var minorOffset: Int32 = 0
  /// All tracks, implicit and explicit.
  private(set) var majorCount: Int32
  private(set) var minorCount: Int32

  private var cells = GridOccupancy()

  /// Places items in order-modified document order.
  ///
  /// - Parameters:
  ///   - requests: by item.
  ///   - majorCount: the explicit grid's tracks in the major axis.
  ///   - minorCount: likewise in the minor axis.
  ///   - isDense: `grid-auto-flow: dense`.
  init(_ requests: [Request], explicitMajor majorCount: Int32, explicitMinor minorCount: Int32, isDense: Bool) {
    places = []
    self.majorCount = majorCount
    self.minorCount = minorCount
    let unplaced = GridSpan(start: -1, end: -1)
    places = [Place](repeating: Place(major: unplaced, minor: unplaced), count: requests.count)

    shiftImplicitStart(requests)
    placeDefiniteItems(requests)
    placeItemsLockedToMajor(requests, isDense: isDense)
    growMinorForAutomaticItems(requests)
    placeRemainingItems(requests, isDense: isDense)
  }

  /// The implicit grid begins at the least line that an item names.
  private mutating func shiftImplicitStart(_ requests: [Request]) {
    for request in requests {
      if case .definite(let span) = request.major { majorOffset = max(majorOffset, -span.start) }
      if case .definite(let span) = request.minor { minorOffset = max(minorOffset, -span.start) }
    }
    majorCount += majorOffset
    minorCount += minorOffset
    for request in requests {
      if case .definite(let span) = request.major { majorCount = max(majorCount, span.end + majorOffset) }
      if case .definite(let span) = request.minor { minorCount = max(minorCount, span.end + minorOffset) }
    }
  }

  private func shifted(_ placement: GridAxisPlacement, by offset: Int32) -> GridSpan? {
    guard case .definite(let span) = placement else { return nil }
    return GridSpan(start: span.start + offset, end: span.end + offset)
  }

  private func spanLength(_ placement: GridAxisPlacement) -> Int32 {
    switch placement {
    case .definite(let span): span.length
    case .automatic(let length): length
    }
  }

  private mutating func place(_ item: Int, major: GridSpan, minor: GridSpan) {
    places[item] = Place(major: major, minor: minor)
    majorCount = max(majorCount, major.end)
    minorCount = max(minorCount, minor.end)
    cells.occupy(major: major, minor: minor)
  }

  /// A place in one axis and a length in the other.
  private struct Shape: Hashable {
    var span: GridSpan
    var length: Int32
  }

  /// Step 1: position anything that is not auto-positioned.
  private mutating func placeDefiniteItems(_ requests: [Request]) {
    for (item, request) in requests.enumerated() {
      guard let major = shifted(request.major, by: majorOffset), let minor = shifted(request.minor, by: minorOffset)
      else { continue }
      place(item, major: major, minor: minor)
    }
  }

  /// Step 2: process the items locked to a given row.
  private mutating func placeItemsLockedToMajor(_ requests: [Request], isDense: Bool) {
    var cursors: [Int32: Int32] = [:]
    // OPTIMIZATION: cells only fill up, so that dense packing looks from the last area of one shape on.
    var lastOfShape: [Shape: Int32] = [:]
    for (item, request) in requests.enumerated() {
      guard let major = shifted(request.major, by: majorOffset), case .automatic(let length) = request.minor
      else { continue }
      let shape = Shape(span: major, length: length)
      let start = cells.firstFreeMinor(
        major: major, length: length, from: (isDense ? lastOfShape[shape] : cursors[major.start]) ?? 0)
      place(item, major: major, minor: GridSpan(start: start, end: start + length))
      if isDense { lastOfShape[shape] = start } else { cursors[major.start] = start + length }
    }
  }

  /// Step 3: determine the columns in the implicit grid.
  private mutating func growMinorForAutomaticItems(_ requests: [Request]) {
    for request in requests {
      if case .automatic(let length) = request.minor { minorCount = max(minorCount, length) }
    }
  }

  /// Step 4: position the remaining grid items.
  private mutating func placeRemainingItems(_ requests: [Request], isDense: Bool) {
    var cursorMajor: Int32 = 0
    var cursorMinor: Int32 = 0
    // OPTIMIZATION: cells only fill up, so that dense packing looks for an area of one shape from the last such on.
    var lastOfShape: [GridSpan: (major: Int32, minor: Int32)] = [:]
    var lastInMinor: [Shape: Int32] = [:]
    for (item, request) in requests.enumerated() {
      guard case .automatic(let majorLength) = request.major else { continue }
      if let minor = shifted(request.minor, by: minorOffset) {
        // Its column is given.
        let shape = Shape(span: minor, length: majorLength)
        if isDense {
          cursorMajor = lastInMinor[shape] ?? 0
        } else if minor.start < cursorMinor {
          cursorMajor += 1
        }
        cursorMinor = minor.start
        while cursorMajor + majorLength < GridSpan.trackLimit,
          cells.isOccupied(major: GridSpan(start: cursorMajor, end: cursorMajor + majorLength), minor: minor)
        {
          cursorMajor = min(cells.nextChange(after: cursorMajor), GridSpan.trackLimit - majorLength)
        }
        if isDense { lastInMinor[shape] = cursorMajor }
        place(item, major: GridSpan(start: cursorMajor, end: cursorMajor + majorLength), minor: minor)
        continue
      }
      // Neither is given.
      let minorLength = spanLength(request.minor)
      let shape = GridSpan(start: majorLength, end: minorLength)
      if isDense { (cursorMajor, cursorMinor) = lastOfShape[shape] ?? (0, 0) }
      while true {
        let major = GridSpan(start: cursorMajor, end: cursorMajor + majorLength)
        let start = cells.firstFreeMinor(major: major, length: minorLength, from: cursorMinor)
        if start + minorLength <= minorCount {
          cursorMinor = start
          break
        }
        if cursorMajor + majorLength >= GridSpan.trackLimit {
          cursorMinor = 0
          break
        }
        // From the line's start on, as long as the lines are taken alike, the next ones leave no more room.
        cursorMajor =
          cursorMinor > 0
          ? cursorMajor + 1 : min(cells.nextChange(after: cursorMajor), GridSpan.trackLimit - majorLength)
        cursorMinor = 0
      }
      if isDense { lastOfShape[shape] = (cursorMajor, cursorMinor) }
      place(
        item, major: GridSpan(start: cursorMajor, end: cursorMajor + majorLength),
        minor: GridSpan(start: cursorMinor, end: cursorMinor + minorLength))
    }
  }
}

/// Which cells of a grid are taken: a row of bits for each run of major tracks that are taken alike, so that long spans
/// cost no more than short ones.
private struct GridOccupancy {
  /// A run of tracks, up to the next one's start or its own end.
  private struct Run {
    var end: Int32
    var bits: [UInt64] = []
  }

  /// One after another from track 0 on.
  private var runs: [Run] = []

  mutating func occupy(major: GridSpan, minor: GridSpan) {
    let words = (Int(minor.end) + 63) / 64
    let first = split(at: major.start)
    let last = split(at: major.end)
    for run in first..<last {
      if runs[run].bits.count < words {
        runs[run].bits.append(contentsOf: repeatElement(0, count: words - runs[run].bits.count))
      }
      for word in Int(minor.start) / 64..<words { runs[run].bits[word] |= Self.mask(minor, word: word) }
    }
  }

  /// The run that begins with a track, after the run around it is parted there.
  private mutating func split(at track: Int32) -> Int {
    let run = run(at: track)
    guard run < runs.count else {
      if track > runs.last?.end ?? 0 { runs.append(Run(end: track)) }
      return runs.count
    }
    if track == (run > 0 ? runs[run - 1].end : 0) { return run }
    runs.insert(Run(end: track, bits: runs[run].bits), at: run)
    return run + 1
  }

  /// The run that holds a track, by bisection; their number beyond all.
  private func run(at track: Int32) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= track { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The next track that is taken otherwise than a track.
  func nextChange(after track: Int32) -> Int32 {
    let run = run(at: track)
    return run < runs.count ? runs[run].end : track + 1
  }

  func isOccupied(major: GridSpan, minor: GridSpan) -> Bool {
    lastOccupiedMinor(major: major, minor: minor) >= 0
  }

  /// The first minor line from `from` on where an area of `length` tracks is free.
  func firstFreeMinor(major: GridSpan, length: Int32, from: Int32) -> Int32 {
    var start = from
    while true {
      let last = lastOccupiedMinor(major: major, minor: GridSpan(start: start, end: start + length))
      if last < 0 { return start }
      start = last + 1
    }
  }

  /// The last minor track of an area that is taken, or -1.
  private func lastOccupiedMinor(major: GridSpan, minor: GridSpan) -> Int32 {
    var last: Int32 = -1
    var run = run(at: major.start)
    var start = major.start
    while run < runs.count, start < major.end {
      let words = min((Int(minor.end) + 63) / 64, runs[run].bits.count)
      var word = words - 1
      while word >= Int(minor.start) / 64 {
        let bits = runs[run].bits[word] & Self.mask(minor, word: word)
        if bits != 0 {
          last = max(last, Int32(word * 64 + 63 - bits.leadingZeroBitCount))
          break
        }
        word -= 1
      }
      start = runs[run].end
      run += 1
    }
    return last
  }

  /// The bits of a span in one word of a line.
  private static func mask(_ span: GridSpan, word: Int) -> UInt64 {
    let low = max(0, Int(span.start) - word * 64)
    let high = min(64, Int(span.end) - word * 64)
    guard low < high else { return 0 }
    let width = high - low
    return (width == 64 ? UInt64.max : (1 << UInt64(width)) - 1) << UInt64(low)
  }
}
