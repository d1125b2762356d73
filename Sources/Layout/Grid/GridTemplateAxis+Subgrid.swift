import CSSValues

extension GridTemplateAxis {
  /// CSS Grid 2, 9: the lines of a subgrid bear the names of the grid around, those of its areas, and its own.
  init(
    subgrid template: GridTemplate, _ lines: SubgridLines, areas: GridTemplateAreas, axis: GridAxis, limits: GridLimits
  ) {
    self.limits = limits
    explicitCount = lines.count
    linesByName = lines.names
    for (name, area) in lines.areas {
      // An area that reaches out of the subgrid begins or ends at its edge.
      insert(max(0, area.start), name + "-start")
      insert(min(lines.count, area.end), name + "-end")
    }
    if case .subgrid(let items) = template { addNames(items, lines.count + 1) }
    for area in areas.areas {
      let start = axis == .columns ? area.columnStart : area.rowStart
      let end = axis == .columns ? area.columnEnd : area.rowEnd
      guard start < lines.count else { continue }
      insert(start, area.name + "-start")
      insert(min(lines.count, end), area.name + "-end")
    }
    givenAreas = lines.areas
    isSubgrid = true
  }

  /// The names that `subgrid` itself gives to its lines; those for more lines than there are name none.
  private mutating func addNames(_ items: [TrackListItem], _ lineCount: Int32) {
    var fixed = 0
    var repeated = 0
    for item in items {
      switch item {
      case .lineNames: fixed += 1
      case .track: break
      case .repeat(.count(let count), let names):
        fixed += Int(max(1, min(count, lineCount))) * names.count
      case .repeat(_, let names): repeated = names.count
      }
    }
    let repeats = repeated > 0 ? max(0, (Int(lineCount) - fixed) / repeated) : 0
    var line: Int32 = 0
    func add(_ item: TrackListItem, to axis: inout GridTemplateAxis) {
      guard line < lineCount, case .lineNames(let names) = item else { return }
      for name in names { axis.insert(line, name) }
      line += 1
    }
    for item in items {
      guard line < lineCount else { return }
      switch item {
      case .track: break
      case .lineNames: add(item, to: &self)
      case .repeat(let count, let names):
        var times = repeats
        if case .count(let number) = count { times = Int(max(1, min(number, lineCount))) }
        for _ in 0..<times {
          for name in names { add(name, to: &self) }
        }
      }
    }
  }

  /// What a subgrid over a span of this axis's lines is given of them; the span counts from the explicit grid's first line.
  func lines(of span: GridSpan, areas: GridTemplateAreas, axis: GridAxis) -> SubgridLines {
    var result = SubgridLines(count: span.length)
    for (name, lines) in linesByName {
      let inside = lines.filter { $0 >= span.start && $0 <= span.end }
      if !inside.isEmpty { result.names[name] = inside.map { $0 - span.start } }
    }
    func add(_ name: String, _ area: GridSpan) {
      guard area.start < span.end, area.end > span.start else { return }
      result.areas[name] = GridSpan(start: area.start - span.start, end: area.end - span.start)
    }
    for (name, area) in givenAreas { add(name, area) }
    for area in areas.areas {
      add(
        area.name,
        axis == .columns
          ? GridSpan(start: area.columnStart, end: area.columnEnd) : GridSpan(start: area.rowStart, end: area.rowEnd))
    }
    return result
  }

  /// A place in a subgrid, whose items stay within its lines.
  func clamped(_ placement: GridAxisPlacement) -> GridAxisPlacement {
    guard isSubgrid else { return placement }
    switch placement {
    case .definite(let span): return .definite(clamped(span))
    case .automatic(let length): return .automatic(span: min(length, explicitCount))
    }
  }

  /// Tracks in a subgrid likewise.
  func clamped(_ span: GridSpan) -> GridSpan {
    guard isSubgrid else { return span }
    let start = max(0, min(span.start, explicitCount - 1))
    return GridSpan(start: start, end: max(start + 1, min(span.end, explicitCount)))
  }
}
