import Manifest
import TestSupport

extension TrustAttack {
  private static let page = #"{"pages":[{"path":"news/index.html","title":"News"}]}"#

  /// Release 43, properly signed, with lists of routes and of pages.
  ///
  /// - Parameter entry: what the manifest names as `routes`.
  private static func listing(
    _ name: String, _ outcome: Outcome = .refused(.listings), pages: String? = page, routes: String? = nil,
    entry: String? = nil
  ) -> TrustAttack {
    TrustAttack(name, outcome) { world in
      let folder = try TemporaryFolder()
      var contents = sampleRelease(text: "release 43", sequence: 43)
      for (path, text) in [("pages.json", pages), ("routes.json", routes)] {
        guard let text else { continue }
        contents.packages[1].files.append(PackageFile(path: path, contents: .bytes(Array(text.utf8))))
      }
      let published = try ReleasePublisher(folder: folder.path).publish(contents)
      for file in folder.listing() where !file.hasPrefix(".") { world.server[file] = folder.read(file) }
      // The publisher itself would refuse them.
      var manifest = published.manifest
      manifest.pages = pages.map { _ in "pages.json" }
      manifest.routes = entry ?? routes.map { _ in "routes.json" }
      world.seal(manifest.encode())
    }
  }

  static let listings: [TrustAttack] = [
    listing(
      "routes that lead to a page, to the app and to what is not known yet", .installed,
      routes: """
        {"routes":[{"pattern":"/","page":"news/index.html","name":"news"},{"urlPattern":"/a/:b","pattern":null},
        {"pattern":"/later","later":[1]}],"scheme":null,"hosts":["example.org"],"later":{}}
        """),
    listing(
      "routes without a list of pages", .installed, pages: nil, routes: #"{"routes":[{"pattern":"/","page":"a"}]}"#),
    listing("routes that are not JSON", routes: "zz"),
    listing("routes that are empty", routes: ""),
    listing("routes that are an array", routes: "[]"),
    listing("routes that are nothing", routes: "{}"),
    listing("routes that are a number", routes: #"{"routes":5}"#),
    listing("routes that are there twice", routes: #"{"routes":[],"routes":[]}"#),
    listing("a route that is a text", routes: #"{"routes":["/"]}"#),
    listing("a route without a pattern", routes: #"{"routes":[{"page":"news/index.html"}]}"#),
    listing("a route of two patterns", routes: #"{"routes":[{"pattern":"/","urlPattern":"/"}]}"#),
    listing("a route whose pattern is a number", routes: #"{"routes":[{"pattern":1}]}"#),
    listing("a route whose name is a list", routes: #"{"routes":[{"pattern":"/","name":[]}]}"#),
    listing("a route to a page that is not there", routes: #"{"routes":[{"pattern":"/","page":"gone.html"}]}"#),
    listing(
      "a route to a page in another normal form", pages: #"{"pages":[{"path":"caf\u00e9.html"}]}"#,
      routes: #"{"routes":[{"pattern":"/","page":"cafe\u0301.html"}]}"#),
    listing("a scheme that is a number", routes: #"{"routes":[],"scheme":1}"#),
    listing("hosts that are a text", routes: #"{"routes":[],"hosts":"example.org"}"#),
    listing("a host that is a number", routes: #"{"routes":[],"hosts":[1]}"#),
    listing("pages that are a number", pages: #"{"pages":5}"#),
    listing("pages that are not JSON", pages: "zz"),
    listing("a page without a path", pages: #"{"pages":[{"title":"News"}]}"#),
    listing("a page whose title is a number", pages: #"{"pages":[{"path":"news/index.html","title":1}]}"#),
    listing("a page whose package is a number", pages: #"{"pages":[{"path":"news/index.html","package":1}]}"#),
    listing("a base that is a number", pages: #"{"pages":[],"base":1}"#),
    listing(
      "pages with 2,000,001 values that no client knows",
      pages: #"{"later":["# + String(repeating: "[],", count: 2_000_000) + #"[]],"pages":[]}"#),
    listing(
      "routes with 2,000,001 values",
      routes: #"{"routes":["# + String(repeating: #"{"pattern":"/"},"#, count: 1_000_000) + #"{}]}"#),
    listing("routes that are a page's text", entry: "web/news/index.html"),
    TrustAttack("an installed base, of which another entry is named as routes", .listings) { world in
      world.serve(42)
      var manifest = try world.manifest(42)
      manifest.sequence = 43
      manifest.routes = "web/app.js"
      world.seal(manifest.encode())
    },
  ]
}
