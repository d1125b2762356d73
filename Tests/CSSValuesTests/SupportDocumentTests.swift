import Foundation
import Testing

@testable import CSSValues

struct SupportDocumentTests {
  /// `docs/reference/css-support.md` is the property table; with `HYBRID_UPDATE` in the environment it is written again.
  @Test func documentIsTheTables() throws {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/reference/css-support.md")
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try SupportDocument.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == SupportDocument.text)
  }
}
