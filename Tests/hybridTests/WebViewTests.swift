import Foundation
import HybridClient
import Manifest
import TestSupport
import Testing

/// Sites of other tools, packed as they are and opened in a headless Chromium through the request handler: every request is
/// answered, and scripts, styles and images are what they were.
@Suite(.serialized) struct WebViewTests {
  static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let hugo = ["/usr/bin/hugo", "/usr/local/bin/hugo"].first { FileManager.default.isExecutableFile(atPath: $0) }
  static let sites = Command.repository.appendingPathComponent("Tests/Fixtures/Sites")

  /// Whether nothing is reported but that the sites name no fonts to measure with.
  static func isClean(_ errors: String) -> Bool {
    errors.split(separator: "\n").allSatisfy { !$0.contains("error[") }
      && errors.components(separatedBy: "warning[").dropFirst().allSatisfy { $0.hasPrefix("HYB3001]") }
  }

  /// A site built and served by the request handler.
  private final class Served {
    let scratch: Scratch
    let server: LoopbackServer

    init(_ site: String, base: String) throws {
      let scratch = try Scratch()
      let build = try Command.run("build", site, "-o", "dist", "--no-cache", in: scratch.url)
      #expect(build.status == 0 && WebViewTests.isClean(build.errors), "\(build.errors)")
      let content = WebContent(try ReleaseFolder.open(scratch.path + "/dist"), base: base)
      self.scratch = scratch
      server = try LoopbackServer { request in
        let answer = content.response(
          to: WebRequest(method: request.method, url: request.path, headers: request.headers))
        return LoopbackServer.Answer(status: answer.status, headers: answer.headers, body: answer.body)
      }
    }

    deinit { server.stop() }

    /// The document that Chromium has after the page's scripts have run.
    func document(_ path: String) throws -> String {
      let process = try Command.start(
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
          "--user-data-dir=\(scratch.path)/profile", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
          "--virtual-time-budget=8000", "--dump-dom", server.address + path,
        ], in: scratch.url, environment: ["HOME": scratch.path],
        program: URL(fileURLWithPath: WebViewTests.chromium ?? "/"))
      return process.finish().output
    }

    /// The requests that were not answered with a file.
    var failures: [String] { server.log.filter { $0.status >= 400 }.map { "\($0.status) \($0.path)" } }
  }

  @Test(.enabled(if: chromium != nil, "Chromium is not installed"))
  func aSiteOfViteRuns() throws {
    let served = try Served(Self.sites.appendingPathComponent("vite-output").path, base: "/app/")
    let document = try served.document("/app/")
    #expect(served.failures == [], "\(served.server.log)")
    for text in [
      "Hello, Vite", "data-logo=\"32\"", "data-later=\"Hello, later\"", "data-list=\"one,two\"",
      "data-mapped=\"Hello, map\"",
    ] {
      #expect(document.contains(text), "\(text) is missing: \(document)")
    }
    let asked = Set(served.server.log.map(\.path))
    for name in ["index-15f70ef1.js", "vendor-b4332a49.js", "later-ec5b5f48.js", "index-DiwrgTda.css"] {
      #expect(asked.contains { $0.hasSuffix(name) }, "\(asked)")
    }
  }

  @Test(.enabled(if: chromium != nil, "Chromium is not installed"))
  func aSiteOfHugoRuns() throws {
    let served = try Served(Self.sites.appendingPathComponent("hugo-output").path, base: "/blog/")
    try check(served)
  }

  @Test(.enabled(if: chromium != nil && hugo != nil, "Chromium or Hugo is not installed"))
  func aSiteThatHugoBuildsNowRuns() throws {
    let scratch = try Scratch()
    let source = Self.sites.appendingPathComponent("hugo").path
    let build = try Command.start(
      ["-s", source, "-d", scratch.path + "/public", "--cacheDir", scratch.path + "/cache", "--noBuildLock"],
      in: scratch.url, environment: ["HUGO_RESOURCEDIR": scratch.path + "/resources", "HOME": scratch.path],
      program: URL(fileURLWithPath: Self.hugo ?? "/")
    ).finish()
    #expect(build.status == 0, "\(build.errors)")
    try check(try Served(scratch.path + "/public", base: "/blog/"))
  }

  private func check(_ served: Served) throws {
    for path in ["/blog/", "/blog/posts/tides/", "/blog/posts"] {
      let document = try served.document(path)
      // The script and the style sheet had the digests that `integrity` names.
      #expect(document.contains("data-script=\"ran\""), "\(path): \(document)")
      #expect(document.contains("data-colour=\"rgb(10, 60, 120)\""), "\(path): \(document)")
    }
    #expect(served.failures == [], "\(served.server.log)")
    #expect(served.server.log.contains { $0.path.hasSuffix("img/anchor.svg") && $0.status == 200 })
  }

  @Test func sitesOfOtherToolsPackWithoutProblems() throws {
    let scratch = try Scratch()
    let vite = try Command.run(
      "build", Self.sites.appendingPathComponent("vite-output").path, "-o", "v", "--no-cache", in: scratch.url)
    #expect(vite.errors == "" && vite.output.hasPrefix("1 page, 1 viewport, 8 files → 2 packages"))
    let hugo = try Command.run(
      "build", Self.sites.appendingPathComponent("hugo-output").path, "-o", "h", "--no-cache", in: scratch.url)
    #expect(Self.isClean(hugo.errors) && hugo.output.hasPrefix("9 pages, 1 viewport, 14 files → 2 packages"))
    for folder in ["v", "h"] { #expect(try Command.run("verify", folder, in: scratch.url).status == 0) }
    let content = WebContent(try ReleaseFolder.open(scratch.path + "/v"), base: "/app/")
    func type(_ path: String) -> String? { content.response(to: WebRequest(url: path)).header("Content-Type") }
    #expect(type("/app/assets/index-15f70ef1.js") == "text/javascript; charset=utf-8")
    #expect(type("hybrid://vite-app/assets/logo-C8s1PqXa.svg") == "image/svg+xml")
    let page = String(decoding: content.response(to: WebRequest(url: "/app/")).body, as: UTF8.self)
    #expect(page.contains("<script type=\"module\" crossorigin=\"\" src=\"assets/index-15f70ef1.js\"></script>"))
    #expect(page.contains("{\"imports\":{\"greetings\":\"/app/assets/vendor-b4332a49.js\"}}"))
  }
}
