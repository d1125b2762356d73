import CSSValues
import Compiler
import Foundation
import PageFormat
import Testing

/// The project's own Token pages, each as `hybrid inspect page` shows it at 375×667: tree, bindings, handlers, what depends
/// on what, frames and lines. Styles are in their own tests.
@Suite struct TokenDumpTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let pages = repository.appendingPathComponent("HybridScript/Tests/Fixtures")
  private static let expectations = repository.appendingPathComponent("Tests/Fixtures/TokenPages")

  private struct Folder: SiteFiles {
    let root: URL
    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path) else {
        throw .missing
      }
      return Array(data)
    }
    func contains(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }
  }

  private static let paths = ["app", "site"].flatMap { site in
    ((try? FileManager.default.contentsOfDirectory(atPath: pages.appendingPathComponent(site).path)) ?? [])
      .filter { $0.hasSuffix(".html") }.map { "\(site)/\($0)" }
  }.sorted()

  @Test(arguments: paths) func aPageIsAsItWasLookedAt(_ path: String) throws {
    let parts = path.split(separator: "/").map(String.init)
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 375, height: 667, scale: 2)]
    let page = PageCompiler(options: options, files: Folder(root: Self.pages.appendingPathComponent(parts[0]))).compile(
      parts[1])
    let reader = try PageReader(FileBytes(page.pageFile))
    try reader.validate()
    let layout = try LayoutReader(FileBytes(try #require(page.layoutFiles.first).bytes))
    // Styles and scripts follow the tree and what depends on what.
    let lines = reader.dump(layout).split(separator: "\n")
    let text = lines.prefix { !$0.hasPrefix("style ") && !$0.hasPrefix("script ") }.joined(separator: "\n")
    let file = Self.expectations.appendingPathComponent(path.replacing("/", with: "-").replacing(".html", with: ".txt"))
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: Self.expectations, withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: file)
    }
    #expect(text + "\n" == (try? String(contentsOf: file, encoding: .utf8)))
  }
}
