import Foundation
import Manifest
import TestSupport
import Testing

@testable import HybridClient

struct WebContentTests {
  private func content(_ files: [String: String], base: String = "/") throws -> (WebContent, TemporaryFolder) {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    contents.packages[1].files += files.map {
      PackageFile(path: "web/" + $0.key, contents: .bytes(Array($0.value.utf8)))
    }
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    return (WebContent(try ReleaseFolder.open(folder.path), base: base), folder)
  }

  private func line(_ response: WebResponse) -> String {
    "\(response.status) \(response.header("Content-Type") ?? "-") \(String(decoding: response.body, as: UTF8.self))"
  }

  @Test func filesIndexesAndAbsences() throws {
    let (content, folder) = try content([
      "index.html": "home", "a b/ü.css": "css", "m/x.mjs": "m", "blog/index.html": "blog",
    ])
    defer { _ = folder }
    func get(_ url: String) -> String { line(content.response(to: WebRequest(url: url))) }
    #expect(content.origin == "hybrid://demo")
    let release = try ReleaseFolder.open(folder.path)
    let elsewhere = WebContent(release, origin: "https://demo.example")
    let answer = elsewhere.response(to: WebRequest(url: "https://demo.example/blog/?x=1"))
    #expect(line(answer) == "200 text/html; charset=utf-8 blog" && elsewhere.origin == "https://demo.example")
    #expect(answer.header("Access-Control-Allow-Origin") == "https://demo.example")
    #expect(get("hybrid://demo/") == "200 text/html; charset=utf-8 home")
    #expect(get("hybrid://demo") == "200 text/html; charset=utf-8 home")
    #expect(get("hybrid://demo/index.html?x=1#y") == "200 text/html; charset=utf-8 home")
    #expect(get("/a%20b/%C3%BC.css") == "200 text/css; charset=utf-8 css")
    #expect(get("/m/x.mjs") == "200 text/javascript; charset=utf-8 m")
    #expect(get("/blog/") == "200 text/html; charset=utf-8 blog")
    let folderAnswer = content.response(to: WebRequest(url: "/blog"))
    #expect(folderAnswer.status == 301 && folderAnswer.header("location") == "/blog/")
    for hostile in [
      "/../pages/news/index.html.page", "/%2e%2e/pages.json", "/..%2fpages.json", "/a/./b", "/%00", "/%zz", "/a\\b",
      "/none.js", "file:///etc/passwd", "index.html",
    ] {
      #expect(content.response(to: WebRequest(url: hostile)).status == 404, "\(hostile)")
    }
  }

  @Test func anotherSizeOfAnImageIsBetterThanNone() throws {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    contents.packages[1].files += [
      PackageFile(path: "web/small.png", contents: .bytes(Array("small".utf8))),
      PackageFile(path: "web/here.png", contents: .bytes(Array("here".utf8))),
      PackageFile(
        path: "candidates.json",
        contents: .bytes(
          Array(#"{"images":[["wide.png","large.png","small.png"],["here.png","small.png"],[1],7]}"#.utf8))),
    ]
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    let content = WebContent(try ReleaseFolder.open(folder.path))
    func get(_ url: String) -> String { line(content.response(to: WebRequest(url: url))) }
    // The device's own package has the small one; its size asks for another.
    #expect(get("/large.png") == "200 image/png small")
    #expect(get("/here.png") == "200 image/png here")
    #expect(get("/none.png").hasPrefix("404"))
  }

  @Test func methodsRangesAndServiceWorkers() throws {
    let (content, folder) = try content(["t.txt": "0123456789"])
    defer { _ = folder }
    func get(_ range: String) -> String {
      let answer = content.response(to: WebRequest(url: "/t.txt", headers: ["Range": range]))
      return "\(answer.status) \(answer.header("Content-Range") ?? "-") \(String(decoding: answer.body, as: UTF8.self))"
    }
    #expect(get("bytes=2-4") == "206 bytes 2-4/10 234")
    #expect(get("bytes=7-") == "206 bytes 7-9/10 789")
    #expect(get("bytes=-2") == "206 bytes 8-9/10 89")
    #expect(get("bytes=8-99") == "206 bytes 8-9/10 89")
    #expect(get("bytes=10-") == "416 bytes */10 ")
    #expect(get("bytes=4-2") == "200 - 0123456789")
    #expect(get("bytes=0-9223372036854775807") == "206 bytes 0-9/10 0123456789")
    #expect(get("lines=1-2") == "200 - 0123456789")
    #expect(content.response(to: WebRequest(method: "POST", url: "/t.txt")).status == 405)
    let head = content.response(to: WebRequest(method: "head", url: "/t.txt"))
    #expect(head.status == 200 && head.body.isEmpty && head.header("Content-Length") == "10")
    let worker = WebRequest(url: "/app.js", headers: ["Service-Worker": "script"])
    #expect(content.response(to: worker).status == 403)
  }

  @Test func filesHaveTheirHashAsTag() throws {
    let (content, folder) = try content(["t.txt": "0123456789", "u.txt": "9876543210"])
    defer { _ = folder }
    func get(_ headers: [String: String], _ path: String = "/t.txt") -> WebResponse {
      content.response(to: WebRequest(url: path, headers: headers))
    }
    let tag = try #require(get([:]).header("ETag"))
    #expect(tag == "\"\(ContentHash(of: Array("0123456789".utf8)).name)\"" && tag != get([:], "/u.txt").header("ETag"))
    for known in [tag, "W/" + tag, "\"x\", " + tag + " ", "*"] {
      let answer = get(["If-None-Match": known])
      #expect(answer.status == 304 && answer.body.isEmpty && answer.header("ETag") == tag, "\(known)")
    }
    #expect(get(["If-None-Match": "\"x\""]).status == 200)
    // A part belongs to the file that the asker has a part of.
    #expect(get(["Range": "bytes=2-4", "If-Range": tag]).status == 206)
    #expect(get(["Range": "bytes=2-4", "If-Range": "\"x\""]).status == 200)
    #expect(get([:], "/none.txt").header("ETag") == nil)
  }

  @Test func fontsAreFoundByTheirHashes() throws {
    let folder = try TemporaryFolder()
    var contents = sampleRelease()
    func hash(_ text: String) -> String { ContentHash(of: Array(text.utf8)).description }
    contents.fonts = [
      ManifestFont(family: "Brand", hash: hash("whole"), subset: hash("part")),
      ManifestFont(family: "Plain", hash: hash("plain")), ManifestFont(family: "Elsewhere", hash: hash("none")),
    ]
    contents.packages[1].files += [("web/f/brand.woff2", "part"), ("web/f/plain.ttf", "plain"), ("plain.ttf", "plain")]
      .map { PackageFile(path: $0.0, contents: .bytes(Array($0.1.utf8))) }
    _ = try ReleasePublisher(folder: folder.path).publish(contents)
    let fonts = try ReleaseFolder.open(folder.path).fontFiles
    #expect(
      fonts.map(\.family) == ["Brand", "Plain"] && fonts.map(\.path) == ["web/f/brand.woff2", "web/f/plain.ttf"])
    #expect(try ReleaseFolder.open(folder.path).fontPaths == ["web/f/brand.woff2", "web/f/plain.ttf"])
  }

  @Test func aBaseIsTakenOff() throws {
    let (content, folder) = try content(["assets/a.js": "a"], base: "/app/")
    defer { _ = folder }
    #expect(content.response(to: WebRequest(url: "hybrid://demo/app/assets/a.js")).status == 200)
    #expect(content.response(to: WebRequest(url: "hybrid://demo/assets/a.js")).status == 200)
  }
}
