extension DiagnosticExample {
  /// The examples of the site and its configuration.
  static let sites: [DiagnosticExample] = [
    DiagnosticExample(
      130, .body,
      wrong: #"<link rel="stylesheet" href="css/ap.css">"#,
      right: #"<link rel="stylesheet" href="app.css">"#),
    DiagnosticExample(
      131, .body,
      wrong: #"<script src="ap.js"></script>"#,
      right: #"<script src="app.js"></script>"#),
    DiagnosticExample(
      132, .styles,
      wrong: #"@import "theme.css";"#,
      right: #"@import "app.css";"#),
    DiagnosticExample(
      133, .body,
      wrong: #"<img src="img/laek.svg" alt="A lake">"#,
      right: #"<img src="img/lake.svg" alt="A lake">"#),
    DiagnosticExample(
      134, .body,
      wrong: #"<video src="film.mp4" controls></video>"#,
      right: #"<video src="video/lake.mp4" controls></video>"#),
    DiagnosticExample(
      135, .body,
      wrong: #"<script src="https://cdn.example/app.js"></script>"#,
      right: #"<script src="app.js"></script>"#),
    DiagnosticExample(
      136, .body,
      wrong: #"<img src="../photos/lake.svg" alt="A lake">"#,
      right: #"<img src="img/lake.svg" alt="A lake">"#),
    DiagnosticExample(
      137, .body,
      wrong: #"<a href="/abuot">About</a>"#,
      right: #"<a href="/about">About</a>"#),
    DiagnosticExample(
      174, .body,
      wrong: #"<script type="module">import { sum } from "lodash"</script>"#,
      right: #"<script type="module">import { sum } from "./sum.js"</script>"#),
    DiagnosticExample(
      202, .configuration,
      wrong: #"{ "name": "news }"#,
      right: #"{ "name": "news" }"#),
    DiagnosticExample(
      203, .configuration,
      wrong: #"{ "name": "news", "exlude": ["*.psd"] }"#,
      right: #"{ "name": "news", "exclude": ["*.psd"] }"#),
    DiagnosticExample(
      204, .configuration,
      wrong: #"{ "name": "news", "exclude": "*.psd" }"#,
      right: #"{ "name": "news", "exclude": ["*.psd"] }"#),
    DiagnosticExample(
      205, .configuration,
      wrong: #"{ "name": "news", "sequence": -1 }"#,
      right: #"{ "name": "news", "sequence": 1 }"#),
    DiagnosticExample(
      206, .configuration,
      wrong: #"{ "name": "news", "name": "daily" }"#,
      right: #"{ "name": "news" }"#),
    DiagnosticExample(
      207, .configuration,
      wrong:
        #"{ "name": "news", "viewports": [{ "name": "phone", "width": 390, "height": 844, "scale": 3 }, { "name": "phone", "width": 820, "height": 1180, "scale": 2 }] }"#,
      right:
        #"{ "name": "news", "viewports": [{ "name": "phone", "width": 390, "height": 844, "scale": 3 }, { "name": "tablet", "width": 820, "height": 1180, "scale": 2 }] }"#
    ),
    DiagnosticExample(
      208, .configuration,
      wrong: #"{ "name": "news", "viewports": [{ "width": 390 }] }"#,
      right: #"{ "name": "news", "viewports": [{ "width": 390, "height": 844, "scale": 3 }] }"#),
    DiagnosticExample(
      210, .configuration,
      wrong: #"{ "name": "news", "fonts": { "Arial": "fonts/arail.metrics" } }"#,
      right: #"{ "name": "news", "fonts": {} }"#),
    DiagnosticExample(
      271, .configuration,
      wrong: #"{ "name": "news", "filters": { "*.css": "minify -" } }"#,
      right: #"{ "name": "news" }"#),
  ]
}
