import Foundation
import Testing

/// `hybrid picture` as people call it.
@Suite struct PictureVerbTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><html lang=en><meta name=viewport content="width=device-width"><title>t</title>
      <style>body{margin:0;background:#135}div{width:50px;height:50px;background:url(a.svg)}</style><div></div>
      """)
    try scratch.write(
      "a.svg",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path fill="red" d="M0 0h10v10z"/></svg>"#)
    return scratch
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func theExtensionChoosesTheFormat(format: String) throws {
    let scratch = try site()
    let run = try Command.run(
      "picture", "index.html", "--viewport", "100x80@2", "-o", "page.\(format)", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output == "" && run.errors == "")
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("page.\(format)"))
    let heads = ["png": Data([0x89, 0x50, 0x4e, 0x47]), "svg": Data("<svg".utf8), "pdf": Data("%PDF".utf8)]
    #expect(bytes.starts(with: try #require(heads[format])))
    guard format == "png" else { return }
    // Width and height of the header: the viewport at its scale.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 200, 0, 0, 0, 160])
  }

  /// A picture of a page that scripts fill, or whose author lets no host paint it, says so.
  @Test(arguments: [
    "<div id=root></div><script>root.textContent = 1</script>", "<meta name=hybrid-first-screen content=none><p>x</p>",
  ])
  func picturesOfWhatScriptsMakeSaySo(body: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><meta name=viewport content=\"width=device-width\"><title>t</title>\(body)")
    let run = try Command.run("picture", "index.html", "-o", "a.png", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.errors.contains("index.html") && run.errors.contains("warning") && run.errors.contains("HYB3088"))
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/a.png"))
  }

  @Test func whatImagesOfDrawingsLoseIsReported() throws {
    let scratch = try site()
    try scratch.write(
      "a.svg",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><foreignObject width="9" height="9"/></svg>"#)
    let run = try Command.run("picture", "index.html", "-o", "a.png", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.errors.contains("`<foreignObject>` of the image `a.svg` is not painted"), "\(run.errors)")
  }

  @Test func theSamePageGivesTheSameBytes() throws {
    let scratch = try site()
    for name in ["a.png", "b.png"] {
      #expect(try Command.run("picture", "index.html", "-o", name, in: scratch.url).status == 0)
    }
    #expect(
      try Data(contentsOf: scratch.url.appendingPathComponent("a.png"))
        == Data(contentsOf: scratch.url.appendingPathComponent("b.png")))
  }

  /// Metrics files measure text and have no glyphs: a font of the machine draws it.
  @Test func textOfMetricsFilesIsDrawn() throws {
    let scratch = try Scratch()
    let metrics = Command.repository.appendingPathComponent("examples/news/fonts/sans-serif.metrics")
    try scratch.write("site/m.metrics", try String(contentsOf: metrics, encoding: .utf8))
    try scratch.write("site/hybrid.json", #"{"fonts":{"sans-serif":"m.metrics"}}"#)
    var pictures: [Data] = []
    for text in ["Hello", "&nbsp;"] {
      try scratch.write(
        "site/index.html",
        "<!DOCTYPE html><html lang=en><title>t</title><body style=\"font: 16px sans-serif\"><p>\(text)</p>")
      let run = try Command.run("picture", "index.html", "--root", "site", "-o", "a.png", in: scratch.url)
      #expect(run.status == 0, "\(run.errors)")
      pictures.append(try Data(contentsOf: scratch.url.appendingPathComponent("a.png")))
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test func wrongCallsAreRefused() throws {
    let scratch = try site()
    let format = try Command.run("picture", "index.html", "-o", "page.gif", in: scratch.url)
    #expect(format.status == 64)
    #expect(format.errors.contains("must end in .png, .svg, .pdf or .json"))
    let page = try Command.run("picture", "other.html", "-o", "a.png", in: scratch.url)
    #expect(page.status == 66)
    let folder = try Command.run("picture", "index.html", "-o", "missing/a.png", in: scratch.url)
    #expect(folder.status == 73)
    let size = try Command.run(
      "picture", "index.html", "--viewport", "32000x32000@2", "-o", "a.png", in: scratch.url)
    #expect(size.status == 73)
    #expect(size.errors.contains("100 million"))
    let drawing = try Command.run("inspect", "layout", "index.html", "--svg", "a.png", in: scratch.url)
    #expect(drawing.status == 64)
    #expect(drawing.errors.contains("--svg a.png: the file must end in .svg"))
  }

  /// The message names the limits, or the option for a scheme.
  @Test(arguments: [
    ("390x844@9", "a scale of 0.5 to 8"), ("390x844@2+f9", "`+f` of 0.5 to 4"),
    ("390x844@2+dark", "write `--viewport 390x844@2 --color-scheme dark`"),
  ])
  func unknownViewportsAreRefused(viewport: String, help: String) throws {
    let scratch = try site()
    let run = try Command.run("picture", "index.html", "--viewport", viewport, "-o", "a.png", in: scratch.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("`\(viewport)` is not a viewport") && run.errors.contains(help), "\(run.errors)")
  }

  /// CSS Images 3, 5.1: a drawing without a width is as high as it says.
  @Test func drawingsWithOneLengthKeepIt() throws {
    let scratch = try site()
    try scratch.write(
      "a.svg",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="2"><path fill="red" d="M0 0h90v2z"/></svg>"#)
    let run = try Command.run("picture", "index.html", "-o", "page.svg", in: scratch.url)
    #expect(run.status == 0)
    let picture = try String(contentsOf: scratch.url.appending(path: "page.svg"), encoding: .utf8)
    #expect(picture.contains(#/<image x="0" y="0" width="300" height="2"/#), "\(picture)")
  }

  /// Frames around what has a problem: two controls without a name, one image without a text, and no frame for the page.
  @Test func problemsAreMarked() throws {
    let scratch = try site()
    try scratch.write(
      "faults.html",
      """
      <!DOCTYPE html><meta name=viewport content="width=device-width"><title>t</title>
      <style>body{margin:0} *{position:absolute} html,body{position:static}</style>
      <img src=a.svg style="left:20px;top:300px"><button style="left:0;top:50px;width:80px;height:30px"></button>
      <button style="left:150px;top:50px;width:40px;height:30px"></button>
      <img src=a.svg alt="A lake" style="top:90px"><button hidden></button>
      """)
    let run = try Command.run(
      "picture", "faults.html", "--problems", "--viewport", "200x200@1", "-o", "marked.svg", in: scratch.url)
    #expect(
      run.output == """
        1 at 20,300, 10×10 px: HYB6101 `<img>` has no `alt`
        2 at 0,50, 80×30 px and 1 other element: HYB6102 a button has no name

        """)
    #expect(run.errors.contains("HYB6106") && run.status == 0)
    let picture = try String(contentsOf: scratch.url.appendingPathComponent("marked.svg"), encoding: .utf8)
    #expect(picture.components(separatedBy: "#d90026").count - 1 == 6, "\(picture)")
    // The whole page is drawn: the picture without text is beyond the first screen.
    #expect(picture.contains(#"height="312""#) || picture.contains(#"height="310""#), "\(picture.prefix(200))")
    let plain = try Command.run(
      "picture", "faults.html", "--viewport", "200x200@1", "-o", "plain.svg", in: scratch.url)
    #expect(plain.output == "")
    let unmarked = try String(contentsOf: scratch.url.appendingPathComponent("plain.svg"), encoding: .utf8)
    #expect(!unmarked.contains("#d90026"))
  }
}
