import Cryptography
import Foundation
import Platform
import TestSupport
import Testing

/// `hybrid vendor` against a server of the test's own.
@Suite struct VendorVerbTests {
  private static let pixel = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data())

  /// A server whose files a test can change.
  private final class Host: Sendable {
    private final class Files: Sendable {
      let byPath: Mutex<[String: (type: String, body: [UInt8])]>
      init(_ files: [String: (type: String, body: [UInt8])]) { byPath = Mutex(files) }
    }
    private let files: Files
    let server: LoopbackServer

    init(_ initial: [String: (type: String, body: [UInt8])]) throws {
      let files = Files(initial)
      self.files = files
      server = try LoopbackServer { request in
        if request.path == "/moved.js" {
          return LoopbackServer.Answer(status: 302, headers: [("Location", "/lib/x.js")])
        }
        guard let file = files.byPath.withLock({ $0[request.path] }) else { return LoopbackServer.Answer(status: 404) }
        return LoopbackServer.Answer(status: 200, headers: [("Content-Type", file.type)], body: file.body)
      }
    }

    func set(_ path: String, _ type: String, _ text: String) {
      files.byPath.withLock { $0[path] = (type, Array(text.utf8)) }
    }

    deinit { server.stop() }
  }

  private func host() throws -> Host {
    try Host([
      "/lib/css/lib.css": (
        "text/css",
        Array(
          """
          @import "more.css?v=2";
          .a{background:url(/lib/a.png)} .b{background:url("../b.svg#i")}
          """.utf8)
      ),
      "/lib/css/more.css?v=2": ("text/css", Array(".m{background:url(../a.png)}".utf8)),
      "/lib/a.png": ("image/png", Self.pixel),
      "/lib/b.svg": ("image/svg+xml", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
      "/lib/x.js": ("text/javascript", Array("go()".utf8)),
      "/css2?family=X": ("text/css; charset=utf-8", Array("p{color:red}".utf8)),
      "/page": ("text/html", Array("<p>no".utf8)),
    ])
  }

  private func run(_ scratch: Scratch, _ arguments: String...) throws -> Command {
    try Command.start(["vendor", "site"] + arguments, in: scratch.url).finish()
  }

  /// Paths without the port, which is another each time.
  private func plain(_ text: String, _ host: Host) -> String {
    text.replacing(host.server.address, with: "H").replacing("127.0.0.1_\(host.server.port)", with: "host")
  }

  @Test func whatASiteNamesIsFetchedOnceAndBuildsLeadToIt() throws {
    let scratch = try Scratch()
    let host = try host()
    let address = host.server.address
    let digest = Data(MessageDigest.hash(Array("go()".utf8), with: .sha384)).base64EncodedString()
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write(
      "site/index.html",
      """
      <!DOCTYPE html><html lang="en"><head><title>t</title><link rel="stylesheet" href="\(address)/lib/css/lib.css">
      <link rel="stylesheet" href="\(address)/css2?family=X"><link rel="stylesheet" href="css/own.css">
      <script src="\(address)/moved.js" integrity="sha384-\(digest)"></script></head>
      <body style="background:url(\(address)/lib/a.png)"><include src="/partials/p.html"></include>
      <a href="\(address)/lib/a.png">a link</a></body></html>
      """)
    try scratch.write(
      "site/partials/p.html", "<img src=\"\(address)/lib/a.png\" srcset=\"\(address)/lib/b.svg 2x\" alt=x>")
    try scratch.write("site/css/own.css", ".o{background:url('\(address)/lib/b.svg')}")

    let check = try run(scratch, "--check")
    #expect(check.status == 1 && check.output.hasSuffix("5 files to fetch, 0 kept\n"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/site/vendor"))
    let first = try run(scratch, "-q")
    #expect(first.status == 0 && first.output == "")
    // Without encryption and digest; the script's digest was checked.
    #expect(first.errors.matches(of: #/warning\[HYB4154\]/#).count == 5, "\(first.errors)")
    let lock = try String(contentsOfFile: scratch.path + "/site/vendor/vendor.lock.json", encoding: .utf8)
    let paths = plain(lock, host).matches(of: #/"path":"([^"]*)"/#).map { String($0.1) }
    #expect(paths.count == 6)
    #expect(
      Set(paths).isSuperset(of: ["vendor/host/lib/css/lib.css", "vendor/host/lib/a.png", "vendor/host/moved.js"]))
    #expect(paths.contains { $0.hasPrefix("vendor/host/css2-") && $0.hasSuffix(".css") })
    #expect(paths.contains { $0.hasPrefix("vendor/host/lib/css/more-") && $0.hasSuffix(".css") })
    let asked = host.server.log.count
    let again = try run(scratch)
    #expect(again.status == 0 && again.output == "0 files fetched, 6 kept\n" && again.errors == "")
    #expect(try run(scratch, "--check").status == 0)
    #expect(host.server.log.count == asked)

    let build = try Command.run("build", "site", "-o", "d", in: scratch.url)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    #expect(host.server.log.count == asked)
    func packed(_ path: String) throws -> String {
      let unzip = try Command.start(
        ["unzip", "-p"] + (try base(scratch)) + ["web/" + path], in: scratch.url,
        program: URL(fileURLWithPath: "/usr/bin/env"))
      return plain(unzip.finish().output, host)
    }
    let page = try packed("index.html")
    for text in [
      "href=\"vendor/host/lib/css/lib.css\"", "src=\"vendor/host/moved.js\" integrity=\"sha384-",
      "src=\"vendor/host/lib/a.png\" srcset=\"vendor/host/lib/b.svg 2x\"", "<a href=\"H/lib/a.png\">",
      "url(&quot;vendor/host/lib/a.png&quot;)",
    ] { #expect(page.contains(text), "\(text): \(page)") }
    #expect(try packed("css/own.css") == ".o{background:url(\"../vendor/host/lib/b.svg\")}")
    let sheet = try packed("vendor/127.0.0.1_\(host.server.port)/lib/css/lib.css")
    #expect(sheet.contains(".a{background:url(\"../a.png\")} .b{background:url(\"../b.svg#i\")}"), "\(sheet)")
    #expect(sheet.hasPrefix("@import \"more-"))
  }

  @Test func modulesFilmsAndImageSetsAreFetched() throws {
    let scratch = try Scratch()
    let host = try Host([
      "/m/app.mjs": (
        "text/javascript",
        Array(
          """
          import { a } from "./part.js"; export * from '/m/deep/all.js?v=1';
          const later = () => import("../n/later.js"); import bare from "bare"; // import "./comment.js"
          const text = 'import "./text.js"'; import(`./${a}.js`);
          """.utf8)
      ),
      "/m/part.js": ("text/javascript", Array("export const a = 1".utf8)),
      "/m/deep/all.js?v=1": ("text/javascript", Array("import '../app.mjs'".utf8)),
      "/n/later.js": ("text/javascript", Array("export default 1".utf8)),
      "/n/mapped.js": ("text/javascript", Array("export {}".utf8)),
      "/n/own.js": ("text/javascript", Array("export {}".utf8)),
      "/film": ("video/mp4", [0, 1, 2]), "/s.vtt": ("text/vtt", Array("WEBVTT".utf8)),
      "/a.png": ("image/png", Self.pixel), "/b.png": ("image/png", Self.pixel),
    ])
    let address = host.server.address
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/js/own.js", "import \"\(address)/n/own.js\"\n")
    try scratch.write(
      "site/sub/index.html",
      """
      <!DOCTYPE html><html lang=en><head><title>t</title>
      <script type=importmap>{"imports":{"bare":"\(address)/n/mapped.js","all/":"\(address)/all/"}}</script>
      <script type=module>import "\(address)/m/app.mjs"; import "../js/own.js"</script>
      <style>p { background: image-set("\(address)/a.png" 1x type("image/png"), url(\(address)/b.png) 2x) }</style></head>
      <body><video src="\(address)/film"><track src="\(address)/s.vtt"></video><p>x</body></html>
      """)
    let run = try run(scratch)
    #expect(run.status == 0 && run.output.hasSuffix("10 files fetched, 0 kept\n"), "\(run.output)\(run.errors)")
    #expect(try self.run(scratch).output == "0 files fetched, 10 kept\n")
    let build = try Command.run("build", "site", "-o", "d", in: scratch.url)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    func packed(_ path: String) throws -> String {
      let unzip = try Command.start(
        ["unzip", "-p"] + (try base(scratch)) + ["web/" + path], in: scratch.url,
        program: URL(fileURLWithPath: "/usr/bin/env"))
      return plain(unzip.finish().output, host)
    }
    let page = try packed("sub/index.html")
    for text in [
      #"{"imports":{"bare":"../vendor/host/n/mapped.js","all/":"H/all/"}}"#,
      #"import "../vendor/host/m/app.mjs"; import "../js/own.js""#,
      #"image-set("../vendor/host/a.png" 1x type("image/png"), url("../vendor/host/b.png") 2x)"#,
      "src=\"../vendor/host/film.mp4\"", "src=\"../vendor/host/s.vtt\"",
    ] { #expect(page.contains(text), "\(text): \(page)") }
    #expect(try packed("js/own.js") == "import \"../vendor/host/n/own.js\"\n")
    let module = try packed("vendor/127.0.0.1_\(host.server.port)/m/app.mjs")
    #expect(module.contains("from \"./part.js\"; export * from \"./deep/all-"), "\(module)")
    #expect(module.contains("import(\"../n/later.js\"); import bare from \"bare\"; // import \"./comment.js\""))
  }

  private func base(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/d/packages").filter {
      $0.hasPrefix("base.") && $0.hasSuffix(".zip")
    }.map { "d/packages/" + $0 }
  }

  @Test func changesOnTheServerAndInTheFolderAreNoticed() throws {
    let scratch = try Scratch()
    let host = try host()
    let address = host.server.address
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><script src=\"\(address)/lib/x.js\"></script><p>x")
    #expect(try run(scratch, "-q").status == 0)
    let file = "site/vendor/127.0.0.1_\(host.server.port)/lib/x.js"
    // A file that is gone comes back as it was, or not at all.
    try FileManager.default.removeItem(atPath: scratch.path + "/" + file)
    let missing = try Command.run("build", "site", "-o", "d", in: scratch.url)
    #expect(missing.status == 1 && missing.errors.contains("error[HYB4152]") && missing.errors.contains("is missing"))
    host.set("/lib/x.js", "text/javascript", "other()")
    let other = try run(scratch)
    #expect(other.status == 1)
    #expect(other.errors.contains("the server gives another file than the one that the lock file names"))
    #expect(try run(scratch, "--update", "-q").status == 0)
    #expect(try Command.run("build", "site", "-o", "d", in: scratch.url).status == 0)
    // One that was edited is reported, and stays.
    try scratch.write(file, "edited()")
    let edited = try run(scratch)
    #expect(edited.status == 1 && edited.errors.contains("was changed after it was fetched"))
    let build = try Command.run("build", "site", "-o", "d", in: scratch.url)
    #expect(build.status == 1 && build.errors.contains("was changed after it was fetched"))
    #expect(try String(contentsOfFile: scratch.path + "/" + file, encoding: .utf8) == "edited()")
    // What nothing names any more.
    #expect(try run(scratch, "--update", "-q").status == 0)
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    let unused = try run(scratch)
    #expect(plain(unused.output, host) == "nothing names: vendor/host/lib/x.js\n0 files fetched, 0 kept\n")
    let pruned = try run(scratch, "--prune")
    #expect(plain(pruned.output, host) == "removed: vendor/host/lib/x.js\n0 files fetched, 0 kept\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/" + file))
    #expect(try Command.run("build", "site", "-o", "d", in: scratch.url).status == 0)
  }

  /// What is said to be removed is gone; what stays is reported.
  @Test func whatCannotBeRemovedIsReported() throws {
    let scratch = try Scratch()
    let host = try host()
    let address = host.server.address
    func page(_ element: String) throws {
      try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title>\(element)<p>x")
    }
    try page("<script src=\"\(address)/lib/x.js\"></script>")
    #expect(try run(scratch, "-q").status == 0)
    let library = scratch.path + "/site/vendor/127.0.0.1_\(host.server.port)/lib"
    try FileManager.default.moveItem(atPath: library, toPath: scratch.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(atPath: library, withDestinationPath: scratch.path + "/elsewhere")
    try page("")
    let pruned = try run(scratch, "--prune")
    #expect(pruned.status != 0)
    #expect(plain(pruned.output, host) == "nothing names: vendor/host/lib/x.js\n0 files fetched, 0 kept\n")
    #expect(pruned.errors.contains("/lib/x.js cannot be removed: a symbolic link leads out of the site"))
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/elsewhere/x.js"))
  }

  @Test func whatIsUnavailableIsReported() throws {
    let scratch = try Scratch()
    let host = try host()
    let address = host.server.address
    try scratch.write(
      "site/index.html",
      """
      <!DOCTYPE html><html lang=en><head><title>t</title>
      <script src="\(address)/none.js"></script>
      <script src="\(address)/lib/x.js" integrity="sha256-AAAA"></script>
      <link rel=stylesheet href="\(address)/page">
      <img src="\(address)/lib/a.png" alt=x>
      """)
    let run = try run(scratch)
    #expect(run.status == 1)
    let problems = plain(run.errors, host).split(separator: "\n").filter { $0.contains("error[") }.joined(
      separator: "\n")
    #expect(
      problems == """
        index.html:2:9: error[HYB4153]: `H/none.js`: the server answers 404
        index.html:3:9: error[HYB4151]: `H/lib/x.js`: it does not have the digest that `integrity` names
        index.html:4:22: error[HYB4153]: `H/page`: the server gives a page where a stylesheet is wanted
        """)
    // What could be had is there and in the lock.
    #expect(run.output.hasSuffix("1 file fetched, 0 kept\n"))
    #expect(
      FileManager.default.fileExists(atPath: scratch.path + "/site/vendor/127.0.0.1_\(host.server.port)/lib/a.png"))
    for path in [
      "vendor/a\\\\b.png", "vendor/a\\u0000.png", "vendor/.hidden/a.png", "vendor/./a.png", "vendor//a.png",
      "vendor/../a.png",
      "vendor/a/", "vendor/vendor.lock.json", "vendor/node_modules/a.js", "vendor/con.png", "elsewhere/a.png",
      // The lock itself and packages on systems that ignore case; a page.
      "vendor/Vendor.lock.JSON", "vendor/Node_Modules/a.js", "vendor/a.HTML", "vendor/a.xhtml",
    ] {
      try scratch.write(
        "site/vendor/vendor.lock.json",
        #"{"files":[{"url":"https://h.example/a.png","path":"\#(path)","hash":"sha256-x"}]}"#)
      let refused = try self.run(scratch)
      #expect(refused.status == 1 && refused.errors.contains("error[HYB4152]"), "\(path): \(refused.errors)")
      #expect(refused.errors.contains("in the lock file is not a name"), "\(refused.errors)")
    }
    try scratch.write(
      "site/vendor/vendor.lock.json",
      #"{"files":[{"url":"https://h.example/a.js","path":"vendor/a.js","hash":"sha256-x"},"#
        + #"{"url":"https://h.example/b.js","path":"vendor/A.js","hash":"sha256-x"}]}"#)
    #expect(try self.run(scratch).errors.contains("`vendor/A.js` is in the lock file twice"))
    try scratch.write("site/vendor/vendor.lock.json", "{")
    let damaged = try self.run(scratch)
    #expect(damaged.status == 1 && damaged.errors.contains("error[HYB4152]: the lock file cannot be read"))
    #expect(try Command.run("vendor", "nowhere", in: scratch.url).status == 66)
    #expect(try Command.run("vendor", "site", "--check", "--update", in: scratch.url).status == 64)
  }

  /// However a server marks the end of an answer: after 64 MB it is cut off.
  @Test(arguments: LoopbackServer.Coding.allCases) func answersWithoutAnEndAreCutOff(_ coding: LoopbackServer.Coding)
    throws
  {
    let scratch = try Scratch()
    let server = try LoopbackServer { request in
      LoopbackServer.Answer(
        status: 200, headers: [("Content-Type", "image/png")], body: [UInt8](repeating: 0x41, count: 1 << 16),
        coding: coding, times: .max)
    }
    defer { server.stop() }
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><img src=\"\(server.address)/a.png\" alt=x>")
    let run = try run(scratch)
    #expect(run.status == 1)
    #expect(run.errors.contains("/a.png`: it has more than 64 MB\n"), "\(run.errors)")
    #expect(server.log.count == 1)
  }

  /// Nothing is written through a link that leads out of the site, and no password gets into the lock file.
  @Test func nothingLeavesTheSite() throws {
    let scratch = try Scratch()
    let host = try host()
    let address = host.server.address
    try scratch.write("elsewhere/kept.txt", "kept")
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><img src=\"\(address)/lib/a.png\" alt=x>")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/site/vendor", withDestinationPath: "../elsewhere")
    let linked = try run(scratch)
    #expect(linked.status == 73)
    #expect(linked.errors.contains("cannot be written: a symbolic link leads out of the site"), "\(linked.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/elsewhere") == ["kept.txt"])
    try FileManager.default.removeItem(atPath: scratch.path + "/site/vendor")
    let secret = address.replacing("://", with: "://ann:hunter2@")
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><img src=\"\(secret)/lib/a.png\" alt=x>")
    let named = try run(scratch)
    #expect(named.status == 1)
    #expect(named.errors.contains("error[HYB4153]") && named.errors.contains("a URL with a name or password"))
    for verb in [
      ["vendor", "site"], ["vendor", "site", "--check"], ["check", "site"], ["build", "site", "--diagnostics", "json"],
    ] {
      let run = try Command.start(verb, in: scratch.url).finish()
      #expect((run.output + run.errors).contains("***@127.0.0.1"), "\(verb): \(run.output)\(run.errors)")
      #expect(!(run.output + run.errors).contains("hunter2"), "\(verb): \(run.output)\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/site/vendor/vendor.lock.json"))
  }
}
