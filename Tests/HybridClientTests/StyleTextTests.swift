import CSSValues
import Compiler
import PageFormat
import TestSupport
import Testing

/// The declarations of styles, which clients read as texts.
@Suite struct StyleTextTests {
  /// Shorthands are left out where their longhands are initial: the same answer as from the text of every property.
  @Test func shorthandsSayWhatTheirLonghandsSay() throws {
    let site = OneFile(
      text: """
        <!DOCTYPE html><style>
        p { margin: 1px 2px; border: 3px solid red; font: italic 12px/2 serif; background: url(a.png) 1px 2px, lime; color: blue }
        b { border-block: 2px dotted; border-radius: 4px / 2px; grid-area: 1 / 2 / 3 / 4; text-decoration: underline wavy green 2px }
        i { direction: rtl; writing-mode: vertical-rl; margin-inline-start: 3px; flex: 1 2 3px; columns: 3 10em; inset: 4px auto }
        u { white-space: pre; font-variant: small-caps; transition: opacity 1s; animation: a 2s infinite; overflow: hidden; gap: 3px }
        s { place-items: center; text-wrap: balance; list-style: square inside; outline: 1px solid; mask: none; scroll-margin: 3px }
        </style><p>a<b>b</b><i>c</i><u>d</u><s>e</s></p>
        """)
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 390, height: 844, scale: 3)]
    let page = try PageReader(FileBytes(PageCompiler(options: options, files: site).compile("index.html").pageFile))
    let initial = PropertyID.allCases.map { ComputedStyle().serialized($0) }
    var shorthands: Set<PropertyID> = []
    for number in 0..<page.styleCount {
      let style = try page.portableStyle(number).computed()
      var wanted: [String] = []
      for (property, initial) in zip(PropertyID.allCases, initial) {
        let text = style.serialized(property)
        guard text != initial else { continue }
        wanted.append("\(property.name): \(text)")
        if property.isShorthand { shorthands.insert(property) }
      }
      #expect(page.declarations(ofStyle: number).map { "\($0.property): \($0.value)" } == wanted)
    }
    #expect(
      page.styleCount >= 6 && shorthands.count >= 20, "\(shorthands.count) shorthands of \(page.styleCount) styles")
  }
}
