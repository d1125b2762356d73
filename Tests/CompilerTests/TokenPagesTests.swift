import CSSValues
import Compiler
import Foundation
import PageFormat
import Testing

/// Where the pages of a shipped app are.
private enum TokenPages {
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let root = repository.deletingLastPathComponent().appendingPathComponent("shared/sites/token").path
  static let expectations = repository.appendingPathComponent("Tests/Fixtures/TokenPages")
  static var exist: Bool { FileManager.default.fileExists(atPath: root) }
  static var paths: [String] {
    (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".html")
    }.sorted()
  }

  /// The committed dump of a page.
  static func expectation(_ path: String) -> URL {
    expectations.appendingPathComponent(path.replacing("/", with: "-").replacing(".html", with: ".txt"))
  }
}

/// The pages of a shipped app, where they are: beside the project's checkout. Only the frames of their
/// boxes and lines are committed, none of their text.
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

  /// The components of a page, one a line, indented by their depth: left, top, width and height in CSS px, in page
  /// coordinates; below each the lines of its texts.
  private func boxes(_ path: String) throws -> String {
    let compiled = compile(path)
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    func text(_ frame: QuantizedFrame) -> String {
      [frame.x, frame.y, frame.width, frame.height].map { units in
        units % 64 == 0 ? "\(units / 64)" : "\(LayoutUnit.pixels(units))"
      }.joined(separator: " ")
    }
    var depths: [Int] = []
    var dump = ""
    for node in 0..<page.nodeCount {
      let parent = page.parent(node)
      // What is not a component is as deep as what is around it.
      depths.append((parent.map { depths[$0] } ?? -1) + (page.component(node) == nil ? 0 : 1))
      let indent = String(repeating: "  ", count: max(0, depths[node]))
      if let component = page.component(node) {
        dump += "\(indent)\(component) \(layout.frame(node, in: page).map(text) ?? "no box")\n"
      }
      for line in layout.lines(node, in: page) { dump += "\(indent)  | \(text(line.frame))\n" }
    }
    return dump
  }

  @Test(arguments: TokenPages.paths) func inspectedFramesMatchPackageFrames(_ path: String) throws {
    let dump = try boxes(path)
    let file = TokenPages.expectation(path)
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] == "1" { try Data(dump.utf8).write(to: file) }
    #expect(dump == (try? String(contentsOf: file, encoding: .utf8)))
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
