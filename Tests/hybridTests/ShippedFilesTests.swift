import Foundation
import HybridClient
import Testing

/// Which files of the folder ship, and what is said of them.
@Suite struct ShippedFilesTests {
  private static let leftOut = [
    "app.js.map", "package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "README.md", "docs/readme.txt",
    "vite.config.js", "tsconfig.json", "Makefile", "page.html.swp", "index.html~", "css/app.css.bak",
  ]
  private static let shipped = [
    "LICENSE", "LICENSE.txt", "lib/app.js.LICENSE.txt", "robots.txt", ".well-known/security.txt", "packages.txt",
    "readme-files/a.txt", "data.json", "config.js",
  ]

  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    return scratch
  }

  private func shipped(_ scratch: Scratch) throws -> Set<String> {
    let release = try ReleaseFolder.open(scratch.path + "/site/dist")
    let all = Self.leftOut + Self.shipped + [".hidden/x.txt", ".env", ".well-known/.hidden"]
    return Set(all.filter { (try? release.contents(of: "web/" + $0)) ?? nil != nil })
  }

  @Test func filesOfToolsAreLeftOut() throws {
    let scratch = try site()
    for path in Self.leftOut + Self.shipped + [".hidden/x.txt", ".well-known/.hidden"] {
      try scratch.write("site/" + path, "text")
    }
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 0)
    #expect(
      build.output.hasSuffix(
        """
        9 files that nothing refers to are shipped (36 B), 13 are left out; -v lists them.
        written to site/dist; nothing from the cache

        """),
      "\(build.output)")
    #expect(build.output.hasPrefix("1 page, 3 viewports, 10 files →") && build.errors == "", "\(build.errors)")
    #expect(try shipped(scratch) == Set(Self.shipped))
    let verbose = try Command.run("build", "site", "-v", in: scratch.url)
    #expect(verbose.errors.contains("package.json:1:1: note[HYB0166]: nothing refers to this file; it is left out"))
    #expect(verbose.errors.contains("robots.txt:1:1: note[HYB0116]"))
    let json = try Command.run("build", "site", "--format", "json", "-q", in: scratch.url).output
    #expect(json.contains(#""unreferencedSize":36,"leftOut":["Makefile","README.md","app.js.map""#), "\(json)")
    // Shards know no references; the merge does.
    #expect(try Command.run("build", "site", "--shard", "1/2", "-o", "1", in: scratch.url).status == 0)
    #expect(try Command.run("build", "site", "--shard", "2/2", "-o", "2", in: scratch.url).status == 0)
    #expect(try Command.run("merge", "1", "2", "-o", "merged", in: scratch.url).status == 0)
    #expect(
      try Data(contentsOf: scratch.url.appendingPathComponent("merged/manifest.json"))
        == Data(contentsOf: scratch.url.appendingPathComponent("site/dist/manifest.json")))
  }

  /// A page that names a file ships it, and so does a line of `.hybridignore`.
  @Test func whatIsAskedForShips() throws {
    let scratch = try site()
    for path in ["README.md", "package.json", "yarn.lock"] { try scratch.write("site/" + path, "text") }
    try scratch.write(
      "site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p><a href=README.md>read</a>")
    try scratch.write("site/.hybridignore", "*.json\n!package.json\n")
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(
      build.output.contains("1 file that nothing refers to is shipped (4 B), 1 is left out; -v lists them.\n"),
      "\(build.output)")
    #expect(try shipped(scratch) == ["README.md", "package.json"])
  }

  @Test func secretsAreWarnings() throws {
    let scratch = try site()
    let token = "gh" + "p_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    try scratch.write("site/app.js", "const a = 1\nconst token = '\(token)'\n")
    try scratch.write("site/production.env", "A=1")
    try scratch.write("site/.env", "A=1")
    try scratch.write("site/.env.example", "A=")
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><script src=app.js></script>\n<p data-key=\(token)>gh\("p_")\(String(repeating: "x", count: 36))"
    )
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 0)
    let warnings = build.errors.split(separator: "\n").filter { $0.contains("HYB0165") }.map(String.init)
    #expect(
      warnings == [
        ".env:1:1: warning[HYB0165]: `.env` looks like a secret; as a file whose name begins with a dot it is not shipped",
        "app.js:2:16: warning[HYB0165]: this looks like an access token of GitHub, and everybody who has the app can read it",
        "index.html:2:13: warning[HYB0165]: this looks like an access token of GitHub, and everybody who has the app can read it",
        "production.env:1:1: warning[HYB0165]: files of this name hold secrets, and everybody who has the app can read it",
      ], "\(build.errors)")
    #expect(!build.errors.contains(token))
    // A second build takes the page from the cache, with what was said of it.
    let again = try Command.run("build", "site", in: scratch.url)
    #expect(again.errors == build.errors)
  }

  @Test func secretsAreFoundInLargeFilesAndInUTF16() throws {
    let scratch = try site()
    let token = "gh" + "p_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    try scratch.write(
      "site/bundle.js", String(repeating: "// words of a bundle\n", count: 300_000) + "x = '\(token)'\n")
    let units = "first\r\nkey=\(token)\r\n".utf16
    for (path, mark, isBig) in [("little.txt", [0xFF, 0xFE], false), ("big.txt", [0xFE, 0xFF] as [UInt8], true)] {
      let bytes =
        mark + units.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      try Data(bytes).write(to: scratch.url.appendingPathComponent("site/" + path))
    }
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 0)
    for place in ["bundle.js:300001:6", "little.txt:", "big.txt:"] {
      #expect(build.errors.contains(place) && build.errors.contains("warning[HYB0165]"), "\(build.errors)")
    }
  }

  @Test func aPrivateKeyIsAnError() throws {
    let scratch = try site()
    #expect(try Command.run("keygen", "-o", "key", in: scratch.url).status == 0)
    let key = try String(contentsOf: scratch.url.appendingPathComponent("key"), encoding: .utf8)
    let filler = String(repeating: "// words of a larger file\n", count: 2_000)
    let webKey = "nWGxne_9WmC6hEr0kuwsxERJxWl7" + "MmkZcDusAxyuf2A"
    for (path, text) in [
      ("copy.txt", key), ("large.js", filler + "const key = `\(key)`\n"),
      ("account.json", "{\"k\":\"" + key.replacing("\n", with: "\\n") + "\"}"),
      ("key.jwk", #"{ "kty": "OKP", "crv": "Ed25519", "x": "\#(webKey)", "d" : "\#(webKey)" }"#),
      ("bundle.js", filler + #"const key = {"d":"\#(webKey)","crv":"P-256","kty":"EC"}"#),
      ("other.html", "<!DOCTYPE html><html lang=en><title>t</title><pre>\(key)</pre>"),
    ] {
      try scratch.write("site/" + path, text)
      let build = try Command.run("build", "site", in: scratch.url)
      #expect(build.status == 1, "\(path)")
      #expect(build.errors.contains("error[HYB5003]") && build.errors.contains(path), "\(build.errors)")
      #expect(!build.errors.contains(key.split(separator: "\n")[1]), "\(path)")
      try FileManager.default.removeItem(atPath: scratch.path + "/site/" + path)
    }
    // Without armour, as servers and phones take keys.
    let body = key.split(separator: "\n").dropFirst().dropLast().joined()
    let bareKey = try #require(Data(base64Encoded: body))
    try bareKey.write(to: scratch.url.appendingPathComponent("site/auth.bin"))
    let bare = try Command.run("build", "site", in: scratch.url)
    #expect(bare.status == 1 && bare.errors.contains("auth.bin:1:1: error[HYB5003]"), "\(bare.errors)")
    try FileManager.default.removeItem(atPath: scratch.path + "/site/auth.bin")
    // A library that only knows the first line of one.
    try scratch.write("site/library.js", filler + #"const a = "-----BEGIN PRIVATE KEY-----\n" + body"#)
    // A public web key, and a member `d` of something else.
    try scratch.write("site/public.jwk", #"{"kty":"OKP","crv":"Ed25519","x":"\#(webKey)"}"#)
    try scratch.write("site/data.json", #"{"d":"\#(webKey)"}"#)
    try scratch.write("site/service.worker.js", #"if (key["kty"] === "EC" && key["d"]) import(key)"#)
    let accepted = try Command.run("build", "site", in: scratch.url)
    #expect(accepted.status == 0, "\(accepted.errors)")
  }
}
