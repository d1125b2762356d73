import CSSValues
import Compiler
import PageFormat
import Testing

/// Pages of a site take over what is the same as on the page before; their files are those of pages that are
/// compiled by themselves.
@Suite struct SharedLayoutTests {
  /// Parts of pages in every way of laying out.
  private static let parts = [
    "<nav class=bar><a href='#a'>Start</a><a href='#b'>Next <b>one</b></a><span>5 min</span></nav>",
    "<div class=card><h2>A title that wraps to a second line</h2><p>words of <em>a card</em>, <span class=ib>box</span></div>",
    "<div class=grid><div>one</div><div>two <i>words</i></div><div class=abs>over</div><div class=wide>wide</div></div>",
    "<table class=t><tr><td>cell<td>another cell<tr><td colspan=2>both columns</table>",
    "<ul><li>first</li><li>second <a href='#c'>link</a></li></ul><ol><li>third</li></ol>",
    "<div class=float>floats</div><p>text beside what floats, on more lines than one of them</p>",
    "<div class=bfc><div class=float>inside</div>text of a context<div class=abs>placed</div></div>",
    "<form><input value=text><textarea>lines\nof it</textarea><select><option>a<option>longer</select><button>Go</button></form>",
    "<div class=scroll><div class=tall>much more than fits</div></div>",
    "<p dir=rtl>שלום and <b>words</b></p><p class=clip>a text that is cut off at its end</p>",
    "<div class=clamp>lines and lines and lines and lines and lines of text</div>",
    "<div class=columns><p>one paragraph</p><p>another paragraph of columns</p></div>",
    "<details open><summary>more</summary>shown</details><fieldset><legend>name</legend><input></fieldset>",
    "<svg width=40 height=20 viewBox='0 0 4 2'><rect width=2 height=1 /><text x=1 y=1>t</text></svg>",
  ]
  private static let wrappers = [
    "", "<main>", "<div class=row>", "<div class=grid>", "<div class=narrow>", "<section class=float>",
    "<div class=rtl>",
    "<div class=rel>", "<div class=high>",
  ]
  private static let sheet = """
    body { margin: 8px; font: 16px/1.4 sans-serif } .bar { display: flex; gap: 8px; align-items: center } .bar span { margin-left: auto }
    .card { border: 1px solid; padding: 4px; overflow: hidden } .ib { display: inline-block; padding: 2px; width: 30% }
    .grid { display: grid; grid-template-columns: 1fr auto; gap: 4px; position: relative } .wide { grid-column: 1 / -1 }
    .abs { position: absolute; right: 2px; top: 10% } .float { float: left; width: 40%; margin: 3px } .bfc { display: flow-root }
    .scroll { overflow: auto; height: 30px } .tall { height: 90px; width: 120% } .clip { overflow: hidden; white-space: nowrap;
    text-overflow: ellipsis; width: 80px } .clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
    overflow: hidden; width: 90px } .columns { columns: 2 } .row { display: flex; flex-wrap: wrap } .row > * { flex: 1 0 30% }
    .narrow { width: 45% } .rtl { direction: rtl } .rel { position: relative; top: 3px } .high { height: 70px } .high > * { height: 50% }
    td { border: 1px solid; padding: 2px } .t { border-collapse: collapse }
    @media (min-width: 500px) { .card { float: right; width: 50% } }
    """

  /// Pages of the same parts in other orders and other boxes.
  private func pages(_ seed: Int) -> [String] {
    var random = SplitMix(state: UInt64(seed))
    return (0..<5).map { number in
      let body = (0..<Int.random(in: 2...6, using: &random)).map { _ in
        let wrapper = Self.wrappers.randomElement(using: &random) ?? ""
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Self.parts.randomElement(using: &random) ?? ""
        }
        return wrapper + parts.joined(separator: "\n") + Self.end(of: wrapper)
      }
      return "<!DOCTYPE html><title>\(number)</title><link rel=stylesheet href=a.css>" + body.joined(separator: "\n")
    }
  }

  private static func end(of wrapper: String) -> String {
    wrapper.isEmpty ? "" : "</" + wrapper.dropFirst().prefix { $0.isLetter } + ">"
  }

  @Test(arguments: 0..<3)
  func filesAreThoseOfSinglePages(seed: Int) {
    var files = ["a.css": Self.sheet]
    for (number, page) in pages(seed).enumerated() { files["\(number).html"] = page }
    let site = MemorySite(files)
    var options = CompilerOptions()
    options.viewports = [
      Viewport(width: 320, height: 480, scale: 2), Viewport(width: 600, height: 480, scale: 1.5),
    ]
    let compiler = PageCompiler(options: options, files: site)
    for path in files.keys.sorted() where path.hasSuffix(".html") {
      let together = compiler.compile(path)
      let single = PageCompiler(options: options, files: site).compile(path)
      #expect(together.pageFile == single.pageFile, "\(seed) \(path)")
      #expect(together.layoutFiles.map(\.bytes) == single.layoutFiles.map(\.bytes), "\(seed): \(files[path] ?? "")")
      #expect(together.diagnostics.map(\.message) == single.diagnostics.map(\.message))
    }
  }
}

/// Numbers that are the same in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
