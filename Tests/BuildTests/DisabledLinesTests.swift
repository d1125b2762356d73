import Diagnostics
import Testing

@testable import Build

/// Comments are looked for sixteen bytes at a time: what is found does not depend on where they are.
struct DisabledLinesTests {
  @Test func commentsAreFoundWhereverTheyAre() throws {
    for start in 0..<40 {
      let before = String(repeating: "h", count: start)
      let text = before + "<!-- hybrid-disable-next-line HYB1054 -->\n<p>hy</p>" + before
      let comments = DisabledLines.comments(in: SourceFile(path: "a.html", text: text))
      let comment = try #require(comments.first)
      #expect(comments.count == 1)
      #expect(comment.line == 1 && comment.column >= start + 1 && comment.column <= start + 6)
      #expect(comment.codes.count == 1)
    }
  }
}
