import Foundation
import Testing

/// `hybrid check --layout`: bars that cover contents, safe areas, late fonts and small targets. Each fault is found with its code, and
/// the same page without the fault gives nothing.
@Suite struct LayoutLintBarTests {
  private struct Fault {
    var code: String
    var wrong: String
    var right: String

    init(_ code: String, _ page: String, from: String, to: String) {
      (self.code, wrong, right) = (code, page, page.replacing(from, with: to))
    }
  }

  private static let bar = "position: fixed; left: 0; right: 0; background: #fff;"
  private static let long = "<p style='height: 1200px'>Tides</p>"

  private static let faults: [Fault] = [
    // The end of the page under a lower bar.
    Fault(
      "HYB3098",
      "<style>body { margin: 0 } nav { \(bar) bottom: 0; height: 60px }</style>\(long)<p>Imprint</p><nav>Home</nav>",
      from: "margin: 0 ", to: "margin: 0 0 70px "),
    Fault(
      "HYB3098",
      "<style>footer { \(bar) bottom: 0; padding: 16px } main { padding-bottom: 8px }</style><main>\(long)<button>Send</button></main><footer>Cart</footer>",
      from: "padding-bottom: 8px", to: "padding-bottom: 80px"),
    // The start under an upper bar.
    Fault(
      "HYB3098", "<style>header { \(bar) top: 0; height: 56px }</style><header>News</header><h1>Lakes</h1>\(long)",
      from: "<style>", to: "<style>body { padding-top: 56px } "),
    Fault(
      "HYB3098",
      "<style>header { position: fixed; top: 0; width: 100% } header div { background: #333; height: 48px }</style><header><div>News</div></header><p>Lakes of the land</p>\(long)",
      from: "position: fixed", to: "position: sticky"),
    // Targets of links under an upper bar.
    Fault(
      "HYB3099",
      "<style>html { scroll-padding-top: 0 } nav { position: sticky; top: 0; height: 50px; background: #fff }</style><nav><a href='#b'>B</a></nav>\(long)<h2 id=b>Bays</h2>\(long)",
      from: "scroll-padding-top: 0", to: "scroll-padding-top: 50px"),
    Fault(
      "HYB3099",
      "<style>body { padding-top: 64px } nav { \(bar) top: 0; height: 64px } h2 { scroll-margin-top: 0 }</style><nav><a href='#b'>B</a></nav>\(long)<h2 id=b>Bays</h2>\(long)",
      from: "scroll-margin-top: 0", to: "scroll-margin-top: 4rem"),
    // Under the home indicator and the notch.
    Fault(
      "HYB3100",
      "<style>body { padding: 60px 0 } nav { \(bar) bottom: 0; padding-bottom: 4px }</style>\(long)<nav>Home</nav>",
      from: "padding-bottom: 4px", to: "padding-bottom: env(safe-area-inset-bottom)"),
    Fault(
      "HYB3100",
      "<style>body { padding: 120px 0 } header { \(bar) top: 0; padding-top: 8px }</style><header>News</header>\(long)",
      from: "padding-top: 8px", to: "padding-top: calc(8px + env(safe-area-inset-top))"),
    // A font that comes late, and is wider than the next one.
    Fault(
      "HYB3101",
      "<style>@font-face { font-family: Wide; src: url(mono.ttf); font-display: swap } p { font: 16px/1.5 Wide, serif }</style><p>Tides, winds and temperatures of all lakes of the land, with pictures of each harbour, its depth, its lights and the times at which ships go</p>",
      from: "font-display: swap", to: "font-display: optional"),
    // Small targets beside each other.
    Fault(
      "HYB6108",
      "<style>button { display: block; width: 16px; height: 16px; padding: 0; border: 0; font-size: 8px }</style><button>A</button><button>B</button>",
      from: "width: 16px; height: 16px", to: "width: 32px; height: 32px"),
  ]

  private static let head =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width, viewport-fit=cover'><title>t</title>\n<body>\n"

  /// A font of one width, where the machine has one.
  private static let monospace = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/liberation2/LiberationMono-Regular.ttf",
  ].first { FileManager.default.fileExists(atPath: $0) }

  private func codes(_ scratch: Scratch, _ arguments: String...) throws -> [String: Set<String>] {
    let check = try Command.start(
      ["check", "site", "--no-cache", "--diagnostics", "json"] + arguments, in: scratch.url
    ).finish()
    var found: [String: Set<String>] = [:]
    for line in check.errors.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, let code = object["code"] as? String
      else { continue }
      found[file, default: []].insert(code)
    }
    return found
  }

  @Test(.enabled(if: monospace != nil, "needs a font of fonts-dejavu-core or fonts-liberation"))
  func faultsAreFoundAndNothingElse() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json",
      #"{ "viewports": [{"width":360,"height":640,"scale":3},{"width":768,"height":1024,"scale":2}] }"#)
    let font = try #require(FileManager.default.contents(atPath: Self.monospace ?? ""))
    try font.write(to: scratch.url.appendingPathComponent("site/mono.ttf"))
    for (number, fault) in Self.faults.enumerated() {
      try scratch.write("site/w\(number).html", Self.head + fault.wrong)
      try scratch.write("site/r\(number).html", Self.head + fault.right)
    }
    #expect(Self.faults.count == 10)
    let found = try codes(scratch, "--layout")
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
    // Only where it is asked for.
    let plain = try codes(scratch)
    #expect(plain.values.joined().allSatisfy { !["HYB3098", "HYB3099", "HYB3100", "HYB3101", "HYB6108"].contains($0) })
  }

  @Test func theWholeMessage() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{ "viewports": [{"width":360,"height":640,"scale":3}] }"#)
    try scratch.write(
      "site/a.css", "\n.bar { position: fixed; bottom: 0; width: 100%; height: 60px; background: #eee }\n")
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n<link rel=stylesheet href=a.css>\n<body style='margin: 0'><div style='height: 900px'></div><p class=imprint style='margin: 0'>x\n<nav class=bar>Home</nav>\n"
    )
    let check = try Command.run("check", "site", "--layout", in: scratch.url)
    #expect(
      check.errors == """
        index.html:5:1: warning[HYB3098]: `.bar` covers `.imprint` at the end of the page at 360 px, and nobody can scroll it out
          <nav class=bar>Home</nav>
          ^~~~~~~~~~~~~~~
        note: a.css:2 says `.bar { position: fixed }`
        help: give the body `padding-bottom: 60px`, or let the bar be `sticky`
        1 warning

        """, "\(check.errors)")
  }
}
