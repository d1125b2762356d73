import CSSValues

/// The explicit grid in one axis: tracks with repeats written out, and the names of lines (CSS Grid 2, 7).
struct GridTemplateAxis {
  /// The tracks' sizing functions.
  var tracks: [TrackSize] = []
  /// The lines, from 0 to the number of tracks, that bear a name; ascending.
  var linesByName: [String: [Int32]] = [:]
  /// The tracks that `repeat(auto-fill)` or `repeat(auto-fit)` made.
  var automaticRepeat = 0..<0
  /// Whether the automatic repeat is `auto-fit`: its empty tracks collapse.
  var collapsesEmptyRepeats = false
  /// The tracks of the explicit grid: those of the template, or more where areas reach further.
  var explicitCount: Int32 = 0

  /// The sizes that the number of automatic repeats follows from, in px, all of the content box.
  struct RepeatSpace {
    /// The definite size, or the definite maximum where the size is indefinite; indefinite where neither is.
    var available: Double
    /// The definite minimum; indefinite where there is none.
    var minimum: Double
    /// The gap between tracks.
    var gap: Double
  }

  /// How large the grid may be.
  let limits: GridLimits
  /// Whether the lines are those of the grid around.
  var isSubgrid = false
  /// The areas of the grid around, of a subgrid; they may reach out of it.
  var givenAreas: [String: GridSpan] = [:]

  /// Writes a template out.
  init(
    _ template: GridTemplate, areas: GridTemplateAreas, axis: GridAxis, space: RepeatSpace,
    limits: GridLimits = GridLimits()
  ) {
    self.limits = limits
    if case .tracks(let items) = template {
      let repeats = automaticRepeatCount(items, space)
      append(items, automaticRepeats: repeats)
    }
    explicitCount = Int32(tracks.count)
    addAreas(areas, axis: axis)
  }

  private mutating func append(_ items: [TrackListItem], automaticRepeats: Int) {
    for item in items {
      // A template cannot have more tracks than lines may be named.
      guard tracks.count < Int(limits.lines) else { return }
      switch item {
      case .track(let size): tracks.append(size)
      case .lineNames(let names): name(Int32(tracks.count), names)
      case .repeat(.count(let count), let repeated):
        for _ in 0..<max(1, min(count, limits.lines)) {
          guard tracks.count < Int(limits.lines) else { return }
          append(repeated, automaticRepeats: 1)
        }
      case .repeat(let count, let repeated):
        let first = tracks.count
        for _ in 0..<automaticRepeats { append(repeated, automaticRepeats: 1) }
        automaticRepeat = first..<tracks.count
        collapsesEmptyRepeats = count == .autoFit
      }
    }
  }

  private mutating func name(_ line: Int32, _ names: [String]) {
    for name in names {
      var lines = linesByName[name] ?? []
      if lines.last != line {
        lines.append(line)
        linesByName[name] = lines
      }
    }
  }

  /// CSS Grid 2, 7.3.2: an area names the lines around it.
  private mutating func addAreas(_ areas: GridTemplateAreas, axis: GridAxis) {
    guard !areas.areas.isEmpty || areas.rowCount > 0 else { return }
    explicitCount = max(explicitCount, axis == .columns ? areas.columnCount : areas.rowCount)
    explicitCount = min(explicitCount, limits.lines)
    for area in areas.areas {
      let start = axis == .columns ? area.columnStart : area.rowStart
      let end = axis == .columns ? area.columnEnd : area.rowEnd
      insert(start, area.name + "-start")
      insert(end, area.name + "-end")
    }
  }

  /// Gives a line a name.
  mutating func insert(_ line: Int32, _ name: String) {
    var lines = linesByName[name] ?? []
    let index = lines.firstIndex { $0 >= line } ?? lines.count
    if index == lines.count || lines[index] != line { lines.insert(line, at: index) }
    linesByName[name] = lines
  }

  /// CSS Grid 2, 7.2.3.2: how many times `repeat(auto-fill)` or `repeat(auto-fit)` repeats its tracks.
  private func automaticRepeatCount(_ items: [TrackListItem], _ space: RepeatSpace) -> Int {
    var fixed = 0.0
    var fixedTracks = 0
    var repeated = 0.0
    var repeatedTracks = 0
    // Nothing is written beyond as many tracks.
    for item in items where fixedTracks < Int(limits.lines) {
      switch item {
      case .track(let size):
        fixed += Self.repeatLength(size, space)
        fixedTracks += 1
      case .lineNames: break
      case .repeat(let count, let inner):
        for case .track(let size) in inner {
          // A track of the repeat is floored to a px, so that the division has an end.
          switch count {
          case .count(let count):
            fixed += Double(count) * Self.repeatLength(size, space)
            fixedTracks += Int(count)
          case .autoFill, .autoFit:
            repeated += max(1, Self.repeatLength(size, space))
            repeatedTracks += 1
          }
        }
      }
    }
    guard repeatedTracks > 0 else { return 1 }
    let cost = repeated + Double(repeatedTracks) * space.gap
    let others = fixed + Double(fixedTracks) * space.gap
    let limit = Double(max(1, Int(limits.automatic) / repeatedTracks))
    guard cost > 0 else { return 1 }
    if space.available.isFinite {
      // The last track has no gap after it.
      return Int(min(limit, max(1, ((space.available + space.gap - others) / cost).rounded(.down))))
    }
    if space.minimum.isFinite {
      return Int(min(limit, max(1, ((space.minimum + space.gap - others) / cost).rounded(.up))))
    }
    return 1
  }

  /// The definite length that a track counts for in an automatic repeat.
  private static func repeatLength(_ size: TrackSize, _ space: RepeatSpace) -> Double {
    func definite(_ breadth: TrackBreadth) -> Double? {
      guard case .value(let value) = breadth else { return nil }
      if value.hasPercentage && !space.available.isFinite { return nil }
      return max(0, value.resolve(space.available))
    }
    switch size {
    case .breadth(let breadth): return definite(breadth) ?? 0
    case .minmax(let low, let high):
      let least = definite(low)
      guard let most = definite(high) else { return least ?? 0 }
      return max(most, least ?? 0)
    case .fitContent: return 0
    }
  }
}
