import Foundation
import Testing

@testable import Build

/// Random edits of a site: after each, what a watch keeps must be what a clean build gives, byte for byte.
@Suite struct IncrementalSoakTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// A folder with a site that is edited at random.
  private struct RandomSite {
    let root: String
    var random: Generator
    var pages: Int

    func path(_ name: String) -> String { root + "/" + name }

    func write(_ name: String, _ text: String) throws {
      let path = path(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      if name.utf8.count % 2 == 0 {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      } else {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      }
    }

    mutating func pick() -> Int { Int.random(in: 0..<pages, using: &random) }

    mutating func page(broken: Bool = false) -> String {
      let sheet = Int.random(in: 0..<4, using: &random)
      let image = Int.random(in: 0..<3, using: &random)
      let link = pick()
      let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        "word\(Int.random(in: 0..<99, using: &random))"
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        return """
          <!DOCTYPE html><html lang=en layout="/layouts/main.html"><head><title>composed</title>
          <link rel=stylesheet href=/css/\(broken ? 77 : sheet).css></head>
          <body><p>\(words.count)</p><ul><li t:static="item in data.items">{{ item }}</li></ul></body></html>
          """
      }
      return """
        <!DOCTYPE html><html lang=en><title>t\(Int.random(in: 0..<9, using: &random))</title>
        <link rel=stylesheet href=/css/\(broken ? 77 : sheet).css>
        <h1>\(words.count)</h1><p>\(words.joined(separator: " "))</p>
        <img src=/img/\(image).svg alt=""><a href=/p\(link).html>next</a>
        """
    }

    mutating func sheet() -> String {
      let imported = Bool.random(using: &random) ? "@import \"extra.css\";\n" : ""
      return imported + "p { padding: \(Int.random(in: 0..<40, using: &random))px } h1 { margin: 3px; unknown: 1 }\n"
    }

    mutating func image() -> String {
      let size = Int.random(in: 1...200, using: &random)
      return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\"/>"
    }

    mutating func layout() -> String {
      """
      <!DOCTYPE html><html lang=en><head><title>t</title></head><body><include src=/partials/header.html></include>
      <main style="padding: \(Int.random(in: 0..<30, using: &random))px"><slot></slot></main></body></html>
      """
    }

    mutating func data() -> String {
      let items = (0..<Int.random(in: 0..<4, using: &random)).map { "\"item \($0)\"" }
      return "[" + items.joined(separator: ", ") + "]\n"
    }

    mutating func fill() throws {
      try write("layouts/main.html", layout())
      try write("partials/header.html", "<header>header</header>\n")
      try write("data/items.json", data())
      for number in 0..<pages { try write("p\(number).html", page()) }
      for number in 0..<4 { try write("css/\(number).css", sheet()) }
      for number in 0..<3 { try write("img/\(number).svg", image()) }
      try write("css/extra.css", "h1 { color: red }\n")
      try write("hybrid.json", #"{ "viewports": [{ "width": 320, "height": 480, "scale": 1 }] }"#)
    }

    /// One edit, and what it was.
    mutating func edit() throws -> String {
      let manager = FileManager.default
      let page = "p\(pick()).html"
      let sheet = "css/\(Int.random(in: 0..<4, using: &random)).css"
      switch Int.random(in: 0..<18, using: &random) {
      case 0, 1, 2:
        try write(page, self.page())
        return "write \(page)"
      case 3:
        try write(page, self.page(broken: true))
        return "break \(page)"
      case 4:
        try? manager.removeItem(atPath: path(page))
        return "delete \(page)"
      case 5, 6:
        try write(sheet, self.sheet())
        return "write \(sheet)"
      case 7:
        try? manager.removeItem(atPath: path(sheet))
        return "delete \(sheet)"
      case 8:
        let other = "p\(pick()).html"
        guard other != page, manager.fileExists(atPath: path(page)) else { return "nothing" }
        _ = rename(path(page), path(other))
        return "rename \(page) to \(other)"
      case 9:
        utimes(path(page), nil)
        return "touch \(page)"
      case 10:
        try write("img/\(Int.random(in: 0..<3, using: &random)).svg", image())
        return "write an image"
      case 11:
        if manager.fileExists(atPath: path("css/extra.css")) {
          try manager.removeItem(atPath: path("css/extra.css"))
          return "delete css/extra.css"
        }
        try write("css/extra.css", "h1 { font-size: \(Int.random(in: 9..<40, using: &random))px }\n")
        return "write css/extra.css"
      case 12:
        for number in 0..<4 { try write("css/\(number).css", self.sheet()) }
        for number in 0..<pages where !manager.fileExists(atPath: path("p\(number).html")) {
          try write("p\(number).html", self.page())
        }
        try write("data/items.json", self.data())
        return "mend everything"
      case 13:
        try write("layouts/main.html", layout())
        return "write the layout"
      case 14:
        try write("data/items.json", data())
        return "write data"
      case 15:
        try write("partials/header.html", "<header>\(Int.random(in: 0..<99, using: &random))</header>\n")
        return "write the partial"
      case 16:
        try write("data/items.json", "[\n")
        return "break data"
      default:
        let width = [320, 360, 400].randomElement(using: &random) ?? 320
        try write("hybrid.json", #"{ "viewports": [{ "width": \#(width), "height": 480, "scale": 1 }] }"#)
        return "configure \(width)"
      }
    }
  }

  /// The files of the current release; immutable ones of older releases beside it do not count.
  private func release(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in ["latest.json", "manifest.json"] {
      files[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    guard let manifest = files["manifest.json"] else { return files }
    let text = String(decoding: manifest, as: UTF8.self)
    for match in text.matches(of: #/"url":"([^"]+)"/#) {
      files[String(match.1)] = FileManager.default.contents(atPath: folder + "/" + match.1)
    }
    return files
  }

  @Test func everyRebuildIsACleanBuild() throws {
    let isLong = ProcessInfo.processInfo.environment["HYBRID_SOAK"] != nil
    let scratch = NSTemporaryDirectory() + "/hybrid-random-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    var site = RandomSite(root: scratch + "/site", random: Generator(state: 20), pages: isLong ? 50 : 8)
    try site.fill()
    var options = BuildOptions(root: site.root, outputFolder: scratch + "/dist", jobs: 2)
    options.cacheFolder = scratch + "/cache"
    options.pagesInMemory = 0
    let watched = SiteBuild(options)
    _ = watched.build()
    var good: [String: Data] = [:]
    var edits: [String] = []
    for _ in 0..<(isLong ? 500 : 30) {
      edits.append(try site.edit())
      let outcome = watched.rebuild()
      let clean = BuildOptions(root: site.root, outputFolder: scratch + "/clean-\(edits.count)", jobs: 2)
      let expected = SiteBuild(clean).build()
      defer { try? FileManager.default.removeItem(atPath: clean.outputFolder) }
      if let outcome {
        #expect(outcome.diagnostics == expected.diagnostics, "after \(edits.suffix(5))")
        #expect(outcome.verdict == expected.verdict, "after \(edits.suffix(5))")
      }
      // The last good release stays while the sources have errors.
      if expected.verdict == .success { good = try release(clean.outputFolder) }
      if !good.isEmpty, try release(options.outputFolder) != good {
        Issue.record("another release after \(edits.suffix(5))")
        return
      }
    }
    #expect(!good.isEmpty)
  }
}
