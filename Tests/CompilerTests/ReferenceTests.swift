import Testing

@testable import Compiler

@Suite struct ReferenceTests {
  @Test func eachMissingReferenceHasItsPlaceAndSeverity() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html>
      <title>t</title>
      <link rel=stylesheet href=missing.css>
      <link rel=stylesheet href=a.css>
      <script src=js/missing.js></script>
      <img src=missing.png alt=x>
      <img srcset="ok.svg 1x, gone.png 2x" alt=x>
      <a href=dead.html>x</a> <a href=/profile>route</a> <a href="#x">x</a>
      <link rel=stylesheet href=https://cdn.test/x.css>
      <img src=../up.png alt=x>
      """,
      "a.css": "@import 'gone.css';\nbody { background: url(bg.png) }",
      "ok.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    ])
    #expect(
      site.problems() == """
        index.html:5:9 error HYB0131 the script `js/missing.js` is not in the site
        index.html:6:6 warning HYB0133 the image `missing.png` is not in the site
        index.html:7:6 warning HYB0133 the image `gone.png` is not in the site
        index.html:10:6 error HYB0136 the image `../up.png` leaves the site
        index.html:3:22 error HYB0130 the stylesheet `missing.css` is not in the site
        index.html:9:22 warning HYB0135 the stylesheet `https://cdn.test/x.css` is remote and takes no part in the build
        a.css:1:1 warning HYB0132 the imported stylesheet `gone.css` is not in the site
        a.css:2:20 warning HYB0133 the image `bg.png` is not in the site
        """)
    #expect(site.problems { $0.isSnapshot = true }.contains("index.html:5:9 warning HYB0138"))
    #expect(!site.problems { $0.allowsRemote = true }.contains("HYB0135"))
  }

  @Test func styleAttributesAreChecked() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html>
      <title>t</title>
      <p style="colr: red; background: url(gone.png)">x</p>
      <p style="font-family: &quot;Foo&quot;; colr: red">x</p>
      <p style="font-family: &quot;Foo&quot;; colr: red">x</p>
      <p style='content: "&amp;amp;";
        width: heigth'>x</p>
      <template><p style="background: url(/a.css)">x</p><p style="width: {{ width }}px">x</p></template>
      """,
      "a.css": "p { background: url(a.css) url(bad.png) }", "bad.png": "x",
    ])
    #expect(
      site.problems() == """
        index.html:3:11 warning HYB2002 Unknown property `colr`
        index.html:3:34 warning HYB0133 the image `gone.png` is not in the site
        index.html:4:41 warning HYB2002 Unknown property `colr`
        index.html:5:41 warning HYB2002 Unknown property `colr`
        index.html:7:10 warning HYB2003 `heigth` is not a valid value of `width`
        index.html:4:4 warning HYB3001 text in `Foo` is measured with a stand-in font
        """)
  }

  @Test func brokenImagesAreReported() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html>
      <title>t</title>
      <link rel=stylesheet href=a.css>
      <img src=bad.png alt=x><img srcset="cut.gif 1x, empty.jpg 2x" alt=x>
      """,
      "a.css": "p { background: url(bad.png); behavior: url(a.css) }", "bad.png": "\u{0089}PNG", "cut.gif": "GIF89a",
      "empty.jpg": "",
    ])
    #expect(
      site.problems() == """
        index.html:4:6 warning HYB3005 the image `bad.png` cannot be read: not an image in a format that is known
        index.html:4:29 warning HYB3005 the image `cut.gif` cannot be read: the gif file ends inside its header
        index.html:4:29 warning HYB3005 the image `empty.jpg` cannot be read: the file is empty
        a.css:1:17 warning HYB3005 the image `bad.png` cannot be read: not an image in a format that is known
        """)
  }

  /// As Chromium shows them: what XML's parser refuses is a broken image, and no size is taken from its header.
  @Test func malformedVectorImagesAreReported() {
    let start = "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='40'>"
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html>
      <title>t</title>
      <img src=cut.svg alt><img src=good.svg alt>
      <img src=bare.svg alt><img src=prefix.svg alt><img src=entity.svg alt>
      <p style="background: url(and.svg)">
      """, "good.svg": "<?xml version='1.0'?>\(start)<g/></svg>", "cut.svg": "\(start)\n<g>",
      "bare.svg": "<svg width='50' height='40'/>", "prefix.svg": "\(start)<use xlink:href='#a'/></svg>",
      "entity.svg": "<!DOCTYPE svg [<!ENTITY a 'x'>]>\(start)<text>&a;</text></svg>",
      "and.svg": "\(start)<text>a & b</text></svg>",
    ])
    #expect(
      site.problems() == """
        index.html:3:6 warning HYB3005 the image `cut.svg` cannot be read: the SVG cannot be shown: line 2, column 4: \
        Premature end of data in tag g line 2
        index.html:4:6 warning HYB3005 the image `bare.svg` cannot be read: the SVG cannot be shown: its root is not an svg \
        element of the namespace http://www.w3.org/2000/svg
        index.html:4:28 warning HYB3005 the image `prefix.svg` cannot be read: the SVG cannot be shown: line 1, column 84: \
        Namespace prefix xlink for href on use is not defined
        index.html:5:23 warning HYB3005 the image `and.svg` cannot be read: the SVG cannot be shown: line 1, column 73: \
        xmlParseEntityRef: no name
        """)
  }

  @Test func brokenFontsAreReported() {
    let site = MemorySite([
      "index.html": "<!DOCTYPE html><title>t</title><link rel=stylesheet href=a.css>",
      "a.css": "@font-face { font-family: A; src: url(a.woff2) format('woff2'), url(a.eot) }", "a.woff2": "wOF2x",
      "a.eot": "x",
    ])
    #expect(
      site.problems()
        == """
        a.css:1:35 warning HYB3002 the font `a.woff2` cannot be used: the font is damaged: the WOFF2 font does \
        not unpack
        """)
  }

  @Test func placesFarAlongALineAreRight() {
    let site = MemorySite([
      "index.html": "<!DOCTYPE html><title>t</title><b>" + String(repeating: "é", count: 12_000)
        + "</b><style>\r\np { color: red }\r\nq { colr: red }</style><style>i { colr: red }</style>"
    ])
    #expect(
      site.problems() == """
        index.html:3:5 warning HYB2002 Unknown property `colr`
        index.html:3:35 warning HYB2002 Unknown property `colr`
        """)
    let flat = MemorySite([
      "index.html": "<!DOCTYPE html><title>t</title><b>" + String(repeating: "é", count: 12_000)
        + "</b><style>i { colr: red }</style>"
    ])
    let problem = flat.compile().diagnostics.first
    #expect(problem?.location?.column == 12_050)
    #expect(problem?.sourceLineColumn == 11_950)
    #expect(problem?.sourceLine == String(repeating: "é", count: 85) + "</b><style>i { colr: red }</style>")
  }

  @Test func inputsRecordWhatWasLookedFor() {
    let page = MemorySite(["index.html": "<link rel=stylesheet href=a.css><img src=b.png>", "a.css": "p{}"]).compile()
    #expect(page.inputs == ["index.html": true, "a.css": true, "b.png": false])
    #expect(page.references == ["a.css", "index.html"])
  }

  @Test func packagedPagesPointInsideThePackage() {
    let page = MemorySite([
      "news/index.html": """
      <!DOCTYPE html><html><head><title>t</title><link rel=stylesheet href="/css/a.css"></head>
      <body><img srcset="/img/a.png 1x, /img/b.png 2x" src=/img/a.png alt><a href="/">home</a></body></html>
      """,
      "css/a.css": "", "img/a.png": "", "img/b.png": "", "index.html": "",
    ]).compile("news/index.html")
    let markup = String(decoding: page.webFile, as: UTF8.self)
    #expect(markup.contains(#"href="../css/a.css""#))
    #expect(markup.contains(#"srcset="../img/a.png 1x, ../img/b.png 2x""#))
    #expect(markup.contains(#"<a href="../index.html">home</a>"#))
  }
}

