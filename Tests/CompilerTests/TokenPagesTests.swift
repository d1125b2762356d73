import Compiler
import Foundation
import PageFormat
import Testing

/// Where the pages of a shipped app are.
private enum TokenPages {
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let root = repository.deletingLastPathComponent().appendingPathComponent("shared/sites/token").path
  static let expectations = repository.appendingPathComponent("Tests/Fixtures/token-pages.txt")
  static var exist: Bool { FileManager.default.fileExists(atPath: root) }
  static var paths: [String] {
    (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".html")
    }.sorted()
  }
}

/// The pages of a shipped app, where they are: beside the project's checkout. What is committed of them is how many nodes,
/// boxes and lines each has and a digest of their frames, nothing of what they say.
@Suite(.enabled(if: TokenPages.exist, "the pages are not here"))
struct TokenPagesTests {
  private struct Folder: SiteFiles {
    let root: String
    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: root + "/" + path) else { throw .missing }
      return Array(data)
    }
    func contains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }
  }

  private func compile(_ path: String) -> CompiledPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 375, height: 667, scale: 2)]
    return PageCompiler(options: options, files: Folder(root: TokenPages.root)).compile(path)
  }

  /// One line of a page: its counts and the digest (FNV-1a) of every frame and line in 1/64 px.
  private func summary(_ path: String) throws -> String {
    let compiled = compile(path)
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ frame: QuantizedFrame) {
      for number in [frame.x, frame.y, frame.width, frame.height] {
        for shift in stride(from: 0, to: 32, by: 8) {
          digest = (digest ^ UInt64(UInt8(truncatingIfNeeded: number >> Int32(shift)))) &* 0x100_0000_01b3
        }
      }
    }
    var boxes = 0
    for node in 0..<page.nodeCount {
      if let frame = layout.frame(node, in: page) {
        boxes += 1
        add(frame)
      }
      for line in layout.lines(node, in: page) { add(line.frame) }
    }
    let hash = String(digest, radix: 16)
    return "\(path): \(page.nodeCount) nodes, \(boxes) boxes, \(layout.lineCount) lines, \(hash)"
  }

  @Test func framesAreThoseThatWereLookedAt() throws {
    let text = try TokenPages.paths.map { try summary($0) + "\n" }.joined()
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] == "1" {
      try Data(text.utf8).write(to: TokenPages.expectations)
    }
    #expect(text == (try? String(contentsOf: TokenPages.expectations, encoding: .utf8)))
  }

  @Test(arguments: TokenPages.paths)
  func everyElementHasAFrame(_ path: String) throws {
    let compiled = compile(path)
    #expect(compiled.diagnostics.filter { $0.severity == .error }.isEmpty)
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    for node in 0..<page.nodeCount where page.component(node) != nil {
      guard let style = layout.style(node, in: page) else { continue }
      let values = Dictionary(page.declarations(ofStyle: style).map { ($0.property, $0.value) }) { $1 }
      if values["display"] == "none" { continue }
      let frame = try #require(layout.frame(node, in: page), "\(node) \(page.tag(node) ?? "")")
      func isGiven(_ property: String) -> Bool {
        values[property].flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? 0 > 0
      }
      #expect(!isGiven("width") || frame.width > 0, "\(node) \(page.tag(node) ?? "")")
      #expect(!isGiven("height") || frame.height > 0, "\(node) \(page.tag(node) ?? "")")
    }
  }
}
