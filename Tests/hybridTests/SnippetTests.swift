import Foundation
import Testing

/// The Swift and Kotlin of documents compile: ```` ```swift ```` blocks against the libraries of this build, with stand-ins for
/// WebKit and Ionic's contract, ```` ```kotlin ```` blocks against stand-ins for Android's classes (`Tests/Fixtures/Stubs`).
///
/// What a block takes for granted is above it in a comment that readers do not see: `<!-- swift`, imports and
/// declarations, `-->`. There `given()` is a value of any type.
@Suite struct SnippetTests {
  /// A block, and what it takes for granted.
  private struct Snippet {
    var document: String
    var context: String
    var text: String

    /// One source file of a function, since documents show statements as often as types.
    func source(_ number: Int) -> String {
      let lines = (context + "\n" + text).split(separator: "\n", omittingEmptySubsequences: false)
      let imports = lines.filter { $0.hasPrefix("import ") }
      let body = lines.filter { !$0.hasPrefix("import ") }
      return imports.joined(separator: "\n") + "\n@MainActor func snippet\(number)() async throws {\n"
        + body.joined(separator: "\n") + "\n}\n"
    }
  }

  private static let stubs = Command.repository.appendingPathComponent("Tests/Fixtures/Stubs")

  /// The catalogues of DocC: their articles, and the code of their tutorials.
  private static func catalogueFiles(_ ending: String) -> [String] {
    let sources = Command.repository.appendingPathComponent("Sources")
    return (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains(".docc/") && $0.hasSuffix(ending) }.map { "Sources/" + $0 }.sorted()
  }

