import Foundation
import Testing

/// `--emit web`; what browsers do with it is tested in `clients/javascript/test`.
struct WebApplicationTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=\"en\"><title>Hello</title><p>Hello")
    try scratch.write("site/hybrid.json", #"{"name": "a<b & c", "base": "/app/"}"#)
    return scratch
  }

  private func files(_ scratch: Scratch) -> [String: String] {
    Scratch.contents(scratch.url.appendingPathComponent("dist")).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func workerManifestAndStartPage() throws {
    let scratch = try site()
    #expect(try Command.run("keygen", "-o", "a.pem", in: scratch.url).status == 0)
    let root = try Command.run("roots", "add", "dist", "--key", "a.pem.pub", "--sign-key", "a.pem", in: scratch.url)
    #expect(root.status == 0)
    let build = try Command.run(
      "build", "site", "-o", "dist", "--sign-key", "a.pem", "--emit", "web", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let files = files(scratch)
    let first = try Data(contentsOf: scratch.url.appendingPathComponent("dist/roots/1.root.json"))
    #expect(files["worker.js"]?.contains("trust: '\(first.base64EncodedString())'") == true)
    #expect(files["404.html"]?.contains("<title>a&lt;b &amp; c</title>") == true)
    #expect(files["404.html"]?.contains("src=\"/app/start.js\"") == true)
    #expect(files["app.webmanifest"]?.contains("\"display\": \"standalone\"") == true)
    // The client is that of the repository, without what only Node needs.
    let client = Command.repository.appendingPathComponent("clients/javascript/minified")
    for name in ["worker.js", "page.js"] {
      let expected = try String(contentsOf: client.appendingPathComponent(name), encoding: .utf8)
      #expect(files["hybrid-client/" + name] == expected)
    }
    #expect(
      files.keys.filter { $0.hasPrefix("hybrid-client/") }.sorted()
        == ["hybrid-client/page.js", "hybrid-client/pages.txt", "hybrid-client/worker.js"])
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
  }

  /// Who comes first sees the pages themselves, which start the worker; everything else is as in the release.
  @Test func pagesAreAtTheirOwnAddresses() throws {
    let scratch = try site()
    try scratch.write(
      "site/news/first.html",
      "<!-- > --><!DOCTYPE html>\n<html lang=\"en\" data-x=\"a>b\"><head class=a><link rel=manifest href=own><title>t</title><p>First"
    )
    try scratch.write("site/a.css", "p { color: red }")
    try scratch.write("site/old.html", "<!DOCTYPE html><html lang=\"en\"><title>Old</title><p>Old")
    try scratch.write("site/worker.js", "self.close()")
    let build = try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url)
    #expect(build.status == 0)
    #expect(
      build.errors.contains("worker.js:1:1: warning[HYB5069]: `worker.js` has the name of a file of the web app"),
      "\(build.errors)")
    let files = files(scratch)
    let script = "<script type=\"module\" src=\"start.js\"></script>"
    #expect(
      files["index.html"]?.contains(
        "<head><link rel=\"manifest\" href=\"app.webmanifest\">\(script)<title>Hello</title></head>") == true,
      "\(files["index.html"] ?? "")")
    #expect(
      files["news/first.html"]?.contains(
        "<head class=\"a\"><script type=\"module\" src=\"../start.js\"></script><link rel=\"manifest\" href=\"own\"/>")
        == true,
      "\(files["news/first.html"] ?? "")")
    #expect(files["a.css"] == "p { color: red }")
    #expect(files["worker.js"]?.contains("startWorker") == true)
    #expect(files["hybrid-client/pages.txt"] == "a.css\nindex.html\nnews/first.html\nold.html\n")
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
    // What the site has no more is gone; what others put into the folder stays.
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/old.html"))
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/index.html"))
    try scratch.write("dist/robots.txt", "User-agent: *")
    #expect(try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url).status == 0)
    let later = self.files(scratch)
    #expect(later["old.html"] == nil)
    #expect(later["robots.txt"] == "User-agent: *")
    #expect(later["index.html"]?.contains("data-hybrid-start") == true)
  }

  /// A list of pages that somebody wrote by hand removes nothing outside of the folder, and nothing of the release.
  @Test func aForgedListRemovesNothingElse() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url).status == 0)
    try scratch.write("kept.txt", "kept")
    try scratch.write(
      "dist/hybrid-client/pages.txt", "../kept.txt\n/etc/none\nmanifest.json\npackages\nworker.js\n\u{0}\n")
    let before = files(scratch)
    #expect(try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url).status == 0)
    #expect(FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("kept.txt").path))
    #expect(files(scratch).keys.sorted() == before.keys.sorted())
  }

  @Test func withoutARootTheServerIsTrusted() throws {
    let scratch = try site()
    #expect(try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url).status == 0)
    #expect(files(scratch)["worker.js"]?.contains("trust: 'server'") == true)
  }

  @Test func aClientThatIsNotInstalledIsReported() throws {
    let scratch = try site()
    let build = try Command.run(
      "build", "site", "-o", "dist", "--emit", "web", in: scratch.url, environment: ["HYBRID_CLIENT": "/none"])
    #expect(build.status == 66)
    #expect(build.errors.contains("the JavaScript client is not installed"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("dist").path))
  }

  @Test func firstScreensAreInPackagesOnDemand() throws {
    let scratch = try site()
    try scratch.write("site/empty.html", "<!DOCTYPE html><html lang=\"en\"><title>Empty</title><div id=\"root\"></div>")
    #expect(try Command.run("build", "site", "-o", "dist", "--emit", "web", in: scratch.url).status == 0)
    let files = files(scratch)
    let index = try #require(
      files.first { $0.key.hasPrefix("packages/screens.") && $0.key.hasSuffix(".index.json") })
    #expect(index.value.contains("/index.html.json\""))
    // Nothing is painted for a page that scripts fill.
    #expect(!index.value.contains("empty.html"))
    #expect(files["manifest.json"]?.contains("\"load\":\"onDemand\",\"name\":\"screens.") == true)
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
    #expect(try Command.run("build", "site", "-o", "dist", in: scratch.url).status == 0)
    #expect(self.files(scratch)["manifest.json"]?.contains("screens.") == false)
  }

  @Test func aPictureAsJSONHasTheSteps() throws {
    let scratch = try site()
    let run = try Command.run("picture", "index.html", "--root", "site", "-o", "steps.json", in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("steps.json"), encoding: .utf8)
    #expect(text.hasPrefix("{\"version\":1,") && text.contains("[\"text\",\"Hello\","))
    #expect(try Command.run("picture", "index.html", "--root", "site", "-o", "steps.txt", in: scratch.url).status == 64)
  }
}
