import CSSValues
import Foundation
import HybridClient
import JSONValues
import Manifest
import PageFormat
import Testing

/// The sites under `examples/`: each is built and looked into, and its picture is the tool's own.
@Suite struct ExamplesTests {
  private func build(_ name: String, _ arguments: String...) throws -> (scratch: Scratch, summary: String) {
    let scratch = try Scratch()
    let build = try Command.start(
      ["build", "examples/\(name)", "-o", scratch.path + "/dist", "--no-cache", "--warnings-as-errors"] + arguments,
      in: Command.repository, environment: [:], program: Command.executable
    ).finish()
    #expect(build.errors == "")
    #expect(build.status == 0)
    #expect(try Command.run("verify", "dist", in: scratch.url).output == "dist: sound\n")
    return (scratch, build.timeless)
  }

  private func open(
    _ scratch: Scratch, _ page: String, width: Double = 390, safeArea: SafeAreaInsets = .zero
  ) throws -> OpenedPage {
    try ReleaseFolder.open(scratch.path + "/dist")
      .openPage(page, for: DeviceTraits(width: width, height: 844, scale: 3, safeArea: safeArea))
  }

  @Test func theShopsLinksLeadSomewhere() throws {
    let (scratch, summary) = try build("shop", "--emit", "applinks", "--emit", "hotwire")
    #expect(summary.hasPrefix("20 pages, 2 viewports, 27 files → 6 packages, "))
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    let navigation = try release.navigation()
    func decision(_ url: String) -> String {
      guard let target = navigation.router.match(url) else { return "-" }
      let values = target.values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      let properties = navigation.properties(for: url)
      return "\(target.page ?? "app")\(values) \(properties.context) \(properties.title ?? "")"
    }
    #expect(decision("/products/glass") == "products/glass.html standard ")
    #expect(decision("/orders/7/parcel") == "order/order.html id=7 tab=parcel standard Your order")
    #expect(decision("kettle://orders/7") == "order/order.html id=7 standard Your order")
    #expect(decision("https://kettle.example/cart") == "cart.html modal Cart")
    #expect(decision("/search?q=tea") == "search.html query=tea standard ")
    #expect(decision("/p/AB12") == "search.html code=AB12 standard ")
    #expect(decision("/account/checkout") == "app standard ")
    #expect(decision("/orders/x") == "-")
    let files = Scratch.contents(scratch.url.appendingPathComponent("dist"))
    for name in [".well-known/apple-app-site-association", ".well-known/assetlinks.json", "hotwire/ios_v1.json"] {
      #expect(files[name] != nil, "\(name)")
    }
    let built = SafeAreaInsets(top: 47, bottom: 34)
    #expect(try open(scratch, "products/travel.html", safeArea: built).fit == .exact)
    // Its header is as high as the safe area makes it.
    let other = SafeAreaInsets(top: 59, bottom: 34)
    #expect(
      try open(scratch, "products/travel.html", safeArea: other).fit
        == .needsLayout([.safeArea(wanted: other, nearest: built)]))
  }

  /// What people copy is in two languages and two colour schemes, fits a phone and a tablet, and stays within its budget.
  @Test(arguments: [
    ("news", "de/articles/tram.html", "Die Linie 7 wird dreißig", "22 pages, 2 viewports, 31 files → 7 packages, "),
    ("shop", "de/products/glass.html", "Glaskessel", "20 pages, 2 viewports, 27 files → 6 packages, "),
    ("handbook", "de/start.html", "Ein erster Auftrag", "10 pages, 2 viewports, 11 files → 6 packages, "),
    ("todo", "de/index.html", "Was ist zu tun?", "2 pages, 2 viewports, 6 files → 6 packages, "),
    ("magazine", "zh/articles/tides.html", "大海每天画两次新的地图。", "28 pages, 2 viewports, 37 files → 6 packages, "),
    ("weather", "de/index.html", "Noch einmal nachsehen", "2 pages, 2 viewports, 3 files → 6 packages, "),
  ]) func theExampleIsWhole(_ name: String, page: String, text: String, expected: String) throws {
    let (scratch, summary) = try build(name)
    #expect(summary.hasPrefix(expected), "\(summary)")
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    for width in [390.0, 768] {
      for scheme in ColorScheme.allCases {
        let device = DeviceTraits(
          width: width, height: width == 390 ? 844 : 1024, scale: width == 390 ? 3 : 2, colorScheme: scheme)
        let opened = try release.openPage(page, for: device)
        #expect(
          opened.layout?.viewport.colorScheme == scheme && opened.layout?.viewport.width == width, "\(width) \(scheme)")
      }
    }
    let dom = try Command.run("inspect", "dom", page, "--root", "examples/\(name)", "--format", "xhtml")
    #expect(dom.output.contains(text), "\(dom.output)")
    let configuration = try String(
      contentsOf: Command.repository.appendingPathComponent("examples/\(name)/hybrid.json"), encoding: .utf8)
    #expect(configuration.contains("\"budgets\": { \"total\":") && configuration.contains("\"accessibility\": true"))
    // The pictures are as wide as the screens: bytes 16 to 19 of a PNG file.
    for suffix in ["", "-dark", "-wide", "-wide-dark", "-\(page.prefix(2))"] {
      let picture = Command.repository.appendingPathComponent("examples/pictures/\(name)\(suffix).png")
      let head = try Data(contentsOf: picture).prefix(20)
      let width = head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
      #expect(width == (suffix.contains("wide") ? 768 : 390), "\(picture.path)")
    }
  }

  /// Lists of the news have the stories of the page's language, with those of the archive only in the archive.
  @Test(arguments: [
    ("index.html", "Line 7 turns thirty", "Die Linie 7 wird dreißig", "The last wood oven"),
    ("topics.html", "Line 7 turns thirty", "Die Linie 7 wird dreißig", "The last wood oven"),
    ("archive/index.html", "The last wood oven", "Der letzte Holzofen", "Line 7 turns thirty"),
    ("de/index.html", "Die Linie 7 wird dreißig", "Line 7 turns thirty", "Der letzte Holzofen"),
    ("de/topics.html", "Die Linie 7 wird dreißig", "Line 7 turns thirty", "Der letzte Holzofen"),
    ("de/archive/index.html", "Der letzte Holzofen", "The last wood oven", "Die Linie 7 wird dreißig"),
  ]) func theNewsAreInThePagesLanguage(_ page: String, story: String, otherLanguage: String, otherList: String) throws {
    let dom = try Command.run("inspect", "dom", page, "--root", "examples/news", "--format", "xhtml").output
    #expect(dom.contains(story), "\(dom)")
    #expect(!dom.contains(otherLanguage) && !dom.contains(otherList), "\(dom)")
  }

  /// Long words of the other language stay in their boxes.
  @Test func theShopsWordsFit() throws {
    let check = try Command.run(
      "check", "examples/shop", "--layout", "--no-cache", "--warnings-as-errors")
    #expect(check.status == 0, "\(check.wholeErrors)")
  }

  /// A page of the handbook is found by its words, in its language.
  @Test func theHandbookIsSearched() throws {
    let (scratch, _) = try build("handbook")
    let found = try Command.run("search", "dist", "beiseitegelegt", in: scratch.url)
    #expect(found.output.contains("Wiederholen und warten") && !found.output.contains("Retries"), "\(found.output)")
  }

  @Test func theSettingsFollowTheTextSize() throws {
    let (scratch, summary) = try build("settings")
    #expect(summary.hasPrefix("3 pages, 2 viewports, 5 files → 5 packages, "))
    #expect(try open(scratch, "index.html").fit == .exact)
    func height(_ viewport: String) throws -> Double {
      let text = try Command.run(
        "inspect", "layout", "index.html", "--root", "examples/settings", "--viewport", viewport, "--format", "json"
      ).output
      let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return ((answer?["nodes"] as? [[String: Any]])?.first { $0["tag"] as? String == "h1" }?["h"] as? Double) ?? 0
    }
    let (plain, large) = (try height("390x844@3"), try height("390x844@3+f1.3"))
    #expect(plain > 0)
    #expect(abs(large / plain - 1.3) < 0.02)
  }

  /// The sample is what an app would fill in; its texts come out of the page as a client shows it.
  @Test func theWeatherIsFilledWithData() throws {
    final class Screen: ViewHost {
      var texts: [String] = []
      func apply(_ commands: [ViewCommand]) {
        for case .setText(_, let text, _) in commands { texts.append(text) }
      }
    }
    let (scratch, summary) = try build("weather")
    #expect(summary.hasPrefix("2 pages, 2 viewports, 3 files → 6 packages, "))
    let sample = Command.repository.appendingPathComponent("examples/weather/sample.json")
    let screen = Screen()
    let live = try LivePage(
      try open(scratch, "index.html"), data: try JSONParser.parse(Array(Data(contentsOf: sample))), host: screen)
    live.start()
    for text in ["Trieste", "21°", "Clear, a light bora", "Wednesday", "70 %", "13° – 18°"] {
      #expect(screen.texts.contains(text), "\(text): \(screen.texts)")
    }
  }

  /// The pictures are what the pages' frames are now, to the byte: the examples bring their fonts' metrics, so that every
  /// machine draws the same. `HYBRID_UPDATE=1` draws them again.
  @Test(arguments: ["news", "shop", "settings", "magazine", "handbook"]) func thePictureIsTheToolsOwn(_ name: String)
    throws
  {
    let scratch = try Scratch()
    let file = Command.repository.appendingPathComponent("examples/\(name)/picture.svg")
    let drawn = try Command.run(
      "inspect", "layout", name == "handbook" ? "start.html" : "index.html", "--root", "examples/\(name)", "--viewport",
      "390x844@3", "--svg",
      scratch.path + "/picture.svg")
    #expect(drawn.status == 0)
    let made = try String(contentsOf: scratch.url.appendingPathComponent("picture.svg"), encoding: .utf8)
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil { try Data(made.utf8).write(to: file) }
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(committed.contains("</text>"))
    let differing = zip(made.split(separator: "\n"), committed.split(separator: "\n")).first { $0 != $1 }
    let isSame = made == committed
    #expect(
      isSame,
      "\(differing.map { "\($0) was \($1)" } ?? "") run: HYBRID_UPDATE=1 swift test --filter ExamplesTests")
  }

  /// A Web page is refused by name, and no picture is written.
  @Test func aWebPageHasNoPicture() throws {
    let (scratch, _) = try build("settings")
    let program = Command.executable.deletingLastPathComponent().appendingPathComponent("page-picture")
    for arguments in [["-o", "page.png"], []] {
      let refused = try Command.start(["dist", "index.html"] + arguments, in: scratch.url, program: program).finish()
      #expect(refused.status == 1)
      #expect(refused.output == "")
      #expect(refused.errors.contains("index.html is a Web page") && refused.errors.contains("WebContent"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path + "/page.png"))
    }
  }

  /// The picture of the Token app is drawn by a client with the system's fonts, and compared by its pixels.
  @Test func theWeathersPictureIsTheClientsOwn() throws {
    let (scratch, _) = try build("weather")
    let picture = Command.repository.appendingPathComponent("examples/weather/picture.png")
    let program = Command.executable.deletingLastPathComponent().appendingPathComponent("page-picture")
    func draw(_ data: String, _ arguments: String...) throws -> Command {
      try Command.start(
        [
          "dist", "index.html", "--data", data, "--width", "390", "--height", "844", "--scale", "1", "-o",
          "picture.png",
        ]
          + arguments, in: scratch.url, program: program
      ).finish()
    }
    let sample = Command.repository.appendingPathComponent("examples/weather/sample.json")
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      #expect(try draw(sample.path).status == 0)
      try Data(contentsOf: scratch.url.appendingPathComponent("picture.png")).write(to: picture)
    }
    let same = try draw(sample.path, "--compare", picture.path)
    #expect(same.status == 0, "\(same.output)\(same.errors) run: HYBRID_UPDATE=1 swift test --filter ExamplesTests")
    // Numbers that no picture has, and data that is none, are said.
    try scratch.write("list.json", "[1]")
    try scratch.write("broken.json", "{")
    for (arguments, message) in [
      (["--width", "nan"], "`--width` must be 1 to 32767, not nan"),
      (["--height", "1e9"], "`--height` must be 1 to 32767, not 1000000000.0"),
      (["--scale", "1e300"], "`--scale` must be 0.5 to 8, not 1e+300"),
      (["--width", "20000", "--height", "20000"], "100 million"),
      (["--data", "list.json"], "list.json must hold an object"),
      (["--data", "broken.json"], "broken.json is not valid JSON: expected"),
      (["--data", "none.json"], "none.json cannot be read"),
    ] {
      let refused = try Command.start(
        ["dist", "index.html", "-o", "refused.png"] + arguments, in: scratch.url, program: program
      ).finish()
      #expect(refused.status == 64, "\(refused.output)\(refused.errors)")
      #expect(refused.errors.contains(message), "\(refused.errors)")
    }
    // One other word is seen.
    let text = try String(contentsOf: sample, encoding: .utf8)
    try scratch.write("other.json", text.replacing("Trieste", with: "Muggia"))
    let other = try draw("other.json", "--compare", picture.path)
    #expect(other.status == 1, "\(other.output)\(other.errors)")
  }
}
