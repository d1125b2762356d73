import CairoPainting
import Foundation
import HybridClient
import Images
import Manifest
import Testing

/// `"images"` through whole commands: the files that are written, the markup, the packages, and what stays as it is.
@Suite struct ImageBoxTests {
  /// A photograph of sorts as a file.
  static func photo(_ width: Int, _ height: Int, _ format: ImageFile.Format = .jpeg) throws -> Data {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    var seed: UInt32 = 7
    for y in 0..<height {
      for x in 0..<width {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let grain = Int(seed >> 29)
        pixels += [
          UInt8(clamping: x * 220 / width + grain), UInt8(clamping: (x / 9 + y / 7) % 200 + grain),
          UInt8(clamping: y * 220 / height), 255,
        ]
      }
    }
    let image = try #require(PixelImage(width: width, height: height, pixels: pixels))
    return Data(try #require(image.encoded(as: format, .fine)))
  }

  private static let viewports =
    #""viewports":[{"name":"phone","width":400,"height":800,"scale":2},{"name":"tablet","width":800,"height":1000,"scale":1}]"#

  static func site(
    _ images: String = "true", head: String = "<style>img{max-width:100%;height:auto}</style>", body: String
  ) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", "{\"name\":\"p\",\"images\":\(images),\(viewports)}")
    try scratch.write("site/index.html", page(head, body))
    try scratch.write("site/img/lake.jpg", "")
    try photo(1200, 900).write(to: scratch.url.appendingPathComponent("site/img/lake.jpg"))
    return scratch
  }

  static func page(_ head: String, _ body: String) -> String {
    "<!DOCTYPE html><html lang=en><head><title>t</title><meta name=viewport content=width=device-width>\(head)</head><body style=margin:0>\(body)</body></html>"
  }

  static func content(_ scratch: Scratch, _ folder: String = "dist") throws -> WebContent {
    WebContent(try ReleaseFolder.open(scratch.path + "/" + folder), base: "/")
  }

  private func text(_ scratch: Scratch, _ path: String = "/index.html", _ folder: String = "dist") throws -> String {
    String(decoding: try Self.content(scratch, folder).response(to: WebRequest(url: path)).body, as: UTF8.self)
  }

