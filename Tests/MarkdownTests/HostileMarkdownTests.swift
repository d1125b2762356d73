import Diagnostics
import Testing

@testable import Markdown

@Suite struct HostileMarkdownTests {
  private func problems(_ text: [UInt8]) -> [String] {
    var diagnostics = DiagnosticSink()
    let page = MarkdownPage(title: "T")
    let file = page.markup(of: SourceFile(path: "a.md", bytes: text), &diagnostics)
    #expect((file == nil) == diagnostics.hasErrors)
    return diagnostics.diagnostics.map { "\($0.location?.line ?? 0) \($0.code.name) \($0.message)" }
  }

  /// A hundred thousand of every sign and of pairs of them: an answer or an error, in little time.
  @Test(arguments: [
    "[", "]", "*", "_", ">", "`", "~", "<", "<?", "<!", "![", "[a](", "[a](<", "[^a]", "[a]: ", "- ", "1. ", "> ", "|",
    "|-",
    "\\", "&", "a**b", "*a_", "<a ", "<!--", "[[]", "(", "http://", "www.", "a@", "a@b.", "(http://a.b(", "\0", "#",
    "\n\n- ",
    "a\n", "|\n", "- a\n", ":", "![[",
  ])
  func aHundredThousandOf(_ piece: String) {
    let text = Array(repeatElement(Array(piece.utf8), count: 100_000).joined())
    let starts = ["", "a|b\n-|-\n", "[a]: b\n\n[^a]: c\n\n"]
    for start in starts {
      let time = ContinuousClock().measure { _ = problems(Array(start.utf8) + text) }
      #expect(time < .seconds(20), "\(piece) \(time)")
    }
  }

  @Test func whatIsBeyondTheBoundsIsAnError() {
    let many = { (piece: String, count: Int) in Array(String(repeating: piece, count: count).utf8) }
    #expect(
      problems(many("a", 1 << 20) + [0x0A]) == [
        "1 HYB4172 the Markdown file has 1048577 bytes; 1048576 are the most"
      ])
    #expect(
      problems(many("a\n\n", 3) + many("b", 300_000)) == [
        "7 HYB4172 300000 bytes without a blank line; 262144 are the most"
      ])
    #expect(
      problems(many("\n", 2) + many(">", 201)) == [
        "3 HYB4172 a line begins with 201 levels of quotes and lists; 200 are the most"
      ])
    #expect(
      problems(many("- a\n+ b\n* c\n\n", 25_001)) == [
        "100001 HYB4172 the file has more than 75000 marks of quotes and lists"
      ])
    #expect(problems(many("[", 10_001)) == ["1 HYB4172 the file has more than 10000 times `[`"])
    #expect(
      problems(many("a|", 600) + [0x0A] + many("-|", 600)) == [
        "1 HYB4172 a table has 601 columns; 500 are the most"
      ])
    // What people write is far below: a table of two thousand rows, a long list of links.
    #expect(problems(many("|a|b|c|\n", 1) + many("|-|-|-|\n", 1) + many("| 1 | 2 | [x](y) |\n", 2_000)) == [])
    #expect(problems(many("- [a](b) *c*\n", 10_000)) == [])
  }

  @Test func strayBytesStayOut() {
    #expect(problems([0x23, 0x20, 0xFF, 0xFE, 0x00, 0xC3, 0x28, 0x0A]) == [])
    #expect(problems([]) == [])
    #expect(problems(Array("---\n---".utf8)) == [])
    #expect(problems(Array("\u{FEFF}# a\r\rb\r\n".utf8)) == [])
  }
}
