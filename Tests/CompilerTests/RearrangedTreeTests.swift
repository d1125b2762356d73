import Compiler
import Testing

/// Packaged pages that HTML's parser reads as another tree than the page's.
@Suite struct RearrangedTreeTests {
  private func problems(_ body: String) -> String {
    MemorySite(["index.html": "<!DOCTYPE html><title>t</title>\n\(body)"]).problems()
  }

  @Test func areReported() {
    #expect(
      problems("<a href=#1>x<table><tr><td>y</td></tr>\n<a href=#2>z</a></table></a>") == """
        index.html:3:1 warning HYB1122 a web view reads the packaged page as another tree: <a> is elsewhere
        """)
    #expect(
      problems("<p>\n<plaintext>x") == """
        index.html:3:12 warning HYB1122 a web view reads the packaged page as another tree: A text in <plaintext> has \
        other characters
        """)
    #expect(
      problems("<form><div></form>\n<form><input></form></div>") == """
        index.html:3:1 warning HYB1122 a web view reads the packaged page as another tree: <form> is read as <input>
        """)
  }

  /// What the parser moved, but so that the tags of the tree give the tree again.
  @Test func areNotReportedWhereTheyReadAlike() {
    #expect(
      problems("<p><b>one<div>two</b>three</div><table>four<tr><td>five</table>") == "")
  }
}
