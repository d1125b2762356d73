import Foundation
import Testing

/// `hybrid check --layout`: faults put into pages are found with their code at the widths where they are, and the same pages without
/// the fault give nothing.
@Suite struct LayoutLintTests {
  /// A page with a fault and without it: what is in `<body>`.
  private struct Fault {
    var code: String
    var wrong: String
    var right: String

    init(_ code: String, _ wrong: String, _ right: String) {
      (self.code, self.wrong, self.right) = (code, wrong, right)
    }

    /// A fault of one style.
    init(_ code: String, styles: String, from: String, to: String, _ body: String) {
      self.init(
        code, "<style>\(styles)</style>" + body, "<style>\(styles.replacing(from, with: to))</style>" + body)
    }
  }

  private static let words = "Tides, winds and temperatures of all lakes of the land"

  private static let faults: [Fault] = [
    // The page scrolls sideways.
    Fault(
      "HYB3094", styles: ".a { width: 600px; background: #eee }", from: "width", to: "max-width", "<div class=a>x</div>"
    ),
    Fault(
      "HYB3094", styles: "img { width: 700px }", from: "width: 700px", to: "max-width: 100%", "<img src=i.svg alt=x>"),
    Fault(
      "HYB3094", styles: ".a { min-width: 500px }", from: "500px", to: "0", "<table class=a><tr><td>One<td>Two</table>"),
    Fault("HYB3094", styles: "p { white-space: nowrap }", from: "nowrap", to: "normal", "<p>\(words) \(words)</p>"),
    Fault(
      "HYB3094", styles: "p { overflow-wrap: normal }", from: "normal", to: "anywhere",
      "<p>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</p>"),
    Fault(
      "HYB3094", styles: ".a { margin-left: 300px } .a p { width: 200px }", from: "margin-left: 300px",
      to: "margin-left: 5%",
      "<div class=a><p>One two</p></div>"),
    Fault(
      "HYB3094", styles: ".r { display: flex } .r div { flex: none; width: 250px }", from: "flex: none;", to: "",
      "<div class=r><div>One</div><div>Two</div></div>"),
    // Out of the parent.
    Fault(
      "HYB3093", styles: ".a { width: 50%; background: #eee } .a p { width: 300px }", from: " width: 300px",
      to: " max-width: 300px",
      "<div class=a><p>\(words)</p></div>"),
    Fault(
      "HYB3093", styles: ".a { width: 60%; border: 1px solid } .a p { white-space: nowrap }", from: "nowrap",
      to: "normal",
      "<div class=a><p>Tides, winds and the temperatures</p></div>"),
    Fault(
      "HYB3093", styles: ".a { width: 50%; background: #eee } img { width: 300px; height: 20px }", from: "width: 300px",
      to: "max-width: 100%",
      "<div class=a><img src=i.svg alt=x></div>"),
    Fault(
      "HYB3093", styles: ".a { height: 60px; background: #eee; width: 100% }", from: " height", to: " min-height",
      "<div class=a>\(words) \(words) \(words)</div>"),
    Fault(
      "HYB3093",
      styles: ".r { display: flex; width: 50%; background: #eee } .r b { flex: none; width: 110px; background: #ddd }",
      from: "flex: none;", to: "", "<div class=r><b>One</b><b>Two</b><b>Three</b></div>"),
    Fault(
      "HYB3093", styles: ".a { width: 40%; box-shadow: 0 0 2px } button { width: 220px }", from: " width: 220px",
      to: " max-width: 100%",
      "<div class=a><button>Send it now</button></div>"),
    // Collisions.
    Fault(
      "HYB3092",
      styles:
        ".a { position: relative; height: 30px } .a p { position: absolute; margin: 0; width: 220px } .b { right: 0 }",
      from: "width: 220px", to: "width: 45%",
      "<div class=a><p>Lake Constance and all of its shores</p><p class=b>251 metres at the deepest place</p></div>"),
    Fault(
      "HYB3092", styles: ".a { height: 30px } .b { height: 40px; width: 100% }", from: ".a { height: 30px }",
      to: ".a { min-height: 30px }",
      "<div class=a>\(words)</div><div class=b>\(words)</div>"),
    Fault(
      "HYB3092", styles: ".r { display: flex } .r div { flex: 1; min-width: 0; white-space: nowrap }",
      from: "white-space: nowrap", to: "white-space: normal",
      "<div class=r><div>Tides, winds and temperatures</div><div>Reading tide tables</div></div>"),
    Fault(
      "HYB3092",
      styles:
        ".l { float: left; width: 200px } .b { position: relative; height: 24px } .b p { position: absolute; right: 0; width: 220px; margin: 0 }",
      from: "width: 220px", to: "width: 90px",
      "<div class=l>One two three four five</div><div class=b><p>Six seven eight nine ten</p></div>"),
    Fault(
      "HYB3092", styles: ".r { display: grid; grid-template-columns: 50% 50% } .r button { width: 240px }",
      from: " width: 240px", to: " max-width: 100%",
      "<div class=r><button>Send</button><button>Cancel</button></div>"),
    Fault(
      "HYB3092",
      styles:
        ".h { position: relative; height: 50px } .h h1 { margin: 0; width: 300px; font-size: 20px } .h nav { position: absolute; right: 0; top: 0 }",
      from: "width: 300px", to: "width: 40%",
      "<div class=h><h1>The daily news of the shore</h1><nav>Home, topics, archive</nav></div>"),
    // One item wraps.
    Fault(
      "HYB3095", styles: ".r { display: flex; flex-wrap: wrap } .r a { width: 130px }", from: "width: 130px",
      to: "width: 30%",
      "<nav class=r><a>One</a><a>Two</a><a>Three</a></nav>"),
    Fault(
      "HYB3095", styles: "li { display: inline-block; width: 110px }", from: "width: 110px", to: "width: 20%",
      "<ul><li>One</li><li>Two</li><li>Three</li></ul>"),
    Fault(
      "HYB3095", styles: ".r a { float: left; width: 100px }", from: "width: 100px", to: "width: 22%",
      "<nav class=r><a>One</a><a>Two</a><a>Three</a><a>Four</a></nav>"),
    Fault(
      "HYB3095", styles: ".r { display: flex; flex-wrap: wrap } .r a { padding: 0 38px }", from: "0 38px", to: "0 1px",
      "<nav class=r><a>Home</a><a>News</a><a>About</a></nav>"),
    Fault(
      "HYB3095", styles: ".r button { display: inline-block; width: 120px; margin: 2px }", from: "width: 120px",
      to: "width: 25%",
      "<div class=r><button>One</button> <button>Two</button> <button>Three</button></div>"),
    // A few widths.
    Fault(
      "HYB3096",
      styles: "@media (max-width: 599px) { .r { display: flex } } @media (min-width: 601px) { .r { display: flex } }",
      from: "601px", to: "600px", "<div class=r><p>One</p><p>Two</p></div>"),
    Fault(
      "HYB3096",
      styles:
        ".r { display: flex } @media (max-width: 500px) { .r { flex-wrap: wrap } } @media (min-width: 500px) and (max-width: 501px) { .r { flex-direction: column } }",
      from: "flex-direction: column", to: "color: red", "<div class=r><p>One</p><p>Two</p></div>"),
    Fault(
      "HYB3096",
      styles:
        ".n { display: none } @media (max-width: 640px) { .n { display: block } } @media (min-width: 640px) { .w { display: flex } } @media (max-width: 639px) { .w b { display: none } }",
      from: "(max-width: 640px)", to: "(max-width: 639px)", "<div class=w><p>One</p><p class=n>Menu</p><b>Two</b></div>"
    ),
    // Cut at twice the text size.
    Fault(
      "HYB3097", styles: ".a { height: 24px; overflow: hidden }", from: " height", to: " min-height",
      "<p class=a>Tides of today</p>"),
    Fault(
      "HYB3097", styles: ".a { max-height: 60px; overflow: hidden }", from: "60px", to: "20em",
      "<p class=a>\(words)</p>"),
    Fault(
      "HYB3097", styles: ".a { width: 100px; overflow: hidden; white-space: nowrap }", from: " width: 100px",
      to: " min-width: 8em",
      "<p class=a>Lake of trees</p>"),
    // Texts that overlap at twice the text size.
    Fault(
      "HYB4218", styles: ".a { height: 16px }", from: " height", to: " min-height",
      "<div class=a>Tides of today</div><div>Winds of today</div>"),
    Fault(
      "HYB4218",
      styles: ".a { position: relative; height: 9em } .a p { position: absolute; margin: 0 } .b { top: 16px }",
      from: "top: 16px", to: "top: 1.5em", "<div class=a><p>Tides of today</p><p class=b>Winds of today</p></div>"),
    // What has a background covers other things on purpose.
    Fault(
      "HYB4218",
      styles:
        ".a { position: relative; height: 9em } .a p { position: absolute; margin: 0 } .b { top: 16px; background: none }",
      from: "none", to: "#fff", "<div class=a><p>Tides of today</p><p class=b>Winds of today</p></div>"),
    // Texts that overlap at the usual size.
    Fault(
      "HYB4219", styles: "p { margin: 0 } .b { margin-top: -16px }", from: "-16px", to: "4px",
      "<p>Tides of today</p><p class=b>Winds of today</p>"),
    Fault(
      "HYB4219",
      styles: ".a { position: relative; height: 9em } .a p { position: absolute; margin: 0 } .b { top: 8px }",
      from: "top: 8px", to: "top: 3em", "<div class=a><p>Tides of today</p><p class=b>Winds of today</p></div>"),
    Fault(
      "HYB4219", "<p>Tides of today</p><p style='margin-top: -40px'>Winds of today</p>",
      "<p aria-hidden=true>Tides of today</p><p style='margin-top: -40px'>Winds of today</p>"),
  ]

