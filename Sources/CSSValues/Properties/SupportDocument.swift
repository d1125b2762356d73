/// `docs/css-support.md`: which properties the product knows, as the property table says.
public enum SupportDocument {
  /// Properties that browsers know and the product leaves out on purpose, with the reason.
  static let leftOut: [(name: String, reason: String)] = [
    ("glyph-orientation-vertical", "obsolete: `text-orientation` took its place, and browsers ignore it"),
    ("-webkit-text-decorations-in-effect", "a browser's own bookkeeping that no page sets"),
  ]

  /// The document.
  public static var text: String {
    let longhands = PropertyTable.definitions.filter { !$0.property.isShorthand && !$0.property.isLogical }
    let logical = PropertyTable.definitions.filter { $0.property.isLogical }
    let shorthands = PropertyTable.definitions.filter { $0.property.isShorthand }
    var lines = [
      "# CSS properties", "",
      "Generated from the property table (`Sources/CSSValues/Properties`); a test compares them.", "",
      "\(longhands.count) longhands, \(logical.count) logical longhands, \(shorthands.count) shorthands, "
        + "\(PropertyTable.aliases.count) other names. Every value that follows a property's grammar is computed and",
      "serialised; what layout and painting do not use is kept for `inspect style`.", "", "## Longhands", "",
      "| property | inherits | initial | values |", "| --- | --- | --- | --- |",
    ]
    func cell(_ text: String) -> String {
      text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
    for row in longhands.sorted(by: { $0.name < $1.name }) {
      lines.append(
        "| `\(row.name)` | \(row.inherits ? "yes" : "no") | `\(cell(row.initial))` | `\(cell(row.grammar))` |")
    }
    lines += ["", "## Logical longhands", "", "| property | in a horizontal, left-to-right page |", "| --- | --- |"]
    for row in logical.sorted(by: { $0.name < $1.name }) {
      lines.append("| `\(row.name)` | `\(row.horizontalCounterpart?.name ?? "")` |")
    }
    lines += ["", "## Shorthands", "", "| shorthand | longhands |", "| --- | --- |"]
    for row in shorthands.sorted(by: { $0.name < $1.name }) {
      let list =
        row.property == .all
        ? "everything but `direction` and `unicode-bidi`" : row.longhands.map { "`\($0.name)`" }.joined(separator: ", ")
      lines.append("| `\(row.name)` | \(list) |")
    }
    lines += ["", "## Other names", "", "| name | property |", "| --- | --- |"]
    for (alias, property) in PropertyTable.aliases.sorted(by: { $0.0 < $1.0 }) {
      lines.append("| `\(alias)` | `\(property.name)` |")
    }
    lines += ["", "## Left out on purpose", "", "| property | why |", "| --- | --- |"]
    for entry in leftOut { lines.append("| `\(entry.name)` | \(entry.reason) |") }
    return lines.joined(separator: "\n") + "\n"
  }
}
