extension DiagnosticExample {
  /// The examples of routes, generated code and the tool itself.
  static let tool: [DiagnosticExample] = [
    DiagnosticExample(
      6002,
      wrong: [
        File(
          "hybrid.json",
          """
          { "routes": [
            { "urlPattern": "/tides/:day(.*)", "page": "index.html" },
            { "urlPattern": "{/tides/:name}", "page": "about.html" }
          ] }
          """)
      ],
      right: [
        File(
          "hybrid.json",
          #"""
          { "routes": [
            { "urlPattern": "/tides/:day(\\d+)", "page": "index.html" },
            { "urlPattern": "{/tides/:name}", "page": "about.html" }
          ] }
          """#)
      ]),
    DiagnosticExample(
      6007,
      wrong: [
        File(
          "tides/[day:int].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>Tides</p>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <a href="/tides/today">Today</a>
          """),
      ],
      right: [
        File(
          "tides/[day:int].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>Tides</p>
          """),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <a href="/tides/23">Today</a>
          """),
      ]),
    DiagnosticExample(
      6010, .commands,
      wrong: """
        cat > site/hybrid.json <<'END'
        { "navigation": { "rules": [{ "patterns": ["/Tides/[0-9]+$"], "properties": { "context": "modal" } }] } }
        END
        hybrid build site -o out --emit hotwire
        """,
      right: """
        cat > site/hybrid.json <<'END'
        { "navigation": { "rules": [{ "patterns": ["/tides/[0-9]+$"], "properties": { "context": "modal" } }] } }
        END
        hybrid build site -o out --emit hotwire
        """),
    DiagnosticExample(
      6011, .commands,
      wrong: "hybrid build site -o out --emit applinks",
      right: """
        echo '{ "app": { "ios": ["ABCDE12345.com.example.app"] } }' > site/hybrid.json
        hybrid build site -o out --emit applinks
        """),
    DiagnosticExample(
      6012, .commands,
      wrong: """
        echo '{ "api": { "tides": { "path": "/tides/{day}", "query": { "day": "int" } } } }' > site/hybrid.json
        hybrid routes generate site --language swift
        """,
      right: """
        echo '{ "api": { "tides": { "path": "/tides/{day}", "query": { "port": "int" } } } }' > site/hybrid.json
        hybrid routes generate site --language swift
        """),
    DiagnosticExample(
      6013,
      wrong: [
        File("hybrid.json", #"{ "bridge": true }"#),
        File("hybrid-bridge.js", "let shown = true"),
      ],
      right: [
        File("hybrid.json", #"{ "bridge": true }"#),
        File("bridge.js", "let shown = true"),
      ]),
    DiagnosticExample(
      6014, .commands,
      wrong: """
        echo '{ "routes": [{ "pattern": "/files/**", "page": "about.html" }] }' > site/hybrid.json
        hybrid routes generate site --language swift
        """,
      right: """
        echo '{ "routes": [{ "pattern": "/files/{name}", "page": "about.html" }] }' > site/hybrid.json
        hybrid routes generate site --language swift
        """),
    DiagnosticExample(
      6015,
      wrong: [
        File(
          "tides/[day-id].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>Tides</p>
          """)
      ],
      right: [
        File(
          "tides/[dayId].html",
          """
          <!DOCTYPE html>
          <html lang="en"><title>News</title>
          <p>Tides</p>
          """)
      ]),
    DiagnosticExample(
      6016, .text,
      wrong:
        #"{ "routes": [{ "urlPattern": "/:a((?:(?!x{1000})a)*c)", "page": "news.html" }] }   with links of 8,000 letters"#,
      right: #"{ "routes": [{ "urlPattern": "/:a(a*c)", "page": "news.html" }] }"#,
      reason: "it takes a second to use up the steps; RoutesVerbTests does"),
    DiagnosticExample(
      6113, .text,
      wrong: #"<p id="p0" aria-labelledby="p1 p2 p3 …">      on each of thousands of elements"#,
      right: #"<p aria-label="Tides">"#,
      reason: "such a page takes many seconds"),
    DiagnosticExample(
      6114, .text,
      wrong: #"<p style="position: absolute; inset: 0; background: #0001">Tides      thousands of times"#,
      right: "<p>Tides",
      reason: "such a page takes many seconds; ContrastTests has one"),
    DiagnosticExample(
      9001, .text,
      wrong: "Any input that leads to a state which the tool holds to be impossible.",
      right: "Please report the page and the configuration.",
      reason: "no such input is known"),
    DiagnosticExample(
      9002, .commands,
      wrong: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title>'; yes '<p class=a class=b>' | head -n 1200; } > site/new.html
        hybrid check site
        """,
      right: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title>'; yes '<p class="a b">' | head -n 1200; } > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      9003, .text,
      wrong: """
        sysctl fs.inotify.max_user_watches=128
        hybrid watch site
        """,
      right: """
        sysctl fs.inotify.max_user_watches=524288
        hybrid watch site
        """,
      reason: "it changes the settings of the system"),
    DiagnosticExample(
      9065, .commands,
      wrong: "HYBRID_REMOTE_CACHE_TOKEN=t hybrid check site --remote-cache http://cache.example/",
      right: "HYBRID_REMOTE_CACHE_TOKEN=t hybrid check site --remote-cache https://cache.example/"),
  ]
}
