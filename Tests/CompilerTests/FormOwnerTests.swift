import Compiler
import Testing

@Suite struct FormOwnerTests {
  /// In a table HTML closes a form at once, and its controls belong to it all the same: the packaged page says so.
  @Test func controlsOutsideOfTheirFormAreGivenIt() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html><title>t</title>
      <table><form action=a><tr><td><input name=b><select form=x></select><template><input></template></form></table>
      <input name=c>
      <div><form id=f></div><textarea></textarea></form><form><input name=d></form>
      """
    ])
    let page = String(decoding: site.compile().webFile, as: UTF8.self)
    let body = page.split(separator: "<body>").last ?? ""
    #expect(
      body == """
        <table><form action="a" id="hybrid-form-1"></form><tbody><tr><td><input name="b" form="hybrid-form-1"/>\
        <select form="x"></select><template><input/></template></td></tr></tbody></table>
        <input name="c"/>
        <div><form id="f"></form></div><textarea form="f"></textarea><form><input name="d"/></form></body></html>
        """)
  }
}
