import Foundation
import TestSupport
import Testing

/// `hybrid verify` with an address: the release is fetched from a server, verified, and its heads are looked at.
@Suite struct HostedReleaseTests {
  /// How a host answers.
  private struct Host: Sendable {
    var files: [String: [UInt8]]
    /// Heads by the beginning of a path; the first that fits counts.
    var headers: [(prefix: String, headers: [(name: String, value: String)])] = Host.good
    var hasRanges = true
    var statuses: [String: Int] = [:]
    var redirects: [String: String] = [:]

    static let good: [(prefix: String, headers: [(name: String, value: String)])] = [
      ("packages/", [("Cache-Control", "public, max-age=31536000, immutable")]),
      ("manifests/", [("Cache-Control", "public, max-age=31536000, immutable"), ("Content-Type", "application/json")]),
      ("", [("Cache-Control", "no-cache"), ("Content-Type", "application/json")]),
    ]

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
      let path = String(request.path.trimmingPrefix("/app/"))
      if let status = statuses[path] { return .init(status: status) }
      if let target = redirects[path] { return .init(status: 302, headers: [("Location", target)]) }
      guard let bytes = files[path.removingPercentEncoding ?? path] else { return .init(status: 404) }
      let own = headers.first { path.hasPrefix($0.prefix) }?.headers ?? []
      if hasRanges, let range = request.headers["range"], range == "bytes=1-1" {
        return .init(status: 206, headers: own + [("Content-Range", "bytes 1-1/\(bytes.count)")], body: [bytes[1]])
      }
      return .init(status: 200, headers: own, body: bytes)
    }
  }

  private func release() throws -> (scratch: Scratch, host: Host) {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    try scratch.write("site/hybrid.json", #"{"viewports":[{"width":390,"height":844,"scale":3}]}"#)
    #expect(try Command.run("build", "site", "-o", "dist", in: scratch.url).status == 0)
    let files = Scratch.contents(scratch.url.appendingPathComponent("dist")).mapValues { [UInt8]($0) }
    return (scratch, Host(files: files))
  }

  private func verify(_ host: Host, _ arguments: String...) throws -> (run: Command, address: String) {
    let server = try LoopbackServer { host.answer($0) }
    defer { server.stop() }
    let address = server.address + "/app/"
    return (try Command.start(["verify", address] + arguments).finish(), address)
  }

  @Test func aSoundReleaseOnAGoodHost() throws {
    let (_, host) = try release()
    let (run, address) = try verify(host)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.firstMatch(of: #/: sound, 7 files, \d+(\.\d)? kB\n$/#) != nil, "\(run.output)")
    #expect(run.output.hasPrefix(address))
    let json = try verify(host, "--format", "json").run
    #expect(json.output.hasPrefix(#"{"faults":[],"warnings":[],"files":7,"bytes":"#), "\(json.output)")
  }

  @Test func whatHurtsIsAWarning() throws {
    var (_, host) = try release()
    host.hasRanges = false
    host.headers = [
      ("packages/", [("Cache-Control", "no-store"), ("Content-Type", "text/plain")]),
      ("manifests/", [("Content-Type", "application/json")]),
      ("", [("Cache-Control", "max-age=86400"), ("Content-Type", "text/html; charset=utf-8")]),
    ]
    let (run, address) = try verify(host)
    #expect(run.status == 0, "\(run.errors)")
    let package = try #require(host.files.keys.filter { $0.hasSuffix(".index.json") }.min())
    let lines = run.errors.replacing(address, with: "A").split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("A") }.map {
        $0.replacing(#/packages\/[^ :]+/#, with: "packages/P").replacing(#/manifests\/[^ :]+/#, with: "manifests/M")
      }
        == [
          "A: warning[HYB0140] latest.json (and 1 other file): the host serves it as `text/html; charset=utf-8`",
          "A: warning[HYB0140] packages/P (and 3 other files): the host serves it as `text/plain`",
          "A: warning[HYB0141] latest.json (and 1 other file): the host lets caches keep it by `max-age=86400`, and it changes with a release",
          "A: warning[HYB0141] manifests/M (and 4 other files): the host does not say how long caches may keep it",
          "A: warning[HYB0143] packages/P: a request for a part is answered with status 200 instead of 206",
        ], "\(run.errors) \(package)")
    #expect(lines.contains("help: serve it with `Cache-Control: no-cache`"))
    let report = try verify(host, "--diagnostics", "json").run
    #expect(report.errors.contains(#""code":"HYB0143","severity":"warning""#), "\(report.errors)")
    #expect(report.errors.split(separator: "\n").count == 5)
  }

  @Test func redirectsAreAWarning() throws {
    var (_, host) = try release()
    let bytes = host.files["latest.json"]
    host.files["moved.json"] = bytes
    host.redirects["latest.json"] = "/app/moved.json"
    let (run, address) = try verify(host)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        \(address): warning[HYB0142] latest.json: the host leads to `\(address)moved.json`
        help: give apps the address at the end

        """)
  }

  @Test func faultsAreThoseOfAFolder() throws {
    let (_, whole) = try release()
    let package = try #require(whole.files.keys.filter { $0.hasSuffix(".zip") }.min())
    var host = whole
    host.statuses[package] = 403
    var (run, address) = try verify(host)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        \(address): HYB5101 \(package): missing: expected a readable file, found HTTP status 403
        1 fault

        """)
    host = whole
    let bytes = try #require(whole.files[package])
    host.files[package] = Array(bytes.dropLast(10))
    (run, address) = try verify(host)
    #expect(run.status == 65)
    #expect(
      run.errors.contains("HYB5105 \(package): size: expected \(bytes.count) bytes, found \(bytes.count - 10)"),
      "\(run.errors)")
    // A host that never ends is cut off at the size that the manifest says.
    host = whole
    host.files[package] = bytes + [UInt8](repeating: 0, count: 5 << 20)
    (run, address) = try verify(host)
    #expect(run.status == 65 && run.errors.contains("HYB5105 \(package)"), "\(run.errors)")
    host = whole
    host.files[package] = Array(bytes.dropLast()) + [bytes[bytes.count - 1] ^ 1]
    (run, address) = try verify(host)
    #expect(run.status == 65 && run.errors.contains("HYB5106 \(package)"), "\(run.errors)")
  }

  @Test func whereNoReleaseIs() throws {
    let (scratch, host) = try release()
    var other = host
    other.files["latest.json"] = nil
    let (run, address) = try verify(other)
    #expect(run.status == 66)
    #expect(
      run.errors == """
        hybrid: \(address)latest.json: HTTP status 404
        help: name the address of the folder that latest.json is in

        """)
    let gone = try Command.run("verify", "http://127.0.0.1:9/app/", in: scratch.url)
    #expect(
      gone.status == 66 && gone.errors.hasPrefix("hybrid: http://127.0.0.1:9/app/latest.json: "), "\(gone.errors)")
    for wrong in ["ftp://example.com/", "https:///x", "https://example.com/?a=b"] {
      let run = try Command.run("verify", wrong, in: scratch.url)
      #expect(run.status == 64, "\(wrong): \(run.errors)")
      let shown = wrong.replacing("?a=b", with: "?…")
      #expect(run.errors.hasPrefix("hybrid: `\(shown)` is not the address of a release\n"), "\(run.errors)")
    }
  }

  /// What an address holds besides its place does not get into logs.
  @Test(arguments: [
    "http://name:secret@127.0.0.1:9/", "https://example.com/?key=secret", "https://example.com/#secret",
  ])
  func passwordsOfAddressesAreNotPrinted(_ address: String) throws {
    let scratch = try Scratch()
    for format in ["human", "json", "github", "sarif"] {
      let run = try Command.run("verify", address, "--diagnostics", format, in: scratch.url)
      #expect([64, 66].contains(run.status), "\(run.errors)")
      #expect(!(run.output + run.errors).contains("secret"), "\(run.output)\(run.errors)")
    }
  }

  /// The roots on the host are followed, and the first one is that of the apps.
  @Test func rootsAreFetched() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    func run(_ arguments: String...) throws {
      let run = try Command.start(arguments, in: scratch.url).finish()
      #expect(run.status == 0, "\(run.errors)")
    }
    try run("keygen", "-o", "a.pem")
    try run("roots", "add", "dist", "--key", "a.pem.pub", "--sign-key", "a.pem", "--expires", "2090-01-01")
    try run("build", "site", "-o", "dist", "--sign-key", "a.pem")
    let files = Scratch.contents(scratch.url.appendingPathComponent("dist")).mapValues { [UInt8]($0) }
    let host = Host(files: files)
    let root = scratch.path + "/dist/roots/1.root.json"
    let good = try verify(host, "--root", root)
    #expect(good.run.status == 0, "\(good.run.errors)")
    var stripped = host
    stripped.files["roots/1.root.json"] = nil
    #expect(try verify(stripped, "--root", root).run.status == 65)
  }
}
