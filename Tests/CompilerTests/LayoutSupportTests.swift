import Compiler
import Foundation
import Testing

/// `docs/reference/layout-support.md` is what small pages show: each declaration is laid out, and again without it.
@Suite struct LayoutSupportTests {
  /// A declaration on the element `#t` of a small page.
  private struct Feature {
    var declaration: String
    /// The page's other rules.
    var rules = ""
    var markup = LayoutSupportTests.words
    /// Whether the configuration names a hyphenation dictionary.
    var hasDictionary = false

    func change(_ options: inout CompilerOptions) {
      if hasDictionary { options.hyphenation = ["en": "en.dic"] }
    }
  }

  /// A chapter of the table.
  private struct Chapter {
    var title: String
    var specification: String
    var features: [Feature]
  }

  private static let words =
    "<div id=t>some words that take more than a line, Wörter und <i id=i>noch mehr</i></div><p id=n>next</p>"
  private static let short = "<div id=t>word</div><p id=n>next</p>"
  private static let items = "<div id=t><i id=a>a</i><i id=b>bb</i><i id=c>ccc</i></div>"
  private static let row = "#o { display: flex; width: 300px; height: 90px } #o > * { width: 60px; margin: 0 }"
  private static let grid =
    "#o { display: grid; width: 300px; grid-template-columns: 100px 200px } #o > * { margin: 0 }"
  private static let table =
    "<table id=t><caption id=h>caption</caption><tr><td id=a rowspan=2>one<br>two<td id=b>a longer cell<tr><td id=c>c</table>"

  private static func flex(_ declaration: String, _ more: String = "") -> Feature {
    Feature(
      declaration: "display: flex; " + declaration,
      rules: "#t { display: flex; width: 200px; height: 80px } #t > i { width: 90px } \(more)", markup: items)
  }

  private static func grid(_ declaration: String, _ more: String = "") -> Feature {
    Feature(declaration: declaration, rules: "#t { display: grid; width: 200px; height: 80px } \(more)", markup: items)
  }

