@testable import Compiler
import Testing

@Suite struct SiteReferenceTests {
  @Test(arguments: [
    ("a.css", "local a/b/a.css"), ("./a.css?v=1#x", "local a/b/a.css ?v=1#x"), ("../a.css", "local a/a.css"),
    ("../../../a.css", "outside ../../../a.css"), ("/img/a%20b.png", "local img/a b.png"),
    ("//cdn.test/x", "remote //cdn.test/x"),
    ("HTTPS://x.test/", "remote HTTPS://x.test/"), ("data:,x", "data"), ("mailto:a@b", "scheme mailto"),
    ("#top", "page #top"), ("", "page "), ("?q=1", "local a/b/p.html ?q=1"), ("img/", "directory a/b/img"),
    ("/", "directory "), ("..", "directory a"), (" a\n.css ", "local a/b/a.css"), ("a\\b.css", "local a/b/a/b.css"),
    ("javascript:void(0)", "scheme javascript"),
  ])
  func leads(url: String, expected: String) {
    let text: String =
      switch SiteReference(url, from: "a/b/p.html") {
      case .local(let path, let suffix): "local \(path)" + (suffix.isEmpty ? "" : " \(suffix)")
      case .samePage(let fragment): "page \(fragment)"
      case .remote(let remote): "remote \(remote)"
      case .data: "data"
      case .otherScheme(let scheme): "scheme \(scheme)"
      case .outside(let outside): "outside \(outside)"
      case .directory(let path, _): "directory \(path)"
      }
    #expect(text == expected)
  }

  @Test func pathsBetweenFilesAreRelative() {
    #expect(SiteReference.relative(to: "css/a b.css", from: "news/today/index.html") == "../../css/a%20b.css")
    #expect(SiteReference.relative(to: "news/a.css", from: "news/index.html") == "a.css")
    #expect(SiteReference.relative(to: "x:y.css", from: "index.html") == "./x:y.css")
  }

  @Test func eachMissingReferenceHasItsPlaceAndSeverity() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html>
      <title>t</title>
      <link rel=stylesheet href=missing.css>
      <link rel=stylesheet href=a.css>
      <script src=js/missing.js></script>
      <img src=missing.png alt=x>
      <img srcset="ok.png 1x, gone.png 2x" alt=x>
      <a href=dead.html>x</a> <a href=/profile>route</a> <a href="#x">x</a>
      <link rel=stylesheet href=https://cdn.test/x.css>
      <img src=../up.png alt=x>
      """,
      "a.css": "@import 'gone.css';\nbody { background: url(bg.png) }",
      "ok.png": "x",
    ])
    #expect(
      site.problems() == """
        index.html:5:9 error HYB0131 the script `js/missing.js` is not in the site
        index.html:6:6 warning HYB0133 the image `missing.png` is not in the site
        index.html:7:6 warning HYB0133 the image `gone.png` is not in the site
        index.html:8:4 warning HYB0137 the link's target `dead.html` is not in the site
        index.html:10:6 error HYB0136 the image `../up.png` leaves the site
        index.html:3:22 error HYB0130 the stylesheet `missing.css` is not in the site
        index.html:9:22 warning HYB0135 the stylesheet `https://cdn.test/x.css` is remote and takes no part in the build
        a.css:1:1 error HYB0132 the imported stylesheet `gone.css` is not in the site
        a.css:2:20 warning HYB0133 the image `bg.png` is not in the site
        """)
    #expect(site.problems { $0.isSnapshot = true }.contains("index.html:5:9 warning HYB0138"))
    #expect(!site.problems { $0.allowsRemote = true }.contains("HYB0135"))
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
