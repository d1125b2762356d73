import Foundation
import Testing

@Suite struct MarkdownVerbTests {
  private static let layout =
    "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    + "<title>{{ page.title }}</title></head><body><main><slot></slot></main></body></html>"

  /// A page of HTML.
  private static let plain = layout.replacing("{{ page.title }}", with: "t")

  private func dom(_ page: String, in scratch: Scratch) throws -> String {
    let answer = try Command.run("inspect", "dom", page, "--format", "xhtml", in: scratch.url)
    #expect(answer.status == 0, "\(answer.errors)")
    return answer.output
  }

  @Test func filesWithFrontMatterArePages() throws {
    let scratch = try Scratch()
    try scratch.write("layouts/post.html", Self.layout)
    try scratch.write(
      "posts/first.md", "---\ntitle: \"First: one\"\nlayout: post\n---\n# Hi\n\n[two](second.md#b) `{{ page.title }}`\n"
    )
    try scratch.write("posts/second.md", "---\n---\n# B\n\n{{ page.title }} {{ page.url }}\n")
    try scratch.write("posts/draft.md", "---\ndraft: true\n---\nno\n")
    try scratch.write("README.md", "---\ntitle: no\n---\n")
    let build = try Command.run("build", "--format", "json", in: scratch.url)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    #expect(build.output.contains(#""pages":2"#), "\(build.output)")
    let first = try dom("posts/first.html", in: scratch)
    #expect(first.contains("<title>First: one</title>"), "\(first)")
    #expect(first.contains("<h1 id=\"hi\">Hi</h1>") && first.contains("href=\"second.html#b\""))
    #expect(first.contains("<code>{{ page.title }}</code>"))
    let second = try dom("posts/second.html", in: scratch)
    #expect(second.contains("<title>B</title>") && second.contains("B /posts/second.html"), "\(second)")
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
    // What changes in a file is built again.
    try scratch.write("posts/second.md", "---\ntitle: C\n---\n{{ page.title }}\n")
    #expect(try Command.run("build", "--verify-incremental", in: scratch.url).status == 0)
    #expect(try dom("posts/second.html", in: scratch).contains("<p>C</p>"))
  }