  private static let chapters: [Chapter] = [
    Chapter(
      title: "Boxes", specification: "CSS 2.2, 8 and 10; Sizing 3 and 4; Box 4",
      features: [
        Feature(declaration: "width: 50%"), Feature(declaration: "height: 80px"),
        Feature(declaration: "min-width: 500px"),
        Feature(declaration: "max-width: 90px"), Feature(declaration: "width: min-content"),
        Feature(declaration: "width: fit-content", markup: short),
        Feature(declaration: "aspect-ratio: 2 / 1"), Feature(declaration: "margin: 8px auto; width: 100px"),
        Feature(declaration: "padding: 5%"),
        Feature(declaration: "border: 3px solid"),
        Feature(declaration: "box-sizing: border-box", rules: "#t { width: 100px; padding: 9px }"),
        Feature(
          declaration: "margin-trim: block", rules: "#n { margin: 9px 0 }", markup: "<div id=t><p id=n>x</p></div>"),
        Feature(declaration: "margin-inline-start: 9px; direction: rtl"),
        Feature(declaration: "display: flow-root", rules: "#i { float: left; height: 99px }"),
        Feature(declaration: "display: contents", rules: "#t { padding: 9px }"),
        Feature(declaration: "display: inline-block", markup: short),
        Feature(declaration: "display: list-item; list-style: inside square"), Feature(declaration: "zoom: 2"),
      ]),
    Chapter(
      title: "Lines and texts", specification: "CSS 2.2, 10.8; Inline 3; Text 3 and 4; UAX 9, 14",
      features: [
        Feature(declaration: "line-height: 30px"),
        Feature(declaration: "vertical-align: 10px", markup: "<p id=n>a <b id=t>b</b> c</p>"),
        Feature(declaration: "text-align: center"),
        Feature(
          declaration: "text-align: justify", rules: "#t { width: 120px }",
          markup: "<div id=t>some <i id=i>words</i> that take more than a line</div>"),
        Feature(declaration: "text-align-last: right"), Feature(declaration: "text-indent: 2em"),
        Feature(declaration: "letter-spacing: 2px"),
        Feature(declaration: "word-spacing: 9px"), Feature(declaration: "white-space: pre"),
        Feature(declaration: "white-space: nowrap", rules: "#o { width: 90px }"),
        Feature(declaration: "overflow-wrap: anywhere", rules: "#t { width: 20px }"),
        Feature(declaration: "word-break: break-all", rules: "#t { width: 90px }"),
        Feature(declaration: "line-break: anywhere", rules: "#t { width: 90px }"),
        Feature(
          declaration: "hyphens: manual", rules: "#t { width: 60px; hyphens: none }",
          markup: "<div id=t>hyphen&shy;ation</div>"),
        Feature(
          declaration: "hyphens: auto", rules: "#t { width: 60px }",
          markup: "<div id=t lang=en>hyphenation of representation</div>"),
        Feature(
          declaration: "hyphens: auto", rules: "#t { width: 60px }",
          markup: "<div id=t lang=en>hyphenation of representation</div>", hasDictionary: true),
        Feature(declaration: "text-transform: uppercase"),
        Feature(
          declaration: "tab-size: 16", rules: "#t { white-space: pre }", markup: "<div id=t>a\t<i id=i>b</i></div>"),
        Feature(declaration: "direction: rtl", markup: "<div id=t>abc שלום, 12</div>"),
        Feature(declaration: "unicode-bidi: bidi-override; direction: rtl"),
        Feature(declaration: "text-wrap: balance", rules: "#t { width: 250px }"),
        Feature(
          declaration: "text-wrap: pretty", rules: "#t { width: 250px }",
          markup: "<div id=t>words that take more than one line so</div>"),
        Feature(
          declaration: "-webkit-line-clamp: 1; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden",
          rules: "#t { width: 90px }"),
        Feature(
          declaration: "initial-letter: 2", rules: "",
          markup: "<style>#t::first-letter { initial-letter: 2 }</style><p id=t>words</p>"),
        Feature(declaration: "font-size: 20px"), Feature(declaration: "font-variant-caps: small-caps"),
        Feature(declaration: "font-kerning: none", markup: "<b id=t>AVAVAV To</b>"),
        Feature(declaration: "writing-mode: vertical-rl"),
        Feature(declaration: "text-orientation: upright; writing-mode: vertical-lr"),
      ]),
    Chapter(
      title: "Floats and positions", specification: "CSS 2.2, 9; Positioned Layout 3; Shapes 1",
      features: [
        Feature(declaration: "float: left"), Feature(declaration: "float: right; width: 90px"),
        Feature(declaration: "clear: both", markup: "<b id=i style='float:left;height:40px'>f</b><p id=t>x</p>"),
        Feature(
          declaration: "shape-outside: circle()", rules: "#t { float: left; width: 80px; height: 80px }",
          markup: "<b id=t></b><p id=n>words around the shape of a circle, and more of them</p>"),
        Feature(declaration: "position: relative; left: 9px"), Feature(declaration: "position: absolute; inset: 5px"),
        Feature(declaration: "position: fixed; bottom: 0"),
        Feature(declaration: "position: absolute; inset: 0; margin: auto; width: 50px; height: 20px"),
        Feature(
          declaration: "position-area: bottom right; position: absolute; position-anchor: --a",
          rules: "#n { anchor-name: --a; margin: 40px; width: 40px }", markup: "<p id=n>x</p><div id=t>y</div>"),
      ]),
    Chapter(
      title: "Flexible boxes", specification: "Flexbox 1",
      features: [
        flex("flex-direction: column"), flex("flex-direction: row-reverse"), flex("flex-wrap: wrap"),
        flex("justify-content: space-between", "#t > i { width: 20px }"),
        flex("align-items: center"), flex("align-content: center; flex-wrap: wrap", "#t { flex-wrap: wrap }"),
        flex("gap: 7px"),
        Feature(declaration: "flex: 1", rules: row), Feature(declaration: "flex-shrink: 0; width: 400px", rules: row),
        Feature(declaration: "order: 1", rules: row),
        Feature(declaration: "align-self: end", rules: row), Feature(declaration: "margin-left: auto", rules: row),
        Feature(declaration: "flex-basis: 150px", rules: row),
      ]),
    Chapter(
      title: "Grids", specification: "Grid 1 and 2; Box Alignment 3",
      features: [
        grid("grid-template-columns: 1fr 2fr"), grid("grid-template-columns: repeat(auto-fill, minmax(60px, 1fr))"),
        grid("grid-template: 'a b' 30px 'c c' auto / 50px 1fr", "#c { grid-area: c }"),
        grid("grid-auto-flow: column"), grid("grid-auto-rows: 25px"), grid("gap: 7px"), grid("justify-items: center"),
        grid("align-content: end", "#t { grid-auto-rows: 10px }"),
        grid(
          "justify-content: space-evenly; grid-template-columns: 40px 40px", "#t { grid-template-columns: 40px 40px }"),
        Feature(declaration: "grid-column: 2 / span 1", rules: grid),
        Feature(declaration: "grid-area: 2 / 1 / 4 / 3", rules: grid),
        Feature(declaration: "justify-self: end", rules: grid, markup: short),
        Feature(
          declaration: "grid-template-columns: subgrid; display: grid; grid-column: 1 / 3",
          rules: grid + "#t { display: grid; grid-column: 1 / 3 }", markup: items),
        grid("grid-template-rows: masonry"),
      ]),
    Chapter(
      title: "Tables", specification: "CSS 2.2, 17; Tables 3",
      features: [
        Feature(declaration: "border-collapse: collapse", rules: "td { border: 4px solid }", markup: table),
        Feature(declaration: "border-spacing: 9px 3px", markup: table),
        Feature(declaration: "table-layout: fixed; width: 200px", rules: "#t { width: 200px }", markup: table),
        Feature(declaration: "caption-side: bottom", markup: table),
        Feature(declaration: "display: table", markup: short),
        Feature(declaration: "display: table-cell; padding: 4px"),
      ]),
    Chapter(
      title: "Columns and fragments", specification: "Multi-column 1; Fragmentation 3",
      features: [
        Feature(declaration: "columns: 2"), Feature(declaration: "column-width: 90px"),
      ]),
    Chapter(
      title: "Overflow, containment, replaced elements", specification: "Overflow 3; Containment 2 and 3; Images 3",
      features: [
        Feature(declaration: "overflow: hidden", rules: "#i { float: left; height: 99px }"),
        Feature(declaration: "contain: size", rules: ""),
        Feature(declaration: "container-type: inline-size; width: fit-content", rules: "#t { width: fit-content }"),
        Feature(declaration: "content-visibility: hidden"),
      ]),
  ]

