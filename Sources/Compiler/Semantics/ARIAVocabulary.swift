import Page

/// What WAI-ARIA 1.3 says of its attributes: their values, and the roles that have them.
enum ARIAVocabulary {
  /// What an attribute takes.
  enum Value: Equatable {
    /// Any text.
    case text
    /// Ids, which other checks look up.
    case ids
    /// `true` or `false`.
    case boolean
    /// A whole number from the least one on.
    case integer(least: Int)
    /// Any number.
    case number
    /// One of a few words.
    case token([String])
    /// Some of a few words.
    case tokens([String])
  }

  /// The values of an attribute in lower case; `nil` for an unknown one.
  static func value(of attribute: String) -> Value? { values[attribute] }

  /// The attribute that an unknown one most likely means.
  static func nearest(to attribute: String) -> String? {
    let known = values.keys.filter { abs($0.utf8.count - attribute.utf8.count) <= 2 }.sorted()
    let best = known.map { ($0, distance(Array($0.utf8), Array(attribute.utf8.prefix(64)))) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 2 ? $0.0 : nil }
  }

  /// The changes that make one text of another, neighbours that changed places counted as one.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }

  /// The roles that have an attribute; `nil` where all have it.
  static func roles(with attribute: String) -> Set<SemanticRole>? { supporters[attribute] }

  /// The roles that no attribute can name (WAI-ARIA 1.3, 5.2.8.6).
  static func forbidsName(_ role: SemanticRole) -> Bool {
    switch role {
    case .caption, .code, .deletion, .emphasis, .generic, .insertion, .mark, .presentation, .paragraph, .strong,
      .subscript,
      .suggestion, .superscript, .term, .time, .definition:
      true
    default: false
    }
  }

  /// The attributes that a role needs where no element of HTML has them by itself.
  static func required(by role: SemanticRole) -> [String] {
    switch role {
    case .checkbox, .radio, .switch, .menuItemCheckbox, .menuItemRadio: ["aria-checked"]
    case .comboBox: ["aria-expanded"]
    case .slider, .meter: ["aria-valuenow"]
    case .scrollBar: ["aria-controls", "aria-valuenow"]
    case .heading: ["aria-level"]
    default: []
    }
  }

  /// What a role holds, of which one at least; `nil` where it may hold anything.
  static func children(of role: SemanticRole) -> Set<SemanticRole>? {
    switch role {
    case .list: [.listItem]
    case .listBox: [.option]
    case .menu, .menuBar: [.menuItem, .menuItemCheckbox, .menuItemRadio]
    case .radioGroup: [.radio]
    case .table, .grid, .treeGrid: [.row]
    case .row: [.cell, .gridCell, .columnHeader, .rowHeader]
    case .rowGroup: [.row]
    case .tabList: [.tab]
    case .tree: [.treeItem]
    case .feed: [.article]
    default: nil
    }
  }

  private static let values: [String: Value] = {
    let popups = ["false", "true", "menu", "listbox", "tree", "grid", "dialog"]
    let pressed = ["true", "false", "mixed", "undefined"]
    let optional = ["true", "false", "undefined"]
    var values: [String: Value] = [
      "aria-atomic": .boolean, "aria-autocomplete": .token(["inline", "list", "both", "none"]), "aria-busy": .boolean,
      "aria-checked": .token(pressed), "aria-pressed": .token(pressed),
      "aria-current": .token(["page", "step", "location", "date", "time", "true", "false"]),
      "aria-disabled": .boolean, "aria-expanded": .token(optional), "aria-selected": .token(optional),
      "aria-grabbed": .token(optional), "aria-hidden": .token(optional), "aria-haspopup": .token(popups),
      "aria-dropeffect": .tokens(["copy", "execute", "link", "move", "none", "popup"]),
      "aria-invalid": .token(["true", "false", "grammar", "spelling"]),
      "aria-live": .token(["assertive", "off", "polite"]), "aria-modal": .boolean, "aria-multiline": .boolean,
      "aria-multiselectable": .boolean, "aria-readonly": .boolean, "aria-required": .boolean,
      "aria-orientation": .token(["horizontal", "vertical", "undefined"]),
      "aria-relevant": .tokens(["additions", "all", "removals", "text"]),
      "aria-sort": .token(["ascending", "descending", "none", "other"]),
      "aria-level": .integer(least: 1), "aria-posinset": .integer(least: 1), "aria-setsize": .integer(least: -1),
      "aria-colcount": .integer(least: -1), "aria-rowcount": .integer(least: -1), "aria-colindex": .integer(least: 1),
      "aria-rowindex": .integer(least: 1), "aria-colspan": .integer(least: 1), "aria-rowspan": .integer(least: 0),
      "aria-valuemin": .number, "aria-valuemax": .number, "aria-valuenow": .number,
    ]
    for name in [
      "label", "description", "placeholder", "roledescription", "keyshortcuts", "valuetext", "braillelabel",
      "brailleroledescription", "colindextext", "rowindextext",
    ] { values["aria-" + name] = .text }
    for name in [
      "activedescendant", "controls", "describedby", "details", "errormessage", "flowto", "labelledby", "owns",
      "actions",
    ] { values["aria-" + name] = .ids }
    return values
  }()

  private static let supporters: [String: Set<SemanticRole>] = {
    let cells: Set<SemanticRole> = [.cell, .gridCell, .columnHeader, .rowHeader]
    let ranges: Set<SemanticRole> = [.meter, .progressIndicator, .scrollBar, .separator, .slider, .spinButton]
    let items: Set<SemanticRole> = [
      .article, .listItem, .menuItem, .menuItemCheckbox, .menuItemRadio, .option, .radio, .row, .tab, .treeItem,
      .comment,
    ]
    let tables: Set<SemanticRole> = [.table, .grid, .treeGrid]
    let checked: Set<SemanticRole> = [
      .checkbox, .menuItemCheckbox, .menuItemRadio, .radio, .switch, .option, .treeItem,
    ]
    return [
      "aria-autocomplete": [.comboBox, .textField, .searchField], "aria-checked": checked,
      "aria-colcount": tables, "aria-rowcount": tables, "aria-colindex": cells.union([.row]),
      "aria-rowindex": cells.union([.row]), "aria-colindextext": cells.union([.row]),
      "aria-rowindextext": cells.union([.row]), "aria-colspan": cells, "aria-rowspan": cells,
      "aria-level": [.heading, .listItem, .row, .treeItem, .comment, .tabList],
      "aria-modal": [.dialog, .alertDialog], "aria-multiline": [.textField, .searchField],
      "aria-multiselectable": [.grid, .listBox, .tabList, .tree, .treeGrid],
      "aria-placeholder": [.textField, .searchField, .comboBox, .spinButton],
      "aria-posinset": items, "aria-setsize": items, "aria-pressed": [.button],
      "aria-selected": [.gridCell, .option, .row, .tab, .columnHeader, .rowHeader, .treeItem],
      "aria-sort": [.columnHeader, .rowHeader],
      "aria-valuemin": ranges, "aria-valuemax": ranges, "aria-valuenow": ranges, "aria-valuetext": ranges,
    ]
  }()
}
