import CSSValues
import Compiler
import HybridClient
import PageFormat
import TestSupport
import Testing

/// The styles of `::placeholder`, `::first-line` and the like from the source of a page to what a client reads.
@Suite struct PseudoStyleTests {
  private static func compile(_ html: String) -> CompiledPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 390, height: 844, scale: 3), Viewport(width: 768, height: 1024, scale: 2)]
    return PageCompiler(options: options, files: OneFile(text: html)).compile("index.html")
  }

  /// The page's pseudo-elements, one a line, with the values of a few properties that are not initial.
  private static func dump(_ html: String, layout: Int = 0, properties: [String] = ["color", "opacity"]) throws
    -> String
  {
    let compiled = compile(html)
    let page = try PageReader(FileBytes(compiled.pageFile))
    try page.validate()
    let reader = try LayoutReader(FileBytes(compiled.layoutFiles[layout].bytes))
    let device = DeviceTraits(
      width: reader.viewport.width, height: reader.viewport.height, scale: reader.viewport.scale)
    let opened = OpenedPage(page: page, layout: reader, device: device)
    func text(_ style: Int) -> String {
      page.declarations(ofStyle: style).filter { properties.contains($0.property) }.map { "\($0.property) \($0.value)" }
        .sorted().joined(separator: ", ")
    }
    var lines: [String] = []
    for node in opened.nodes {
      for style in opened.pseudoStyles(of: node) {
        let name = (page.attribute(style.node, "id") ?? page.tag(style.node) ?? "") + style.pseudo.name
        lines.append("\(name): \(text(style.style))")
        for row in style.states?.rows ?? [] {
          let conditions = style.states?.conditions.enumerated().filter { row.mask & (1 << UInt8($0.offset)) != 0 }.map
          {
            "\($0.element.state.name) of \(page.attribute($0.element.node, "id") ?? page.tag($0.element.node) ?? "")"
          }
          lines.append("  \(conditions?.joined(separator: " + ") ?? ""): \(text(row.style))")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func placeholdersAreCarriedWithTheirStates() throws {
    let html = """
      <!DOCTYPE html><style>input::placeholder { color: red } input:focus::placeholder { opacity: 0.5 }
      form:hover ::placeholder { color: blue }</style>
      <form id=f><input id=a placeholder=Name><input id=b><textarea id=c placeholder=Text></textarea></form>
      """
    #expect(
      try Self.dump(html) == """
        a::placeholder: color rgb(255, 0, 0)
          focus of a: color rgb(255, 0, 0), opacity 0.5
          hover of f: color rgb(0, 0, 255)
          disabled of a: color rgb(255, 0, 0)
          focus of a + hover of f: color rgb(0, 0, 255), opacity 0.5
          focus of a + disabled of a: color rgb(255, 0, 0), opacity 0.5
          hover of f + disabled of a: color rgb(0, 0, 255)
          focus of a + hover of f + disabled of a: color rgb(0, 0, 255), opacity 0.5
        c::placeholder: color rgb(117, 117, 117)
          hover of f: color rgb(0, 0, 255)
          disabled of c: color rgb(117, 117, 117)
          hover of f + disabled of c: color rgb(0, 0, 255)
        """)
  }

  @Test func firstLinesAndLettersAreThoseOfBlocks() throws {
    let html = """
      <!DOCTYPE html><style>.x::first-line { color: red } p:hover::first-line { color: blue } p:hover { color: lime }
      #l::first-letter { color: teal } span:hover::first-letter { color: red }</style>
      <p id=p class=x>one <span class=x>two</span></p><p id=q>three</p><ul><li id=l>four</ul>
      <div class=x style="display: flex">five</div><div class=x style="display: none">six</div>
      """
    #expect(
      try Self.dump(html) == """
        p::first-line: color rgb(255, 0, 0)
          hover of p: color rgb(0, 0, 255)
        q::first-line:\u{20}
          hover of q: color rgb(0, 0, 255)
        l::first-letter: color rgb(0, 128, 128)
        """)
  }

  @Test func selectionsSayWhatIsOtherThanTheText() throws {
    let html = """
      <!DOCTYPE html><style>::selection { background-color: yellow } #b::selection { color: red }
      p { color: green } #c:hover::selection { color: blue }</style>
      <body><div id=a><p>x</p></div><div id=b><p id=d>y</p></div><p id=c>z</p></body>
      """
    #expect(
      try Self.dump(html, properties: ["color", "background-color", "font-size"]) == """
        html::selection: background-color rgb(255, 255, 0)
        b::selection: background-color rgb(255, 255, 0), color rgb(255, 0, 0)
        c::selection: background-color rgb(255, 255, 0)
          hover of c: background-color rgb(255, 255, 0), color rgb(0, 0, 255)
        """)
  }

  @Test func otherRulesHoldAtOtherViewports() throws {
    let html = """
      <!DOCTYPE html><style>@media (min-width: 600px) { ::placeholder { color: red } }
      ::backdrop { opacity: 0.5 } ::file-selector-button { color: lime }</style>
      <input id=a placeholder=x><dialog id=d></dialog><input type=file id=f>
      """
    #expect(
      try Self.dump(html) == """
        a::placeholder: color rgb(117, 117, 117)
          disabled of a: color rgb(117, 117, 117)
        d::backdrop: opacity 0.5
        f::file-selector-button: color rgb(0, 255, 0)
        """)
    #expect(
      try Self.dump(html, layout: 1) == """
        a::placeholder: color rgb(255, 0, 0)
          disabled of a: color rgb(255, 0, 0)
        d::backdrop: opacity 0.5
        f::file-selector-button: color rgb(0, 255, 0)
        """)
    // What no rule names has no rows, and costs nothing.
    let plain = try PageReader(FileBytes(Self.compile("<!DOCTYPE html><p>x</p><input>").pageFile))
    #expect(try plain.pseudoStyles().count == 0)
  }
}
