import Diagnostics
import Testing

@testable import Markdown

@Suite struct MarkdownRenderingTests {
  /// The markup inside of `<main>`.
  private func body(_ text: String) throws -> String {
    var diagnostics = DiagnosticSink()
    let page = MarkdownPage(title: "T")
    let file = try #require(page.markup(of: SourceFile(path: "a.md", text: text), &diagnostics))
    let markup = String(decoding: file.bytes, as: UTF8.self)
    let start = try #require(markup.firstRange(of: "<main>\n")).upperBound
    let end = try #require(markup.firstRange(of: "</main>\n</body>")).lowerBound
    return String(markup[start..<end])
  }

  @Test func paragraphsListsAndMarks() throws {
    #expect(
      try body("One *two* **three** ~~four~~ `a < b`\n\n> quote\n") == """
        <p>One <em>two</em> <strong>three</strong> <del>four</del> <code>a &lt; b</code></p>
        <blockquote>
        <p>quote</p>
        </blockquote>

        """)
    #expect(
      try body("- a\n- b\n\n3. c\n") == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol start=\"3\">\n<li>c</li>\n</ol>\n")
    #expect(try body("a  \nb\n\n---\n") == "<p>a<br>\nb</p>\n<hr>\n")
  }

  @Test func tablesAndTasks() throws {
    #expect(
      try body("| a | b |\n| :-- | --: |\n| 1 | 2 |\n") == """
        <table>
        <thead>
        <tr>
        <th style="text-align: left">a</th>
        <th style="text-align: right">b</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td style="text-align: left">1</td>
        <td style="text-align: right">2</td>
        </tr>
        </tbody>
        </table>

        """)
    let tasks = try body("- [x] done\n- [ ] open\n")
    #expect(tasks.contains("<input type=\"checkbox\" disabled checked aria-label=\"Completed task\"> done</li>"))
    #expect(tasks.contains("<input type=\"checkbox\" disabled aria-label=\"Incomplete task\"> open</li>"))
  }

  @Test func footnotesLeadThereAndBack() throws {
    #expect(
      try body("a[^x] b[^x]\n\n[^x]: note\n") == """
        <p>a<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> \
        b<sup class="footnote-ref"><a href="#fn-1" id="fnref-1-2">1</a></sup></p>
        <section class="footnotes">
        <ol>
        <li id="fn-1">
        <p>note <a href="#fnref-1" class="footnote-backref" aria-label="Back to reference 1">↑</a> \
        <a href="#fnref-1-2" class="footnote-backref" aria-label="Back to reference 1-2">↑</a></p>
        </li>
        </ol>
        </section>

        """)
  }

  @Test func headingsHaveIdentifiersAsOnGitHub() throws {
    let text = try body("# Hello, World!\n## Hello World\n## Größe & `code_x`\n### 日本語 v1.2\n# !\n")
    let found = text.matches(of: #/<h\d(?: id="([^"]*)")?>/#).map { $0.1.map(String.init) ?? "-" }
    #expect(found == ["hello-world", "hello-world-1", "größe--code_x", "日本語-v12", "-"])
    var identifiers = HeadingIdentifiers()
    #expect(["a", "a", "a-1", "a"].map { identifiers.identifier(for: $0) } == ["a", "a-1", "a-1-1", "a-2"])
  }

  @Test func rawMarkupStays() throws {
    #expect(
      try body("<div class=\"x\">\n\n*a* <b>b</b>\n\n</div>\n") == """
        <div class="x">
        <p><em>a</em> <b>b</b></p>
        </div>

        """)
  }

  @Test func addressesBecomeLinks() throws {
    #expect(
      try body("See www.example.org/a_b(c), (https://x.io/?q=1).") == """
        <p>See <a href="http://www.example.org/a_b(c)">www.example.org/a_b(c)</a>, \
        (<a href="https://x.io/?q=1">https://x.io/?q=1</a>).</p>

        """)
    #expect(
      try body("ada@example.org [http://a.b](http://c.d)") == """
        <p><a href="mailto:ada@example.org">ada@example.org</a> <a href="http://c.d">http://a.b</a></p>

        """)
    #expect(try body("xhttp://a.b http://ab www. a@b") == "<p>xhttp://a.b http://ab www. a@b</p>\n")
    #expect(
      try body("[a](<b c\"d> \"t\") ![x *y*](z.png)") == """
        <p><a href="b%20c%22d" title="t">a</a> <img src="z.png" alt="x y"></p>

        """)
  }

  @Test func bracesInCodeAreText() throws {
    #expect(
      try body("{{ page.title }} `{{ page.title }}`") == """
        <p>{{ page.title }} <code>&#123;&#123; page.title }}</code></p>

        """)
  }

  @Test func frontMatterIsLeftOut() throws {
    #expect(try body("---\ntitle: A\n---\n# B\n") == "<h1 id=\"b\">B</h1>\n")
    #expect(MarkdownFrontMatter(of: Array("---\ntitle: A\n".utf8)) == nil)
    #expect(MarkdownFrontMatter(of: Array("text\n---\na: b\n---\n".utf8)) == nil)
    #expect(MarkdownPage.heading(in: Array("---\na: b\n---\n## C\n\n# D *e*\n".utf8)) == "D e")
  }

  @Test func everyPartKnowsItsLine() throws {
    var diagnostics = DiagnosticSink()
    let text = "---\ntitle: A\n---\n\n# One\n\ntext\n\n<p class=\"a\">\nraw</p>\n"
    let page = MarkdownPage(title: "A")
    let file = try #require(page.markup(of: SourceFile(path: "a.md", text: text), &diagnostics))
    let markup = String(decoding: file.bytes, as: UTF8.self)
    func place(_ part: String) throws -> Diagnostics.SourceLocation {
      let range = try #require(markup.firstRange(of: part))
      let start = markup.utf8.distance(from: markup.startIndex, to: range.lowerBound)
      return Diagnostics.SourceLocation(in: file, start..<start + part.utf8.count)
    }
    #expect(try place("One").line == 5)
    #expect(try place("text").line == 7)
    // Raw markup knows its column too.
    let raw = try place("class=\"a\"")
    #expect(raw.line == 9 && raw.column == 4)
    #expect(try place("raw").line == 10)
  }
}