  /// The steps of tutorials compile, each of which is a whole file, and every step that a tutorial names is there.
  @Test func theSwiftOfTutorialsCompiles() throws {
    let steps = Self.catalogueFiles(".swift")
    #expect(steps.count >= 14)
    var named: Set<String> = []
    for tutorial in Self.catalogueFiles(".tutorial") {
      for file in try DocumentationTests.text(tutorial).matches(
        of: #/@Code\(name: "\w+\.swift", file: "([\w-]+\.swift)"\)/#)
      {
        named.insert(String(file.1))
      }
    }
    #expect(named == Set(steps.map { String($0.split(separator: "/").last ?? "") }))
    try compile(
      steps.map { Snippet(document: $0, context: "", text: try DocumentationTests.text($0)) }, [], in: try Scratch())
  }

  /// Each library has an article that says what it is for.
  @Test func everyLibraryHasAnArticle() throws {
    let articles = Set(Self.catalogueFiles(".md").compactMap { $0.split(separator: "/").last.map(String.init) })
    for product in try DocumentationTests.text("Package.swift").matches(
      of: #/\.library\(\s*name: "(\w+)",\s*targets: \["(\w+)"/#)
    {
      #expect(
        articles.contains("\(product.2).md"), "\(product.1) has no article in Sources/\(product.2)/\(product.2).docc")
    }
  }

  /// The blocks of a language in all documents.
  private static func snippets(_ language: String) throws -> [Snippet] {
    let pattern = try Regex(
      "(?:<!-- \(language)\\n((?s:.*?))-->\\n\\n)?```\(language)\\n((?s:.*?))\\n```",
      as: (Substring, Substring?, Substring).self)
    return try (DocumentationTests.all + catalogueFiles(".md")).flatMap { document in
      try DocumentationTests.text(document).matches(of: pattern).map {
        Snippet(document: document, context: String($0.1 ?? ""), text: String($0.2))
      }
    }
  }

  private func run(_ arguments: [String], in scratch: Scratch) throws -> Command {
    try Command.start(
      arguments, in: scratch.url,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch.path],
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
  }

  /// Where the build's modules and the module maps of its C libraries are.
  static func includes() -> [String] {
    let files = FileManager.default
    let products = Command.executable.deletingLastPathComponent()
    func folders(_ path: String, _ inner: String) -> [String] {
      ((try? files.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)\(inner)" }.filter {
        files.fileExists(atPath: $0 + "/module.modulemap")
      }
    }
    return
      ([products.path + "/Modules"] + folders(Command.repository.path + "/Sources", "") + folders(products.path, ""))
      .flatMap { ["-I", $0] }
  }

  @Test func theSwiftOfDocumentsCompiles() throws {
    let scratch = try Scratch()
    let snippets = try Self.swiftSnippets { !$0.contains("import HybridScript") && !$0.contains("import HybridUIKit") }
    #expect(snippets.count >= 10)
    try compile(snippets, [], in: scratch)
  }

  /// The values that examples in doc comments use without declaring them.
  private static let commentContext = """
    import Foundation
    import HybridClient
    import HybridLayout
    import HybridLiveLayout
    import Layout
    import Manifest
    import PageFormat
    let folder: String = given()
    let rootFile: [UInt8] = given()
    let now: @Sendable () -> Int64 = { 0 }
    let device: DeviceTraits = given()
    let release: OpenedRelease = given()
    let page: OpenedPage = given()
    let layout: LayoutReader = given()
    let views: any ViewHost = given()
    let live: LivePage = given()
    let delegate: any SessionDelegate = given()
    let measurer: any TextMeasurer = given()
    let paragraph: TextParagraph = given()
    let store: ReleaseStore = given()
    let transport: any Transport = given()
    let settings: UpdateSettings = given()
    let client: UpdateClient = given()
    """

  /// The examples in the doc comments of what apps link compile.
  @Test func theSwiftOfDocCommentsCompiles() throws {
    var snippets: [Snippet] = []
    for target in ["HybridClient", "HybridLayout", "HybridLiveLayout"] {
      let folder = Command.repository.appendingPathComponent("Sources/\(target)")
      let paths = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        for block in text.matches(of: #/(?m)^ *\/\/\/ ```swift\n((?s:.*?))^ *\/\/\/ ```$/#) {
          let lines = block.1.split(separator: "\n").map { $0.drop { $0 == " " }.dropFirst(4) }
          snippets.append(
            Snippet(
              document: "\(target)-\(path)", context: Self.commentContext,
              text: "do {\n" + lines.joined(separator: "\n") + "\n}"))
        }
      }
    }
    #expect(snippets.count >= 20)
    try compile(snippets, [], in: try Scratch())
  }

  /// HybridScript needs JavaScriptCore, which is not everywhere.
  static let engineFlags: [String]? = {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--cflags", "javascriptcoregtk-4.1"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text.split(whereSeparator: \.isWhitespace).map(String.init) : nil
  }()

  @Test(
    .enabled(
      if: engineFlags != nil,
      "JavaScriptCore is not installed (apt-get install libjavascriptcoregtk-4.1-dev)"))
  func theSwiftOfDocumentsWithScriptsCompiles() throws {
    let scratch = try Scratch()
    let snippets = try Self.swiftSnippets { $0.contains("import HybridScript") }
    #expect(!snippets.isEmpty)
    let folder = Command.repository.appendingPathComponent("HybridScript/Sources")
    let flags =
      ["-I", folder.path + "/CJavaScriptCore"] + (Self.engineFlags ?? []).flatMap { ["-Xcc", $0] } + Self.includes()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/HybridScript")
    let sources = names.filter { $0.hasSuffix(".swift") }.map { folder.path + "/HybridScript/" + $0 }
    let made = try run(
      ["swiftc", "-swift-version", "6", "-emit-module", "-module-name", "HybridScript", "-parse-as-library"] + flags
        + sources, in: scratch)
    #expect(made.status == 0, "\(made.errors)")
    try compile(snippets, flags, in: scratch)
  }

