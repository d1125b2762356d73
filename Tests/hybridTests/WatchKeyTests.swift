import Foundation
import Testing

/// `watch` in a terminal: its keys, and `--open`.
@Suite struct WatchKeyTests {
  private static let page =
    "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>body { font-family: sans-serif }</style><p>x</p>"

  /// A site, and a program that notes the address that it is to open.
  private func site() throws -> (scratch: Scratch, browser: String) {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    let program = try scratch.write("browser.sh", "#!/bin/sh\necho \"$1\" >> \(scratch.path)/opened\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return (scratch, program.path)
  }

  private func wait(_ isDone: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < end { usleep(20_000) }
    return isDone()
  }

  private func opened(_ scratch: Scratch) -> String {
    (try? String(contentsOfFile: scratch.path + "/opened", encoding: .utf8)) ?? ""
  }

  #if os(Linux)
    /// A terminal of two ends: what is written to the first is typed in the second.
    @Test func keysOpenRebuildAndQuit() throws {
      let (scratch, browser) = try site()
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (unlocked, number): (Int32, UInt32) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN: glibc's functions for them are not in Swift's module.
      try #require(master >= 0 && ioctl(master, 0x4004_5431, &unlocked) == 0)
      defer { close(master) }
      try #require(ioctl(master, 0x8004_5430, &number) == 0)
      let name = "/dev/pts/\(number)"
      // A session of its own makes the terminal the command's own.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
      process.arguments = [
        "--ctty", "--wait", Command.executable.path, "watch", "site", "--port", "0",
      ]
      process.currentDirectoryURL = scratch.url
      process.environment = [
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_CACHE_HOME": Command.caches.path, "BROWSER": browser,
      ]
      let errors = scratch.url.appendingPathComponent("errors")
      _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
      process.standardInput = FileHandle(forUpdatingAtPath: name)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      func said() -> String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }
      func type(_ key: String) { _ = Array(key.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }
      #expect(wait { said().contains("keys: o opens the preview, r builds again, q ends\n") }, "\(said())")
      type("r")
      #expect(wait { said().contains("the site → 0 of 1 page") }, "\(said())")
      type("o")
      #expect(wait { opened(scratch).hasPrefix("http://127.0.0.1:") }, "\(said())")
      type("q")
      #expect(wait { !process.isRunning })
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(said())")
    }
  #endif

  /// Without a terminal no key is read, and none is announced.
  @Test func noKeysWithoutATerminal() throws {
    let (scratch, _) = try site()
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    watch.wait(for: "1 page")
    #expect(!watch.errorsSoFar.contains("keys:"))
    watch.process.terminate()
    watch.process.waitUntilExit()
  }

  @Test func buildOpensTheRelease() throws {
    let (scratch, browser) = try site()
    let build = try Command.start(["build", "site", "--open"], in: scratch.url, environment: ["BROWSER": browser])
    build.wait(forOutput: "preview at http://127.0.0.1:")
    #expect(wait { opened(scratch).hasPrefix("http://127.0.0.1:") })
    #expect(build.process.isRunning)
    build.process.terminate()
    build.process.waitUntilExit()
    // A site with errors is not shown.
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=a.css>")
    let failed = try Command.start(["build", "site", "--open"], in: scratch.url, environment: ["BROWSER": browser])
      .finish()
    #expect(failed.status == 1)
    let shard = try Command.run("build", "site", "--open", "--shard", "1/2", in: scratch.url)
    #expect(shard.status == 64 && shard.errors.contains("`--open` shows a whole release"), "\(shard.errors)")
  }

  @Test func aMissingBrowserIsSaid() throws {
    let (scratch, _) = try site()
    let build = try Command.start(
      ["build", "site", "--open"], in: scratch.url, environment: ["BROWSER": "no-such-browser"])
    build.wait(
      for: "hybrid: the browser cannot be started: there is no program `no-such-browser`; open http://127.0.0.1:")
    build.process.terminate()
    build.process.waitUntilExit()
  }
}
