extension DiagnosticExample {
  /// The examples of `hybrid check --layout`.
  static let layoutLint: [DiagnosticExample] = [
    DiagnosticExample(
      3092, .body,
      wrong: #"""
        <style>
          .row { position: relative; height: 40px }
          .row p { position: absolute; margin: 0; width: 220px }
          .depth { right: 0 }
        </style>
        <div class="row"><p>Lake Constance and its shores</p><p class="depth">251 metres at the deepest place</p></div>
        """#,
      right: #"""
        <style>
          .row { display: flex; flex-wrap: wrap; justify-content: space-between }
          .row p { margin: 0 }
        </style>
        <div class="row"><p>Lake Constance and its shores</p><p class="depth">251 metres at the deepest place</p></div>
        """#),
    DiagnosticExample(
      3093, .body,
      wrong: #"""
        <style>
          .half { width: 50%; background: #eee }
          .half p { width: 300px }
        </style>
        <div class="half"><p>Tides, winds and temperatures of all lakes</p></div>
        """#,
      right: #"""
        <style>
          .half { width: 50%; background: #eee }
          .half p { max-width: 300px }
        </style>
        <div class="half"><p>Tides, winds and temperatures of all lakes</p></div>
        """#),
    DiagnosticExample(
      3094, .styles,
      wrong: "p { width: 800px }",
      right: "p { max-width: 800px }"),
    DiagnosticExample(
      3095, .body,
      wrong: #"""
        <style>
          .row { display: flex; flex-wrap: wrap }
          .row p { margin: 0; width: 150px }
        </style>
        <div class="row"><p>One</p><p>Two</p><p>Three</p></div>
        """#,
      right: #"""
        <style>
          .row { display: flex }
          .row p { margin: 0; width: 150px }
        </style>
        <div class="row"><p>One</p><p>Two</p><p>Three</p></div>
        """#),
    DiagnosticExample(
      3096, .body,
      wrong: #"""
        <style>
          @media (max-width: 599px) { .row { display: flex } }
          @media (min-width: 601px) { .row { display: flex } }
        </style>
        <div class="row"><p>One</p><p>Two</p></div>
        """#,
      right: #"""
        <style>
          .row { display: flex }
        </style>
        <div class="row"><p>One</p><p>Two</p></div>
        """#),
    DiagnosticExample(
      3097, .body,
      wrong: #"<p style="height: 24px; overflow: hidden">Tides of today</p>"#,
      right: #"<p style="min-height: 24px; overflow: hidden">Tides of today</p>"#),
    DiagnosticExample(
      3098, .body,
      wrong: #"""
        <style>
          .bar { position: fixed; bottom: 0; left: 0; right: 0; height: 56px; background: white }
        </style>
        <main style="height: 900px">News</main>
        <p>Imprint</p>
        <nav class="bar">Home</nav>
        """#,
      right: #"""
        <style>
          body { padding-bottom: 56px }
          .bar { position: fixed; bottom: 0; left: 0; right: 0; height: 56px; background: white }
        </style>
        <main style="height: 900px">News</main>
        <p>Imprint</p>
        <nav class="bar">Home</nav>
        """#),
    DiagnosticExample(
      3099, .body,
      wrong: #"""
        <style>
          .bar { position: sticky; top: 0; height: 56px; background: white }
        </style>
        <nav class="bar"><a href="#tides">Tides</a></nav>
        <main style="height: 1400px">News</main>
        <h2 id="tides">Tides</h2>
        <p style="height: 1400px">High water at noon</p>
        """#,
      right: #"""
        <style>
          html { scroll-padding-top: 56px }
          .bar { position: sticky; top: 0; height: 56px; background: white }
        </style>
        <nav class="bar"><a href="#tides">Tides</a></nav>
        <main style="height: 1400px">News</main>
        <h2 id="tides">Tides</h2>
        <p style="height: 1400px">High water at noon</p>
        """#),
    DiagnosticExample(
      3100, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width, viewport-fit=cover">
        <title>News</title>
        <style>
          .bar { position: fixed; bottom: 0; left: 0; right: 0; background: white }
        </style>
        <nav class="bar">Home</nav>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en">
        <meta name="viewport" content="width=device-width, viewport-fit=cover">
        <title>News</title>
        <style>
          .bar { position: fixed; bottom: 0; left: 0; right: 0; background: white; padding-bottom: env(safe-area-inset-bottom) }
        </style>
        <nav class="bar">Home</nav>
        """#),
    DiagnosticExample(
      3101, .body,
      wrong: #"""
        <style>
          @font-face { font-family: Wide; src: local("DejaVu Sans Mono"), local("Liberation Mono"); font-display: swap }
          .lakes { font: 16px Wide, serif }
        </style>
        <p class="lakes">Tides, winds and temperatures of all lakes of the land, with pictures of each harbour and its depth</p>
        """#,
      right: #"""
        <style>
          @font-face { font-family: Wide; src: local("DejaVu Sans Mono"), local("Liberation Mono"); font-display: optional }
          .lakes { font: 16px Wide, serif }
        </style>
        <p class="lakes">Tides, winds and temperatures of all lakes of the land, with pictures of each harbour and its depth</p>
        """#),
  ]
}
