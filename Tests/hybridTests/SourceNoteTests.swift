import Testing

/// Files of a site that are not what their author takes them for.
@Suite struct SourceNoteTests {
  private static let start =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n"

  @Test func markdownThatShipsGetsANote() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.start + "<p><a href=/posts/a.md>x</a> <a href=/posts/b.MARKDOWN>x</a></p>")
    try scratch.write("posts/a.md", "# A")
    try scratch.write("posts/b.MARKDOWN", "# B")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 0)
    #expect(check.errors.contains("posts/a.md:1:1: note[HYB0173]:"), "\(check.errors)")
    #expect(check.errors.contains("posts/b.MARKDOWN:1:1: note[HYB0173]:"))
  }

  @Test func linksToFragmentsLeadNowhere() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.start + "<p><a href=/partials/a.html>x</a></p><include src=/partials/a.html>")
    try scratch.write("partials/a.html", "<p>x</p>")
    let check = try Command.run("check", in: scratch.url)
    #expect(
      check.errors.contains(
        "index.html:3:7: warning[HYB0137]: the link's target `partials/a.html` is part of other pages"),
      "\(check.errors)")
  }

  /// What modules and import maps reach is referred to.
  @Test func modulesRefer() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      Self.start + "<script type=importmap>{\"imports\":{\"app\":\"./js/app.js\",\"lib/\":\"./lib/\"}}</script>\n"
        + "<script type=module>import 'app'</script>\n")
    try scratch.write("js/app.js", "import 'lib/x.js'\nexport default new URL('./i.svg', import.meta.url)\n")
    try scratch.write("js/i.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
    try scratch.write("js/other.js", "1")
    try scratch.write("lib/x.js", "1")
    let build = try Command.run("build", "--format", "json", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    #expect(build.output.contains(#""unreferenced":["js/other.js"]"#), "\(build.output)")
  }

  /// Unclosed elements and quotes are shown without being asked for.
  @Test func unclosedMarkupIsShown() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.start + "<div><b>x</div>\n<p><a href=\"#x>y</a>\n")
    let build = try Command.run("build", in: scratch.url)
    #expect(build.status == 0)
    #expect(build.errors.contains("index.html:3:6: warning[HYB1054]: `<b>` is never closed"), "\(build.errors)")
    #expect(build.errors.contains("help: add the missing `</b>`"))
    #expect(build.errors.contains("index.html:4:7: warning[HYB1174]:"))
    #expect(build.errors.contains("help: add the missing `\"` where the value ends"))
  }
}
