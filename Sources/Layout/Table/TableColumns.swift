import CSSValues

/// The widths of a table's columns (CSS Tables 3, 4 and 5; CSS 2.2, 17.5.2).
struct TableColumns {
  /// What the cells of a column ask for. px; percent of the grid's width.
  struct Column {
    var minimum = 0.0
    var maximum = 0.0
    var percentage = 0.0
    /// What a fixed table adds to a percentage: the border and padding of a cell whose width is its content's. px.
    var percentageEdges = 0.0
    /// A cell or column gives a width in px.
    var isConstrained = false
    var hasPercentage = false
    /// A cell that spans no other column is in it.
    var isUsed = false
  }

  var columns: [Column]
  /// What the table must hold beside its columns: spacing between and around them. px.
  var spacing: Double
  let isFixed: Bool
  let units: LayoutUnits

  /// The width that stands for as wide as may be; px.
  static let unlimited = 1_000_000.0

  /// The grid's intrinsic widths without the table's border and padding.
  ///
  /// - Parameter countsPercentages: whether percentages make the grid so wide that columns have what they would like.
  func intrinsicSizes(countsPercentages: Bool) -> MinMaxSizes {
    var sizes = MinMaxSizes(0, 0)
    var percentage = 0.0
    var plain = 0.0
    var fromPercentages = 0.0
    for column in columns {
      sizes.minimum += column.minimum
      sizes.maximum += max(column.maximum, column.minimum)
      if column.hasPercentage, column.percentage > 0 {
        percentage += column.percentage
        fromPercentages = max(fromPercentages, column.maximum * 100 / column.percentage)
      } else {
        plain += column.maximum
      }
    }
    if percentage > 0, !isFixed, countsPercentages {
      if plain > 0 {
        fromPercentages = max(fromPercentages, percentage >= 100 ? Self.unlimited : plain * 100 / (100 - percentage))
      }
      sizes.maximum = max(sizes.maximum, units.truncated(min(fromPercentages, Self.unlimited)))
    }
    sizes.minimum += spacing
    sizes.maximum = max(sizes.maximum + spacing, sizes.minimum)
    return sizes
  }

  /// Spreads the grid's width, without spacing, over the columns.
  func distribute(_ target: Double) -> [Double] {
    isFixed ? distributeFixed(target) : distributeAuto(target)
  }

  // MARK: Automatic layout

  private func distributeAuto(_ target: Double) -> [Double] {
    func percentageWidth(_ column: Column) -> Double {
      max(column.minimum, units.truncated(column.percentage * target / 100))
    }
    let minimums = columns.map(\.minimum)
    let withPercentages = columns.map { $0.hasPercentage ? percentageWidth($0) : $0.minimum }
    let withFixed = columns.map {
      $0.hasPercentage ? percentageWidth($0) : $0.isConstrained ? max($0.maximum, $0.minimum) : $0.minimum
    }
    let maximums = columns.map { $0.hasPercentage ? percentageWidth($0) : max($0.maximum, $0.minimum) }
    let guesses = [minimums, withPercentages, withFixed, maximums]
    let sums = guesses.map { $0.reduce(0, +) }
    if target <= sums[0] { return minimums }
    for index in 1..<4 where target < sums[index] {
      let low = guesses[index - 1]
      let high = guesses[index]
      let share = (target - sums[index - 1]) / (sums[index] - sums[index - 1])
      return settle(
        zip(low, high).map { $0 + units.truncated(($1 - $0) * share) }, target, where: { high[$0] > low[$0] })
    }
    return grow(maximums, by: target - sums[3], target)
  }

