import CSSValues

/// How large grids may be (CSS Grid 2, 6.7: overly large grids are clamped).
///
/// DEVIATION: browsers allow ten million lines; nothing that shows needs as many as these.
struct GridLimits: Hashable {
  /// The most lines that a placement may name on either side of the explicit grid's start, and that a template has.
  var lines: Int32 = 10_000
  /// The longest span that an item may ask for.
  var length: Int32 = 20_000
  /// The most tracks that `repeat(auto-fill)` or `repeat(auto-fit)` makes.
  var automatic: Int32 = 10_000

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
    var limits = GridLimits()
    var total = 0
    var large = 0
    func add(_ tracks: Int) {
      total += tracks
      if tracks > Int(GridLimits.least) { large += 1 }
    }
    // The axes, items and subgrids that have as many tracks as an automatic repeat makes.
    var automatic = 0
    // The tracks of grids with subgrids in them, which may all have as many, and the axes with automatic repeats.
    var shared: [BoxIndex: (tracks: Int, automatic: SubgridAxes)] = [:]
    // OPTIMIZATION: most grids of a page have one style, whose template may be long.
    var templates: [Int32: (columns: Asked, rows: Asked)] = [:]
    for index in 0..<boxCount where boxes[index].kind == .grid {
      let number = style(BoxIndex(index)).pointee.computed
      var (columns, rows) =
        templates[number]
        ?? {
          let grid = computed[Int(number)].grid
          let asked = (Asked(grid.templateColumns, limits), Asked(grid.templateRows, limits))
          templates[number] = asked
          return asked
        }()
      let own = columns.tracks + rows.tracks
      add(own)
      automatic += (columns.isAutomatic ? 1 : 0) + (rows.isAutomatic ? 1 : 0)
      let axes = subgridAxes(BoxIndex(index))
      let around = axes.isEmpty ? nil : shared[boxes[index].parent]
      // What is in a subgrid may reach over all that the grid around gives it.
      if let around {
        add(around.tracks)
        let given = around.automatic.intersection(axes)
        if axes.contains(.columns) { columns = Asked(around.tracks, isAutomatic: given.contains(.columns)) }
        if axes.contains(.rows) { rows = Asked(around.tracks, isAutomatic: given.contains(.rows)) }
        automatic += (given.contains(.columns) ? 1 : 0) + (given.contains(.rows) ? 1 : 0)
      }
      var most = around?.tracks ?? 0
      var hasSubgrids = false
      var child = boxes[index].firstChild
      while child >= 0 {
        if !flags(child).contains(.anonymous) {
          let own = computed[Int(style(child).pointee.computed)].grid
          // Subgrids are counted themselves.
          let isSubgrid = !subgridAxes(child).isEmpty
          let across = (isSubgrid ? Asked() : columns).reach(own.columnStart, own.columnEnd, limits)
          let down = (isSubgrid ? Asked() : rows).reach(own.rowStart, own.rowEnd, limits)
          add(across.tracks + down.tracks)
          automatic += (across.isAutomatic ? 1 : 0) + (down.isAutomatic ? 1 : 0)
          most = max(most, across.tracks + down.tracks)
          if isSubgrid { hasSubgrids = true }
        }
        child = boxes[Int(child)].nextSibling
      }
      if hasSubgrids {
        var axes: SubgridAxes = []
        if columns.isAutomatic { axes.insert(.columns) }
        if rows.isAutomatic { axes.insert(.rows) }
        shared[BoxIndex(index)] = (own + most, axes)
      }
    }
    let share = Int32(clamping: GridLimits.budget / max(1, automatic))
    limits.automatic = max(GridLimits.least, min(limits.automatic, share))
    if total > GridLimits.budget {
      let share = Int32(clamping: GridLimits.budget / max(1, large))
      limits.lines = max(GridLimits.least, min(limits.lines, share))
      limits.length = max(GridLimits.least, min(limits.length, share))
    }
    return limits
  }

  /// The tracks that something asks for.
  private struct Asked {
    var tracks = 0
    /// Whether an automatic repeat is among them: how often it is written follows from the container's size.
    var isAutomatic = false

    init(_ tracks: Int = 0, isAutomatic: Bool = false) {
      self.tracks = tracks
      self.isAutomatic = isAutomatic
    }

    /// The tracks that a template asks for.
    init(_ template: GridTemplate, _ limits: GridLimits) {
      guard case .tracks(let items) = template else { return }
      for item in items where tracks < Int(limits.lines) { add(item, limits) }
      tracks = min(tracks, Int(limits.lines))
    }

    private mutating func add(_ item: TrackListItem, _ limits: GridLimits) {
      switch item {
      case .track: tracks += 1
      case .lineNames: break
      case .repeat(.count(let count), let items):
        var inner = Asked()
        for item in items where inner.tracks < Int(limits.lines) { inner.add(item, limits) }
        tracks += min(Int(limits.lines), Int(max(1, min(count, limits.lines))) * inner.tracks)
      case .repeat(_, let items):
        tracks += items.count
        isAutomatic = true
      }
    }

    /// What a placement among these tracks makes at most.
    func reach(_ start: GridLine, _ end: GridLine, _ limits: GridLimits) -> Asked {
      func reach(_ line: GridLine) -> Int {
        switch line {
        case .auto, .named: 1
        case .line(let number, _): min(Int(limits.lines), Int(number.magnitude))
        case .span(let count, _): min(Int(limits.length), Int(max(1, count)))
        }
      }
      let own = max(reach(start), reach(end))
      // From one line to another that counts from the other end, or to one with a name, it may be all tracks.
      guard Self.mayCross(start, end) else { return Asked(own) }
      return Asked(max(own, tracks), isAutomatic: isAutomatic)
    }

    private static func mayCross(_ start: GridLine, _ end: GridLine) -> Bool {
      switch (start, end) {
      case (.auto, _), (_, .auto), (.span, .span): false
      case (.line(let first, nil), .line(let last, nil)): (first < 0) != (last < 0)
      case (.line(_, nil), .span(_, nil)), (.span(_, nil), .line(_, nil)), (.named, .span(_, nil)),
        (.span(_, nil), .named):
        false
      default: true
      }
    }
  }
}
