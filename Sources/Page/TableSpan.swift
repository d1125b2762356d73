extension Page {
  /// `colspan`, `rowspan` of a cell (`rowspan="0"` is 0: to the end of the group), `span` of a column.
  public struct TableSpan: Hashable, Sendable {
    /// The columns.
    public var columns: Int32
    /// The rows.
    public var rows: Int32

    /// Makes a value from its parts.
    public init(columns: Int32, rows: Int32) {
      self.columns = columns
      self.rows = rows
    }
  }
}
