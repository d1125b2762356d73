import CSSValues

extension GridLayout {
  /// 8: the in-flow children become items with their spans of columns and rows.
  mutating func placeItems() {
    items.removeAll(keepingCapacity: true)
    var children: [BoxIndex] = []
    var child = engine.boxes[Int(box)].firstChild
    var isOrdered = true
    while child >= 0 {
      if !engine.flags(child).contains(.outOfFlow) {
        children.append(child)
        if engine.style(child).pointee.order != 0 { isOrdered = false }
      }
      child = engine.boxes[Int(child)].nextSibling
    }
    if !isOrdered {
      let orders = children.map { engine.style($0).pointee.order }
      children = children.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { children[$0] }
    }

    let isColumnFlow = grid.autoFlow.isColumn
    let requests = children.map { child in
      var placement = placement(of: child)
      placement.columns = columnTemplate.clamped(placement.columns)
      placement.rows = rowTemplate.clamped(placement.rows)
      return isColumnFlow
        ? GridPlacement.Request(major: placement.columns, minor: placement.rows)
        : GridPlacement.Request(major: placement.rows, minor: placement.columns)
    }
    let result = GridPlacement(
      requests, explicitMajor: isColumnFlow ? columnTemplate.explicitCount : rowTemplate.explicitCount,
      explicitMinor: isColumnFlow ? rowTemplate.explicitCount : columnTemplate.explicitCount,
      isDense: grid.autoFlow.isDense)
    columnCount = isColumnFlow ? result.majorCount : result.minorCount
    rowCount = isColumnFlow ? result.minorCount : result.majorCount
    columnOffset = isColumnFlow ? result.majorOffset : result.minorOffset
    rowOffset = isColumnFlow ? result.minorOffset : result.majorOffset
    // A subgrid has no implicit tracks: what is beyond its last is in it.
    if columnTemplate.isSubgrid { columnCount = columnTemplate.explicitCount }
    if rowTemplate.isSubgrid { rowCount = rowTemplate.explicitCount }
    items.reserveCapacity(children.count)
    for (index, child) in children.enumerated() {
      let place = result.places[index]
      let childStyle = engine.style(child)
      var item = GridItem(
        box: child, style: UnsafePointer(childStyle),
        columns: columnTemplate.clamped(isColumnFlow ? place.major : place.minor),
        rows: rowTemplate.clamped(isColumnFlow ? place.minor : place.major), justify: childStyle.pointee.justifySelf,
        align: childStyle.pointee.alignSelf)
      if item.justify.alignment == .auto { item.justify = style.pointee.justifyItems }
      if item.justify.alignment == .auto { item.justify = AlignmentValue(.normal) }
      if item.align.alignment == .auto { item.align = style.pointee.alignItems }
      if item.align.alignment == .auto { item.align = AlignmentValue(.normal) }
      item.subgridAxes = engine.subgridAxes(child)
      if !item.subgridAxes.isEmpty { prepareSubgrid(&item) }
      items.append(item)
    }
  }

  /// An element's placement properties; anonymous items are placed automatically.
  func placement(of child: BoxIndex) -> (columns: GridAxisPlacement, rows: GridAxisPlacement) {
    let flags = engine.flags(child)
    if flags.contains(.anonymous) { return (.automatic(span: 1), .automatic(span: 1)) }
    let own = engine.computed[Int(engine.style(child).pointee.computed)].grid
    return (
      columnTemplate.placement(start: own.columnStart, end: own.columnEnd),
      rowTemplate.placement(start: own.rowStart, end: own.rowEnd)
    )
  }
}
