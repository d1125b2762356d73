import Foundation
import Testing

/// `hybrid diff`: edits made to real pages, each found with its cause and nothing else.
@Suite struct DiffVerbTests {
  /// One edit of a site, and the only finding that it may give.
  private struct Edit {
    var file: String
    var from: String
    var to: String
    /// The subject and the element.
    var expected: String
    /// A change that is among those of the finding: `name: old → new`.
    var change: String
    /// Whether boxes move or grow; `nil` for either.
    var moves: Bool? = true
    /// Where the declaration is, as `file:line`; only of styles.
    var place: String?
  }

  private static let edits: [Edit] = [
    Edit(
      file: "css/feed.css", from: "  padding: 18px 16px 10px;", to: "  padding: 22px 16px 10px;",
      expected: "style .mast", change: "padding-top: 18px → 22px", place: "css/feed.css:54"),
    Edit(
      file: "css/feed.css", from: "  font-size: 26px;", to: "  font-size: 30px;", expected: "style h1",
      change: "font-size: 26px → 30px", place: "css/feed.css:60"),
    Edit(
      file: "css/feed.css", from: "  line-height: 24px;", to: "  line-height: 26px;", expected: "style body",
      change: "line-height: 24px → 26px", place: "css/feed.css:36"),
    Edit(
      file: "css/feed.css", from: "  max-width: 760px;", to: "  max-width: 600px;", expected: "style body",
      change: "max-width: 760px → 600px", place: "css/feed.css:29"),
    Edit(
      file: "css/feed.css", from: "  margin: 8px 4px 16px;", to: "  margin: 8px 4px 24px;", expected: "style .card",
      change: "margin-bottom: 16px → 24px", place: "css/feed.css:100"),
    Edit(
      file: "css/feed.css", from: "  --accent: #b3261e;", to: "  --accent: #1e26b3;",
      expected: "style :root",
      change: "--accent: #b3261e → #1e26b3", moves: false, place: "css/feed.css:8"),
    Edit(
      file: "css/feed.css", from: "  border-radius: 16px;", to: "  border-radius: 4px;", expected: "style .card",
      change: "border-radius: 16px → 4px", moves: false, place: "css/feed.css:102"),
    Edit(
      file: "css/feed.css", from: "  width: 104px;", to: "  width: 88px;", expected: "style img",
      change: "width: 104px → 88px", place: "css/feed.css:152"),
    Edit(
      file: "css/feed.css", from: "  overflow: hidden;\n", to: "", expected: "style .card",
      change: "overflow: hidden → visible", moves: nil, place: "css/feed.css:100"),
    Edit(
      file: "css/feed.css", from: ".byline {\n", to: ".byline {\n  display: none;\n", expected: "style .byline",
      change: "display: block → none", place: "css/feed.css:130"),
    Edit(
      file: "css/feed.css", from: ".card p {\n  margin: 0;", to: ".card p {\n  margin: 0 0 4px;", expected: "style p",
      change: "margin-bottom: 0px → 4px", place: "css/feed.css:126"),
    Edit(
      file: "index.html", from: "The harbour gets its market back",
      to: "The harbour gets its old fish market back at last", expected: "text h2",
      change: "text: The harbour gets its market back → The harbour gets its old fish market back at last"),
    Edit(
      file: "index.html", from: "<title>The Daily</title>", to: "<title>The Weekly</title>", expected: "text title",
      change: "text: The Daily → The Weekly", moves: false),
    Edit(
      file: "index.html", from: "href=\"topics.html\"", to: "href=\"archive/index.html\"", expected: "link a",
      change: "href: topics.html → archive/index.html", moves: false),
    Edit(
      file: "index.html", from: "<ul class=\"chips\">", to: "<ul>", expected: "attribute .chips",
      change: "class: chips → nil"),
    Edit(
      file: "index.html", from: "<article class=\"card card-small\">", to: "<article class=\"card\">",
      expected: "attribute .card.card-small", change: "class: card card-small → card"),
    Edit(
      file: "index.html", from: "<li><a href=\"topics.html\">Topics</a></li>\n", to: "", expected: "vanished li",
      change: "text: Topics → nil"),
    Edit(
      file: "index.html", from: "<main class=\"cards\">", to: "<main class=\"cards\"><p>Rain from noon.</p>",
      expected: "appeared p", change: "text: nil → Rain from noon."),
    Edit(
      file: "articles/chess.html", from: "width=\"800\" height=\"420\"", to: "width=\"800\" height=\"600\"",
      expected: "attribute img", change: "height: 420 → 600", moves: false),
    Edit(
      file: "articles/chess.html", from: "../img/chess-wide.svg", to: "../img/storm-wide.svg", expected: "image img",
      change: "src: ../img/chess-wide.svg → ../img/storm-wide.svg", moves: nil),
  ]