@Suite struct PackagedReferenceTests {
  private func rewritten(_ css: String, in path: String = "css/deep/a.css", base: String = "/") -> String? {
    PackagedStyleSheet(path: path, base: base).rewritten(Array(css.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("a{b:url(/img/a.png)}", "a{b:url(\"../../img/a.png\")}"),
    ("a{b:URL( '/img/a b.png?x#y' ) c}", "a{b:URL( \"../../img/a%20b.png?x#y\" ) c}"),
    ("@import '/css/b.css' screen;", "@import \"b.css\" screen;".replacing("b.css", with: "../b.css")),
    ("@import url(/css/deep/b.css);", "@import url(\"b.css\");"),
    (
      "a{b:image-set('/x.png' 1x, url(/y.png) 2x type('/image'))}",
      "a{b:image-set(\"../../x.png\" 1x, url(\"../../y.png\") 2x type('/image'))}"
    ),
    (
      "@font-face{src:url(/f.woff2)format('woff2'),url(/f.eot?#iefix)}",
      "@font-face{src:url(\"../../f.woff2\")format('woff2'),url(\"../../f.eot?#iefix\")}"
    ),
    ("a{b:url(/x", "a{b:url(\"../../x\")"), ("a{b:url( \"/x", "a{b:url( \"../../x\""),
    ("a{--x:url(/a?\\\"b)}", "a{--x:url(\"../../a?\\\"b\")}"),
  ])
  func countsFromTheSheet(css: String, expected: String) {
    #expect(rewritten(css) == expected)
  }

  @Test(arguments: [
    "a{b:url(img/a.png) url(//cdn.test/x) url(https://x.test/) url(#x) url(data:,/x) url('../x')}",
    "@namespace url(/x); @namespace y '/y';", "a{content:'/x'} b[href='/x']{}", "/* url(/x) */", "a{b:url(/x y)}",
    "a{b:url(/../../x)}", "",
  ])
  func otherURLsStay(css: String) {
    #expect(rewritten(css) == nil)
  }

  @Test func configuredBaseIsTakenOff() {
    #expect(rewritten("a{b:url(/app/x.png)}", in: "a.css", base: "/app/") == "a{b:url(\"x.png\")}")
  }

  @Test func bytesOfOtherEncodingsStay() {
    let css: [UInt8] = Array("/*".utf8) + [0xC4, 0xE3] + Array("*/a{b:url(/x)}".utf8)
    let expected: [UInt8] = Array("/*".utf8) + [0xC4, 0xE3] + Array("*/a{b:url(\"x\")}".utf8)
    #expect(PackagedStyleSheet(path: "a.css", base: "/").rewritten(css) == expected)
  }

  private func rewritten(svg: String, base: String = "/") -> String? {
    PackagedFile.rewritten(Array(svg.utf8), path: "img/deep/a.svg", base: base).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("<svg><image href='/b.png'/></svg>", "<svg><image href=\"../../b.png\"/></svg>"),
    (
      "<svg><use xlink:href=\"/img/s.svg?a&amp;b#c\" x='1'/><a href=\"/p.html\"/></svg>",
      "<svg><use xlink:href=\"../s.svg?a&amp;b#c\" x='1'/><a href=\"../../p.html\"/></svg>"
    ),
    (
      "<svg><path fill=\"url(/p.svg#a)\" style='fill: url( /q.svg#b )' d='M0 0'/></svg>",
      "<svg><path fill=\"url(&quot;../../p.svg#a&quot;)\" style=\"fill: url(&quot;../../q.svg#b&quot;)\" d='M0 0'/></svg>"
    ),
    (
      "<svg><style><![CDATA[ a > b { fill: url(/p.svg#a) } ]]></style></svg>",
      "<svg><style><![CDATA[ a > b { fill: url(\"../../p.svg#a\") } ]]></style></svg>"
    ),
    ("<svg a='/&<x href='/y'", nil), ("<svg><style>a{b:url(/x", "<svg><style>a{b:url(\"../../x\")"),
  ])
  func drawingsCountFromTheirFile(svg: String, expected: String?) {
    #expect(rewritten(svg: svg) == expected)
  }

