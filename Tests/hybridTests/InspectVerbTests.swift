import Foundation
import Testing

@Suite struct InspectVerbTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><style>body{margin:0}#a{width:50px;height:20px}</style><div id=a></div>"
    )
    try scratch.write("app.css", "p{}")
    try scratch.write("binary.html", "a\u{0}b")
    try scratch.write("folder/page.html", "<p>x")
    return scratch
  }

  @Test func thePageFileAsJSON() throws {
    let scratch = try site()
    let answer = try Command.run(
      "inspect", "page", "index.html", "--viewport", "320x480@2", "--format", "json", in: scratch.url)
    #expect(answer.status == 0)
    let json = try #require(JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    #expect(json["source"] as? String == "index.html")
    #expect((json["viewport"] as? [String: Any])?["name"] as? String == "320x480@2")
    let nodes = try #require(json["nodes"] as? [[String: Any]])
    let box = try #require(nodes.first { ($0["attributes"] as? [String: String])?["id"] == "a" })
    #expect(box["boxes"] as? [[String: Double]] == [["x": 0, "y": 0, "w": 50, "h": 20]])
    let styles = try #require(json["styles"] as? [[String: String]])
    #expect(styles[try #require(box["style"] as? Int)]["width"] == "50px")
    let alone = try Command.run("inspect", "page", "index.html", "--format", "json", in: scratch.url)
    #expect(!alone.output.contains("\"boxes\""))
  }

  @Test(arguments: ["dom", "style", "layout", "page"]) func whatIsNoPageIsNoInput(_ verb: String) throws {
    let scratch = try site()
    for (page, problem) in [
      ("indx.html", "hybrid: indx.html: no such page in .\nhelp: did you mean index.html?\n"),
      (
        "app.css",
        "hybrid: app.css is no page of .\n"
          + "help: a page ends in .html, .htm or .xhtml, and neither .hybridignore nor exclude leaves it out\n"
      ),
      (
        "folder",
        "hybrid: folder is no page of .\n"
          + "help: a page ends in .html, .htm or .xhtml, and neither .hybridignore nor exclude leaves it out\n"
      ),
    ] {
      let answer = try Command.run("inspect", verb, page, in: scratch.url)
      #expect(answer.status == 66)
      #expect(answer.errors == problem)
      #expect(answer.output == "")
    }
    let binary = try Command.run("inspect", verb, "binary.html", in: scratch.url)
    #expect(binary.status == 1)
    #expect(binary.errors.hasPrefix("binary.html:1:1: error[HYB0110]: the page is not text"))
  }

  @Test func stylesInStates() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><title>t</title><style>a:hover{order:1}a:hover:focus b{order:2}</style><a href=x>y<b>z</b></a>")
    let answer = try Command.run("inspect", "style", "index.html", "--selector", "a, b", "--states", in: scratch.url)
    #expect(answer.status == 0)
    let path = "html>body>a:nth-child(1)"
    #expect(answer.output.contains("\n\(path) when :hover {\n  order: 1;\n}\n"))
    #expect(
      answer.output.hasSuffix(
        "\n\(path)>b:nth-child(1) when :hover of \(path) and :focus of \(path) {\n  order: 2;\n}\n"))
    let json = try Command.run(
      "inspect", "style", "index.html", "--selector", "a", "--states", "--format", "json", in: scratch.url)
    #expect(
      json.output.contains(
        #""states":[{"when":[{"path":"html>body>a:nth-child(1)","state":"hover"}],"style":{"order":"1"}}]"#))
    let page = try Command.run("inspect", "page", "index.html", in: scratch.url)
    #expect(page.output.contains("\nstates 6: 1 style "))
  }
}
