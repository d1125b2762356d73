import Testing

@testable import Compiler

/// What scripts name with literal texts: imports, import maps, `import("…")` and `new URL("…", import.meta.url)`.
@Suite struct ModuleTests {
  private static let start =
    "<!DOCTYPE html><html lang=en><meta name=viewport content=width=device-width><title>t</title>\n"

  private func page(_ body: String, _ files: [String: String] = [:]) -> MemorySite {
    MemorySite(files.merging(["index.html": Self.start + body]) { $1 })
  }

  private func problems(_ body: String, _ files: [String: String] = [:]) -> [String] {
    page(body, files).problems().split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("import './lost.js'", "index.html:2:28 error HYB0131 the imported module `lost.js` is not in the site"),
    (
      "import x, { y as z } from \"/a/lost.js\"",
      "index.html:2:47 error HYB0131 the imported module `a/lost.js` is not in the site"
    ),
    ("export * from './lost.js'", "index.html:2:35 error HYB0131 the imported module `lost.js` is not in the site"),
    ("if (x) import('./lost.js').catch(y)", "index.html:2:35 warning HYB0134 the file `lost.js` is not in the site"),
    (
      "new URL('./lost.png', import.meta.url)", "index.html:2:29 warning HYB0134 the file `lost.png` is not in the site"
    ),
    (
      "new Worker(new URL('lost.js', import.meta.url))",
      "index.html:2:40 warning HYB0134 the file `lost.js` is not in the site"
    ),
    (
      "import 'https://cdn.test/x.js'",
      "index.html:2:28 warning HYB0135 the imported module `https://cdn.test/x.js` is remote and takes no part in the build"
    ),
    ("import x from 'lodash'", "index.html:2:35 warning HYB0174 no import map has the module `lodash`"),
  ])
  func inlineModulesAreChecked(script: String, expected: String) {
    #expect(problems("<script type=module>\(script)</script>", ["own.js": ""]) == [expected])
  }

  /// A chain of files: each is read, and a fault is reported in the file that has it, once.
  @Test func modulesAreFollowed() {
    let site = page(
      "<script type=module src=app.js></script><script type=module src=app.js></script>",
      [
        "app.js": "import { a } from './lib/a.js'\nexport { b } from \"./lib/b.mjs\"",
        "lib/a.js": "import '../lost.js'\nconst w = new Worker(new URL('./worker.js', import.meta.url))",
        "lib/b.mjs": "import('./c.js')", "lib/c.js": "import './a.js'", "lib/worker.js": "import './gone.js'",
      ])
    #expect(
      site.problems() == """
        lib/a.js:1:8 error HYB0131 the imported module `lost.js` is not in the site
        lib/worker.js:1:8 error HYB0131 the imported module `lib/gone.js` is not in the site
        """)
    let used: Set<String> = ["app.js", "lib/a.js", "lib/b.mjs", "lib/c.js", "lib/worker.js"]
    #expect(site.compile().references.isSuperset(of: used))
  }

  /// Classic scripts have only `import()`; what looks like an import in a text, comment or member is none.
  @Test(arguments: [
    "var s = \"import './lost.js'\" // import './lost.js'", "a.import('./lost.js')", "import(name)",
    "import('./a/' + name)",
    "x = /import '.\\/lost.js'/", "new URL('./lost.png', location.href)", "import.meta.env",
    "new URL('./', import.meta.url)",
    "new URL('https://x.test/y', import.meta.url)", "import('data:text/javascript,1')", "importScripts('x')",
    "obj = { import: './lost.js', from: './lost.js' }",
  ])
  func otherTextsAreNotImports(script: String) {
    #expect(problems("<script type=module>\(script)</script>", ["own.js": ""]) == [])
  }

  @Test func classicScriptsImportAtRunTime() {
    let found = problems(
      "<script src=app.js></script><script>import('./gone.js')</script>", ["app.js": "import('./x/lost.js')"])
    #expect(
      found == [
        "index.html:2:44 warning HYB0134 the file `gone.js` is not in the site",
        "app.js:1:8 warning HYB0134 the file `x/lost.js` is not in the site",
      ], "\(found)")
  }

  private static let map = """
    <script type="importmap">{ "imports": { "app": "./js/app.js", "lib/": "/vendor/lib/", "/old.js": "./js/new.js" },
    "scopes": { "/js/inner/": { "app": "./js/inner-app.js" } }, "integrity": { "./js/app.js": "sha384-x" } }</script>

    """

  @Test func importMapsResolveNames() {
    let site = page(
      Self.map
        + "<script type=module>import 'app'; import 'lib/deep/x.js'; import '/old.js'; import './js/inner/y.js'</script>",
      [
        "js/app.js": "", "js/new.js": "", "js/inner-app.js": "", "js/inner/y.js": "import 'app'",
        "vendor/lib/deep/x.js": "",
      ])
    #expect(site.problems() == "")
    let used: Set<String> = ["js/app.js", "js/new.js", "js/inner-app.js", "js/inner/y.js", "vendor/lib/deep/x.js"]
    #expect(site.compile().references.isSuperset(of: used))
  }

  @Test func addressesOfImportMapsAreChecked() {
    let found = problems(
      Self.map + "<script type=module>import 'lib/gone.js'; import 'ap'</script>", ["js/app.js": "", "js/new.js": ""])
    #expect(
      found == [
        "index.html:3:36 warning HYB0134 the file `js/inner-app.js` is not in the site",
        "index.html:4:28 error HYB0131 the imported module `vendor/lib/gone.js` is not in the site",
        "index.html:4:50 warning HYB0174 no import map has the module `ap`",
      ], "\(found)")
  }

  /// `app.js` as an address is not a URL: browsers leave such an entry out.
  @Test func addressesAreURLs() {
    let found = problems("<script type=importmap>{\"imports\":{\"a\":\"a.js\"}}</script>", ["a.js": ""])
    #expect(found == ["index.html:2:40 warning HYB0174 the import map's address `a.js` is not a URL"], "\(found)")
  }

  /// A script may make the map, or the map may be one that only browsers read.
  @Test(arguments: [
    "<script src=shim.js></script><script type=module>import 'x'</script>",
    "<script type=importmap>{{ broken</script><script type=module>import 'x'</script>",
  ])
  func unknownMapsMayHaveAnyName(body: String) {
    #expect(problems(body, ["shim.js": "s.type = 'importmap'"]).filter { $0.contains("HYB0174") } == [])
  }

  /// A saved page without its scripts: one that is missing is a warning there.
  @Test func snapshotsLackTheirModules() {
    let site = page("<script type=module>import './lost.js'</script>")
    #expect(
      site.problems { $0.isSnapshot = true }
        == "index.html:2:28 warning HYB0138 the imported module `lost.js` is not in the site")
  }

  /// Circles and many modules end.
  @Test func circlesEnd() {
    var files: [String: String] = [:]
    for number in 0..<3_000 {
      files["m/\(number).js"] = "import './\((number * 7 + 1) % 3_000).js'; import './\(number).js'"
    }
    #expect(problems("<script type=module src=m/0.js></script>", files) == [])
  }
}