  /// More room than anybody asks for: automatic columns first, then fixed ones, then percentages.
  private func grow(_ widths: [Double], by excess: Double, _ target: Double) -> [Double] {
    var result = widths
    func spread(_ indices: [Int], weight: (Int) -> Double) -> Bool {
      let total = indices.reduce(0) { $0 + weight($1) }
      guard !indices.isEmpty else { return false }
      for index in indices {
        result[index] += units.truncated(total > 0 ? excess * weight(index) / total : excess / Double(indices.count))
      }
      result = settle(result, target, where: { indices.contains($0) })
      return true
    }
    let automatic = columns.indices.filter { !columns[$0].isConstrained && !columns[$0].hasPercentage }
    let filled = automatic.filter { columns[$0].maximum > 0 }
    if spread(filled, weight: { columns[$0].maximum }) { return result }
    if !automatic.isEmpty, automatic.contains(where: { columns[$0].isUsed }) || automatic.count == columns.count {
      _ = spread(automatic, weight: { _ in 1 })
      return result
    }
    let fixed = columns.indices.filter { columns[$0].isConstrained && !columns[$0].hasPercentage }
    if spread(fixed, weight: { columns[$0].maximum }) { return result }
    let percentages = columns.indices.filter { columns[$0].hasPercentage }
    if spread(percentages, weight: { columns[$0].percentage }) { return result }
    _ = spread(Array(columns.indices), weight: { _ in 1 })
    return result
  }

  /// Gives what rounding has left over to the last column that takes part.
  private func settle(_ widths: [Double], _ target: Double, where takesPart: (Int) -> Bool) -> [Double] {
    var result = widths
    let rest = target - widths.reduce(0, +)
    if rest != 0, let last = result.indices.last(where: takesPart) { result[last] += rest }
    return result
  }

  // MARK: Fixed layout

  private func distributeFixed(_ target: Double) -> [Double] {
    var result = [Double](repeating: 0, count: columns.count)
    var used = 0.0
    var automatic: [Int] = []
    for (index, column) in columns.enumerated() {
      if column.hasPercentage {
        result[index] = units.truncated(column.percentage * target / 100) + column.percentageEdges
      } else if column.isConstrained {
        result[index] = column.maximum
      } else {
        automatic.append(index)
      }
      used += result[index]
    }
    let rest = target - used
    guard rest != 0 else { return result }
    if !automatic.isEmpty {
      guard rest > 0 else {
        // Percentages beyond what there is share it, as in browsers; lengths stay.
        let percentages = columns.indices.filter { columns[$0].hasPercentage }
        let asked = percentages.reduce(0) { $0 + result[$1] }
        let room = max(0, target - (used - asked))
        guard asked > room else { return result }
        for index in percentages { result[index] = units.truncated(result[index] * room / asked) }
        return settle(result, target, where: { columns[$0].hasPercentage })
      }
      for index in automatic { result[index] = units.truncated(rest / Double(automatic.count)) }
      return settle(result, target, where: { !columns[$0].hasPercentage && !columns[$0].isConstrained })
    }
    // Every column has a width: they share what is left or missing.
    let weights = result
    if used > 0 {
      let flexible = columns.indices.filter { rest > 0 ? !columns[$0].hasPercentage : columns[$0].hasPercentage }
      let total = flexible.reduce(0) { $0 + weights[$1] }
      if total > 0 {
        for index in flexible {
          result[index] = max(0, weights[index] + units.truncated(rest * weights[index] / total))
        }
      } else if rest > 0 {
        for index in result.indices { result[index] = units.truncated(weights[index] * target / used) }
      }
      if rest > 0 { result = settle(result, target, where: { _ in true }) }
    }
    return result
  }
}

extension LayoutEngine {
  /// Whether a table's columns ignore their content (CSS Tables 3, 3.5.1).
  func isFixedTable(_ table: BoxIndex) -> Bool {
    let style = style(table)
    return style.pointee.tableLayout == .fixed && !style.pointee.width.isAuto && style.pointee.width.kind != .maxContent
  }

