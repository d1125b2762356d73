import Foundation
import HybridClient
import Images
import Testing

/// `"images"` for what more than `<img src>` shows: backgrounds, the candidates of authors, and drawings.
@Suite struct BackgroundImageTests {
  private static let cover = "<style>div{height:300px;background:#eee url(img/lake.jpg) center/cover no-repeat}</style>"

  private func shipped(_ scratch: Scratch, _ path: String = "img/lake.jpg") throws -> [UInt8] {
    let build = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    return try ImageBoxTests.content(scratch).response(to: WebRequest(url: "/" + path)).body
  }

  @Test func backgroundsHaveThePixelsOfTheirBoxes() throws {
    // 400 by 300 px at scale 2, and 800 by 300 at scale 1: `cover` takes 800 px of an image of 4:3.
    let inPage = try ImageBoxTests.site(head: Self.cover, body: "<div></div>")
    let image = try ImageFile(try shipped(inPage))
    #expect(image.width == 800 && image.height == 600 && image.format == .jpeg)
    // The markup stays, and a second build takes the image from the cache.
    let page = try ImageBoxTests.content(inPage).response(to: WebRequest(url: "/index.html")).body
    #expect(String(decoding: page, as: UTF8.self).contains("url(img/lake.jpg)"))
    let again = try Command.run("build", "site", "-o", "dist", in: inPage.url)
    #expect(again.output.hasSuffix("from the cache: 1 of 1 page, 1 of 1 image\n"), "\(again.output)")
    // A sheet that two pages have, one of them in a smaller box, and a generated box.
    let inSheet = try ImageBoxTests.site(head: "<link rel=stylesheet href=css/a.css>", body: "<div></div>")
    try inSheet.write(
      "site/css/a.css",
      "div::before{content:'';display:block;height:90px;background-image:url('../img/lake.jpg');background-size:100px auto}"
    )
    try inSheet.write("site/b.html", ImageBoxTests.page("<link rel=stylesheet href=css/a.css>", "<div>b</div>"))
    #expect(try ImageFile(try shipped(inSheet)).width == 200)
  }

  @Test func whatDependsOnPixelsStays() throws {
    let whole = try ImageBoxTests.photo(1200, 900)
    for (style, body, reason) in [
      ("div{height:9px;background:url(img/lake.jpg)}", "<div></div>", "a background shows its own pixels"),
      ("span{background:url(img/lake.jpg) 0/50px}", "<span>x</span>", "it is the background of an inline box"),
      (
        "div{height:9px;background:url(img/lake.jpg) 0/50px}div:hover{background:url(img/lake.jpg)}", "<div></div>",
        "something besides one declaration"
      ),
      (
        "div{height:9px;--i:url(img/lake.jpg);background:var(--i) 0/50px}", "<div></div>",
        "something besides one declaration"
      ),
      (
        "div{height:9px;background:image-set(url(img/lake.jpg) 1x) 0/50px}p{background:url(img/lake.jpg) 0/9px}",
        "<div></div><p>x", "something besides one declaration"
      ),
      (
        "div{height:9px;background:url(img/lake.jpg) 0/50px}", "<div></div><img alt=a src=img/lake.jpg>",
        "it is an image and a background"
      ),
    ] {
      let scratch = try ImageBoxTests.site(head: "<style>\(style)</style>", body: body)
      #expect(try shipped(scratch) == [UInt8](whole), "\(style)")
      let check = try Command.run("check", "site", "-v", in: scratch.url)
      #expect(check.errors.contains("HYB1067") && check.errors.contains(reason), "\(style): \(check.errors)")
      #expect(!check.errors.contains("HYB1066"), "\(check.errors)")
    }
  }

  @Test func candidatesOfAuthorsKeepTheirPixels() throws {
    let body =
      "<picture><source media='(min-width:600px)' srcset='img/wide.jpg'><img alt=a src=img/lake.jpg srcset='img/lake.jpg 1200w, img/small.jpg 600w' sizes=50vw></picture>"
    let scratch = try ImageBoxTests.site(#"{"quality":"small"}"#, body: body)
    for (name, width) in [("wide", 900), ("small", 600)] {
      try scratch.write("site/img/\(name).jpg", "")
      try ImageBoxTests.photo(width, 300).write(to: scratch.url.appendingPathComponent("site/img/\(name).jpg"))
    }
    for (name, width, height) in [("lake", 1200, 900), ("wide", 900, 300), ("small", 600, 300)] {
      let bytes = try shipped(scratch, "img/\(name).jpg")
      let file = try ImageFile(bytes)
      #expect(file.width == width && file.height == height)
      #expect(try bytes.count < Data(contentsOf: scratch.url.appendingPathComponent("site/img/\(name).jpg")).count)
    }
    let page = try ImageBoxTests.content(scratch).response(to: WebRequest(url: "/index.html")).body
    #expect(String(decoding: page, as: UTF8.self).contains("srcset=\"img/lake.jpg 1200w, img/small.jpg 600w\""))
  }

  @Test func drawingsLoseWhatNothingDraws() throws {
    let scratch = try ImageBoxTests.site(body: "<img alt=a src=a.svg width=20 height=20><img alt=b src=b.svg>")
    let drawing = """
      <?xml version="1.0"?>
      <!-- made by an editor -->
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">
        <metadata><x>\(String(repeating: "word ", count: 40))</x></metadata>
        <g>
          <rect width="9" height="9"/>
          <text>a <tspan> b </tspan> <!-- c --> d</text>
        </g>
      </svg>
      """
    try scratch.write("site/a.svg", drawing)
    let scripted = drawing.replacing("<g>", with: "<g><script>1</script>")
    try scratch.write("site/b.svg", scripted)
    #expect(
      String(decoding: try shipped(scratch, "a.svg"), as: UTF8.self) == """
        <?xml version="1.0"?>

        <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><g><rect width="9" height="9"/>\
        <text>a <tspan> b </tspan> <!-- c --> d</text></g></svg>
        """)
    #expect(String(decoding: try shipped(scratch, "b.svg"), as: UTF8.self) == scripted)
  }
}
