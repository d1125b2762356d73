import Foundation
import Testing

/// Builds on a machine without fonts, which fontconfig with an empty configuration makes of any.
@Suite struct BuiltInFontsVerbTests {
  /// Fonts of other versions than those that are built in measure a little differently.
  private static let hasFonts =
    ["liberation/LiberationSerif-Regular", "dejavu/DejaVuSansMono"].allSatisfy {
      FileManager.default.isReadableFile(atPath: "/usr/share/fonts/truetype/\($0).ttf")
    }

  @Test(.enabled(if: hasFonts, "Liberation and DejaVu are not installed"))
  func aMachineWithoutFontsGivesTheSameFrames() throws {
    let scratch = try Scratch()
    try scratch.write("empty.conf", "<?xml version=\"1.0\"?><fontconfig></fontconfig>")
    try scratch.write(
      "site/index.html",
      """
      <!DOCTYPE html><html lang=en><meta name=viewport content="width=device-width"><title>Q</title>
      <style>
        .a { font: 15px/1.4 Arial, sans-serif } .b { font: italic 700 18px system-ui } .c { letter-spacing: 1px }
        .d { font-variant-caps: small-caps; width: 12ex } .e { text-align: justify; width: 20ch }
      </style>
      <h1>To W\u{E4}rme, AVATAR &amp; co</h1><p>A page that names no family, and kerns: P. \u{201C}Ty\u{201D} fi.
      <p class=a>Sans \u{2013} <b>bold</b> and <i>italic</i>, caf\u{E9} \u{20AC} 12.50 \u{2192}
      <p class=b>System<p class=c>Spaced \u{2713}<p class=d>Small Capitals<p class=e>Justified text in a narrow column
      <pre>code &lt; 10</pre><input value=field> <button>Press</button><textarea>more</textarea>
      """)
    func layouts(_ out: String, _ environment: [String: String]) throws -> [String: Data] {
      let built = try Command.run(
        "build", "site", "-o", out, "--no-cache", in: scratch.url, environment: environment)
      #expect(built.status == 0, "\(built.wholeErrors)")
      #expect(built.wholeErrors.components(separatedBy: "warning[").count == 4, "\(built.wholeErrors)")
      #expect(built.wholeErrors.contains("warning[HYB3001]: no style sheet names a font for text in"))
      let folder = scratch.url.appendingPathComponent("\(out)/packages")
      return Scratch.contents(folder).filter { $0.key.contains("@") }
    }
    let whole = try layouts("whole", [:])
    let bare = try layouts("bare", ["FONTCONFIG_FILE": scratch.path + "/empty.conf"])
    #expect(whole.count >= 3)
    // The names hold the hashes of the layout files.
    #expect(whole.keys.sorted() == bare.keys.sorted())
    #expect(whole == bare)
  }
}
