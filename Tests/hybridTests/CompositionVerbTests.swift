import Foundation
import HybridClient
import Testing

@Suite struct CompositionVerbTests {
  private let example = Command.repository.appendingPathComponent("Tests/Fixtures/Sites/magazine").path

  @Test func theMagazineHasTwentyEightPagesInTwoLanguages() throws {
    let scratch = try Scratch()
    let build = try Command.run("build", example, "-o", "dist", in: scratch.url)
    #expect(build.errors == "")
    #expect(build.status == 0)
    #expect(build.output.hasPrefix("28 pages, 1 viewport, "))
    #expect(build.output.contains("→ 3 packages"))
    #expect(try Command.run("verify", "dist", in: scratch.url).output == "dist: sound\n")
    let page = try Command.run("inspect", "dom", "zh/articles/kites-wind.html", "--root", example, "--format", "xhtml")
    #expect(page.errors == "")
    for text in [
      "lang=\"zh\"", "<title>Kites &amp; wind</title>", "2026年7月16日", "saw &amp; what we kept", "<b>故事</b>",
      "href=\"/zh/about.html\"",
      "\"headline\": \"Kites \\u0026 wind – magazine\", \"keywords\": []", "vendor/static.example/base/calm.css",
    ] { #expect(page.output.contains(text), "\(text)") }
    let plans = try Command.run("inspect", "dom", "zh/subscribe.html", "--root", example, "--format", "xhtml")
    #expect(plans.errors == "")
    for text in ["<p>最多人选择</p>", "<b>€4.50</b> </p>", "<b>€45.00</b> <span>−17%</span>", "<p>每周，全部故事</p>"] {
      #expect(plans.output.contains(text), "\(text)")
    }
    let rows = try Command.run("inspect", "dom", "saved.html", "--root", example, "--format", "xhtml")
    #expect(rows.errors == "")
    #expect(
      rows.output.contains("<label data-of=\"story-row\">Kites &amp; wind</label>")
        && rows.output.contains("<view data-component=\"story-row\">"), "\(rows.output)")
    let vendored = try Command.run("vendor", example, "--check", in: scratch.url)
    #expect(vendored.output == "0 files to fetch, 1 kept\n")
  }

