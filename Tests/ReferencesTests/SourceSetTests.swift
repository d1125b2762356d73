import References
import Testing

/// The URLs of `srcset`, found and rewritten.
@Suite struct SourceSetTests {
  @Test func urls() {
    #expect(
      SourceSet.urls("a.png 1x, b,c.png 2x,,d.png, e(,).png (x, y) 3x") == [
        "a.png", "b,c.png", "d.png", "e(,).png",
      ])
    #expect(SourceSet.urls(" , ") == [])
  }

  @Test func rewritingKeepsWhatIsBetween() {
    let text = "  a.png 1x,\tlonger.png  2x , a.png,z.png"
    func rewritten(_ rewrite: (String) -> String?) -> String { SourceSet.rewriting(text, rewrite) }
    #expect(rewritten { _ in nil } == text)
    #expect(rewritten { $0 } == text)
    #expect(rewritten { "/\u{E9}/" + $0 } == "  /\u{E9}/a.png 1x,\t/\u{E9}/longer.png  2x , /\u{E9}/a.png,z.png")
    #expect(rewritten { $0 == "longer.png" ? "b" : nil } == "  a.png 1x,\tb  2x , a.png,z.png")
    #expect(SourceSet.rewriting("", { $0 + "x" }).isEmpty)
  }

  /// As many candidates as a page of a megabyte has: bytes that are copied for each would be 60 billion.
  @Test func manyCandidates() {
    let text = (0..<60_000).map { "i.png \($0 + 1).5x" }.joined(separator: ", ")
    let result = SourceSet.rewriting(text) { "/a/" + $0 }
    #expect(result.utf8.count == text.utf8.count + 60_000 * 3)
    #expect(SourceSet.urls(text).count == 60_000)
  }
}
