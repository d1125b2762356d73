import Foundation
import Testing

/// `hybrid inspect style --property`: the declaration that counts, and those that lost to it.
@Suite struct StyleExplanationTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "css/base.css",
      """
      p { margin-top: 1px; color: red }
      @layer reset {
        p.note { margin-top: 2px }
      }
      @media (min-width: 300px) {
        .note { margin: 3px 4px }
      }
      .list li { --space: 5px; padding-inline-start: 6px }

      """)
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>
      <link rel=stylesheet href=css/base.css>
      <style>
        #one { margin-top: 7px !important; color: blue }
      </style>
      <body>
        <p class=note id=one
          style="margin-top: 8px; color: green">One <b>two</b></p>
        <ul class=list><li>Three</li></ul>
        <table width=200><tr><td>x</td></tr></table>
      """)
    return scratch
  }

  private func explain(_ scratch: Scratch, _ selector: String, _ arguments: String...) throws -> Command {
    try Command.start(
      ["inspect", "style", "index.html", "--selector", selector] + arguments.map { "--property=\($0)" },
      in: scratch.url
    ).finish()
  }

  @Test func theWinnerAndTheLosers() throws {
    let scratch = try site()
    let run = try explain(scratch, "#one", "margin-top")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(
      run.output == """
        html>body>p:nth-child(1) margin-top: 7px
          won   index.html:4  #one { margin-top: 7px !important }  (1, 0, 0)
          lost  index.html:8  style="margin-top: 8px"  the other one is !important
          lost  css/base.css:6  .note { margin: 3px 4px } in @media  (0, 1, 0)  the other one is !important
          lost  css/base.css:1  p { margin-top: 1px }  (0, 0, 1)  the other one is !important
          lost  css/base.css:3  p.note { margin-top: 2px } in @layer reset  (0, 1, 1)  the other one is !important
          lost  the browser's own style sheet  the other one is !important

        """, "\(run.output)")
    let color = try explain(scratch, "#one", "color")
    #expect(
      color.output == """
        html>body>p:nth-child(1) color: rgb(0, 128, 0)
          won   index.html:8  style="color: green"
          lost  index.html:4  #one { color: blue }  (1, 0, 0)  the other origin counts more
          lost  css/base.css:1  p { color: red }  (0, 0, 1)  the other origin counts more

        """, "\(color.output)")
    let bold = try explain(scratch, "b", "color")
    #expect(
      bold.output.hasPrefix(
        "html>body>p:nth-child(1)>b:nth-child(1) color: rgb(0, 128, 0)\n  inherited from html>body>p:nth-child(1)\n  won   index.html:8  style="
      ), "\(bold.output)")
  }

  /// Logical properties count for physical ones; shorthands are all of theirs; custom properties and attributes have places.
  @Test func kindsOfProperties() throws {
    let scratch = try site()
    let item = try explain(scratch, "li", "padding-left", "--space", "float")
    #expect(
      item.output == """
        html>body>ul:nth-child(2)>li:nth-child(1) padding-left: 6px
          won   css/base.css:8  .list li { padding-inline-start: 6px }  (0, 1, 1)
        html>body>ul:nth-child(2)>li:nth-child(1) --space
          won   css/base.css:8  .list li { --space: 5px }  (0, 1, 1)
        html>body>ul:nth-child(2)>li:nth-child(1) float: none
          no declaration: the initial value

        """, "\(item.output)")
    let table = try explain(scratch, "table", "width")
    #expect(table.output.contains("  won   an attribute of the element\n"), "\(table.output)")
    let margins = try explain(scratch, "#one", "margin")
    #expect(margins.output.split(separator: "\n").filter { $0.hasPrefix("html") }.count == 4, "\(margins.output)")
  }

  @Test func forProgramsAndWrongNames() throws {
    let scratch = try site()
    let run = try Command.run(
      "inspect", "style", "index.html", "--selector", "#one", "--property", "margin-left", "--format", "json",
      in: scratch.url)
    #expect(
      run.output.hasPrefix(
        #"[{"path":"html>body>p:nth-child(1)","property":"margin-left","value":"4px","won":{"file":"css/base.css","line":6,"column":11,"origin":"author","selector":".note","declaration":"margin: 3px 4px","conditions":["@media"],"specificity":[0,1,0],"important":false},"lost":["#
      ), "\(run.output)")
    let wrong = try explain(scratch, "p", "margin-tpo")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors == "hybrid: there is no property `margin-tpo`\nhelp: did you mean `margin-top`?\n", "\(wrong.errors)"
    )
    #expect(try explain(scratch, "h6", "color").errors == "hybrid: no element of index.html matches h6\n")
  }
}
