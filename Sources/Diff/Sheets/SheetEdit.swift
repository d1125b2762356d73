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

  /// What readers see in the place of the path.
  var name: String { Self.name(path) }

  private static func name(_ path: String) -> String { StyleElement.isPath(path) ? StyleElement.name : path }

  /// What is shown of it.
  var change: ValueChange {
    switch kind {
    case .removed: ValueChange("style sheet", from: name, to: nil)
    case .added: ValueChange("style sheet", from: nil, to: name)
    case .replaced(let old): ValueChange("style sheet", from: Self.name(old), to: name)
    case .reordered(let isLater, let path):
      ValueChange(
        "order", from: (isLater ? "before " : "after ") + Self.name(path),
        to: (isLater ? "after " : "before ") + Self.name(path))
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
