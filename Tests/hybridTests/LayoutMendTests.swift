import Foundation
import Testing

/// `hybrid check --layout`: what the help proposes ends the fault, each fault is reported once, and one fault hides no other.
@Suite struct LayoutMendTests {
  private struct Fault {
    var code: String
    var styles: String
    var body: String
    /// A part of the help; empty for any that can be applied.
    var help = ""
  }

  private static let words = "Tides, winds and temperatures of all lakes of the land"

  private static let faults: [Fault] = [
    Fault(
      code: "HYB3094",
      styles: ".g { display: grid; grid-template-columns: repeat(3, 200px) } .g div { background: #ddd }",
      body: "<div class=g><div class=x>One</div><div class=y>Two</div><div class=z>Three</div></div>",
      help: "give `.g` `grid-template-columns: "),
    Fault(
      code: "HYB3094", styles: ".k { width: 120px; white-space: nowrap }",
      body: "<button class=k>Send the whole form with all of its fields to the office of the harbour now</button>",
      help: "give it `white-space: normal`"),
    Fault(
      code: "HYB3094", styles: ".a { min-width: 500px; background: #eee }", body: "<div class=a>x</div>",
      help: "give it `min-width: 0`"),
    Fault(
      code: "HYB3094", styles: ".a { width: 600px; background: #eee }", body: "<div class=a>x</div>",
      help: "give it `max-width: 100%`"),
    Fault(
      code: "HYB3094", styles: ".a { white-space: nowrap }", body: "<p class=a>\(words) \(words)</p>",
      help: "give it `white-space: normal`"),
    Fault(
      code: "HYB3094", styles: ".a { color: #333 }",
      body: "<p class=a>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</p>",
      help: "give it `overflow-wrap: anywhere`"),
    Fault(
      code: "HYB3094", styles: ".r { display: flex } .r div { flex: none; width: 250px; background: #eee }",
      body: "<div class=r><div class=x>One</div><div class=y>Two</div></div>"),
    Fault(
      code: "HYB3093", styles: ".b { width: 50%; background: #eee } .a { width: 300px }",
      body: "<div class=b><p class=a>\(words)</p></div>", help: "give it `max-width: 100%`"),
    Fault(
      code: "HYB3093", styles: ".b { width: 60%; border: 1px solid } .a { white-space: nowrap }",
      body: "<div class=b><p class=a>Tides, winds and the temperatures</p></div>", help: "give it `white-space: normal`"
    ),
    Fault(
      code: "HYB3093", styles: ".a { height: 60px; background: #eee }",
      body: "<div class=a><p class=p>\(words) \(words) \(words)</p></div>",
      help: "write `min-height` instead of `height` (`.a`)"),
    Fault(
      code: "HYB3092", styles: ".a { height: 30px } .b { height: 40px }",
      body: "<div class=a>\(words)</div><div class=b>\(words)</div>",
      help: "write `min-height` instead of `height` (`.a`)"),
    Fault(
      code: "HYB3092", styles: ".r { display: flex } .r div { flex: 1; min-width: 0; white-space: nowrap }",
      body: "<div class=r><div class=x>Tides, winds and temperatures</div><div class=y>Reading tide tables</div></div>"),
    Fault(
      code: "HYB3097", styles: ".a { height: 24px; overflow: hidden }", body: "<p class=a>Tides of today</p>",
      help: "write `min-height` instead of `height`"),
    Fault(
      code: "HYB3097", styles: ".a { max-height: 60px; overflow: hidden }", body: "<p class=a>\(words)</p>",
      help: "write `max-height` in `em`, or none"),
    Fault(
      code: "HYB4218", styles: ".a { height: 16px }",
      body: "<div class=a>Tides of today</div><div class=b>Winds of today</div>",
      help: "write `min-height` instead of `height` (`.a`)"),
    Fault(
      code: "HYB4219", styles: "p { margin: 0 } .b { margin-top: -16px }",
      body: "<p class=a>Tides of today</p><p class=b>Winds of today</p>",
      help: "give it `margin-top: 0`"),
  ]

  private static let head =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>body { font: 1rem/1.5 sans-serif; margin: 8px }</style>\n"

  private struct Problem: Decodable {
    var file: String?
    var code: String
    var message: String
    var help: String?
  }

