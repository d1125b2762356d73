import CSSValues
import Layout
import Testing

@testable import Text

@Suite struct LineBreakTests {
  @Test(arguments: [
    ("the quick  brown", "the |quick  |brown"),
    ("a-b 1-2 a-1 -1 x -1", "a-|b |1-|2 |a-|1 |-1 |x |-1"),
    ("http://example.com/a/b?c=d&e=f", "http://example.com/a/b?|c=d&e=f"),
    ("f(x) a[1] <b> +(c)", "f(x) |a[1] |<b> |+|(c)"),
    ("what?\" he said!", "what?\" |he |said!"),
    ("1/2, 3:4; 50%", "1/2, |3:4; |50%"),
    ("caf\u{E9}s\u{2014}bars", "caf\u{E9}s|\u{2014}|bars"),
    ("soft\u{AD}hyphen", "soft\u{AD}-hyphen"),
    ("no\u{A0}break\u{2060}here", "no\u{A0}break\u{2060}here"),
    ("zero\u{200B}width", "zero\u{200B}|width"),
    ("one\ntwo", "one\n¦two"),
  ])
  func latin(text: String, expected: String) {
    #expect(dumpBreaks(text) == expected)
  }

  @Test(arguments: [
    ("你好，世界。再见", "你|好，|世|界。|再|见"),
    ("说“你好”吗", "说|“你|好”|吗"),
    ("（注）5个", "（注）|5|个"),
    ("ภาษาไทยง่าย", "ภาษา|ไทย|ง่าย"),
    ("한국어 글", "한|국|어 |글"),
    ("👩‍👩‍👧😀", "👩‍👩‍👧|😀"),
    ("עו\u{AD}לם עו-לם עו־לם", "עו\u{AD}-לם |עו-|לם |עו־|לם"),
    ("עו\u{5B4}-לם עולם", "עו\u{5B4}-|לם |עולם"),
    ("עו\u{AD}ab", "עו\u{AD}-ab"),
  ])
  func otherScripts(text: String, expected: String) {
    #expect(dumpBreaks(text) == expected)
  }

  /// Letters of ASCII stay together in any style that does not break words, as the table has it.
  @Test func lettersStayTogether() {
    let letters = "ABMYZabmyz".map { String($0) }
    for before in letters {
      for after in letters {
        let text = "x" + before + after + "x"
        #expect(dumpBreaks(text) == text)
      }
    }
    var style = TextStyle()
    style.wordBreak = .breakAll
    #expect(dumpBreaks("abc", style) == "a|b|c")
  }

  @Test func wordBreakAndLineBreak() {
    var style = TextStyle()
    style.wordBreak = .breakAll
    #expect(dumpBreaks("ab, 12.5 (c)", style) == "a|b, |1|2.|5 |(c)")
    style.wordBreak = .keepAll
    #expect(dumpBreaks("한국어 글。字", style) == "한국어 |글。|字")
    style.wordBreak = .normal
    style.lineBreak = .anywhere
    #expect(dumpBreaks("a. b", style) == "a|.| |b")
    style.lineBreak = .strict
    #expect(dumpBreaks("あぁ", style) == "あぁ")
    style.lineBreak = .loose
    #expect(dumpBreaks("あぁ", style) == "あ|ぁ")
    style.lineBreak = .auto
    style.hyphens = .none
    #expect(dumpBreaks("soft\u{AD}hyphen", style) == "soft\u{AD}hyphen")
  }

  @Test func breakSpaces() {
    var style = TextStyle()
    style.whiteSpaceCollapse = .breakSpaces
    #expect(dumpBreaks("a  b", style) == "a | |b")
  }

  @Test func styleOfTheCharactersBeforeDecides() throws {
    var nowhere = TextStyle()
    nowhere.wordBreak = .keepAll
    let units = Array("字字字字".utf16)
    let paragraph = TextParagraph(
      text: units, spans: [.init(range: 0..<2, style: 0), .init(range: 2..<4, style: 1)],
      styles: [.init(font: FontStyle(), text: nowhere), .init(font: FontStyle(), text: TextStyle())],
      baseDirection: .ltr)
    let shaped = SystemTextMeasurer(fonts: FontSet(library: FontLibrary(usesSystemFonts: false))).shape(paragraph)
    #expect(shaped.flags.map { $0.contains(.breakAllowed) } == [false, false, false, true, true])
  }
}
