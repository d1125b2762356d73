@testable import Compiler
import Testing

@Suite struct TokenPropertyTextTests {
  @Test(arguments: [
    ("", ""), ("a", "a"), (" a ;\n", "a"), (";;\t ", ""), ("é;", "é"), (" a b ", "a b"), ("\r\na\r\n", "a"),
    ("\u{A0}a", "\u{A0}a"),
    (";\u{301}a", "\u{301}a"),
  ])
  func trimsSemicolonsAndSpaces(text: String, expected: String) {
    #expect(Array(TokenPropertyText.trimmed(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func findsBraces() {
    #expect("a{{b}}".holdsBraces)
    #expect("a{{b}}".holdsClosingBraces)
    #expect(!"{a}".holdsBraces)
    #expect(!"{a}".holdsClosingBraces)
  }
}
