import Diagnostics
import Foundation
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
    "a\n", "|\n", "- a\n", ":", "![[", "*[a]", "[a]![", "[<?", "[<!A ", "[<![CDATA[", "[\n:-|-\n", "**\n[a]: \"",
    "[a]:", "[a]: (", "[^a]: ", "|\n-", "||\n",
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
      problems(many("\n", 2) + many(">", 201)) == ["3 HYB4172 quotes and lists have more than 200 levels"])
    #expect(
      problems(many("- a\n+ b\n* c\n\n", 25_001)) == [
        "100001 HYB4172 the file has more than 75000 quotes and items of lists"
      ])
    #expect(
      problems(many("\n", 2) + many("a*b_~", 170_000)) == [
        "3 HYB4172 the file has more than 800000 blocks, texts and signs"
      ])
    #expect(
      problems(many("a|", 600) + [0x0A] + many("-|", 600)) == [
        "1 HYB4172 a table has 600 columns; 500 are the most"
      ])
    #expect(
      problems(many("|a", 500) + [0x0A] + many("|-", 500) + many("\nb", 700)) == [
        "602 HYB4172 the tables have more than 300000 cells"
      ])
  }

  /// What takes the parser time for the square of its number.
  @Test(arguments: [
    ("", "*[a]", 30_000, "links among many signs"), ("", "[a]![", 30_000, "links among many signs"),
    ("", "[<?", 60_000, "links among many signs, or many `<?` and `<!`"),
    ("", "[<!A ", 60_000, "many `<?` and `<!`"),
    ("", "[<![CDATA[", 60_000, "many `<?` and `<!`"),
    ("", "[\n:-|-\n", 8_000, "rows that may begin a table in one paragraph"),
    (String(repeating: "|", count: 2_500) + "\n", ":-|-\n:-|-|-\n", 10, "rows that may begin a table in one paragraph"),
    ("a|b\n-|-\n", "|", 20_000, "rows of many cells"),
    ("a|b\n-|-\n", String(repeating: "|", count: 1_000) + "\n", 80, "rows of many cells"),
    (String(repeating: "- + ", count: 90) + "a\n", "\n", 30_000, "lines within deep lists"),
    (String(repeating: " -", count: 90) + " a\n", " \n", 50_000, "lines within deep lists"),
  ])
  func whatIsQuadraticIsBounded(start: String, piece: String, count: Int, message: String) {
    let text = "[a]: b\n\n" + start + String(repeating: piece, count: count)
    let found = problems(Array(text.utf8))
    let end = "would take the parser more than 500 million steps"
    #expect(found.count == 1 && found[0].contains(message) && found[0].hasSuffix(end), "\(found)")
    // A tenth of it is read.
    let few = "[a]: b\n\n" + start + String(repeating: piece, count: count / 10)
    #expect(problems(Array(few.utf8)) == [])
  }

  /// Long texts that people write: the parser takes time for their length only.
  @Test func longTextsAreWithinTheBounds() {
    func text(_ count: Int, _ line: (Int) -> String) -> [UInt8] { Array((0..<count).map(line).joined().utf8) }
    let rows = text(12_000) { "| \($0) | some words | `x[\($0)]` | [a](b) |\n" }
    #expect(problems(Array("| a | b | c | d |\n|---|---|---|---|\n".utf8) + rows) == [])
    let dashes = text(9_000) { _ in "| - | - | - |\n" }
    #expect(problems(Array("| a | b | c |\n|---|---|---|\n".utf8) + dashes) == [])
    let references = text(9_000) { "- a change ([#\($0)]) by [@u\($0 % 300)]\n" }
    let definitions = text(9_000) { "[#\($0)]: https://example.org/issues/\($0)\n" }
    #expect(problems(references + [0x0A] + definitions + text(300) { "[@u\($0)]: https://example.org/\($0)\n" }) == [])
    let notes = text(5_000) { "Some words[^\($0)] and more.\n\n[^\($0)]: A note.\n\n" }
    #expect(problems(notes) == [])
    let code = text(15_000) { "a[\($0)] = b_c[\($0)][d] * e; // <?\n" }
    let indented = Array(String(decoding: code, as: UTF8.self).replacingOccurrences(of: "a[", with: "    a[").utf8)
    #expect(problems(indented) == [])
    #expect(problems(Array("1. Run:\n\n    ```js\n".utf8) + indented + Array("    ```\n".utf8)) == [])
    #expect(problems(Array("> - ```\n".utf8) + text(15_000) { "> - a[\($0)]\n>   - b[\($0)]\n" }) == [])
    // The same as a paragraph is one for which the parser takes long.
    #expect(problems(text(15_000) { "*a[\($0)] = *b[\($0)][d] *e\n" }) != [])
  }

  /// Counts are those of what the parser finds, not of what looks alike.
  @Test func whatTheParserDoesNotLookForCostsNothing() {
    func many(_ piece: String, _ count: Int) -> [UInt8] { Array(String(repeating: piece, count: count).utf8) }
    #expect(problems(many("a <!-- b --> ", 60_000)) == [])
    #expect(problems(Array("<pre>\n".utf8) + many("*[a]\n", 60_000)) == [])
    #expect(problems(many("[a](b_c) ", 40_000)) == [])
    #expect(problems(Array("a\n".utf8) + many("    \n", 50_000)) == [])
    // What people write is far below: a table of two thousand rows, a long list of links.
    #expect(problems(many("|a|b|c|\n", 1) + many("|-|-|-|\n", 1) + many("| 1 | 2 | [x](y) |\n", 2_000)) == [])
    #expect(problems(many("- [a](b) *c*\n", 10_000)) == [])
  }

  /// Each item of a list is parsed by itself: what is too much for a paragraph is not for a list of any length.
  @Test func flatListsAreWithinTheBounds() {
    #expect(problems(Array((1...30_000).map { "- item \($0) of a list\n" }.joined().utf8)) == [])
    #expect(problems(Array((1...30_000).map { "\($0). item of a list\n" }.joined().utf8)) == [])
    #expect(problems(Array((1...30_000).map { "- [ ] task \($0)\n" }.joined().utf8)) == [])
    // Numbers other than 1 interrupt no paragraph, nor do items behind four spaces: these are paragraphs.
    for line in ["22. b\n", "-            \n", "    - b\n", "1.b\n", "1234567890. b\n"] {
      let count = 300_000 / line.utf8.count
      let found = problems(Array(("a\n" + String(repeating: line, count: count)).utf8))
      #expect(found == [], "\(line)")
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
      #expect(found.first?.contains("quotes and items of lists") == true, "\(start) \(found)")
    }
  }

  /// What is not parsed does not count: front matter, and code.
  @Test func codeAndFrontMatterAreWithinTheBounds() {
    let code = String(repeating: "- [a|b]|c <? > |-|\n", count: 30_000)
    #expect(problems(Array("---\ntitle: T\n---\n```\n\(code)```\n".utf8)) == [])
    #expect(problems(Array("# A\n\n~~~~ text\n```\n\(code)~~~\n~~~~\nb\n".utf8)) == [])
    #expect(problems(Array("<!-- a -->\n\n```\n\(code)\n".utf8)) == [])
    // A table's first lines are not those of front matter.
    let lines = String(repeating: "a\n", count: 20_500)
    #expect(problems(Array("---\ntitle: T\n---\n\(lines)".utf8)) == [])
  }

  /// A link's definition is repeated by each reference: 56 kB came to 586 MB.
  @Test func repeatedDefinitionsAreBounded() {
    let references = "\n" + String(repeating: "[a]\n", count: 9_000)
    for definition in [
      "[a]: /\(String(repeating: "x", count: 5_000))\n", "> [a]: b '\(String(repeating: "x\n", count: 5_000))'\n",
      // A `>` begins a destination where no mark of a quote can be, or is in one.
      "[a]: \(String(repeating: ">", count: 5_000))\n", "[a]:\n    \(String(repeating: ">", count: 5_000))\n",
      "[a]: >\(String(repeating: ">x", count: 2_500))\n", "> [a]:\n> >> <\(String(repeating: ">x ", count: 2_500))>\n",
    ] {
      let found = problems(Array((definition + references).utf8))
      #expect(found.first?.contains("references repeat the definitions of links") == true, "\(found)")
    }
    // Labels are equal in any case and with any white space; `[ſ]` is `[s]`.
    let marks = String(repeating: "\n> > ", count: 400)
    for (label, reference) in [
      ("A b", "[a\n B]\n"), ("a\n> b", "[a b]\n"), ("a b", "> [a\n> b]\n"), ("a\(marks)b", "[a b]\n"),
      ("s", "[\u{17F}]\n"), ("\u{17F}", "[s]\n"), ("a\\]", "[a\\]]\n"),
    ] {
      let definition = "[\(label)]: <\(String(repeating: "x y", count: 1_700))>\n\n"
      let found = problems(Array((definition + String(repeating: reference, count: 9_000)).utf8))
      #expect(found.first?.contains("references repeat the definitions of links") == true, "\(label) \(found)")
    }
    // References to others repeat others.
    let picture = "[logo]: data:image/png;base64,\(String(repeating: "x", count: 60_000))\n[a]: b\n\n![logo]\n"
    #expect(problems(Array((picture + references).utf8)) == [])
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
