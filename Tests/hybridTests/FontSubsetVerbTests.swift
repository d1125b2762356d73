import Foundation
import HybridClient
import Manifest
import Testing

/// `"subsetFonts"` through whole commands: what is in the packages, and why a font stays whole.
@Suite struct FontSubsetVerbTests {
  private static let font = URL(fileURLWithPath: "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf")
  static let hasFont = FileManager.default.isReadableFile(atPath: font.path)

  private func site(_ configuration: String, page: String) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", configuration)
    try scratch.write("site/app.css", "@font-face{font-family:L;src:url(fonts/l.ttf)}body{font:16px L}")
    try scratch.write("site/fonts/l.ttf")
    try Data(contentsOf: Self.font).write(to: scratch.url.appendingPathComponent("site/fonts/l.ttf"))
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>Q</title><meta name=viewport content=width=device-width><link rel=stylesheet href=app.css><body>\(page)"
    )
    return scratch
  }

  /// The characters of a font in the package that have glyphs, among some.
  private func shipped(_ scratch: Scratch, _ path: String = "web/fonts/l.ttf") throws -> [UInt8] {
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    let content = WebContent(release, base: "/")
    return content.response(to: WebRequest(method: "GET", url: "/" + path.dropFirst(4), headers: [:])).body
  }

  @Test(.enabled(if: hasFont, "Liberation Sans is not installed"))
  func shipsOnlyTheCharactersOfThePages() throws {
    let scratch = try site(#"{"subsetFonts":true}"#, page: "<p>Hello</p>")
    let build = try Command.run("build", "site", "-o", "dist", "--no-cache", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let font = try shipped(scratch)
    let whole = try Data(contentsOf: Self.font)
    #expect(font.count > 500 && font.count < whole.count / 8)
    #expect(font.prefix(4).elementsEqual([0, 1, 0, 0]))
    let manifest = try ReleaseFolder.open(scratch.path + "/dist").manifest
    let listed = try #require(manifest.fonts.first { $0.family == "L" })
    #expect(listed.subset != nil && listed.subset != listed.hash)
    // Once more, beside it: the same bytes.
    let again = try Command.run("build", "site", "-o", "again", "--no-cache", in: scratch.url)
    #expect(again.status == 0)
    #expect(try ReleaseFolder.open(scratch.path + "/again").manifest.id == manifest.id)
    // A device that has the subset has the font.
    let release = try ReleaseFolder.open(scratch.path + "/dist")
    var device = DeviceTraits(width: 390, height: 844, scale: 3, fontHashes: [try #require(listed.subset)])
    #expect(try release.openPage("index.html", for: device).fit == .exact)
    device.fontHashes = []
    #expect(try release.openPage("index.html", for: device).fit != .exact)
  }

  @Test(.enabled(if: hasFont, "Liberation Sans is not installed"))
  func scriptsAndFieldsLeaveFontsWhole() throws {
    for (page, reason) in [
      ("<p>x</p><script>document.title=1</script>", "scripts of index.html may show any text in it"),
      ("<input style='font:16px L'>", "what is typed into `input` of index.html may show any text in it"),
      (
        "<style>input:focus{font-family:L}</style><input style='font:16px serif'>",
        "what is typed into `input` of index.html may show any text in it"
      ),
      (
        "<style>@media (min-width:3000px){input{font:16px L}}</style><input style='font-family:serif'>",
        "what is typed into `input` of index.html may show any text in it"
      ),
    ] {
      let scratch = try site(#"{"subsetFonts":true}"#, page: page)
      let check = try Command.run("check", "site", in: scratch.url)
      #expect(check.errors.contains("note[HYB3008]: the font stays whole: \(reason)"), "\(check.errors)")
      #expect(try Command.run("build", "site", "-o", "dist", in: scratch.url).status == 0)
      #expect(try shipped(scratch) == [UInt8](Data(contentsOf: Self.font)))
    }
    // Named characters bound what they show.
    let bounded = try site(#"{"subsetFonts":"U+30-39"}"#, page: "<p>x</p><script>document.title=1</script>")
    #expect(try Command.run("build", "site", "-o", "dist", in: bounded.url).status == 0)
    #expect(try shipped(bounded).count < Data(contentsOf: Self.font).count / 8)
  }

  @Test(.enabled(if: hasFont, "Liberation Sans is not installed"))
  func fontsOfTheConfigurationStayWhole() throws {
    let scratch = try site(#"{"subsetFonts":true,"fonts":{"M":"fonts/l.ttf"}}"#, page: "<p>x</p>")
    try scratch.write("site/other.html", "<!DOCTYPE html><html lang=en><title>o</title><p style='font:16px M'>Other")
    let build = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(build.status == 0)
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(
      check.errors.contains("the font stays whole: `fonts` of the configuration has it for every page"),
      "\(check.errors)")
    #expect(try shipped(scratch) == [UInt8](Data(contentsOf: Self.font)))
    // A field elsewhere, and a state's font that is another's, take nothing away.
    let plain = try site(
      #"{"subsetFonts":true}"#,
      page: "<style>p:hover{font-family:Other}:root{--f:L}</style><p>x</p><input style='font-family:serif'>")
    #expect(try Command.run("build", "site", "-o", "dist", in: plain.url).status == 0)
    #expect(try shipped(plain).count < Data(contentsOf: Self.font).count / 8)
  }

  @Test func wrongValuesAreReported() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title>")
    try scratch.write("site/hybrid.json", #"{"subsetFonts":1}"#)
    let number = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(number.status == 78)
    #expect(
      number.errors.contains("subsetFonts must be true, false or characters such as U+20-7E, U+A0-FF, not "),
      "\(number.errors)")
    try scratch.write("site/hybrid.json", #"{"subsetFonts":"latin"}"#)
    let build = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(build.status == 78)
    #expect(
      build.errors.contains(
        "subsetFonts must be true, false or characters such as U+20-7E, U+A0-FF, not the text `latin`"),
      "\(build.errors)")
  }
}
