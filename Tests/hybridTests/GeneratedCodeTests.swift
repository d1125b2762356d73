import Foundation
import Routing
import Testing

/// Generated Swift and Kotlin are compiled and decide random URLs as the release's own router does.
@Suite struct GeneratedCodeTests {
  private static let patterns = [
    "/", "/api/{name}", "/api/{name}.json", "/a/{x}-{y}", "/a/{x}", "/n/{n:int}", "/n/{flag:bool}", "/n/{word:slug}",
    "/n/{n:int}px", "/s?q={q}&n={n:int?}", "/s", "/o/{id}[/edit][/t/{tab}]", "/files/**", "/files/{one}/*",
    "https://shop.example/a/{item}", "https://bücher.example/{title}", "news://gift/{code}", "/é/{x}", "/{any}",
  ]
  private static let configuration = """
    {"routes": [\(patterns.map { "{\"pattern\": \"\($0)\"}" }.joined(separator: ", "))],
     "app": {"scheme": "news", "hosts": ["News.example", "bücher.example"]}}
    """

  /// A generator of fixed numbers.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 7
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let urls: [String] = {
    var numbers = Numbers()
    let origins = [
      "", "", "", "news:/", "NEWS:/", "https://news.example", "https://NEWS.example:443", "https://me@news.example",
      "https://news.example:8443", "https://other.example", "https://shop.example", "http://shop.example:80",
      "//news.example", "https://bu\u{308}cher.example", "https://xn--bcher-kva.example", "http://[::1", "http://[::1]",
      "http://", "other:/",
    ]
    let segments = [
      "api", "a", "n", "s", "o", "files", "gift", "é", "%C3%A9", "x", "1", "-7", "+3", "1-2", "a-b-c", "-", "v1.json",
      ".json", "x.json.json", "7px", "px", "true", "..", ".", "", "%2e%2E", "a%2Fb", "a b", "edit", "漢", "%", "%zz",
      "99999999999999999999",
    ]
    let queries = ["", "", "", "?q=a+b", "?q=x&n=3", "?n=3", "?q=&n=z", "?q=%26#top", "#q"]
    var result: [String] = []
    for _ in 0..<1_500 {
      let count = Int.random(in: 0...4, using: &numbers)
      let path = (0..<count).map { _ in "/" + segments.randomElement(using: &numbers)! }.joined()
      let url = origins.randomElement(using: &numbers)! + (path.isEmpty ? "/" : path)
      result.append(url + queries.randomElement(using: &numbers)!)
    }
    return result
  }()

