import Foundation

@testable import Compiler

/// `docs/reference/token.md`: the components of Token pages with their properties, from the registry itself.
enum TokenDocument {
  /// The whole document.
  static var text: String {
    var text = """
      # Token pages

      A page whose `<html>` has an `html-identify` that begins with `Token` describes native views. Tags keep their case. Void
      and self-closed tags are closed in place. Sheets may hold `//` comments, properties in camel case, bare numbers for px,
      and `100%H` and `100%V` for the viewport's width and height. An attribute overrides CSS. The native side's properties,
      such as `imageMode`, may be in sheets too; they do not inherit.

      Every component is a flex container in a column: `position: relative`, `box-sizing: border-box`, `flex-shrink: 0`,
      `align-items: stretch`, `align-content: flex-start`. A border needs only a width: it is solid and black unless the sheet
      says otherwise. A label's text is in the middle of its height, and `text-align` moves it across its width.

      **Tables.** `rowHeight` and `rowSectionHeight` set the heights of all `tableRow`s and `tableSection`s in a table, whatever
      height these have themselves. `sectionMargin` is the space above each section except the first: above a
      `tableSection` that follows another one or a row, and in data without section views above the first row of another section.
      It replaces a `margin-top` there; a section of which data shows nothing has none. In sheets (`table { rowHeight: 60 }`)
      all three lay out as attributes do.
      The dialect names `rightType` of a `tableRow` without values or a meaning: hosts get it as it is written, and draw nothing; a build says so (HYB4003).
      A row with an `accessoryType` in its markup has room for it at its end (`padding-inline-end`, 32 to 64 px), unless a sheet gives the row another padding.

      **Fields.** Disabled controls take neither taps nor the keyboard. A field with `readonly`, `disabled` or `editable="false"` cannot be changed. `maxlength` counts characters; 0 leaves the limit out. `secure` hides what is typed, as
      `type="password"` does. `required` reports to assistive technology that a form needs the field; scripts check it. `autocapitalize` and `returnType` choose
      the keyboard on the screen, and `returnType="next"` goes on to the next field.

      **Right to left.** `dir="rtl"` on `<html>` or any element lays out from the right, and hosts' own controls begin there too; `ltr` turns that back.

      Declare your own components in hybrid.json. The same rules check them:

          "components": {
            "rating": {
              "properties": {
                "stars": { "type": "integer", "default": 3 }, "kind": ["flat", "round"],
                "size": { "values": ["small", "large"], "default": "small" }
              },
              "width": 80, "height": 20
            }
          }

      Types are text, number, integer, boolean, color, font, url and length; a list holds the words that a property knows.
      A boolean attribute without a value (`<scrollView pageEnable>`) is on, and is `true` in the page file. Properties of every
      component, below, keep their types: your own component may give them only a default.
      Views of your own components get the defaults of what a page does not set. For the dialect's components the defaults
      below are what a view has without any property, and again when a property is taken away.

      [bindings.md](bindings.md) has data, handlers and scripts, [hosts.md](hosts.md) how an app shows pages.

      Made from the component registry; a test keeps it in step. The pictures show each example in the preview's view host; hosts on
      phones draw switches, fields and pickers as their system does.

      ## Properties of every component

      \(table(ComponentRegistry.common))

      ## What hosts show

      What each host makes of a component, and which of its properties it ignores there. The first row has the properties that every
      component has. Tests show a page of each component in `hybrid-view` and each property in a browser: what a picture can show and the
      table does not name as ignored changes the component. `HybridUIKit` cannot run where the tests run: of it they look at what is read.

      \(ComponentHosts.table)

      """
    for component in ComponentRegistry.dialect {
      text += "\n## \(component.tag)\n\n"
      var facts: [String] = []
      if component.name != component.tag { facts.append("the same as `\(component.name)`") }
      if let width = component.intrinsicWidth { facts.append("\(Int(width)) px wide") }
      if let height = component.intrinsicHeight { facts.append("\(Int(height)) px high") }
      if component.scrolls { facts.append("scrolls") }
      if component.showsText { facts.append("shows its text") }
      if component.hasRows { facts.append("makes rows from data") }
      if !facts.isEmpty { text += facts.joined(separator: ", ") + "\n\n" }
      text += example(component.tag)
      text += component.properties.isEmpty ? "No properties of its own.\n" : table(component.properties) + "\n"
    }
    return text
  }

  /// An example of a component, and its picture where it shows something: `Tools/documentation-pictures` draws them.
  private static func example(_ tag: String) -> String {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Tests/Fixtures/TokenComponents/\(tag).html")
    guard let markup = try? String(contentsOf: file, encoding: .utf8) else { return "" }
    let picture = root.appendingPathComponent("docs/pictures/token/\(tag).webp")
    let isPictured = FileManager.default.fileExists(atPath: picture.path)
    return "```html\n\(markup)```\n\n"
      + (isPictured ? "<img src=\"../pictures/token/\(tag).webp\" width=\"320\" alt=\"The example: \(tag)\">\n\n" : "")
  }

  private static func table(_ properties: [ComponentProperty]) -> String {
    var rows = ["| property | type | default |", "| --- | --- | --- |"]
    for property in properties {
      let names = ([property.name] + property.aliases).map { "`\($0)`" }.joined(separator: ", ")
      rows.append("| \(names) | \(describe(property.type)) | \(property.defaultValue.map { "`\($0)`" } ?? "") |")
    }
    return rows.joined(separator: "\n")
  }

  private static func describe(_ type: ComponentPropertyType) -> String {
    switch type {
    case .text: "text"
    case .number: "number"
    case .integer: "integer"
    case .count: "integer from 0"
    case .boolean: "boolean: `true`, `false`, `1`, `0`, `yes`, `no`"
    case .color: "colour"
    case .font: "family and size"
    case .url: "path or URL"
    case .length: "length"
    case .keyword(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}
