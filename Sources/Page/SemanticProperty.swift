/// What few nodes have to say to assistive technology beyond role, name and states. The raw values are stored.
public enum SemanticProperty: UInt8, Sendable, CaseIterable {
  /// The value as text: of a text field, a slider with words, the chosen option.
  case value = 1
  /// The value as a number.
  case valueNow = 2
  /// The least value.
  case minimum = 3
  /// The greatest value.
  case maximum = 4
  /// A heading's level from 1, or that of an item of a tree.
  case level = 5
  /// The place among the items of the set, from 1.
  case position = 6
  /// The number of items in the set; -1 is unknown.
  case setSize = 7
  /// The row of a cell or row, from 1.
  case row = 8
  /// The column of a cell, from 1.
  case column = 9
  /// The rows that a cell spans.
  case rowSpan = 10
  /// The columns that a cell spans.
  case columnSpan = 11
  /// The number of rows of a table.
  case rowCount = 12
  /// The number of columns of a table.
  case columnCount = 13
  /// The language, where it differs from that of the parent.
  case language = 14
  /// How changes are read: `polite`, `assertive` or `off`.
  case live = 15
  /// Where a link leads, as it is written.
  case target = 16
  /// What a text field shows as long as it is empty.
  case placeholder = 17
  /// The role in the author's words.
  case roleDescription = 18
  /// `aria-current`: `page`, `step`, `location`, `date`, `time` or `true`.
  case current = 19
  /// What a button opens: `menu`, `listbox`, `tree`, `grid`, `dialog`.
  case popup = 20
  /// The order of tabbing where `tabindex` gives one; negative is not reached by it.
  case tabIndex = 21
  /// `horizontal` or `vertical`.
  case orientation = 22
  /// `ascending`, `descending` or `other`, of a header cell.
  case sort = 23
  /// Keys that use the node, as they are written.
  case keyShortcuts = 24
  /// The place in the order of reading, where layout shows nodes in another order than the document.
  case readingOrder = 25
  /// The message that says what is invalid.
  case errorMessage = 26

  /// The property's name as documents and dumps write it.
  public var name: String {
    switch self {
    case .value: "value"
    case .valueNow: "value-now"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .level: "level"
    case .position: "position"
    case .setSize: "set-size"
    case .row: "row"
    case .column: "column"
    case .rowSpan: "row-span"
    case .columnSpan: "column-span"
    case .rowCount: "row-count"
    case .columnCount: "column-count"
    case .language: "language"
    case .live: "live"
    case .target: "target"
    case .placeholder: "placeholder"
    case .roleDescription: "role-description"
    case .current: "current"
    case .popup: "popup"
    case .tabIndex: "tab-index"
    case .orientation: "orientation"
    case .sort: "sort"
    case .keyShortcuts: "key-shortcuts"
    case .readingOrder: "reading-order"
    case .errorMessage: "error-message"
    }
  }
}