  private static let head =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>body { font: 1rem/1.5 sans-serif; margin: 8px }</style>\n<body>\n"

  /// The codes of layout faults by file.
  private func codes(_ scratch: Scratch) throws -> [String: Set<String>] {
    let check = try Command.run("check", "site", "--layout", "--no-cache", "--diagnostics", "json", in: scratch.url)
    var found: [String: Set<String>] = [:]
    for line in check.errors.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, let code = object["code"] as? String,
        let number = Int(code.dropFirst(3)), (3092...3097).contains(number) || (4218...4219).contains(number)
      else { continue }
      found[file, default: []].insert(code)
    }
    return found
  }

  @Test func faultsAreFoundAndNothingElse() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":360,"height":640,"scale":3},{"width":768,"height":1024,"scale":2}] }"#)
    try scratch.write("site/i.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='700' height='20'/>")
    for (number, fault) in Self.faults.enumerated() {
      try scratch.write("site/w\(number).html", Self.head + fault.wrong)
      try scratch.write("site/r\(number).html", Self.head + fault.right)
    }
    #expect(Self.faults.count == 36)
    let found = try codes(scratch)
    var missed: [String] = []
    var wrong: [String] = []
    for (number, fault) in Self.faults.enumerated() {
      if found["w\(number).html"]?.contains(fault.code) != true {
        missed.append("\(number) \(fault.code): \(found["w\(number).html"]?.sorted() ?? [])")
      }
      if found["r\(number).html"]?.contains(fault.code) == true { wrong.append("\(number) \(fault.code)") }
    }
    #expect(missed.isEmpty, "\(missed)")
    #expect(wrong.isEmpty, "\(wrong)")
  }

  /// A bar of plain links that wraps only on the smallest screen; links in a text are not looked at.
  @Test func linksInALineAreABarWhereTheyNavigate() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":320,"height":568,"scale":2},{"width":768,"height":1024,"scale":2}] }"#)
    let links = ["Start", "News", "Places", "Photos", "Contact"].map { "<a href=#a>\($0)</a>" }.joined(separator: "\n")
    let style = "<style>body { margin: 0 } a { padding: 8px 10px; font-size: 15px }</style>\n"
    try scratch.write("site/nav.html", Self.head + style + "<nav id=a>\(links)</nav>\n")
    try scratch.write("site/text.html", Self.head + style + "<p id=a>\(links)</p>\n")
    try scratch.write(
      "site/narrow.html", Self.head + style.replacing("10px", with: "4px") + "<nav id=a>\(links)</nav>\n")
    let check = try Command.run("check", "site", "--layout", in: scratch.url)
    #expect(
      check.errors.contains("warning[HYB3095]: `a` is by itself below the other 4 of `#a` at 320 to 3"),
      "\(check.errors)")
    let bars = check.errors.split(separator: "\n").filter { $0.contains("HYB3095") }
    #expect(bars.count == 1, "\(check.errors)")
  }

  @Test func theWholeMessage() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":360,"height":640,"scale":3},{"width":768,"height":1024,"scale":2}] }"#)
    try scratch.write("site/a.css", "\n.wide { min-width: 500px }\n")
    let head = Self.head.replacing("font: 1rem/1.5 sans-serif; ", with: "")
    try scratch.write("site/index.html", head + "<link rel=stylesheet href=a.css>\n<p class=wide>x</p>\n")
    let check = try Command.run("check", "site", "--layout", in: scratch.url)
    #expect(check.status == 0)
    #expect(
      check.errors == """
        index.html:5:1: warning[HYB3094]: the page scrolls sideways at 360 to 506 px: `.wide` reaches to 508 px at 360 px
          <p class=wide>x</p>
          ^~~~~~~~~~~~~~
        note: a.css:2 says `.wide { min-width: 500px }`
        help: give it `min-width: 0`
        1 warning

        """, "\(check.errors)")
    // Only where it is asked for; a build says nothing of it.
    #expect(try Command.run("check", "site", in: scratch.url).errors == "")
    #expect(try Command.run("build", "site", in: scratch.url).errors == "")
    #expect(try Command.run("check", "site", "--layout", "--warnings-as-errors", in: scratch.url).status == 2)
  }

  /// What scrolls the page sideways also protrudes from all that it is in: that is one problem.
  @Test func oneCauseIsOneProblem() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":360,"height":640,"scale":3},{"width":768,"height":1024,"scale":2}] }"#)
    let field = "<form><input style='width: 330px; margin-left: 50px'></form>"
    try scratch.write(
      "site/index.html", Self.head + "<style>.a { background: #eee }</style><div class=a>\(field)</div>")
    // One declaration cuts the texts of several classes off.
    let cells = ["x", "y", "z"].map { "<p class='\($0) c'>One two three four" + ($0 == "x" ? "" : " five six") }
    try scratch.write(
      "site/cut.html",
      Self.head + "<style>.c { height: 20px; width: 200px; overflow: hidden }</style>" + cells.joined())
    let check = try Command.run("check", "site", "--layout", in: scratch.url)
    let lines = check.errors.split(separator: "\n").filter { $0.contains("[HYB309") }
    #expect(
      lines.count(where: { $0.contains("index.html") }) == 1 && check.errors.contains("HYB3094"), "\(check.errors)")
    #expect(lines.count(where: { $0.contains("cut.html") }) == 1, "\(check.errors)")
    #expect(check.errors.contains("so it is for 2 other elements of the page"), "\(check.errors)")
  }
}
