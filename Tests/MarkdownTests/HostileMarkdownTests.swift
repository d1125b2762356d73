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
    #expect(problems(many("[", 10_001)) == ["1 HYB4172 10000 times `[` without a blank line are the most"])
    #expect(problems(many("[ [\n\n", 37_501)) == ["75001 HYB4172 the file has more than 75000 times `[`"])
    #expect(
      problems(many("a|", 600) + [0x0A] + many("-|", 600)) == [
        "1 HYB4172 a table has 601 columns; 500 are the most"
      ])
    // What people write is far below: a table of two thousand rows, a long list of links.
    #expect(problems(many("|a|b|c|\n", 1) + many("|-|-|-|\n", 1) + many("| 1 | 2 | [x](y) |\n", 2_000)) == [])
    #expect(problems(many("- [a](b) *c*\n", 10_000)) == [])
  }

  /// Each item of a list is parsed by itself: what is too much for a paragraph is not for a list of any length.
  @Test func flatListsAreWithinTheBounds() {
    #expect(problems(Array((1...30_000).map { "- item \($0) of a list\n" }.joined().utf8)) == [])
    #expect(problems(Array((1...30_000).map { "\($0). item of a list\n" }.joined().utf8)) == [])
    #expect(problems(Array((1...30_000).map { "- [ ] task \($0)\n" }.joined().utf8)) == [])
    // Numbers other than 1 interrupt no paragraph, nor do items without text or behind four spaces.
    for line in ["22. b\n", "-            \n", "    - b\n", "1.b\n", "1234567890. b\n"] {
      let count = 300_000 / line.utf8.count
      let found = problems(Array(("a\n" + String(repeating: line, count: count)).utf8))
      #expect(found.first?.contains("bytes without a blank line") == true, "\(line) \(found)")
    }
  }

  /// Lists in each line stay beyond the bounds, also behind front matter and code.
  @Test func nestedListsAreBeyondTheBounds() {
    let lists = String(repeating: String(repeating: "- ", count: 8) + "a\n", count: 50_000)
    for start in [
      "", "---\ntitle: T\n---\n", "```\na\n```\n", "~~~~\n~~~\n```\n~~~~~ \n", "   ```\n```\n", "- a\n  ```\n  ```\n",
      "> ```\n", "1. ```\n", "<!--\n```\n-->\n", "<script>\n\n```\n</script>\n", "<p>\n```\n\n", "``` a`b\n",
      "\u{FEFF}```\n```\n",
      "```\r\n```\r\n", "    ```\n",
    ] {
      let found = problems(Array((start + lists).utf8))
      #expect(found.first?.contains("marks of quotes and lists") == true, "\(start) \(found)")
    }
  }

  /// What is not parsed does not count: front matter, and code between fences.
  @Test func codeAndFrontMatterAreWithinTheBounds() {
    let code = String(repeating: "- [a|b]|c <? > |-|\n", count: 30_000)
    #expect(problems(Array("---\ntitle: T\n---\n```\n\(code)```\n".utf8)) == [])
    #expect(problems(Array("# A\n\n~~~~ text\n```\n\(code)~~~\n~~~~\nb\n".utf8)) == [])
    #expect(problems(Array("<!-- a -->\n\n```\n\(code)\n".utf8)) == [])
    #expect(problems(Array("---\ntitle: T\n---\na\n\(code)".utf8)) != [])
    // A table's first lines are not those of front matter.
    let lines = String(repeating: "a\n", count: 20_500)
    #expect(problems(Array("---\ntitle: T\n---\n\(lines)".utf8)) == [])
  }

  /// A link's definition is repeated by each reference: 56 kB came to 586 MB.
  @Test func repeatedDefinitionsAreBounded() {
    let references = "\n" + String(repeating: "[a]\n", count: 9_000)
    for definition in [
      "[a]: /\(String(repeating: "x", count: 5_000))\n", "> [a]: b '\(String(repeating: "x\n", count: 5_000))'\n",
    ] {
      let found = problems(Array((definition + references).utf8))
      #expect(found.first?.contains("bytes in all are the most") == true, "\(found)")
    }
    let links = (1...2_000).map { "[\($0)]: https://example.com/\($0)\n" }.joined()
    #expect(problems(Array((links + references).utf8)) == [])
  }

  @Test func strayBytesStayOut() {
    #expect(problems([0x23, 0x20, 0xFF, 0xFE, 0x00, 0xC3, 0x28, 0x0A]) == [])
    #expect(problems([]) == [])
    #expect(problems(Array("---\n---".utf8)) == [])
    #expect(problems(Array("\u{FEFF}# a\r\rb\r\n".utf8)) == [])
  }
}
