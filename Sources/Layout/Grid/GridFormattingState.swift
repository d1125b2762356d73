/// What the grids of a tree share.
struct GridFormattingState {
  /// What subgrids are given.
  var subgrids = SubgridTable()
  /// How large the page's grids may be, once one asked.
  var limits: GridLimits?
}
