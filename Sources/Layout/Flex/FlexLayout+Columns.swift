import CSSValues

extension FlexLayout {
  /// In columns, breaks are between the lines of a row and between the items of a column, and in items that may be broken
  /// (CSS Flexbox 1, 10).
  mutating func breakInColumns() {
    guard engine.columnFlow != nil, style.pointee.flexWrap != .wrapReverse, !(isColumn && isMainMirrored) else {
      return
    }
    let added = isColumn ? breakItems() : breakLines()
    guard style.pointee.height.isAuto, !space.isFixedBlock else { return }
    blockSize = max(metrics.insetsBlock, blockSize + added)
    intrinsicBlock = max(metrics.insetsBlock, intrinsicBlock + added)
  }

  /// Each item of a column is a band; lines are beside each other.
  ///
  /// - Returns: how much higher the container becomes.
  private mutating func breakItems() -> Double {
    var added = -Double.infinity
    for line in lines {
      guard var bands = ColumnBands(engine) else { return 0 }
      for index in line.items {
        let item = item(index)
        let nominal = metrics.insetTop + item.pointee.mainOffset
        let member = ColumnBands.Member(
          box: item.pointee.box, offset: 0, height: item.pointee.main, grows: item.pointee.style.pointee.height.isAuto)
        let place = bands.place(top: nominal, height: item.pointee.main, rules: [], [member]) { _, place in
          layoutItem(item, .measure, cross: item.pointee.cross, at: place)
        }
        item.pointee.mainOffset += place.top - nominal
        item.pointee.main += place.growth
        if isCommit { _ = layoutItem(item, .commit, cross: item.pointee.cross, at: place.top) }
      }
      bands.close(at: blockSize, gap: 0, edge: metrics.insetBottom)
      added = max(added, bands.shift)
    }
    return added.isFinite ? added : 0
  }

  /// Each line of a row is a band.
  ///
  /// - Returns: how much higher the container becomes.
  private mutating func breakLines() -> Double {
    guard var bands = ColumnBands(engine) else { return 0 }
    for index in lines.indices {
      let line = lines[index]
      let nominal = metrics.insetTop + line.crossOffset
      let members = line.items.map { index in
        let item = item(index)
        return ColumnBands.Member(
          box: item.pointee.box, offset: item.pointee.crossOffset - line.crossOffset, height: item.pointee.cross,
          grows: item.pointee.style.pointee.height.isAuto)
      }
      let place = bands.place(top: nominal, height: line.cross, rules: [], members) { member, place in
        let item = item(line.start + member)
        return layoutItem(item, .measure, cross: item.pointee.cross, at: place)
      }
      lines[index].crossOffset += place.top - nominal
      lines[index].cross += place.growth
      for index in line.items {
        let item = item(index)
        item.pointee.crossOffset += place.top - nominal
        if item.pointee.stretches { item.pointee.cross += place.growth }
        guard isCommit else { continue }
        _ = layoutItem(item, .commit, cross: item.pointee.cross, at: metrics.insetTop + item.pointee.crossOffset)
      }
    }
    bands.close(at: blockSize, gap: 0, edge: metrics.insetBottom)
    return bands.shift
  }
}
