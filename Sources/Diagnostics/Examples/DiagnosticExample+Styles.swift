extension DiagnosticExample {
  /// The examples of CSS and layout.
  static let styles: [DiagnosticExample] = [
    DiagnosticExample(
      2001, .styles,
      wrong: "p { color red }",
      right: "p { color: red }"),
    DiagnosticExample(
      2002, .styles,
      wrong: "p { colour: red }",
      right: "p { color: red }"),
    DiagnosticExample(
      2003, .styles,
      wrong: "p { width: 12 }",
      right: "p { width: 12px }"),
    DiagnosticExample(
      2500, .styles,
      wrong: "@meida (min-width: 600px) { p { color: red } }",
      right: "@media (min-width: 600px) { p { color: red } }"),
    DiagnosticExample(
      2501, .styles,
      wrong: "p:hoover { color: red }",
      right: "p:hover { color: red }"),
    DiagnosticExample(
      2502, .styles,
      wrong: "p;",
      right: "p { color: red }"),
    DiagnosticExample(
      2503, .styles,
      wrong: "p { color: red",
      right: "p { color: red }"),
    DiagnosticExample(
      2504, .styles,
      wrong: #"""
        p { color: red }
        @import "app.css";
        """#,
      right: #"""
        @import "app.css";
        p { color: red }
        """#),
    DiagnosticExample(
      2505, .styles,
      wrong: "@keyframes 1s { to { opacity: 0 } }",
      right: "@keyframes fade { to { opacity: 0 } }"),
    DiagnosticExample(
      2506, .styles,
      wrong: "@media (min-widht: 600px) { p { color: red } }",
      right: "@media (min-width: 600px) { p { color: red } }"),
    DiagnosticExample(
      2508, .styles,
      wrong: "@keyframes fade { to { opacity: 0 !important } }",
      right: "@keyframes fade { to { opacity: 0 } }"),
    DiagnosticExample(
      2516, .styles,
      wrong: "p { --a: var(--b); --b: var(--a); color: var(--a) }",
      right: "p { --a: red; --b: var(--a); color: var(--a) }"),
    DiagnosticExample(
      2517, .commands,
      wrong: """
        yes 'p { color: navy }' | head -n 1000 > site/news.css
        { echo '<!DOCTYPE html><html lang="en"><title>News</title>'
          yes '<link rel="stylesheet" href="news.css">' | head -n 1000; echo '<p>News'; } > site/news.html
        hybrid check site
        """,
      right: """
        yes 'p { color: navy }' | head -n 1000 > site/news.css
        { echo '<!DOCTYPE html><html lang="en"><title>News</title>'
          echo '<link rel="stylesheet" href="news.css"><p>News'; } > site/news.html
        hybrid check site
        """),
    DiagnosticExample(
      2518, .commands,
      wrong: """
        for level in $(seq 40); do echo "@import 'news$((level + 1)).css';" > site/news$level.css; done
        echo 'p { color: navy }' > site/news41.css
        echo '<!DOCTYPE html><html lang="en"><title>News</title><link rel="stylesheet" href="news1.css"><p>News' > site/news.html
        hybrid check site
        """,
      right: """
        echo "@import 'news2.css';" > site/news1.css
        echo 'p { color: navy }' > site/news2.css
        echo '<!DOCTYPE html><html lang="en"><title>News</title><link rel="stylesheet" href="news1.css"><p>News' > site/news.html
        hybrid check site
        """),
    DiagnosticExample(
      2519, .commands,
      wrong: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>'
          yes 'p { all: unset }' | head -n 5000; echo '</style><p>News'; } > site/news.html
        hybrid check site
        """,
      right: """
        echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p { all: unset }</style><p>News' > site/news.html
        hybrid check site
        """),
    DiagnosticExample(
      3005, .body,
      wrong: #"<img src="app.css" alt="A lake">"#,
      right: #"<img src="img/lake.svg" alt="A lake">"#),
    DiagnosticExample(
      3007, .styles,
      wrong: "body { writing-mode: vertical-rl }",
      right: "body { writing-mode: horizontal-tb }"),
    DiagnosticExample(
      3086, .body,
      wrong: #"<svg width="20" height="20"><foreignObject width="20" height="20"><p>Tides</p></foreignObject></svg>"#,
      right: #"<svg width="60" height="20"><text y="15">Tides</text></svg>"#),
    DiagnosticExample(
      3087, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width">
        <meta name="hybrid-first-screen" content="no">
        <title>News</title>
        <p>News</p>
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width">
        <meta name="hybrid-first-screen" content="none">
        <title>News</title>
        <p>News</p>
        """),
    DiagnosticExample(
      3088, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width">
        <title>News</title>
        <div id="root"></div>
        <script>document.getElementById("root").textContent = "News"</script>
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width">
        <title>News</title>
        <div id="root">News</div>
        <script>document.getElementById("root").textContent = "Today's news"</script>
        """),
  ]
}
