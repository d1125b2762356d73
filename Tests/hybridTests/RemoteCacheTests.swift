import Foundation
import TestSupport
import Testing

/// The remote cache against a stock nginx on this machine; skipped where there is none.
@Suite struct RemoteCacheTests {
  static let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// An nginx that keeps what is put into it, on a port of its own.
  private final class Server {
    let port: Int
    let folder: URL
    private let process = Process()

    init(in scratch: Scratch) throws {
      port = Int.random(in: 20_000..<60_000)
      folder = scratch.url.appendingPathComponent("nginx")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let user = getuid() == 0 ? "user root;" : ""
      try scratch.write(
        "nginx/nginx.conf",
        """
        daemon off; \(user) pid \(folder.path)/pid; error_log \(folder.path)/errors;
        events {}
        http {
          access_log \(folder.path)/requests; client_body_temp_path \(folder.path)/body;
          proxy_temp_path \(folder.path)/a; fastcgi_temp_path \(folder.path)/b;
          uwsgi_temp_path \(folder.path)/c; scgi_temp_path \(folder.path)/d;
          server {
            listen 127.0.0.1:\(port);
            location / {
              root \(folder.path)/data; dav_methods PUT; create_full_put_path on; client_max_body_size 100m;
            }
          }
        }
        """)
      process.executableURL = URL(fileURLWithPath: RemoteCacheTests.nginx ?? "/")
      process.arguments = ["-p", folder.path, "-c", folder.path + "/nginx.conf"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<200 where !FileManager.default.fileExists(atPath: folder.path + "/pid") { usleep(10_000) }
    }

    func stop() {
      process.terminate()
      process.waitUntilExit()
    }

    var requests: [String] {
      let text = (try? String(contentsOf: folder.appendingPathComponent("requests"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
  }

  private func compiled(_ scratch: Scratch, _ site: String, _ arguments: String...) throws -> Int {
    let command = try Command.start(["build", site, "--timings", "t.json"] + arguments, in: scratch.url).finish()
    #expect(command.status == 0, "\(command.errors)")
    let trace = try String(contentsOf: scratch.url.appendingPathComponent("t.json"), encoding: .utf8)
    return trace.matches(of: #/"cat":"page"/#).count
  }

  @Test(.enabled(if: nginx != nil, "nginx is not installed"))
  func anotherCheckoutTakesWhatTheFirstMade() throws {
    let scratch = try Scratch()
    let server = try Server(in: scratch)
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)/cache"
    for site in ["one", "two", "three"] {
      for number in 0..<5 {
        try scratch.write("\(site)/\(number).html", "<!DOCTYPE html><html lang=en><title>\(number)</title><p>\(number)")
      }
      try scratch.write("\(site)/app.css", "p { color: red }\n")
      try scratch.write("\(site)/large.txt", String(repeating: "large words\n", count: 30_000))
    }
    #expect(try compiled(scratch, "one", "--remote-cache", url, "--remote-upload") == 5)
    let puts = server.requests.filter { $0.contains("\"PUT ") }
    // The pages, the small assets, the large one: the bytes of each before the action that names them.
    #expect(puts.count == 6)
    #expect(puts.filter { $0.contains("/cas/") }.count == 3)
    #expect(puts.first?.contains("/cas/") == true)
    #expect(puts.last?.contains("/ac/") == true)
    #expect(try compiled(scratch, "two", "--remote-cache", url) == 0)
    #expect(
      Scratch.contents(scratch.url.appendingPathComponent("one/dist"))
        == Scratch.contents(scratch.url.appendingPathComponent("two/dist")))
    #expect(server.requests.filter { $0.contains("\"GET ") && $0.contains(" 200 ") }.count == 6)
    // Without --remote-upload nothing is added.
    #expect(server.requests.filter { $0.contains("\"PUT ") }.count == 6)
    // Bytes that are not what their name says are a miss.
    let blobs = server.folder.appendingPathComponent("data/cache/cas")
    for name in try FileManager.default.contentsOfDirectory(atPath: blobs.path) {
      var data = try Data(contentsOf: blobs.appendingPathComponent(name))
      data[data.count / 2] ^= 1
      try data.write(to: blobs.appendingPathComponent(name))
    }
    #expect(try compiled(scratch, "three", "--remote-cache", url) == 5)
    #expect(
      Scratch.contents(scratch.url.appendingPathComponent("one/dist"))
        == Scratch.contents(scratch.url.appendingPathComponent("three/dist")))
  }

  /// A server may send for ever, or refuse: both are misses, and reported.
  @Test func answersWithoutAnEndAreCutOff() throws {
    let scratch = try Scratch()
    try scratch.write("site/a.html", "<!DOCTYPE html><html lang=en><title>a</title><p>a")
    for (number, coding) in LoopbackServer.Coding.allCases.enumerated() {
      let long = try LoopbackServer { request in
        LoopbackServer.Answer(status: 200, body: [UInt8](repeating: 0x41, count: 1 << 16), coding: coding, times: .max)
      }
      defer { long.stop() }
      let cut = try Command.run(
        "build", "site", "--remote-cache", long.address, "-o", "\(number)", "--cache-dir", "c\(number)", in: scratch.url
      )
      #expect(cut.status == 0)
      #expect(
        cut.errors == "The remote cache was of no use: GET: the answer is longer than 65536 bytes.\n", "\(cut.errors)")
    }
    let closed = try LoopbackServer { request in LoopbackServer.Answer(status: request.method == "PUT" ? 405 : 404) }
    defer { closed.stop() }
    let refused = try Command.run(
      "build", "site", "--remote-cache", closed.address, "--remote-upload", "-o", "two", "--cache-dir", "c",
      in: scratch.url)
    #expect(refused.status == 0)
    #expect(
      refused.errors == "The remote cache was of no use: PUT was answered with status 405.\n", "\(refused.errors)")
  }

  @Test func aServerThatIsNotThereIsNoFailure() throws {
    let scratch = try Scratch()
    try scratch.write("site/a.html", "<!DOCTYPE html><html lang=en><title>a</title><p>a")
    let count = try compiled(scratch, "site", "--remote-cache", "http://127.0.0.1:9/", "--remote-upload")
    #expect(count == 1)
    let build = try Command.run(
      "build", "site", "--remote-cache", "http://127.0.0.1:9/", "--cache-dir", "c", in: scratch.url)
    #expect(build.status == 0)
    #expect(build.errors.contains("The remote cache was of no use: GET: "), "\(build.errors)")
    #expect(try Command.run("build", "site", "--remote-upload", in: scratch.url).status == 64)
    #expect(try Command.run("build", "site", "--remote-cache", "file:///x", in: scratch.url).status == 64)
  }
}