  /// What a table's columns ask for.
  func tableColumns(_ table: BoxIndex, _ grid: TableGrid) -> TableColumns {
    let style = style(table)
    let isFixed = isFixedTable(table)
    var result = TableColumns(
      columns: [TableColumns.Column](repeating: TableColumns.Column(), count: grid.columnCount), spacing: 0,
      isFixed: isFixed, units: units)
    if grid.isSpaced {
      let spaced = grid.isSpannedOnly.reduce(0) { $1 ? $0 : $0 + 1 }
      result.spacing = style.pointee.borderSpacingHorizontal * Double(spaced + 1)
    }
    for (index, box) in grid.columnBoxes.enumerated() where index < grid.columnCount {
      applyColumnBox(box, &result.columns[index])
    }
    var spanning: [TableGrid.Cell] = []
    for cell in grid.cells {
      if isFixed && cell.row > 0 { continue }
      if cell.columnSpan == 1 {
        applyCell(cell, isFixed, &result.columns[cell.column])
      } else {
        spanning.append(cell)
      }
    }
    spanning.sort { $0.columnSpan < $1.columnSpan }
    for cell in spanning { applySpanningCell(cell, isFixed, grid, style, &result) }
    if isFixed { return result }
    // CSS Tables 3, 4.1: what goes beyond 100 % in all is cut off.
    var rest = 100.0
    for index in result.columns.indices where result.columns[index].hasPercentage {
      result.columns[index].percentage = min(result.columns[index].percentage, rest)
      rest -= result.columns[index].percentage
    }
    return result
  }

  private func applyColumnBox(_ box: BoxIndex, _ column: inout TableColumns.Column) {
    let style = style(box)
    switch style.pointee.width.kind {
    case .length:
      column.maximum = max(column.maximum, style.pointee.width.value)
      column.isConstrained = true
    case .percentage where style.pointee.width.value > 0:
      column.percentage = max(column.percentage, style.pointee.width.value)
      column.hasPercentage = true
    default: break
    }
    if style.pointee.minWidth.kind == .length {
      column.minimum = max(column.minimum, style.pointee.minWidth.value)
      column.maximum = max(column.maximum, column.minimum)
    }
  }

  /// A cell's contribution: its content's sizes, and its `width` as what it would like.
  private func cellSizes(_ cell: TableGrid.Cell, _ isFixed: Bool) -> TableColumns.Column {
    var result = TableColumns.Column()
    result.isUsed = true
    let style = style(cell.box)
    let metrics = resolveBoxMetrics(cell.box, .indefinite)
    let edges = metrics.insetsInline
    func borderBox(_ value: Double) -> Double {
      style.pointee.boxSizing == .borderBox ? max(value, edges) : value + edges
    }
    if !isFixed {
      let intrinsic = intrinsicSizes(cell.box, .indefinite)
      result.minimum = intrinsic.minimum
      result.maximum = intrinsic.maximum
    } else {
      result.maximum = edges
    }
    if style.pointee.maxWidth.kind == .length {
      // A cell that may not be wider asks for no more, whatever is in it.
      result.minimum = min(result.minimum, borderBox(style.pointee.maxWidth.value))
    }
    if style.pointee.minWidth.kind == .length {
      result.minimum = max(result.minimum, borderBox(style.pointee.minWidth.value))
    }
    switch style.pointee.width.kind {
    case .length:
      result.maximum = max(result.minimum, borderBox(style.pointee.width.value))
      result.isConstrained = true
    case .percentage where !isFixed || style.pointee.width.value > 0:
      result.percentage = style.pointee.width.value
      result.hasPercentage = true
      if isFixed, style.pointee.boxSizing == .contentBox { result.percentageEdges = edges }
    default: break
    }
    if style.pointee.maxWidth.kind == .length {
      let limit = borderBox(style.pointee.maxWidth.value)
      result.maximum = max(result.minimum, min(result.maximum, limit))
    }
    result.maximum = max(result.maximum, result.minimum)
    return result
  }