  @Test func whyListsWhatAPageCameFrom() throws {
    let why = try Command.run("inspect", "page", "zh/articles/tides.html", "--root", example, "--why")
    #expect(why.status == 0)
    #expect(
      why.output == """
        page articles/[slug].html
        data data/articles.json
        layout layouts/main.html
        partial partials/header.html
        messages i18n/zh.json
        partial partials/tabs.html
        data data/tabs.yml
        reads css/main.css
        reads vendor/static.example/base/calm.css
        reads zh/about.html
        reads zh/index.html
        reads zh/list/1.html

        """)
  }

  /// Links are reported where they were written, and once for all the pages that take the file in.
  @Test func linksStandInTheFilesThatWereWritten() throws {
    let scratch = try Scratch()
    let page = "<html layout=\"/layouts/main.html\">\n<p>text</p>\n<a href=\"/three\">3</a>\n</html>\n"
    try scratch.write("index.html", page)
    try scratch.write("other.html", page.replacingOccurrences(of: "/three", with: "/index"))
    try scratch.write(
      "layouts/main.html",
      """
      <!DOCTYPE html>
      <html lang="en"><title>t</title>
      <include src="/partials/nav.html"></include>
      <p><a href="/one">1</a></p>
      <slot></slot>
      <a href="#gone">4</a>
      """)
    try scratch.write("partials/nav.html", "<nav>\n  <a\n    href=\"/two\">2</a>\n</nav>\n")
    let check = try Command.run("check", ".", in: scratch.url)
    let places = check.errors.split(separator: "\n").filter { $0.contains("HYB") }.map { line in
      String(line.prefix { $0 != " " }) + " " + String(line.drop { $0 != "[" }.prefix { $0 != ":" })
    }
    #expect(
      places.sorted() == [
        "index.html:3:4: [HYB0137]", "layouts/main.html:4:7: [HYB0137]", "layouts/main.html:6:4: [HYB6006]",
        "layouts/main.html:6:4: [HYB6006]", "partials/nav.html:3:5: [HYB0137]",
      ], "\(check.errors)")
  }

  /// Data that no client needs may be left out of the packages: pages are made of it all the same.
  @Test(arguments: ["data/**", "data/", "*.json"]) func dataThatIsNotShippedIsRead(_ pattern: String) throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", "{ \"exclude\": [\"\(pattern)\"] }")
    try scratch.write("index.html", "<title>t</title><p>{{ data.deep.news.title }}</p>")
    try scratch.write("data/deep/news.json", "{ \"title\": \"Kites\" }")
    try scratch.write("data/page.html", pattern == "*.json" ? "<title>t</title>" : "<img src=none.png>")
    let build = try Command.run("build", ".", "-o", "dist", in: scratch.url)
    #expect(build.errors == "")
    #expect(build.status == 0)
    let page = try Command.run("inspect", "dom", "index.html", in: scratch.url)
    #expect(page.output.contains("Kites"), "\(page.output)")
    let packages = scratch.url.appendingPathComponent("dist/packages")
    let listing = try FileManager.default.contentsOfDirectory(at: packages, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".index.json") }.map { try String(contentsOf: $0, encoding: .utf8) }
      .joined()
    #expect(listing.contains("web/index.html") && !listing.contains("news.json"), "\(listing)")
  }

  /// A release that is in the folder of data is not data, shipped or not.
  @Test func releasesAreNotData() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", "{ \"exclude\": [\"data/**\"] }")
    try scratch.write("data/news.json", "{ \"title\": \"Kites\" }")
    try scratch.write("index.html", "<html lang=en><title>t</title><p>{{ data.news.title }}</p></html>")
    #expect(try Command.run("build", ".", "-o", "data/one", in: scratch.url).status == 0)
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><p t:static=\"(value, name) in data\">{{ name }}</p></html>")
    let page = try Command.run("inspect", "dom", "index.html", "--format", "xhtml", in: scratch.url)
    #expect(page.errors == "")
    #expect(page.output.contains("<body><p>news</p></body>"), "\(page.output)")
  }

  /// A page that is written for a language is in it, and `hreflang` leads from any page to another language.
  /// What another tool put into folders of these names is packed as it is, where no page composes anything from it.
  @Test func foldersOfOtherToolsAreNotComposed() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><title>t</title><script src=\"app.js\"></script><p>text</p>")
    try scratch.write("site/app.js", "fetch('components/side-bar.html')")
    try scratch.write("site/components/side-bar.html", "<p>fetched</p>")
    try scratch.write("site/data/table.json", "{ not: json }")
    try scratch.write("site/i18n/en.json", "{\"a\":\"b\"}")
    try scratch.write("site/i18n/fr.json", "{\"a\":\"c\"}")
    let build = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(build.status == 0)
    // No page, since it has no doctype; it ships, since a script names it.
    #expect(build.output.hasPrefix("1 page, "))
    let shipped = try Command.run("verify", "dist", in: scratch.url)
    #expect(shipped.status == 0, "\(shipped.errors)")

    let listing = try Command.run("build", "site", "-o", "dist", "--format", "json", in: scratch.url)
    #expect(listing.output.contains(#""files":6"#), "\(listing.output)")
    #expect(
      build.errors == """
        data/table.json:1:3: warning[HYB4115]: the file is not valid JSON: expected a member's name
          { not: json }
            ^
        help: no page reads it, so that it is shipped as it is
        1 warning

        """)
    try scratch.write("site/index.html", "<!DOCTYPE html><title>t</title><p>{{ data.table }}</p><side-bar></side-bar>")
    let composed = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(composed.status == 1)
    #expect(composed.errors.contains("data/table.json:1:3: error[HYB4115]"))
  }

  /// Hugo's `.Permalink` writes whole URLs: below the site's own they lead into it.
  @Test func wholeURLsOfTheSiteLeadIntoIt() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", "{ \"base\": \"https://example.org/blog/\" }")
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><title>t</title><link rel="stylesheet" href="https://example.org/blog/css/a.css">
      <a href="https://example.org/blog/posts/one/">one</a> <a href="https://example.org/blog/none/">none</a>
      <a href="https://example.com/">other</a>
      """)
    try scratch.write(
      "old/index.html",
      "<!DOCTYPE html><title>t</title><meta http-equiv=refresh content=\"0; url=https://example.org/blog/posts/one/\">")
    try scratch.write(
      "gone/index.html",
      "<!DOCTYPE html><title>t</title><meta http-equiv=Refresh content=\"3;URL='/blog/nowhere.html'\">")
    try scratch.write("posts/one/index.html", "<!DOCTYPE html><title>t</title><a href=\"/blog/\">back</a>")
    try scratch.write("css/a.css", "a { background: url(https://example.org/blog/css/a.svg) }")
    try scratch.write("css/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
    let build = try Command.run("build", ".", "-o", "dist", in: scratch.url)
    #expect(
      build.errors == """
        gone/index.html:1:57: warning[HYB0137]: the link's target `nowhere.html` is not in the site
          <!DOCTYPE html><title>t</title><meta http-equiv=Refresh content="3;URL='/blog/nowhere.html'">
                                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        index.html:2:58: warning[HYB0137]: the link's target `none/` is not in the site
          <a href="https://example.org/blog/posts/one/">one</a> <a href="https://example.org/blog/none/">none</a>
                                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        help: did you mean `/gone`?
        2 warnings

        """)
    let content = WebContent(try ReleaseFolder.open(scratch.path + "/dist"))
    let old = content.response(to: WebRequest(url: "hybrid://site/old/index.html"))
    #expect(String(decoding: old.body, as: UTF8.self).contains("content=\"0; url=../posts/one/index.html\""))
    let page = String(decoding: content.response(to: WebRequest(url: "hybrid://site/index.html")).body, as: UTF8.self)
    for text in ["href=\"css/a.css\"", "href=\"posts/one/index.html\"", "href=\"https://example.com/\""] {
      #expect(page.contains(text), "\(page)")
    }
  }

  @Test func mergedObjectsOfYAMLGiveTheirMembers() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<p>{{ data.cards[0].color }} {{ data.cards[0].size }}</p>")
    try scratch.write(
      "site/data/cards.yml", "- &base { color: red, size: 3 }\n- <<: *base\n  size: 4\n- { <<: [*base, { a: 1 }] }\n")
    try scratch.write("site/index.html", "<p t:static=\"card in data.cards\">{{ card.color }} {{ card.size }}</p>")
    let page = try Command.run("inspect", "dom", "index.html", "--root", "site", in: scratch.url)
    for text in ["red 3", "red 4"] { #expect(page.output.contains(text), "\(page.output) \(page.errors)") }
    try scratch.write("site/data/cards.yml", "- <<: 3\n")
    let wrong = try Command.run("build", "site", "-o", "dist", in: scratch.url)
    #expect(wrong.errors.contains("`<<` merges an object or a list of objects"))
  }

  @Test func pagesAreInTheLanguageOfTheirFolder() throws {
    let scratch = try Scratch()
    try scratch.write("i18n/en.json", "{ \"hi\": \"Hello\" }")
    try scratch.write("i18n/he.json", "{ \"hi\": \"שלום\" }")
    try scratch.write(
      "index.html",
      "<html><title>t</title><a href=\"about.html\" hreflang=\"he\">he</a><a href=\"about.html\">en</a></html>")
    try scratch.write("about.html", "<html><title>t</title></html>")
    try scratch.write(
      "he/only.html",
      "<html><title>t</title><p t:text=\"hi\"></p><a href=\"/about.html\">he</a><a href=\"/about.html\" hreflang=\"en\">en</a></html>"
    )
    let page = try Command.run("inspect", "dom", "index.html", "--format", "xhtml", in: scratch.url)
    #expect(page.errors == "")
    #expect(page.output.contains("<a href=\"/he/about.html\" hreflang=\"he\">he</a><a href=\"about.html\">"))
    let only = try Command.run("inspect", "dom", "he/only.html", "--format", "xhtml", in: scratch.url)
    #expect(only.errors == "")
    for text in [
      "lang=\"he\" dir=\"rtl\"", "<p>שלום</p>", "<a href=\"/he/about.html\">he</a>",
      "<a href=\"/about.html\" hreflang=\"en\">en</a>",
    ] { #expect(only.output.contains(text), "\(only.output)") }
  }

  /// A page without a tag `<html>` gets one that says its language; what was written for one language's direction says
  /// nothing of another's.
  @Test func everyPageHasItsLanguage() throws {
    let scratch = try Scratch()
    try scratch.write("i18n/de.json", "{ \"a\": \"Hallo\" }")
    try scratch.write("i18n/ar.json", "{ \"a\": \"مرحبا\" }")
    try scratch.write("hybrid.json", "{ \"languages\": [\"de\", \"ar\"] }")
    try scratch.write("index.html", "<!DOCTYPE html>\n<title>t</title><p t:text=a>x</p>")
    try scratch.write("b.html", "<!DOCTYPE html><html lang=de dir=ltr><title>{{ page.language }}</title></html>")
    for (page, wanted) in [
      ("index.html", " lang=\"de\"><head>"), ("ar/index.html", " lang=\"ar\" dir=\"rtl\"><head>"),
      ("b.html", "dir=\"ltr\""), ("ar/b.html", "lang=\"ar\" dir=\"rtl\""), ("ar/b.html", "<title>ar</title>"),
    ] {
      let dom = try Command.run("inspect", "dom", page, "--format", "xhtml", in: scratch.url)
      #expect(dom.errors == "")
      #expect(dom.output.contains(wanted), "\(page): \(dom.output)")
    }
  }

  /// What the client fills is not a reference that a build could look for.
  @Test func bindingsInAddressesAreTheClients() throws {
    let scratch = try Scratch()
    try scratch.write("data/a.json", "1")
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><a href=\"{{ client }}\">x</a><img alt=x src=\"/i/{{ client }}.png\">"
        + "<script>fill('{{', '}}')</script>"
    )
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(check.errors == "")
    #expect(check.status == 0)
  }

  /// `site` is the build's name wherever a site is composed, with or without data.
  @Test func theSiteHasItsNameWithoutData() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", "{ \"name\": \"kites\" }")
    try scratch.write("index.html", "<title>{{ site.name }}</title><include src=\"/partials/a.html\"></include>")
    try scratch.write("partials/a.html", "<p>{{ site.name }}</p>")
    let page = try Command.run("inspect", "dom", "index.html", "--format", "xhtml", in: scratch.url)
    #expect(page.errors == "")
    #expect(page.output.contains("<title>kites</title>") && page.output.contains("<p>kites</p>"), "\(page.output)")
  }

  /// Two files that would be one value, language or page are reported, and the first one counts.
  @Test func namesThatMeetAreReported() throws {
    let scratch = try Scratch()
    try scratch.write("a/[slug].html", "<script type=\"application/hybrid+json\">{\"pages\":\"p in data.x\"}</script>")
    try scratch.write("a/[name].html", "<script type=\"application/hybrid+json\">{\"pages\":\"p in data.x\"}</script>")
    try scratch.write("data/x.json", "[{ \"slug\": \"one\", \"name\": \"one\" }]")
    try scratch.write("data/x.yml", "- slug: two\n")
    try scratch.write("data/x/y.json", "1")
    try scratch.write("index.html", "<title>t</title><p t:text=\"a\"></p>")
    try scratch.write("i18n/en.json", "{\"a\":\"b\"}")
    try scratch.write("i18n/en.yml", "{}\n")
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(check.status == 1)
    let lines = check.errors.split(separator: "\n").filter { $0.contains("error[") }
    #expect(
      lines.joined(separator: "\n") == """
        a/[slug].html:1:1: error[HYB4117]: `a/[name].html` makes the page `a/one.html` already
        data/x.yml:1:1: error[HYB4115]: `data.x` is a value of data/x.json already
        data/x/y.json:1:1: error[HYB4115]: `data.x.y` is a value of data/x.json already
        i18n/en.yml:1:1: error[HYB4115]: the language `en` has its messages in i18n/en.json already
        """, "\(check.errors)")
  }

  @Test func problemsStandInTheFilesThatWereWritten() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<html><include src=\"/partials/a.html\" title=\"x\"></include></html>\n")
    try scratch.write(
      "partials/a.html", "<param name=\"title\">\n<p>{{ titel }} {{ data.articles }}</p>\n<img src=\"none.png\">\n")
    try scratch.write("data/articles.json", "[1,]")
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(check.status == 1)
    #expect(
      check.errors.contains(
        "data/articles.json:1:4: error[HYB4115]: the file is not valid JSON: expected a value"))
    #expect(check.errors.contains("partials/a.html:3:6: warning"))
  }
}
