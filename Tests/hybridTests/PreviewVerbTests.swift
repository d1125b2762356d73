import Foundation
import Testing

/// The preview in a real browser; skipped where chromedriver or curl is not installed.
@Suite(.serialized) struct PreviewVerbTests {
  static let driver = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let curl = "/usr/bin/curl"
  static let isDrivable = driver != nil && FileManager.default.isExecutableFile(atPath: curl)

  /// Asks the driver. By curl, since Foundation on Linux refuses the driver's headers (no space after the colon).
  private static func request(_ method: String, _ url: String, _ body: [String: Any]? = nil) throws -> Any? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: curl)
    process.arguments = ["-s", "-m", "60", "-X", method, "-H", "Content-Type: application/json", url]
    if method == "POST" {
      let data = try JSONSerialization.data(withJSONObject: body ?? [:])
      process.arguments? += ["-d", String(decoding: data, as: UTF8.self)]
    }
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard !data.isEmpty else { return nil }
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"]
  }

  /// A browser that one test drives.
  private final class Browser {
    /// The driver began no session.
    struct Failure: Error { var answer: String }

    private let process = Process()
    private var session = ""

    init(_ scratch: Scratch) throws {
      let port = Int.random(in: 20_000..<60_000)
      process.executableURL = URL(fileURLWithPath: PreviewVerbTests.driver ?? "/")
      process.arguments = ["--port=\(port)"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let base = "http://127.0.0.1:\(port)"
      for _ in 0..<200 {
        if (try? PreviewVerbTests.request("GET", base + "/status")) is [String: Any] { break }
        usleep(25_000)
      }
      let arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000",
        "--user-data-dir=\(scratch.path)/chrome",
      ]
      let wanted = ["capabilities": ["alwaysMatch": ["goog:chromeOptions": ["args": arguments]]]]
      let made = try PreviewVerbTests.request("POST", base + "/session", wanted) as? [String: Any]
      guard let identifier = made?["sessionId"] as? String else {
        end()
        throw Failure(answer: "\(String(describing: made))")
      }
      session = base + "/session/" + identifier
    }

    func open(_ url: String) throws { _ = try PreviewVerbTests.request("POST", session + "/url", ["url": url]) }

    func run(_ script: String) throws -> Any? {
      try PreviewVerbTests.request("POST", session + "/execute/sync", ["script": script, "args": [String]()])
    }

    /// Waits until a script answers true, at most twenty seconds.
    func wait(_ script: String, _ location: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<400 {
        if try run(script) as? Bool == true { return }
        usleep(50_000)
      }
      let text = try run("return document.documentElement.outerHTML") as? String ?? ""
      Issue.record("never true: \(script)\n\(text.suffix(2_000))", sourceLocation: location)
    }

    func stop() {
      _ = try? PreviewVerbTests.request("DELETE", session)
      end()
    }

    /// Kills the driver: one that Foundation starts may have the softer signals blocked.
    private func end() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private func page(_ text: String, sheet: String = "app.css") -> String {
    "<!DOCTYPE html>\n<html lang=en><title>t</title>\n<link rel=stylesheet href=\(sheet)>\n<h1>\(text)</h1><p>words\n"
  }

  @Test(.enabled(if: isDrivable, "chromedriver or curl is not installed"))
  func aBrowserShowsWhatIsSaved() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page("first"))
    try scratch.write("site/app.css", "h1 { margin: 7px }\n")
    let watch = try Command.start(["watch", "site", "--port", "0"], in: scratch.url)
    defer { watch.process.terminate() }
    watch.wait(forOutput: "preview at http://")
    let said = watch.outputSoFar
    let address = try #require(said.firstMatch(of: #/preview at (http:[^\n]+)/#)).1
    let browser = try Browser(scratch)
    defer { browser.stop() }
    try browser.open(String(address))
    let text = "document.getElementById('screen').textContent"
    try browser.wait("return \(text).includes('first')")
    // Its frames are those of `hybrid inspect layout`.
    let drawn = try #require(
      try browser.run(
        "return preview.frames().filter(f => f.kind === 1 && !(f.flags & 1)).map(f => [f.x, f.y, f.w, f.h])")
        as? [[Double]])
    let inspected = try Command.run(
      "inspect", "layout", "index.html", "--root", "site", "--viewport", "375x667@2", "--format", "json",
      in: scratch.url)
    let layout = try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any]
    let nodes = try #require(layout?["nodes"] as? [[String: Any]])
    let frames = nodes.map { node in ["x", "y", "w", "h"].compactMap { (node[$0] as? NSNumber)?.doubleValue } }
    #expect(drawn == frames)
    // Another device.
    _ = try browser.run("const d = document.getElementById('devices'); d.value = '768x1024@2'; d.onchange()")
    try browser.wait("return document.getElementById('stage').style.width === '768px'")
    // A save shows.
    try scratch.write("site/index.html", page("second"))
    try browser.wait("return \(text).includes('second')")
    // A problem shows with its source line, and goes when it is mended.
    try scratch.write("site/index.html", page("second", sheet: "none.css"))
    try browser.wait("return document.getElementById('overlay').open")
    try browser.wait("return document.getElementById('list').textContent.includes('href=none.css')")
    try scratch.write("site/index.html", page("third"))
    try browser.wait("return !document.getElementById('overlay').open && \(text).includes('third')")
  }

  @Test func aFolderWithoutAReleaseIsRefused() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", page("x"))
    let site = try Command.run("preview", "site", in: scratch.url)
    #expect(site.status == 66)
    #expect(site.errors.contains("hybrid watch --preview site"))
    #expect(try Command.run("preview", "nowhere", in: scratch.url).status == 66)
    #expect(try Command.run("preview", "site", "--port", "70000", in: scratch.url).status == 64)
  }
}
