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
    #expect(files["index.html"]?.contains("<title>a&lt;b &amp; c</title>") == true)
    #expect(files["index.html"]?.contains("src=\"start.js\"") == true)
    #expect(files["404.html"]?.contains("src=\"/app/start.js\"") == true)
    #expect(files["app.webmanifest"]?.contains("\"display\": \"standalone\"") == true)
    // The client is that of the repository, without what only Node needs.
    let client = Command.repository.appendingPathComponent("clients/javascript/minified")
    for name in ["worker.js", "page.js"] {
      let expected = try String(contentsOf: client.appendingPathComponent(name), encoding: .utf8)
      #expect(files["hybrid-client/" + name] == expected)
    }
    #expect(files.keys.filter { $0.hasPrefix("hybrid-client/") }.count == 2)
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
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
