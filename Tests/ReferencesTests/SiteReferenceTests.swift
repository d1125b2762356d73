import References
import Testing

@Suite struct SiteReferenceTests {
  @Test(arguments: [
    ("a.css", "local a/b/a.css"), ("./a.css?v=1#x", "local a/b/a.css ?v=1#x"), ("../a.css", "local a/a.css"),
    ("../../../a.css", "outside ../../../a.css"), ("/img/a%20b.png", "local img/a b.png"),
    ("//cdn.test/x", "remote //cdn.test/x"),
    ("HTTPS://x.test/", "remote HTTPS://x.test/"), ("data:,x", "data"), ("mailto:a@b", "scheme mailto"),
    ("#top", "page #top"), ("", "page "), ("?q=1", "local a/b/p.html ?q=1"), ("img/", "directory a/b/img"),
    ("/", "directory "), ("..", "directory a"), (" a\n.css ", "local a/b/a.css"), ("a\\b.css", "local a/b/a/b.css"),
    ("javascript:void(0)", "scheme javascript"), ("/a/b-1_~.c", "local a/b-1_~.c"), ("/a//b", "local a/b"),
    ("/a/./b", "local a/b"), ("/a/../b", "local b"), ("/a/..", "directory "), ("/a/", "directory a"),
    ("/.a", "local .a"),
    ("/a?b", "local a ?b"), ("/a b", "local a b"),
  ])
  func leads(url: String, expected: String) {
    #expect(shown(SiteReference(url, from: "a/b/p.html")) == expected)
  }

  /// Tools that write whole URLs name the site's own as its base.
  @Test(arguments: [
    ("https://Example.org/blog/css/a.css?v=1", "local css/a.css ?v=1"), ("//example.org/blog/a/", "directory a"),
    ("http://example.org/blog/#x", "directory "), ("https://example.org/blog", "directory "),
    ("https://example.org/other/a.css", "remote https://example.org/other/a.css"),
    ("https://example.org.evil.test/blog/a.css", "remote https://example.org.evil.test/blog/a.css"),
    ("https://example.org@evil.test/blog/", "remote https://example.org@evil.test/blog/"),
    ("ftp://example.org/blog/a", "remote ftp://example.org/blog/a"), ("/blog/b.css", "local b.css"),
    ("c.css", "local a/b/c.css"), ("https://example.org/blog/../../x", "outside /blog/../../x"),
  ])
  func wholeURLsBelowTheBaseAreTheSites(url: String, expected: String) {
    #expect(shown(SiteReference(url, from: "a/b/p.html", base: "https://example.org/blog/")) == expected)
  }

  private func shown(_ reference: SiteReference) -> String {
    switch reference {
    case .local(let path, let suffix): "local \(path)" + (suffix.isEmpty ? "" : " \(suffix)")
    case .samePage(let fragment): "page \(fragment)"
    case .remote(let remote): "remote \(remote)"
    case .data: "data"
    case .otherScheme(let scheme): "scheme \(scheme)"
    case .outside(let outside): "outside \(outside)"
    case .directory(let path, _): "directory \(path)"
    }
  }

  @Test func pathsBetweenFilesAreRelative() {
    #expect(SiteReference.relative(to: "css/a b.css", from: "news/today/index.html") == "../../css/a%20b.css")
    #expect(SiteReference.relative(to: "news/a.css", from: "news/index.html") == "a.css")
    #expect(SiteReference.relative(to: "x:y.css", from: "index.html") == "./x:y.css")
  }
}
