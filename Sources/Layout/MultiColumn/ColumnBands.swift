import CSSValues

/// What is side by side in columns: the rows of tables and grids, the lines of flex items, and each item of a column of them.
/// Breaks are between two such bands, and within what may be broken in one (CSS Fragmentation 3, 4.1).
struct ColumnBands {
  /// A box of a band.
  struct Member {
    var box: BoxIndex
    /// The border box's upper edge, from the band's. px.
    var offset: Double
    /// The border box's height where nothing is broken. px.
    var height: Double
    /// Whether the band grows where the box becomes higher by breaks in it.
    var grows: Bool
  }

  /// Where a band is.
  struct Place {
    /// The upper edge in the container's border box. px.
    var top: Double
    /// What breaks in its boxes add to the height. px.
    var growth: Double
  }

  private let engine: LayoutEngine
  private let flow: ColumnFlow
  /// How far what follows is moved. px.
  private(set) var shift = 0.0
  /// Where the band before ends.
  private var lastEnd = Double.indefinite
  private var endsColumn = false

  /// The bands of a container that is broken at the ends of columns; `nil` where it is not.
  init?(_ engine: LayoutEngine) {
    guard let flow = engine.columnFlow else { return nil }
    self.engine = engine
    self.flow = flow
  }

  /// Places the next band.
  ///
  /// - Parameters:
  ///   - nominal: its upper edge where nothing before is moved.
  ///   - height: its height where nothing is broken.
  ///   - rules: how the band as a whole is broken off.
  ///   - layout: measures a box of the band at an upper edge of its border box, or out of columns where that is indefinite.
  mutating func place(
    top nominal: Double, height: Double, rules: BreakRules, _ members: [Member],
    layout: (Int, Double) -> LayoutOutput
  ) -> Place {
    var rules = rules
    for member in members { rules.formUnion(engine.breakRules(member.box).intersection([.before, .after])) }
    var top = nominal + shift
    if lastEnd.isDefinite {
      if endsColumn || rules.contains(.before) {
        top = flow.breakColumn(at: lastEnd)
      } else if top > lastEnd {
        // 5.2: gaps and margins are cut off where a column begins.
        let isAtEnd = flow.isEndOfColumn(lastEnd)
        if isAtEnd || (flow.isBreak(between: lastEnd, and: top) && !flow.isStartOfColumn(top)) {
          top = isAtEnd ? lastEnd : flow.end(ofColumnAt: lastEnd)
        }
      }
    }
    endsColumn = rules.contains(.after)
    let mark = flow.mark
    var attempt = measure(top, height, rules, members, layout)
    if attempt.need > .none, !flow.isStartOfColumn(top) {
      flow.noteShortage(attempt.bottom - attempt.end, at: attempt.end)
      if lastEnd.isDefinite, flow.budget > 0 {
        flow.budget -= 1
        flow.restore(mark)
        top = attempt.end
        attempt = measure(top, height, rules, members, layout)
      } else if !lastEnd.isDefinite {
        // There is no break between a box and what begins it: the container itself moves.
        flow.need = max(flow.need, attempt.need)
      }
    }
    flow.noteViolation(attempt.need, at: attempt.end)
    // What follows a box that sticks out of its column begins in the next.
    lastEnd = attempt.isWhole ? max(top, attempt.end) : top + height + attempt.growth
    shift = lastEnd - nominal - height
    flow.noteContent(end: lastEnd)
    return Place(top: top, growth: attempt.growth)
  }

  /// Places what is below the last band.
  ///
  /// - Parameters:
  ///   - nominal: where the container's border box ends if nothing is moved. px.
  ///   - gap: the gap there, which is cut off where its column ends (5.2). px.
  ///   - edge: the container's lower padding and border, which are not parted from the bands. px.
  mutating func close(at nominal: Double, gap: Double, edge: Double) {
    // A container that is higher may be broken below its bands.
    guard lastEnd.isDefinite, abs(nominal + shift - gap - edge - lastEnd) <= ColumnFlow.slack else { return }
    let end = flow.end(ofColumnAt: lastEnd - 2 * ColumnFlow.slack)
    var bottom = lastEnd + gap
    if flow.isBeyond(bottom + edge, end) {
      let cut = min(gap, bottom + edge - end)
      shift -= cut
      bottom -= cut
    }
    guard edge > 0, flow.isBeyond(bottom + edge, end) else { return }
    flow.noteShortage(bottom + edge - end, at: end)
    flow.noteViolation(.indivisible, at: end)
    shift += end - bottom
  }

  /// What became of a band at a place.
  private struct Attempt {
    var growth = 0.0
    /// What is broken that should be in one column.
    var need = BreakNeed.none
    /// Whether all that reaches beyond the column is unbreakable.
    var isWhole = false
    /// The lower edge of what should not be broken, and the end of its column.
    var bottom = 0.0
    var end = Double.infinity
  }

  private func measure(
    _ top: Double, _ height: Double, _ rules: BreakRules, _ members: [Member], _ layout: (Int, Double) -> LayoutOutput
  ) -> Attempt {
    var attempt = Attempt()
    attempt.end = flow.end(ofColumnAt: top)
    attempt.bottom = top + height
    if rules.contains(.avoidInside), flow.isBeyond(attempt.bottom, attempt.end) { attempt.need = .avoidance }
    var isBroken = false
    var growth = -Double.infinity
    let outerNeed = flow.need
    defer { flow.need = outerNeed }
    for (index, member) in members.enumerated() {
      let isWhole = engine.isWhole(member.box)
      let isKept = isWhole || engine.breakRules(member.box).contains(.avoidInside)
      flow.need = .none
      let place = top + member.offset
      var bottom = place + member.height
      if !isWhole {
        flow.overhang = 0
        let content = layout(index, place).intrinsicBlock
        let overhang = flow.overhang
        if member.grows {
          bottom += max(0, content - max(member.height, layout(index, .indefinite).intrinsicBlock)) - overhang
          growth = max(growth, overhang > 0 ? bottom - top - height : max(0, bottom - top - height))
        }
      } else {
        flow.noteUnbreakable(member.height, at: place)
      }
      let isBeyond = flow.isBeyond(bottom, attempt.end)
      if isBeyond {
        if isWhole { attempt.isWhole = true } else { isBroken = true }
        if isKept || engine.boxes[Int(member.box)].firstChild < 0 {
          flow.noteShortage(bottom - attempt.end, at: attempt.end)
        }
      }
      if isKept && isBeyond || flow.need > .none {
        let own: BreakNeed = !(isKept && isBeyond) ? .none : isWhole ? .indivisible : .avoidance
        attempt.need = max(attempt.need, flow.need, own)
        attempt.bottom = max(attempt.bottom, bottom)
      }
    }
    if isBroken { attempt.isWhole = false }
    if growth.isFinite { attempt.growth = growth }
    return attempt
  }
}
