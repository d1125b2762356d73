import Testing

@testable import Compiler

/// The URLs of `srcset`, found and rewritten.
@Suite struct SourceSetTests {
  @Test func urls() {
    #expect(
      ReferenceCollector.sourceSetURLs("a.png 1x, b,c.png 2x,,d.png, e(,).png (x, y) 3x") == [
        "a.png", "b,c.png", "d.png", "e(,).png",
      ])
    #expect(ReferenceCollector.sourceSetURLs(" , ") == [])
  }

  @Test func rewritingKeepsWhatIsBetween() {
    let text = "  a.png 1x,\tlonger.png  2x , a.png,z.png"
    func rewritten(_ rewrite: (String) -> String?) -> String { ReferenceCollector.sourceSet(text, rewriting: rewrite) }
    #expect(rewritten { _ in nil } == text)
    #expect(rewritten { $0 } == text)
    #expect(rewritten { "/\u{E9}/" + $0 } == "  /\u{E9}/a.png 1x,\t/\u{E9}/longer.png  2x , /\u{E9}/a.png,z.png")
    #expect(rewritten { $0 == "longer.png" ? "b" : nil } == "  a.png 1x,\tb  2x , a.png,z.png")
    #expect(ReferenceCollector.sourceSet("", rewriting: { $0 + "x" }).isEmpty)
  }

  /// As many candidates as a page of a megabyte has: bytes that are copied for each would be 60 billion.
  @Test func manyCandidates() {
    let text = (0..<60_000).map { "i.png \($0 + 1).5x" }.joined(separator: ", ")
    let result = ReferenceCollector.sourceSet(text) { "/a/" + $0 }
    #expect(result.utf8.count == text.utf8.count + 60_000 * 3)
    #expect(ReferenceCollector.sourceSetURLs(text).count == 60_000)
  }
}
