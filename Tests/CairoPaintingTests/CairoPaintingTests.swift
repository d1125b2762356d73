import CSSValues
import CairoPainting
import Compiler
import Foundation
import PageFormat
import Painting
import TestSupport
import Testing
import Text

/// What lands in pixels.
@Suite struct CairoPaintingTests {
  private struct Page: SiteFiles {
    let html: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(html.utf8)
    }

    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  /// A picture of 100 by 100 px: red, green, blue at a place.
  private struct Picture {
    let width: Int
    let bytes: [UInt8]

    subscript(x: Int, y: Int) -> [UInt8] {
      let place = (y * width + x) * 4
      return [bytes[place + 2], bytes[place + 1], bytes[place]]
    }

    /// How many pixels are not white.
    var ink: Int { stride(from: 0, to: bytes.count, by: 4).count { bytes[$0..<$0 + 3].contains { $0 != 255 } } }
  }

  private func painted(
    _ body: String, images: [String: DecodedImage] = [:]
  ) throws -> PagePicture {
    let html = """
      <!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>t</title>
      <style>body{margin:0}</style>\(body)
      """
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 100, height: 100, scale: 1)]
    let compiler = PageCompiler(options: options, files: Page(html: html))
    let compiled = compiler.compile("index.html")
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    var painter = PagePainter(page: page, layout: layout) { source in
      images[source].map { (Double($0.width), Double($0.height)) }
    }
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: 1) as? SystemTextMeasurer)
    return PagePicture(of: try painter.paint(), measuredBy: measurer, scale: 1) { images[$0] }
  }

  private func picture(_ body: String, images: [String: DecodedImage] = [:]) throws -> Picture {
    let (width, _, bytes) = try painted(body, images: images).pixels(
      of: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    return Picture(width: width, bytes: bytes)
  }

  @Test func boxesHaveTheirColours() throws {
    let picture = try picture(
      #"<p style="margin:10px;width:20px;height:20px;background:red;border:5px solid lime;opacity:.5"></p>"#)
    #expect(picture[5, 5] == [255, 255, 255])
    #expect(picture[12, 12].elementsEqual([127, 255, 127]) || picture[12, 12].elementsEqual([128, 255, 128]))
    #expect(picture[25, 25].elementsEqual([255, 127, 127]) || picture[25, 25].elementsEqual([255, 128, 128]))
    #expect(picture.ink == 30 * 30)
  }

  @Test func shadowsAreBlurred() throws {
    let picture = try picture(
      #"<p style="margin:40px;width:20px;height:20px;background:#fff;box-shadow:0 0 10px #000"></p>"#)
    let (near, far) = (picture[38, 50][0], picture[32, 50][0])
    #expect(near < far && far < 255)
    #expect(picture[50, 50] == [255, 255, 255])
    #expect(picture[10, 50] == [255, 255, 255])
  }

  /// What filters spread into the picture, and into a clip, may be beyond their edges.
  @Test(arguments: ["position:fixed", "overflow:hidden;width:60px;height:60px;position:relative"])
  func blursReachBeyondTheEdges(around: String) throws {
    let picture = try picture(
      """
      <div style="\(around);inset:0"><div style="position:absolute;inset:-40px;background:red;filter:blur(10px)"></div></div>
      """)
    #expect(picture[0, 0] == [255, 0, 0] && picture[50, 0] == [255, 0, 0] && picture[0, 50] == [255, 0, 0])
  }

  @Test func tilesWithoutNumberAreOnePicture() throws {
    let picture = try picture(
      "<div style=\"width:1000px;height:1000px;background:linear-gradient(90deg,red 50%,blue 50%) 0 0/2px 2px\"></div>")
    #expect(picture[50, 50] == [255, 0, 0] && picture[51, 50] == [0, 0, 255] && picture[99, 98] == [0, 0, 255])
  }

  @Test func roundsOfAPartOfAPixelAreOneColor() throws {
    let picture = try picture(
      "<div style=\"width:100px;height:100px;background:repeating-linear-gradient(red 0,blue .01px)\"></div>")
    for (component, wanted) in zip(picture[50, 95], [128, 0, 128]) { #expect(abs(Int(component) - wanted) <= 4) }
  }

  /// A justified line of ideographs has its room between them, not in wider glyphs.
  @Test func justifiedIdeographsKeepTheirShape() throws {
    /// The columns that have ink of the first line.
    func ink(_ align: String) throws -> Int {
      let picture = try picture(
        "<p lang=ja style=\"margin:0;width:90px;font:19px/30px sans-serif;text-align:\(align)\">\u{4e00}\u{4e00}\u{4e00}\u{4e00}\u{4e00}</p>"
      )
      return (0..<100).count { x in (0..<30).contains { picture[x, $0][0] < 160 } }
    }
    // Four of 19 px with room of 14: glyphs that are wider would have 12 columns more.
    let (justified, plain) = (try ink("justify"), try ink("left"))
    #expect(plain > 60 && abs(justified - plain) <= 5, "\(justified) and \(plain)")
  }

  /// A clip path of very many points is a picture of its shape, which shows the same as a clip.
  @Test(arguments: [4, 300]) func clipPathsOfManyPointsCut(points: Int) throws {
    // Up and down along the upper edge of a square, then around it.
    let edge = (0...points).map { "\(10 + Double($0) * 40 / Double(points))px \($0 % 2 == 0 ? 10 : 10.01)px" }
    let polygon = (edge + ["50px 50px", "10px 50px"]).joined(separator: ",")
    let picture = try picture(
      """
      <div style="width:100px;height:100px;clip-path:polygon(\(polygon))"><p style="margin:0;height:100px;background:red">\
      <i style="position:absolute;left:20px;top:20px;width:9px;height:9px;background:#00f;transform:rotate(90deg)"></i></div>
      """)
    #expect(picture[12, 12] == [255, 0, 0] && picture[48, 48] == [255, 0, 0] && picture[24, 24] == [0, 0, 255])
    for (x, y) in [(8, 30), (52, 30), (30, 52), (30, 8)] { #expect(picture[x, y] == [255, 255, 255]) }
  }

  /// Layers that look alike are layers all the same.
  @Test func theLowestMaskIsTheLastOne() throws {
    let picture = try picture(
      "<p style=\"margin:0;width:20px;height:20px;background:red;mask:linear-gradient(red,red) exclude,linear-gradient(red,red) exclude\">"
    )
    #expect(picture.ink == 0)
  }

  @Test func textsLeaveInk() throws {
    #expect(try picture("<p style=\"margin:0;font:20px sans-serif\">Ink</p>").ink > 100)
    #expect(try picture("<p style=\"margin:0;font:20px sans-serif;color:transparent\">Ink</p>").ink == 0)
  }

  @Test(arguments: [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD5Pooor4c/1MP/2Q==",
    "UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABAAdQjyKXp/+BiOh/AAA=",
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGM8IWfDgA0wYRUdtBIA5+ABMmcf2iwAAAAASUVORK5CYII=",
  ])
  func imagesAreDecoded(base64: String) throws {
    let bytes = Array(try #require(Data(base64Encoded: base64)))
    let image = try #require(DecodedImage(bytes))
    #expect(image.width == 8 && image.height == 8)
    let picture = try picture(
      #"<img src=a.png style="display:block;width:40px;height:40px">"#, images: ["a.png": image])
    for (component, wanted) in zip(picture[20, 20], [200, 30, 60]) { #expect(abs(Int(component) - wanted) <= 4) }
    // Damaged in every place, an image is drawn or is none; nothing else happens.
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0xff
      _ = DecodedImage(damaged)
      _ = DecodedImage(Array(bytes.prefix(place)))
    }
  }

  @Test func bombsAreNotDecoded() {
    // A PNG header of 60,000 by 60,000 pixels.
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    bytes += [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 6, 0, 0, 0, 0, 0, 0, 0]
    #expect(DecodedImage(bytes) == nil)
  }

  @Test func picturesHaveALargestSize() throws {
    let painted = try painted("x")
    #expect(throws: PagePicture.Failure.tooLarge) {
      try painted.pixels(of: LayoutRect(x: 0, y: 0, width: 40_000, height: 1))
    }
    #expect(throws: PagePicture.Failure.tooLarge) {
      try painted.pixels(of: LayoutRect(x: 0, y: 0, width: 20_000, height: 20_000))
    }
  }

  @Test func nestedGroupsAndFiltersAreBounded() throws {
    let nested = String(repeating: "<div style=\"opacity:.99;filter:blur(1px)\">", count: 100)
    #expect(try picture(nested + "<p style=\"margin:0;width:50px;height:50px;background:red\"></p>").ink > 0)
  }

  @Test(arguments: [PagePicture.Format.png, .svg, .pdf])
  func filesAreWritten(format: PagePicture.Format) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page." + format.rawValue
    try painted("<h1 style=\"filter:blur(2px)\">Hello</h1>").write(
      to: path, as: format, area: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let heads = [PagePicture.Format.png: "\u{89}PNG", .svg: "<?xml", .pdf: "%PDF"]
    let head = String(decoding: bytes.prefix(5), as: UTF8.self)
    #expect(format == .png ? bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) : head.hasPrefix(heads[format] ?? "?"))
  }

  /// Files of shapes hold a picture of what filters change, and of nothing else.
  @Test(arguments: ["filter:blur(2px)", "color:red", "transform:rotate(9deg);filter:grayscale(1)"])
  func filtersArePicturesInFiles(style: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page.pdf"
    try painted("<h1 style=\"\(style)\">Hello</h1><p>words</p>").write(
      to: path, as: .pdf, area: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("/Subtype /Image") == style.contains("filter"))
  }

  @Test func enlargedImagesKeepTheirEdges() throws {
    let red = try #require(
      DecodedImage(width: 2, height: 2, pixels: Array(repeating: [0, 0, 255, 255], count: 4).flatMap { $0 }))
    let picture = try picture(
      #"<p style="margin:0;width:100px;height:100px;background:url(a.png) 10px 10px/40px no-repeat"></p>"#,
      images: ["a.png": red])
    #expect(picture[10, 10] == [255, 0, 0] && picture[49, 49] == [255, 0, 0])
    #expect(picture[9, 30] == [255, 255, 255] && picture[50, 30] == [255, 255, 255])
    #expect(picture.ink == 40 * 40)
  }

  @Test func backdropsAreFilteredInsideOfTheirBox() throws {
    let picture = try picture(
      """
      <p style="margin:0;height:100px;background:linear-gradient(90deg,red 50%,lime 50%)"></p>
      <p style="position:absolute;margin:0;left:20px;top:20px;width:60px;height:60px;backdrop-filter:blur(4px)"></p>
      <p style="position:absolute;margin:0;left:0;top:90px;width:10px;height:10px;backdrop-filter:invert(1)"></p>
      """)
    #expect(picture[45, 10] == [255, 0, 0] && picture[45, 85] == [255, 0, 0])
    let mixed = picture[49, 50]
    #expect(mixed[0] > 90 && mixed[1] > 90)
    // Mirrored edges add nothing from outside.
    #expect(picture[21, 21] == [255, 0, 0])
    #expect(picture[5, 95] == [0, 255, 255])
  }

  @Test func backdropsInMovedAndTurnedBoxesAreFiltered() throws {
    let picture = try picture(
      """
      <p style="margin:0;height:100px;background:red"></p>
      <p style="position:absolute;margin:0;left:0;top:0;width:20px;height:20px;transform:translate(30px,40px);backdrop-filter:invert(1)"></p>
      <p style="position:absolute;margin:0;left:70px;top:70px;width:20px;height:10px;transform:rotate(90deg);backdrop-filter:invert(1)"></p>
      """)
    #expect(picture[31, 41] == [0, 255, 255] && picture[49, 59] == [0, 255, 255])
    #expect(picture[29, 41] == [255, 0, 0] && picture[5, 5] == [255, 0, 0])
    // Turned by a quarter: 10 px wide and 20 px high.
    #expect(picture[80, 67] == [0, 255, 255] && picture[72, 75] == [255, 0, 0])
  }

  /// Files of shapes have a picture of what is filtered below, also where it is in a group.
  @Test func filesOfShapesHaveBackdrops() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func images(_ body: String) throws -> Int {
      let path = folder.appendingPathComponent("page.pdf").path
      try painted(body).write(to: path, as: .pdf, area: LayoutRect(x: 0, y: 0, width: 100, height: 100))
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: Unicode.ASCII.self)
      return text.matches(of: #/\/Subtype \/Image/#).count
    }
    let below = #"<p style="margin:0;height:100px;background:red"></p>"#
    let box = "position:absolute;margin:0;left:20px;top:20px;width:60px;height:60px"
    let glass = "<p style=\"\(box);backdrop-filter:invert(1)\"></p>"
    #expect(try images(below) == 0)
    #expect(try images(below + glass) > 0)
    #expect(try images("<div style=\"opacity:.5;transform:translate(3px,3px)\">\(below)\(glass)</div>") > 0)
  }

  @Test func marksAreInTheMiddleOfTheirCharacters() throws {
    let list = #"<p style="margin:30px 10px;font:20px/30px sans-serif;color:transparent;text-emphasis:circle red"#
    func columns(_ text: String, _ style: String = "") throws -> [ClosedRange<Int>] {
      let picture = try picture("\(list);\(style)\">\(text)</p>")
      var found: [ClosedRange<Int>] = []
      for x in 0..<100 where (0..<100).contains(where: { picture[x, $0][1] < 128 }) {
        if let last = found.last, last.upperBound == x - 1 {
          found[found.count - 1] = last.lowerBound...x
        } else {
          found.append(x...x)
        }
      }
      return found
    }
    let two = try columns("M M")
    #expect(two.count == 2)
    #expect(try columns("M.").count == 1)
    // Both are as far from each other as the letters.
    let shifted = try columns("M M", "margin-left:15px")
    #expect(shifted.map(\.lowerBound) == two.map { $0.lowerBound + 5 })
    let over = try picture("\(list)\">M</p>"), under = try picture("\(list);text-emphasis-position:under\">M</p>")
    func rows(_ picture: Picture) -> [Int] { (0..<100).filter { y in (0..<100).contains { picture[$0, y][1] < 128 } } }
    #expect(try #require(rows(over).last) < 42 && #require(rows(under).first) > 42)
  }
}
