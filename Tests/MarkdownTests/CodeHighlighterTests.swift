import Foundation
import Testing

@testable import Markdown

@Suite struct CodeHighlighterTests {
  /// The coloured parts of a text, as `kind:text`.
  private func tokens(_ name: String, _ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return CodeHighlighter.tokens(of: bytes, try #require(CodeLanguage(name))).map {
      "\($0.kind.rawValue):\(String(decoding: bytes[$0.range], as: UTF8.self))"
    }
  }

  @Test func languagesOfWords() throws {
    #expect(try tokens("swift", "let a = \"x\\\"\" // no\n") == ["keyword:let", "string:\"x\\\"\"", "comment:// no"])
    #expect(
      try tokens("ts", "const f: Map = `a\nb` /* c */ 1_0 null") == [
        "keyword:const", "type:Map", "string:`a\nb`", "comment:/* c */", "number:1_0", "literal:null",
      ])
    #expect(
      try tokens("python", "@app\ndef f():\n  '''d\n'''\n  return None # x") == [
        "meta:@app", "keyword:def", "string:'''d\n'''", "keyword:return", "literal:None", "comment:# x",
      ])
    #expect(try tokens("sql", "SELECT a FROM b -- c") == ["keyword:SELECT", "keyword:FROM", "comment:-- c"])
    #expect(try tokens("toml", "[a]\nkey.b = 1") == ["tag:[a]", "property:key.b", "number:1"])
  }

  @Test func markupAndStyles() throws {
    #expect(
      try tokens("html", "<!-- c --><a href='x' b>&amp;</a><style>p{color:red}</style>") == [
        "comment:<!-- c -->", "tag:<a", "attribute:href", "string:'x'", "attribute:b", "tag:>", "literal:&amp;",
        "tag:</a", "tag:>", "tag:<style", "tag:>", "tag:p", "property:color", "tag:</style", "tag:>",
      ])
    #expect(
      try tokens("css", "@media (x) { a:hover { margin: 1px #fff; } }") == [
        "keyword:@media", "tag:a", "property:margin", "number:1px", "number:#fff",
      ])
  }

  @Test func dataShellsAndDifferences() throws {
    #expect(
      try tokens("json", "{\"a\": [1, true, \"b\"]}") == ["property:\"a\"", "number:1", "literal:true", "string:\"b\""])
    #expect(
      try tokens("yaml", "a: 1 # c\n- b: 'd'\n") == [
        "property:a", "number:1", "comment:# c", "property:b", "string:'d'",
      ])
    #expect(
      try tokens("sh", "$ if x --y \"$z\" $HOME # c") == [
        "meta:$", "keyword:if", "attribute:--y", "string:\"$z\"", "variable:$HOME", "comment:# c",
      ])
    #expect(try tokens("diff", "@@ 1\n+a\n-b\n c") == ["meta:@@ 1", "inserted:+a", "deleted:-b"])
    #expect(CodeLanguage("brainfuck") == nil)
  }

  /// Whatever is written, parts are in order, do not overlap, and stay in the text.
  @Test func anyTextIsCutInOrder() throws {
    let names = ["swift", "js", "python", "html", "css", "json", "yaml", "sh", "diff", "toml", "sql", "rust", "php"]
    let pieces = [
      "\"", "'", "`", "/*", "*/", "//", "#", "<", "</", "<script>", ">", "{", "}", "[", "]", "${", "$", "\\",
      "\n", " ", "a", "1", "-", ":", "=", "@", "&", ";", "é", "--",
    ]
    var state: UInt64 = 7
    for _ in 0..<400 {
      var text: [UInt8] = []
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count].utf8
      }
      for name in names {
        var end = 0
        for token in CodeHighlighter.tokens(of: text, try #require(CodeLanguage(name))) {
          #expect(token.range.lowerBound >= end && !token.range.isEmpty && token.range.upperBound <= text.count)
          end = token.range.upperBound
        }
      }
    }
  }

  /// Eight times the text takes about eight times the processor's time of this thread, whatever else runs; 64 times would be
  /// quadratic.
  @Test(arguments: ["[\n", "${} ", "${", "'", "\"", "<script>", "</", "/*", "a:", "{a:", "&a", "$ ", "-", "\\", "<a '"])
  func timeIsLinear(_ piece: String) throws {
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    func time(_ count: Int, _ language: CodeLanguage) -> Int {
      let text = Array(repeatElement(Array(piece.utf8), count: count).joined())
      return (0..<3).map { _ in
        let start = now()
        _ = CodeHighlighter.tokens(of: text, language)
        return now() - start
      }.min() ?? 0
    }
    for name in ["swift", "html", "css", "json", "yaml", "sh", "toml", "diff"] {
      let language = try #require(CodeLanguage(name))
      let once = time(4_000, language)
      #expect(time(32_000, language) < once * 24 + 200_000_000, "\(name)")
    }
  }
}
