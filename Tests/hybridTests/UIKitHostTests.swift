import Foundation
import HybridUIKit
import Testing

/// `HybridUIKit` and the example app for iOS compile against stand-ins for Apple's frameworks (`Tests/Fixtures/StandIns`).
///
/// That is all that these tests show: nothing of it was ever run.
@Suite struct UIKitHostTests {
  private static let repository = Command.repository
  /// Each imports only those before it.
  static let standIns = ["CoreGraphics", "CoreText", "ImageIO", "QuartzCore", "UIKit", "WebKit", "SwiftUI"]

  /// Compiles stand-ins, in an order in which each imports only those before it.
  static func makeStandIns(_ modules: [String], in scratch: Scratch) throws {
    for module in modules {
      let source = repository.appendingPathComponent("Tests/Fixtures/StandIns/\(module).swift").path
      let made = try swiftc(["-emit-module", "-module-name", module, "-I", ".", source], in: scratch)
      #expect(made.status == 0, "\(module): \(made.errors)")
    }
  }

  private static func swiftc(_ arguments: [String], in scratch: Scratch) throws -> Command {
    try Command.start(
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors"] + arguments, in: scratch.url,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch.path],
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
  }

  private static func sources(_ folder: String) throws -> [String] {
    let root = repository.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") && !$0.hasSuffix("Package.swift") }.sorted()
      .map { root.path + "/" + $0 }
  }

  @Test func theHostAndItsExampleCompileAgainstStandIns() throws {
    let scratch = try Scratch()
    try Self.makeStandIns(Self.standIns, in: scratch)
    // The module that the package builds here is empty: what is compiled now is found before it.
    let includes = ["-I", "."] + SnippetTests.includes()
    let host = try Self.sources("Sources/HybridUIKit")
    #expect(host.count >= 20)
    // Modules are made without a look into every function: both are asked for.
    for mode in ["-typecheck", "-emit-module"] {
      let made = try Self.swiftc([mode, "-module-name", "HybridUIKit"] + includes + host, in: scratch)
      #expect(made.status == 0, "\(made.errors)")
    }
    let site = try Self.sources("examples/ios/App")
    let example = try Self.sources("examples/ios/Example")
    #expect(site.count >= 3 && !example.isEmpty)
    // Its scripts need the engine's headers, which are not everywhere.
    if let engine = SnippetTests.engineFlags {
      let flags = engine.flatMap { ["-Xcc", $0] } + ["-I", "JavaScriptCore"]
      try writeJavaScriptCore(in: scratch)
      let scripts = try Self.swiftc(
        ["-emit-module", "-module-name", "HybridScript"] + flags + includes
          + Self.sources("HybridScript/Sources/HybridScript"), in: scratch)
      #expect(scripts.status == 0, "\(scripts.errors)")
      for mode in ["-typecheck", "-emit-module"] {
        let library = try Self.swiftc([mode, "-module-name", "ExampleSite"] + flags + includes + site, in: scratch)
        #expect(library.status == 0, "\(library.errors)")
      }
      let compiled = try Self.swiftc(
        ["-typecheck", "-module-name", "Example"] + flags + includes + example, in: scratch)
      #expect(compiled.status == 0, "\(compiled.errors)")
    }
    // So do the examples of the documents, which name the types of the host.
    let snippets = try SnippetTests.hostSources()
    #expect(snippets.count >= 2)
    try scratch.write("given.swift", "func given<Value>() -> Value { fatalError() }\n")
    for (number, text) in snippets.enumerated() { try scratch.write("snippet\(number).swift", text) }
    let documents = try Self.swiftc(
      ["-typecheck", "-no-warnings-as-errors"] + includes + ["given.swift"]
        + snippets.indices.map { "snippet\($0).swift" }, in: scratch)
    #expect(documents.status == 0, "\(documents.errors)")
  }

  /// A module with the public interface of JavaScriptCore, whose headers are the same everywhere: the scripts of Token pages
  /// need nothing else on Apple's systems.
  private func writeJavaScriptCore(in scratch: Scratch) throws {
    try scratch.write(
      "JavaScriptCore/module.modulemap", "module JavaScriptCore [system] { header \"public.h\" export * }\n")
    try scratch.write("JavaScriptCore/public.h", "#include <JavaScriptCore/JavaScript.h>\n")
  }

  /// A mistake in a name or a type is found: the stand-ins do not take everything.
  @Test func standInsRefuseWhatAppleDoesNotHave() throws {
    let scratch = try Scratch()
    try Self.makeStandIns(["CoreGraphics", "CoreText", "QuartzCore", "UIKit"], in: scratch)
    for wrong in ["view.colour = nil", "view.frame = 3", "view.addSubview(3)"] {
      try scratch.write("wrong.swift", "import UIKit\n@MainActor func wrong(_ view: UIView) { \(wrong) }\n")
      #expect(try Self.swiftc(["-typecheck", "-I", ".", "wrong.swift"], in: scratch).status != 0, "\(wrong)")
    }
  }

  /// Xcode's project of the example is whole: every object that it names is there, and every folder and product.
  @Test func theProjectOfTheExampleIsWhole() throws {
    let folder = Self.repository.appendingPathComponent("examples/ios")
    let file = folder.appendingPathComponent("Example.xcodeproj/project.pbxproj")
    let text = try String(contentsOf: file, encoding: .utf8)
    let defined = text.matches(of: #/(?m)^\t\t([0-9A-F]{24}) /\* .* \*/ = \{/#).map { String($0.1) }
    #expect(Set(defined).count == defined.count && defined.count >= 10)
    let named = Set(text.matches(of: #/[0-9A-F]{24}/#).map { String($0.0) })
    #expect(named.isSubset(of: defined), "\(named.subtracting(defined))")
    #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    #expect(text.filter { $0 == "(" }.count == text.filter { $0 == ")" }.count)
    // `dist` is what the README's command makes.
    for path in text.matches(of: #/(?:relativePath|path) = ([\w.\/-]+);\n(?:\t\t\tsourceTree = "<group>"|\t\t\};)/#)
    where path.1 != "dist" {
      let names = [String(path.1), "Example/\(path.1)"]
      #expect(
        names.contains { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }, "\(path.1)")
    }
    let manifest = try String(contentsOf: folder.appendingPathComponent("App/Package.swift"), encoding: .utf8)
    for product in text.matches(of: #/productName = (\w+);\n\t\t\};/#) {
      #expect(manifest.contains(".library(name: \"\(product.1)\""), "\(product.1)")
    }
  }
}
