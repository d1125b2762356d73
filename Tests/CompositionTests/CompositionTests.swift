import Testing

@testable import Composition

@Suite struct CompositionTests {
  @Test func partialsTakeParametersAndSlots() {
    let site = CompositionSite([
      "index.html": """
      <body><include src="/partials/header.html" title="A &amp; B" level="2"><b slot="actions">x</b> rest</include></body>
      """,
      "partials/header.html": """
      <param name="title"><param name="level" type="number" default="1"><h1>{{ title }} {{ level | number 1 }}</h1>
      <slot name="actions">none</slot>|<slot></slot>|<slot name="more">default</slot>
      """,
    ])
    #expect(
      site.text() == """
        <body><h1>A &amp; B 2.0</h1>
        <b>x</b>| rest|default</body>
        """)
    #expect(site.problems() == "")
  }

  @Test func layoutsTakeHeadTitleAttributesAndSlots() {
    let site = CompositionSite([
      "index.html": """
      <html layout="/layouts/main.html" class="home"><head><title>Page</title><meta name="a" content="b"></head>
      <body id="b"><nav slot="nav">n</nav><p>text</p></body></html>
      """,
      "layouts/main.html":
        "<html lang=\"en\"><head><title>Site</title></head><body><slot name=\"nav\"></slot><main><slot></slot></main></body></html>",
    ])
    #expect(
      site.text() == """
        <html lang="en" class="home"><head><title>Page</title><meta name="a" content="b"></head><body id="b">\
        <nav>n</nav><main><p>text</p></main></body></html>
        """)
    #expect(site.problems() == "")
  }

  @Test func titlesOfNestedLayoutsGiveWay() {
    let site = CompositionSite([
      "index.html": "<html layout=\"/layouts/main.html\"><head></head><body>hi</body></html>",
      "layouts/main.html":
        "<html layout=\"/layouts/base.html\"><head><title>Main</title></head><body><slot></slot></body></html>",
      "layouts/base.html": "<html><head><title>Base</title></head><body><slot></slot></body></html>",
    ])
    #expect(site.text().contains("<title>Main</title>") && !site.text().contains("Base"), "\(site.text())")
    #expect(site.problems() == "")
  }

  @Test func componentsCollectStylesAndScriptsOnce() {
    let site = CompositionSite([
      "index.html":
        "<html><head></head><body><article-card heading=\"1\" class=\"x\">a</article-card><article-card heading=\"2\">b</article-card></body></html>",
      "components/article-card.html": """
      <param name="heading"><style scoped>:host{display:block} h2, a:hover::before{color:red}@media (min-width:1px){p>b{top:0}}</style>\
      <script>go()</script><h2>{{ heading }}</h2><slot></slot>
      """,
    ])
    #expect(
      site.text() == """
        <html><head><style>[data-component="article-card"]{display:block} h2[data-of="article-card"], \
        a:hover[data-of="article-card"]::before{color:red}@media (min-width:1px){p>b[data-of="article-card"]{top:0}}</style>
        </head><body><article-card class="x" data-component="article-card"><h2 data-of="article-card">1</h2>a</article-card>\
        <article-card data-component="article-card"><h2 data-of="article-card">2</h2>b</article-card><script>go()</script>
        </body></html>
        """)
    #expect(site.problems() == "")
  }

  @Test func scopedStylesReachNestedRulesAndOwnTheirAnimations() {
    let site = CompositionSite([
      "index.html": "<html><head></head><body><b-box></b-box></body></html>",
      "components/b-box.html": """
      <style scoped>ul{--x:{a;b{c}};color:red;li:hover,& > b,&.on{top:0;@media print{i{left:0}}}animation:1s fade,"fade" 2s}\
      @keyframes fade{from{left:0}}@media print{@keyframes "out"{}}p{animation-name:out,none;transition:fade 1s}</style><ul></ul>
      """,
    ])
    #expect(
      site.text() == """
        <html><head><style>ul[data-of="b-box"]{--x:{a;b{c}};color:red;li:hover[data-of="b-box"],& > b[data-of="b-box"],&.on\
        {top:0;@media print{i[data-of="b-box"]{left:0}}}animation:1s fade-b-box,"fade-b-box" 2s}\
        @keyframes fade-b-box{from{left:0}}@media print{@keyframes "out-b-box"{}}\
        p[data-of="b-box"]{animation-name:out-b-box,none;transition:fade 1s}</style>
        </head><body><b-box data-component="b-box"><ul data-of="b-box"></ul></b-box></body></html>
        """)
    #expect(site.problems() == "")
  }

  @Test func scopedStylesSayWhichSelectorsOfShadowTreesMeanNothing() {
    let site = CompositionSite([
      "index.html": "<html><head></head><body><b-box></b-box></body></html>",
      "components/b-box.html":
        "<style scoped>:host-context(.dark) b,::slotted(i),:is(b, :host){top:0}:host(.a) b{left:0}</style><b></b>",
    ])
    _ = site.text()
    #expect(
      site.problems() == """
        components/b-box.html:1:15 HYB4126 `:host-context` has no meaning in a scoped style | components have no shadow \
        tree: style what the page gives by a class of its own
        components/b-box.html:1:38 HYB4126 `::slotted` has no meaning in a scoped style | components have no shadow tree: \
        style what the page gives by a class of its own
        components/b-box.html:1:58 HYB4126 `:host` in parentheses has no meaning in a scoped style | write the selectors \
        one by one: `:host, …`
        """)
  }

  @Test func tokenComponentsAreViewsAndBindingsStay() {
    let site = CompositionSite(
      [
        "index.html": """
        <html html-identify="Token"><body><my-row t:for="item in list" label="{{ item.title }}"/><label>{{ data.a }} {{ other }}</label></body></html>
        """,
        "components/my-row.html": "<param name=\"label\"><label>{{ label }}</label>",
      ], data: #"{"a":"{{ evil }}"}"#)
    #expect(
      site.text() == """
        <html html-identify="Token"><body><view t:for="item in list" data-component="my-row"><label>{{ item.title }}</label></view>\
        <label>\u{2060}{\u{2060}{ evil }\u{2060}}\u{2060} {{ other }}</label></body></html>
        """)
    #expect(site.problems() == "")
  }

  @Test func loopsConditionsAndFormats() {
    let site = CompositionSite(
      [
        "index.html": """
        <html lang="de"><ul><li t:static="(item, i) in data.list" t:if="item.show">{{ i }}:{{ item.name }}</li></ul>\
        <p t:if="data.list.length > 5">many</p><p t:else>{{ data.n | number 2 }} {{ data.d | date long }} {{ data.n | percent }}</p>\
        <template t:static="x in data.list"><i>{{ x.name }}</i></template>
        """
      ], data: #"{"list":[{"name":"a<b","show":true},{"name":"c"}],"n":1234.5,"d":"2026-11-21"}"#)
    #expect(
      site.text() == """
        <html lang="de"><ul><li>0:a&lt;b</li></ul><p>1.234,50 21. November 2026 123.450\u{a0}%</p><i>a&lt;b</i><i>c</i>
        """)
    #expect(site.problems() == "")
  }

  @Test func languagesSetTextDirectionAndLinks() {
    var site = CompositionSite(
      [
        "index.html":
          "<html><p t:text=\"hi\" t:arg-name=\"data.n\">x</p><a href=\"b.html\">b</a><img src=\"i.png\" alt=\"{{ i18n.alt }}\"></html>",
        "b.html": "", "i.png": "",
      ], data: #"{"n":"Ann"}"#)
    site.languages = ["en", "ar"]
    site.messages = ["en": #"{"hi":"Hi {name}","alt":"logo"}"#, "ar": #"{"hi":"مرحبا {name}","alt":"شعار"}"#]
    #expect(
      site.text("ar/index.html") { composition in
        composition.localized = ["index.html", "b.html"]
        composition.derived["ar/index.html"] = {
          var page = DerivedPage(source: "index.html")
          page.language = "ar"
          return page
        }()
      } == """
        <html lang="ar" dir="rtl"><p>مرحبا Ann</p><a href="/ar/b.html">b</a><img src="/i.png" alt="شعار"></html>
        """)
  }

  @Test func pagesOfOtherToolsStayAsTheyAre() {
    let site = CompositionSite([
      "index.html":
        "<my-app :x=\"{{ y }}\"><slot name=\"a\"></slot>{{ item.title }}<script>`{{ data.x }}`</script></my-app>"
    ])
    #expect(site.text() == site.files["index.html"])
    #expect(site.problems() == "")
    #expect(CompositionSite(["index.html": "<p>plain</p>"]).text() == "(unchanged)")
  }

  @Test func pagesAreMadeFromLists() throws {
    var composition = SiteComposition()
    composition.data = try StaticValue(json: Array(#"{"d":[{"slug":"a"},{"slug":"x/../y"},{"slug":"a"},{}]}"#.utf8))
    composition.dataFiles = ["d": "data/d.json"]
    func made(_ path: String, _ frontMatter: String) -> String {
      let text = "<script type=\"application/hybrid+json\">\(frontMatter)</script>"
      guard let answer = PageTemplate.expand(path, Array(text.utf8), composition) else { return "a page" }
      let problems = answer.diagnostics.map { "\($0.code.name) \($0.message)" }
      return (answer.pages.map(\.path) + problems).joined(separator: "\n")
    }
    #expect(
      made("[slug].html", #"{"pages":"p in data.d"}"#) == """
        a.html
        a.html
        HYB4117 element 1 of `d`: `x/../y` cannot name a page
        HYB4117 element 3 of `d` has no `slug` that could name a page
        HYB4117 two elements of `d` make the page `a.html`
        """)
    #expect(
      made("list/[page].html", #"{"pages":"ps in data.d","size":3,"first":"index"}"#) == "list/index.html\nlist/2.html")
    #expect(
      made("list/[page].html", #"{"pages":"ps in data.d","size":3,"first":"a/b"}"#)
        == "HYB4117 `first` cannot name a page: `a/b`")
    #expect(made("list/page.html", #"{"pages":"p in data.d"}"#) == "HYB4117 the file's name has no part in brackets")
    #expect(
      made("[p].html", #"{"pages":"p in data.d","size":0}"#)
        == "HYB4117 `size` is a whole number from 1 to 10000, not the number 0")
    #expect(made("[p].html", #"{"pages":"p in other"}"#).hasPrefix("HYB4117 `pages` goes through the data of the site"))
    #expect(made("[p].html", #"{"title":"x"}"#) == "a page")
  }

  @Test func addressesInStylesCountFromTheFileThatHoldsThem() {
    let site = CompositionSite([
      "a/index.html": """
      <html layout="/layouts/main.html"><head><style>.own{background:url(own.png)}</style></head><body>\
      <include src="/partials/p.html"></include><b-box></b-box></body></html>
      """,
      "layouts/main.html":
        "<html><head><style>@import 'l.css';.l{background:url( l.png )}</style></head><body><slot></slot></body></html>",
      "partials/p.html": """
      <style>.p{background:url("img/p q.png?x#y"), url(/root.png), url(#f), url(data:,x)} @namespace url(x);</style>\
      <p style="background:url('img/p.png')">x</p>
      """,
      "components/b-box.html": "<style scoped>i{background:url(c.png)}/* url(no.png) */</style><i>x</i>",
    ])
    #expect(
      site.text("a/index.html") == """
        <html><head><style>@import "/layouts/l.css";.l{background:url("/layouts/l.png")}</style>\
        <style>.own{background:url(own.png)}</style>\
        <style>.p{background:url("/partials/img/p%20q.png?x#y"), url(/root.png), url(#f), url(data:,x)} @namespace url(x);</style>
        <style>i[data-of="b-box"]{background:url("/components/c.png")}/* url(no.png) */</style>
        </head><body><p style="background:url(&quot;/partials/img/p.png&quot;)">x</p>\
        <b-box data-component="b-box"><i data-of="b-box">x</i></b-box></body></html>
        """)
    #expect(site.problems("a/index.html") == "")
  }

  @Test func pluralFormsFollowTheLanguage() {
    var site = CompositionSite(
      ["index.html": "<p t:static=\"n in data.n\" t:text=\"m\" t:arg-count=\"n | number 0\">x</p>"],
      data: #"{"n":[0,1,2,3,5,11,21,22,1000000]}"#)
    func texts(_ language: String, _ forms: String) -> String {
      site.messages = [language: #"{"m":\#(forms)}"#]
      site.languages = [language]
      return site.text().replacing(#/<html[^>]*>/#, with: "").replacing("</p><p>", with: ";").replacing("<p>", with: "")
        .replacing("</p>", with: "")
    }
    #expect(
      texts("en", #"{"=0":"none","one":"{count} note","other":"{count} notes"}"#)
        == "none;1 note;2 notes;3 notes;5 notes;11 notes;21 notes;22 notes;1,000,000 notes")
    #expect(texts("pl", #"{"one":"o","few":"f","many":"m","other":"x"}"#) == "m;o;f;f;m;m;m;f;m")
    #expect(texts("ru", #"{"one":"o","few":"f","many":"m","other":"x"}"#) == "m;o;f;f;m;m;o;f;m")
    #expect(
      texts("ar", #"{"zero":"z","one":"o","two":"t","few":"f","many":"m","other":"x"}"#) == "z;o;t;f;f;m;m;m;x")
    #expect(texts("ja", #"{"one":"never","other":"x"}"#) == "x;x;x;x;x;x;x;x;x")
    #expect(texts("fr", #"{"one":"o","other":"x"}"#) == "o;o;x;x;x;x;x;x;x")
    #expect(texts("cy", #"{"zero":"z","one":"o","two":"t","few":"f","many":"m","other":"x"}"#) == "z;o;t;f;x;x;x;x;x")
    // Texts of data are numbers where they are.
    site.data = #"{"n":["2","-1","1.5"]}"#
    #expect(texts("en", #"{"one":"one","other":"some"}"#) == "some;one;some")
  }

  @Test func messagesFillAttributes() {
    var site = CompositionSite(
      [
        "index.html": """
        <button title="old" t:text-title="n" t:text-aria-label="name" t:arg-count="data.n" t:arg-who="data.who"
          t:text="n">x</button><a t:text-href="bad">y</a><i t:text-onclick="name">z</i><b t:text-title="none">w</b>
        """
      ], data: #"{"n":2,"who":"a \"b\" <i>"}"#)
    site.messages = [
      "en": #"{"n":{"one":"{count} note","other":"{count} notes"},"name":"by {who}","bad":"javascript:x"}"#
    ]
    site.languages = ["en"]
    #expect(
      site.text("index.html") == """
        <html lang="en"><button title="2 notes" aria-label="by a &quot;b&quot; &lt;i&gt;">2 notes</button><a href="#">y</a>\
        <i>z</i><b>w</b>
        """)
    #expect(
      site.problems("index.html") == """
        index.html:2:27 HYB4112 the value gives `href` a scheme that is not safe: `javascript:x` | \
        use http, https, mailto, tel or a path of the site
        index.html:2:53 HYB4112 a value of the build cannot be in the event handler `onclick`: `name` | \
        put it into a `data-` attribute and read it from there
        index.html:2:83 HYB4113 no language has the message `none` | write it into i18n/en.json
        """)
  }

  @Test func pluralFormsWithoutANumber() {
    var site = CompositionSite([
      "index.html":
        "<p t:text=\"m\">x</p><p t:text=\"m\" t:arg-count=\"page.none\">x</p><p t:text=\"m\" t:arg-count=\"page.path\">x</p>"
    ])
    site.messages = ["en": #"{"m":{"one":"a","other":"b"}}"#]
    site.languages = ["en"]
    #expect(
      site.problems() == """
        index.html:1:4 HYB4106 the message `m` has plural forms, and no number chooses one | write `t:arg-count="…"`
        index.html:1:34 HYB4110 there is no `page.none` | it has `path`, `url`, `language`
        index.html:1:77 HYB4111 a number is wanted here, not the text `index.html`
        """)
    site.files["index.html"] = "<p t:text=\"m\" t:arg-count=\"2\">x</p>"
    site.messages = ["en": #"{"m":{"one":"a","few":"b"}}"#]
    #expect(
      site.problems() == """
        index.html:1:4 HYB4113 the message `m` has the forms `one`, `few`, and no `other` | write the form for all other \
        numbers into i18n/en.json
        """)
    #expect(SiteComposition.keys(of: .object(StaticObject())) == [])
  }
}