  private static func page(_ feature: Feature, declares: Bool) -> MemorySite {
    let declaration = declares ? "#t { \(feature.declaration) }" : ""
    return MemorySite([
      "index.html": """
      <!DOCTYPE html><title>t</title><style>body { margin: 0; font: 16px/1.25 sans-serif } \(feature.rules) \(declaration)</style>
      <div id=o>\(feature.markup)</div>
      """,
      "en.dic": "UTF-8\nhy1phen\nn1ta1t\n",
    ])
  }

  private enum Outcome: String {
    case laidOut = "yes"
    case reported = "no: HYB3007"
    case nothing = "no"
  }

  private static func outcome(_ feature: Feature) -> Outcome {
    let site = page(feature, declares: true)
    if site.compile(change: feature.change).diagnostics.contains(where: { $0.code.number == 3007 }) { return .reported }
    let plain = page(feature, declares: false).boxes(change: feature.change)
    return site.boxes(change: feature.change) != plain ? .laidOut : .nothing
  }

  @Test func theDocumentSaysWhatPagesShow() throws {
    var lines = [
      "# Layout", "",
      "This document is generated. A test lays out a small page for each declaration, with it and without it. “yes” means that boxes or",
      "lines change; HYB3007 is the warning that the build reports where a page uses the feature. The external suites measure how much of",
      "each chapter matches Chromium (`make conformance`). Transforms, clips, the order of painting, rounded corners and sticky boxes move no",
      "boxes here: layout files store them separately from the frames ([format.md](format.md)). [css-support.md](css-support.md) lists every",
      "property.",
    ]
    for chapter in Self.chapters {
      lines += [
        "", "## \(chapter.title)", "", "\(chapter.specification).", "", "| declaration | laid out |", "| --- | --- |",
      ]
      for feature in chapter.features {
        let condition = feature.hasDictionary ? " with a dictionary (`hyphenation`)" : ""
        lines.append("| `\(feature.declaration)`\(condition) | \(Self.outcome(feature).rawValue) |")
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/reference/layout-support.md")
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
