/// The axes of a grid container whose tracks are those of the grid that it is an item of (CSS Grid 2, 9).
struct SubgridAxes: OptionSet, Hashable {
  let rawValue: UInt8
  static let columns = SubgridAxes(rawValue: 1)
  static let rows = SubgridAxes(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ axis: GridAxis) { self = axis == .columns ? .columns : .rows }
}

/// What a subgrid is given by the grid around it.
///
/// A value that is not changed once made: the same one serves all subgrids that are given the same.
final class Subgrid: Hashable {
  let columns: SubgridAxis?
  let rows: SubgridAxis?

  init(columns: SubgridAxis?, rows: SubgridAxis?) {
    self.columns = columns
    self.rows = rows
  }

  func axis(_ axis: GridAxis) -> SubgridAxis? { axis == .columns ? columns : rows }

  static func == (left: Subgrid, right: Subgrid) -> Bool { left.columns == right.columns && left.rows == right.rows }

  func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(rows)
  }
}

/// What a subgrid is given in one of its axes, in its own direction.
struct SubgridAxis: Hashable {
  /// The lines of the grid around that the subgrid spans.
  var lines: SubgridLines
  /// The tracks between them, once they have been sized.
  var tracks: SubgridTracks?
}

/// The lines of a subgrid, which has no implicit ones.
struct SubgridLines: Hashable {
  /// The tracks between the lines.
  var count: Int32
  /// The lines that bear a name in the grid around, from 0 to `count`; ascending.
  var names: [String: [Int32]] = [:]
  /// The named areas of the grid around that the subgrid touches; they may reach out of it.
  var areas: [String: GridSpan] = [:]

  /// The lines as a subgrid of the other direction counts them.
  var mirrored: SubgridLines {
    var result = SubgridLines(count: count)
    result.names = names.mapValues { lines in lines.reversed().map { count - $0 } }
    result.areas = areas.mapValues { GridSpan(start: count - $0.end, end: count - $0.start) }
    return result
  }
}

/// The tracks of a subgrid where the grid around has put them. Lengths are px from the start of the subgrid's content box.
struct SubgridTracks: Hashable {
  var offsets: [Double] = []
  /// Negative where the subgrid's edges and gaps leave a track less than nothing: an area over it is so much smaller.
  var sizes: [Double] = []
  var isCollapsed: [Bool] = []
  /// The subgrid's own gap.
  var gap: Double
  /// By track: the first baseline that the items which begin in it share, from its start; `-infinity` where none do.
  var firstBaselines: [Double] = []
  /// By track: how far below the last baseline the items which end in it share reach; `-infinity` where none do.
  var lastBaselines: [Double] = []

  /// The tracks as a subgrid of the other direction counts them in a content box of a size; without baselines, which only rows
  /// have.
  func mirrored(in size: Double) -> SubgridTracks {
    var result = SubgridTracks(gap: gap)
    for index in offsets.indices.reversed() {
      result.offsets.append(size - offsets[index] - sizes[index])
      result.sizes.append(sizes[index])
      result.isCollapsed.append(isCollapsed[index])
    }
    return result
  }

  /// The tracks as the subgrid's layout has them.
  var gridTracks: GridTracks {
    var result = GridTracks()
    result.gap = gap
    for index in offsets.indices {
      var track = GridTrack(minimum: .fixed(sizes[index]), maximum: .fixed(sizes[index]))
      track.base = sizes[index]
      track.offset = offsets[index]
      track.isCollapsed = isCollapsed[index]
      result.tracks.append(track)
    }
    return result
  }
}

/// The subgrids of an engine: what each was given, by a number that constraint spaces hold.
struct SubgridTable {
  private var subgrids: [Subgrid] = []
  private var numbers: [Subgrid: Int32] = [:]
  /// The lines that each box was given last: its intrinsic sizes follow from them.
  private var linesOfBoxes: [BoxIndex: Int32] = [:]

  /// What a number stands for; `nil` for 0.
  subscript(number: Int32) -> Subgrid? { number > 0 ? subgrids[Int(number) - 1] : nil }

  /// The number of what a subgrid is given, from 1.
  mutating func number(of subgrid: Subgrid) -> Int32 {
    if let known = numbers[subgrid] { return known }
    subgrids.append(subgrid)
    let number = Int32(subgrids.count)
    numbers[subgrid] = number
    return number
  }

  /// Notes the lines of a box.
  ///
  /// - Returns: whether it had others before.
  mutating func note(_ number: Int32, of box: BoxIndex) -> Bool {
    linesOfBoxes.updateValue(number, forKey: box) != number
  }

  /// The number of the lines that a box was given last, 0 for none.
  func lines(of box: BoxIndex) -> Int32 { linesOfBoxes[box] ?? 0 }
}

extension LayoutEngine {
  /// The axes in which a box is a subgrid: it is a grid item in flow, and establishes no formatting context of its own.
  @inline(__always)
  func subgridAxes(_ box: BoxIndex) -> SubgridAxes {
    let axes = style(box).pointee.subgridAxes
    return axes.isEmpty ? [] : usedSubgridAxes(box, axes)
  }

  private func usedSubgridAxes(_ box: BoxIndex, _ axes: SubgridAxes) -> SubgridAxes {
    let parent = boxes[Int(box)].parent
    guard boxes[Int(box)].kind == .grid, parent >= 0, boxes[Int(parent)].kind == .grid,
      !flags(box).contains(.outOfFlow)
    else { return [] }
    return axes
  }
}
