/// `docs/reference/css-support.md`: which properties the product knows, as the property table says.
public enum SupportDocument {
  /// Properties that browsers know and the product leaves out on purpose, with the reason.
  static let leftOut: [(name: String, reason: String)] = [
    ("glyph-orientation-vertical", "obsolete: `text-orientation` took its place, and browsers ignore it"),
    ("-webkit-text-decorations-in-effect", "a browser's own bookkeeping that no page sets"),
  ]

  /// What is not a property and differs from browsers, or is a choice.
  static let besideProperties = [
    "- **Animations**: a page is laid out at rest. Paused animations count with the frame that they hold; of the others, what they",
    "  leave once they have ended: the last frame where `animation-fill-mode` is `forwards` or `both` and the iterations are finite.",
    "  What runs for ever, and what fills nothing, changes nothing.",
    "- **`@function`** with its `--name()` calls, `@custom-media`, `@position-try`, `@view-transition`, `@font-palette-values`,",
    "  `@font-feature-values` and `@color-profile` are passed over without a word: a value that calls a custom function is invalid.",
    "- **Custom properties**: a property with more than 1 MiB of substituted text",
    "  counts as invalid (HYB2513). Those of one block that refer to each other in a circle are reported (HYB2516).",
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
    lines += ["", "## Beside properties", ""] + besideProperties
    return lines.joined(separator: "\n") + "\n"
  }
}
