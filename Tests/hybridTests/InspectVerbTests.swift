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
    try scratch.write("binary.html", "%PDF-\u{0}b")
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
    let single = try Command.run("inspect", "page", "index.html", "--format", "json", in: scratch.url)
    #expect(!single.output.contains("\"boxes\""))
  }

  @Test func layoutReportsWhatIsWrongWithThePage() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html", "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=no.css><p>text")
    let answer = try Command.run("inspect", "layout", "index.html", "--viewport", "320x480@2", in: scratch.url)
    #expect(answer.status == 1)
    #expect(answer.errors.contains("error[HYB0130]") && answer.output.contains("“text”"), "\(answer.errors)")
  }

  @Test func pathsOfDeepDocumentsStayShort() throws {
    let scratch = try Scratch()
    let deep = String(repeating: "<div>", count: 4000)
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title>" + deep)
    let answer = try Command.run(
      "inspect", "layout", "index.html", "--viewport", "320x480@2", "--format", "json", in: scratch.url)
    #expect(answer.output.utf8.count < 8_000_000)
    let json = try #require(JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let paths = try #require(json["nodes"] as? [[String: Any]]).compactMap { $0["path"] as? String }
    #expect(Set(paths).count == paths.count && paths.contains { $0.hasPrefix("@") })
  }

  @Test func layoutShowsPaintingInTextJSONAndPicture() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><html lang=en><title>t</title><style>body{margin:0;font:10px/10px sans-serif}
      #top{position:absolute;z-index:2;top:0;width:40px;height:10px;background:red;opacity:.5}
      #cut{position:relative;width:50px;height:20px;overflow:hidden;border-radius:10px}
      #in{width:90px;height:5px;background:blue;transform:translateX(10%)}
      </style><div id=top></div><div id=cut><div id=in></div></div><p style="margin:0"><u>line</u></p>
      <details><summary>s</summary><b>no</b></details>
      """)
    let answer = try Command.run(
      "inspect", "layout", "index.html", "--viewport", "320x480@2", "--format", "json", "--svg", "a.svg",
      in: scratch.url)
    #expect(answer.status == 0)
    let json = try #require(JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let nodes = try #require(json["nodes"] as? [[String: Any]])
    let order = try #require(json["paintOrder"] as? [Int])
    #expect(order.sorted() == Array(nodes.indices))
    #expect(order.compactMap { nodes[$0]["id"] as? String } == ["cut", "in", "top"])
    func node(_ id: String) throws -> [String: Any] { try #require(nodes.first { $0["id"] as? String == id }) }
    #expect(try node("top")["stackingContext"] as? Bool == true && node("top")["opacity"] as? Double == 0.5)
    #expect(try node("cut")["clip"] as? [String: Double] == ["x": 0, "y": 0, "w": 50, "h": 20])
    #expect(try node("cut")["radii"] as? [Double] == [Double](repeating: 10, count: 8))
    #expect(try node("in")["transform"] as? [Double] == [1, 0, 0, 1, 9, 0])
    #expect(nodes.first { $0["tag"] as? String == "b" }?["hidden"] as? Bool == true)
    let picture = try String(contentsOf: scratch.url.appending(path: "a.svg"), encoding: .utf8)
    // The line of the underlined text, and no text that is not shown.
    #expect(picture.contains(#/<rect x="0" y="28.5" width="[0-9.]+" height="1" fill="#000000"\/>/#))
    #expect(picture.contains(">line</text>") && !picture.contains(">no<"))
    #expect(
      picture.hasSuffix(
        """
        <clipPath id="c0"><rect x="0" y="0" width="50" height="20" rx="10"/></clipPath>
        <g clip-path="url(#c0)">
        <g transform="matrix(1 0 0 1 9 0)">
        <rect x="0" y="0" width="90" height="5" fill="#0000ff"/>
        </g>
        </g>
        <g opacity="0.5">
        <rect x="0" y="0" width="40" height="10" fill="#ff0000"/>
        </g>
        </svg>

        """), "\(picture)")
  }

  @Test(arguments: ["dom", "style", "layout", "page"]) func filesThatAreNotPagesAreRefused(_ verb: String) throws {
    let scratch = try site()
    for (page, problem) in [
      ("indx.html", "hybrid: indx.html: no such page in .\nhelp: did you mean `index.html`?\n"),
      (
        "app.css",
        "hybrid: app.css is not a page of .\n"
          + "help: a page ends in .html, .htm or .xhtml, and neither .hybridignore nor exclude leaves it out\n"
      ),
      (
        "folder",
        "hybrid: folder is not a page of .\n"
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
    #expect(binary.errors.hasPrefix("binary.html:1:6: error[HYB0110]: the page is not text"))
  }

  @Test func stylesOfPseudoElements() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><html lang="en"><head><title>t</title><style>
      input::placeholder { color: red } input:focus::placeholder { color: blue } p::before { content: "x" }
      </style></head><body><input placeholder="Name"><p>x</p></body></html>
      """)
    let text = try Command.run(
      "inspect", "style", "index.html", "--selector", "input, p", "--states", "--pseudo-elements", in: scratch.url)
    #expect(text.status == 0)
    #expect(text.output.contains("html>body>input:nth-child(1)::placeholder {\n"))
    #expect(text.output.contains("html>body>p:nth-child(2)::before {\n"))
    #expect(text.output.contains("html>body>input:nth-child(1)::placeholder when :focus {\n"))
    #expect(text.output.contains("  color: rgb(0, 0, 255);\n"))
    let json = try Command.run(
      "inspect", "style", "index.html", "--selector", "input", "--pseudo-elements", "--format", "json", in: scratch.url)
    #expect(json.output.contains(#""pseudoElements":[{"pseudo":"::placeholder","style":{"#))
    let plain = try Command.run("inspect", "style", "index.html", "--selector", "input", in: scratch.url)
    #expect(!plain.output.contains("::placeholder"))
    let page = try Command.run("inspect", "page", "index.html", in: scratch.url)
    #expect(page.output.contains("::placeholder style "))
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
    let none = try Command.run("inspect", "style", "index.html", "--selector", "em", in: scratch.url)
    #expect(none.status == 0 && none.output == "")
    #expect(none.errors == "hybrid: no element of index.html matches em\n")
  }
}
