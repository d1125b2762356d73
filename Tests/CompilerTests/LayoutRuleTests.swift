import CSSValues
import Foundation
import HTML
import Layout
import Testing

@testable import Compiler

/// A page for each rule of layout, in the folders of its specification (Tests/Fixtures/Layout), with Chromium's answer beside it.
///
/// `Tools/layout-rules` takes the answers again. No page has text, so that no font is in them. A name that ends with `@3` asks for
/// three device pixels a px.
@Suite struct LayoutRuleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Layout")

  /// The paths of the pages, without their extension.
  static let rules: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func everyRuleHasAnAnswer() {
    #expect(Self.rules.count > 150)
  }

  @Test(arguments: rules) func boxesAreChromiums(_ rule: String) throws {
    let page = Self.folder.appendingPathComponent(rule + ".html")
    let image = try String(contentsOf: Self.folder.appendingPathComponent("a.svg"), encoding: .utf8)
    let site = MemorySite([rule + ".html": try String(contentsOf: page, encoding: .utf8), "a.svg": image])
    let expected = try String(contentsOf: Self.folder.appendingPathComponent(rule + ".boxes"), encoding: .utf8)
    #expect(try boxes(rule + ".html", site) == expected)
  }

  /// The elements with an `id` in document order, a line each: the id and `x y width height`, after transforms, or `none`.
  private func boxes(_ path: String, _ site: MemorySite) throws -> String {
    let compiler = PageCompiler(options: CompilerOptions(), files: site)
    let scale = path.dropLast(5).split(separator: "@").dropFirst().last.flatMap { Double($0) } ?? 1
    let page = try #require(compiler.inspect(path, viewport: Viewport(width: 400, height: 300, scale: scale)))
    var rects: [NodeID: LayoutRect] = [:]
    for (index, origin) in page.origins.enumerated() {
      guard case .node(let node) = origin, page.result.frames[index].hasBox else { continue }
      rects[node] = page.result.transformedRects[StyledTree.Index(index)] ?? page.result.frames[index].rect
    }
    var text = ""
    for number in 0..<page.document.nodeCount {
      let node = page.document.node(number: number)
      guard page.document.isElement(node), let id = page.document.value(node, .id) else { continue }
      let box = rects[node].map { rect in
        [rect.x, rect.y, rect.width, rect.height].map(Self.number).joined(separator: " ")
      }
      text += "\(id) \(box ?? "none")\n"
    }
    return text
  }

  /// At most three digits after the point, as the answers have.
  private static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let (whole, part) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    var digits = String(part + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (thousandths < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