  /// The entries of each package below a folder.
  private func packages(_ scratch: Scratch, _ prefix: String = "web/img/") throws -> [String: [String]] {
    var packages: [String: [String]] = [:]
    for (path, data) in Scratch.contents(scratch.url.appending(path: "dist")) where path.hasSuffix(".index.json") {
      let entries = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      let name = try #require(path.split(separator: "/").last?.split(separator: ".").first.map(String.init))
      packages[name] = entries.compactMap { $0["path"] as? String }.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count)) }.sorted()
    }
    return packages
  }

  @discardableResult private func build(_ scratch: Scratch, _ folder: String = "dist", cache: Bool = false) throws
    -> Command
  {
    let arguments = ["build", "site", "-o", folder] + (cache ? [] : ["--no-cache"])
    let built = try Command.start(arguments, in: scratch.url, environment: [:]).finish()
    #expect(built.status == 0, "\(built.errors)")
    return built
  }

  @Test func imagesHaveTheSizesOfTheirBoxes() throws {
    // 200 px and 300 px: 400 and 300 device pixels.
    let scratch = try Self.site(
      head: "<style>img{width:200px}@media(min-width:600px){img{width:300px}}</style>",
      body: "<img alt=Lake src=img/lake.jpg>")
    try build(scratch)
    #expect(
      try packages(scratch) == [
        "base": ["lake.jpg"], "phone": ["lake.400w.avif", "lake.400w.webp"],
        "tablet": ["lake.300w.avif", "lake.300w.webp"],
      ])
    let text = try text(scratch)
    #expect(
      text.contains(
        "<picture style=\"display:contents\"><source type=\"image/avif\" srcset=\"img/lake.400w.avif 400w, img/lake.300w.avif 300w\" sizes=\"(max-width: 599.98px) 200px, 300px\"/><source type=\"image/webp\""
      ), "\(text)")
    #expect(!text.contains("data-hybrid-image"))
    let content = try Self.content(scratch)
    let original = try Data(contentsOf: scratch.url.appendingPathComponent("site/img/lake.jpg"))
    let own = content.response(to: WebRequest(url: "/img/lake.jpg")).body
    let file = try ImageFile(own)
    #expect(file.format == .jpeg && file.width == 400 && file.height == 300 && own.count * 2 < original.count)
    for (width, height) in [(400, 300), (300, 225)] {
      for ending in ["avif", "webp"] {
        let body = content.response(to: WebRequest(url: "/img/lake.\(width)w.\(ending)")).body
        let size = try #require(DecodedImage.size(of: body))
        #expect(size.width == width && size.height == height, "\(size)")
      }
    }
    let verified = try Command.run("verify", "dist", in: scratch.url)
    #expect(verified.status == 0, "\(verified.errors)")
  }

  @Test func buildsAreEqualWithAndWithoutTheCache() throws {
    let body = "<img alt=Lake src=img/lake.jpg><p>Text</p>"
    let scratch = try Self.site(body: body)
    try build(scratch)
    try build(scratch, "again")
    try build(scratch, "cold", cache: true)
    let warm = try build(scratch, "warm", cache: true)
    let first = Scratch.contents(scratch.url.appending(path: "dist/packages"))
    #expect(first.count > 2)
    for folder in ["again", "cold", "warm"] {
      #expect(Scratch.contents(scratch.url.appending(path: "\(folder)/packages")) == first, "\(folder)")
    }
    #expect(warm.errors.isEmpty || !warm.errors.contains("error"))
    // What native hosts read is what it was without the key.
    try scratch.write("site/hybrid.json", "{\"name\":\"p\",\(Self.viewports)}")
    try build(scratch, "off")
    let (on, off) = (
      try ReleaseFolder.open(scratch.path + "/dist"), try ReleaseFolder.open(scratch.path + "/off")
    )
    for entry in ["pages/index.html.page", "layouts/phone/index.html.layout", "layouts/tablet/index.html.layout"] {
      #expect(try on.contents(of: entry) == off.contents(of: entry), "\(entry)")
    }
  }

  @Test func dimensionsAreOnlyWrittenWhereTheLayoutStays() throws {
    // With `height: auto` the attributes change nothing; without, the image would be 900 px high.
    let pinned = try Self.site(body: "<img alt=Lake src=img/lake.jpg><p>x</p>")
    try build(pinned)
    #expect(try text(pinned).contains(" width=\"1200\" height=\"900\""))
    let free = try Self.site(head: "<style>img{width:100%}</style>", body: "<img alt=Lake src=img/lake.jpg><p>x</p>")
    try build(free)
    let text = try text(free)
    #expect(text.contains("lake.800w.webp 800w") && !text.contains("height=\"900\""), "\(text)")
  }

  @Test func selectorsThatSeeTheWrapperForbidIt() throws {
    let scratch = try Self.site(
      head: "<style>.card>img{width:200px;border:3px solid}</style>",
      body: "<div class=card><img alt=Lake src=img/lake.jpg></div>")
    try build(scratch)
    let text = try text(scratch)
    #expect(!text.contains("<picture"), "\(text)")
    #expect(text.contains("srcset=\"img/lake.400w.webp 400w"), "\(text)")
    #expect(try packages(scratch).values.joined().allSatisfy { !$0.hasSuffix(".avif") })
    // Scripts may look for the parent of an image.
    let scripted = try Self.site(body: "<img alt=Lake src=img/lake.jpg><script>document.title='x'</script>")
    try build(scripted)
    #expect(try !self.text(scripted).contains("<picture"))
  }

  @Test func whatElseNamesAFileKeepsIt() throws {
    for (body, reason) in [
      ("<img alt=a src=img/lake.jpg><a href=img/lake.jpg>Whole</a>", "something besides `<img src>` names it"),
      (
        "<img alt=a style=width:100px src=img/lake.jpg><script>new Image().src = 'img/lake.jpg'</script>",
        "something besides `<img src>` names it"
      ),
      (
        "<img alt=a style=width:100px src=img/lake.jpg srcset='img/lake.jpg 2x'><a href=img/lake.jpg>Whole</a>",
        "something besides its `<img>` and `<picture>` names it"
      ),
      (
        "<img alt=a style=width:100px src=img/lake.jpg srcset='img/lake.jpg 2x'><img alt=b style=width:9px src=img/lake.jpg>",
        "it is an image and a background, or in a list of candidates too"
      ),
      ("<img alt=a style='object-fit:none;width:99px' src=img/lake.jpg>", "its style shows its own pixels"),
    ] {
      let scratch = try Self.site(body: body)
      try build(scratch)
      let shipped = try Self.content(scratch).response(to: WebRequest(url: "/img/lake.jpg")).body
      #expect(try shipped == [UInt8](Data(contentsOf: scratch.url.appendingPathComponent("site/img/lake.jpg"))))
      let check = try Command.run("check", "site", in: scratch.url)
      #expect(check.errors.contains("HYB1067") && check.errors.contains(reason), "\(check.errors)")
    }
    // A style sheet of its own, and a pattern of the configuration.
    let styled = try Self.site(body: "<img alt=a style=width:90px src=img/lake.jpg>")
    try styled.write("site/more.css", "b{background:url(img/lake.jpg)}")
    try build(styled)
    #expect(try packages(styled)["base"] == ["lake.jpg"])
    let excluded = try Self.site(#"{"exclude":["img/**"]}"#, body: "<img alt=a style=width:90px src=img/lake.jpg>")
    try build(excluded)
    #expect(try packages(excluded) == ["base": ["lake.jpg"], "phone": [], "tablet": []])
  }

  @Test func formatsFollowTheConfiguration() throws {
    let scratch = try Self.site(
      #"{"formats":["webp"],"quality":"small"}"#, body: "<img alt=a style=width:200px src=img/lake.jpg>")
    try build(scratch)
    let files = try packages(scratch).values.joined()
    #expect(files.contains("lake.400w.webp") && !files.contains { $0.hasSuffix(".avif") }, "\(files)")
    for (value, message) in [
      (#""yes""#, "images must be true, false or an object, not the text `yes`"),
      (#"{"formats":["jxl"]}"#, "images.formats[0] must be one of avif, webp, not the text `jxl`"),
      (#"{"qualty":"fine"}"#, "unknown key `qualty` in images"),
      (#"{"quality":"best"}"#, "images.quality must be one of small, balanced, fine"),
    ] {
      try scratch.write("site/hybrid.json", "{\"images\":\(value)}")
      let build = try Command.run("build", "site", "-o", "no", in: scratch.url)
      #expect(build.status == 78 && build.errors.contains(message), "\(build.errors)")
    }
  }

  @Test func largeImagesAreReportedInChecks() throws {
    let scratch = try Self.site("false", body: "<img alt=a style=width:100px src=img/lake.jpg>")
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(
      check.errors.contains(
        "note[HYB1066]: the image `img/lake.jpg` is 1200 px wide, and its widest box has 200: about "),
      "\(check.errors)")
    let built = try build(scratch)
    #expect(!built.errors.contains("HYB1066"), "\(built.errors)")
    #expect(try packages(scratch)["base"] == ["lake.jpg"])
  }

  @Test func damagedImagesAreReportedAtTheirPlace() throws {
    let scratch = try Self.site(body: "<img alt=a style=width:100px src=img/bad.png><img alt=b src=img/lake.jpg>")
    let png = try Self.photo(60, 60, .png)
    try scratch.write("site/img/bad.png", "")
    try png.prefix(png.count / 3).write(to: scratch.url.appendingPathComponent("site/img/bad.png"))
    let built = try build(scratch)
    #expect(built.errors.contains("HYB1068") && built.errors.contains("index.html:1:"), "\(built.errors)")
    // The other image is written: 800 device pixels at both viewports.
    let shipped = try Self.content(scratch).response(to: WebRequest(url: "/img/lake.jpg")).body
    #expect(try ImageFile(shipped).width < 1200)
  }

  @Test func shardsMakeTheSameRelease() throws {
    let scratch = try Self.site(body: "<img alt=a style=width:200px src=img/lake.jpg>")
    try scratch.write("site/b.html", Self.page("", "<img alt=a style=width:150px src=img/lake.jpg>"))
    try build(scratch)
    for index in 1...2 {
      let shard = try Command.run(
        "build", "site", "--shard", "\(index)/2", "-o", "shards/\(index)", "--no-cache", in: scratch.url)
      #expect(shard.status == 0, "\(shard.errors)")
    }
    let merged = try Command.run("merge", "shards/1", "shards/2", "-o", "merged", in: scratch.url)
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(
      Scratch.contents(scratch.url.appending(path: "merged/packages"))
        == Scratch.contents(scratch.url.appending(path: "dist/packages")))
  }
}
