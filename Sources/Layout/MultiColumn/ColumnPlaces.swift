import CSSValues

/// Where boxes are whose content is in columns: maps what layout placed in one tall column to the page.
struct ColumnPlaces {
  let engine: LayoutEngine
  /// By box: the container in whose columns it is broken, or -1.
  private(set) var containers: [BoxIndex]
  /// By such a box: the left upper corner in the container's border box, as if its columns were one.
  private var corners: [(x: Double, y: Double)]
  /// By such a box: what relative positioning adds. px.
  private var moves: [(x: Double, y: Double)]
  /// By such a box: its rectangle on the page, around all pieces.
  private(set) var rects: [BoxIndex: LayoutRect] = [:]
  /// The containers of the boxes that span their columns.
  private var spanned: [BoxIndex: BoxIndex] = [:]

  init(_ engine: LayoutEngine) {
    self.engine = engine
    containers = [BoxIndex](repeating: .none, count: engine.boxCount)
    corners = [(x: Double, y: Double)](repeating: (0, 0), count: engine.boxCount)
    moves = corners
    for (container, geometry) in engine.state.columnGeometries {
      for box in geometry.spanners.keys { spanned[box] = container }
    }
  }

  /// The pieces of a box on the page, in order; the first one's corner is where its content begins.
  ///
  /// - Parameters:
  ///   - index: the box, after all that it is in.
  ///   - origins: the corners of the boxes before.
  mutating func pieces(of index: Int, _ origins: [(x: Double, y: Double)]) -> [LayoutRect] {
    let box = engine.boxes[index]
    // Anonymous blocks that were not needed are out of the tree.
    guard box.style >= 0 else { return [] }
    let placement = engine.state.placements[index]
    let parent = engine.offsetParent(BoxIndex(index))
    var rect = LayoutRect(x: placement.x, y: placement.y, width: placement.width, height: placement.height)
    let isOutOfFlow = box.flags.contains(.outOfFlow)
    if let container = spanned[BoxIndex(index)],
      let corner = engine.state.columnGeometries[container]?.spanners[BoxIndex(index)]
    {
      rect.x = corner.x
      rect.y = corner.y + engine.state.placements[Int(container)].contentShift
      let outer = containers[Int(container)]
      guard outer >= 0, !isKept(BoxIndex(index)) else {
        let moved = place(rect, inBorderBoxOf: container, origins)
        return [shifted(moved, placement.relativeX, placement.relativeY)]
      }
      let (outerCorner, move) = (corners[Int(container)], moves[Int(container)])
      return self.pieces(of: shifted(rect, outerCorner.x, outerCorner.y), inColumnsOf: outer, origins).map {
        shifted($0, move.x + placement.relativeX, move.y + placement.relativeY)
      }
    }
    guard parent >= 0 else { return [shifted(rect, placement.relativeX, placement.relativeY)] }
    var move = (x: placement.relativeX, y: placement.relativeY)
    let container: BoxIndex
    if !isOutOfFlow, engine.state.columnGeometries[parent] != nil {
      container = parent
    } else if containers[Int(parent)] >= 0 {
      container = containers[Int(parent)]
      rect.x += corners[Int(parent)].x
      rect.y += corners[Int(parent)].y
      if !isOutOfFlow { rect.y += engine.state.placements[Int(parent)].contentShift }
      move.x += moves[Int(parent)].x
      move.y += moves[Int(parent)].y
    } else {
      rect.x += origins[Int(parent)].x
      rect.y += origins[Int(parent)].y
      if !isOutOfFlow { rect.y += engine.state.placements[Int(parent)].contentShift }
      return [shifted(rect, move.x, move.y)]
    }
    if box.kind == .inline || box.kind == .text || isKept(BoxIndex(index)) {
      let isOnLine = box.flags.contains(.inlineLevel)
      return [shifted(place(rect, inColumnsOf: container, isOnLine: isOnLine, origins), move.x, move.y)]
    }
    containers[index] = container
    corners[index] = (rect.x, rect.y)
    moves[index] = move
    let whole =
      box.kind == .tableSection
      ? joined(rows(of: index, at: rect).flatMap { self.pieces(of: $0, inColumnsOf: container, origins) })
      : self.pieces(of: rect, inColumnsOf: container, origins)
    let pieces = whole.map { shifted($0, move.x, move.y) }
    rects[BoxIndex(index)] = Self.union(pieces)
    return pieces
  }

