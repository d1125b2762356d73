import CSSValues

/// How large grids may be (CSS Grid 2, 6.7: overly large grids are clamped).
///
/// DEVIATION: browsers allow ten million lines; nothing that shows needs as many as these.
struct GridLimits: Hashable {
  /// The most lines that a placement may name on either side of the explicit grid's start, and that a template has.
  var lines: Int32 = 10_000
  /// The longest span that an item may ask for.
  var length: Int32 = 20_000

  /// What the grids of a page may ask for together, in tracks, before each may ask for less.
  static let budget = 400_000
  /// What each may ask for however many there are.
  static let least: Int32 = 32
}

extension LayoutEngine {
  /// The limits of the page's grids: where they ask for a great many tracks together, no item spans more than its share.
  var gridLimits: GridLimits {
    if let known = grids.limits { return known }
    let limits = findGridLimits()
    grids.limits = limits
    return limits
  }

  private func findGridLimits() -> GridLimits {
    let limits = GridLimits()
    var total = 0
    var large = 0
    func add(_ tracks: Int) {
      total += tracks
      if tracks > Int(GridLimits.least) { large += 1 }
    }
    // The tracks of grids with subgrids in them, which may all have as many.
    var shared: [BoxIndex: Int] = [:]
    for index in 0..<boxCount where boxes[index].kind == .grid {
      let grid = computed[Int(style(BoxIndex(index)).pointee.computed)].grid
      let own = Self.tracks(grid.templateColumns, limits) + Self.tracks(grid.templateRows, limits)
      add(own)
      var most = 0
      var hasSubgrids = false
      var child = boxes[index].firstChild
      while child >= 0 {
        if !flags(child).contains(.anonymous) {
          let own = computed[Int(style(child).pointee.computed)].grid
          let tracks =
            Self.tracks(own.columnStart, own.columnEnd, limits) + Self.tracks(own.rowStart, own.rowEnd, limits)
          add(tracks)
          most = max(most, tracks)
          if !subgridAxes(child).isEmpty { hasSubgrids = true }
        }
        child = boxes[Int(child)].nextSibling
      }
      if !subgridAxes(BoxIndex(index)).isEmpty, let around = shared[boxes[index].parent] {
        most = max(most, around)
        add(around)
      }
      if hasSubgrids { shared[BoxIndex(index)] = own + most }
    }
    guard total > GridLimits.budget else { return limits }
    let share = Int32(clamping: GridLimits.budget / max(1, large))
    return GridLimits(
      lines: max(GridLimits.least, min(limits.lines, share)), length: max(GridLimits.least, min(limits.length, share)))
  }

  /// The tracks that a template asks for.
  private static func tracks(_ template: GridTemplate, _ limits: GridLimits) -> Int {
    guard case .tracks(let items) = template else { return 0 }
    return min(Int(limits.lines), items.reduce(0) { $0 + tracks($1, limits) })
  }

  private static func tracks(_ item: TrackListItem, _ limits: GridLimits) -> Int {
    switch item {
    case .track: 1
    case .lineNames: 0
    case .repeat(.count(let count), let items):
      min(Int(limits.lines), Int(max(1, min(count, limits.lines))) * items.reduce(0) { $0 + tracks($1, limits) })
    // How often such a repeat is written follows from the container's size.
    case .repeat(_, let items): items.count
    }
  }

  /// The tracks that a placement makes at most.
  private static func tracks(_ start: GridLine, _ end: GridLine, _ limits: GridLimits) -> Int {
    func reach(_ line: GridLine) -> Int {
      switch line {
      case .auto, .named: 1
      case .line(let number, _): min(Int(limits.lines), Int(number.magnitude))
      case .span(let count, _): min(Int(limits.length), Int(max(1, count)))
      }
    }
    return max(reach(start), reach(end))
  }
}
