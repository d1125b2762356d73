extension DiagnosticExample {
  /// The examples of HTML and XML.
  static let markup: [DiagnosticExample] = [
    DiagnosticExample(
      1001, .body,
      wrong: "<!-->",
      right: "<!-- note -->"),
    DiagnosticExample(
      1004, .body,
      wrong: "<p>&#;</p>",
      right: "<p>&#169;</p>"),
    DiagnosticExample(
      1005, .body,
      wrong: "<p><![CDATA[1 < 2]]></p>",
      right: "<p>1 &lt; 2</p>"),
    DiagnosticExample(
      1006, .body,
      wrong: "<p>&#x110000;</p>",
      right: "<p>&#x1F600;</p>"),
    DiagnosticExample(
      1008, .body,
      wrong: "<p>&#128;</p>",
      right: "<p>&#x20AC;</p>"),
    DiagnosticExample(
      1009, .body,
      wrong: #"<p class="a" class="b">Text</p>"#,
      right: #"<p class="a b">Text</p>"#),
    DiagnosticExample(
      1010, .body,
      wrong: #"<p>Text</p class="a">"#,
      right: #"<p class="a">Text</p>"#),
    DiagnosticExample(
      1011, .body,
      wrong: "<p>Text</p/>",
      right: "<p>Text</p>"),
    DiagnosticExample(
      1014, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <p>Text</p>
        <!-- to do
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <p>Text</p>
        <!-- to do -->
        """#),
    DiagnosticExample(
      1018, .body,
      wrong: "<!-- note --!>",
      right: "<!-- note -->"),
    DiagnosticExample(
      1019, .body,
      wrong: "<! note >",
      right: "<!-- note -->"),
    DiagnosticExample(
      1021, .body,
      wrong: "<p>1 <2</p>",
      right: "<p>1 &lt; 2</p>"),
    DiagnosticExample(
      1022, .body,
      wrong: #"<input name="a" value=>"#,
      right: #"<input name="a" value="">"#),
    DiagnosticExample(
      1026, .body,
      wrong: "<p>Text</>",
      right: "<p>Text</p>"),
    DiagnosticExample(
      1029, .body,
      wrong: "<p>&copy 2026</p>",
      right: "<p>&copy; 2026</p>"),
    DiagnosticExample(
      1033, .body,
      wrong: #"<p id="a"class="b">Text</p>"#,
      right: #"<p id="a" class="b">Text</p>"#),
    DiagnosticExample(
      1035, .body,
      wrong: "<!-- outer <!-- inner --> -->",
      right: "<!-- outer and inner -->"),
    DiagnosticExample(
      1038, .body,
      wrong: #"<div class="line"/>"#,
      right: #"<div class="line"></div>"#),
    DiagnosticExample(
      1039, .body,
      wrong: "<p>&#0;</p>",
      right: "<p></p>"),
    DiagnosticExample(
      1040, .body,
      wrong: "<p>&#xD83D;</p>",
      right: "<p>&#x1F600;</p>"),
    DiagnosticExample(
      1042, .body,
      wrong: #"<p title"news">Text</p>"#,
      right: #"<p title="news">Text</p>"#),
    DiagnosticExample(
      1043, .body,
      wrong: #"<a href=/about?a="b">About</a>"#,
      right: #"<a href="/about?a=b">About</a>"#),
    DiagnosticExample(
      1044, .body,
      wrong: #"<p ="news">Text</p>"#,
      right: #"<p title="news">Text</p>"#),
    DiagnosticExample(
      1046, .body,
      wrong: #"<?xml version="1.0"?>"#,
      right: "<!-- HTML needs no XML declaration. -->"),
    DiagnosticExample(
      1047, .body,
      wrong: #"<p / class="a">Text</p>"#,
      right: #"<p class="a">Text</p>"#),
    DiagnosticExample(
      1048, .body,
      wrong: "<p>&nosuch;</p>",
      right: "<p>&amp;nosuch;</p>"),
    DiagnosticExample(
      1049, .page,
      wrong: #"<html lang="en"><title>News</title><p>Text</p>"#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>Text</p>
        """#),
    DiagnosticExample(
      1050, .page,
      wrong: #"""
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">
        <html lang="en"><title>News</title><p>Text</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>Text</p>
        """#),
    DiagnosticExample(
      1051, .body,
      wrong: #"""
        <p>Text</p>
        <!DOCTYPE html>
        """#,
      right: "<p>Text</p>"),
    DiagnosticExample(
      1052, .body,
      wrong: "<p>Text</p><head>",
      right: "<p>Text</p>"),
    DiagnosticExample(
      1053, .body,
      wrong: "<div>Text</div></div>",
      right: "<div>Text</div>"),
    DiagnosticExample(
      1054, .body,
      wrong: "<div>Text",
      right: "<div>Text</div>"),
    DiagnosticExample(
      1055, .body,
      wrong: "<p><b><i>Text</b></i></p>",
      right: "<p><b><i>Text</i></b></p>"),
    DiagnosticExample(
      1058, .body,
      wrong: "<table>Note<tr><td>Cell</td></tr></table>",
      right: "<table><caption>Note</caption><tr><td>Cell</td></tr></table>"),
    DiagnosticExample(
      1060, .body,
      wrong: "<svg><p>Text</p></svg>",
      right: "<svg><foreignObject><p>Text</p></foreignObject></svg>"),
    DiagnosticExample(
      1076, .body,
      wrong: #"""
        <style>
          [style*="color: red"] { padding: 20px }
        </style>
        <p style="color: red">High water</p>
        """#,
      right: #"""
        <style>
          .warning { padding: 20px; color: red }
        </style>
        <p class="warning">High water</p>
        """#),
    DiagnosticExample(
      1077, .body,
      wrong: "<style>p { margin: 8px</style>",
      right: "<style>p { margin: 8px }</style>"),
    DiagnosticExample(
      1078,
      wrong: [
        .init(
          "news.html",
          #"""
          <!DOCTYPE html>
          <html lang="en">
          <meta name="viewport" content="width=device-width">
          <title>News</title>
          <link rel="stylesheet" href="/blog/app.css">
          <a href="/blog/about.html">About</a>
          """#)
      ],
      right: [
        .init(
          "news.html",
          #"""
          <!DOCTYPE html>
          <html lang="en">
          <meta name="viewport" content="width=device-width">
          <title>News</title>
          <link rel="stylesheet" href="/blog/app.css">
          <a href="/blog/about.html">About</a>
          """#),
        .init("hybrid.json", #"{ "base": "/blog/" }"#),
      ]),
    DiagnosticExample(
      1079, .body,
      wrong: #"<p>Tides</p><script>function open( { }</script>"#,
      right: #"<p>Tides</p><script>function open() { }</script>"#),
    DiagnosticExample(
      1123, .commands,
      wrong: """
        { printf '<!DOCTYPE html><html lang="en"><title>News</title><base href="https://example.org/'
          yes 'a/' | head -n 20000 | tr -d '\\n'; echo '">'; yes '<p><a href="x">News</a>' | head -n 1000; } > site/news.html
        hybrid check site
        """,
      right: """
        { echo '<!DOCTYPE html><html lang="en"><title>News</title><base href="https://example.org/a/">'
          yes '<p><a href="x">News</a>' | head -n 1000; } > site/news.html
        hybrid check site
        """),
    DiagnosticExample(
      1110, .token,
      wrong: #"<view><label>Tides</view>"#,
      right: #"<view><label>Tides</label></view>"#),
    DiagnosticExample(
      1111, .page,
      wrong: #"""
        <html lang="en" html-identify="Token"><body></body></html>
        <label>Tides</label>
        """#,
      right: #"<html lang="en" html-identify="Token"><body><label>Tides</label></body></html>"#),
    DiagnosticExample(
      1121, .body,
      wrong: #"<button @click="save()">Save</button>"#,
      right: #"<button v-on:click="save()">Save</button>"#),
    DiagnosticExample(
      1173, .body,
      wrong: #"<p><foo>Tides</foo></p>"#,
      right: #"<p><span>Tides</span></p>"#),
    DiagnosticExample(
      1174, .body,
      wrong: #"<p title="news>Text</p>"#,
      right: #"<p title="news">Text</p>"#),
  ]
}
