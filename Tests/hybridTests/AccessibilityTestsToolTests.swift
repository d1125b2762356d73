import Foundation
import Testing

/// `Tools/accessibility-tests` on pages in the form of the web platform tests: what it counts, and what it leaves out.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct AccessibilityTestsToolTests {
  private func page(_ body: String, _ script: String) -> String {
    """
    <!doctype html><html><head><title>t</title><script src="/resources/testharness.js"></script></head>
    <body>\(body)<script>\(script)</script></body></html>
    """
  }

  private func run(_ pages: [String: String], floor: Int = 0) throws -> Command {
    let scratch = try Scratch()
    for (path, text) in pages { try scratch.write("tests/" + path, text) }
    try scratch.write("floor.json", "{\"accessibility tests\": \(floor)}")
    return try Command.start(
      [
        Command.repository.path + "/Tools/accessibility-tests", Command.executable.path, "--tests",
        scratch.path + "/tests",
        "--show", "--floor", scratch.path + "/floor.json",
      ], in: scratch.url, program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
  }

  @Test func pagesWithoutScriptsAreCounted() throws {
    let pages = [
      "accname/a.html": page(
        "<button class=ex data-expectedlabel=Go data-testname=one>Go</button><p class=ex data-expectedlabel=x data-testname=two>y</p>",
        "AriaUtils.verifyLabelsBySelector('.ex');"),
      "wai-aria/b.html": page(
        "<div class='ex' role=tab data-expectedrole=tab>x</div><i class=plain>y</i>",
        "AriaUtils.verifyRolesBySelector(\".ex\");\nAriaUtils.verifyGenericRolesBySelector('.plain');"),
      // A list of roles is a page of its own.
      "wai-aria/c.html": page("", "AriaUtils.assignAndVerifyRolesByRoleNames([\"alert\", \"group\"]);"),
      // What a script makes is left out.
      "html-aam/d.html": page(
        "<b class=ex data-expectedrole=strong>x</b>",
        "document.body.append('y'); AriaUtils.verifyRolesBySelector('.ex');"),
    ]
    let run = try run(pages)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("accname: 1 of 2\n") && run.output.contains("wai-aria: 3 of 4\n"), "\(run.output)")
    #expect(run.output.contains("label “”, expected “x”"), "\(run.output)")
    #expect(
      run.output.contains("accessibility tests: 4 of 6 subtests pass: 66.67 %; 1 need a script"), "\(run.output)")
    let below = try self.run(pages, floor: 95)
    #expect(below.status == 1 && below.errors.contains("66.67 % is below the floor of 95 %"), "\(below.errors)")
  }

  @Test func withoutTheTestsNothingRuns() throws {
    let run = try Command.start(
      [Command.repository.path + "/Tools/accessibility-tests", "--tests", "/nowhere"],
      program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
    #expect(run.status == 0 && run.output.contains("nothing to run"))
  }
}
