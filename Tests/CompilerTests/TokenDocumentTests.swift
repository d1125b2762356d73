import Foundation
import Testing

@testable import Compiler

@Suite struct TokenDocumentTests {
  /// `docs/reference/token.md` is the registry; with `HYBRID_UPDATE` in the environment it is written again.
  @Test func documentIsTheRegistry() throws {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/reference/token.md")
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try TokenDocument.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == TokenDocument.text)
    // Each component has an example.
    #expect(TokenDocument.text.split(separator: "```html\n").count == ComponentRegistry.dialect.count + 1)
  }
}
