extension DiagnosticExample {
  /// The examples of what HTML and XML cannot say.
  static let parsing: [DiagnosticExample] = [
    DiagnosticExample(
      1002, .page,
      wrong: """
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1003, .page,
      wrong: """
        <!DOCTYPE html SYSTEM "about:legacy-compat>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1007, .commands,
      wrong: #"""
        printf '<!DOCTYPE html><title>News</title><p>Tides\001' > site/new.html
        hybrid check site
        """#,
      right: """
        printf '<!DOCTYPE html><title>News</title><p>Tides' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      1012, .commands,
      wrong: """
        printf '<!DOCTYPE html><title>News</title><p>Tides<' > site/new.html
        hybrid check site
        """,
      right: """
        printf '<!DOCTYPE html><title>News</title><p>Tides&lt;' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      1013, .body,
      wrong: "<svg><title><![CDATA[A lake</title></svg>",
      right: "<svg><title><![CDATA[A lake]]></title></svg>"),
    DiagnosticExample(
      1015, .page,
      wrong: "<!DOCTYPE html",
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1016, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News</p>
        <script><!-- let shown = true
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News</p>
        <script>let shown = true</script>
        """),
    DiagnosticExample(
      1017, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <p>News</p><p class=lead
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <p>News</p><p class=lead>Tides</p>
        """),
    DiagnosticExample(
      1020, .page,
      wrong: """
        <!DOCTYPE html 5>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1023, .page,
      wrong: """
        <!DOCTYPE >
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1024, .page,
      wrong: """
        <!DOCTYPE html PUBLIC>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1025, .page,
      wrong: """
        <!DOCTYPE html SYSTEM>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1027, .page,
      wrong: """
        <!DOCTYPE html PUBLIC -//W3C//DTD HTML 4.01//EN>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1028, .page,
      wrong: """
        <!DOCTYPE html SYSTEM about:legacy-compat>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html SYSTEM "about:legacy-compat">
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1030, .page,
      wrong: """
        <!DOCTYPE html PUBLIC"-//W3C//DTD HTML 4.01//EN">
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1031, .page,
      wrong: """
        <!DOCTYPE html SYSTEM"about:legacy-compat">
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html SYSTEM "about:legacy-compat">
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1032, .page,
      wrong: """
        <!DOCTYPEhtml>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1034, .page,
      wrong: """
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1036, .body,
      wrong: "<p>Price: &#xFFFE;5</p>",
      right: "<p>Price: &#x20AC;5</p>"),
    DiagnosticExample(
      1037, .commands,
      wrong: #"""
        printf '<!DOCTYPE html><title>News</title><p>Tides\357\277\276' > site/new.html
        hybrid check site
        """#,
      right: """
        printf '<!DOCTYPE html><title>News</title><p>Tides' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      1041, .page,
      wrong: """
        <!DOCTYPE html SYSTEM "about:legacy-compat" 5>
        <html lang="en"><title>News</title><p>News
        """,
      right: """
        <!DOCTYPE html SYSTEM "about:legacy-compat">
        <html lang="en"><title>News</title><p>News
        """),
    DiagnosticExample(
      1045, .commands,
      wrong: #"""
        printf '<!DOCTYPE html><title>News</title><p>Tides\000' > site/new.html
        hybrid check site
        """#,
      right: """
        printf '<!DOCTYPE html><title>News</title><p>Tides' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      1056, .body,
      wrong: "<button>One <button>Two</button></button>",
      right: "<button>One</button> <button>Two</button>"),
    DiagnosticExample(
      1057, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <body><p>News</p></body>
        <p>Tides</p></html>
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <body><p>News</p>
        <p>Tides</p></body></html>
        """),
    DiagnosticExample(
      1059,
      wrong: [
        File("hybrid.json", #"{ "environment": { "scripting": false } }"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><head><title>News</title><noscript><p>News</p></noscript></head><body></body></html>
          """),
      ],
      right: [
        File("hybrid.json", #"{ "environment": { "scripting": false } }"#),
        File(
          "news.html",
          """
          <!DOCTYPE html>
          <html lang="en"><head><title>News</title></head><body><noscript><p>News</p></noscript></body></html>
          """),
      ]),
    DiagnosticExample(
      1061, .page,
      wrong: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <frameset cols="30%, 70%"><frame src="index.html"><frame src="about.html">
        """,
      right: """
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <frameset cols="30%, 70%"><frame src="index.html"><frame src="about.html"></frameset>
        """),
    DiagnosticExample(
      1062, .text,
      wrong: #"yes '<br>' | head -n 2100000 | tr -d '\n' > site/list.html"#,
      right: #"yes '<br>' | head -n 2100 | tr -d '\n' > site/list.html"#,
      reason: "such a page takes many seconds; HostilePageTests has it"),
    DiagnosticExample(
      1080, .commands,
      wrong: #"""
        { echo '<p>'; yes '<b><i><u><s><em><tt><big><code><font>' | head -n 3; yes '<p>x' | head -n 5000; } > site/list.html
        hybrid check site
        """#,
      right: #"""
        yes '<p><b><i>x</i></b>' | head -n 2000 > site/list.html
        hybrid check site
        """#),
    DiagnosticExample(
      1063, .commands,
      wrong: #"""
        yes '<div>' | head -n 600 | tr -d '\n' > site/list.html
        hybrid check site
        """#,
      right: #"""
        yes '<div></div>' | head -n 600 | tr -d '\n' > site/list.html
        hybrid check site
        """#),
    DiagnosticExample(
      1064, .text,
      wrong: #"head -c 17000000 /dev/zero | tr '\0' a > site/list.html"#,
      right: #"head -c 17000 /dev/zero | tr '\0' a > site/list.html"#,
      reason: "HYB0111 is reported before such a page is read"),
    DiagnosticExample(
      1065, .commands,
      wrong: #"""
        printf '<!DOCTYPE html><title>Caf\351</title><p>Tides' > site/new.html
        hybrid check site
        """#,
      right: #"""
        printf '<!DOCTYPE html><meta charset="windows-1252"><title>Caf\351</title><p>Tides' > site/new.html
        hybrid check site
        """#),
    DiagnosticExample(
      1100,
      wrong: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head>
          <body><p>Tides & waves</p></body></html>
          """)
      ],
      right: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head>
          <body><p>Tides &amp; waves</p></body></html>
          """)
      ]),
    DiagnosticExample(
      1101,
      wrong: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head>
          <body><p>&copy; Ada</p></body></html>
          """)
      ],
      right: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head>
          <body><p>© Ada</p></body></html>
          """)
      ]),
    DiagnosticExample(
      1102,
      wrong: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head>
          <body><chart:line/></body></html>
          """)
      ],
      right: [
        File(
          "news.xhtml",
          """
          <html xmlns="http://www.w3.org/1999/xhtml" xmlns:chart="https://example.com/chart"><head><title>News</title></head>
          <body><chart:line/></body></html>
          """)
      ]),
    DiagnosticExample(
      1103, .commands,
      wrong: """
        { echo '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head><body>'
          yes '<div>' | head -n 600; yes '</div>' | head -n 600; echo '</body></html>'; } > site/list.xhtml
        hybrid check site
        """,
      right: """
        { echo '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>News</title></head><body>'
          yes '<div></div>' | head -n 600; echo '</body></html>'; } > site/list.xhtml
        hybrid check site
        """),
    DiagnosticExample(
      1104, .commands,
      wrong: #"""
        { echo '<!DOCTYPE html><html lang="en"><head><style>'; yes 'p { margin: 0 }' | head -n 100
          printf '</style><meta charset="windows-1252"><title>Caf\351</title></head>'; } > site/new.html
        hybrid check site
        """#,
      right: #"""
        { echo '<!DOCTYPE html><html lang="en"><head><meta charset="windows-1252"><style>'; yes 'p { margin: 0 }' | head -n 100
          printf '</style><title>Caf\351</title></head>'; } > site/new.html
        hybrid check site
        """#),
    DiagnosticExample(
      1120, .text,
      wrong: "A page that is written as markup which libxml2 reads as another tree.",
      right: "Please report the page.",
      reason: "no such page is known"),
    DiagnosticExample(
      1122, .body,
      wrong: """
        <form><div></form>
        <form><input></form></div>
        """,
      right: """
        <form></form>
        <div><form><input></form></div>
        """),
  ]
}
