import Diagnostics
import Testing

@testable import Build

/// Comments are looked for many bytes at a time: what is found does not depend on where they are.
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

  /// Hyphens that belong to no mark, before it and at both ends of the text, change nothing.
  @Test func otherHyphensAreLeftOut() {
    let text = "--a hybrid- hybrid-disable <!-- -- hybrid-disable-next-line HYB1054 --> b-\n<p>"
    for end in ["", "-", "--", " hybrid-disable-next-lin", "hybrid-"] {
      let comments = DisabledLines.comments(in: SourceFile(path: "a.html", text: text + end))
      #expect(comments.map(\.codes.count) == [1], "\(end)")
      #expect(DisabledLines.comments(in: SourceFile(path: "a.html", text: "<!-- " + end)).isEmpty)
    }
  }
}
