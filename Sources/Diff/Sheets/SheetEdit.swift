/// How a page uses a style sheet otherwise than before: one cause, whatever the sheet's rules do.
struct SheetEdit: Hashable {
  /// What was done.
  enum Kind: Hashable {
    case removed
    case added
    /// Another sheet is there.
    case replaced(String)
    /// The sheet comes later or earlier than the other one, which it came before or after.
    case reordered(isLater: Bool, than: String)
    /// It applies under another condition.
    case condition(old: String, new: String)
  }

  var kind: Kind
  /// The sheet's path: the new one, where both are there.
  var path: String
  /// The sheets whose declarations come, go or win otherwise: this one, and what it imports.
  var sheets: [String]
  /// Where it is written: in the new release, or in the old one for a sheet that was removed.
  var file: String
  /// The line there, from 1.
  var line: Int

  /// What is shown of it.
  var change: ValueChange {
    switch kind {
    case .removed: ValueChange("style sheet", from: path, to: nil)
    case .added: ValueChange("style sheet", from: nil, to: path)
    case .replaced(let old): ValueChange("style sheet", from: old, to: path)
    case .reordered(let isLater, let other):
      ValueChange("order", from: (isLater ? "before " : "after ") + other, to: (isLater ? "after " : "before ") + other)
    case .condition(let old, let new):
      ValueChange("media", from: old.isEmpty ? nil : old, to: new.isEmpty ? nil : new)
    }
  }

  /// The key of the cause, which is the same for all pages.
  var key: PageCause.Key {
    let change = change
    return PageCause.Key(
      subject: .sheet,
      text: [path, change.name, change.old ?? "\u{2}", change.new ?? "\u{2}"].joined(separator: "\u{0}"))
  }
}
