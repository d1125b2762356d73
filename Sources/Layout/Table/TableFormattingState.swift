/// What is known of the tables of a tree, however often they are measured.
struct TableFormattingState {
  /// The grids of tables, by table box.
  var grids: [BoxIndex: TableGrid] = [:]
  /// The halves of collapsed borders, by cell and table.
  var collapsedBorders: [BoxIndex: CollapsedBorders] = [:]
}