  /// The blocks of Swift but manifests whose text with what is above them is wanted.
  private static func swiftSnippets(_ isWanted: (String) -> Bool) throws -> [Snippet] {
    try snippets("swift").filter { snippet in
      !snippet.text.hasPrefix("// swift-tools-version") && isWanted(snippet.context + "\n" + snippet.text)
    }
  }

  /// The source files of the blocks that use HybridUIKit: `UIKitHostTests` compiles them.
  static func hostSources() throws -> [String] {
    try swiftSnippets { $0.contains("import HybridUIKit") }.enumerated().map { $0.element.source($0.offset) }
  }

  private func compile(_ snippets: [Snippet], _ flags: [String], in scratch: Scratch) throws {
    try UIKitHostTests.makeStandIns(["CoreGraphics", "CoreText", "QuartzCore", "UIKit", "WebKit"], in: scratch)
    let provider = Self.stubs.appendingPathComponent("LiveUpdateProvider.swift").path
    let made = try run(
      [
        "swiftc", "-swift-version", "6", "-emit-module", "-module-name", "LiveUpdateProvider", "-parse-as-library",
        provider,
      ], in: scratch)
    #expect(made.status == 0, "\(made.errors)")
    try scratch.write("given.swift", "func given<Value>() -> Value { fatalError() }\n")
    var files = ["given.swift"]
    for (number, snippet) in snippets.enumerated() {
      let name = "\(snippet.document.replacing("/", with: "-"))-\(number).swift"
      try scratch.write(name, snippet.source(number))
      files.append(name)
    }
    let compiled = try run(
      ["swiftc", "-swift-version", "6", "-typecheck", "-suppress-warnings", "-I", "."] + flags + Self.includes()
        + files, in: scratch)
    #expect(compiled.status == 0, "\(compiled.errors)")
  }

  /// The manifest that apps begin with is one, and the products that it names are there.
  @Test func theManifestOfDocumentsIsRead() throws {
    let manifests = try Self.snippets("swift").filter { $0.text.hasPrefix("// swift-tools-version") }
    #expect(!manifests.isEmpty)
    let own = try DocumentationTests.text("Package.swift")
    let libraries = Set(own.matches(of: #/\.library\(\s*name: "(\w+)"/#).map { String($0.1) })
    for manifest in manifests {
      let scratch = try Scratch()
      try scratch.write("Package.swift", manifest.text)
      let dump = try run(["swift", "package", "dump-package"], in: scratch)
      #expect(dump.status == 0, "\(dump.errors)")
      let products = manifest.text.matches(of: #/\.product\(name: "(\w+)"/#).map { String($0.1) }
      #expect(!products.isEmpty && libraries.isSuperset(of: products), "\(products)")
    }
    // The table of products names those of the package, with the modules that each brings.
    let document = try DocumentationTests.text("docs/guides/app.md")
    for product in own.matches(of: #/\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/#) {
      #expect(document.contains("`\(product.1)`"), "docs/guides/app.md does not name \(product.1)")
      for module in product.2.matches(of: #/"(\w+)"/#) {
        #expect(document.contains("`\(module.1)`"), "docs/guides/app.md does not name \(module.1)")
      }
    }
  }

  @Test(.enabled(if: GeneratedCodeTests.hasKotlin, "kotlinc is not installed (apt-get install kotlin)"))
  func theKotlinOfDocumentsCompiles() throws {
    let scratch = try Scratch()
    let folder = Self.stubs.appendingPathComponent("Android")
    var files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".kt") }
      .map { folder.appendingPathComponent($0).path }
    let snippets = try Self.snippets("kotlin")
    #expect(snippets.count >= 2)
    for (number, snippet) in snippets.enumerated() {
      try scratch.write("Snippet\(number).kt", snippet.context + "\n" + snippet.text)
      files.append("Snippet\(number).kt")
    }
    let compiled = try run(["kotlinc", "-nowarn", "-d", "out"] + files, in: scratch)
    #expect(compiled.status == 0, "\(compiled.errors)")
  }
}
