extension DiagnosticExample {
  /// The examples of what goes together in accessibility.
  static let accessibilityRules: [DiagnosticExample] = [
    DiagnosticExample(
      4195, .body,
      wrong: #"<iframe src="about.html"></iframe>"#,
      right: #"<iframe src="about.html" title="About the paper"></iframe>"#),
    DiagnosticExample(
      4196, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <meta name="viewport" content="width=device-width, user-scalable=no">
        <p>News</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title>
        <meta name="viewport" content="width=device-width">
        <p>News</p>
        """#),
    DiagnosticExample(
      4197, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><meta name="viewport" content="width=device-width">
        <meta http-equiv="refresh" content="60">
        <p>News</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><meta name="viewport" content="width=device-width">
        <p>News</p>
        """#),
    DiagnosticExample(
      4198, .body,
      wrong: #"<table><tr><th id="price">Price</th></tr><tr><td headers="prices">3</td></tr></table>"#,
      right: #"<table><tr><th id="price">Price</th></tr><tr><td headers="price">3</td></tr></table>"#),
    DiagnosticExample(
      4199, .body,
      wrong: #"<ul><p>Bread</p></ul>"#,
      right: #"<ul><li>Bread</li></ul>"#),
    DiagnosticExample(
      4200, .body,
      wrong: #"<button aria-lable="Close">×</button>"#,
      right: #"<button aria-label="Close">×</button>"#),
    DiagnosticExample(
      4201, .body,
      wrong: #"<button aria-expanded="yes">Menu</button>"#,
      right: #"<button aria-expanded="true">Menu</button>"#),
    DiagnosticExample(
      4202, .body,
      wrong: #"<button aria-selected="true">News</button>"#,
      right: #"<button aria-pressed="true">News</button>"#),
    DiagnosticExample(
      4203, .body,
      wrong: #"<h2 role="button" tabindex="0">More</h2>"#,
      right: #"<h2><button>More</button></h2>"#),
    DiagnosticExample(
      4204, .body,
      wrong: #"<div role="checkbox" tabindex="0">Daily</div>"#,
      right: #"<div role="checkbox" tabindex="0" aria-checked="false">Daily</div>"#),
    DiagnosticExample(
      4205, .body,
      wrong: #"<div role="tab" tabindex="0">News</div>"#,
      right: #"<div role="tablist"><div role="tab" tabindex="0">News</div></div>"#),
    DiagnosticExample(
      4206, .body,
      wrong: #"<div role="button" tabindex="0">Open <a href="/about">About</a></div>"#,
      right: #"<button>Open</button> <a href="/about">About</a>"#),
    DiagnosticExample(
      4207, .body,
      wrong: #"<div role="none" tabindex="0">News</div>"#,
      right: #"<div role="none">News</div>"#),
    DiagnosticExample(
      4208, .body,
      wrong: #"<p lang="deutsch">Guten Tag</p>"#,
      right: #"<p lang="de">Guten Tag</p>"#),
    DiagnosticExample(
      4209, .body,
      wrong: #"<label>Street <input autocomplete="street"></label>"#,
      right: #"<label>Street <input autocomplete="street-address"></label>"#),
    DiagnosticExample(
      4210, .body,
      wrong: #"<button aria-label="Submit">Send the form</button>"#,
      right: #"<button aria-label="Send the form now">Send the form</button>"#),
    DiagnosticExample(
      4211, .body,
      wrong: #"<object data="img/lake.svg"></object>"#,
      right: #"<object data="img/lake.svg" title="A lake"></object>"#),
    DiagnosticExample(
      4212, .page,
      wrong: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><meta name="viewport" content="width=device-width">
        <body aria-hidden="true"><p>News</p>
        """#,
      right: #"""
        <!DOCTYPE html>
        <html lang="en"><title>News</title><meta name="viewport" content="width=device-width">
        <body><p>News</p>
        """#),
    DiagnosticExample(4213, .body, wrong: "<h1></h1>", right: "<h1>News</h1>"),
    DiagnosticExample(
      4214, .body,
      wrong: #"<meter value="0.4"></meter>"#,
      right: #"<label>Tide <meter value="0.4"></meter></label>"#),
    DiagnosticExample(
      4215, .body,
      wrong: #"<nav><a href="/about">About</a></nav> <nav><a href="/">News</a></nav>"#,
      right:
        #"<nav aria-label="Paper"><a href="/about">About</a></nav> <nav aria-label="Site"><a href="/">News</a></nav>"#
    ),
    DiagnosticExample(4216, .body, wrong: "<marquee>News</marquee>", right: "<p>News</p>"),
    DiagnosticExample(
      4217, .body,
      wrong: #"<button accesskey="s">Send</button> <button accesskey="s">Save</button>"#,
      right: #"<button accesskey="s">Send</button> <button accesskey="v">Save</button>"#),
    DiagnosticExample(
      4218, .body,
      wrong: #"""
        <div style="height: 20px">The tide comes in at six in the morning</div>
        <div style="height: 20px">and goes out at noon, or a little later</div>
        """#,
      right: #"""
        <div style="min-height: 20px">The tide comes in at six in the morning</div>
        <div style="min-height: 20px">and goes out at noon, or a little later</div>
        """#),
    DiagnosticExample(
      4219, .body,
      wrong: ##"<p style="margin: 0">High tide</p> <p style="margin: -12px 0 0; height: 40px">Low tide</p>"##,
      right: ##"<p style="margin: 0">High tide</p> <p style="margin: 0; height: 40px">Low tide</p>"##),
  ]
}