  /// What the router says of each URL: the URL of what it leads to.
  private static func expected() throws -> [String] {
    let router = try Router(
      patterns.map { Route(pattern: $0) }, scheme: "news", hosts: ["News.example", "bücher.example"])
    return try urls.map { url in
      guard let target = router.match(url), let route = target.route else { return "\(url) -" }
      let pattern = try RoutePattern(patterns[route])
      if pattern.hasWildcards { return "\(url) -" }
      let values = Dictionary(
        uniqueKeysWithValues: target.values.map { name, value in
          let type = pattern.parameters.first { $0.name == name }?.type
          return (name, type == .int ? Int(value).map { String($0) } ?? value : value)
        })
      return "\(url) \(pattern.url(values) ?? "?")"
    }
  }

  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", Self.configuration)
    try scratch.write("urls.txt", Self.urls.joined(separator: "\n"))
    return scratch
  }

  private static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": NSTemporaryDirectory(),
    "LC_ALL": "C.UTF-8",
  ]

  private func run(_ arguments: [String], in scratch: Scratch) throws -> Command {
    try Command.start(
      arguments, in: scratch.url, environment: Self.environment, program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
  }

  /// The lines that differ, of which the first few are enough.
  private static func differences(_ output: String) throws -> [String] {
    let found = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let wanted = try expected()
    return zip(wanted, found).filter { $0 != $1 }.prefix(5).map { "\($0) is \($1)" }
      + (found.count == wanted.count + 1 ? [] : ["\(found.count - 1) lines"])
  }

  @Test func swiftDecidesAsTheReleaseDoes() throws {
    let scratch = try site()
    let made = try Command.run(
      "routes", "generate", "--language", "swift", "--root", "site", "-o", "Routes.swift", in: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    try scratch.write(
      "main.swift",
      """
      import Foundation
      let text = try String(contentsOfFile: "urls.txt", encoding: .utf8)
      for url in text.split(separator: "\\n").map(String.init) {
        print(url, Destination.match(url).map { Destination.url(for: $0) } ?? "-")
      }
      """)
    let compiled = try run(
      ["swiftc", "-swift-version", "6", "-Onone", "Routes.swift", "main.swift", "-o", "program"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.errors)")
    let answer = try Command.start([], in: scratch.url, program: scratch.url.appendingPathComponent("program")).finish()
    #expect(answer.errors == "")
    let differences = try Self.differences(answer.output)
    #expect(differences == [])
  }

  private static let namesOfTypes = ["none", "some", "list", "map", "string", "set", "self"]

  /// A site whose pages have the names of types, or of cases, with the code of its routes.
  private func siteOfTypes(_ language: String, _ file: String) throws -> Scratch {
    let scratch = try Scratch()
    for name in Self.namesOfTypes {
      try scratch.write("site/\(name).html", "<!DOCTYPE html><html lang=en><title>t</title></html>")
    }
    let made = try Command.run(
      "routes", "generate", "--language", language, "--root", "site", "-o", file, in: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    return scratch
  }

  /// The code compiles without a warning and finds the pages.
  @Test func namesOfTypesAreNotNamesOfRoutes() throws {
    let scratch = try siteOfTypes("swift", "Routes.swift")
    let names = Self.namesOfTypes
    try scratch.write(
      "main.swift",
      "for name in CommandLine.arguments.dropFirst() { print(name, Destination.match(\"/\" + name) != nil) }")
    let compiled = try run(
      ["swiftc", "-swift-version", "6", "-Onone", "Routes.swift", "main.swift", "-o", "program"], in: scratch)
    #expect(compiled.status == 0 && !compiled.errors.contains("warning:"), "\(compiled.errors)")
    let answer = try Command.start(names, in: scratch.url, program: scratch.url.appendingPathComponent("program"))
      .finish()
    #expect(answer.output == names.map { $0 + " true\n" }.joined())
  }

  @Test(.enabled(if: GeneratedCodeTests.hasKotlin, "kotlinc is not installed (apt-get install kotlin)"))
  func namesOfTypesAreNotNamesOfRoutesInKotlin() throws {
    let scratch = try siteOfTypes("kotlin", "Routes.kt")
    let kotlin = try run(["kotlinc", "-d", "routes.jar", "Routes.kt"], in: scratch)
    #expect(kotlin.status == 0, "\(kotlin.errors)")
  }

  static let hasKotlin = ["kotlinc", "java"].allSatisfy { name in
    (environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  @Test(.enabled(if: GeneratedCodeTests.hasKotlin, "kotlinc is not installed (apt-get install kotlin)"))
  func kotlinDecidesAsTheReleaseDoes() throws {
    let scratch = try site()
    let configuration =
      Self.configuration.dropLast() + """
        , "api": {"user": {"path": "/users/{id:int}"}, "search": {"path": "/search", "query": {"q": "string", "page": "1"}},
          "rename": {"method": "PUT", "path": "/users/{id:int}", "body": {"name": "string", "age": "int?"}},
          "avatar": {"method": "POST", "path": "/avatar", "upload": "file"}}}
        """
    try scratch.write("site/hybrid.json", String(configuration))
    let made = try Command.run(
      "routes", "generate", "--language", "kotlin", "--package", "com.example.routes", "--root", "site", "-o",
      "Routes.kt",
      in: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    try scratch.write(
      "Main.kt",
      #"""
      package com.example.routes
      fun main() {
          for (url in java.io.File("urls.txt").readLines()) println("$url ${Destination.match(url)?.let { Destination.url(it) } ?: "-"}")
          val transport = object : Transport {
              override fun send(method: String, address: String, body: ByteArray?, contentType: String?): Answer {
                  System.err.println("$method $address ${contentType?.take(19)} ${body?.size}")
                  val next = if (address.endsWith("page=1")) mapOf("link" to "<?q=x&page=2>; rel=\"next\"") else emptyMap()
                  return Answer(if (address.endsWith("404")) 404 else 200, next, "ok")
              }
          }
          val client = APIClient("https://api.example/v1/", transport) { it.toString() }
          client.fetch(Request.User(7)) { it }
          System.err.println(client.fetchOptional(Request.User(404)) { it })
          System.err.println(client.pages<String>(Request.Search("x")) { it }.toList())
          client.fetch(Request.Rename(7, "grace")) { it }
          client.fetch(Request.Avatar(Upload("a.png", "image/png", ByteArray(3)))) { it.length }
          client.query("{ me }") { it }
          System.err.println(Destination.fromNotification(mapOf("url" to "/n/7"))?.url)
      }
      """#)
    let compiled = try run(["kotlinc", "-include-runtime", "-d", "routes.jar", "Routes.kt", "Main.kt"], in: scratch)
    #expect(compiled.status == 0, "\(compiled.errors)")
    #expect(!compiled.errors.contains("warning: ") || !compiled.errors.contains(".kt:"), "\(compiled.errors)")
    let answer = try run(["java", "-Dfile.encoding=UTF-8", "-jar", "routes.jar"], in: scratch)
    let differences = try Self.differences(answer.output)
    #expect(differences == [])
    #expect(
      answer.errors == """
        GET https://api.example/v1/users/7 null null
        GET https://api.example/v1/users/404 null null
        null
        GET https://api.example/v1/search?q=x&page=1 null null
        GET https://api.example/v1/search?q=x&page=2 null null
        [ok, ok]
        PUT https://api.example/v1/users/7 application/json 12
        POST https://api.example/v1/avatar multipart/form-data 191
        POST https://api.example/v1/graphql application/json 28
        /n/7

        """)
  }
}
