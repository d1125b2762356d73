extension DiagnosticExample {
  /// The examples of composition, data, languages and Markdown.
  static let composition: [DiagnosticExample] = [
    DiagnosticExample(
      4102,
      wrong: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/a.html"></include>
          """),
        File("partials/a.html", #"<p>A</p><include src="/partials/b.html"></include>"#),
        File("partials/b.html", #"<include src="/partials/a.html"></include>"#),
      ],
      right: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/a.html"></include>
          """),
        File("partials/a.html", #"<p>A</p><include src="/partials/b.html"></include>"#),
        File("partials/b.html", "<p>B</p>"),
      ]),
    DiagnosticExample(
      4104,
      wrong: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/box.html"></include>
          """),
        File("partials/box.html", "<section><slot required></slot></section>"),
      ],
      right: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/box.html"><p>Tides</p></include>
          """),
        File("partials/box.html", "<section><slot required></slot></section>"),
      ]),
    DiagnosticExample(
      4114, .commands,
      wrong: """
        rm site/*.js
        mkdir site/components
        echo '<article><slot></slot></article>' > site/components/news-card.html
        echo '<!DOCTYPE html><html lang="en"><title>News</title><news-crad>Tides</news-crad>' > site/new.html
        hybrid check site
        """,
      right: """
        rm site/*.js
        mkdir site/components
        echo '<article><slot></slot></article>' > site/components/news-card.html
        echo '<!DOCTYPE html><html lang="en"><title>News</title><news-card>Tides</news-card>' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      4115,
      wrong: [
        File("data/tides.json", #"[{ "time": "06:12", }]"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:static="tide in data.tides">{{ tide.time }}</p>
          """),
      ],
      right: [
        File("data/tides.json", #"[{ "time": "06:12" }]"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:static="tide in data.tides">{{ tide.time }}</p>
          """),
      ]),
    DiagnosticExample(
      4117,
      wrong: [
        File("data/tides.json", #"[{ "time": "06:12" }, { "time": "18:30" }]"#),
        File(
          "tides/[slug].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <script type="application/hybrid+json">{ "pages": "tide in data.tides" }</script>
          <p>{{ tide.time }}</p>
          """),
      ],
      right: [
        File("data/tides.json", #"[{ "time": "06:12", "slug": "morning" }, { "time": "18:30", "slug": "evening" }]"#),
        File(
          "tides/[slug].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <script type="application/hybrid+json">{ "pages": "tide in data.tides" }</script>
          <p>{{ tide.time }}</p>
          """),
      ]),
    DiagnosticExample(
      4118, .commands,
      wrong: """
        printf '<p t:static="a in data.list"><b t:static="b in data.list"><i t:static="c in data.list">tide</i></b></p>' > loops
        { echo '<!DOCTYPE html><html lang="en"><title>News</title>'; cat loops; } > site/new.html
        { echo '[0'; yes ', 1' | head -n 62; echo ']'; } > site/data/list.json
        hybrid check site
        """,
      right: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><p t:static="a in data.list">tide</p>'; } > site/new.html
        { echo '[0'; yes ', 1' | head -n 62; echo ']'; } > site/data/list.json
        hybrid check site
        """),
    DiagnosticExample(
      4120,
      wrong: [
        File(
          "partials/title.html",
          """
          <param name="title" type="string">
          <h1>{{ title }}</h1>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/title.html" title="Tides"></include>
          """),
      ],
      right: [
        File(
          "partials/title.html",
          """
          <param name="title" type="text">
          <h1>{{ title }}</h1>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <include src="/partials/title.html" title="Tides"></include>
          """),
      ]),
    DiagnosticExample(
      4123,
      wrong: [
        File("i18n/en.json", #"{ "tides": "Tides" }"#),
        File("i18n/de.json", "{}"),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:text="tides">Tides</p>
          """),
      ],
      right: [
        File("i18n/en.json", #"{ "tides": "Tides" }"#),
        File("i18n/de.json", #"{ "tides": "Gezeiten" }"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:text="tides">Tides</p>
          """),
      ]),
    DiagnosticExample(
      4124,
      wrong: [
        File("i18n/en.json", #"{ "tides": "Tides" }"#),
        File("i18n/de.json", #"{ "tides": "Gezeiten", "tide": "Flut" }"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:text="tides">Tides</p>
          """),
      ],
      right: [
        File("i18n/en.json", #"{ "tides": "Tides" }"#),
        File("i18n/de.json", #"{ "tides": "Gezeiten" }"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p t:text="tides">Tides</p>
          """),
      ]),
    DiagnosticExample(
      4126,
      wrong: [
        File(
          "components/news-box.html",
          """
          <style scoped>::slotted(p) { margin: 0 }</style>
          <slot></slot>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <news-box><p>Tides</p></news-box>
          """),
      ],
      right: [
        File(
          "components/news-box.html",
          """
          <style scoped>:host p { margin: 0 }</style>
          <slot></slot>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <news-box><p>Tides</p></news-box>
          """),
      ]),
    DiagnosticExample(
      4152,
      wrong: [
        File("vendor/vendor.lock.json", #"{ "files": "#)
      ],
      right: [
        File("vendor/vendor.lock.json", #"{ "files": [] }"#)
      ]),
    DiagnosticExample(
      4153, .text,
      wrong: #"<script src="https://cdn.example/lib/9.9/app.js"></script>     the server answers 404"#,
      right: #"<script src="https://cdn.example/lib/2.1/app.js"></script>"#,
      reason: "tests have no network; VendorVerbTests runs it with a server of its own"),
    DiagnosticExample(
      4154, .text,
      wrong: #"<script src="http://cdn.example/app.js"></script>"#,
      right: #"<script src="https://cdn.example/app.js"></script>"#,
      reason: "tests have no network; VendorVerbTests runs it with a server of its own"),
    DiagnosticExample(
      4170,
      wrong: [
        File(
          "team.md",
          """
          ---
          title: About
          ---

          Text.
          """),
        File(
          "team.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>Team</p>
          """),
      ],
      right: [
        File(
          "team.md",
          """
          ---
          title: About
          ---

          Text.
          """),
        File(
          "people.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>People</p>
          """),
      ]),
    DiagnosticExample(
      4171,
      wrong: [
        File(
          "team.md",
          """
          ---
          title: Part 2: home
          ---

          Text.
          """)
      ],
      right: [
        File(
          "team.md",
          """
          ---
          title: "Part 2: home"
          ---

          Text.
          """)
      ]),
    DiagnosticExample(
      4172, .commands,
      wrong: #"""
        { printf -- '---\ntitle: Log\n---\n\n'; yes 'High tide.' | head -n 100000; } > site/log.md
        hybrid check site
        """#,
      right: #"""
        { printf -- '---\ntitle: Log\n---\n\n'; yes 'High tide.' | head -n 100; } > site/log.md
        hybrid check site
        """#),
    DiagnosticExample(
      4182, .commands,
      wrong: """
        echo '{ "search": true }' > site/hybrid.json
        rm site/about.html
        echo '<!DOCTYPE html><html lang="en"><meta name="robots" content="noindex"><title>News</title><p>News' > site/index.html
        hybrid check site
        """,
      right: """
        echo '{ "search": true }' > site/hybrid.json
        rm site/about.html
        echo '<!DOCTYPE html><html lang="en"><title>News</title><p>News' > site/index.html
        hybrid check site
        """),
    DiagnosticExample(
      4183,
      wrong: [
        File("hybrid.json", #"{ "search": true }"#),
        File("hybrid-search.js", "let found = []"),
      ],
      right: [
        File("hybrid.json", #"{ "search": true }"#),
        File("find.js", "let found = []"),
      ]),
    DiagnosticExample(
      4190, .body,
      wrong: """
        <style>.row { display: flex; flex-direction: row-reverse }</style>
        <p class="row"><a href="index.html">First</a> <a href="about.html">Second</a></p>
        """,
      right: """
        <style>.row { display: flex }</style>
        <p class="row"><a href="index.html">First</a> <a href="about.html">Second</a></p>
        """),
    DiagnosticExample(
      4191, .body,
      wrong: """
        <style>.row a { float: right; padding: 12px }</style>
        <p class="row"><a href="index.html">First</a> <a href="about.html">Second</a></p>
        """,
      right: """
        <style>.row { text-align: right } .row a { display: inline-block; padding: 12px }</style>
        <p class="row"><a href="index.html">First</a> <a href="about.html">Second</a></p>
        """),
    DiagnosticExample(
      4192, .body,
      wrong: #"<p><input aria-label="Name" onblur="if (!this.value) this.focus()"></p>"#,
      right: #"<p><input aria-label="Name" onblur="this.classList.toggle('empty', !this.value)"></p>"#),
  ]
}