  private func applyCell(_ cell: TableGrid.Cell, _ isFixed: Bool, _ column: inout TableColumns.Column) {
    let sizes = cellSizes(cell, isFixed)
    column.isUsed = true
    if isFixed {
      // Columns' own widths win over the first row's.
      if column.isConstrained || column.hasPercentage { return }
      column = sizes
      column.minimum = 0
      return
    }
    column.minimum = max(column.minimum, sizes.minimum)
    if sizes.isConstrained, !column.isConstrained {
      column.isConstrained = true
      column.maximum = max(sizes.maximum, column.minimum)
    } else if sizes.isConstrained || !column.isConstrained {
      column.maximum = max(column.maximum, sizes.maximum)
    }
    column.maximum = max(column.maximum, column.minimum)
    if sizes.hasPercentage {
      column.hasPercentage = true
      column.percentage = max(column.percentage, sizes.percentage)
    }
  }

  /// CSS Tables 3, 5.2.1: what a spanning cell asks for beyond its columns is shared among them.
  private func applySpanningCell(
    _ cell: TableGrid.Cell, _ isFixed: Bool, _ grid: TableGrid, _ style: UnsafeMutablePointer<LayoutStyle>,
    _ result: inout TableColumns
  ) {
    var sizes = cellSizes(cell, isFixed)
    let range = grid.spacedColumns(cell.column..<min(cell.column + cell.columnSpan, grid.columnCount))
    let gaps = grid.isCollapsed ? 0 : style.pointee.borderSpacingHorizontal * Double(range.count - 1)
    sizes.minimum = max(0, sizes.minimum - gaps)
    sizes.maximum = max(0, sizes.maximum - gaps)
    if isFixed {
      let open = range.filter { !result.columns[$0].isConstrained && !result.columns[$0].hasPercentage }
      guard !open.isEmpty, sizes.isConstrained || sizes.hasPercentage else { return }
      for index in open {
        if sizes.hasPercentage {
          result.columns[index].percentage = sizes.percentage / Double(range.count)
          result.columns[index].hasPercentage = true
        } else {
          result.columns[index].maximum = layoutUnit(sizes.maximum / Double(range.count))
          result.columns[index].isConstrained = true
        }
      }
      return
    }
    if sizes.hasPercentage {
      let known = range.reduce(0) { $0 + result.columns[$1].percentage }
      let open = range.filter { !result.columns[$0].hasPercentage }
      let rest = sizes.percentage - known
      if rest > 0, !open.isEmpty {
        let total = open.reduce(0) { $0 + result.columns[$1].maximum }
        for index in open {
          let share = total > 0 ? result.columns[index].maximum / total : 1 / Double(open.count)
          result.columns[index].percentage = rest * share
          result.columns[index].hasPercentage = true
        }
      }
    }
    shareSpan(range, sizes, &result)
  }

  private func shareSpan(_ range: [Int], _ sizes: TableColumns.Column, _ result: inout TableColumns) {
    let minimum = range.reduce(0) { $0 + result.columns[$1].minimum }
    if sizes.minimum > minimum {
      // As widths are shared: first up to what the columns would like.
      var part = TableColumns(columns: range.map { result.columns[$0] }, spacing: 0, isFixed: false, units: units)
      for index in part.columns.indices where part.columns[index].hasPercentage && sizes.minimum > 0 {
        part.columns[index].percentage = min(100, part.columns[index].percentage)
      }
      let widths = part.distribute(sizes.minimum)
      for (offset, index) in range.enumerated() {
        result.columns[index].minimum = max(result.columns[index].minimum, widths[offset])
        result.columns[index].maximum = max(result.columns[index].maximum, result.columns[index].minimum)
      }
    }
    let maximum = range.reduce(0) { $0 + result.columns[$1].maximum }
    if sizes.maximum > maximum {
      let part = TableColumns(columns: range.map { result.columns[$0] }, spacing: 0, isFixed: false, units: units)
      let widths = part.distribute(sizes.maximum)
      for (offset, index) in range.enumerated() where !result.columns[index].isConstrained || sizes.isConstrained {
        result.columns[index].maximum = max(result.columns[index].maximum, widths[offset])
      }
    }
  }
}