  private func problems(_ pages: [String: String]) throws -> [String: [Problem]] {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":360,"height":640,"scale":3},{"width":768,"height":1024,"scale":2}] }"#)
    for (path, text) in pages { try scratch.write("site/" + path, text) }
    let check = try Command.run("check", "site", "--layout", "--no-cache", "--diagnostics", "json", in: scratch.url)
    let found = check.errors.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Problem.self, from: Data($0.utf8))
    }
    return Dictionary(grouping: found.filter { $0.file != nil }) { $0.file ?? "" }
  }

  /// The rule that a problem's help asks for; `nil` where it proposes none.
  private func rule(_ problem: Problem) -> String? {
    guard let help = problem.help else { return nil }
    let labels = problem.message.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    // Of two texts at twice the size, the second one is where the problem is.
    let own = problem.code == "HYB4218" ? labels.dropFirst().first : labels.first
    if let match = help.firstMatch(of: #/^give (?:it|`([^`]+)`) `([^`]+)`/#) {
      let declarations = match.2.split(separator: ";").map { "\($0) !important" }.joined(separator: ";")
      return (match.1.map(String.init) ?? own).map { "\($0) { \(declarations) }" }
    }
    guard let match = help.firstMatch(of: #/^write `(?:min-|max-)?(height)`.*?(?:\(`([^`]+)`\))?$/#) else { return nil }
    return (match.2.map(String.init) ?? own).map { "\($0) { height: auto !important; max-height: none !important }" }
  }

  @Test func whatTheHelpProposesEndsTheFault() throws {
    var pages: [String: String] = [:]
    for (number, fault) in Self.faults.enumerated() {
      pages["\(number).html"] = Self.head + "<style>\(fault.styles)</style>\n<body>\n\(fault.body)\n"
    }
    let before = try problems(pages)
    var mended: [String: String] = [:]
    for (number, fault) in Self.faults.enumerated() {
      let name = "\(number).html"
      let found = try #require(before[name]?.first { $0.code == fault.code }, "\(name): \(before[name] ?? [])")
      #expect(fault.help.isEmpty || found.help?.contains(fault.help) == true, "\(name): \(found)")
      let proposed = try #require(rule(found), "\(name): \(found)")
      mended[name] = pages[name]?.replacing("</style>\n<body>", with: "\(proposed)</style>\n<body>")
    }
    let after = try problems(mended)
    for (number, fault) in Self.faults.enumerated() {
      let rest = after["\(number).html", default: []].filter { $0.code == fault.code }
      #expect(rest.isEmpty, "\(mended["\(number).html"] ?? ""): \(rest)")
    }
  }

  /// Texts that cover each other at some widths are one fault.
  @Test func aPairIsReportedOnce() throws {
    let styles = ".r { position: relative; height: 3em } .r p { position: absolute; margin: 0; top: 0 } .y { right: 0 }"
    let page =
      Self.head + "<style>\(styles)</style>\n<body>\n"
      + "<div class=r><p class=x>Lake Constance and its shores</p><p class=y>251 metres at the deepest</p></div>\n"
    let found = try problems(["index.html": page])["index.html", default: []]
    let pairs = found.filter { ["HYB3092", "HYB4218", "HYB4219"].contains($0.code) }
    #expect(pairs.map(\.code) == ["HYB3092"], "\(found)")
  }

  /// What sticks out in several places is reported in each; neighbours in a row are one fault.
  @Test func eachOverflowIsReported() throws {
    let styles =
      ".a { width: 700px; background: #eee } .t { white-space: nowrap } .g { display: grid; grid-template-columns: repeat(4, 150px) } .g b { background: #ddd }"
    let page =
      Self.head + "<style>\(styles)</style>\n<body>\n<div class=a>x</div>\n<p class=t>\(Self.words)\n"
      + "<div class=g><b class=i>1</b><b class=j>2</b><b class=k>3</b><b class=l>4</b></div>\n"
    let found = try problems(["index.html": page])["index.html", default: []].filter { $0.code == "HYB3094" }
    let labels = found.compactMap { $0.message.firstMatch(of: #/: `([^`]+)` reaches/#)?.1 }
    #expect(Set(labels).count == 3 && labels.count == 3, "\(found)")
    #expect(labels.contains(".a") && labels.contains(".t"), "\(found)")
    // In a page that is too wide as a whole, the page is.
    let wide =
      Self.head
      + "<style>\(styles) body { min-width: 800px }</style>\n<body>\n<div class=a>x</div>\n<p class=t>\(Self.words)\n"
    let one = try problems(["index.html": wide])["index.html", default: []].filter {
      $0.code == "HYB3094" && $0.message.contains("360 to")
    }
    #expect(one.count == 1, "\(one)")
  }

  /// Links to targets near the start of the page end under a bar too.
  @Test func targetsNearTheStartAreLookedAt() throws {
    let page =
      Self.head + "<style>nav { position: sticky; top: 0; height: 50px; background: #fff }</style>\n<body>\n"
      + "<nav><a href='#a'>A</a></nav><p>One<h2 id=a>Bays</h2><p style='height: 1200px'>x\n"
    let found = try problems([
      "index.html": page, "b.html": page.replacing("id=a", with: "id=a style='scroll-margin-top:50px'"),
    ])
    #expect(found["index.html"]?.contains { $0.code == "HYB3099" } == true, "\(found)")
    #expect(found["b.html"]?.contains { $0.code == "HYB3099" } != true, "\(found)")
  }
}