  @Test(arguments: [
    "<svg><image href='b.png'/><use href='#a'/><a href='//cdn.test/x'/><image href='data:,/x'/></svg>",
    "<svg><!-- href='/x' --><text>href='/x'</text><path d='M(/1'/></svg>", "<svg><image href='/&mine;b.png'/></svg>",
    "", "<", "<svg href='/",
  ])
  func drawingsStayAsTheyAre(svg: String) {
    #expect(rewritten(svg: svg) == nil)
  }

  @Test func pagesPointIntoThePackage() {
    let page = MemorySite([
      "news/index.html": """
      <!DOCTYPE html><title>t</title>
      <link rel=stylesheet href=/a.css integrity=sha256-Jfbr/VhnzYyxzW1zgcCw3mr0E+CD5dzARQn6x3BpORQ=>
      <link rel=stylesheet href=/b.css integrity=sha256-/lZ8SkR5fyPmTEBSfuEq8ATxV2h5Cbe6/Wn8ASDmAvw=>
      <style>p > a { background: url(/img/a.png) }</style>
      <p style="background: url('/img/a.png')" @click="go('/x')">
      <svg><rect fill="url(/p.svg#a)"/></svg>
      <img src=/img/a.png srcset="/img/a.png 2x" alt=x>
      """,
      "a.css": "a { background: url(/img/a.png) }", "b.css": "a {}", "img/a.png": "", "p.svg": "",
    ]).compile("news/index.html")
    let text = String(decoding: page.webFile, as: UTF8.self)
    #expect(text.contains("<link rel=\"stylesheet\" href=\"../a.css\" integrity=\"\"/>"))
    #expect(text.contains("href=\"../b.css\" integrity=\"sha256-"))
    #expect(text.contains("<style>p > a { background: url(\"../img/a.png\") }</style>"))
    #expect(text.contains("<p style=\"background: url(&quot;../img/a.png&quot;)\" @click=\"go('/x')\">"))
    #expect(text.contains("<rect fill=\"url(&quot;../p.svg#a&quot;)\"/>"))
    #expect(text.contains("<img src=\"../img/a.png\" srcset=\"../img/a.png 2x\" alt=\"x\"/>"))
    #expect(!page.diagnostics.contains { $0.code == .markupNotReadBack })
  }
}
