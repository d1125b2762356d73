extension Page {
  /// The size of a text control in characters: `size`, `cols`, `rows`.
  public struct TextControl: Hashable, Sendable {
    /// The controls for dates and times (HTML, 4.10.5.1.7 to 4.10.5.1.11), as values of ``Page/TextControl/rows``.
    public enum Calendar: Int32, Sendable {
      case date = 2
      case time = 3
      case localDateAndTime = 4
      case month = 5
      case week = 6
    }

    /// The most columns and rows: as many as the longest length has px (2^25), beyond which no control is larger.
    public static let maximumCharacters: Int32 = 1 << 25

    /// The columns; 0 for a list box (a ``PageRole/textArea`` whose children are its options).
    public var columns: Int32
    /// The rows; of a ``PageRole/textField`` 1, 0 for a file chooser, 2 to 6 for a ``Calendar``, 7 with a placeholder.
    public var rows: Int32
    /// Whether the control is a `<select>` that lists its options.
    public var isListBox: Bool { columns == 0 }
    /// What of a date or time the control asks for.
    public var calendar: Calendar? { Calendar(rawValue: rows) }
    /// Whether the control is an `<input type=file>`.
    public var isFileChooser: Bool { rows == 0 }
    /// Whether a ``PageRole/textField`` shows its placeholder.
    public var showsPlaceholder: Bool { rows == Self.placeholderRows }
    /// What ``rows`` is in a ``PageRole/textField`` that shows its placeholder.
    public static let placeholderRows: Int32 = 7

    /// Makes a value from its parts.
    public init(columns: Int32, rows: Int32) {
      self.columns = columns
      self.rows = rows
    }
  }
}
