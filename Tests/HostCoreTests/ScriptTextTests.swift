import HostCore
import Testing

/// What hosts make of the texts of scripts.
@Suite struct ScriptTextTests {
  @Test func linesCannotSteerATerminal() {
    #expect(
      ScriptText.line("a\u{1B}[2Jb\u{7}\u{9B}c\u{202E}d\r\nindex.js:1: forged")
        == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c\u{FFFD}d  index.js:1: forged")
  }

  @Test func longTextsAreCut() {
    let long = String(repeating: "é", count: 300_000)
    #expect(ScriptText.shown(long).count == ScriptText.mostCharacters + 1)
    #expect(ScriptText.line(long).hasSuffix("é…"))
    #expect(ScriptText.shown("short") == "short")
  }
}
