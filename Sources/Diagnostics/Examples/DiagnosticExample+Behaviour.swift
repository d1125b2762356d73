extension DiagnosticExample {
  /// The examples of routes and accessibility.
  static let behaviour: [DiagnosticExample] = [
    DiagnosticExample(
      6001, .configuration,
      wrong:
        #"{ "name": "news", "routes": [{ "pattern": "/user/{id}", "page": "index.html" }, { "pattern": "/user/{name}", "page": "about.html" }] }"#,
      right:
        #"{ "name": "news", "routes": [{ "pattern": "/user/{id:int}", "page": "index.html" }, { "pattern": "/user/{name}", "page": "about.html" }] }"#
    ),
    DiagnosticExample(
      6003, .configuration,
      wrong: #"""
        { "name": "news", "routes": [
          { "pattern": "/{a}-x{b}", "page": "about.html" },
          { "pattern": "/{a}-y{b}", "page": "index.html" }
        ] }
        """#,
      right: #"""
        { "name": "news", "routes": [
          { "pattern": "/x/{a}", "page": "about.html" },
          { "pattern": "/y/{a}", "page": "index.html" }
        ] }
        """#),
    DiagnosticExample(
      6004, .configuration,
      wrong: #"{ "name": "news", "routes": [{ "pattern": "/user/{id", "page": "index.html" }] }"#,
      right: #"{ "name": "news", "routes": [{ "pattern": "/user/{id}", "page": "index.html" }] }"#),
    DiagnosticExample(
      6006, .body,
      wrong: #"<a href="/about#taem">The team</a>"#,
      right: #"<a href="/about#team">The team</a>"#),
    DiagnosticExample(
      6008, .body,
      wrong: #"<a href="/about" data-turbo-action="repalce">About</a>"#,
      right: #"<a href="/about" data-turbo-action="replace">About</a>"#),
    DiagnosticExample(
      6009, .configuration,
      wrong:
        #"{ "name": "news", "navigation": { "rules": [{ "patterns": ["/new$"], "properties": { "context": "modl" } }] } }"#,
      right:
        #"{ "name": "news", "navigation": { "rules": [{ "patterns": ["/new$"], "properties": { "context": "modal" } }] } }"#
    ),
    DiagnosticExample(
      6101, .body,
      wrong: #"<img src="img/lake.svg">"#,
      right: #"<img src="img/lake.svg" alt="A lake at dawn">"#),
    DiagnosticExample(
      6102, .body,
      wrong: #"<input type="text">"#,
      right: #"<label>Name <input type="text"></label>"#),
    DiagnosticExample(
      6103, .body,
      wrong: #"<a href="/about"><img src="img/lake.svg" alt=""></a>"#,
      right: #"<a href="/about"><img src="img/lake.svg" alt="About the lake"></a>"#),
    DiagnosticExample(
      6104, .body,
      wrong: "<h1>News</h1><h3>Today</h3>",
      right: "<h1>News</h1><h2>Today</h2>"),
    DiagnosticExample(
      6105, .body,
      wrong: #"<p id="a">One</p><p id="a">Two</p>"#,
      right: #"<p id="a">One</p><p id="b">Two</p>"#),
    DiagnosticExample(
      6106, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html><title>News</title><p>Text</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><p>Text</p>
        """#),
    DiagnosticExample(
      6107, .body,
      wrong: #"<button tabindex="3">Save</button>"#,
      right: #"<button tabindex="0">Save</button>"#),
    DiagnosticExample(
      6108, .body,
      wrong:
        #"<button style="width: 12px; height: 12px; padding: 0" aria-label="Close"></button><button style="width: 12px; height: 12px; padding: 0" aria-label="Back"></button>"#,
      right:
        #"<button style="width: 24px; height: 24px; padding: 0" aria-label="Close"></button><button style="width: 24px; height: 24px; padding: 0" aria-label="Back"></button>"#
    ),
    DiagnosticExample(
      6109, .body,
      wrong: #"<p style="color: #aaa; background: #fff">Text</p>"#,
      right: #"<p style="color: #555; background: #fff">Text</p>"#),
    DiagnosticExample(
      6110, .body,
      wrong: #"<div role="buton">Save</div>"#,
      right: #"<div role="button" tabindex="0">Save</div>"#),
    DiagnosticExample(
      6111, .body,
      wrong: #"<label for="nmae">Name</label> <input id="name" aria-label="Name">"#,
      right: #"<label for="name">Name</label> <input id="name">"#),
    DiagnosticExample(
      6112, .body,
      wrong: #"<div aria-hidden="true"><button>Save</button></div>"#,
      right: #"<div aria-hidden="true" inert><button>Save</button></div>"#),
    DiagnosticExample(
      9070, .body,
      wrong: #"""
        <!-- hybrid-disable-next-line HYB0137 -->
        <a href="/about">About</a>
        """#,
      right: #"<a href="/about">About</a>"#),
  ]
}