  private struct Answer: Decodable {
    struct Finding: Decodable {
      struct Change: Decodable {
        var name: String
        var old: String?
        var new: String?
      }
      struct Source: Decodable {
        var file: String
        var line: Int
      }
      var subject: String
      var element: String
      var elements: Int
      var changes: [Change]
      var source: Source?
      var moved: Int
      var resized: Int
      var hidden: Int
      var shown: Int
      var rebrokenTexts: Int
      var overlapCount: Int
      var overflowCount: Int
      var pages: [String]
      var viewports: [String]

      var boxes: Int { moved + resized + hidden + shown }
    }
    var findings: [Finding]
    var pagesAdded: [String]
    var pagesGone: [String]
  }

  /// A copy of a site with its release beside it.
  private func example(_ name: String) throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: Command.repository.appendingPathComponent(name), to: scratch.url.appendingPathComponent("site"))
    let build = try Command.run("build", "site", "-o", "old", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    return scratch
  }

  private func diff(_ scratch: Scratch) throws -> Answer {
    let run = try Command.run("diff", "old", "site", "--json", in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
  }

  @Test func theSameSourcesGiveNoFinding() throws {
    let scratch = try example("Tests/Fixtures/Sites/news")
    let run = try Command.run("diff", "old", "site", "--fail-on", "any", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output == "old → site: 11 pages compared, nothing differs for a reader\n")
  }

  @Test func everyEditIsOneFinding() throws {
    let scratch = try example("Tests/Fixtures/Sites/news")
    for edit in Self.edits {
      let file = scratch.url.appendingPathComponent("site/" + edit.file)
      let before = try String(contentsOf: file, encoding: .utf8)
      let range = try #require(before.range(of: edit.from), "\(edit.from)")
      try before.replacingCharacters(in: range, with: edit.to).write(to: file, atomically: true, encoding: .utf8)
      let answer = try diff(scratch)
      try before.write(to: file, atomically: true, encoding: .utf8)
      let summary = answer.findings.map { "\($0.subject) \($0.element) \($0.changes)" }
      #expect(answer.findings.count == 1, "\(edit.to): \(summary)")
      guard let finding = answer.findings.first else { continue }
      let subject = edit.expected.prefix { $0 != " " }
      let element = edit.expected.dropFirst(subject.count + 1)
      #expect(finding.subject == subject, "\(edit.to)")
      #expect(finding.element == element, "\(edit.to)")
      let changes = finding.changes.map { "\($0.name): \($0.old ?? "nil") → \($0.new ?? "nil")" }
      #expect(changes.contains(edit.change), "\(edit.to): \(changes)")
      if let moves = edit.moves { #expect((finding.boxes > 0) == moves, "\(edit.to): \(finding.boxes)") }
      if let place = edit.place { #expect(finding.source.map { "\($0.file):\($0.line)" } == place) }
    }
  }

  /// An element before all others leaves them what they are; two edits are two findings, each with its own boxes.
  @Test func causesAreKeptApart() throws {
    let scratch = try example("Tests/Fixtures/Sites/news")
    let page = scratch.url.appendingPathComponent("site/index.html")
    let sheet = scratch.url.appendingPathComponent("site/css/feed.css")
    try String(contentsOf: page, encoding: .utf8).replacing("<body>", with: "<body><p>Rain from noon.</p>")
      .write(to: page, atomically: true, encoding: .utf8)
    try String(contentsOf: sheet, encoding: .utf8).replacing("padding: 6px 14px", with: "padding: 6px 20px")
      .write(to: sheet, atomically: true, encoding: .utf8)
    let answer = try diff(scratch)
    #expect(Set(answer.findings.map(\.subject)) == ["appeared", "style"], "\(answer.findings)")
    for finding in answer.findings { #expect(finding.boxes > 0, "\(finding)") }
  }

  /// What covers something or sticks out of the screen now is named, and ends with a status of its own.
  @Test func overlapsAndOverflowsFail() throws {
    let scratch = try Scratch()
    let head = "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>"
    let style = "<style>body{margin:0;font:16px/20px sans-serif}p{margin:0}.wide{width:300px}</style>"
    try scratch.write("old/hybrid.json", #"{"viewports":[{"width":390,"height":844,"scale":3}]}"#)
    try scratch.write("old/index.html", head + style + "<p>First<p>Second<div class=wide>wide</div>")
    try FileManager.default.copyItem(
      at: scratch.url.appendingPathComponent("old"), to: scratch.url.appendingPathComponent("new"))
    let edited = style.replacing("width:300px", with: "width:500px").replacing(
      "p{margin:0}", with: "p{margin:0 0 -16px}")
    try scratch.write("new/index.html", head + edited + "<p>First<p>Second<div class=wide>wide</div>")
    let run = try Command.run("diff", "old", "new", "--fail-on", "overlap,overflow", in: scratch.url)
    #expect(run.status == 4, "\(run.output)\(run.errors)")
    #expect(run.output.contains("overlap now: p and p by "), "\(run.output)")
    #expect(
      run.output.contains("overflows the viewport now: .wide reaches to 500 px on index.html at 390x844@3"),
      "\(run.output)")
    #expect(run.errors.contains("`--fail-on`: overlap (") && run.errors.contains("overflow (1)"), "\(run.errors)")
    let back = try Command.run("diff", "new", "old", "--fail-on", "overlap,overflow", in: scratch.url)
    #expect(back.status == 0, "\(back.output)")
    let sizes = try Command.run("diff", "old", "new", "--fail-on", "size+1MB,size+900%", in: scratch.url)
    #expect(sizes.status == 0, "\(sizes.errors)")
  }

  @Test func theFormatsSayTheSame() throws {
    let scratch = try Scratch()
    let head = "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>"
    try scratch.write("old/index.html", head + "<p class=\"a|b\">One <b>two</b>")
    try scratch.write("new/index.html", head + "<p class=\"a|b\">Three <script-x>four</script-x>")
    let markdown = try Command.run("diff", "old", "new", "--format", "markdown", in: scratch.url)
    #expect(markdown.status == 0, "\(markdown.errors)")
    #expect(markdown.output.hasPrefix("### old → new&#58; 1 page compared, 1 differ"), "\(markdown.output)")
    #expect(!markdown.output.contains(".a|b"))
    let sarif = try Command.run("diff", "old", "new", "--format", "sarif", in: scratch.url)
    let document = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
    #expect(document?["version"] as? String == "2.1.0")
    #expect(sarif.output.contains("\"uri\": \"new/index.html\""))
    let first = try Command.run("diff", "old", "new", "--html", "a.html", in: scratch.url)
    let second = try Command.run("diff", "old", "new", "--html", "b.html", in: scratch.url)
    #expect(first.output == second.output && first.status == 0)
    let pages = try ["a.html", "b.html"].map {
      try String(contentsOf: scratch.url.appendingPathComponent($0), encoding: .utf8)
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0].contains("data:image/png;base64,"))
  }

  @Test func wrongCallsAreRefused() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    try scratch.write("broken/latest.json", "{}")
    try scratch.write(
      "faulty/index.html", "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=a.css>")
    #expect(try Command.run("diff", "site", in: scratch.url).status == 64)
    #expect(try Command.run("diff", "site", "site", "--fail-on", "everything", in: scratch.url).status == 64)
    #expect(try Command.run("diff", "missing", "site", in: scratch.url).status == 66)
    let broken = try Command.run("diff", "broken", "site", in: scratch.url)
    #expect(broken.status == 65 && broken.errors.contains("broken is not a sound release"), "\(broken.errors)")
    let faulty = try Command.run("diff", "site", "faulty", in: scratch.url)
    #expect(faulty.status == 1, "\(faulty.errors)")
    #expect(faulty.errors.contains("faulty cannot be compiled"), "\(faulty.errors)")
    let git = try Command.run("diff", "--git", "HEAD", "--root", "site", in: scratch.url)
    #expect(git.status == 66, "\(git.errors)")
  }

  /// Commits are read by plumbing only: a hook or a filter of the repository does not run, and the working tree stays.
  @Test(.enabled(if: Command.hasGit, "git is not installed")) func commitsAreCompared() throws {
    let scratch = try Scratch()
    func git(_ arguments: String...) throws {
      let process = try Command.start(
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"] + arguments,
        in: scratch.url, environment: ["HOME": scratch.path], program: URL(fileURLWithPath: "/usr/bin/git"))
      let run = process.finish()
      #expect(run.status == 0, "\(run.errors)")
    }
    let head = "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>"
    try scratch.write("site/index.html", head + "<p>One")
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "one")
    try scratch.write("site/index.html", head + "<p>Two")
    try scratch.write("site/more.html", head + "<p>More")
    try git("add", ".")
    try git("commit", "-q", "-m", "two")
    try scratch.write(".gitattributes", "*.html filter=evil")
    try git("config", "filter.evil.smudge", "touch ran; cat")
    try scratch.write("site/index.html", head + "<p>Three")
    let commits = try Command.run("diff", "--git", "HEAD~1", "HEAD", "--root", "site", in: scratch.url)
    #expect(commits.status == 0, "\(commits.errors)")
    #expect(commits.output.contains("text of p: “One” → “Two”"), "\(commits.output)")
    #expect(commits.output.contains("pages added: more.html"))
    let tree = try Command.run("diff", "--git", "HEAD", in: scratch.url.appendingPathComponent("site"))
    #expect(tree.output.contains("text of p: “Two” → “Three”"), "\(tree.output)\(tree.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/ran"))
    let missing = try Command.run("diff", "--git", "no-such", "HEAD", "--root", "site", in: scratch.url)
    #expect(missing.status == 66 && missing.errors.contains("no-such: no such commit"), "\(missing.errors)")
  }
}