  /// A draft that is not understood never ships.
  @Test(arguments: [
    ("---\ndraft: yes\n---\nsecret\n", "p.md:1:1: error[HYB4171]: `draft` is neither `true` nor `false`"),
    ("---\ndraft: 1\n---\nsecret\n", "error[HYB4171]: `draft` is neither"),
    ("---\ndraft: true\n\nsecret\n", "p.md:1:1: error[HYB4171]: the front matter has no second line of `---`"),
  ])
  func draftsThatAreNotUnderstoodAreErrors(text: String, problem: String) throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.plain)
    try scratch.write("p.md", text)
    let build = try Command.run("build", in: scratch.url)
    #expect(build.status == 1 && build.errors.contains(problem), "\(build.errors)")
    // A text that begins with a rule is a text.
    try scratch.write("p.md", "---\n\nNo draft: a rule\n")
    #expect(try Command.run("build", in: scratch.url).status == 0)
  }

  @Test func collectionsListPagesNewestFirst() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      Self.plain.replacing(
        "<slot></slot>",
        with:
          "<a t:static=\"post in collections.posts\" href=\"{{ post.url }}\">{{ post.title }} {{ post.date | date short }}</a>"
      ))
    try scratch.write("posts/a.md", "---\ntitle: A\ndate: 2026-01-02\n---\n")
    try scratch.write("posts/b.md", "---\ntitle: B\ndate: 2026-03-04\n---\n")
    try scratch.write(
      "posts/c.html",
      Self.plain.replacing(
        "</head>",
        with: "<script type='application/hybrid+json'>{\"title\":\"C\",\"date\":\"2026-02-03\"}</script></head>"))
    try scratch.write("posts/index.md", "---\ntitle: no\n---\n")
    let names = { (text: String) in text.matches(of: #/posts/(\w)\.html/#).map { String($0.1) } }
    let index = try dom("index.html", in: scratch)
    #expect(names(index) == ["b", "c", "a"], "\(index)")
    #expect(try Command.run("build", in: scratch.url).status == 0)
    // A new post, and another date, reach the list through the cache.
    try scratch.write("posts/d.md", "---\ntitle: D\ndate: 2026-04-04\n---\n")
    try scratch.write("posts/a.md", "---\ntitle: A\ndate: 2026-05-02\n---\n")
    #expect(try Command.run("build", "--verify-incremental", in: scratch.url).status == 0)
    #expect(names(try dom("index.html", in: scratch)) == ["a", "d", "b", "c"])
    try scratch.write(
      "index.html", Self.plain.replacing("<slot></slot>", with: "<a t:static='p in collections.post'>x</a>"))
    let wrong = try Command.run("check", in: scratch.url)
    #expect(
      wrong.errors.contains("error[HYB4110]") && wrong.errors.contains("did you mean `posts`?"), "\(wrong.errors)")
  }

  @Test func configurationMakesPagesOfFilesWithoutFrontMatter() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", #"{"markdown": {"pages": ["guide/**"], "layout": "layouts/page.html"}}"#)
    try scratch.write("layouts/page.html", Self.layout)
    try scratch.write("guide/start.md", "# Start\n")
    try scratch.write("guide/README.md", "# no\n")
    try scratch.write("other.md", "# other\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.output.hasPrefix("1 page"), "\(check.output)")
    #expect(check.errors.contains("other.md:1:1: note[HYB0173]"), "\(check.errors)")
    #expect(try dom("guide/start.html", in: scratch).contains("<title>Start</title>"))
  }

  @Test func problemsAreInTheMarkdownFile() throws {
    let scratch = try Scratch()
    try scratch.write("about.md", "---\ntitle: About\n---\n\n# About\n\n[gone](nowhere.md)\n\n<p>\n<b>x\n</p>\n")
    try scratch.write("bad.md", "---\ntitle: a: b\n---\n")
    try scratch.write("gone.md", "---\nlayout: none\n---\nx\n")
    try scratch.write("twice.md", "---\n---\nx\n")
    try scratch.write("twice.html", Self.plain)
    let check = try Command.run("check", in: scratch.url)
    #expect(check.errors.contains("about.md:7:1: warning[HYB0137]"), "\(check.errors)")
    #expect(check.errors.contains("about.md:10:1: warning[HYB1054]"), "\(check.errors)")
    #expect(check.errors.contains("bad.md:2:9: error[HYB4171]"), "\(check.errors)")
    #expect(check.errors.contains("gone.md:2:1: error[HYB4101]"), "\(check.errors)")
    #expect(check.errors.contains("twice.md:1:1: warning[HYB4170]"), "\(check.errors)")
  }

  /// Names of the repository's own files count at the site's root, in capitals and without front matter.
  @Test func pagesMayHaveNamesOfTheRepositorysFiles() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", #"{"markdown": {"pages": ["**"]}}"#)
    for path in [
      "about/security.md", "about/HISTORY.md", "posts/changes-in-june.md", "history.md", "authors.md", "SECURITY.md",
      "LICENSE-MIT.md", "Changelog.md", "about/readme.de.md", "README.md",
    ] {
      try scratch.write(path, "# \(path)\n")
    }
    try scratch.write("CONTRIBUTING.md", "---\ntitle: Help us\n---\n")
    // A licence that begins with a rule is not a page that lost its front matter.
    try scratch.write("NOTICE.md", "---\na: 1\n\nText\n")
    let json = try Command.run("build", "--format", "json", "-o", "dist", in: scratch.url)
    #expect(json.status == 0 && json.output.contains(#""pages":6"#), "\(json.output) \(json.errors)")
    for page in ["about/security", "about/HISTORY", "posts/changes-in-june", "history", "authors", "CONTRIBUTING"] {
      #expect(try dom(page + ".html", in: scratch).contains("<title>"), "\(page)")
    }
  }

  @Test func templatesListTheHeadings() throws {
    let scratch = try Scratch()
    let list =
      "<ol><li t:static=\"heading in page.headings\" t:if=\"heading.level == 2\">"
      + "<a href=\"#{{ heading.id }}\">{{ heading.text }}</a></li></ol><slot></slot>"
    try scratch.write("layouts/post.html", Self.layout.replacing("<slot></slot>", with: list))
    try scratch.write(
      "a.md", "---\nlayout: post\n---\n# A\n\n## One `two`\n\n> ## One two\n\n### Deep\n\n## [Größe](a.md) & Form\n")
    try scratch.write("b.md", "---\nlayout: post\nheadings: []\n---\n## Own\n")
    try scratch.write("c.html", Self.plain.replacing("<html ", with: "<html layout=/layouts/post.html "))
    let page = try dom("a.html", in: scratch)
    #expect(
      page.matches(of: #/<li><a href="#([^"]*)">([^<]*)</#).map { "\($0.1)=\($0.2)" } == [
        "one-two=One two", "one-two-1=One two", "größe--form=Größe &amp; Form",
      ], "\(page)")
    #expect(page.contains("<h2 id=\"one-two-1\">"))
    #expect(try !dom("b.html", in: scratch).contains("<li>"))
    #expect(try !dom("c.html", in: scratch).contains("<li>"))
    #expect(try Command.run("build", in: scratch.url).status == 0)
    try scratch.write("a.md", "---\nlayout: post\n---\n## Other\n")
    #expect(try Command.run("build", "--verify-incremental", in: scratch.url).status == 0)
    #expect(try dom("a.html", in: scratch).contains("<li><a href=\"#other\">Other</a></li>"))
  }

  @Test func collectionsListPagesWithoutFrontMatter() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      Self.plain.replacing(
        "<slot></slot>", with: "<a t:static=\"post in collections.posts\" href=\"{{ post.url }}\">{{ post.title }}</a>")
    )
    try scratch.write("posts/a.md", "---\ntitle: A\ndate: 2026-01-02\n---\n")
    try scratch.write("posts/b.html", Self.plain.replacing("<title>t</title>", with: "<title>B &amp;\n b</title>"))
    try scratch.write("posts/c.html", Self.plain.replacing("<title>t</title>", with: ""))
    try scratch.write(
      "posts/d.html",
      Self.plain.replacing(
        "</head>", with: "<script type='application/hybrid+json'>{\"listed\": false}</script></head>"))
    try scratch.write("posts/e.md", "---\nlisted: false\n---\n# E\n")
    let listed = { (text: String) in
      text.matches(of: #/href="/posts/(\w)\.html">([^<]*)</#).map { "\($0.1)=\($0.2)" }
    }
    #expect(try listed(dom("index.html", in: scratch)) == ["a=A", "b=B &amp; b", "c=c"])
    #expect(try Command.run("build", in: scratch.url).status == 0)
    // Another title reaches the list through the cache.
    try scratch.write("posts/b.html", Self.plain.replacing("<title>t</title>", with: "<title>New</title>"))
    #expect(try Command.run("build", "--verify-incremental", in: scratch.url).status == 0)
    #expect(try listed(dom("index.html", in: scratch)) == ["a=A", "b=New", "c=c"])
  }

  /// Problems of a whole page name the file that its author has.
  @Test func problemsOfPagesNameTheMarkdownFile() throws {
    let scratch = try Scratch()
    try scratch.write("about.md", "---\n---\n# About\n")
    try scratch.write(
      "layouts/bare.html", "<!DOCTYPE html><html lang=en><title>t</title><body><slot></slot></body></html>")
    try scratch.write("bare.md", "---\nlayout: bare\n---\n# Bare\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(check.wholeErrors.contains("about.md:1:1: warning[HYB3001]"), "\(check.wholeErrors)")
    #expect(check.wholeErrors.contains("bare.md:1:1: warning[HYB3085]"), "\(check.wholeErrors)")
    #expect(!check.wholeErrors.contains("about.html") && !check.wholeErrors.contains("bare.html"))
  }
}
