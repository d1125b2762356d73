import Compiler
import Testing

/// `<noscript>` with scripts on, which is the default, and off.
@Suite struct NoscriptTests {
  private let site = MemorySite([
    "sub/index.html": """
    <!DOCTYPE html>
    <html lang=en><head><meta charset=utf-8><title>t</title>
    <noscript><link rel=stylesheet href=gone.css><style>main{display:none}</style></noscript>
    <style>* { margin: 0 } main, div { height: 10px }</style></head>
    <body><noscript><div>Off</div><img src="/a.png?x&y" width=5 height=5 alt><p>one</p><p style="background:url(/a.png)">two</p>
    </noscript><main></main>
    """,
    "page.xhtml": """
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><style>* { margin: 0 } div { height: 10px }</style></head>
    <body><noscript><div>Off</div></noscript><div>On</div></body></html>
    """,
    "a.png": "",
  ])

  @Test func isATextWhereScriptsRun() {
    #expect(site.problems("sub/index.html") == "")
    #expect(
      site.boxes("sub/index.html") == """
        html>body>noscript:nth-child(1) no box
        html>body>main:nth-child(2) 0 0 400 10
        """)
    let page = String(decoding: site.compile("sub/index.html").webFile, as: UTF8.self)
    #expect(
      page == """
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/><title>t</title>
        <noscript><link rel="stylesheet" href="gone.css"/><style>main{display:none}</style></noscript>
        <style>* { margin: 0 } main, div { height: 10px }</style></head>
        <body><noscript><div>Off</div><img src="../a.png?x&amp;y" width="5" height="5" alt=""/><p>one</p>\
        <p style="background:url(&quot;../a.png&quot;)">two</p>
        </noscript><main></main></body></html>
        """)
    #expect(
      site.boxes("page.xhtml") == """
        html>body>noscript:nth-child(1) no box
        html>body>noscript:nth-child(1)>div:nth-child(1) no box
        html>body>div:nth-child(2) 0 0 400 10 "On"
        """)
  }

  @Test func isLaidOutWhereNoneRun() {
    #expect(
      site.problems("sub/index.html") { $0.features.scripting = false } == """
        sub/index.html:5:36 warning HYB3005 the image `a.png` cannot be read: the file is empty
        sub/index.html:5:105 warning HYB3005 the image `a.png` cannot be read: the file is empty
        sub/index.html:3:32 error HYB0130 the stylesheet `sub/gone.css` is not in the site
        """)
    #expect(
      site.boxes("sub/index.html") { $0.features.scripting = false } == """
        html>body>noscript:nth-child(1) 0 0 400 64
        html>body>noscript:nth-child(1)>div:nth-child(1) 0 0 400 10 "Off"
        html>body>noscript:nth-child(1)>img:nth-child(2) 0 19 5 5
        html>body>noscript:nth-child(1)>p:nth-child(3) 0 28 400 18 "one"
        html>body>noscript:nth-child(1)>p:nth-child(4) 0 46 400 18 "two"
        html>body>main:nth-child(2) no box
        """)
    #expect(
      site.boxes("page.xhtml") { $0.features.scripting = false } == """
        html>body>noscript:nth-child(1) 0 0 400 10
        html>body>noscript:nth-child(1)>div:nth-child(1) 0 0 400 10 "Off"
        html>body>div:nth-child(2) 0 10 400 10 "On"
        """)
  }
}
