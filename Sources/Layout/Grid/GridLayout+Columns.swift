import CSSValues

extension GridLayout {
  /// In columns, breaks are between rows, and in items of one row that may be broken (CSS Grid 2, 13).
  mutating func breakInColumns() {
    guard var bands = ColumnBands(engine) else { return }
    var begins = [[Int]](repeating: [], count: rows.count)
    for index in items.indices { begins[Int(items[index].rows.start)].append(index) }
    // By row: how far it is moved, and what breaks in it add to its height.
    var places: [(shift: Double, growth: Double)] = []
    for (row, track) in rows.tracks.enumerated() {
      if track.isCollapsed {
        places.append((bands.shift, 0))
        continue
      }
      let nominal = metrics.insetTop + track.offset
      // Items that span rows are cut.
      let single = begins[row].filter { items[$0].rows.indices.count == 1 }
      let members = single.map {
        ColumnBands.Member(
          box: items[$0].box, offset: items[$0].y - nominal, height: items[$0].height,
          grows: items[$0].style.pointee.height.isAuto)
      }
      let place = bands.place(top: nominal, height: track.base, rules: [], members) { member, place in
        layoutInColumns(items[single[member]], mode: .measure, at: place)
      }
      places.append((place.top - nominal, place.growth))
    }
    bands.close(at: blockSize, gap: 0, edge: metrics.insetBottom)
    for index in items.indices {
      let (first, last) = (Int(items[index].rows.start), Int(items[index].rows.end) - 1)
      items[index].y += places[first].shift
      guard space.isCommit else { continue }
      let growth = places[last].shift + places[last].growth - places[first].shift
      let place = first == last ? items[index].y : .indefinite
      if first == last || growth != 0 {
        let output = layoutInColumns(items[index], mode: .commit, growth: growth, at: place)
        items[index].height = output.height
      }
    }
    guard style.pointee.height.isAuto, !space.isFixedBlock else { return }
    blockSize = max(metrics.insetsBlock, blockSize + bands.shift)
    intrinsicBlock = max(metrics.insetsBlock, intrinsicBlock + bands.shift)
  }

  /// - Parameters:
  ///   - growth: what is added to the item's area.
  ///   - place: the border box's upper edge in the container's; indefinite where the item is not broken.
  private func layoutInColumns(
    _ item: GridItem, mode: ConstraintSpace.Mode, growth: Double = 0, at place: Double
  ) -> LayoutOutput {
    let down = rows.edges(of: item.rows)
    let inner = Self.itemSpace(
      engine, item, width: item.areaWidth, height: max(0, down.end - down.start + growth), mode: mode)
    return place.isDefinite ? engine.layoutInColumns(item.box, inner, at: place) : engine.layout(item.box, inner)
  }
}
