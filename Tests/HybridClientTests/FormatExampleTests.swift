import Archive
import Foundation
import JSONValues
import Manifest
import Testing

/// The bytes that `docs/reference/format.md` shows are those of the release that it names.
@Suite struct FormatExampleTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of each block of the worked example, in order.
  private static func blocks() throws -> [[UInt8]] {
    let text = try String(
      contentsOf: repository.appendingPathComponent("docs/reference/format.md"), encoding: .utf8)
    let example = try #require(text.firstMatch(of: #/(?s)\n## Worked example\n(.*?)\n## /#)).1
    return example.split(separator: "\n\n").map { block in
      block.split(separator: "\n").filter { $0.hasPrefix("    ") }.flatMap { line in
        line.matches(of: #/\b[0-9a-f]{2}(?: [0-9a-f]{2})+(?![\w,.:])/#).flatMap { run in
          run.0.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
      }
    }.filter { $0.count > 8 }
  }

  @Test func theShownBytesAreThoseOfTheRelease() throws {
    let blocks = try Self.blocks()
    try #require(blocks.map(\.count) == [40, 57, 40])
    let folder = Self.repository.appendingPathComponent("Tests/Fixtures/Compatibility/0.1.0/settings")
    let manifest = try JSONParser.parse([UInt8](Data(contentsOf: folder.appendingPathComponent("manifest.json"))))
    func package(_ name: String) throws -> String {
      let found = manifest["packages"]?.elements?.first { $0["name"]?.text == name }
      return folder.appendingPathComponent(try #require(found?["url"]?.text)).path
    }
    let base = try package("base")
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: base))).starts(with: blocks[0]))
    let page = try ArchiveReader(ByteSource(path: base)).contents(of: "pages/delete.html.page")
    #expect(page.starts(with: blocks[1]))
    let layout = try ArchiveReader(ByteSource(path: package("390x844@3")))
      .contents(of: "layouts/390x844@3/delete.html.layout")
    // Behind the version and the path, which the page file has too.
    #expect(layout.dropFirst(15).starts(with: blocks[2]))
  }
}
