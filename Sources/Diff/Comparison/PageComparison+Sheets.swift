import CSSValues

/// What makes two searches for the edit of a rule the same.
struct RuleQuery: Hashable {
  var property: PropertyID
  var element: ElementName
  var isCertain: Bool
}

extension PageComparison {
  /// The edit of a declaration that is behind a change of a property of an element.
  mutating func ruleEdit(
    behind property: PropertyID, on element: ElementName, isCertain: Bool
  ) -> SheetChanges.DeclarationEdit? {
    let query = RuleQuery(property: property, element: element, isCertain: isCertain)
    if let known = ruleEdits[query] { return known }
    let found = sheets.edit(behind: property, on: element, page: path, isCertain: isCertain)
    ruleEdits[query] = .some(found)
    return found
  }

  /// The cause that the edit of a rule, or of the page's list of sheets, is for a change of a property of an element; `nil` where
  /// neither names the element.
  mutating func sheetCause(behind property: PropertyID, on element: ElementName) -> (cause: Int, isRule: Bool)? {
    if let edit = ruleEdit(behind: property, on: element, isCertain: true) { return (number(edit), true) }
    return sheets.listEdit(behind: property, on: element, page: path, isCertain: true).map { (number($0), false) }
  }

  /// The cause that the edit of a rule is.
  mutating func number(_ edit: SheetChanges.DeclarationEdit) -> Int {
    let text = [PageCause.Key.ruleMark + edit.rule.file] + edit.rule.context
    let cause = causes.number(PageCause.Key(subject: .style, text: text.joined(separator: "\u{0}")), [])
    if causes[cause].source.map({ $0.line > edit.line }) ?? true {
      (causes[cause].source, causes[cause].selector) = ((edit.rule.file, edit.line), edit.selector)
    }
    return cause
  }

  /// The cause that an edit of the list of sheets is.
  mutating func number(_ edit: SheetEdit) -> Int {
    let cause = causes.number(edit.key, [edit.change])
    causes[cause].source = (edit.file, edit.line)
    causes[cause].selector = edit.name
    causes[cause].declarationCount = sheets.declarationCount(of: edit)
    return cause
  }

  /// The changes by the declaration that is behind them: a shorthand as it is written, where it changes several longhands.
  static func written(
    _ changes: [StyleDelta.PropertyChange], by edit: SheetChanges.DeclarationEdit
  ) -> [ValueChange] {
    let compact = Shorthands.compact(changes)
    guard compact.count > 1, edit.old != edit.new, (PropertyID(named: edit.property)?.longhands.count ?? 0) > 1 else {
      return compact
    }
    return [ValueChange(edit.property, from: edit.old, to: edit.new)]
  }
}

extension PageCause.Key {
  /// What the key of the edit of a rule begins with.
  static let ruleMark = "\u{4}"
}
