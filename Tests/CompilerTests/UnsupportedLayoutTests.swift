import CSSValues
import Compiler
import Testing

/// What styles ask of layout in vain is reported: once for each declaration, or else at the first element.
@Suite struct UnsupportedLayoutTests {
  @Test func eachThingIsReportedOnce() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title>
      <style>.z { zoom: 1.5 } .v { writing-mode: vertical-rl } .c { columns: 2 } .g { display: grid }
      .g > * { display: grid; grid-template-rows: subgrid } p { hyphens: auto; width: 60px }
      .one { zoom: 1; column-count: auto; hyphens: manual }</style>
      <div class=one>fine</div>
      <div class=z>large</div> <div class=z>too</div>
      <section class=v>down <b>the page</b></section>
      <ul class=c><li>one<li>two</ul>
      <div class=g><div>x</div></div>
      <p>words without a language that wrap</p>
      <p lang=en>word</p>
      <p lang=en>some words that wrap</p>
      """
    ])
    #expect(
      site.problems() == """
        index.html:2:30 warning HYB3007 vertical writing is not laid out: the lines of `section` are horizontal
        index.html:3:59 warning HYB3007 `hyphens: auto` breaks no words of `p`: its lines may be others than a browser's
        """)
  }

  @Test func hyphensWithADictionaryAreNotReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><style>p { hyphens: auto; width: 60px }</style>
      <p lang=de-CH>etwas das umbricht</p>
      <p lang=en>some words that wrap</p>
      """,
      "de.dic": "UTF-8\nm1b\n",
    ])
    #expect(
      site.problems { $0.hyphenation = ["de": "de.dic"] } == """
        index.html:1:43 warning HYB3007 `hyphens: auto` breaks no words of `p`: its lines may be others than a browser's
        """)
    #expect(site.problems { $0.hyphenation = ["de": "de.dic", "en": "de.dic"] } == "")
  }

  @Test func picturesThatZoomDoesNotEnlargeAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title>
      <style>.z { zoom: 2 } .b { background: url(a.svg) } .c { background: url(a.svg) 0 / 8px } .n { display: none }</style>
      <div class="z b">x</div> <div class="z c">x</div> <p class=z>fine <svg viewBox="0 0 1 1" width=4 height=4></svg></p>
      <p class=z><svg width=4 height=4></svg></p> <p class="z b n">x</p>
      """,
      "a.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>",
    ])
    #expect(
      site.problems() == """
        index.html:2:13 warning HYB3007 `zoom` does not enlarge the pictures of `div`: its backgrounds, or its shapes without a \
        `viewBox`
        index.html:4:12 warning HYB3007 `zoom` does not enlarge the pictures of `svg`: its backgrounds, or its shapes without a \
        `viewBox`
        """)
  }

  @Test func rubyAndOthersAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title>
      <style>.c { content-visibility: hidden } .e { content-visibility: auto } .d { box-decoration-break: clone } main { columns: 2 }</style>
      <p>line</p> <ruby>漢<rt>kan</rt></ruby>
      <div class=e>near</div> <div class=c>later</div> <span class=d>fine</span> <main><p class=d>pieces</main>
      <div hidden=until-found>found</div>
      """
    ])
    #expect(
      site.problems() == """
        index.html:3:13 warning HYB3007 ruby is not laid out: the annotations of `ruby` are in the line behind their bases
        index.html:2:13 warning HYB3007 `content-visibility: hidden` skips no contents: those of `div` have frames as if they showed
        index.html:5:1 warning HYB3007 `content-visibility: hidden` skips no contents: those of `div` have frames as if they showed
        index.html:2:79 warning HYB3007 `box-decoration-break: clone` is not laid out in columns: the pieces of `p` have no \
        padding and borders of their own
        """)
  }

  @Test func whatIsRarelyAskedOfLayoutIsReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title>
      <style>.a { shape-outside: circle() } .b { text-autospace: normal } .c { field-sizing: content } .d { position-area: top }</style>
      <style>.e { column-height: 40px } .f { -webkit-box-direction: reverse } .g { shape-outside: none; field-sizing: fixed }</style>
      <div class=a>float</div> <div class=b>漢字 and <b>more</b></div> <input class=c aria-label=x> <div class=d>above</div>
      <div class=e>columns</div> <div class=f>reversed</div> <div class=g>fine</div>
      """
    ])
    #expect(
      site.problems() == """
        index.html:2:13 warning HYB3007 `shape-outside` is not laid out: lines beside `div` keep to its box
        index.html:2:44 warning HYB3007 `text-autospace` adds no space in `div`: its lines may be others than a browser's
        index.html:2:74 warning HYB3007 `field-sizing: content` is not laid out: `input` is as large as without it
        index.html:2:103 warning HYB3007 `position-area` is not laid out: `div` is where it is without it
        index.html:3:13 warning HYB3007 `column-height` is not laid out: the columns of `div` are as high as without it
        index.html:3:40 warning HYB3007 `-webkit-box-direction` is not laid out: the items of `div` keep their order
        """)
  }

  @Test func lanesLettersAndBaselinesAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css>
      <div class=a><p>x</p></div> <div class=b><p>y</p></div> <div class=c>z</div> <div class=d>w</div>
      <div style="display: inline-grid-lanes">own</div> <em class=n>first</em>
      <p>line <span class=e>one<br>two</span> <i class=f>last</i> <span class=g>three<br>four</span> <i class=h>first</i></p>
      """,
      "app.css": """
      .a, .b { display: grid-lanes } .b { display: grid }
      .d { initial-letter: 3 } .c::first-letter { initial-letter: 2 } .d::first-letter { initial-letter: normal }
      .e, .g { display: inline-block } .e, .h { baseline-source: first } .f, .g, .n { baseline-source: last }
      .f { display: inline-flex }
      """,
    ])
    #expect(
      site.problems() == """
        app.css:1:10 warning HYB3007 `display: grid-lanes` is laid out as `grid`: the items of `div` are in rows
        index.html:3:1 warning HYB3007 `display: grid-lanes` is laid out as `grid`: the items of `div` are in rows
        app.css:2:45 warning HYB3007 `initial-letter` is not laid out: the first letter of `div` is as large as its text
        app.css:3:43 warning HYB3007 `baseline-source` is not laid out: `span` is as high in its line as without it
        app.css:3:81 warning HYB3007 `baseline-source` is not laid out: `i` is as high in its line as without it
        """)
  }

  /// What is `url(drawing.svg#id)` is not looked for in the page, which may have another element of that id.
  @Test func whatOtherFilesDefineIsReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css>
      <p class=a>own</p><p class=b>other</p><p class=c>cut</p>
      <svg width=40 height=40><filter id=f><feGaussianBlur stdDeviation=2 /></filter><clipPath id=c><rect width=9 height=9 /></clipPath>
      <rect fill="url(other.svg#g)" width=9 height=9 /><path class=d d="M0 0h9" /><path class=e d="M0 0h9" /></svg>
      """,
      "app.css": """
      .b { filter: url(other.svg#f) } .a { filter: url(#f) }
      .c { clip-path: url("other.svg#c") } .d { marker-end: url(other.svg#m) } .e { stroke: url(#none) red }
      """,
      "other.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>",
    ])
    let tail = " is not painted from another file: the first screen shows the page without it\n"
    #expect(
      site.problems() + "\n" == """
        index.html:4:1 warning HYB3086 `fill`\(tail)\
        app.css:2:43 warning HYB3086 `marker-end: url(other.svg#m)`\(tail)\
        app.css:1:6 warning HYB3086 `filter: url(other.svg#f)`\(tail)\
        app.css:2:6 warning HYB3086 `clip-path: url("other.svg#c")`\(tail)
        """)
  }

  @Test func shiftedTextsOfDrawingsAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><p style="alignment-baseline: middle; baseline-shift: 4px">fine</p>
      <svg width=99 height=40><text y=20>a<tspan baseline-shift=super>b</tspan><tspan style="alignment-baseline: middle">c</tspan></text>
      <text y=30 textLength=40>d</text><text y=40 rotate="4 8">e</text></svg>
      """
    ])
    let tail = ": the first screen shows the page without it\n"
    #expect(
      site.problems() + "\n" == """
        index.html:2:37 warning HYB3086 `baseline-shift` is not painted\(tail)\
        index.html:2:74 warning HYB3086 `alignment-baseline` is not painted\(tail)\
        index.html:3:1 warning HYB3086 `textLength` is not painted as long as it says\(tail)\
        index.html:3:34 warning HYB3086 `rotate` is not painted character by character\(tail)
        """)
  }

  @Test func whatIsNotPaintedIsReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><style>.f { filter: url(#glow) } .p { filter: blur(2px) }</style>
      <p class=p>fine</p>
      <p class=f>joined</p>
      <svg width=40 height=40 viewBox="0 0 4 4"><foreignObject width=4 height=4><b>x</b></foreignObject>
      <filter id=glow><feFlood flood-color=red result=a /><feMerge><feMergeNode in=a /><feMergeNode in=SourceGraphic /></feMerge></filter>
      </svg>
      """
    ])
    #expect(
      site.problems() == """
        index.html:4:43 warning HYB3086 `<foreignObject>` is not painted: the first screen shows the page without it
        index.html:1:44 warning HYB3086 `filter: url(#glow)` is not painted where primitives are of other kinds or join \
        several inputs: the first screen shows the page without it
        """)
  }

  /// What is shown at only some viewports is reported whichever of them comes first, and what all show once.
  @Test(arguments: [[300.0, 1_200], [1_200, 300]]) func whatSomeViewportsShowIsReported(widths: [Double]) {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css><iframe src=about:blank></iframe>
      <p class=wide>a</p>
      <p class=narrow>b</p>
      """,
      "app.css": """
      .wide { clip-path: url(other.svg#c) } .narrow { filter: url(other.svg#f) }
      @media (width < 600px) { .wide { display: none } } @media (width > 600px) { .narrow { display: none } }
      """,
      "other.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>",
    ])
    let problems = site.problems { options in
      options.viewports = widths.map { Viewport(width: $0, height: 300, scale: 1) }
    }
    let lines = problems.split(separator: "\n").filter { $0.contains("HYB3086") }
    #expect(lines.count { $0.contains("`<iframe>`") } == 1)
    #expect(lines.count { $0.contains("clip-path: url(") } == 1)
    #expect(lines.count { $0.contains("filter: url(other.svg#f)") } == 1)
    #expect(lines.count == 3, "\(lines)")
  }

  @Test func backdropsThatAreNotSeenAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css><p class=a>fine</p><p class=b>faded</p>
      <p class=c>border</p><svg><filter id=f><feGaussianBlur stdDeviation="6 0"/></filter><path d="M0 0h9v9z" filter="url(#f)"/></svg>
      """,
      "app.css": """
      .a { backdrop-filter: blur(2px) }
      .c { background-clip: border-area }
      .b { backdrop-filter: blur(3px); opacity: .5 }
      """,
    ])
    let tail = ": the first screen shows the page without it"
    let problems = site.problems()
    for problem in [
      "app.css:3:6 warning HYB3086 `backdrop-filter: blur(3px)` is not painted in a box with opacity, a filter, a mask, a clip "
        + "path or a blend mode",
      "app.css:2:6 warning HYB3086 `background-clip: border-area` is not painted in border areas",
    ] { #expect(problems.contains(problem + tail), "\(problems)") }
    #expect(problems.contains("`filter"), "\(problems)")
    let nested = MemorySite([
      "index.html":
        "<!doctype html><title>t</title><style>p, b { backdrop-filter: blur(2px) }</style><p>a <b>b</b></p>"
    ])
    #expect(nested.problems().contains("`backdrop-filter: blur(2px)` is not painted in another box with one"))
    let single = MemorySite([
      "index.html": "<!doctype html><title>t</title><style>p { backdrop-filter: blur(2px) }</style><p>a <b>b</b></p>"
    ])
    #expect(!single.problems().contains("HYB3086"))
  }

  /// Where an `<img>` or a sheet names an image with more pixels than are painted.
  @Test func imagesOfTooManyPixelsAreReported() {
    var site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><img src=big.gif alt=x><img src=small.gif alt=y>
      <p style="background: url(big.gif)">words</p>
      """
    ])
    /// A GIF of so many pixels on each side, and nothing in it.
    func image(_ side: UInt16) -> [UInt8] {
      let bytes = [UInt8(truncatingIfNeeded: side), UInt8(truncatingIfNeeded: side >> 8)]
      return Array("GIF89a".utf8) + bytes + bytes + [0, 0, 0, 0x3B]
    }
    site.files["big.gif"] = image(10_000)
    site.files["small.gif"] = image(8_000)
    let found = site.problems().split(separator: "\n").filter { $0.contains("HYB3086") }
    #expect(
      found.map(String.init) == [
        "index.html:1:37 warning HYB3086 `big.gif` is not painted: it has 100 million pixels, and at most 67 million are",
        "index.html:2:23 warning HYB3086 `big.gif` is not painted: it has 100 million pixels, and at most 67 million are",
      ])
  }

  @Test func whatBrowsersDrawInsideOfFieldsAndFramesIsReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><input type=file><input type=date><input type=file hidden>
      <iframe srcdoc="<p>x" title=map></iframe>
      <style>::file-selector-button { border: 0 } .room { perspective: 100px } .wall { transform: rotateY(40deg) } .flat { transform: rotate(40deg) }</style>
      <div class=room><p class=flat>flat</p><p class=wall>turned</p></div>
      <p class=wall>without perspective</p>
      <p style="transform: perspective(9px) rotateX(4deg)">own</p>
      """
    ])
    #expect(
      site.problems() == """
        index.html:1:32 warning HYB3086 `::file-selector-button` is not painted with styles of its own: the first screen \
        shows the page without it
        index.html:2:1 warning HYB3086 `<iframe>` is not painted with the page in it: the first screen shows the page without it
        index.html:3:53 warning HYB3086 `perspective: 100px` is not painted: the first screen shows the page without it
        index.html:6:1 warning HYB3086 `transform: perspective()` is not painted: the first screen shows the page without it
        """)
  }

  @Test func propertiesThatAreNotPaintedAreReportedAtTheirDeclarations() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css><p class=a>x</p><p class=b>y</p><div class=c>z</div><p class=d>u</p><p class=e>v</p><input type=password value=w>
      <math><mi>x</mi></math><svg><path id=w d="M0 0h9"/><text><textPath href="#w">x</textPath></text></svg>
      """,
      "app.css": """
      .a { -webkit-box-reflect: below 4px; corner-shape: bevel }
      .b { -webkit-mask-box-image: linear-gradient(red, blue) 3; image-orientation: none }
      .c { display: flex; column-rule: 2px solid; row-rule: 1px solid; text-shadow: 0 0 red }
      .d { border-shape: circle(); font-palette: dark; font-variant-emoji: text }
      .e { offset-path: path("M0 0h9"); -webkit-text-security: disc; clip-path: circle(4px) }
      """,
    ])
    let problems = site.problems()
    let tail = ": the first screen shows the page without it"
    for problem in [
      "app.css:1:6 warning HYB3086 `-webkit-box-reflect: below 4px` is not painted",
      "app.css:1:38 warning HYB3086 `corner-shape: bevel` is not painted",
      "app.css:2:6 warning HYB3086 `-webkit-mask-box-image: linear-gradient(red, blue) 3` is not painted",
      "app.css:3:21 warning HYB3086 `column-rule: 2px solid` is not painted in flex and grid containers",
      "app.css:3:45 warning HYB3086 `row-rule: 1px solid` is not painted",
      "app.css:4:6 warning HYB3086 `border-shape: circle()` is not painted",
      "app.css:4:30 warning HYB3086 `font-palette: dark` is not painted",
      "app.css:4:50 warning HYB3086 `font-variant-emoji: text` is not painted",
      "app.css:5:6 warning HYB3086 `offset-path: path(\"M0 0h9\")` is not painted",
      "app.css:5:35 warning HYB3086 `-webkit-text-security: disc` is not painted",
      "index.html:2:1 warning HYB3086 `<math>` is not painted as a formula",
      "warning HYB3086 `<textPath>` is not painted along its path",
    ] { #expect(problems.contains(problem + tail), "\(problems)") }
    #expect(!problems.contains("text-shadow") && !problems.contains("clip-path"))
    // Only images are turned.
    #expect(!problems.contains("image-orientation"))
  }

  @Test func partsOfControlsWithStylesOfTheirOwnAreReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css><label>a <input type=range></label>
      <video controls></video><p class=made>x</p>
      """,
      "app.css": """
      .a, input::-webkit-slider-container { background: red }
      input::-webkit-slider-container:hover { background: blue }
      input::-webkit-slider-thumb { background: red }
      progress::-webkit-progress-inner-element { background: red }
      input::-webkit-search-cancel-button { display: none }
      .made::before { content: linear-gradient(red, blue) }
      """,
    ])
    let problems = site.problems()
    let tail = ": the first screen shows the page without it"
    for problem in [
      "app.css:1:1 warning HYB3086 `::-webkit-slider-container` is not painted with styles of its own",
      "app.css:6:17 warning HYB3086 `content: linear-gradient(red, blue)` is not painted",
      "index.html:2:1 warning HYB3086 `<video controls>` is not painted",
    ] { #expect(problems.contains(problem + tail), "\(problems)") }
    // No element has such a part, or it shows only under a pointer.
    #expect(
      !problems.contains("progress-inner") && !problems.contains("slider-thumb") && !problems.contains("cancel-button"))
    #expect(problems.ranges(of: "slider-container").count == 1)
  }

  @Test func whatDrawingsAskForInVainIsReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title>
      <style>.a { clip-path: circle(2px) } .b { mask-image: linear-gradient(red, transparent) }</style>
      <svg width=40 height=40><use class=a href="#b" /><rect id=b class=b width=9 height=9 /></svg>
      <svg width=40 height=40><rect shape-rendering=crispEdges width=9 height=9 /><g style="mix-blend-mode: multiply"><path d=M0,0h9 /></g></svg>
      """
    ])
    let tail = ": the first screen shows the page without it\n"
    #expect(
      site.problems() + "\n" == """
        index.html:2:13 warning HYB3086 `clip-path: circle(2px)` is not painted around texts and `<use>` elements of \
        drawings\(tail)\
        index.html:2:43 warning HYB3086 `mask-image: linear-gradient(red, transparent)` is not painted in drawings where it names \
        no element\(tail)\
        index.html:4:25 warning HYB3086 `shape-rendering` is not painted with hard edges\(tail)
        """)
  }

  @Test func groupsBelowTheDeepestAreReported() {
    func problems(_ depth: Int) -> String {
      let open = String(repeating: "<div class=f>", count: depth)
      let close = String(repeating: "</div>", count: depth)
      let style = "<style>.f { opacity: .9 }</style>"
      return MemorySite(["index.html": "<!doctype html><title>t</title>\(style)\(open)x\(close)"]).problems()
    }
    #expect(problems(16) == "")
    #expect(
      problems(17) == """
        index.html:1:273 warning HYB3086 `opacity` is not painted in more than 16 nested groups: the first screen shows the \
        page without it
        """)
  }

  @Test func imagesThatAreNotPaintedAreReportedAtTheirDeclaration() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=app.css><p class=m>x</p>
      """,
      "app.css": """
      .b { background: red }
      .m { mask: -webkit-cross-fade(url(a.svg), linear-gradient(red, blue), 20%) }
      """,
      "a.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>",
    ])
    let problems = site.problems()
    #expect(problems.contains("app.css:2:6 warning HYB3086 `mask-image: "), "\(problems)")
  }

  @Test func whatIsNotShownIsNotReported() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><style>.z { shape-outside: circle() } .n { display: none }</style><p class="z n">not there</p>
      """
    ])
    #expect(site.problems() == "")
  }
}
