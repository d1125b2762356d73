extension DiagnosticExample {
  /// The examples of style sheets, fonts and layout.
  static let layout: [DiagnosticExample] = [
    DiagnosticExample(
      2507, .commands,
      wrong: """
        { yes '& p {' | head -n 140; yes '}' | head -n 140; } > rules
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p {'; cat rules; echo '}</style><p>News'; } > site/new.html
        hybrid check site
        """,
      right: """
        echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p { & b { margin: 0 } }</style><p>News' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      2509,
      wrong: [
        File("app.css", #"@import "theme.css";"#),
        File(
          "theme.css",
          """
          @import "app.css";
          p { margin: 0 }
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <link rel="stylesheet" href="app.css"><p>News
          """),
      ],
      right: [
        File("app.css", #"@import "theme.css";"#),
        File("theme.css", "p { margin: 0 }"),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <link rel="stylesheet" href="app.css"><p>News
          """),
      ]),
    DiagnosticExample(
      2512, .text,
      wrong:
        ".list:has(li ~ li ~ li ~ li) li:not(:has(+ li ~ li)) { color: navy }   /* on pages with tens of thousands of elements */",
      right: ".list { color: navy }",
      reason: "such a page takes many seconds"),
    DiagnosticExample(
      2513, .styles,
      wrong: """
        p { --a: wave wave wave wave wave wave wave wave wave wave wave wave wave wave wave wave;
            --b: var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a) var(--a);
            --c: var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b) var(--b);
            --d: var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c) var(--c);
            --e: var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d) var(--d);
            --f: var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) var(--e) }
        """,
      right: "p { --a: wave; --b: var(--a) var(--a) }"),
    DiagnosticExample(
      2514, .commands,
      wrong: """
        cat > site/new.html <<'END'
        <!DOCTYPE html>
        <html lang="en"><title>News</title><style>.lead { margin: 0 }</style><p>News
        END
        hybrid check site --unused-rules
        """,
      right: """
        cat > site/new.html <<'END'
        <!DOCTYPE html>
        <html lang="en"><title>News</title><style>.lead { margin: 0 }</style><p class="lead">News
        END
        hybrid check site --unused-rules
        """),
    DiagnosticExample(
      2515, .body,
      wrong: """
        <style>
        p:hover > b { color: red } p:focus > b { margin: 1px } p:active > b { padding: 1px }
        i:hover > b { color: blue } i:focus > b { margin: 2px } i:active > b { padding: 2px }
        b:hover { top: 1px } b:focus { left: 1px } b:active { bottom: 1px } div:hover b { right: 1px }
        div:focus b { inset: 3px } div:active b { inset: 4px }
        </style><div tabindex="0"><p tabindex="0"><i tabindex="0"><b tabindex="0">News</b></i></p></div>
        """,
      right: """
        <style>
        p:hover > b { color: red }
        b:hover { top: 1px } b:focus { left: 1px }
        </style><div tabindex="0"><p tabindex="0"><b tabindex="0">News</b></p></div>
        """),
    DiagnosticExample(
      3001,
      wrong: [
        File(
          "index.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>body { font-family: Tide }</style><p>News
          """),
        File(
          "about.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>About</title>
          <style>body { font-family: Tide }</style><p>About
          """),
      ],
      right: [
        File(
          "index.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>body { font-family: Tide }</style><p>News
          """),
        File(
          "about.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>About</title>
          <style>body { font-family: Tide }</style><p>About
          """),
        File("hybrid.json", #"{ "fonts": { "Tide": "fonts/tide.metrics" } }"#),
        File(
          "fonts/tide.metrics",
          """
          hybrid-font-metrics 1
          family Tide
          units-per-em 1000
          ascent 800
          descent 200
          missing-advance 500
          advance 20-7E 500
          """),
      ]),
    DiagnosticExample(
      3002,
      wrong: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>@font-face { font-family: Tide; src: url(fonts/tide.woff2) } p { font-family: Tide }</style><p>News
          """),
        File("fonts/tide.woff2", "version https://git-lfs.github.com/spec/v1"),
      ],
      right: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>p { font-family: system-ui }</style><p>News
          """)
      ]),
    DiagnosticExample(
      3003,
      wrong: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>body { font-family: Tide }</style><p>News
          """),
        File("hybrid.json", #"{ "fonts": { "Tide": "fonts/tide.metrics" } }"#),
        File(
          "fonts/tide.metrics",
          """
          family Tide
          units-per-em 1000
          """),
      ],
      right: [
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <style>body { font-family: Tide }</style><p>News
          """),
        File("hybrid.json", #"{ "fonts": { "Tide": "fonts/tide.metrics" } }"#),
        File(
          "fonts/tide.metrics",
          """
          hybrid-font-metrics 1
          family Tide
          units-per-em 1000
          ascent 800
          descent 200
          missing-advance 500
          advance 20-7E 500
          """),
      ]),
    DiagnosticExample(
      3006, .text,
      wrong: "An XML or Token page with more than 1,024 levels of elements.",
      right: "The same contents in fewer levels.",
      reason: "HYB1063 and HYB1103 cut such pages before"),
    DiagnosticExample(
      3009,
      wrong: [
        File("index.html", "<!DOCTYPE html><html lang=\"en\"><title>News</title><p>News"),
        File("hybrid.json", #"{ "hyphenation": { "en": "text/hyph_en.dic" } }"#),
        File("text/hyph_en.dic", "1tion"),
      ],
      right: [
        File("index.html", "<!DOCTYPE html><html lang=\"en\"><title>News</title><p>News"),
        File("hybrid.json", #"{ "hyphenation": { "en": "text/hyph_en.dic" } }"#),
        File("text/hyph_en.dic", "UTF-8\n1tion"),
      ]),
    DiagnosticExample(
      3008, .text,
      wrong: #"{ "subsetFonts": true }       a page with the font has scripts"#,
      right: #"{ "subsetFonts": "U+20-7E, U+A0-FF" }"#,
      reason: "the repository ships no font; FontSubsetVerbTests runs it where fonts are installed"),
    DiagnosticExample(
      3085,
      wrong: [
        File(
          "index.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title><p>News
          """)
      ],
      right: [
        File(
          "index.html",
          """
          <!DOCTYPE html>
          <html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
          <title>News</title><p>News
          """)
      ]),
    DiagnosticExample(
      3090, .text,
      wrong: #"""
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p::before { content: "'
          head -c 10000 /dev/zero | tr '\0' - ; echo '" }</style>'; yes '<p>News' | head -n 120; } | tr -d '\n' > site/new.html
        hybrid check site
        """#,
      right: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p::before { content: "– " }</style>'
          yes '<p>News' | head -n 120; } > site/new.html
        hybrid check site
        """,
      reason: "such a page takes many seconds; HostilePageTests has it"),
    DiagnosticExample(
      3091, .text,
      wrong: #"yes '<b>a</b>' | head -n 400000 | tr -d '\n' > site/list.html"#,
      right: #"yes '<b>a</b>' | head -n 400 | tr -d '\n' > site/list.html"#,
      reason: "such a page takes many seconds; HostilePageTests has it"),
    DiagnosticExample(
      3102, .commands,
      wrong: """
        { echo '<pre>'; yes '' | head -n 400000; } > site/list.html
        hybrid check site
        """,
      right: """
        { echo '<pre>'; yes '' | head -n 400; } > site/list.html
        hybrid check site
        """),
    DiagnosticExample(
      3103, .commands,
      wrong: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p { transform:'
          yes 'rotate(1deg)' | head -n 4000; echo '}</style>'; yes '<p>News' | head -n 1000; } > site/news.html
        hybrid check site
        """,
      right: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><style>p { transform: rotate(40deg) }</style>'
          yes '<p>News' | head -n 1000; } > site/news.html
        hybrid check site
        """),
  ]
}