  /// What is on a line of a block container, on the page.
  func place(_ rect: LayoutRect, onLineOf box: Int, _ origins: [(x: Double, y: Double)]) -> LayoutRect {
    let shift = engine.state.placements[box].contentShift
    if engine.state.columnGeometries[BoxIndex(box)] != nil {
      return place(rect, inColumnsOf: BoxIndex(box), isOnLine: true, origins)
    }
    guard containers[box] >= 0 else {
      return LayoutRect(
        x: origins[box].x + rect.x, y: origins[box].y + shift + rect.y, width: rect.width, height: rect.height)
    }
    var rect = rect
    rect.x += corners[box].x
    rect.y += corners[box].y + shift
    let placed = place(rect, inColumnsOf: containers[box], isOnLine: true, origins)
    return shifted(placed, moves[box].x, moves[box].y)
  }

  /// The rectangle around pieces; those without any extent count only where there are no others.
  static func union(_ pieces: [LayoutRect]) -> LayoutRect {
    var result: LayoutRect?
    for piece in pieces where piece.height > 0 {
      result = result?.bounding(piece) ?? piece
    }
    return result ?? pieces.first ?? .zero
  }

  /// The rows of a section with the spacing between them: it ends with the last of them in each column.
  private func rows(of section: Int, at rect: LayoutRect) -> [LayoutRect] {
    let table = engine.style(engine.boxes[section].parent)
    let spacing = table.pointee.borderCollapse == .collapse ? 0 : table.pointee.borderSpacingVertical
    var rows: [LayoutRect] = []
    var row = engine.boxes[section].firstChild
    while row >= 0 {
      let placement = engine.state.placements[Int(row)]
      if engine.boxes[Int(row)].kind == .tableRow {
        if !rows.isEmpty { rows[rows.count - 1].height += spacing }
        rows.append(
          LayoutRect(
            x: rect.x + placement.x, y: rect.y + placement.y, width: placement.width, height: placement.height))
      }
      row = engine.boxes[Int(row)].nextSibling
    }
    return rows.isEmpty ? [rect] : rows
  }

  /// Pieces below each other as one.
  private func joined(_ pieces: [LayoutRect]) -> [LayoutRect] {
    var result: [LayoutRect] = []
    for piece in pieces {
      if let last = result.last, last.x == piece.x, piece.y >= last.y {
        result[result.count - 1] = last.bounding(piece)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  private func isKept(_ box: BoxIndex) -> Bool {
    if engine.isWhole(box) { return true }
    return engine.flags(box).contains(.outsideMarker)
  }

  private func shifted(_ rect: LayoutRect, _ x: Double, _ y: Double) -> LayoutRect {
    LayoutRect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
  }

  /// A whole rectangle of the tall column of a container, on the page.
  private func place(
    _ rect: LayoutRect, inColumnsOf container: BoxIndex, isOnLine: Bool, _ origins: [(x: Double, y: Double)]
  ) -> LayoutRect {
    guard let geometry = engine.state.columnGeometries[container] else { return rect }
    let shift = isOnLine ? geometry.shift(ofLine: rect) : geometry.shift(at: rect.y)
    let moved = shifted(rect, shift.x, shift.y + engine.state.placements[Int(container)].contentShift)
    return place(moved, inBorderBoxOf: container, origins)
  }

  /// A whole rectangle in a container's border box, on the page.
  private func place(
    _ rect: LayoutRect, inBorderBoxOf container: BoxIndex, _ origins: [(x: Double, y: Double)]
  ) -> LayoutRect {
    let outer = containers[Int(container)]
    guard outer >= 0 else { return shifted(rect, origins[Int(container)].x, origins[Int(container)].y) }
    let corner = corners[Int(container)]
    let placed = place(shifted(rect, corner.x, corner.y), inColumnsOf: outer, isOnLine: false, origins)
    return shifted(placed, moves[Int(container)].x, moves[Int(container)].y)
  }

  private func pieces(
    of rect: LayoutRect, inColumnsOf container: BoxIndex, _ origins: [(x: Double, y: Double)]
  ) -> [LayoutRect] {
    guard let geometry = engine.state.columnGeometries[container] else { return [rect] }
    let contentShift = engine.state.placements[Int(container)].contentShift
    let outer = containers[Int(container)]
    return geometry.pieces(of: rect).flatMap { piece -> [LayoutRect] in
      let local = shifted(piece, 0, contentShift)
      guard outer >= 0 else { return [shifted(local, origins[Int(container)].x, origins[Int(container)].y)] }
      let corner = corners[Int(container)]
      let move = moves[Int(container)]
      return pieces(of: shifted(local, corner.x, corner.y), inColumnsOf: outer, origins).map {
        shifted($0, move.x, move.y)
      }
    }
  }
}
